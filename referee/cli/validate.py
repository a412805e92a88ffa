"""`referee validate`: is every move legal and every claim true?"""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.cli.chosen import Chosen, Shelf
from referee.cli.endings import ANSWERED, UNJUDGED, WANTING
from referee.cli.logs import judged_logs
from referee.cli.options import as_played_option, example, format_option, offered, rules_options
from referee.cli.output import paint, say_all
from referee.report.verdicts import FORMATS, Judged

CODES = {"legal": ANSWERED, "illegal": WANTING, "unjudged": UNJUDGED}


@click.command(
    epilog=example("referee simulate illuminate -n 3 --seed 7 --out games.jsonl", "referee validate games.jsonl")
)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, shell_complete=offered("files"))
@format_option(FORMATS)
@click.option("--strict", is_flag=True, help="Count every doubt as a violation.")
@as_played_option
@rules_options
def command(paths: tuple[str, ...], form: str, strict: bool, as_played: bool, chosen: Chosen) -> int:
    """Judge logs: files, folders (every log below), or - for standard input.

    Each finding is one line with its place; below it what was legal and the rule. Judging of a log stops after its
    first illegal event. The exit code is 0 when all logs are legal, 1 when one is not, 3 when one could not be judged.
    """
    worst = ANSWERED

    def judged() -> Iterator[Judged]:
        nonlocal worst
        for item in judged_logs(paths, Shelf(chosen), as_played=as_played, strict=strict):
            worst = max(worst, CODES[item.verdict.status])
            yield item

    say_all(FORMATS[form](judged(), paint()))
    return worst
