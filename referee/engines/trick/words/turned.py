"""A card turned up before an auction: who takes it when the auction is over, and what may be put away in exchange."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.formula import Formula
from referee.engines.trick.words.auction import AUCTION_NAMES, Auction, ParseAt

NOBODY, DEALER = "nobody", "dealer"


class Turned(NamedTuple):
    """Who takes the card (dealer, declarer or nobody), after which contracts, and whether it may be put away again."""

    goes_to: str
    when: Formula
    may_go_back: bool


def make_turned(words: Mapping[str, Any] | None, auction: Auction | None, parse: ParseAt) -> Turned | None:
    """What `turned:` says; None if no card is turned up before an auction."""
    if words is None:
        return None
    names = {*AUCTION_NAMES, *(auction.numbers if auction else ())}
    return Turned(words["goes_to"], parse(("turned", "when"), words["when"], names), words["put_away"] == "any")
