"""Parts of many logs, each judged by itself, and a verdict on every log of a part.

A part can travel to another process and has everything that is needed there. However many judge the parts, the verdicts are the
same: parts end only between games, and every place is counted from the beginning of its file.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from referee import source
from referee.core.events import Finding
from referee.core.formula import FormulaError
from referee.core.places import Complaint, Place, RulesetOptions, SourceError, Unjudgeable, bug_in_words, note_bug
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.corpus.paths import LogFile, PathRemark, logs_in, no_log, sources
from referee.judging.judge import Live, judge, judge_together, no_verdict, on_line
from referee.judging.log import Log
from referee.judging.read import begins, growing_logs, is_of_records, is_whole, whole_logs
from referee.judging.rules import ruleset_of
from referee.source import Document
from referee.source.files import STDIN
from referee.source.lines import LineBatch, load_batches
from referee.source.records import RecordFile

T = TypeVar("T")

MANY = 200_000
"""Games of at least this many bytes are judged together, which makes up for the time to load NumPy."""

ASKED = 20
"""At most this many logs of a run are checked for rulings that decide them, because such a log is judged several times."""
ALL = sys.maxsize
"""In place of ASKED: every log is checked for all its rulings, however long that takes."""
ROOM = 8_000
"""A legal log is checked for deciding rulings only if fewer bytes of logs come before it in the run. That is one or two
evenings, so the checks hardly slow a run down. Bytes are known before anything is judged, so every process decides the same."""


class JudgeOptions(NamedTuple):
    """How logs are judged.

    chosen: house rules, variants and readings besides those of each log, and which files a log may load.
    as_played: whether illegal but possible events stand. strict: whether doubts are violations.
    run: tells one run from another; a process that judges for several reads the rulesets again for each.
    folder: where relative paths begin; another process may have another working folder.
    max_unpacked: at most this many bytes of a compressed file are read.
    debug: whether an error of referee's own is raised, rather than reported.
    keep: makes of a verdict whatever is kept of its game, which itself stays where it was judged; the result must be able to
    travel between processes.
    asked: logs on the first `asked` lines of the first `asked` files, and logs that are not legal, are judged again to find out
    which rulings decide them; 0 for no logs. Of legal logs only those before `ROOM` is used up, unless `asked` is `ALL`.
    """

    chosen: RulesetOptions = RulesetOptions()
    as_played: bool = False
    strict: bool = False
    run: str = ""
    folder: str = ""
    max_unpacked: int = source.UNPACKED
    debug: bool = False
    keep: Callable[[Verdict], object] | None = None
    asked: int = ASKED


Report = Verdict | PathRemark | Finding | Complaint
"""Whatever a run reports. While a log still grows, a finding, or why something cannot be judged, is reported by itself."""


class Bug(PathRemark):
    """An error of referee's own: where it arose, what was being judged, and its message. Only the current log is lost."""


class Part(NamedTuple):
    """A piece of a run that is judged at once, and may be judged in another process.

    path: the file that it is from, "-" for standard input.
    what: the file itself; some of its lines; the document or records that came through a pipe; or why it cannot be read.
    file: how many files of the run come before it.
    before: how many bytes of the run come before it. Counting stops at `ROOM`, since no more need be known.
    """

    path: str
    what: LogFile | LineBatch | Document | RecordFile | SourceError
    file: int = 0
    before: int = 0

    @property
    def grows(self) -> bool:
        """Whether its lines come one by one, from a table that is still playing; then it cannot travel."""
        return isinstance(self.what, LineBatch) and not isinstance(self.what.lines, list)

    @property
    def first(self) -> int:
        """The line of the file with which it begins, from 1."""
        if isinstance(self.what, LineBatch):
            return self.what.first
        return 1

    @property
    def size(self) -> int:
        """Its bytes as they are read; 0 if that is not known, as of a pipe."""
        if isinstance(self.what, LineBatch):
            return self.what.size
        try:
            return os.path.getsize(self.path)
        except (OSError, ValueError):
            return 0

    def bytes_before(self, line: int) -> int:
        """How many bytes of the run come before a line of the file in this part. While lines still come in one by one, those of
        the part itself do not count."""
        if not isinstance(self.what, LineBatch) or self.grows:
            return self.before
        size = self.before
        for number, text in self.what.lines:
            if number >= line:
                break
            if isinstance(text, bytes):
                size += len(text)
        return size


