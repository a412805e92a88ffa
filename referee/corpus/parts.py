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
from referee.core.data import Data
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
"""The most logs of a run of which it is asked which rulings decided them: that takes as long as judging them several times."""
ALL = sys.maxsize
"""So many are asked about if all are, each of all its rulings, however long that takes."""
ROOM = 8_000
"""It is asked of a legal log only if fewer bytes of logs come before it in the run, which are one or two evenings: then a run
takes hardly longer than without asking. Bytes are known before anything is judged, so every process decides the same."""


class JudgeOptions(NamedTuple):
    """Options of judging: by which rules besides a log's own, whether illegal events stand, whether doubts are violations.

    `run` tells one run from another: a process that judges for several reads the rulesets again for each. Relative paths begin
    in `folder`, which may not be the working folder of another process. At most `max_unpacked` bytes of a compressed file are
    read. With `debug` an error of referee's own is raised. `keep` says what a verdict keeps of its game, which then stays where
    it was judged; what is kept can travel to another process. Of the logs on the first `asked` lines of the first `asked`
    files, and of those that are not legal, it is found out which rulings decide them, by judging them again; of none if it
    is 0. Of legal logs it is asked only as far as there is `ROOM`, unless `ALL` are.
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
"""A finding, or why something cannot be judged, is reported by itself while its log still grows."""


class Bug(PathRemark):
    """An error of referee's own: where it arose, what was being judged, and what it says. It costs only the current log."""


class Part(NamedTuple):
    """A part that is judged at once: a file, some of its lines, standard input, or a fault; so many `file`s and bytes came
    `before` it, of which only the first `ROOM` are counted."""

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
        """The line with which it begins."""
        if isinstance(self.what, LineBatch):
            return self.what.first
        return 1

    @property
    def size(self) -> int:
        """Its bytes as they are read, 0 if that is not known."""
        if isinstance(self.what, LineBatch):
            return self.what.size
        try:
            return os.path.getsize(self.path)
        except (OSError, ValueError):
            return 0

    def bytes_before(self, line: int) -> int:
        """Return how many bytes of the run come before one of its lines, if that has come."""
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
    """Yield what paths name, in order, in parts to judge apart; `size` is for `load_batches`."""
    file = before = 0
    for item in sources(paths, out=options.chosen.trust == "all"):
        if isinstance(item, PathRemark):
            yield item
        else:
            for part in parts_of(item, options.max_unpacked, size):
                yield part._replace(file=file, before=before)
                if before < ROOM:
                    before += part.size
            file += 1


def parts_of(item: LogFile | SourceError, max_unpacked: int, size: int = 0) -> Iterator[Part]:
    """Yield the parts of one file."""
    if isinstance(item, SourceError):
        yield Part(item.complaints[0].place.file, item)
    elif item.path == "-" or source.is_lines(item.path):
        try:
            batches = load_batches(item.path, begins, is_whole, max_unpacked, size)
            yield from (Part(item.path, batch) for batch in batches)
        except SourceError as error:
            yield Part(item.path, error)
    else:
        yield Part(item.path, item)


KEPT = 128
"""The most rulesets that are kept: those of the logs judged last. A game has thousands of variants and readings."""


class RulesetCache:
    """The rulesets of the logs of one run, each loaded once as long as logs keep using it."""

    def __init__(self, chosen: RulesetOptions) -> None:
        self.chosen = chosen
        self._loaded: dict[tuple[object, ...], Ruleset] = {}

    def ruleset(self, log: Log) -> Ruleset:
        """Return the rules of a log, with the additional choices. Raises Unjudgeable."""
        trust = self.chosen.trust or log.trust
        key = (log.game, log.houses, log.variants, str(log.ruling), log.pinned, os.path.dirname(log.path), trust)
        rules = self._loaded.pop(key, None)
        if rules is None:
            houses, variants, ruling, _, _, project = self.chosen
            more: Data = {"houses": houses, "variants": variants, "ruling": ruling}
            rules = ruleset_of(log, trust=trust, named_project=project, **more)
        self._loaded[key] = rules
        if len(self._loaded) > KEPT:
            del self._loaded[next(iter(self._loaded))]
        return rules


