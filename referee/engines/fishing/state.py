"""The state of a fishing game: what lies in the fields, in hands and in harvest piles as far as it is known; who is to act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.engines.fishing.words.powers import InForce
from referee.engines.fishing.words.scoring import Haul

DEAL, PLAY, OVER = "deal", "play", "over"
"""The deal of a round (or of further hands), turns, nothing."""


class Lying(NamedTuple):
    """Something in a field: a loose card, or a stockpile of `value` made of `sets` of cards (masks), last built by `owner`."""

    cards: int
    value: int = 0
    sets: tuple[int, ...] = ()
    owner: int = -1

    @property
    def locked(self) -> bool:
        """Whether its value can change no more: a multiple stockpile."""
        return len(self.sets) > 1


class Step(NamedTuple):
    """What is to happen before the next turn: its kind, whose it is, its field, a number of cards, and its argument.

    `free` says that it may be left out; `name` is the Luminary that it is owed to.
    """

    kind: str
    seat: int
    field: int = -1
    number: int = 0
    told: Any = None
    free: bool = False
    name: str = ""


class Round(NamedTuple):
    """A finished round, seat by seat; `lines` are the parts of the score by name, `hidden` the harvested cards not known."""

    number: int
    dealer: int
    lines: dict[str, tuple[int, ...]]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hauls: tuple[Haul, ...]
    hidden: tuple[int, ...]
    claimed: tuple[tuple[str, ...], ...]


class State:
    """Everything a fishing game depends on. Seats are 0 … n-1 and fields 0 … m-1 clockwise; sets of cards are masks.

    `hands`, `piles` and `aside` are the cards that are known, `hidden`, `piles_hidden` and `aside_hidden` how many are not.
    `located` are all cards whose place is known. `turned` counts quarter turns of the box: field f has season f + turned.
    """

    __slots__ = (
        "aside", "aside_hidden", "bare", "box_okus", "claimed", "cleared", "clock", "covered", "dealer", "decisive",
        "discarded", "faces", "fields", "force", "fresh", "fused", "hands", "hidden", "history", "last_taker",
        "located", "luminaries", "named", "okus", "own", "phase", "piles", "piles_hidden", "players", "plays",
        "queue", "round", "round_began", "scores", "stock", "sweeps", "target", "turn", "turned", "under", "unseen",
        "up", "used",
    )  # fmt: skip

    players: tuple[str, ...]
    phase: str
    clock: int
    round: int
    round_began: int
    """The number of the last event before this round."""
    dealer: int
    turn: int
    fields: list[list[Lying]]
    covered: dict[int, int]
    """How many hidden cards lie under a card of a field."""
    under: list[int]
    """How many hidden cards lie under the Luminary of each field."""
    luminaries: list[str | None]
    """The Luminary of each field: None where there is none, '' where it lies face down and is not known."""
    faces: list[bool]
    """Whether it lies face up."""
    up: tuple[str, ...]
    """The Luminaries that lie face up, field by field, '' where none does; `show` keeps it true."""
    force: InForce | None
    """What these change together; None until somebody asks (see `CompiledRules.in_force`)."""
    discarded: list[str]
    bare: list[int]
    """The fields whose Luminary was discarded."""
    turned: int
    box_okus: int
    stock: int
    hands: list[int]
    hidden: list[int]
    piles: list[int]
    piles_hidden: list[int]
    aside: int
    aside_hidden: int
    okus: list[int]
    claimed: list[list[str]]
    sweeps: list[int]
    named: dict[str, str]
    """Suits that count as of another season, by an effect."""
    located: int
    queue: list[Step]
    own: tuple[str, int] | None
    """The action and field of the play that is the turn's own; None before it is made."""
    used: dict[str, str]
    """What was done this turn for which Luminary."""
    fresh: list[str]
    """The Luminaries turned up this turn, of which the next player is the first to have something."""
    fused: list[int]
    """The cards of the stockpiles made this turn."""
    cleared: list[int]
    last_taker: int
    scores: list[int]
    target: int | None
    history: list[Round]
    plays: dict[str, int]
    unseen: dict[str, list[int]]
    decisive: list[tuple[str, int]]

    def copy(self) -> State:
        """A state that can go its own way."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            if type(value) is list:
                value = [entry[:] if type(entry) is list else entry for entry in value]
            elif type(value) is dict:
                value = {key: entry[:] if type(entry) is list else entry for key, entry in value.items()}
            setattr(other, name, value)
        return other

    def everything(self) -> Iterator[tuple[int, Lying]]:
        """Everything that lies in the fields, with its field."""
        for field, lying in enumerate(self.fields):
            for one in lying:
                yield field, one

    def show(self, field: int, name: str | None, *, face_up: bool) -> None:
        """Puts a Luminary at a field, or takes it away."""
        self.luminaries[field], self.faces[field] = name, face_up
        self.force = None
        self.up = tuple((name or "") if up else "" for name, up in zip(self.luminaries, self.faces, strict=True))

    def held(self, seat: int) -> int:
        """How many cards a player holds, known or not."""
        return self.hands[seat].bit_count() + self.hidden[seat]

    def see(self, what: str) -> None:
        """Keeps that the coming event says less than it might, for the doubts."""
        self.unseen.setdefault(what, []).append(self.clock + 1)

    def mattered(self, path: str) -> None:
        """Keeps that an unsettled rule matters to the coming event."""
        self.decisive.append((path, self.clock + 1))


def blank(players: tuple[str, ...], fields: int) -> State:
    """A state in which nothing has happened."""
    state, n = State(), len(players)
    state.players, state.phase, state.turn, state.dealer = players, DEAL, -1, -1
    state.clock = state.round_began = 0
    state.round = 1
    state.scores, state.target, state.history = [0] * n, None, []
    state.plays, state.unseen, state.decisive = {}, {}, []
    sweep_table(state, fields)
    return state


def sweep_table(state: State, fields: int) -> None:
    """Takes everything off the table, as before the deal of a round."""
    n = len(state.players)
    state.fields, state.luminaries, state.faces = [[] for _ in range(fields)], [None] * fields, [False] * fields
    state.up, state.force = ("",) * fields, None
    state.covered, state.under, state.discarded, state.named = {}, [0] * fields, [], {}
    state.bare = []
    state.turned = state.box_okus = state.stock = state.located = 0
    state.hands, state.hidden, state.piles, state.piles_hidden = [0] * n, [0] * n, [0] * n, [0] * n
    state.aside = state.aside_hidden = 0
    state.okus, state.claimed, state.sweeps = [0] * n, [[] for _ in range(n)], [0] * n
    state.queue, state.own, state.used, state.cleared = [], None, {}, []
    state.fresh, state.fused = [], []
    state.last_taker = -1


BOX = "box"
"""Who holds the okus that nobody has taken, where a log counts them."""


def in_round(state: State) -> bool:
    """Whether a round is being played."""
    return state.phase == PLAY or (state.phase == DEAL and state.stock > 0)
