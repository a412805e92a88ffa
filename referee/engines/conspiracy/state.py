"""What lies where: cards, treasuries, hands of Specials, and how far the turn has come."""

from __future__ import annotations

from typing import Any, TypeVar

from referee.engines.conspiracy.attack import Attack

UNCONTROLLED, DECK, DEAD, OUT = -1, -2, -3, -4
"""Where a card is when no player has it (`State.place`): on the table, not yet seen, destroyed, out of the game."""

INCOME, DRAW, ACT, REFILL, ROLLS, OVER = "income", "draw", "act", "refill", "rolls", "over"
"""The phases of a turn; ROLLS is where the next player is rolled for."""


class Battle(Attack):
    """An attack at the table: who makes it, who owns the target (-1: nobody), and what has been said and paid so far.

    `privileged` says that nobody interferes but those in the mask `joined`; `abolishing` counts Specials discarded against the
    privilege; `roll` is 0 before the dice; `paid` says that it can no longer be called off.
    """

    __slots__ = (
        "abolished",
        "abolishing",
        "joined",
        "owner",
        "paid",
        "privilege",
        "privileged",
        "roll",
        "seat",
        "special",
    )

    def __init__(self, seat: int, owner: int, kind: str, attacker: int, target: int, **rest: Any) -> None:
        super().__init__(kind, attacker, target, **rest)
        self.seat = seat
        self.owner = owner
        self.privileged = self.paid = self.abolished = False
        self.privilege = self.special = -1
        self.joined = self.roll = self.abolishing = 0

    def copy(self) -> Battle:
        """The same attack, to be changed apart."""
        other = object.__new__(Battle)
        for slot in (*Attack.__slots__, *Battle.__slots__):
            setattr(other, slot, getattr(self, slot))
        return other


class Played:
    """A Special on the table that may still be answered: who played which card for what, and with what particulars."""

    __slots__ = ("card", "seat", "use", "value")

    def __init__(self, seat: int, card: int, use: str, value: Any) -> None:
        self.seat = seat
        self.card = card
        self.use = use
        self.value = value


LISTS = ("place", "master", "arrow", "cell", "rotation", "money", "left", "holds", "hidden", "unseen", "alive", "turns",
         "kills", "goals", "shown", "cheated")  # fmt: skip


class State:
    """The table. Lists are by card (`place` … `left`) or by seat (`holds` … `cheated`).

    `place` is a seat, or UNCONTROLLED and so on; `arrow` is the side of the master's printed arrow; `cell` and `rotation` are
    where a card lies in its structure, see structure.py; `left` counts the copies in the deck; `holds` are masks of what a seat
    controls, its Illuminati included; `specials` are known cards in hand and `hidden` counts the unknown ones, which came at
    the events `unseen`; `used` counts the attacks that a card took part in this turn; `aligned` are alignments changed for
    this turn; `bank` is what it has given out. `draws` are cards still to be drawn, `acted` whether the player has done
    anything, `closing` whether he uses special powers, `stage` and `first` where a round stands, `running` how many turns
    running the player has had; `cheated` says who claimed more of a hidden Illuminati card than the rules let him.
    """

    __slots__ = (
        *LISTS, "acted", "actions", "aligned", "attack", "attacks", "bank", "begun", "clock", "closing", "deck",
        "draws", "first", "grid", "history", "illuminati", "last", "multiplied", "number", "passed", "phase",
        "played", "players", "privileges", "purchases", "readings", "realigned", "running", "specials", "stage",
        "transfers", "turn", "used", "winners",
    )  # fmt: skip

    def copy(self) -> State:
        """The same table, to be changed apart."""
        other = object.__new__(State)
        for slot in State.__slots__:
            setattr(other, slot, getattr(self, slot))
        for slot in LISTS:
            setattr(other, slot, getattr(self, slot)[:])
        other.grid = [dict(cells) for cells in self.grid]
        other.specials = [held[:] for held in self.specials]
        other.used = dict(self.used)
        other.aligned = dict(self.aligned)
        other.history = self.history[:]
        other.readings = {path: events[:] for path, events in self.readings.items()}
        if self.attack is not None:
            other.attack = self.attack.copy()
        return other

    place: list[int]
    master: list[int]
    arrow: list[int]
    cell: list[int]
    rotation: list[int]
    money: list[int]
    left: list[int]
    holds: list[int]
    hidden: list[int]
    unseen: list[tuple[int, ...]]
    alive: list[bool]
    turns: list[int]
    kills: list[int]
    goals: list[int]
    shown: list[bool]
    cheated: list[bool]
    grid: list[dict[int, int]]
    players: tuple[str, ...]
    specials: list[list[int]]
    illuminati: tuple[int, ...]
    turn: int
    phase: str
    actions: int
    transfers: int
    draws: int
    used: dict[int, int]
    acted: bool
    privileges: int
    purchases: int
    realigned: int
    aligned: dict[int, int]
    multiplied: int
    passed: bool
    begun: bool
    attack: Battle | None
    played: Played | None
    number: int
    last: tuple[int, bool | None] | None
    attacks: int
    winners: list[int]
    clock: int
    bank: int
    history: list[Any]
    readings: dict[str, list[int]]
    deck: int
    first: int
    stage: int
    closing: bool
    running: int


V = TypeVar("V")


class ByCard(dict[int, V]):
    """Something for each of some cards, with the names that the log calls them by (`written`)."""

    def __init__(self) -> None:
        super().__init__()
        self.written: dict[int, str] = {}


UNKNOWN = -1
"""A Special that was drawn and that the log does not name."""


NOTHING = -2
"""In place of a card that a hidden Illuminati card would let its player draw, and that he does not draw."""
