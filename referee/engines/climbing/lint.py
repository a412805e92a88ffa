"""Faults of a climbing ruleset that its schema cannot see: names that name nothing, hands that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.lint import (
    IDLE_TARGET,
    LintFault,
    all_of,
    at_each_table,
    common,
    common_kinds,
    kind,
    unknown_names,
    without_effect,
)
from referee.core.pads import counts_target, mention
from referee.core.ruleset import Ruleset, deciding
from referee.engines.climbing.combinations import CARDS, RUN, SET
from referee.engines.climbing.compiled import SCORE_NAMES, ClimbingRules


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included."""
    names = [*_names(ruleset), *_kinds(ruleset)]
    yield from names
    yield from common(ruleset, deciding(ruleset), SCORE_NAMES)
    formulas = {key: ruleset.full[key] for key in ("define", "scoring")}
    for name in ruleset.full["calls"]:
        if name in SCORE_NAMES or name in ruleset.full["define"]:
            yield ("calls", name), f"{name!r} is a name in formulas already; call it something else"
        elif not mention(formulas, name):
            yield ("calls", name), f"nothing asks for it; use `{name}` in the scoring"
    if "target" in ruleset.full["end"] and not counts_target(ruleset.full):
        yield ruleset.latest(("end", "target"), ("end", "when")), IDLE_TARGET
    if names:
        return
    yield from without_effect(ruleset)
    yield from at_each_table(ruleset, ClimbingRules, _at_table)


cited = deciding


def _names(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards, suits, ranks and kinds that there are not, or that an order has twice or lacks."""
    data, kinds = ruleset.full, ruleset.full["combinations"]
    combination = kind(kinds, lambda name: f"{name!r} is not a kind of combination", f"; they are {all_of(kinds)}")
    yield from unknown_names(ruleset, common_kinds(ruleset) | {"combination": combination})
    for at, once in (("order", data["order"]), ("runs", data["runs"][1:]), ("suits", data["suits"])):
        if len(set(once)) < len(once):
            yield (at,), "something is listed twice"
    alone = {card for entry in kinds.values() for card in entry["cards"]}
    unplaced = (card.rank for card in ruleset.deck.cards if card.rank not in data["order"] and card.id not in alone)
    missing = list(dict.fromkeys(unplaced))
    if missing and not ruleset.get("abstract"):
        yield ("order",), f"every rank has a place; {', '.join(missing)} {'has' if len(missing) == 1 else 'have'} none"
    twice = next((card.id for card in ruleset.deck.cards if card.copies > 1), None)
    if twice:
        yield ("deck",), f"every card of this family is there once; {twice} has copies"


def _kinds(ruleset: Ruleset) -> Iterator[LintFault]:
    """Kinds of combinations that cannot be made, or that leave open what they are made of."""
    for name, entry in ruleset.full["combinations"].items():
        at, shape = ("combinations", name), entry["shape"]
        if bool(entry["cards"]) != (shape == CARDS):
            yield at, "cards are named for the shape `cards`, and only for it"
        if entry["with"]["of"] and shape not in (SET, RUN):
            yield (*at, "with"), "cards come along only with a set or a run"
        if shape == RUN and entry.get("most", entry["least"]) < entry["least"]:
            yield (*at, "most"), f"`most:` ({entry['most']}) is lower than `least:` ({entry['least']})"


def _at_table(rules: ClimbingRules) -> Iterator[LintFault]:
    """Hands that do not fit the deck, sides that do not fit the players, titles without an order."""
    players, cards = rules.players, len(rules.deck)
    given = sum(rules.sizes) + rules.talon
    if given > cards:
        yield ("deal",), f"{players} players and the talon get {given} cards, from a deck of {cards}"
    if rules.first >= min(rules.sizes):
        yield ("deal", "first"), f"a hand has {min(rules.sizes)} cards; fewer must be dealt at first"
    if rules.give_each and given and rules.give_each * (players - 1) > min(rules.sizes):
        yield ("exchange", "each"), f"{players} players cannot give away so many cards; a hand has {min(rules.sizes)}"
    if rules.any_time and not rules.combinations.bombs:
        yield ("play", "bombs"), "no combination is a bomb; a bomb has `beats: all`"
    if any(rules.worth) and not rules.needs & {"held", "taken"}:
        yield ("values",), "nothing asks what cards are worth; use `taken` or `held` in the scoring"
    if rules.needs & {"held", "taken"} and not any(rules.worth):
        yield ("scoring",), "no card is worth anything; write `values:`"
    if rules.partners and players != 4:
        yield ("partners",), f"partners are two and two; there are {players} players"
    if rules.talon and not rules.bids:
        yield ("deal", "talon"), "the talon goes to the landlord; that needs `bidding:`"
    if rules.lead_by == "landlord" and not rules.bids:
        yield ("lead", "by"), "there is no landlord without `bidding:`"
    if rules.lead_by == "holder" and rules.lead_card < 0:
        yield ("lead", "by"), "which card? write it as `card:`"
    if rules.lead_by == "holder" and given < cards:
        yield ("lead", "by"), f"nobody may hold the card; {cards - given} cards are not dealt"
    if rules.until == "side_out" and not (rules.partners or rules.bids):
        yield ("play", "until"), "there are no sides; that needs `partners:` or `bidding:`"
    if (rules.titles or rules.exchange or rules.lead_then == "last_out") and rules.until == "first_out":
        yield ("play", "until"), "who is last must be known here; write `until: one_left`"
