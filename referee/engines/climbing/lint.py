"""Faults of a climbing ruleset that its schema cannot see: unknown names, too few cards, rules without text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core import lint
from referee.core.leading import opening_cards
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset, deciding
from referee.core.wording import in_list
from referee.engines.climbing.compiled import ClimbingRules

LED_BY = ("lead", "by", "holder_of")
citations = deciding


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence), with those that compiling finds."""
    known = ruleset.full["combinations"]
    unknown = f"; they are {lint.all_of(known)}"
    kinds = {"combination": lint.kind(known, _no_kind, unknown)}
    return lint.common(ruleset, citations(ruleset), kinds, _more)


def _no_kind(name: str) -> str:
    return f"{name!r} is not a kind of combination"


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield cards without a place in the order, or with copies, and all that does not fit a number of players."""
    order = ruleset.full["order"]
    deck = ruleset.deck
    alone = set[str]()
    for entry in ruleset.full["combinations"].values():
        alone.update(entry["cards"])
    ranked = (card for card in deck.cards if card.id not in alone)
    missing = list(dict.fromkeys(card.rank for card in ranked if card.rank not in order))
    if missing:
        yield ("order",), f"every rank has a place; {', '.join(missing)} {'has' if len(missing) == 1 else 'have'} none"
    elif unsure := [card.id for card in deck.cards if card.at_most > card.copies]:
        yield ("deck",), f"{unsure[0]} is perhaps there more than once; this family needs a known number of cards"
    else:
        yield from _cards_with_copies(ruleset)
        yield from lint.at_each_table(ruleset, ClimbingRules, _at_table)


def _cards_with_copies(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield cards that must be the only ones of their name, and have copies: the one whose holder leads, of which there
    may be no other, and those that are named."""
    leading = ruleset.deck.names(opening_cards(ruleset.full["lead"]["by"], ruleset.deck))
    if len(leading) > 1:
        yield LED_BY, f"the holder of one card leads, not of {len(leading)}; name one of {in_list(leading, 'and')}"
    named: dict[Pointer, Sequence[str]] = {LED_BY: leading}
    named[("play", "wish")] = [ruleset.full["play"].get("wish", "")]
    for kind, entry in ruleset.full["combinations"].items():
        named[("combinations", kind, "cards")] = entry["cards"]
    for at, names in named.items():
        for card in ruleset.deck.cards:
            if card.id in names and card.copies > 1:
                yield at, f"{card.id} is there {card.copies} times; only a card that is there once can be named here"


def _at_table(rules: ClimbingRules) -> Iterator[LintFault]:
    """Yield the faults for a number of players: cards with which nobody can lead, and hands or gifts that the deck does
    not allow."""
    players = rules.players
    cards = len(rules.deck)
    hand = min(rules.sizes)
    given = sum(rules.sizes)
    stuck = [card for number, card in enumerate(rules.deck.ids) if not rules.combinations.readings(1 << number)]
    if stuck:
        no_kind = f"{stuck[0]} alone is no combination, so a player may be unable to lead"
        yield ("combinations",), f"{no_kind}; write a kind for single cards, such as `single: {{shape: set, of: 1}}`"
    if given > cards:
        yield ("deal",), f"{players} players get {given} cards, from a deck of {cards}"
    elif "talon" in rules.ruleset.full and not rules.talon:
        yield ("talon",), "all cards are dealt, so the talon is empty"
    if rules.first >= hand:
        yield ("deal", "first"), f"a hand has {hand} cards; fewer must be dealt at first"
    how = "cards"
    away = max(rules.exchange.cards[: players // 2], default=0)
    if rules.exchange.each:
        how = "each"
        away = rules.exchange.each * (players - 1)
    if given and away > hand:
        yield ("exchange", how), f"{players} players cannot give away so many cards; a hand has {hand}"
    if rules.lead_card >= 0 and given + rules.talon < cards:
        yield ("lead", "by"), f"nobody may hold the card; {cards - given} cards are not dealt"
