"""Words about bids: each says which bids it allows. A bid must be allowed by every word.

Words that together leave no bid at all would end the game: the one that would take the last bid away gives way.

A set of bids is a mask in which bid `b` is `1 << b`; bids run from 0 to the number of cards in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.core.findings import counted
from referee.core.formula import Formula

Names = Mapping[str, Any]
Allow = Callable[[Names], int]
Parse = Callable[[Any], Formula]

BID_NAMES = {
    "cards": "cards dealt to each player in this hand",
    "players": "number of players",
    "hand": "number of this hand, from 1",
    "hands": "number of hands in the game, 0 when it is open",
    "bids": "sum of the bids spoken so far in this hand",
    "spoken": "how many players have bid in this hand",
    "last": "true for the last player to bid",
    "partner_bid": "sum of the bids that partners have spoken so far in this hand",
    "total": "the player's score before this hand",
}


class BidWord(NamedTuple):
    """What a word of bidding is: its rule, how it is made, how it is said; `clause` ends "Ann bid 3 …"."""

    rule: str
    make: Callable[[Any, Parse], Allow]
    says: Callable[[Any], str]
    clause: Callable[[Names], str]


def _everything(names: Names) -> int:
    cards: int = names["cards"]
    return (2 << cards) - 1


def _least(argument: Any, parse: Parse) -> Allow:
    formula = parse(argument)

    def allow(names: Names) -> int:
        least = max(0, int(formula.run(names, (names,))))
        return _everything(names) >> least << least

    return allow


def _most(argument: Any, parse: Parse) -> Allow:
    formula = parse(argument)

    def allow(names: Names) -> int:
        most = int(formula.run(names, (names,)))
        return _everything(names) & ((2 << most) - 1) if most >= 0 else 0

    return allow


def _all_or_nothing(argument: Any, parse: Parse) -> Allow:
    formula = parse(argument)

    def allow(names: Names) -> int:
        everything = _everything(names)
        return (everything + 1 >> 1 | 1) if formula.run(names, (names,)) else everything

    return allow


def _hook(argument: Any, parse: Parse) -> Allow:
    formula = parse(argument)

    def allow(names: Names) -> int:
        rest: int = names["cards"] - names["bids"]
        if names["last"] and rest >= 0 and formula.run(names, (names,)):
            return _everything(names) & ~(1 << rest)
        return _everything(names)

    return allow


def _only(argument: Any, parse: Parse) -> Allow:
    formula = parse(argument)

    def allow(names: Names) -> int:
        mask = 0
        for bid in range(names["cards"] + 1):
            row = {**names, "bid": bid}
            if formula.run(row, (row,)):
                mask |= 1 << bid
        return mask

    return allow


BID_WORDS: dict[str, BidWord] = {
    "least": BidWord(
        "bid-range",
        _least,
        lambda argument: f"Bid at least {argument}.",
        lambda names: f"in a hand of {counted(names['cards'], 'cards')}",
    ),
    "most": BidWord(
        "bid-range",
        _most,
        lambda argument: f"Bid at most {'the number of cards dealt' if argument == 'cards' else argument}.",
        lambda names: f"in a hand of {counted(names['cards'], 'cards')}",
    ),
    "all_or_nothing": BidWord(
        "all-or-nothing",
        _all_or_nothing,
        lambda argument: f"Bid all or nothing when {argument}.",
        lambda names: f"in a hand of {counted(names['cards'], 'cards')}, where a bid is all or nothing",
    ),
    "hook": BidWord(
        "hook",
        _hook,
        lambda argument: (
            "The bids may not add up to the number of cards dealt" + ("." if argument is True else f" when {argument}.")
        ),
        lambda names: f"after bids of {names['bids']} in all, in a hand of {counted(names['cards'], 'cards')}",
    ),
    "only": BidWord(
        "bid-only",
        _only,
        lambda argument: f"A bid must satisfy {argument}.",
        lambda names: f"in a hand of {counted(names['cards'], 'cards')}",
    ),
}