STAGES = ("parse", "schema", "fold", "report")
"""parse: from the disk to plain data. schema: whether it is a log with a sound head. fold: reading, judging and applying every
event, and the verdict. report: what is reported about it."""


class Stages:
    """`seconds` spent in each stage, by a clock in seconds; without a clock nothing is timed."""

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self._clock = clock
        self._now, self._since = "report", clock() if clock else 0.0

    def to(self, stage: str) -> str:
        """Count the time from now on for this stage; return the one before."""
        before = self._now
        self._now = stage
        if self._clock:
            now = self._clock()
            self.seconds[before] += now - self._since
            self._since = now
        return before

    def through(self, stage: str, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; the time to make each counts for this stage, except what counts for another inside it."""
        before = self.to(stage)
        for item in items:
            self.to(before)
            yield item
            before = self.to(stage)
        self.to(before)


UNTIMED = Stages()


@lru_cache(4)
def _rulesets_of(run: str, chosen: RulesetOptions) -> RulesetCache:
    """Return the rulesets of one of the last runs of this process, which are read once for each."""
    return RulesetCache(chosen)


def judge_part(
    part: Part, options: JudgeOptions, cache: RulesetCache | None = None, stages: Stages = UNTIMED
) -> Iterator[Report]:
    """Yield a verdict on every log in a part, in order; findings in a log that grows come as soon as they are made."""
    if not cache:
        cache = _rulesets_of(options.run, options.chosen)
    judged = 0
    try:
        for item in _judge_part(part, options, cache, stages):
            yield _finish(item, part, options)
            judged += isinstance(item, Verdict)
    except FormulaError:
        raise
    except Exception as bug:
        if options.debug:
            raise
        yield from _in_spite_of(bug, part, options, cache, judged)


def _in_spite_of(bug: Exception, part: Part, options: JudgeOptions, cache: RulesetCache, done: int) -> Iterator[Report]:
    """Yield what is left to say after an error of referee's own: the logs that are not done, and which of them it costs."""
    path = part.path
    what = part.what
    met = False
    apart = isinstance(what, LineBatch) and not part.grows
    try:
        lines = what.documents if isinstance(what, LineBatch) and apart else ()
        for log in islice(whole_logs(lines), done, None):
            try:
                yield _finish(on_line(log, judge_log(log, options, cache, path)), part, options)
            except Exception as again:
                met = True
                assert isinstance(log, Log)
                yield Bug(bug_in_words(again, f"{path}:{log.line}"))
                yield _finish(on_line(log, _bug_verdict(again, path, log.line)), part, options)
    except Exception as unreadable:
        bug = unreadable
        apart = False
    if not met:
        yield Bug(bug_in_words(bug, f"{path} from line {part.first} on"))
    if not apart:
        yield _finish(_bug_verdict(bug, path, part.first), part, options)


def _finish(item: Report, part: Part, options: JudgeOptions) -> Report:
    """Return the same; a verdict with what is kept of its game, and without asking which rulings decide one of many logs."""
    if isinstance(item, Verdict):
        item.in_full = options.asked == ALL
        if not _is_asked(item, part, options.asked):
            item.leave_unasked()
        if options.keep is not None:
            item.keep(options.keep(item))
        elif not options.debug and isinstance(part.what, LogFile):
            item.findings  # noqa: B018 - an error of referee's own is met here, where it costs this log alone
    return item


def _is_asked(verdict: Verdict, part: Part, most: int) -> bool:
    """Return whether it is asked which rulings decide a log."""
    if most in (0, ALL) or verdict.status != "legal":
        return most > 0
    if part.file >= most or max(verdict.line, 1) > most:
        return False
    return part.bytes_before(verdict.line) < ROOM


def _bug_verdict(bug: Exception, path: str, line: int) -> Verdict:
    """Return the verdict on a log that cannot be judged because of an error of referee's own."""
    message = f"this is not judged, because referee has a bug{bug_in_words(bug)}"
    return no_verdict(path, SourceError.at(Place(path, line, 1), message))


def _judge_part(part: Part, options: JudgeOptions, cache: RulesetCache, stages: Stages) -> Iterator[Report]:
    what = part.what
    if isinstance(what, SourceError):
        yield no_verdict(what.complaints[0].place.file, what)
    elif isinstance(what, LineBatch) and part.grows:
        yield from _judge_stream(what.documents, options, cache)
    else:
        if isinstance(what, LogFile):
            logs = stages.through("parse", logs_in(what, options.max_unpacked, options.chosen.game))
        else:
            lines = what.documents if isinstance(what, LineBatch) else iter([what])
            logs = stages.through("schema", whole_logs(stages.through("parse", lines), options.chosen.game))
        yield from stages.through("fold", _judge_logs(logs, part, options, cache))


def _judge_logs(
    logs: Iterable[Log | Unjudgeable], part: Part, options: JudgeOptions, cache: RulesetCache
) -> Iterator[Verdict | PathRemark]:
    """Yield a verdict on each of the logs of a part; those in many lines are judged together."""
    what = part.what
    path = STDIN if part.path == "-" else part.path
    if isinstance(what, LineBatch) and what.size >= MANY:
        both = ((log, _ready(log, cache, path)) for log in logs)
        ready = (on_line(log, one) if isinstance(one, Verdict) else one for log, one in both)
        yield from judge_together(ready, as_played=options.as_played, strict=options.strict)
        return
    for log in logs:
        if isinstance(what, LogFile) and what.found and isinstance(log, Unjudgeable) and (why := no_log(path)):
            yield PathRemark(f"{path}: skipped; {why}")
            continue
        verdict = judge_log(log, options, cache, path)
        yield on_line(log, verdict) if isinstance(what, LineBatch) or is_of_records(log) else verdict


def _judge_stream(
    documents: Iterator[Document | SourceError], options: JudgeOptions, cache: RulesetCache
) -> Iterator[Report]:
    """Yield the verdicts on logs that grow, and before them what is wrong as soon as it is known."""
    for grown in (same for _, same in groupby(growing_logs(documents), id)):
        log = next(grown)  # and once more after each of its events
        if not isinstance(log, Log) or not log.grows:
            yield on_line(log, judge_log(log, options, cache, STDIN))
            continue
        try:
            live = Live(log, cache.ruleset(log), as_played=options.as_played)
            for _ in grown:
                yield from _new(live, options)
        except Unjudgeable as unjudgeable:
            yield on_line(log, no_verdict(log.path, unjudgeable, log.game))
        else:
            yield live.verdict(strict=options.strict)


def _new(live: Live, options: JudgeOptions) -> Iterator[Report]:
    """Yield what is new about a live log since the last time."""
    folded = live.played.folded
    before = folded.halted
    if before and live.log.cut is None:
        return
    news = live.judge()
    complaints = any(isinstance(one, Complaint) for one in news)
    yield from news
    if before or not (folded.halted or complaints):
        return
    why = "judging stops here; what follows is a game that was not played (--as-played continues)"
    if complaints or folded.stuck or options.as_played:
        why = "judging of this game stops here; what follows in it is not judged"
    yield PathRemark(f"{live.log.path}: {why}")


def _ready(log: Log | Unjudgeable, cache: RulesetCache, path: str) -> tuple[Log, Ruleset] | Verdict:
    """Return a log with its ruleset; a verdict if it has none, or if it is not a log at all."""
    if isinstance(log, Unjudgeable):
        return no_verdict(path, log, ruleset=cache.ruleset)
    try:
        return log, cache.ruleset(log)
    except Unjudgeable as unjudgeable:
        return no_verdict(log.path, unjudgeable, log.game)


def judge_log(log: Log | Unjudgeable, options: JudgeOptions, cache: RulesetCache, path: str) -> Verdict:
    """Return the verdict on a log, or on what is in its place."""
    ready = _ready(log, cache, path)
    if isinstance(ready, Verdict):
        return ready
    return judge(*ready, as_played=options.as_played, strict=options.strict)


@contextmanager
def garbage_left_longer() -> Iterator[None]:
    """Collect garbage only after many new objects: a long line is thousands of small lists, none in a cycle. All objects are
    looked at twice in a million new ones, because discarded rulesets are cycles."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 10, 2)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def note_bugs(part: Part) -> Iterator[None]:
    """Note on an error of referee's own which part was being judged."""
    try:
        yield
    except Exception as bug:
        note_bug(bug, f"{part.path} from line {part.first} on")
        raise
