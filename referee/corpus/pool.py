"""Judging many logs: here, on several cores or on a Dask cluster, with the same answer in the same order."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from referee.core.places import COMMAND_LINE, Place, RulesetOptions, SourceError, Trust
from referee.core.verdict import Verdict
from referee.corpus import parts
from referee.corpus.parts import JudgeOptions, Part, Report, Stages, judge_part
from referee.corpus.paths import PathRemark
from referee.judging.judge import no_verdict, on_line
from referee.source import Document
from referee.source.files import UNPACKED, relative_to
from referee.source.lines import LARGE_BATCH, LineBatch
from referee.source.records import RecordFile
from referee.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

WINDOW = 4
"""Parts under way for each process: enough that none waits, few enough to fit in memory."""

MOST_A_CORE, MOST_ON_WINDOWS = 8, 61
"""The most processes per core, however many are asked for (more would only fill memory), and for which Windows can wait."""

PATIENCE = 5
"""Seconds that a scheduler may take to answer."""

ADDRESS = r"(?:(?P<how>tcp|tls)://)?(?:\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+):(?P<port>[0-9]{1,5})"

T = TypeVar("T")
Answer = list[Report]


class Ticket(Protocol):
    """What an answer comes for: a future of a process, or of Dask."""

    def result(self) -> Answer:
        """Return the answer once it is there. Raises what went wrong on the way."""


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
    workers: Cores | Cluster | None = None
    if cluster is not None:
        stop.waiting = True
        chosen = options.chosen._replace(trust=options.chosen.trust or "names")
        workers = Cluster(options._replace(chosen=chosen, folder=os.path.abspath("")), cluster)
        stop.waiting = False
        size = LARGE_BATCH
        remarks = workers.remarks
    elif jobs != 1:
        workers = Cores(options, jobs or os.cpu_count() or 1)
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


def _answer(workers: Cores | Cluster, part: Part, ticket: Ticket, stop: Stop) -> Generator[Report, None, bool]:
    """Yield the answer to a part from where it is judged, and return whether it came before a stop. Of a cluster nothing is
    left behind then that must end first."""
    stop.waiting = isinstance(workers, Cluster)
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


class Cores:
    """Processes of this machine. A part during which one dies is judged once more by itself, and then given up."""

    def __init__(self, options: JudgeOptions, jobs: int) -> None:
        self.options, self.width = options, most_processes(jobs)
        self._pool = processes(self.width)

    def submit(self, part: Part) -> Future[Answer]:
        """Give a part to the next free process."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self._pool.submit(answer_to, part, self.options)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = processes(self.width)
            return self._pool.submit(answer_to, part, self.options)

    def answer(self, part: Part, ticket: Ticket) -> Answer:
        """Return the result of a part."""
        from concurrent.futures.process import BrokenProcessPool

        with suppress(BrokenProcessPool):
            return ticket.result()
        with suppress(BrokenProcessPool), processes(1) as alone:
            return alone.submit(answer_to, part, self.options).result()
        return [worker_death(part)]

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)


class Cluster:
    """The workers of a Dask scheduler. Raises SourceError if it does not answer, or judges with another referee.

    The lines of games are sent to them, and other files are read there: every worker sees those, and house rules, under the
    same paths. A part whose worker is lost is judged by another.
    """

    def __init__(self, options: JudgeOptions, address: str) -> None:
        parts = re.fullmatch(ADDRESS, address)
        if parts is None or not 0 < int(parts["port"]) < 1 << 16:
            _refuse(f"--cluster names a Dask scheduler by host and port, as in tcp://scheduler:8786, not {address!r}")
        import logging

        try:
            from distributed import Client
            from distributed.security import Security
        except ImportError:
            _refuse("--cluster needs the package distributed; install it with pip install 'referee[cluster]'")
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        security: Any = Security
        if parts["how"] == "tls" and security().get_connection_args("client")["ssl_context"] is None:
            _refuse(f"{address} needs certificates; name them in Dask's configuration, under distributed.comm.tls")
        try:
            self._client = _connect(partial(Client, address, timeout=PATIENCE, set_as_default=False))
        except TimeoutError:
            _refuse(f"no Dask scheduler answers at {address} within {PATIENCE} seconds")
        except Exception as error:  # whatever Dask makes of an answer that is not a scheduler's
            _refuse(f"no Dask scheduler answers at {address} ({type(error).__name__})")
        try:
            others = sorted(set(self._client.run(_version).values()) - {__version__})
        except Exception as error:  # anything, when a worker lacks a module
            self._client.close()
            _refuse(f"the workers at {address} cannot run referee; install it there too ({error})")
        if others:
            self._client.close()
            _refuse(f"the workers at {address} have referee {', '.join(others)}; this is {__version__}")
        self.options = options
        threads = self._client.nthreads()
        self.width = max(1, sum(threads.values()))
        if threads:
            self.remarks = []
        else:
            self.remarks = [PathRemark(f"no worker has joined {address} yet; waiting for one")]

    def submit(self, part: Part) -> Ticket:
        """Give a part to the scheduler."""
        ticket: Ticket = self._client.submit(answer_to, part, self.options, pure=False)
        return ticket

    def answer(self, part: Part, ticket: Ticket) -> Answer:
        """Return the result of a part; Dask starts it again if its worker is lost."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            return ticket.result()
        except KilledWorker:
            return [worker_death(part)]
        except FutureCancelledError:
            _refuse("the scheduler is lost; what follows was not judged")

    def close(self) -> None:
        """Leave the cluster; unanswered parts are cancelled when their tickets are dropped."""
        self._client.close()


def worker_death(part: Part) -> Verdict:
    """Return the verdict on a part during which its worker died."""
    message = "the process that was judging this and what follows it here has died; is there enough memory?"
    error = SourceError.at(Place(part.path, part.first, 1), message)
    return on_line(error, no_verdict(part.path, error))


def _connect(connect: Callable[[], Any]) -> Any:
    """Return the result of connecting. Raises TimeoutError: Dask waits for ever for who is silent."""
    from concurrent.futures import Future

    client: Future[Any] = Future()

    def call() -> None:
        try:
            client.set_result(connect())
        except Exception as error:
            client.set_exception(error)

    Thread(target=call, daemon=True).start()
    return client.result(PATIENCE + 1)


def _version() -> str:
    return __version__


def _refuse(message: str) -> NoReturn:
    raise SourceError.at(Place(COMMAND_LINE, 1, 1), message)


def most_processes(jobs: int) -> int:
    """Return so many processes, or as many as make sense here."""
    most = MOST_A_CORE * (os.cpu_count() or 1)
    return min(jobs, most, MOST_ON_WINDOWS if sys.platform == "win32" else most)


def processes(jobs: int) -> ProcessPoolExecutor:
    """Return processes that leave Ctrl-C to the main one, and end with it."""
    from concurrent.futures import ProcessPoolExecutor  # not at the top: a tenth of the start-up time of `validate`

    return ProcessPoolExecutor(most_processes(jobs), initializer=_begin_work)


def _begin_work() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the main one, which decides when the others end; if it dies,
    they end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for deadly in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(deadly, signal.SIG_DFL)  # what the main one does then is not for its workers
    Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    first = parent_process()
    assert first is not None
    wait([first.sentinel])
    os._exit(1)


def answer_to(part: Part, options: JudgeOptions) -> Answer:
    """Return the verdicts on a part as they travel between processes: without the games played through."""
    with parts.garbage_left_longer(), parts.note_bugs(part), relative_to(options.folder):
        return [item.pack() if isinstance(item, Verdict) else item for item in judge_part(part, options)]
