"""Workers that judge the parts of a corpus: processes of this machine, or anything else that takes parts and returns
answers."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Protocol

from referee.core.places import Complaint, Place, SourceError
from referee.core.verdict import Verdict
from referee.corpus.parts import Early, JudgeOptions, Part, bugs_noted, first_line, garbage_left_longer, judge_part
from referee.corpus.paths import Remark
from referee.judging.judge import on_line, unjudged
from referee.source.files import asked_from

MOST_A_CORE = 8
"""The most processes per core, however many are asked for: more would only fill memory."""

MOST_ON_WINDOWS = 61
"""The most processes for which one can wait on Windows."""

Answer = list[Verdict | Remark | Early]


class Workers(Protocol):
    """Workers that judge parts elsewhere, `width` at a time."""

    options: JudgeOptions
    width: int
    lets_go: bool
    """Whether interrupting the wait for an answer leaves nothing behind that must end first."""

    def submit(self, part: Part) -> Any:
        """Gives a part to the next free worker: a ticket for its answer."""

    def answer(self, part: Part, ticket: Any) -> Answer:
        """The result of a part; waits for it."""

    def close(self) -> None:
        """Ends the work; what has been begun is forgotten."""


class Cores:
    """Processes of this machine. A part during which one dies is judged once more by itself, and then given up."""

    lets_go = False

    def __init__(self, options: JudgeOptions, jobs: int) -> None:
        self.options = options
        most = MOST_A_CORE * (os.cpu_count() or 1)
        self.width = min(jobs, most if sys.platform != "win32" else min(most, MOST_ON_WINDOWS))
        self._pool = pool(self.width)

    def submit(self, part: Part) -> Future[Answer]:
        """Gives a part to the next free process."""
        try:
            return self._pool.submit(answer_to, part, self.options)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = pool(self.width)
            return self._pool.submit(answer_to, part, self.options)

    def answer(self, part: Part, ticket: Future[Answer]) -> Answer:
        """The result of a part."""
        try:
            return ticket.result()
        except BrokenProcessPool:
            pass
        with pool(1) as alone:
            try:
                return alone.submit(answer_to, part, self.options).result()
            except BrokenProcessPool:
                return [died(part)]

    def close(self) -> None:
        """Ends the processes."""
        self._pool.shutdown(cancel_futures=True)


def died(part: Part) -> Verdict:
    """The verdict on a part during which its worker died."""
    message = "the process that was judging this and what follows it here has died; is there enough memory?"
    error = SourceError([Complaint(Place(part.path, first_line(part), 1), message)])
    return on_line(error, unjudged(part.path, error))


def pool(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> ProcessPoolExecutor:
    """Processes that leave Ctrl-C to the main one, and end with it; each begins with `begin(*given)`."""
    return ProcessPoolExecutor(
        min(jobs, MOST_A_CORE * (os.cpu_count() or 1)), initializer=_begin_work, initargs=(begin, given)
    )


def _begin_work(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Ctrl-C reaches every process of a terminal; the main one decides when the others end. If it dies, they end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for deadly in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(deadly, signal.SIG_DFL)  # what the main one does then is not for its workers
    Thread(target=_end_with_the_first, daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with_the_first() -> None:
    first = parent_process()
    assert first is not None
    wait([first.sentinel])
    os._exit(1)


def answer_to(part: Part, options: JudgeOptions) -> Answer:
    """The verdicts on a part as they travel between processes: without the games played through."""
    with garbage_left_longer(), bugs_noted(part), asked_from(options.folder):
        return [item.pack() if isinstance(item, Verdict) else item for item in judge_part(part, options)]
