"""`referee validate`: is every move legal and every claim true?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from time import perf_counter

import click

from referee.cli.exit_codes import debugging
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import output_to
from referee.cli.progress import watched
from referee.cli.shared_options import (
    as_played_option,
    example,
    format_option,
    log_rules_options,
    offered,
    out_option,
    unpacked_option,
)
from referee.cli.source_lines import SourceLines
from referee.cli.terminal import counted_out, paper, warn
from referee.core.findings import Finding
from referee.core.places import Complaint
from referee.core.verdict import Verdict
from referee.corpus.parts import ASKED, UNTIMED, Early, JudgeOptions, Stages
from referee.corpus.paths import Remark
from referee.corpus.pool import Stop, judged
from referee.corpus.ruleset_cache import RulesetOptions
from referee.report.paper import Paper
from referee.report.verdicts import CROWD, FORMATS, Lines, news_lines, text, unreported
from referee.source.files import STDIN


@click.command(
    epilog=example(
        "referee simulate illuminate -n 300 --seed 7 --out games.jsonl", "referee validate games.jsonl --jobs 0"
    )
)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, shell_complete=offered("files"))
@format_option(FORMATS)
@click.option("--strict", is_flag=True, help="Count every doubt as a violation.")
@click.option("--quiet", is_flag=True, help="Omit readings: that a ruling decided, and what another reading would say.")
@as_played_option
@click.option(
    "--readings", is_flag=True, help="Look in every log for the rulings that decide it, not only in the first 20."
)
@click.option("--jobs", type=click.IntRange(min=0), default=1, metavar="N", help="Judge on N cores; 0 for all of them.")
@click.option("--cluster", metavar="ADDRESS", help="Judge on a Dask cluster, such as tcp://scheduler:8786.")
@click.option("--profile", is_flag=True, help="Report on standard error where the time went; on one core only.")
@click.option(
    "--watch", "at_saves", is_flag=True, help="Judge again whenever a log, or a ruleset that it uses, is saved."
)
@click.option("--max-errors", type=click.IntRange(min=1), metavar="N", help="Stop after N bad logs.")
@out_option
@unpacked_option
@log_rules_options
def command(
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    quiet: bool,
    as_played: bool,
    readings: bool,
    jobs: int,
    cluster: str | None,
    profile: bool,
    at_saves: bool,
    max_errors: int | None,
    out: str | None,
    max_unpacked: int,
    chosen: RulesetOptions,
) -> int:
    """Judge logs: files, folders (every log below), patterns, or - for standard input.

    A .jsonl file holds one game per line; it may be compressed (.jsonl.gz, .jsonl.zst). Each finding is one line with its
    place, followed by the lines of the log, what was legal, and the rule; --format concise omits these. For a file with many
    games only the bad ones are shown, one line each. Judging stops after the first illegal event of a log; what cannot be
    read after that is reported, too. The exit code is 0 if all logs are legal, 1 if one is not, and 3 if one could not be
    judged.

    Rulings that decide a log are found by judging it again by their other readings. In a run over many logs this is done for
    the first 20 and for those that are not legal; --readings does it for all.

    To watch a live table: `tail -f table.jsonl | referee validate -` reports each violation as soon as its line arrives.
    """
    if profile and (jobs != 1 or cluster):
        raise click.UsageError("--profile cannot be combined with --jobs or --cluster")
    asked = 0 if quiet else sys.maxsize if readings else ASKED
    options = JudgeOptions(chosen, as_played, strict, max_unpacked=max_unpacked, debug=debugging(), asked=asked)
    if at_saves:
        from referee.cli.watching import judge_at_every_save

        if cluster or profile or max_errors or out or quiet or jobs != 1 or form != "text":
            raise click.UsageError(
                "--watch cannot be combined with --format, --out, --jobs, --cluster, --profile, --quiet or --max-errors"
            )
        return judge_at_every_save(paths, options)
    stages = Stages(perf_counter) if profile else UNTIMED
    lines = SourceLines(max_unpacked)
    with watched(paths) as watch, output_to(out, inputs(out, paths, chosen), form) as say, lines.overheard():
        run = Run(form, paper(out), lines, max_errors, watch.stop, say, quiet=quiet)
        items = judged(paths, options, jobs=jobs, cluster=cluster, stop=watch.stop, done=watch.done, stages=stages)
        write = partial(text, lines=lines) if form == "text" else FORMATS[form]
        for line in write(watch.passing(run.counted(items)), run.paper):
            watch.clear()
            say(line)
            if "-" in paths:
                sys.stdout.flush()
        if profile:
            stages.to("report")
            warn(where_time_went(stages.seconds, run.logs, run.events))
        if run.unasked:
            left = counted_out(run.unasked, "legal logs")
            warn(f"it was not looked which rulings decide {left}, because there are many; --readings looks in all")
        if watch.stop.asked and not run.enough:
            warn(f"stopped by Ctrl-C after {counted_out(run.logs, 'logs')}; the rest was not judged")
            raise KeyboardInterrupt
    return run.code


class Run(Intake):
    """One run: its results so far, and whether they are `enough`."""

    def __init__(
        self,
        form: str,
        paper: Paper,
        lines: Lines,
        max_errors: int | None,
        stop: Stop,
        say: Callable[[str], None],
        *,
        quiet: bool = False,
    ) -> None:
        super().__init__()
        self.logs = self.events = 0
        self.enough = False
        self.form, self.paper, self._lines = form, paper, lines
        self._max_errors, self._stop, self._say = max_errors, stop, say
        self._bad = self._piped = self.unasked = 0
        self._quiet = quiet

    def counted(self, items: Iterable[Verdict | Remark | Early]) -> Iterator[Verdict]:
        """The verdicts, counted, up to the last bad one that is wanted."""
        for verdict in self.verdicts(items):
            self.logs += 1
            self.events += verdict.events
            verdict.unasked &= not self._quiet
            self.unasked += verdict.unasked and (self.form != "text" or not verdict.line)
            if verdict.path == STDIN and verdict.line and self._piped < CROWD:
                self._piped += 1
                news = unreported(verdict)
                for what in news:
                    self.tell(what)
                verdict.reported = (*verdict.reported, *news)
            yield verdict
            self._bad += verdict.status != "legal"
            if self._bad == self._max_errors:
                warn(f"stopped after {counted_out(self._bad, 'bad logs')} (--max-errors); what follows was not judged")
                return

    def tell(self, what: Finding | Complaint) -> None:
        """Reports what is wrong with a log whose verdict is still to come, and ends the run if that is enough."""
        if self.form == "text":
            for line in news_lines(what, self.paper, self._lines):
                self._say(line)
            sys.stdout.flush()
        if self._bad + 1 == self._max_errors and (isinstance(what, Complaint) or what.kind == "violation"):
            self.enough = self._stop.asked = True


def where_time_went(seconds: Mapping[str, float], logs: int, events: int) -> str:
    """'500 logs, 91,234 events in 0.61 s: 149,564 events/s; parse 11%, schema 2%, fold 83%, report 4%'."""
    total = sum(seconds.values()) or 1e-9
    shares = ", ".join(f"{stage} {100 * spent / total:.0f}%" for stage, spent in seconds.items())
    told = f"{counted_out(logs, 'logs')}, {counted_out(events, 'events')} in {total:.2f} s"
    return f"{told}: {events / total:,.0f} events/s; {shares}"
