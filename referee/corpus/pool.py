"""A run over many logs, judged here or by workers in other processes, with the same answer in the same order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from referee.core.places import COMMAND_LINE, Place, RulesetOptions, SourceError, Trust
from referee.core.verdict import Verdict
from referee.corpus import parts
from referee.corpus.parts import JudgeOptions, Part, Report, Stages, judge_part
from referee.corpus.paths import PathRemark
from referee.plugins import own_workers
from referee.source import Document
from referee.source.files import UNPACKED
from referee.source.lines import LARGE_BATCH, LineBatch
from referee.source.records import RecordFile

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

WINDOW = 4
"""Parts under way for each process: enough that none waits, few enough to fit in memory."""

T = TypeVar("T")

Answer = list[Report]
"""Everything that is reported about one part."""


class Ticket(Protocol):
    """A promise of an answer: a future of a process, or of Dask."""

    def result(self) -> Answer:
        """The answer, once it is there. Raises whatever went wrong on the way."""
        ...


class Workers(Protocol):
    """Those who judge parts at the same time: processes of this machine, or of others.

    width: how many there are. remarks: reported before anything else. may_leave: whether the program may end without waiting
    for answers that are under way.
    """

    width: int
    remarks: Sequence[PathRemark]
    may_leave: bool

    def submit(self, part: Part) -> Any:
        """Give a part to whoever is free next, for a ticket that `answer` takes."""
        ...

    def answer(self, part: Part, ticket: Any) -> Answer:
        """Wait for the reports on a part; `ticket` is the one that `submit` gave for it."""
        ...

    def close(self) -> None:
        """Let them go."""
        ...


class OtherProcesses(Protocol):
    """The functions of the module `referee.workers`, which is a wing: it may be missing."""

    def cores(self, options: JudgeOptions, jobs: int, /) -> Workers:
        """So many processes of this machine; 0 for one per core."""
        ...

    def cluster(self, options: JudgeOptions, address: str, /) -> Workers:
        """The workers of the Dask scheduler at an address. Raises SourceError if it does not answer."""
        ...

    def processes(self, jobs: int, /) -> ProcessPoolExecutor:
        """So many processes, for any work, that end with this one."""
        ...


def other_processes() -> OtherProcesses | None:
    """The module that judges in other processes; None if its wing is missing, and everything is judged in this one."""
    module = own_workers()
    if not module:
        return None
    found: Any = import_module(module)
    return cast("OtherProcesses", found)


class Stop:
    """A way to ask, for example from a signal, that judging end after the current game.

    asked: set by whoever wants the end. waiting: whether judging waits for something that may never come, such as the next line
    of a pipe; then an interruption may be raised at once.
    """

    asked = False
    waiting = False


def judge_many(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    *,
    jobs: int = 1,
    houses: Sequence[str] | str = (),
    variants: Sequence[str] | str = (),
    ruling: Mapping[str, str] | None = None,
    as_played: bool = False,
    strict: bool = False,
    max_unpacked: int = UNPACKED,
    trust: Trust | None = None,
) -> Iterator[Verdict]:
    """Yield a verdict on every log that paths name (files, folders, patterns, "-" for standard input), in order, as they come.

    jobs: how many processes judge: 0 for one per core, at most eight per core. The verdicts are the same, except that `table`
    is None if another process judged. max_unpacked: how many bytes a compressed file may unpack to. trust: as for `judge`; the
    default is "names", except for a file named here that holds one log. Nothing is raised for bad input: see `judge`.
    """
    if jobs < 0:
        raise ValueError(f"jobs is how many processes judge, 0 for one per core, not {jobs}")
    readings = dict[str, str]()
    if ruling is not None:
        readings.update(ruling)
    chosen = RulesetOptions(_names(houses), _names(variants), readings, trust)
    options = JudgeOptions(chosen, as_played, strict, max_unpacked=max_unpacked, debug=True)
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    for item in judge_paths((os.fspath(path) for path in paths), options, jobs=jobs):
        if isinstance(item, Verdict):
            yield item


def _names(names: Sequence[str] | str) -> tuple[str, ...]:
    """The names that a caller gives, as a list or as a single text."""
    if isinstance(names, str):
        return (names,)
    return tuple(names)


def _ignore(part: Part) -> None:
    """Hear that a part has been judged, and do nothing."""


def judge_paths(
    paths: Iterable[str],
    options: JudgeOptions,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    stop: Stop | None = None,
    done: Callable[[Part], None] = _ignore,
    known: Callable[[Part], Sequence[object] | None] | None = None,
    stages: Stages = parts.UNTIMED,
) -> Iterator[Report]:
    """The verdicts on all logs that paths name, in order, as they come, and remarks about the paths.

    jobs: how many processes judge, 0 for one per core. cluster: the address of a Dask scheduler, such as tcp://host:8786, whose
    workers judge instead; it is called at once, and SourceError raised if that fails.
    stop: with it somebody may ask for an end. done: gets each part once all reports on it have been taken.
    known: is called with each part once it has been read, and gives the reports on it from an earlier run, or None. The parts
    of a file of many games then stay the same when more games are added to it.
    stages: keeps the time of each stage of judging in this process.
    """
    if not stop:
        stop = Stop()
    options = options._replace(run=os.urandom(8).hex())
    size = 0
    if known is not None:
        size = LARGE_BATCH // 2
    workers: Workers | None = None
    remarks: Sequence[PathRemark] = ()
    if cluster is not None:
        workers = _cluster(options, cluster, stop)
        remarks = workers.remarks
        size = LARGE_BATCH
    elif jobs != 1:
        others = other_processes()
        if others is not None:
            workers = others.cores(options, jobs)
    todo = stages.through("parse", _until_stopped(chain(remarks, parts.parts(paths, options, size)), stop))
    return _Run(options, workers, stop, stages, known).reports(todo, done)


def _cluster(options: JudgeOptions, address: str, stop: Stop) -> Workers:
    """The workers of a cluster. Logs there may load no files unless the options say so. Raises SourceError."""
    others = other_processes()
    if others is None:
        raise SourceError.at(Place(COMMAND_LINE, 1, 1), "nothing that is installed judges on a cluster; omit --cluster")
    chosen = options.chosen
    if chosen.trust is None:
        chosen = chosen._replace(trust="names")
    stop.waiting = True
    workers = others.cluster(options._replace(chosen=chosen, folder=os.path.abspath("")), address)
    stop.waiting = False
    return workers


class _Run:
    """A run over parts, each judged here or by workers, and reported in the order of the paths."""

    def __init__(
        self,
        options: JudgeOptions,
        workers: Workers | None,
        stop: Stop,
        stages: Stages,
        known: Callable[[Part], Sequence[object] | None] | None,
    ) -> None:
        self._options = options
        self._workers = workers
        self._stop = stop
        self._stages = stages
        self._known = known

    def reports(self, todo: Iterator[Part | PathRemark], done: Callable[[Part], None]) -> Iterator[Report]:
        """Yield the reports on these parts, and the remarks among them; `done` gets each part that was judged to its end."""
        under_way = 1
        collecting: AbstractContextManager[None] = parts.raise_gc_threshold()
        if self._workers is not None:
            under_way = WINDOW * self._workers.width
            collecting = nullcontext()
        try:
            with collecting:
                for part, reports in ahead(map(self._begin, todo), under_way):
                    if isinstance(part, PathRemark):
                        yield part
                        continue
                    with parts.note_bugs(part):
                        whole = yield from reports
                    if whole is not False:  # reports that were known before say nothing
                        done(part)
                    if self._stop.asked:
                        return
        finally:
            if self._workers is not None:
                with suppress(KeyboardInterrupt):  # a second one must not cost the final report
                    self._workers.close()

    def _begin(self, part: Part | PathRemark) -> tuple[Part | PathRemark, Any]:
        """A part with its reports, which are made as they are taken, or by workers from now on.

        A part that cannot travel is judged here: a table that is still playing, and a document or records from a pipe.
        """
        if isinstance(part, PathRemark):
            return part, ()
        if self._known is not None:
            before = self._known(part)
            if before is not None:
                return part, before
        workers = self._workers
        if workers is None or part.grows or isinstance(part.what, Document | RecordFile):
            return part, _judge_here(part, self._options, self._stop, self._stages)
        return part, _answer(workers, part, workers.submit(part), self._stop)


def _until_stopped(todo: Iterator[T], stop: Stop) -> Iterator[T]:
    """Yield these items until a stop is asked for. Raises KeyboardInterrupt if one comes while the next item is awaited and
    nobody has asked for a stop."""
    while not stop.asked:
        stop.waiting = True
        try:
            item = next(todo)
        except StopIteration:
            return
        except KeyboardInterrupt:
            if not stop.asked:
                raise
            return
        finally:
            stop.waiting = False
        yield item


def ahead(begun: Iterable[T], most: int) -> Iterator[T]:
    """Yield these items in order, but always ask for so many of them beforehand that up to `most` are under way: an item is
    work that begins when it is asked for."""
    waiting: deque[T] = deque()
    for item in begun:
        waiting.append(item)
        if len(waiting) >= most:
            yield waiting.popleft()
    yield from waiting


def _answer(workers: Workers, part: Part, ticket: Ticket, stop: Stop) -> Generator[Report, None, bool]:
    """Yield the reports on a part from its workers; the value of the generator is False if a stop came before the answer."""
    stop.waiting = workers.may_leave
    try:
        answer = workers.answer(part, ticket)
    except KeyboardInterrupt:
        if not stop.asked:
            raise
        return False
    finally:
        stop.waiting = False
    yield from answer
    return True


def _judge_here(part: Part, options: JudgeOptions, stop: Stop, stages: Stages) -> Generator[Report, None, bool]:
    """Yield the reports on a part, judged in this process, up to a stop; the value of the generator is whether these are all.

    A part whose lines still come in, which might never end, ends at a stop with a verdict on the events so far.
    """
    if isinstance(part.what, LineBatch) and not isinstance(part.what.lines, list):
        part = part._replace(what=part.what._replace(lines=_until_stopped(part.what.lines, stop)))
    for item in judge_part(part, options, stages=stages):
        yield item
        if stop.asked and not part.grows:
            return False
    return True
