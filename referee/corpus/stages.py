"""Where the time of a run goes: parse, schema, fold, report. The caller provides the clock; without it nothing is timed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
STAGES = ("parse", "schema", "fold", "report")
"""parse: from the disk to plain data. schema: whether it is a log with a sound head. fold: reading, judging and applying every
event, and the verdict. report: what is reported about it."""


class Untimed:
    """Runs everything and keeps no time."""

    def through(self, stage: str, items: Iterable[T]) -> Iterator[T]:
        """The items, made in a stage."""
        return iter(items)

    def run(self, stage: str, function: Callable[..., T], *given: Any) -> T:
        """The result of a function called in a stage."""
        return function(*given)


class Stages(Untimed):
    """`seconds` spent in each stage, by a clock in seconds; a stage inside another counts only for itself."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self._clock = clock
        self._now = "report"
        self._since = clock()

    def to(self, stage: str) -> str:
        """From now on time counts for this stage; returns the one before."""
        now = self._clock()
        before, self._now = self._now, stage
        self.seconds[before] += now - self._since
        self._since = now
        return before

    def through(self, stage: str, items: Iterable[T]) -> Iterator[T]:
        """The items; the time to make each counts for a stage."""
        made = iter(items)
        while True:
            before = self.to(stage)
            try:
                item = next(made)
            except StopIteration:
                return
            finally:
                self.to(before)
            yield item

    def run(self, stage: str, function: Callable[..., T], *given: Any) -> T:
        """The result of a function; its time counts for a stage."""
        before = self.to(stage)
        try:
            return function(*given)
        finally:
            self.to(before)


UNTIMED = Untimed()
