"""Faults of a meld ruleset that its schema cannot see: names that name nothing, hands that do not fit, rules without text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.family import Unsound
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.soundness import Fault, out_of_reach, outside_readings, unexplained
from referee.engines.meld import selectors
from referee.engines.meld.terms import Terms


def soundness(ruleset: Ruleset) -> Iterator[Fault]:
    """Every fault of a ruleset, as (pointer, sentence); what `Terms` finds while compiling included."""
    names = list(_names(ruleset))
    yield from names
    yield from _melds(ruleset)
    yield from unexplained(ruleset, cited(ruleset.data))
    yield from outside_readings(ruleset)
    yield from out_of_reach(ruleset.get("scoring", default={}))
    for pointer, message in out_of_reach(ruleset.get("bonuses", default=None) or {}):
        yield ("bonuses", *pointer[1:]), message
    if names:
        return
    seen: set[Fault] = set()
    for players in ruleset.get("players", default=()):
        try:
            terms = Terms(ruleset, players)
        except Unsound as unsound:
            seen.update(unsound.faults)
            continue
        yield from _hands_fit(terms)
        if terms.scoring.target:
            terms.scoring.target({"players": players}, ())
        if terms.roles and len(terms.roles) < players:
            yield ("roles", "choose"), f"{players} players need {players} roles; there are {len(terms.roles)}"
    yield from sorted(seen, key=str)


def _names(ruleset: Ruleset) -> Iterator[Fault]:
    """Cards, suits and ranks that the deck does not have."""
    deck, data = ruleset.deck, ruleset.data
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))
    for pointer, selector in _selectors(data):
        for message in selectors.faults(selector, deck):
            yield pointer, message
    for name in data.get("values", {}):
        if name not in ranks and name not in deck.by_id:
            yield ("values", name), f"{deck.title} has no card and no rank {name!r}; its ranks are {', '.join(ranks)}"
    orders: list[tuple[Pointer, Any]] = [(("order",), data.get("order", ()))]
    orders += [(("melds", name, "order"), entry["order"]) for name, entry in data["melds"].items() if "order" in entry]
    for pointer, order in orders:
        for rank in order:
            if rank not in ranks:
                yield pointer, f"{deck.title} has no rank {rank!r}; it has {', '.join(ranks)}"


def _selectors(data: dict[str, Any]) -> Iterator[tuple[Pointer, Any]]:
    yield ("wild", "cards"), data.get("wild", {}).get("cards", [])
    for name, entry in data["melds"].items():
        if "cards" in entry:
            yield ("melds", name, "cards"), entry["cards"]
    for place, case in enumerate(data.get("idle", ())):
        if "cards" in case:
            yield ("idle", place, "cards"), case["cards"]
    if data.get("action_cards"):
        yield ("action_cards", "drawn_for"), data["action_cards"]["drawn_for"]


def _melds(ruleset: Ruleset) -> Iterator[Fault]:
    """Melds that cannot be made, or of which nobody can say what they are made of."""
    for name, entry in ruleset.data["melds"].items():
        at: Pointer = ("melds", name)
        if entry["shape"] == "run" and not entry.get("order", ruleset.get("order")):
            yield at, "a run needs an `order:` of the ranks, from low to high"
        if entry.get("most", 99) < entry.get("least", 3):
            yield at, f"a {name} has at least {entry.get('least', 3)} cards and at most {entry['most']}"
        if entry["shape"] == "run" and entry.get("suits", "same") == "different":
            yield (*at, "suits"), "the cards of a run are of the same suit, or of any"
        if entry["shape"] == "flush" and entry.get("suits", "same") != "same":
            yield (*at, "suits"), "the cards of a flush are of the same suit"


def _hands_fit(terms: Terms) -> Iterator[Fault]:
    cards, pack = terms.cards_each(1), sum(terms.copies)
    if cards < 1 or cards * terms.players + 1 + terms.stock_left > pack:
        message = f"with {terms.players} players a round has {cards} cards each, from a deck of {pack}"
        yield ("deal", "each"), message
    if cards > 14:
        yield ("deal", "each"), f"a hand has at most 14 cards; round 1 has {cards}"


def cited(data: dict[str, Any]) -> Iterator[tuple[Pointer, str]]:
    """The rule that each word of a ruleset cites when it is broken or decides something."""
    for name in data["melds"]:
        yield ("melds", name), "melds"
    if data.get("idle"):
        yield ("idle",), "idle"
    if data["deal"].get("first_dealer") is not None:
        yield ("deal", "first_dealer"), "dealer"
    if data.get("action_cards"):
        yield ("action_cards",), "action"
    if data.get("lay_off", False) is not False:
        yield ("lay_off",), "lay-off"
    if data.get("roles"):
        yield ("roles",), "roles"
    yield ("declare",), "declare"
    yield ("scoring",), "scoring"
    yield ("end",), "winning"
