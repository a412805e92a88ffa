"""The state of a fishing game: what lies in the fields, in hands and in harvest piles as far as it is known; who is to act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.engines.fishing.matching import Thing

DEAL, PLAY, STEP, OVER = "deal", "play", "step", "over"
"""The deal, a turn, what follows from a play (drawing, reseeding, revealing, choices), nothing."""
UNKNOWN = -1


class Lying(NamedTuple):
    """Something in a field: a loose card, or a stockpile of `value` made of `sets` of cards (masks)."""

    cards: int
    value: int = 0
    sets: tuple[int, ...] = ()
    owner: int = -1

    @property
    def locked(self) -> bool:
        """Whether its value can change no more: a multiple stockpile."""
        return len(self.sets) > 1


class Corner(NamedTuple):
    """A Luminary's place: its name ('' while it lies face down and is not known), and whether it is face up."""

    name: str
    up: bool


class Step(NamedTuple):
    """What is to happen next, after a play: its kind, whose it is, the field it is about, and a number or word."""

    kind: str
    seat: int
    field: int = -1
    what: Any = None


class Finished(NamedTuple):
    """A finished round, seat by seat; `lines` are the parts of the score by name."""

    number: int
    dealer: int
    lines: dict[str, tuple[int, ...]]
    points: tuple[int, ...]
    totals: tuple[int, ...]



class State:
    """Everything a fishing game depends on. Seats are 0 … n-1 clockwise; fields are 0 … m-1 clockwise around the box.

    `hands`, `piles` are masks of known cards, `hidden`, `pile_hidden` how many are not known. `located` is the mask of all
    cards whose place is known. `turned` is the number of quarter turns of the box: field f has season (f + turned) % 4.
    """

    __slots__ = (
        "begun", "board_okus", "claimed", "clock", "corners", "counted", "covered", "cleared", "dealer", "done",
        "fields", "hands", "hidden", "hinges", "history", "last_taker", "located", "named", "okus",
        "phase", "pile_hidden", "piles", "players", "plays", "queue", "round", "scores", "stock", "sweeps", "target",
        "turn", "turned", "under", "unseen", "used", "waiting",
    )  # fmt: skip

    players: tuple[str, ...]
    phase: str
    clock: int
    round: int
    dealer: int
    turn: int
    fields: list[list[Lying]]
    covered: dict[int, int]
    """Cards of fields under which a hidden card lies, and which (UNKNOWN where it is not)."""
    under: dict[int, list[int]]
    """Hidden cards under Luminaries, by field."""
    corners: list[Corner | None]
    turned: int
    board_okus: int
    stock: int
    hands: list[int]
    hidden: list[int]
    piles: list[int]
    pile_hidden: list[int]
    okus: list[int]
    claimed: list[list[str]]
    sweeps: list[int]
    named: str
    """The season named for cards of no season, '' when none is."""
    located: int
    queue: list[Step]
    done: bool
    """Whether the turn's own play has been made."""
    used: dict[str, str]
    """Extra actions of this turn that were used, by Luminary, and what was done."""
    cleared: list[int]
    waiting: dict[int, int]
    """Cards that a player does not yet draw for, because of an effect, by seat: how many turns of theirs must end first."""
    last_taker: int
    scores: list[int]
    target: int | None
    history: list[Finished]
    plays: dict[str, int]
    counted: dict[str, Any]
    unseen: dict[str, list[int]]
    hinges: list[tuple[str, int]]
    begun: int

    def copy(self) -> State:
        """A state that can go its own way."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            if name in ("fields", "claimed"):
                value = [entry[:] for entry in value]
            elif type(value) is list:
                value = value[:]
            elif type(value) is dict:
                value = {key: entry[:] if type(entry) is list else entry for key, entry in value.items()}
            setattr(other, name, value)
        return other

    def all_lying(self) -> Iterator[tuple[int, Lying]]:
        """Everything in the fields, with the field."""
        for field, lying in enumerate(self.fields):
            for one in lying:
                yield field, one


def blank(players: tuple[str, ...], fields: int) -> State:
    """A state in which nothing has happened."""
    state, n = State.__new__(State), len(players)
    state.players, state.phase, state.clock, state.round, state.dealer, state.turn = players, DEAL, 0, 1, 0, 0
    state.fields = [[] for _ in range(fields)]
    state.covered, state.under, state.corners = {}, {}, [None] * fields
    state.turned = state.board_okus = state.stock = 0
    state.hands, state.hidden, state.piles, state.pile_hidden = [0] * n, [0] * n, [0] * n, [0] * n
    state.okus, state.claimed, state.sweeps = [0] * n, [[] for _ in range(n)], [0] * n
    state.named, state.located, state.queue, state.done = "", 0, [], False
    state.used, state.cleared, state.waiting, state.last_taker = {}, [], {}, -1
    state.scores, state.target, state.history = [0] * n, None, []
    state.plays, state.counted, state.unseen, state.hinges, state.begun = {}, {}, {}, [], 0
    return state


def thing(values: tuple[tuple[int, ...], ...], one: Lying, sums: bool) -> Thing:
    """What something in a field counts as when adding up; a locked stockpile stands alone unless it may be in `sums`."""
    if one.sets:
        return Thing((one.value,), one.locked and not sums)
    values_ = values[one.cards.bit_length() - 1]
    return Thing(values_, values_[0] >= 1000)
