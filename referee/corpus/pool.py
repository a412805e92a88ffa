"""A run over many logs, judged here or by workers in other processes, with the same answer in the same order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
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


class Ticket(Protocol):
    """What an answer comes for: a future of a process, or of Dask."""

    def result(self) -> Answer:
        """Return the answer once it is there. Raises what went wrong on the way."""


class Workers(Protocol):
    """Those who judge parts at the same time: processes of this machine, or of others.

    `width` is how many there are, and `remarks` is what must be said of them first. Who `may_leave` waits for no answer before
    the program ends.
    """

    width: int
    remarks: Sequence[PathRemark]
    may_leave: bool

    def submit(self, part: Part) -> Any:
        """Give a part to whoever is free next; return a ticket for its answer."""

    def answer(self, part: Part, ticket: Any) -> Answer:
        """Wait for the reports on a part."""

    def close(self) -> None:
        """Let them go."""


class OtherProcesses(Protocol):
    """What the wing of workers gives: its module."""

    def cores(self, options: JudgeOptions, jobs: int, /) -> Workers:
        """Processes of this machine."""

    def cluster(self, options: JudgeOptions, address: str, /) -> Workers:
        """The workers of a Dask scheduler. Raises SourceError."""

    def processes(self, jobs: int, /) -> ProcessPoolExecutor:
        """Processes that end with this one."""


def other_processes() -> OtherProcesses | None:
    """What judges in other processes; None if the wing is not there, and everything is done in this one."""
    place = own_workers()
    if not place:
        return None
    found: Any = import_module(place)
    return cast("OtherProcesses", found)


class Stop:
    """A way to ask, for example from a signal, that judging end after the current game.

    `waiting` is true while something is read, which may never end: then an interruption may be raised at once.
    """

    asked = waiting = False


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
    houses, variants = ((one,) if isinstance(one, str) else tuple(one) for one in (houses, variants))
    chosen = RulesetOptions(houses, variants, dict(ruling or {}), trust)
    options = JudgeOptions(chosen, as_played, strict, max_unpacked=max_unpacked, debug=True)
    named = [paths] if isinstance(paths, str | os.PathLike) else paths
    for item in judge_paths((os.fspath(path) for path in named), options, jobs=jobs):
        if isinstance(item, Verdict):
            yield item


def judge_paths(
    paths: Iterable[str],
    options: JudgeOptions,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    stop: Stop | None = None,
    done: Callable[[Part], None] = lambda part: None,
    known: Callable[[Part], Sequence[object] | None] | None = None,
    stages: Stages = parts.UNTIMED,
) -> Iterator[Report]:
    """Return a verdict on every log that paths name, and remarks about the paths; `done` gets each part that has been judged.

    cluster: the address of a Dask scheduler, such as tcp://host:8786, whose workers then judge.
    known: is called with each part once it has been read, and returns what was reported of it before, if anything. The parts
    of a file of many games then stay the same when more games are added to it.
    stages: keeps the time of each stage of what is judged in this process.
    """
    if not stop:
        stop = Stop()
    options = options._replace(run=os.urandom(8).hex())
    if known is None:
        size = 0
    else:
        size = LARGE_BATCH // 2
    remarks = list[PathRemark]()
    workers: Workers | None = None
    others = None
    if cluster is not None or jobs != 1:
        others = other_processes()
    if cluster is not None:
        if others is None:
            raise SourceError.at(
                Place(COMMAND_LINE, 1, 1), "nothing that is installed judges on a cluster; omit --cluster"
            )
        stop.waiting = True
        chosen = options.chosen._replace(trust=options.chosen.trust or "names")
        workers = others.cluster(options._replace(chosen=chosen, folder=os.path.abspath("")), cluster)
        stop.waiting = False
        size = LARGE_BATCH
        remarks += workers.remarks
    elif others is not None:
        workers = others.cores(options, jobs)
    todo = stages.through("parse", _until_stopped(chain(remarks, parts.parts(paths, options, size)), stop))

    def begin(part: Part | PathRemark) -> tuple[Part | PathRemark, Any]:
        """Return a part with what is reported of it, for which nobody waits yet; what cannot travel is judged here: a table
        that still plays, and a document or records that came through a pipe."""
        if isinstance(part, PathRemark):
            return part, ()
        if known is not None and (before := known(part)) is not None:
            return part, before
        if workers is None or part.grows or isinstance(part.what, Document | RecordFile):
            return part, _judge_here(part, options, stop, stages)
        return part, _answer(workers, part, workers.submit(part), stop)

    def in_order() -> Iterator[Report]:
        try:
            with parts.garbage_left_longer() if workers is None else nullcontext():
                for part, reports in ahead(map(begin, todo), 1 if workers is None else WINDOW * workers.width):
                    if isinstance(part, PathRemark):
                        yield part
                        continue
                    with parts.note_bugs(part):
                        whole = yield from reports
                    if whole is not False:
                        done(part)
                    if stop.asked:
                        return
        finally:
            if workers is not None:
                with suppress(KeyboardInterrupt):  # a second one must not cost the final report
                    workers.close()

    return in_order()


def _until_stopped(todo: Iterator[T], stop: Stop) -> Iterator[T]:
    """Yield the same until a stop is asked for. An interruption while waiting for the next item, without such a request, is for
    whoever called."""
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
    """Yield what is begun by asking for it, in order, with up to this many under way."""
    waiting: deque[T] = deque()
    for item in begun:
        waiting.append(item)
        if len(waiting) >= most:
            yield waiting.popleft()
    yield from waiting


def _answer(workers: Workers, part: Part, ticket: Ticket, stop: Stop) -> Generator[Report, None, bool]:
    """Yield the answer to a part from where it is judged, and return whether it came before a stop. Of a cluster nothing is
    left behind then that must end first."""
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
    """Yield the verdicts on a part up to a stop, and return whether these are all; a part that might never end ends then with a
    verdict on what has come."""
    if isinstance(part.what, LineBatch) and not isinstance(part.what.lines, list):
        part = part._replace(what=part.what._replace(lines=_until_stopped(part.what.lines, stop)))
    for item in judge_part(part, options, stages=stages):
        yield item
        if stop.asked and not part.grows:
            return False
    return True
