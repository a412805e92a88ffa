"""`referee score`: the score pad of a log, or how the games of many ended."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.cli.chosen import Chosen
from referee.cli.endings import ANSWERED, UNJUDGED, WANTING, Misuse
from referee.cli.options import (
    as_played_option,
    example,
    format_option,
    log_argument,
    out_option,
    rules_options,
    unpacked_option,
)
from referee.cli.output import file_for, warn, written
from referee.core.findings import Verdict
from referee.report.scores import FORMATS, Scored
from referee.report.verdicts import finding_line, judged_to, labelled


@click.command(epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee score game.jsonl"))
@log_argument
@format_option([*FORMATS, "parquet"])
@click.option(
    "--by",
    type=click.Choice(["hand", "player"]),
    help="In csv: a row a hand, or a row a player and game, as for a .jsonl file and in parquet.",
)
@as_played_option
@out_option
@unpacked_option
@rules_options
def command(
    log: str, form: str, by: str | None, as_played: bool, out: str | None, max_unpacked: int, chosen: Chosen
) -> int:
    """The score of a log: a row a hand, totals and winners. A .jsonl file or a folder may hold many games.

    For whoever analyses many games, csv and parquet give one row a player and game. Where a log is not legal, the score up
    to there is printed, the reason is said, and the exit code is 1.
    """
    from referee import source
    from referee.cli.logs import heard
    from referee.corpus.parts import How
    from referee.corpus.pool import judged
    from referee.report import standings

    worst = ANSWERED

    def told() -> Iterator[Verdict]:
        nonlocal worst
        for verdict in heard(judged((log,), How(chosen, as_played, max_unpacked=max_unpacked))):
            worst = max(worst, _tell(verdict))
            yield verdict

    if form not in ("csv", "parquet") and by == "player":
        raise Misuse("--by player is for --format csv and parquet; the others have a row a hand")
    if form == "parquet":
        if out is None:
            raise Misuse("--format parquet writes a file; name it, as in --out scores.parquet")
        with file_for(out) as part:
            standings.write_parquet(told(), str(part))
        return worst
    by_player = form == "csv" and (by or ("player" if source.is_lines(log) else "hand")) == "player"
    lines = standings.csv(told()) if by_player else FORMATS[form](_scored(told()))
    with written(out) as say:
        for line in lines:
            say(line)
    return worst


def _scored(verdicts: Iterator[Verdict]) -> Iterator[Scored]:
    for label, verdict in labelled(verdicts):
        if verdict.table is not None:
            played = verdict.table
            yield Scored(label, verdict.game, verdict.brief, *played.score)


def _tell(verdict: Verdict) -> int:
    """Says why a log is not scored to its end; the exit code."""
    for complaint in verdict.complaints:
        warn(str(complaint))
    for finding in verdict.violations:
        warn(finding_line(finding))
    if verdict.status == "illegal" and judged_to(verdict)[0] > verdict.events:
        where = f"{verdict.path}:{verdict.line}" if verdict.line else verdict.path
        warn(f"{where}: this is the score before event {verdict.violations[0].event}, which is not legal")
    return {"legal": ANSWERED, "illegal": WANTING, "unjudged": UNJUDGED}[verdict.status]
