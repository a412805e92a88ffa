"""`referee score`: the score pad of a log, or the results of many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_codes import Misuse, debugging
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import file_for, output_to, write_plot
from referee.cli.shared_options import (
    as_played_option,
    example,
    format_option,
    log_rules_options,
    offered,
    out_option,
    plot_option,
    unpacked_option,
)
from referee.cli.terminal import paper, warn, warn_of
from referee.core.bugs import bug_in_words
from referee.core.verdict import Verdict
from referee.corpus.parts import Bug, Early, JudgeOptions
from referee.corpus.paths import Remark
from referee.corpus.pool import judged
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import recording
from referee.report import scores
from referee.report.scores import FORMATS, Scored
from referee.report.verdict_lines import judged_to, labelled

if TYPE_CHECKING:
    from referee.report.plot import Race


@click.command(epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee score game.jsonl"))
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, shell_complete=offered("files"))
@format_option([*FORMATS, "csv", "parquet"])
@click.option(
    "--by",
    type=click.Choice([*scores.SHAPES]),
    help="One table of all logs, in csv, markdown or parquet: one row per player and game, or per player and hand.",
)
@plot_option("Draw the totals: hand by hand for one game, how games ended for many.")
@as_played_option
@out_option
@unpacked_option
@log_rules_options
def command(
    logs: tuple[str, ...],
    form: str,
    by: str | None,
    plot: str | None,
    as_played: bool,
    out: str | None,
    max_unpacked: int,
    chosen: RulesetOptions,
) -> int:
    """The score of logs, one row per hand, totals and winners: files, folders (every log below), patterns, - for standard
    input.

    csv and parquet are one table of all logs, whatever the games and players: one row per player and game or, with --by hand,
    per player and hand. So is markdown with several logs, or with --by. If a log is not legal, the score up to there is printed
    with the reason, and the exit code is 1.
    """
    if form in ("text", "json") and by:
        raise Misuse(f"--by {by} is for --format csv, markdown and parquet; {form} always has one row per hand")
    if form == "parquet" and out is None:
        raise Misuse("--format parquet writes a file; name it, as in --out scores.parquet")
    run = Run(Seen() if plot else None)
    options = JudgeOptions(chosen, as_played, max_unpacked=max_unpacked, debug=debugging(), asked=0)
    verdicts = run.scored(judged(logs, options))
    if form == "parquet" and out is not None:
        with file_for(out, inputs=inputs(out, logs, chosen)) as part:
            scores.table_parquet(verdicts, str(part), by or "game")
    else:
        with output_to(out, inputs(out, logs, chosen), form) as say:
            for line in _lines(verdicts, form, by, out):
                say(line)
    if plot and run.seen and run.seen.first:
        write_plot(plot, run.seen.picture(), inputs(plot, logs, chosen))
    return run.code


class Seen:
    """What is drawn: the first of the games that were scored, and how all of them ended."""

    def __init__(self) -> None:
        self.first: Race | None = None
        self.many = False
        self.totals: dict[str, dict[str, list[float]]] = {}

    def note(self, verdict: Verdict) -> None:
        """Notes a game."""
        from referee.report.plot import Race

        if verdict.table is None:
            return
        score, _ = verdict.table.score
        rules = verdict.table.game.ruleset
        title = " + ".join((rules.title, *rules.houses))
        self.many = self.first is not None
        if self.first is None:
            self.first = Race(f"{title}: {Path(verdict.path).name}", recording(rules.family).LENGTH[:-1], score)
        finals = self.totals.setdefault(title, {})
        for player, total in score["totals"].items():
            if total is not None:
                finals.setdefault(player, []).append(total)

    def picture(self) -> str:
        """The picture of the one game, or of all of them."""
        from referee.report import plot

        assert self.first is not None
        if not self.many:
            return plot.race(self.first)
        return plot.finals([plot.Finals(title, totals) for title, totals in self.totals.items()])


def _lines(verdicts: Iterator[Verdict], form: str, by: str | None, out: str | None) -> Iterable[str]:
    """The answer in pieces."""
    if form == "csv":
        return scores.table_csv(verdicts, by or "game")
    if form == "markdown":
        begun = list(islice(verdicts, 2))
        verdicts = chain(begun, verdicts)
        if by or len(begun) > 1:
            return [scores.table_markdown(verdicts, by or "game")]
    return FORMATS[form](_scored(verdicts), paper(out))


class Run(Intake):
    """One run: the verdicts whose score can be read, the exit code of all, and what was `seen` for a picture."""

    def __init__(self, seen: Seen | None) -> None:
        super().__init__()
        self.seen = seen

    def scored(self, items: Iterable[Verdict | Remark | Early]) -> Iterator[Verdict]:
        """The verdicts; for those that are not legal, says why they are not scored to the end."""
        for verdict in self.verdicts(items):
            _tell(verdict)
            try:
                _ = verdict.table and verdict.table.score
            except Exception as bug:
                if debugging():
                    raise
                self.note(Bug(bug_in_words(bug, f"{verdict.path}:{verdict.line or 1}")))
            else:
                if self.seen:
                    self.seen.note(verdict)
                yield verdict


def _scored(verdicts: Iterator[Verdict]) -> Iterator[Scored]:
    for label, verdict in labelled(verdicts):
        if verdict.table is not None:
            played: Any = verdict.table
            data, blocks = played.score
            yield Scored(label, verdict.game, verdict.brief, data, blocks, played.log.occasion.said)


def _tell(verdict: Verdict) -> None:
    """Says why a log is not scored to the end."""
    warn_of(verdict)
    if verdict.status == "illegal" and judged_to(verdict)[0] > verdict.events:
        where = f"{verdict.path}:{verdict.line}" if verdict.line else verdict.path
        warn(f"{where}: this is the score before event {verdict.violations[0].event}, which is not legal")
