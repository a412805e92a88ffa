"""`referee replay`: a page that steps through a log, or one for every bad game of a corpus."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

from referee.cli.exit_codes import ANSWERED, Misuse, debugging
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import file_for
from referee.cli.output import counted_out, say
from referee.cli.ruleset_options import RulesetCache, RulesetOptions
from referee.cli.shared_options import as_played_option, example, log_argument, log_rules_options
from referee.core.places import Unjudgeable
from referee.core.verdict import Verdict
from referee.corpus.parts import JudgeOptions
from referee.corpus.pool import judged
from referee.judging.log import Log, load_log, load_logs


@click.command(
    epilog=example(
        "referee simulate illuminate -n 9 --seed 7 --out games.jsonl",
        "referee replay games.jsonl:3 --out game.html",
        "referee replay games.jsonl --bad disputes",
    )
)
@log_argument
@click.option("--out", metavar="FILE.html", help="The page: a single file that needs nothing else.")
@click.option("--bad", metavar="FOLDER", help="Write a page for each bad game of a file with many, and an index.")
@as_played_option
@log_rules_options
def command(log: str, out: str | None, bad: str | None, as_played: bool, chosen: RulesetOptions) -> int:
    """Make a page that steps through a log: every table and move, what was legal, and what the referee found.

    It is a single file for any browser, and needs no network. Links such as friday.html#event-41 lead to a step. In a file with
    many games, name one by its line: games.jsonl:17.
    """
    if (out is None) == (bad is None):
        raise Misuse("replay needs either --out FILE.html, for one game, or --bad FOLDER, for the bad games of a file")
    if find_spec("jinja2") is None:
        raise Misuse("replay needs Jinja2; install it with pip install 'referee[replay]'")
    cache = RulesetCache(chosen)
    if out is not None:
        size = _write(load_log(log), out, cache, inputs(out, (log.rpartition(":")[0], log), chosen), as_played)
        say(f"{out}: {size:,} bytes")
        return ANSWERED
    assert bad is not None
    return _bad_games(log, bad, cache, as_played)


def _write(log: Log, out: str, cache: RulesetCache, read: Iterator[str], as_played: bool) -> int:
    """Writes the page of a log; its size."""
    from referee.replay.page import page
    from referee.replay.steps import steps_of

    return _save(page(steps_of(log, cache.ruleset(log), as_played=as_played)), out, read)


def _save(text: str, out: str, read: Iterator[str]) -> int:
    made = text.encode("utf-8", "backslashreplace")
    with file_for(out, inputs=read) as part:
        part.write_bytes(made)
    return len(made)


def _bad_games(path: str, folder: str, cache: RulesetCache, as_played: bool) -> int:
    """Writes an index of the games of a file that are not legal, and a page for each that can be stepped through."""
    from referee.replay.page import index_page

    intake = Intake()
    options = JudgeOptions(cache.chosen, as_played, debug=debugging())
    bad = {verdict.line: verdict for verdict in intake.verdicts(judged((path,), options)) if verdict.status != "legal"}
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"--bad {folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
    listed: list[tuple[Verdict, str]] = []
    for found in load_logs(path) if bad else ():
        if isinstance(found, Log) and found.line in bad:
            name = f"{found.line}.html"
            try:
                _write(found, str(Path(folder, name)), cache, iter((path,)), as_played)
            except Unjudgeable:
                name = ""
            listed.append((bad.pop(found.line), name))
    listed = sorted([*listed, *((verdict, "") for verdict in bad.values())], key=lambda entry: entry[0].line)
    _save(index_page(path.rpartition("/")[2], listed), str(Path(folder, "index.html")), iter((path,)))
    say(f"{folder}: {counted_out(len(listed), 'bad games')}; begin with index.html")
    return intake.code
