"""The state of a trick game: what lies where, who is to act, and what has been scored."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

DEAL = "deal"
TURN_UP = "turn"
PASS = "pass"
BID = "bid"
NAME_TRUMP = "trump"
PLAY = "play"
OVER = "over"


class Trick(NamedTuple):
    """A finished trick: led by seat `leader`, won by seat `winner` with `card`. Masks: `graced` counted as Grace, `own` bore
    their player's symbol, `said` had Grace said over them; `event` is the number of the event that ended it."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    card: int
    graced: int
    own: int
    said: int
    event: int


class Hand(NamedTuple):
    """A finished hand, seat by seat. `counts` holds the ruleset's counts of cards taken, name by name, where known."""

    number: int
    cards: int
    dealer: int
    bids: tuple[int | None, ...]
    won: tuple[int | None, ...]
    counts: tuple[tuple[int, ...], ...] | None
    points: tuple[Any, ...] | None
    totals: tuple[Any, ...]


class Shown(NamedTuple):
    """What a player with an unseen hand showed by a play: none of the cards in `mask`, or it broke the word `word`."""

    event: int
    card: int
    mask: int
    word: str
    led: int


class State:
    """Everything a trick game depends on. Seats are 0 … n-1 clockwise; cards are indexes and masks.

    `hands[seat]` is what the player holds; where `known[seat]` is false it is what the player may still hold. `table` is
    the mask of the trick in progress, `gone` of the finished tricks of this hand; `chosen` are the roles before any rotation.
    `shared` says who were given one and the same role, if any were: nothing can happen then. `before` are scores, bags and what
    was unseen before the latest hand ended.
    """

    __slots__ = (
        "bags", "before", "bids", "blind", "cards", "chosen", "clock", "dealer", "decisive", "ever_said", "gone",
        "graced", "hand", "hands", "history", "known", "leader", "led", "left", "own", "own_cards", "passed", "phase",
        "players", "plays", "ranking", "roles", "said", "scores", "shared", "shown", "spoken", "table", "taken",
        "target", "trick", "tricks", "trump", "turn", "turned", "unsaid", "unseen", "won",
    )  # fmt: skip

    players: tuple[str, ...]
    phase: str
    clock: int
    hand: int
    dealer: int
    cards: int
    left: int
    hands: list[int]
    known: list[bool]
    blind: bool
    shown: list[list[Shown]]
    roles: list[int] | None
    chosen: list[int] | None
    shared: str
    own_cards: list[int]
    bids: list[int | None]
    passed: list[int]
    spoken: int
    trump: int
    turned: int
    ranking: Any
    leader: int
    turn: int
    led: int
    trick: list[int]
    table: int
    gone: int
    own: int
    said: int
    graced: int
    tricks: list[tuple[Any, ...]]
    taken: list[int]
    won: list[int]
    scores: list[Any]
    bags: list[Any]
    before: tuple[list[Any], list[Any], dict[str, list[int]]]
    target: Any
    history: list[Hand]
    plays: int
    unsaid: list[int]
    ever_said: bool
    unseen: dict[str, list[int]]
    decisive: list[tuple[str, int]]

    def mattered_first(self, path: str, event: int) -> None:
        """Keeps that an unsettled rule mattered to an event, the first of all that it mattered to."""
        if all(noted != path for noted, _ in self.decisive):
            self.decisive.append((path, event))

    def finished(self) -> list[Trick]:
        """The finished tricks of this hand. Kept as bare tuples, which is what a fast fold can afford."""
        return [
            Trick(leader, tuple(bit.bit_length() - 1 for bit in bits), *rest) for leader, bits, *rest in self.tricks
        ]

    def last_trick(self) -> Trick | None:
        """The trick that ended with the latest event, if one did."""
        if not self.tricks or self.tricks[-1][-1] != self.clock:
            return None
        leader, bits, *rest = self.tricks[-1]
        return Trick(leader, tuple(bit.bit_length() - 1 for bit in bits), *rest)

    def alike(self) -> State:
        """A state that shares its lists with this one: none of the two may change them."""
        other = State.__new__(State)
        for name, value in zip(State.__slots__, _everything(self), strict=True):
            setattr(other, name, value)
        return other

    def copy(self) -> State:
        """A state that can go its own way."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            if type(value) is list:
                value = [list(item) if type(item) is list else item for item in value]
            elif type(value) is dict:
                value = {key: list(item) for key, item in value.items()}
            setattr(other, name, value)
        return other


_everything = attrgetter(*State.__slots__)
