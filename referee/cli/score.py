"""`referee score`: the score pad of a log."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.cli.chosen import Chosen, Shelf
from referee.cli.endings import ANSWERED, UNJUDGED, WANTING
from referee.cli.logs import judged_logs
from referee.cli.options import as_played_option, example, format_option, log_argument, rules_options
from referee.cli.output import say_all, warn
from referee.core.findings import Verdict
from referee.report.scores import FORMATS, Scored
from referee.report.verdicts import finding_line, judged_to, labelled


@click.command(epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee score game.jsonl"))
@log_argument
@format_option(FORMATS)
@as_played_option
@rules_options
def command(log: str, form: str, as_played: bool, chosen: Chosen) -> int:
    """The score of a log: a row a hand, totals and winners. A .jsonl file may hold several games.

    Where the log is not legal, the score up to there is printed, the reason is said, and the exit code is 1.
    """
    worst = ANSWERED

    def scored() -> Iterator[Scored]:
        nonlocal worst
        for label, verdict in labelled(judged_logs((log,), Shelf(chosen), as_played=as_played)):
            worst = max(worst, _tell(verdict))
            if verdict.table is not None:
                played = verdict.table
                yield Scored(label, verdict.game, verdict.brief, *played.game.score(played.state))

    say_all(FORMATS[form](scored()))
    return worst


def _tell(verdict: Verdict) -> int:
    """Says why a log is not scored to its end; the exit code."""
    for complaint in verdict.complaints:
        warn(str(complaint))
    for finding in verdict.violations:
        warn(finding_line(finding))
    if verdict.status == "illegal" and judged_to(verdict)[0] > verdict.events:
        warn(f"{verdict.path}: this is the score before event {verdict.violations[0].event}, which is not legal")
    return {"legal": ANSWERED, "illegal": WANTING, "unjudged": UNJUDGED}[verdict.status]
