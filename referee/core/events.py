"""Events, one verb each: what happened at the table; and findings: what the referee says of it.

A rule begins a finding; the fold and the judge complete it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from referee.core.data import Data
from referee.core.data import Item as Item
from referee.core.places import Place, Pointer
from referee.core.wording import Fix, fix_in
from referee.core.wording import number_of as number_of

if TYPE_CHECKING:
    from referee.core.asked import Seated

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
        """An event as the class describes it; `bit` is the mask of the card played, 1 << number, if the family keeps
        it."""
        self.verb = verb
        self.value = value
        self.seat = seat
        self.said = said
        self.at = at
        self.bit = bit

    def __repr__(self) -> str:
        return f"Event({self.verb!r}, {self.value!r}, seat={self.seat}, said={self.said})"


Kind = Literal["violation", "accepted", "doubt", "reading"]
"""violation: against the rules. accepted: an irregularity that the table let stand. doubt: cannot be known from this
log. reading: an unsettled rule mattered here, and this is the reading that was taken."""
Weight = Literal["error", "doubt", "note"]
"""What a finding means to a reader. error: something is wrong. doubt: something may be wrong. note: neither."""
ONLY_RESULTS = ("unseen-plays", "unseen-turns", "unseen-rounds")
"""The doubts that every score sheet leaves: it has results, and no room for plays."""


WHOLE: Pointer = ("",)
"""The place of a fault that is in no one part of its event, such as a card: the event itself."""


class Finding(NamedTuple):
    """One thing that the referee found, with its rule, its place and its proof.

    A rule says: `rule`, its id; `message`; `seat`, of whom; `legal`, what could have been done instead; `word`, the path in the
    ruleset that sets it; `at`, the way from the event's item to the offending value, or, if it is `in_head`, from the log to a
    value before its events; `cites`, the numbers of the events it concerns, whose places follow the message in brackets, and
    `after`, the rest of the sentence. What `bars` cannot take effect even if the table lets it stand. What `asks` is no
    violation: the log must say more before anything can be judged.

    The fold adds `event`, counted from 1 (0: the log as a whole), `reason`, why the table let it stand, and makes `at` the way
    from the log. The judge adds the name of the game before the rule, the place, the `player`, the `text` of the rule with its
    `source`, and `set_at`, the file and line that set the rule if that is not the game itself.
    """

    rule: str
    message: str
    seat: int | None = None
    legal: tuple[str, ...] = ()
    word: Pointer = ()
    at: Pointer = ()
    cites: tuple[int, ...] = ()
    after: str = ""
    bars: bool = False
    in_head: bool = False
    asks: bool = False
    kind: Kind = "violation"
    event: int = 0
    reason: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    player: str | None = None
    text: str = ""
    source: str = ""
    set_at: str = ""

    @property
    def place(self) -> Place:
        """Where it was found."""
        return Place(self.file, self.line, self.column)

    @property
    def weight(self) -> Weight:
        """What it means to a reader. That a score sheet has no plays is a note: no result on it depends on them."""
        if self.kind == "violation":
            return "error"
        if self.kind == "doubt" and self.rule.rpartition("/")[2] not in ONLY_RESULTS:
            return "doubt"
        return "note"

    @property
    def fix(self) -> Fix | None:
        """How to correct it, if that is clear."""
        return fix_in(self.message)

    def as_dict(self) -> Data:
        """Return it as plain data, ready to be written as JSON; what explains it, as far as there is any."""
        keys = ("rule", "event", "file", "line", "column", "player", "message")
        data: Data = {key: getattr(self, key) for key in keys}
        data["legal"] = list(self.legal)
        for key in ("text", "source", "set_at", "reason"):
            explanation = getattr(self, key)
            if explanation:
                data[key] = explanation
        return data


Faults = Iterator[Finding]
"""Everything that a check finds wrong."""


def doubt(rule: str, message: str, events: tuple[int, ...] = ()) -> Finding:
    """Return what a log does not say, with the numbers of the events it concerns."""
    return Finding(rule, message, cites=events, kind="doubt")


def out_of_turn(state: Seated, seat: int, does: str, turn: int | None = None) -> Finding:
    """Return the fault of acting when it is somebody else's turn, by default of whoever has the turn in a state."""
    whose = state.players[state.turn if turn is None else turn]
    return Finding("turn", f"{state.players[seat]} {does}, but it is {whose}'s turn", seat, at=("by",), bars=True)


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
    """Call each of these functions and collect their values, and separately the faults of those that raise Misread.

    A Misread for a wrong shape is raised at once, as the schema then says what is wrong.
    """
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
