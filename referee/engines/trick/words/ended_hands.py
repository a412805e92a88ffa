"""A hand to score, and what the formulas of scoring may ask about it by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.engines.trick.words.bids import word_of

SCORE_NAMES = {
    "cards": "cards dealt to each player in this hand, which is also the number of tricks",
    "players": "number of players",
    "hand": "number of this hand, from 1",
    "hands": "number of hands in the game, 0 when it is open",
    "bid": "tricks bid by the player (or by the side together)",
    "won": "tricks won by the player (or by the side together)",
    "total": "score before this hand",
    "bags": "bags carried into this hand",
    "dealer": "true for the dealer (or for the dealer's side)",
    "last_trick": "true for the player (or the side) who took the last trick",
    "declared": "points of what the player declared (or the side together)",
    "vulnerable": "true for a player (or a side) who is vulnerable in this hand",
}

ALL_OR_NOTHING = "all_or_nothing"
BIDDING_NAMES = {ALL_OR_NOTHING: "true in hands in which a bid is all or nothing"}
"""Words of bidding that scoring knows by their names where players bid tricks, so that a fact is written once."""

Row = dict[str, Any]

Sides = tuple[tuple[int, ...], ...]

Carried = Mapping[str, Sequence[Any]]
"""Values that are carried from hand to hand, by name and seat."""

NOTHING: Carried = MappingProxyType({})

Run = Callable[..., Any]


class Choice(NamedTuple):
    """What a player may decide before a hand is scored (one of the options by name), and which players may."""

    name: str
    when: Run
    options: tuple[str, ...]


class Contract(NamedTuple):
    """What scoring knows about the contract of a hand: its names with their values, the seats of the declarer's side and of
    those who play against it, and the declarer (a seat, -1 if there is none)."""

    names: Mapping[str, Any]
    side: tuple[int, ...]
    against: tuple[int, ...] = ()
    declarer: int = -1


NO_CONTRACT = Contract({}, ())


class Ended(NamedTuple):
    """A hand to score, seat by seat; `counts` holds the ruleset's counts of cards taken, name by name, `sides` the
    seats that score together in it; `last` took the last trick (a seat); `chosen` are the options that
    players chose, `declared` what they declared with its points; `carried` are the values brought into it by name."""

    number: int
    cards: int
    dealer: int
    bids: Sequence[int | None]
    won: Sequence[int | None]
    counts: tuple[tuple[int, ...], ...]
    totals: Sequence[Any]
    bags: Sequence[Any]
    sides: Sides
    last: int | None
    chosen: Sequence[Sequence[str]]
    declared: Sequence[Sequence[tuple[str, Any]]]
    contract: Contract = NO_CONTRACT
    vulnerable: int = 0
    carried: Carried = NOTHING


Column = Callable[[int, int, Ended], Sequence[Any]]

COLUMNS: dict[str, Column] = {
    "cards": lambda players, hands, ended: (ended.cards,) * players,
    "players": lambda players, hands, ended: (players,) * players,
    "hand": lambda players, hands, ended: (ended.number,) * players,
    "hands": lambda players, hands, ended: (hands,) * players,
    "bid": lambda players, hands, ended: ended.bids,
    "won": lambda players, hands, ended: ended.won,
    "total": lambda players, hands, ended: ended.totals,
    "bags": lambda players, hands, ended: ended.bags,
    "dealer": lambda players, hands, ended: [seat == ended.dealer for seat in range(players)],
    "last_trick": lambda players, hands, ended: [seat == ended.last for seat in range(players)],
    "declared": lambda players, hands, ended: [sum([points for _, points in made]) for made in ended.declared],
    "vulnerable": lambda players, hands, ended: [bool(ended.vulnerable >> seat & 1) for seat in range(players)],
}
"""The value of each name in SCORE_NAMES, seat by seat, from the number of players, of hands, and the hand that ended."""


def is_chosen(option: str) -> Callable[[int, int, Ended], Sequence[Any]]:
    """The value of the name of an option: true for those who chose it."""
    return lambda players, hands, ended: [option in options for options in ended.chosen]


def is_marked(words: Collection[str]) -> Column:
    """The value of the name of a mark of some words for bids: true for a player who bid by one of them."""
    return lambda players, hands, ended: [word_of(bid) in words for bid in ended.bids]


def brought(name: str) -> Callable[[int, int, Ended], Sequence[Any]]:
    """The value of a name that is carried from hand to hand."""
    return lambda players, hands, ended: ended.carried[name]


def how_often(name: str) -> Callable[[int, int, Ended], Sequence[Any]]:
    """The value of the name of a declaration: how many of it a player declared."""
    return lambda players, hands, ended: [sum([other == name for other, _ in made]) for made in ended.declared]


def of_contract(name: str) -> Column:
    """The value of a name that the contract gives scoring, the same for everybody except for who is on which side."""
    if name == "declarer":
        return lambda players, hands, ended: [seat in ended.contract.side for seat in range(players)]
    if name == "defender":
        return lambda players, hands, ended: [seat in ended.contract.against for seat in range(players)]
    if name == BIDDER:
        return lambda players, hands, ended: [seat == ended.contract.declarer for seat in range(players)]
    return lambda players, hands, ended: (ended.contract.names[name],) * players


ADDED_UP = ("bid", "won", "declared")
"""Names that are added up for a side."""

BIDDER = "bidder"

OF_ANYBODY = ("dealer", "last_trick", "vulnerable", BIDDER)
"""Names that are true for a side if they are true for anybody in it."""
