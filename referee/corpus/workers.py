"""Who judges parts of a corpus: processes of this machine, or whoever else is given parts and answers for them."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Protocol

from referee.core.bugs import note_bug
from referee.core.findings import Verdict
from referee.core.places import Complaint, Place, SourceError
from referee.corpus.parts import Early, JudgeOptions, Part, first_line, judge_part
from referee.corpus.paths import Remark
from referee.judging.judge import on_line, unjudged
from referee.source.files import asked_from

MOST_A_CORE = 8
"""So many processes a core are begun at most, however many are asked for: more would only fill the memory."""

NEW_OBJECTS = 50_000
"""So many more objects than before make the garbage collector look for cycles; Python's own measure is 700."""

Answer = list[Verdict | Remark | Early]


@contextmanager
def garbage_left_longer() -> Iterator[None]:
    """Cycles are looked for after so many new objects that a game read is mostly gone again: a long line is thousands of small
    lists, none of them in a cycle, and looking through them takes longer than parsing them."""
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def bugs_noted(part: Part) -> Iterator[None]:
    """Notes on an error of referee's own which part was being judged."""
    try:
        yield
    except Exception as bug:
        note_bug(bug, f"{part.path} from line {first_line(part)} on")
        raise


class Workers(Protocol):
    """Whoever judges parts elsewhere, `width` at a time."""

    how: JudgeOptions
    width: int
    lets_go: bool
    """Whether an interruption of the waiting for an answer leaves nothing behind that must end first."""

    def submit(self, part: Part) -> Any:
        """Gives a part to whoever is free next: a ticket for its answer."""

    def answer(self, part: Part, ticket: Any) -> Answer:
        """What a part came to, waited for."""

    def close(self) -> None:
        """Ends the work; what has been begun is forgotten."""


class Cores:
    """Processes of this machine. A part under which one dies is judged once more, by itself, and then given up."""

    lets_go = False

    def __init__(self, how: JudgeOptions, jobs: int) -> None:
        self.how = how
        self.width = min(jobs, MOST_A_CORE * (os.cpu_count() or 1))
        self._pool = _pool(self.width)

    def submit(self, part: Part) -> Future[Answer]:
        """Gives a part to whichever process is free next."""
        try:
            return self._pool.submit(answer_to, part, self.how)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = _pool(self.width)
            return self._pool.submit(answer_to, part, self.how)

    def answer(self, part: Part, ticket: Future[Answer]) -> Answer:
        """What a part came to."""
        try:
            return ticket.result()
        except BrokenProcessPool:
            pass
        with _pool(1) as alone:
            try:
                return alone.submit(answer_to, part, self.how).result()
            except BrokenProcessPool:
                return [died(part)]

    def close(self) -> None:
        """Ends the processes."""
        self._pool.shutdown(cancel_futures=True)


def died(part: Part) -> Verdict:
    """The verdict on a part under which whoever judged it died."""
    message = "the process that judged this, and what follows it here, has died; is there memory enough?"
    error = SourceError([Complaint(Place(part.path, first_line(part), 1), message)])
    return on_line(error, unjudged(part.path, error))


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, initializer=_begin_work)


def _begin_work() -> None:
    """Ctrl-C reaches every process of a terminal; the first one says when the others end. Where it dies they end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for deadly in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(deadly, signal.SIG_DFL)  # what the first one does then is not for its workers to do
    Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    first = parent_process()
    assert first is not None
    wait([first.sentinel])
    os._exit(1)


def answer_to(part: Part, how: JudgeOptions) -> Answer:
    """The verdicts on a part as they travel between processes: without the games played through."""
    with garbage_left_longer(), bugs_noted(part), asked_from(how.folder):
        return [item.pack() if isinstance(item, Verdict) else item for item in judge_part(part, how)]