def parts(paths: Iterable[str], options: JudgeOptions, size: int = 0) -> Iterator[Part | PathRemark]:
    """Yield the parts of all files that paths name, in order, with remarks about the paths.

    size: about how many bytes of a file in lines make a part; 0 for as many as are worth judging together.
    """
    files = 0
    bytes_before = 0
    for item in sources(paths, out=options.chosen.trust == "all"):
        if isinstance(item, PathRemark):
            yield item
            continue
        for part in parts_of(item, options.max_unpacked, size):
            yield part._replace(file=files, before=bytes_before)
            if bytes_before < ROOM:
                bytes_before += part.size
        files += 1


def parts_of(item: LogFile | SourceError, max_unpacked: int, size: int = 0) -> Iterator[Part]:
    """Yield the parts of one file, or the one part that says why there is no file; `size` is as for `parts`."""
    if isinstance(item, SourceError):
        yield Part(item.complaints[0].place.file, item)
    elif item.path == "-" or source.is_lines(item.path):
        try:
            for batch in load_batches(item.path, begins, is_whole, max_unpacked, size):
                yield Part(item.path, batch)
        except SourceError as error:
            yield Part(item.path, error)
    else:
        yield Part(item.path, item)


KEPT = 128
"""A RulesetCache keeps at most this many rulesets, those used last: a game has thousands of combinations of variants."""


class RulesetCache:
    """The rulesets of the logs of one run, each loaded once as long as logs keep using it."""

    def __init__(self, chosen: RulesetOptions) -> None:
        self.chosen = chosen
        self._loaded: dict[tuple[object, ...], Ruleset] = {}

    def ruleset(self, log: Log) -> Ruleset:
        """The rules of a log, with the house rules, variants and readings chosen for the run. Raises Unjudgeable."""
        trust = self.chosen.trust
        if trust is None:
            trust = log.trust
        key = (log.game, log.houses, log.variants, str(log.ruling), log.pinned, os.path.dirname(log.path), trust)
        rules = self._loaded.pop(key, None)
        if rules is None:
            rules = ruleset_of(
                log,
                houses=self.chosen.houses,
                variants=self.chosen.variants,
                ruling=self.chosen.ruling,
                trust=trust,
                named_project=self.chosen.project,
            )
        self._loaded[key] = rules  # as the one used last
        if len(self._loaded) > KEPT:
            del self._loaded[next(iter(self._loaded))]
        return rules


STAGES = ("parse", "schema", "fold", "report")
"""The stages of a run, as its times are reported. parse: from the disk to plain data. schema: whether it is a log with a sound
head. fold: reading, judging and applying every event, and the verdict. report: printing."""


class Stages:
    """A stopwatch for the stages of a run, with the `seconds` spent in each by a clock; without a clock it stands still."""

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(STAGES, 0.0)
        self._clock = clock
        self._now = "report"
        self._since = 0.0
        if clock:
            self._since = clock()

    def to(self, stage: str) -> str:
        """Count the time from now on for this stage, and give back the name of the stage before."""
        before = self._now
        self._now = stage
        if self._clock:
            now = self._clock()
            self.seconds[before] += now - self._since
            self._since = now
        return before

    def through(self, stage: str, items: Iterable[T]) -> Iterator[T]:
        """Yield the items. The time to make each counts for this stage, unless it calls `to` for another; the time that the
        caller spends between them counts for the caller's stage."""
        before = self.to(stage)
        for item in items:
            self.to(before)
            yield item
            before = self.to(stage)
        self.to(before)


UNTIMED = Stages()
"""A stopwatch that stands still, for runs whose times nobody wants."""


@lru_cache(4)
def _rulesets_of(run: str, chosen: RulesetOptions) -> RulesetCache:
    """The rulesets of a run, by its name. A process keeps those of the last four runs, and reads them once for each."""
    return RulesetCache(chosen)


def judge_part(
    part: Part, options: JudgeOptions, cache: RulesetCache | None = None, stages: Stages = UNTIMED
) -> Iterator[Report]:
    """Yield a verdict on every log in a part, in order; findings in a log that grows come as soon as they are made.

    An error of referee's own costs only the log at which it arises, unless `options.debug` has it raised.
    """
    if not cache:
        cache = _rulesets_of(options.run, options.chosen)
    judged = 0
    try:
        for item in _judge_part(part, options, cache, stages):
            yield _finish(item, part, options)
            if isinstance(item, Verdict):
                judged += 1
    except FormulaError:
        raise
    except Exception as bug:
        if options.debug:
            raise
        yield from _judge_after_bug(bug, part, options, cache, judged)


