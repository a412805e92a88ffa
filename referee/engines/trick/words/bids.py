"""Words about bids: each says which bids it allows. A bid must be allowed by every word.

Words that together leave no bid at all would end the game: the one that would remove the last bid does not apply.

A set of bids is a mask in which bid `b` is `1 << b`; bids run from 0 to the number of cards in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from referee.core.findings import counted
from referee.core.formula import Formula
from referee.core.parsing import Parser
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.auction import Auction

Names = Mapping[str, Any]
Allow = Callable[[Names], int]

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


class Marked(int):
    """A bid by a word that means more than its number: a blind nil is a bid of 0."""

    word: str

    @classmethod
    def by(cls, word: str, number: int) -> Marked:
        """The bid that a word means."""
        bid = cls(number)
        bid.word = word
        return bid


def word_of(bid: Any) -> str:
    """The word of a bid that means more than its number; empty for any other bid."""
    return bid.word if isinstance(bid, Marked) else ""


def written(bid: Any) -> Any:
    """A bid as a log writes it: a number, or the word that means more."""
    return word_of(bid) or bid


def marks_of(bidding: Mapping[str, Any]) -> dict[str, str]:
    """The words for bids that mean more than their number, each with its name in formulas."""
    spoken = bidding.get("spoken", {})
    return {word: said["mark"] for word, said in spoken.items() if isinstance(said, Mapping) and "mark" in said}


def number_of(word: str, said: Any) -> tuple[Pointer, Any]:
    """The formula of the number that a word means, and where it is written."""
    at: Pointer = ("bidding", "spoken", word)
    return ((*at, "bid"), said["bid"]) if isinstance(said, Mapping) else (at, said)


class BidWord(NamedTuple):
    """A word of bidding: `make` compiles it; `clause` ends "Ann bid 3 …"."""

    make: Callable[[Formula], Allow]
    clause: Callable[[Names], str]


def _everything(names: Names) -> int:
    cards: int = names["cards"]
    return (2 << cards) - 1


def _least(formula: Formula) -> Allow:
    def allow(names: Names) -> int:
        least = max(0, int(formula.run(names, (names,))))
        return _everything(names) >> least << least

    return allow


def _most(formula: Formula) -> Allow:
    def allow(names: Names) -> int:
        most = int(formula.run(names, (names,)))
        return _everything(names) & ((2 << most) - 1) if most >= 0 else 0

    return allow


def _all_or_nothing(formula: Formula) -> Allow:
    def allow(names: Names) -> int:
        everything = _everything(names)
        return (everything + 1 >> 1 | 1) if formula.run(names, (names,)) else everything

    return allow


def _hook(formula: Formula) -> Allow:
    def allow(names: Names) -> int:
        rest: int = names["cards"] - names["bids"]
        if names["last"] and rest >= 0 and formula.run(names, (names,)):
            return _everything(names) & ~(1 << rest)
        return _everything(names)

    return allow


def _only(formula: Formula) -> Allow:
    def allow(names: Names) -> int:
        mask = 0
        for bid in range(names["cards"] + 1):
            row = {**names, "bid": bid}
            if formula.run(row, (row,)):
                mask |= 1 << bid
        return mask

    return allow


def _of_cards(names: Names) -> str:
    return f"in a hand of {counted(names['cards'], 'cards')}"


BID_WORDS: dict[str, BidWord] = {
    "least": BidWord(_least, _of_cards),
    "most": BidWord(_most, _of_cards),
    "all_or_nothing": BidWord(_all_or_nothing, lambda names: f"{_of_cards(names)}, where a bid is all or nothing"),
    "hook": BidWord(_hook, lambda names: f"after bids that add up to {names['bids']}, {_of_cards(names)}"),
    "only": BidWord(_only, _of_cards),
}


class BidRule(NamedTuple):
    """A word of bidding in force, its formula, and the names that it asks about."""

    rule: str
    pointer: Pointer
    word: BidWord
    allow: Allow
    names: frozenset[str]
    formula: Formula


def bid_rule(
    name: str,
    word: BidWord,
    argument: Any,
    known: Collection[str],
    parser: Parser,
    auction: Auction | None,
    ruleset: Ruleset,
) -> BidRule:
    """A word of bidding, compiled; `known` are the names that it may ask about."""
    names = {*known, "bid"} if name == "only" and auction is None else known
    asked = {"bids", "last"} if name == "hook" else set[str]()
    formula = parser.at(("bidding", name), argument, names)
    allow = auction.only(formula) if auction else word.make(formula)
    (rule,) = ruleset.words.at(("bidding", name)).cites
    said = word if auction is None else BidWord(word.make, auction.clause)
    return BidRule(rule, ("bidding", name), said, allow, formula.names | asked, formula)
