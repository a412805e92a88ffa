"""Judging on a Dask cluster: files are split by byte ranges, which the workers read themselves.

Every worker sees the files under the same paths. A part whose worker is lost is judged by another; answers are put together
part by part, so no game is judged twice in the answer, or left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from referee import __version__, source
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.corpus.parts import How, Part, Range, Remark, Source, parts_of, sources
from referee.corpus.pool import Answer, answer_to, died
from referee.source.files import PACKED
from referee.source.lines import CHANGED, count_lines, stamp
from referee.source.text import complaint

RANGE = 8 * 1024 * 1024
"""The bytes of a range."""

PATIENCE = "30s"
"""So long a scheduler may take to answer."""


def ranges(paths: Iterable[str]) -> Iterator[Part | Remark]:
    """What the paths name, in parts that can be judged on another machine: lines by byte ranges, all else as anywhere."""
    for item in sources(paths):
        if isinstance(item, Source) and _can_be_split(item.path):
            yield from _ranges_of(item.path)
        else:
            yield from parts_of(item)


def _can_be_split(path: str) -> bool:
    # What is empty or cannot be opened is told by whoever reads it in one go.
    if not source.is_lines(path) or path.endswith(PACKED) or not os.path.isfile(path):
        return False
    return os.access(path, os.R_OK) and os.path.getsize(path) > 0


def _ranges_of(path: str) -> Iterator[Part]:
    before, lines = stamp(path), 0
    size = os.path.getsize(path)
    try:
        for begin in range(0, size, RANGE):
            end = min(begin + RANGE, size)
            yield Part(path, Range(begin, end, lines), end)
            if end < size or stamp(path) != before:
                lines += count_lines(path, begin, end)
    except SourceError as error:
        yield Part(path, error)
        return
    if stamp(path) != before:
        yield Part(path, complaint(path, CHANGED, lines + 1))


class Cluster:
    """The workers of a Dask scheduler. Raises SourceError where it does not answer, or judges with another referee."""

    def __init__(self, how: How, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            _refuse(
                "--cluster needs the package distributed, which the extra brings along: pip install 'referee[cluster]'"
            )
        try:
            connect: Any = Client
            self._client = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            _refuse(f"no Dask scheduler answers at {address} ({type(error).__name__})")
        try:
            others = sorted(set(self._client.run(_version).values()) - {__version__})
        except Exception as error:  # whatever a worker makes of a module that it has not
            self._client.close()
            _refuse(f"the workers at {address} cannot run referee; install it there too ({error})")
        if others:
            self._client.close()
            _refuse(f"the workers at {address} have referee {', '.join(others)}; this is {__version__}")
        self.how = how
        threads = self._client.nthreads()
        self.width = max(1, sum(threads.values()))
        self.remarks = [] if threads else [Remark(f"no worker has joined {address} yet; waiting for one")]

    def submit(self, part: Part) -> Any:
        """Gives a part to the scheduler."""
        return self._client.submit(answer_to, part, self.how, pure=False)

    def answer(self, part: Part, ticket: Any) -> Answer:
        """What a part came to; Dask begins it anew where its worker is lost."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            found: Answer = ticket.result()
        except KilledWorker:
            return [died(part)]
        except FutureCancelledError:
            _refuse("the scheduler is lost; what follows was not judged")
        return found

    def close(self) -> None:
        """Leaves the cluster; what is not answered is cancelled as its tickets are dropped."""
        self._client.close()


def _version() -> str:
    return __version__


def _refuse(message: str) -> Any:
    raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), message)])
