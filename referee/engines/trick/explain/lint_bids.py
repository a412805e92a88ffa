"""Faults in the names that a ruleset gives to cards held and to marks of bids."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.bids import AUCTION_NAMES, BID_NAMES, marks_of
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.scoring import SCORE_NAMES
from referee.engines.trick.words.selectors import OWN


def bid_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Names that are taken, that nothing asks for, or that depend on what bidders cannot know."""
    bidding = ruleset.full.get("bidding") or {}
    known = {**BID_NAMES, "bid": "the bid"} if "calls" not in bidding else {**AUCTION_NAMES}
    marks = marks_of(bidding)
    for name, cards in bidding.get("holds", {}).items():
        at: Pointer = ("bidding", "holds", name)
        if name in known:
            yield at, f"{name!r} is a name already: {known[name]}; choose another name"
        elif name in marks.values():
            yield at, f"{name!r} is already the mark of a word for a bid; choose another name"
        if {"symbol": OWN} in (cards if isinstance(cards, list) else [cards]):
            yield at, "own cards cannot be asked about here, since roles may move; name the symbol"
    for word, mark in marks.items():
        taken = {**BID_NAMES, **SCORE_NAMES}
        if mark in taken:
            at = ("bidding", "spoken", word, "mark")
            yield at, f"{mark!r} is a name already: {taken[mark]}; choose another name"


def asks_nothing(rules: CompiledRules) -> Iterator[LintFault]:
    """Names for cards held that no word of bidding asks about."""
    for name in rules.held_names.keys() - rules.bid_names:
        message = f"no word of bidding asks about {name!r}; write for example `only: bid == {name}`"
        yield ("bidding", "holds", name), message
