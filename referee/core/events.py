"""Events: what happened at the table, one verb each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from referee.core.findings import Finding
from referee.core.places import Pointer

T = TypeVar("T")


class Event:
    """One thing that happened: a verb and its value in the family's own terms (for a play, the card's index).

    `seat` says who did it, if the log says so; `said` that a word was said over it; `at` is the way to it from the log's item.
    Events without any of these are shared between logs: never change one.
    """

    __slots__ = ("at", "bit", "said", "seat", "value", "verb")

    def __init__(
        self, verb: str, value: Any, *, seat: int | None = None, said: bool = False, at: Pointer = (), bit: int = 0
    ) -> None:
        self.verb = verb
        self.value = value
        self.seat = seat
        self.said = said
        self.at = at
        self.bit = bit

    def __repr__(self) -> str:
        return f"Event({self.verb!r}, {self.value!r}, seat={self.seat}, said={self.said})"


class Misread(Exception):  # noqa: N818 - what happened, not an error of ours
    """An item of a log that is not an event of this game.

    `shapeless` says that its form is wrong (a wrong key or type), which cannot be judged; that is always so without faults.
    Otherwise it is readable but breaks a rule in itself (a card that is not in the deck), which is a violation. Either way it
    cannot take effect. `beside` are unknown names in it besides, whatever happened before.
    """

    def __init__(self, faults: list[Finding], *, shapeless: bool = False, beside: Sequence[Finding] = ()) -> None:
        self.faults = [fault._replace(bars=True) for fault in faults]
        self.shapeless = shapeless or not faults
        self.beside = list(beside)
        super().__init__("; ".join(fault.message for fault in faults))


class Unknown(Misread):
    """An item with names that are unknown, whatever happened before it.

    `instead` is a known name to replace the only one that was found; "" if all were looked for.
    """

    def __init__(self, faults: list[Finding], instead: str = "", *, shapeless: bool = False) -> None:
        self.instead = instead
        super().__init__(faults, shapeless=shapeless)


def each_read(reads: Iterable[Callable[[], T]]) -> tuple[list[T], list[Finding]]:
    """Return what each of these reads, and what is wrong with those that cannot be read. Raises Misread if one is shapeless."""
    values: list[T] = []
    faults: list[Finding] = []
    for read in reads:
        try:
            values.append(read())
        except Misread as misread:
            if misread.shapeless:
                raise
            faults += misread.faults
    return values, faults