def _judge_after_bug(
    bug: Exception, part: Part, options: JudgeOptions, cache: RulesetCache, done: int
) -> Iterator[Report]:
    """Yield the verdicts on the rest of a part after an error of referee's own, without the first `done` logs.

    Lines are judged once more, each by itself: the log at which the error arises again is named, and is the only one lost. Of
    anything else the whole part is lost.
    """
    path = part.path
    what = part.what
    named = False
    one_by_one = False
    lines: Iterable[Document | SourceError | RecordFile] = ()
    try:
        if isinstance(what, LineBatch) and not part.grows:
            one_by_one = True
            lines = what.documents
        for log in islice(whole_logs(lines), done, None):
            try:
                yield _finish(on_line(log, judge_log(log, options, cache, path)), part, options)
            except Exception as again:
                named = True
                assert isinstance(log, Log)
                yield Bug(bug_in_words(again, f"{path}:{log.line}"))
                yield _finish(on_line(log, _bug_verdict(again, path, log.line)), part, options)
    except Exception as unreadable:
        bug = unreadable
        one_by_one = False
    if not named:
        yield Bug(bug_in_words(bug, f"{path} from line {part.first} on"))
    if not one_by_one:
        yield _finish(_bug_verdict(bug, path, part.first), part, options)


def _finish(item: Report, part: Part, options: JudgeOptions) -> Report:
    """The same report. A verdict is changed in place: it keeps of its game only what the options ask for, and forgets the
    question which rulings decide its log if there are too many logs for that."""
    if not isinstance(item, Verdict):
        return item
    item.in_full = options.asked == ALL
    if not _is_asked(item, part, options.asked):
        item.leave_unasked()
    if options.keep is not None:
        item.keep(options.keep(item))
    elif not options.debug and isinstance(part.what, LogFile):
        item.findings  # noqa: B018 - an error of referee's own is met here, where it costs this log alone
    return item


def _is_asked(verdict: Verdict, part: Part, most: int) -> bool:
    """Whether a log is checked for rulings that decide it; `most` is JudgeOptions.asked."""
    if most in (0, ALL) or verdict.status != "legal":
        return most > 0
    if part.file >= most or max(verdict.line, 1) > most:
        return False
    return part.bytes_before(verdict.line) < ROOM


def _bug_verdict(bug: Exception, path: str, line: int) -> Verdict:
    """The verdict on a log that cannot be judged because of an error of referee's own."""
    message = f"this is not judged, because referee has a bug{bug_in_words(bug)}"
    return no_verdict(path, SourceError.at(Place(path, line, 1), message))


def _judge_part(part: Part, options: JudgeOptions, cache: RulesetCache, stages: Stages) -> Iterator[Report]:
    """Yield the verdicts on a part, whatever kind of thing it is, with the time of each stage on the stopwatch."""
    what = part.what
    if isinstance(what, SourceError):
        yield no_verdict(what.complaints[0].place.file, what)
    elif isinstance(what, LineBatch) and part.grows:
        yield from _judge_stream(what.documents, options, cache)
    else:
        yield from stages.through("fold", _judge_logs(_logs_of(part, options, stages), part, options, cache))


def _logs_of(part: Part, options: JudgeOptions, stages: Stages) -> Iterator[Log | Unjudgeable]:
    """The logs of a part that is there as a whole, read as they are asked for; in place of a log that cannot be read, why."""
    what = part.what
    if isinstance(what, LogFile):
        return stages.through("parse", logs_in(what, options.max_unpacked, options.chosen.game))
    documents: Iterable[Document | SourceError | RecordFile]
    if isinstance(what, LineBatch):
        documents = what.documents
    else:
        assert not isinstance(what, SourceError)
        documents = [what]
    return stages.through("schema", whole_logs(stages.through("parse", documents), options.chosen.game))


