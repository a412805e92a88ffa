"""Faults of a ruleset in the words of its auction: what can never matter, or does not go together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.auction import ALWAYS_KNOWN, AUCTION_NAMES, DOUBLE, HOLD, PASS, REDOUBLE, numbers
from referee.engines.trick.words.ended_hands import SCORE_NAMES
from referee.engines.trick.words.ranking import NOT_SUITS

BY_TRICKS = ("least", "most", "all_or_nothing", "hook", "spoken")
"""Words for bids of a number of tricks."""
OF_AUCTIONS = (
    "by_pairs", "rounds", "higher", "ends", "passing", "doubles", "nobody", "contracts", "marks", "declarer",
)  # fmt: skip
"""Words for auctions."""
MOST_LEVELS = 200
"""The most numbers that may be bid."""
CALLED = (PASS, HOLD, DOUBLE, REDOUBLE)
SHADED = ("hand",)
"""Names that a mark may have: scoring then knows whether a contract was played from the hand, not the number of the hand."""
NOT_IN_PAIRS = ("rounds", "ends", "passing", "doubles")


def auction_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """What is wrong with `bidding:` as an auction, and with words that need one."""
    data, full = ruleset.data, ruleset.full
    bidding = full.get("bidding") or {}
    auction = "calls" in bidding
    yield from _without_auction(full, auction=auction)
    if not bidding:
        return
    if not auction:
        usual = ruleset.words.at(("bidding",)).filled({})
        for word in OF_AUCTIONS:
            if word in data["bidding"] and full["bidding"][word] != usual[word]:  # the usual changes nothing
                yield ("bidding", word), f"`{word}` is only for auctions; list what may be bid in `calls:`"
        return
    for word in BY_TRICKS:
        if word in data["bidding"]:
            yield (
                ("bidding", word),
                f"`{word}` is only for bids of a number of tricks; in an auction, `calls:` and `only:` say what may be bid",
            )
    yield from _calls(ruleset, {**bidding["calls"], "contracts": bidding["contracts"]})
    yield from _marks(bidding, full["partners"])
    yield from _course(bidding, full["partners"])
    yield from _in_pairs(ruleset, bidding)
    yield from _partner(ruleset, bidding["declarer"], full["partners"])


def _without_auction(full: dict[str, Any], *, auction: bool) -> Iterator[LintFault]:
    """Words outside of `bidding:` that need an auction."""
    play, needs = full["play"], "needs an auction; list what may be bid in `bidding: {calls: …}`"
    if not auction and play["leads"] in ("declarer", "left_of_declarer"):
        yield ("play", "leads"), f"`{play['leads']}` {needs}"
    if not auction and full["trick"]["trump"] == "contract":
        yield ("trick", "trump"), f"`contract` {needs}"
    if play["dummy"] != "nobody":
        if not auction:
            yield ("play", "dummy"), f"`{play['dummy']}` {needs}"
        elif full["partners"] == "none" or full["bidding"]["declarer"]["with"] == "nobody":
            yield ("play", "dummy"), "the declarer has no partner whose hand could be the dummy"
        elif any(players != 4 for players in full.get("players", ())):
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


def _marks(bidding: dict[str, Any], partners: str) -> Iterator[LintFault]:
    """Marks whose names are taken, or that make a partner sit out when nobody has one."""
    calls = {**bidding["calls"], "contracts": bidding["contracts"]}
    sections = ("strains", "names", "contracts")
    numbers = {key for section in sections for entry in calls[section].values() for key in entry}
    for mark, words in bidding["marks"].items():
        here: Pointer = ("bidding", "marks", mark)
        if mark in NAMES and mark not in SHADED:
            yield here, f"{mark!r} is a name already: {NAMES[mark]}; give this mark another"
        elif mark in calls["names"] or mark in calls["contracts"] or mark in numbers:
            yield here, f"{mark!r} is already a bid or a number; give this mark another name"
        if words["partner"] == "sits_out" and partners == "none":
            yield (*here, "partner"), "without partners nobody can sit out"


def _in_pairs(ruleset: Ruleset, bidding: dict[str, Any]) -> Iterator[LintFault]:
    """Words for auctions in which everybody calls in turn."""
    usual = ruleset.words.at(("bidding",)).filled({})
    for word in NOT_IN_PAIRS if bidding["by_pairs"] else ():
        if bidding[word] != usual[word]:
            message = f"bidding in pairs continues until one player is left; remove `{word}` or `by_pairs`"
            yield ruleset.latest(("bidding", word), ("bidding", "by_pairs")), message
    if bidding["by_pairs"] and bidding["nobody"] == "dealer_must":
        yield ("bidding", "nobody"), "when players bid in pairs, the dealer is not the last to speak"


def _partner(ruleset: Ruleset, declarer: dict[str, Any], partners: str) -> Iterator[LintFault]:
    """Words about a called card when none is called, or none can be."""
    at: Pointer = ("bidding", "declarer")
    if declarer["with"] != "called":
        usual = ruleset.words.at(("bidding", "declarer")).filled({})
        for word in ("may_call", "own_card", "alone"):
            if declarer.get(word) != usual.get(word):
                yield (*at, word), f"`{word}` is only for a partner who is called; write `declarer: {{with: called}}`"
        return
    if partners != "none":
        yield (*at, "with"), "the declarer calls a partner only when nobody else has one; remove `partners:`"
    if not declarer.get("may_call"):
        yield (*at, "with"), "`may_call:` is missing: which cards may the declarer call?"


def _course(bidding: dict[str, Any], partners: str) -> Iterator[LintFault]:
    """What does not go together in the course of an auction."""
    if bidding["rounds"] == "open" and bidding["higher"] == "never":
        yield ("bidding", "higher"), "an open auction in which bids need not be higher may never end"
    if bidding["doubles"] != "none" and bidding["passing"] == "out" and bidding["rounds"] != 1:
        yield (
            ("bidding", "doubles"),
            "a player who doubles has usually passed before; a game with doubles needs `passing: may_return`",
        )
    if bidding["nobody"] == "dealer_must" and bidding["first"] != "left_of_dealer":
        yield ("bidding", "nobody"), "the dealer speaks last only with `first: left_of_dealer`"
    if bidding["declarer"]["is"] == "first_of_side" and partners == "none":
        yield ("bidding", "declarer", "is"), "without partners the highest bidder is the first of the side"


NAMES = {**AUCTION_NAMES, **SCORE_NAMES, **ALWAYS_KNOWN}
