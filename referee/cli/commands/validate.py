"""`referee validate`: is every move legal and every claim true?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from time import perf_counter

import click

from referee.cli.exit_codes import ANSWERED, BUG, UNJUDGED, WANTING, debugging
from referee.cli.output import counted_out, paint, warn, written
from referee.cli.ruleset_options import RulesetOptions
from referee.cli.shared_options import (
    as_played_option,
    example,
    format_option,
    log_rules_options,
    offered,
    out_option,
    unpacked_option,
)
from referee.core.findings import Finding, Verdict
from referee.core.places import Complaint
from referee.report.verdict_lines import complaint_line, finding_lines
from referee.report.verdicts import CROWD, FORMATS, untold
from referee.source.files import STDIN

CODES = {"legal": ANSWERED, "illegal": WANTING, "unjudged": UNJUDGED}


@click.command(
    epilog=example(
        "referee simulate illuminate -n 300 --seed 7 --out games.jsonl", "referee validate games.jsonl --jobs 0"
    )
)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, shell_complete=offered("files"))
@format_option(FORMATS)
@click.option("--strict", is_flag=True, help="Count every doubt as a violation.")
@as_played_option
@click.option("--jobs", type=click.IntRange(min=0), default=1, metavar="N", help="Judge on N cores; 0 for all of them.")
@click.option("--cluster", metavar="ADDRESS", help="Judge on a Dask cluster, such as tcp://scheduler:8786.")
@click.option("--profile", is_flag=True, help="Tell on standard error where the time went; on one core only.")
@click.option("--max-errors", type=click.IntRange(min=1), metavar="N", help="Stop after N bad logs.")
@out_option
@unpacked_option
@log_rules_options
def command(
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    as_played: bool,
    jobs: int,
    cluster: str | None,
    profile: bool,
    max_errors: int | None,
    out: str | None,
    max_unpacked: int,
    chosen: RulesetOptions,
) -> int:
    """Judge logs: files, folders (every log below), patterns, or - for standard input.

    A .jsonl file holds a game a line; it may be compressed (.jsonl.gz, .jsonl.zst). Each finding is one line with its place;
    below it what was legal and the rule. Of a file with many games only the bad ones are shown, a line each. Judging of a
    log stops after its first illegal event. The exit code is 0 when all logs are legal, 1 when one is not, 3 when one could
    not be judged.

    A live table can be watched: `tail -f table.jsonl | referee validate -` tells each violation as soon as its line arrives.
    """
    from referee.cli.logs import heard, inputs
    from referee.cli.progress import watched
    from referee.corpus.parts import Bug, JudgeOptions
    from referee.corpus.pool import judged
    from referee.corpus.stages import UNTIMED, Stages

    if profile and (jobs != 1 or cluster):
        raise click.UsageError("--profile looks at one core; take --jobs and --cluster away")
    how = JudgeOptions(chosen, as_played, strict, max_unpacked=max_unpacked, debug=debugging())
    bugs: list[Bug] = []
    stages = Stages(perf_counter) if profile else UNTIMED
    worst, logs, events, bad, piped = ANSWERED, 0, 0, 0, 0
    enough = False

    def counted(verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
        nonlocal worst, logs, events, bad, piped
        for verdict in verdicts:
            logs += 1
            events += verdict.events
            worst = max(worst, CODES[verdict.status])
            if verdict.path == STDIN and verdict.line and piped < CROWD:
                piped += 1
                news = untold(verdict)
                for what in news:
                    tell(what)
                verdict.told = (*verdict.told, *news)
            yield verdict
            bad += verdict.status != "legal"
            if bad == max_errors:
                warn(f"stopped after {counted_out(bad, 'bad logs')} (--max-errors); what follows was not judged")
                return

    with watched(paths) as watch, written(out, inputs(out, paths, chosen)) as say:

        def tell(what: Finding | Complaint) -> None:
            """Tells what is wrong with a log whose verdict is still to come, and ends the run where that is enough."""
            nonlocal enough
            if form == "text":
                for line in (
                    [complaint_line(what, paint(out))]
                    if isinstance(what, Complaint)
                    else finding_lines(what, paint(out))
                ):
                    say(line)
                sys.stdout.flush()
            if bad + 1 == max_errors and (isinstance(what, Complaint) or what.kind == "violation"):
                enough = watch.stop.asked = True

        items = judged(paths, how, jobs=jobs, cluster=cluster, stop=watch.stop, done=watch.done, stages=stages)
        found = counted(heard(items, bugs, tell))
        for line in FORMATS[form](watch.passing(found), paint(out)):
            watch.clear()
            say(line)
            if "-" in paths:
                sys.stdout.flush()
        if isinstance(stages, Stages):
            stages.to("report")
            warn(where_time_went(stages.seconds, logs, events))
        if watch.stop.asked and not enough:
            warn(f"stopped by Ctrl-C after {counted_out(logs, 'logs')}; the rest was not judged")
            raise KeyboardInterrupt
    return BUG if bugs else worst


def where_time_went(seconds: Mapping[str, float], logs: int, events: int) -> str:
    """'500 logs, 91,234 events in 0.61 s: 149,564 events/s; parse 11%, schema 2%, fold 83%, report 4%'."""
    total = sum(seconds.values()) or 1e-9
    shares = ", ".join(f"{stage} {100 * spent / total:.0f}%" for stage, spent in seconds.items())
    told = f"{counted_out(logs, 'logs')}, {counted_out(events, 'events')} in {total:.2f} s"
    return f"{told}: {events / total:,.0f} events/s; {shares}"