def _judge_logs(
    logs: Iterable[Log | Unjudgeable], part: Part, options: JudgeOptions, cache: RulesetCache
) -> Iterator[Verdict | PathRemark]:
    """Yield a verdict on each of the logs of a part; those in many lines are judged together."""
    what = part.what
    path = part.path
    if path == "-":
        path = STDIN
    if isinstance(what, LineBatch) and what.size >= MANY:
        ready = _ready_on_lines(logs, cache, path)
        yield from judge_together(ready, as_played=options.as_played, strict=options.strict)
        return
    for log in logs:
        if isinstance(what, LogFile) and what.found and isinstance(log, Unjudgeable):
            why = no_log(path)
            if why:
                yield PathRemark(f"{path}: skipped; {why}")
                continue
        verdict = judge_log(log, options, cache, path)
        if isinstance(what, LineBatch) or is_of_records(log):
            verdict = on_line(log, verdict)
        yield verdict


def _ready_on_lines(
    logs: Iterable[Log | Unjudgeable], cache: RulesetCache, path: str
) -> Iterator[tuple[Log, Ruleset] | Verdict]:
    """Yield each log with its ruleset; or, where there is none, the verdict that says so, with the line of the log."""
    for log in logs:
        ready = _ready(log, cache, path)
        if isinstance(ready, Verdict):
            ready = on_line(log, ready)
        yield ready


def _judge_stream(
    documents: Iterator[Document | SourceError], options: JudgeOptions, cache: RulesetCache
) -> Iterator[Report]:
    """Yield the verdicts on logs that come in line by line, and before them each finding as soon as it is known."""
    for _, growth in groupby(growing_logs(documents), id):
        yield from _judge_growth(growth, options, cache)


def _judge_growth(growth: Iterator[Log | Unjudgeable], options: JudgeOptions, cache: RulesetCache) -> Iterator[Report]:
    """Yield the findings in a log as its events come in, and its verdict at the end; `growth` yields the log first without
    events, then the same object after each event that was added to it."""
    log = next(growth)
    if not isinstance(log, Log) or not log.grows:
        yield on_line(log, judge_log(log, options, cache, STDIN))
        return
    try:
        live = Live(log, cache.ruleset(log), as_played=options.as_played)
        for _ in growth:
            yield from _judge_new_events(live, options)
    except Unjudgeable as unjudgeable:
        yield on_line(log, no_verdict(log.path, unjudgeable, log.game))
    else:
        yield live.verdict(strict=options.strict)


def _judge_new_events(live: Live, options: JudgeOptions) -> Iterator[Report]:
    """Yield the findings in the events that were added to a log since the last time; and, once, that its judging stops."""
    folded = live.played.folded
    had_stopped = folded.halted
    if had_stopped and live.log.cut is None:
        return
    news = live.judge()
    yield from news
    is_unreadable = any(isinstance(one, Complaint) for one in news)
    if had_stopped or not (folded.halted or is_unreadable):
        return
    why = "judging stops here; what follows is a game that was not played (--as-played continues)"
    if is_unreadable or folded.stuck or options.as_played:
        why = "judging of this game stops here; what follows in it is not judged"
    yield PathRemark(f"{live.log.path}: {why}")


def _ready(log: Log | Unjudgeable, cache: RulesetCache, path: str) -> tuple[Log, Ruleset] | Verdict:
    """A log with its ruleset; or the verdict that it has none, or that it is not a log at all."""
    if isinstance(log, Unjudgeable):
        return no_verdict(path, log, ruleset=cache.ruleset)
    try:
        return log, cache.ruleset(log)
    except Unjudgeable as unjudgeable:
        return no_verdict(log.path, unjudgeable, log.game)


def judge_log(log: Log | Unjudgeable, options: JudgeOptions, cache: RulesetCache, path: str) -> Verdict:
    """The verdict on a log, or on the error in its place; `path` is the file in which it would be."""
    ready = _ready(log, cache, path)
    if isinstance(ready, Verdict):
        return ready
    return judge(*ready, as_played=options.as_played, strict=options.strict)


@contextmanager
def raise_gc_threshold() -> Iterator[None]:
    """Let Python collect garbage less often: a long line is thousands of small lists, none in a cycle. All objects are still
    looked at, twice in a million new ones, because discarded rulesets are cycles."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 10, 2)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def note_bugs(part: Part) -> Iterator[None]:
    """Add to an error of referee's own, which goes on its way, the part that was being judged."""
    try:
        yield
    except Exception as bug:
        note_bug(bug, f"{part.path} from line {part.first} on")
        raise
