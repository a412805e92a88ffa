"""What a referee finds: begun by a rule, completed by the fold and by the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from referee.core.named_tuple import NamedTuple
from referee.core.places import Place, Pointer
from referee.core.wording import Fix, fix_in
from referee.core.wording import counted as counted

Kind = Literal["violation", "accepted", "doubt", "reading"]
"""violation: against the rules. accepted: an irregularity that the table let stand. doubt: cannot be known from this
log. reading: an unsettled rule mattered here, and this is the reading that was taken."""


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
        """Return where it was found."""
        return Place(self.file, self.line, self.column)

    @property
    def fix(self) -> Fix | None:
        """Return how to correct it, if that is clear."""
        return fix_in(self.message)


Faults = Iterator[Finding]
"""Everything that a check finds wrong."""


def doubt(rule: str, message: str, events: tuple[int, ...] = ()) -> Finding:
    """Return what a log does not say, with the numbers of the events it concerns."""
    return Finding(rule, message, cites=events, kind="doubt")


def out_of_turn(state: Any, seat: int, does: str, turn: int | None = None) -> Finding:
    """Return the fault of acting when it is somebody else's turn, by default of whoever has the turn in a state."""
    whose = state.players[state.turn if turn is None else turn]
    return Finding("turn", f"{state.players[seat]} {does}, but it is {whose}'s turn", seat, at=("by",), bars=True)
