"""Cards left over after the deal, compiled: a stock, a talon, and a card turned up before an auction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.core.formula import Formula
from referee.engines.trick.words.auction import AUCTION_NAMES, Auction, ParseAt


class Stock(NamedTuple):
    """How cards are drawn: who draws first, where the turned-up card is, and whether tricks count before the stock is out."""

    first: str
    turned: str
    tricks_count: bool


def make_stock(stock: Mapping[str, Any] | None) -> Stock | None:
    """The stock of a ruleset, if it has one."""
    return Stock(stock["first"], stock.get("turned", ""), stock["tricks_count"]) if stock else None


DECLARER = "declarer"


class Talon(NamedTuple):
    """Who takes the cards left over, in which contracts a declarer does, and who counts the cards set aside at the end."""

    goes_to: str
    counts_for: str
    when: Formula


def make_talon(talon: Mapping[str, Any] | None, auction: Auction | None, parse: Callable[..., Formula]) -> Talon | None:
    """The talon of a ruleset, if it has one."""
    if not talon:
        return None
    known = {"level", *auction.numbers} if auction else set[str]()
    return Talon(talon["goes_to"], talon["counts_for"], parse(("talon", "when"), talon["when"], known))


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
