"""Workers who judge parts of many logs at the same time: the cores of this machine, or a Dask cluster."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, cast

from referee.core.places import COMMAND_LINE, Place, SourceError
from referee.core.verdict import Verdict
from referee.corpus import parts
from referee.corpus.parts import JudgeOptions, Part, Report, judge_part
from referee.corpus.paths import PathRemark
from referee.corpus.pool import Answer
from referee.judging.judge import no_verdict, on_line
from referee.source.files import relative_to
from referee.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

MOST_A_CORE = 8
"""The most processes per core, however many are asked for; more would only fill memory."""

MOST_ON_WINDOWS = 61
"""The most processes for which Windows can wait."""

PATIENCE = 5
"""Seconds that a scheduler may take to answer."""

ADDRESS = r"(?:(?P<how>tcp|tls)://)?(?:\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+):(?P<port>[0-9]{1,5})"


class Cores:
    """Processes of this machine; 0 jobs stand for one per core.

    A part during which a process dies is judged once more by itself, and then given up.
    """

    may_leave = False

    def __init__(self, options: JudgeOptions, jobs: int) -> None:
        """Start the processes."""
        self.options = options
        self.width = most_processes(jobs)
        self.remarks: Sequence[PathRemark] = ()
        self._pool = processes(self.width)

    def submit(self, part: Part) -> Future[Answer]:
        """Give a part to the next free process; if one has died, all are started again."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self._pool.submit(answer_to, part, self.options)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = processes(self.width)
            return self._pool.submit(answer_to, part, self.options)

    def answer(self, part: Part, ticket: Future[Answer]) -> Answer:
        """Return the result of a part, judged once more by itself if a process died in the meantime.

        ticket: what `submit` returned.
        """
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

    may_leave = True

    def __init__(self, options: JudgeOptions, address: str) -> None:
        """Connect to a scheduler, and compare the version of its workers with that of this referee."""
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
            other_versions = sorted(set(self._client.run(_version).values()) - {__version__})
        except Exception as error:  # anything, when a worker lacks a module
            self._client.close()
            _refuse(f"the workers at {address} cannot run referee; install it there too ({error})")
        if other_versions:
            self._client.close()
            _refuse(f"the workers at {address} have referee {', '.join(other_versions)}; this is {__version__}")
        self.options = options
        threads = self._client.nthreads()
        self.width = max(1, sum(threads.values()))
        self.remarks: Sequence[PathRemark] = ()
        if not threads:
            self.remarks = [PathRemark(f"no worker has joined {address} yet; waiting for one")]

    def submit(self, part: Part) -> Any:
        """Give a part to the scheduler, which judges it even if it has judged the same before."""
        return self._client.submit(answer_to, part, self.options, pure=False)

    def answer(self, part: Part, ticket: Any) -> Answer:
        """Return the result of a part; Dask starts it again if its worker is lost. Raises SourceError if the
        scheduler is lost.

        ticket: what `submit` returned.
        """
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            return cast(Answer, ticket.result())
        except KilledWorker:
            return [worker_death(part)]
        except FutureCancelledError:
            _refuse("the scheduler is lost; what follows was not judged")

    def close(self) -> None:
        """Leave the cluster; unanswered parts are cancelled when their tickets are dropped."""
        self._client.close()


def cores(options: JudgeOptions, jobs: int) -> Cores:
    """Processes of this machine."""
    return Cores(options, jobs)


def cluster(options: JudgeOptions, address: str) -> Cluster:
    """The workers of a Dask scheduler. Raises SourceError if they cannot be had."""
    return Cluster(options, address)


def worker_death(part: Part) -> Verdict:
    """Return the verdict on a part during which its worker died."""
    message = "the process that was judging this and what follows it here has died; is there enough memory?"
    error = SourceError.at(Place(part.path, part.first, 1), message)
    return on_line(error, no_verdict(part.path, error))


def _connect(connect: Callable[[], Any]) -> Any:
    """Return the result of connecting, or raise what it raises. Raises TimeoutError if it takes too long: Dask itself
    waits for ever for who is silent, so it connects in a thread that is then left behind."""
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
    """The version of referee, as a worker answers it."""
    return __version__


def _refuse(message: str) -> NoReturn:
    """Raise a SourceError about the command line."""
    raise SourceError.at(Place(COMMAND_LINE, 1, 1), message)


def most_processes(jobs: int) -> int:
    """The number of processes for so many jobs, or as many as make sense here; 0 jobs stand for one per core."""
    cores = os.cpu_count()
    if cores is None:
        cores = 1
    if jobs == 0:
        jobs = cores
    if sys.platform == "win32":
        jobs = min(jobs, MOST_ON_WINDOWS)
    return min(jobs, MOST_A_CORE * cores)


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
    """Wait for the end of the main process, and then end this one."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    first = parent_process()
    assert first is not None
    wait([first.sentinel])
    os._exit(1)


def answer_to(part: Part, options: JudgeOptions) -> Answer:
    """Return the verdicts on a part as they travel between processes: without the games played through."""
    with parts.raise_gc_threshold(), parts.note_bugs(part), relative_to(options.folder):
        answer = list[Report]()
        for item in judge_part(part, options):
            if isinstance(item, Verdict):
                item = item.pack()
            answer.append(item)
        return answer
