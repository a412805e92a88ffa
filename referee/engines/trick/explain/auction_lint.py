"""Faults of a ruleset in the words of its auction: what can never matter, or does not go together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.bids import ALWAYS_KNOWN, AUCTION_NAMES, DOUBLE, HOLD, PASS, REDOUBLE, numbers
from referee.engines.trick.words.ranking import NOT_SUITS
from referee.engines.trick.words.scoring import SCORE_NAMES

MOST_LEVELS = 200
"""The most numbers that may be bid."""
CALLED = (PASS, HOLD, DOUBLE, REDOUBLE)
SHADED = ("hand",)
"""Names that a mark may have: scoring then knows whether a contract was played from the hand, not the number of the hand."""


def auction_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """What is wrong with `bidding:` as an auction, and with words that need one."""
    bidding = ruleset.full.get("bidding") or {}
    yield from _dummy(ruleset)
    if "calls" not in bidding:
        return
    yield from _calls(ruleset, {**bidding["calls"], "contracts": bidding["contracts"]})
    yield from _marks(bidding)


def _dummy(ruleset: Ruleset) -> Iterator[LintFault]:
    """A dummy in a game that is not for two pairs."""
    full, word = ruleset.full, ruleset.words.at(("play", "dummy"))
    dummy = full["play"]["dummy"]
    if dummy != "nobody" and not word.unmet(dummy, full) and {*full.get("players", ())} - {4}:
        yield ("play", "dummy"), "a dummy needs four players, two on each side"


def _calls(ruleset: Ruleset, calls: dict[str, Any]) -> Iterator[LintFault]:
    deck, at = ruleset.deck, ("bidding", "calls")
    levels = calls.get("levels")
    if not (levels or calls["strains"] or calls["names"]):
        yield at, "there is nothing to bid; add levels, strains or names to `calls:`"
    if isinstance(levels, dict):
        yield from _steps(levels, (*at, "levels"))
    makes_trump = False
    for section in ("strains", "names", "contracts"):
        for name, entry in calls[section].items():
            here: Pointer = (*(at[:1] if section == "contracts" else at), section, name)
            what = "contract" if section == "contracts" else "bid"
            if section != "strains" and name in CALLED:
                yield here, f"{name!r} is already a call; give this {what} another name"
            elif section != "strains" and name in NAMES:
                yield here, f"{name!r} is a name already: {NAMES[name]}; give this {what} another name"
            for key in entry:
                if key in NAMES and not (section == "names" and key == "level"):
                    yield (*here, key), f"{key!r} is a name already: {NAMES[key]}; give this number another"
            trump = entry.get("trump", "none")
            makes_trump |= "trump" in entry
            if trump == "always" and not ruleset.full["trick"].get("always_trump"):
                yield (*here, "trump"), "no card is always a trump; list such cards in `trick: {always_trump: […]}`"
            elif trump not in NOT_SUITS and trump not in deck.suits:
                suits = ", ".join(deck.suits)
                yield (*here, "trump"), f"{deck.title} has no suit {trump!r}; choose one of {suits} or none"
    by_contract = ruleset.full["trick"]["trump"] == "contract"
    if by_contract and not makes_trump:
        yield ("trick", "trump"), "no bid sets trump; write `trump:` for strains in `bidding: {calls: …}`"
    if makes_trump and not by_contract:
        yield ("trick", "trump"), "bids set trump; write `trick: {trump: contract}`"


def _steps(levels: dict[str, Any], at: Pointer) -> Iterator[LintFault]:
    """Steps of numbers that lead nowhere, miss the last number, or are too many."""
    steps = numbers(levels)
    if not steps:
        yield (*at, "to"), f"`to:` ({levels['to']}) is lower than `from:` ({levels['from']})"
    elif steps[-1] != levels["to"]:
        yield (*at, "to"), f"steps of {levels['by']} do not reach {levels['to']}; the last one is {steps[-1]}"
    elif len(steps) > MOST_LEVELS:
        yield at, f"these are {len(steps)} numbers; at most {MOST_LEVELS} are allowed"


def _marks(bidding: dict[str, Any]) -> Iterator[LintFault]:
    """Marks whose names are taken."""
    calls = {**bidding["calls"], "contracts": bidding["contracts"]}
    sections = ("strains", "names", "contracts")
    numbers = {key for section in sections for entry in calls[section].values() for key in entry}
    for mark in bidding["marks"]:
        here: Pointer = ("bidding", "marks", mark)
        if mark in NAMES and mark not in SHADED:
            yield here, f"{mark!r} is a name already: {NAMES[mark]}; give this mark another"
        elif mark in calls["names"] or mark in calls["contracts"] or mark in numbers:
            yield here, f"{mark!r} is already a bid or a number; give this mark another name"


NAMES = {**AUCTION_NAMES, **SCORE_NAMES, **ALWAYS_KNOWN}
