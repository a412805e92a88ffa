"""Faults of a meld ruleset that its schema cannot see: names that name nothing, hands that do not fit, rules without text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core import lint
from referee.core.cards import choose
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.core.wording import unknown_name
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.words.melds import MELD_WORDS
from referee.engines.meld.words.scoring import SCORE_NAMES, counted, counts_target


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included."""
    names = list(_names(ruleset))
    yield from names
    yield from _melds(ruleset)
    yield from _scored(ruleset)
    yield from lint.common(ruleset, cited(ruleset), SCORE_NAMES)
    for pointer, message in lint.out_of_reach(ruleset.full["bonuses"]):
        yield ("bonuses", *pointer[1:]), message
    if names:
        return
    yield from lint.without_effect(ruleset, *_without_effect(ruleset))
    yield from lint.at_each_table(ruleset, MeldRules, _at_table)


def cited(ruleset: Ruleset) -> Iterator[Cited]:
    """Return the words that decide something, each with the rules it may cite: the first that exists."""
    never = () if ruleset.full["declare"]["penalty"] else ("scoring", "penalty")
    return (word for word in deciding(ruleset) if word[0][:2] != never)


def _names(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards, suits and ranks that the deck does not have, or that an order has twice."""
    data = ruleset.full
    yield from lint.unknown_names(ruleset, lint.common_kinds(ruleset))
    orders: list[tuple[Pointer, Any]] = [(("order",), data["order"])]
    orders += [(("melds", name, "order"), entry["order"]) for name, entry in data["melds"].items() if "order" in entry]
    for pointer, order in orders:
        if len(set(order[1:])) < len(order[1:]):
            yield pointer, "a rank is listed twice; only the first may be listed again, at the end"


def _melds(ruleset: Ruleset) -> Iterator[LintFault]:
    """Melds that cannot be made, or that leave open what they are made of."""
    known = ruleset.full["melds"]
    named: list[tuple[Pointer, str]] = [(("turn", "calls", name), name) for name in ruleset.full["turn"]["calls"]]
    named += [(("table", "first", place), name) for place, name in enumerate(ruleset.full["table"]["first"])]
    for at, name in named:
        if name not in known:
            yield at, unknown_name(f"{name!r} is not a meld of this game", name, known, "its melds are")
    for name, entry in ruleset.full["melds"].items():
        at = ("melds", name)
        if entry["shape"] == "run" and not entry.get("order", ruleset.full["order"]):
            yield at, "a run needs an `order:` of the ranks, from low to high"
        if "most" in entry and entry["most"] < entry["least"]:
            yield at, f"`most:` ({entry['most']}) is lower than `least:` ({entry['least']})"
        if entry["shape"] == "run" and entry.get("suits", "same") == "different":
            yield (*at, "suits"), "the cards of a run may be of the same suit or of any suit"
        if entry["shape"] == "flush" and entry.get("suits", "same") != "same":
            yield (*at, "suits"), "the cards of a flush must be of the same suit"


def _scored(ruleset: Ruleset) -> Iterator[LintFault]:
    """Names that formulas already use, and points that no formula counts."""
    data = ruleset.full
    parts = {"penalty": ("declare", "penalty"), "action": ("action_cards", "drawn_for")}
    for name, dead in parts.items():
        if ruleset.get(*dead) and not counted(data, name) and ruleset.latest(dead, ("scoring",)) == dead:
            yield dead, f"no part of `scoring:` counts it; add one, such as `{name}: {{cases: [{{points: {name}}}]}}`"


def _without_effect(ruleset: Ruleset) -> Iterator[tuple[Pointer, list[Pointer], str]]:
    """Words that change nothing, each with what else would have to change."""
    data, deck = ruleset.full, ruleset.deck
    for name, entry in data["melds"].items():
        at = ("melds", name)
        for word in ("order", "around"):
            if entry["shape"] != "run" and word in ruleset.data["melds"][name]:
                yield (*at, word), [(*at, "shape")], f"only a run has an order; a {name} is a {entry['shape']}"
    left = set(range(len(deck)))
    for place, case in enumerate(data["idle"]):
        named = choose(case["cards"], deck) if "cards" in case else frozenset(left)
        if not named & left:
            yield ("idle", place), [], "it names only cards that the entries above already cover"
        left -= named
    if "target" in data["end"] and not counts_target(data):
        yield ("end", "target"), [("end", "when"), ("bonuses",)], lint.IDLE_TARGET
    drawn_for = choose(ruleset.part("action_cards")["drawn_for"], deck)
    if "action_cards" in data and len(drawn_for) != 1:
        names = ", ".join(deck.ids[card] for card in sorted(drawn_for)) or "none"
        yield ("action_cards", "drawn_for"), [], f"Action cards are drawn for one kind of card; this names {names}"


def _at_table(rules: MeldRules) -> Iterator[LintFault]:
    """Hands that do not fit, roles that are too few, and what cannot be made."""
    yield from lint.hands_fit(rules, 1 + rules.stock.leave, ("stock", "leave"), most=14)
    yield from _can_be_made(rules)
    if rules.roles and not rules.roles_shared and len(rules.roles) < rules.players:
        yield ("roles", "choose"), f"{rules.players} players need {rules.players} roles; there are {len(rules.roles)}"


def _can_be_made(rules: MeldRules) -> Iterator[LintFault]:
    """Melds for which the deck has too few cards, and a draw for the deal with no cards for it."""
    cards, wilds = rules.deck.cards, sum(rules.copies[card] for card in rules.arranger.wilds)
    for kind in rules.arranger.kinds:
        made_of, most = kind.arguments, 0
        for group in kind.word.groups(made_of, rules.deck):
            if kind.word is MELD_WORDS["run"]:
                number = len({cards[card].rank for card in group} & set(made_of.order))
            elif made_of.suits == "different":
                number = len({cards[card].suit for card in group})
            elif made_of.suits == "same" and kind.word is MELD_WORDS["set"]:
                number = max(rules.at_most[card] for card in group)
            else:
                number = sum(rules.at_most[card] for card in group)
            most = max(most, number and number + min(made_of.wild, wilds))
        ordered = made_of.order or kind.word is not MELD_WORDS["run"]
        if most < made_of.least and ordered:
            message = f"a {kind.name} needs at least {made_of.least} cards, but the deck has at most {most} for one"
            yield ("melds", kind.name), message
    valued = sum(many for card, many in enumerate(rules.copies) if rules.valued[card] is not None)
    if rules.dealer_drawn and valued < rules.players:
        at = rules.ruleset.latest(("deal", "first_dealer"), ("values",), ("players",))
        yield at, f"{rules.players} players draw, but only {valued} cards have a value under `values:`"
