"""`referee validate`: whether every move in a log is legal and every claim true; `verify`: certificates that still hold."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter

import click

from referee import source
from referee.cli import options
from referee.cli.logs import Intake, inputs, source_lines, watch_logs
from referee.cli.out_file import output_to, write_whole
from referee.cli.terminal import ANSWERED, WANTING, Misuse, paper, say, warn
from referee.core.events import Finding
from referee.core.places import Complaint, RulesetOptions, SourceError
from referee.core.ruleset import ProjectUse, project_data
from referee.core.verdict import Verdict
from referee.corpus.parts import ALL, ASKED, UNTIMED, JudgeOptions, Report, RulesetCache, Stages
from referee.corpus.pool import Stop, judge_paths
from referee.engines import family
from referee.judging.judge import judge
from referee.judging.read import load_log
from referee.report.paper import as_json, counted_out
from referee.report.verdicts import CROWD, FORMATS, VERIFIED, news_lines, text, unreported_faults
from referee.rules.shipped import schema
from referee.source.files import STDIN
from referee.version import __version__

GAME = "The game of score sheets that name none."


@options.command(
    "referee simulate illuminate -n 100 --seed 7 --out games.jsonl", "referee validate games.jsonl --jobs 0"
)
@options.logs()
@options.formats(FORMATS, "validate")
@options.flag("--strict", "Count every doubt as a violation, and plays that are not written.")
@options.value("--ignore", "NAME", "Omit doubts or readings of this name.", multiple=True)
@options.flag("--quiet", "Do not say which rulings decided.")
@options.flag("--readings", "Say which rulings decided in all logs, not just the first.")
@options.jobs("Judge")
@options.value("--cluster", "ADDRESS", "Judge on this Dask cluster (tcp://…).")
@options.flag("--profile", "Report where the time went; on one core.")
@options.number("--max-errors", 1, "Stop after N bad logs.")
@options.value("--certificate sealed", "FILE", "Write a certificate of one verdict.", type=options.a_file)
@options.value("--game", "GAME", GAME, "games", default="")
@options.out
@options.judging(packed=True)
def command(
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    ignore: tuple[str, ...],
    quiet: bool,
    readings: bool,
    jobs: int,
    cluster: str | None,
    profile: bool,
    max_errors: int | None,
    sealed: str | None,
    game: str,
    out: str | None,
    judging: JudgeOptions,
) -> int:
    """Judge logs: files, folders (every log below), patterns, or - for standard input.

    A .jsonl file holds one game per line, and may be compressed. Records of other programs (PBN, LIN, SGF, PTN) and score
    sheets (CSV) are judged as `referee import` reads them. Judging stops after the first illegal event of a log. The exit
    code is 0 if all logs are legal, 1 if one is not, and 3 if one could not be judged. To watch a live table:
    `tail -f table.jsonl | referee validate -`.
    """
    if profile and (jobs != 1 or cluster):
        raise click.UsageError("--profile cannot be combined with --jobs or --cluster")
    if game:
        options.ruleset(game)
    asked = ASKED
    if quiet:
        asked = 0
    elif readings:
        asked = ALL
    else:
        asked = ASKED
    judging = judging._replace(chosen=judging.chosen._replace(game=game), strict=strict, asked=asked)
    if sealed and (jobs != 1 or cluster):
        raise click.UsageError("--certificate cannot be combined with --jobs or --cluster")
    stages = UNTIMED
    if profile:
        stages = Stages(perf_counter)
    lines = source_lines(paths, judging)
    sheet = paper(out)
    with watch_logs(paths) as watch, output_to(out, inputs(out, paths, judging.chosen), form) as write:

        def tell(what: Finding | Complaint) -> None:
            if form == "text":
                for line in news_lines(what, sheet, lines):
                    write(line)
            sys.stdout.flush()

        run = ValidateRun(form, watch.stop, tell, max_errors, ignore, quiet=quiet)
        items = judge_paths(paths, judging, jobs=jobs, cluster=cluster, stop=watch.stop, done=watch.done, stages=stages)
        verdicts = watch.passing(run.tally(items))
        if form == "text":
            report = text(verdicts, sheet, lines)
        else:
            written = FORMATS.get(form) or options.added_format("validate", form)
            report = written(verdicts, sheet)
        for line in report:
            watch.clear()
            write(line)
            if "-" in paths:
                sys.stdout.flush()
        if profile:
            stages.to("report")
            warn(_profile_line(run, stages.seconds))
        unasked = run.unasked_line
        if unasked:
            warn(unasked)
        if watch.stop.asked and not run.enough:
            warn(f"stopped by Ctrl-C after {counted_out(run.logs, 'logs')}; the rest was not judged")
            raise KeyboardInterrupt
    if run.logs:
        for name in sorted(run.strange):
            nothing = "no game judged here has a doubt or ruling of this name, and nothing else can be ignored"
            warn(f"--ignore {name}: {nothing}")
    if sealed:
        _seal(run, sealed, judging, inputs(sealed, paths, judging.chosen))
    return run.code


def _profile_line(run: ValidateRun, seconds: Mapping[str, float]) -> str:
    """How much was judged in how many seconds, and the share of each stage."""
    total = sum(seconds.values()) or 1e-9
    shares = ", ".join(f"{stage} {100 * spent / total:.0f}%" for stage, spent in seconds.items())
    work = f"{counted_out(run.logs, 'logs')}, {counted_out(run.events, 'events')} in {total:.2f} s"
    return f"{work}: {run.events / total:,.0f} events/s; {shares}"


def _seal(run: ValidateRun, out: str, judging: JudgeOptions, read: Iterable[str]) -> None:
    """Write the certificate of the only verdict of a run into the file `out`; `read` are files that it may not
    replace.

    Raises Misuse if several logs were judged.
    """
    if run.last is None or run.logs != 1:
        raise Misuse(f"--certificate is about one log; {counted_out(run.logs, 'logs')} were judged")
    if run.last.status == "unjudged":
        warn(f"--certificate {out} is not written, because the log could not be judged")
        return
    from referee.judging.certificate import certificate

    data = certificate(run.last, __version__, as_played=judging.as_played, strict=judging.strict)
    write_whole(as_json(data) + "\n", out, "--certificate", read)


@options.command(
    "referee simulate hearts -n 1 --seed 7 --out friday.json",
    "referee validate friday.json --certificate friday.cert.json",
    "referee verify friday.cert.json friday.json",
)
@options.argument("path", "CERTIFICATE", "files")
@options.log
@options.formats(VERIFIED)
@options.value("--game", "GAME", GAME, "games", default="")
@options.log_rules
def verify(path: str, log: str, form: str, game: str, chosen: RulesetOptions) -> int:
    """Do a certificate, its log and the rules in force belong together, and is the verdict the same today?

    `referee validate --certificate FILE` writes a certificate. Name the options with which the log was judged, such as --house,
    again. Each thing that does not belong is one line. The exit code is 0 if all belong together, 1 if something does not,
    and 3 if something cannot be read.
    """
    from referee.judging.certificate import mismatches

    if game:
        options.ruleset(game)
    document = source.load(path)
    recorded = load_log(log, game)
    if not isinstance(document.data, Mapping) or "certificate" not in document.data:
        message = "this is not a certificate; `referee validate --certificate FILE LOG` writes one"
        raise SourceError.at(document.place(()), message)
    wrong = source.schema_faults(document.data, schema("certificate.schema.json"))
    if wrong:
        raise SourceError(Complaint(document.place(at), f"this is not a certificate: {what}") for at, what in wrong)
    certified = document.data
    rules = RulesetCache(chosen).ruleset(recorded)
    Intake().name_project(rules.project)
    verdict = judge(recorded, rules, as_played=certified["as_played"], strict=certified["strict"])
    faults = list(mismatches(certified, recorded, rules, verdict, __version__))
    verified = {
        "certificate": path, "log": log, "belongs": not faults, "mismatches": faults, "rules": certified["rules"],
        "certified": certified["verdict"], "referee": certified["referee"], "verdict": verdict.status, "now": __version__,
        **project_data(rules.project),
    }  # fmt: skip
    say(VERIFIED[form](verified, paper()), form)
    if faults:
        return WANTING
    return ANSWERED


class ValidateRun(Intake):
    """One run: its results so far, and whether they are `enough`; it can `tell` what is wrong with a log before its verdict."""

    def __init__(
        self, form: str, stop: Stop, tell: Callable[..., None], most: int | None, ignore: Sequence[str], *, quiet: bool
    ) -> None:
        """Begin a run that reports in this form and stops after `most` bad logs (None: never).

        `tell` reports a finding while its log still grows; `ignore` are names of doubts and readings to omit, `quiet`
        omits all readings.
        """
        super().__init__()
        # counts of this run: logs, events, logs whose rulings nobody tried, single rulings not tried, bad logs, logs
        # of a pipe
        self.logs = self.events = self.unasked = self._rulings = self._bad = self._piped = 0
        self.enough = False
        self.last: Verdict | None = None
        self._form = form
        self._stop = stop
        self._tell = tell
        self._most = most
        self._ignore = ignore
        self._quiet = quiet
        self.strange = {name.rpartition("/")[2] for name in ignore}
        """Names to ignore that are neither a doubt nor a ruling of a game judged so far in this process."""

    def tally(self, items: Iterable[Report]) -> Iterator[Verdict]:
        """Yield the verdicts after counting each; it ends after the last bad one that is wanted."""
        for verdict in self.verdicts(items):
            self.logs = self.logs + 1
            self.last = verdict
            judged = verdict.status != "unjudged"
            if self.strange and judged:  # without a table another process judged it
                rules = None
                if verdict.table:
                    rules = verdict.table.game.ruleset
                if rules:
                    self.strange -= {*family(rules.family).doubts(), *rules.rulings}
                else:
                    self.strange -= self.strange
            ignored = list(self._ignore)
            if verdict.project:
                ignored += verdict.project.ignore
            if ignored:
                verdict.ignore(ignored)
            self.events += verdict.events
            verdict.unasked &= not self._quiet
            self.unasked += verdict.unasked and (self._form != "text" or not verdict.line)
            if verdict.path == STDIN and verdict.line and self._piped < CROWD:
                self._piped += 1
                news = unreported_faults(verdict)
                for fault in news:
                    self.announce(fault)
                verdict.reported = (*verdict.reported, *news)
            yield verdict
            self._rulings += verdict.rulings_unasked
            self._bad += verdict.status != "legal"
            if self._bad == self._most:
                warn(f"stopped after {counted_out(self._bad, 'bad logs')} (--max-errors); what follows was not judged")
                return

    @property
    def unasked_line(self) -> str:
        """A line that tells which rulings were not tried, to save time; "" if all were."""
        left = []
        if self.unasked:
            left.append(f"which rulings decide {counted_out(self.unasked, 'legal logs')}")
        if self._rulings:
            left.append(f"about {counted_out(self._rulings, 'rulings')} in long logs")
        if not left:
            return ""
        return f"to save time, referee did not ask {' or '.join(left)}; --readings asks about all"

    def name_project(self, project: ProjectUse | None) -> None:
        """Name the project file on standard error, unless the text of the answer does."""
        if self._form != "text":
            super().name_project(project)

    def announce(self, what: Finding | Complaint) -> None:
        """Report what is wrong with a log whose verdict is still to come, and end the run if that is enough."""
        self._tell(what)
        if self._bad + 1 == self._most and (isinstance(what, Complaint) or what.kind == "violation"):
            self.enough = self._stop.asked = True
