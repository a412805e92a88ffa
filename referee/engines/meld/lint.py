"""Faults of a meld ruleset that its schema cannot see: unknown names, too few cards, rules without text."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from referee.core import lint
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.core.selectors import Selector
from referee.core.selectors import kinds as kinds_of
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.words.arrange import MeldKind
from referee.engines.meld.words.melds import MELD_WORDS


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset that its schema cannot see, as (pointer, sentence), those found by compiling among
    them."""
    known = ruleset.full["melds"]
    deck = ruleset.deck

    def one_kind(at: Pointer, selector: Selector) -> str:
        named = sorted(kinds_of(selector, deck))
        names = lint.all_of(deck.ids[card] for card in named)
        if len(named) == 1:
            return ""
        return f"Action cards are drawn for one kind of card; this names {names}"

    def unknown(name: str) -> str:
        return f"{name!r} is not a meld of this game"

    kinds = {"meld": lint.kind(known, unknown, f"; its melds are {lint.all_of(known)}"), "one_kind": one_kind}
    return lint.common(ruleset, citations(ruleset), kinds, _more)


def citations(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words that decide something, each with the rules it may cite: the first that exists."""
    for word in deciding(ruleset):
        if word[0][:2] != ("scoring", "penalty") or ruleset.full["declare"]["penalty"]:
            yield word


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    yield from lint.covered_entries(ruleset, "idle")
    yield from lint.at_each_table(ruleset, MeldRules, _at_table)


def _at_table(rules: MeldRules) -> Iterator[LintFault]:
    """Yield what is wrong for a number of players: hands that do not fit into the deck, too few roles or cards for
    melds, and a draw for the deal with too few cards that have a value."""
    yield from lint.hands_fit(rules, 1 + rules.stock.leave, ("stock", "leave"), most=14)
    if rules.roles and not rules.roles_shared and len(rules.roles) < rules.players:
        yield ("roles", "choose"), f"{rules.players} players need {rules.players} roles; there are {len(rules.roles)}"
    for kind in rules.arranger.kinds.values():
        yield from _check_cards_of_meld(rules, kind)
    valued = sum(many for card, many in enumerate(rules.copies) if rules.valued[card] is not None)
    if rules.dealer_drawn and valued < rules.players:
        at = rules.ruleset.latest(("deal", "first_dealer"), ("values",), ("players",))
        yield at, f"{rules.players} players draw, but only {valued} cards have a value under `values:`"


def _check_cards_of_meld(rules: MeldRules, kind: MeldKind) -> Iterator[LintFault]:
    """Yield that the deck has too few cards for a kind of meld."""
    made_of = kind.arguments
    if kind.word is MELD_WORDS["run"] and not made_of.order:
        return
    wilds = sum(rules.copies[card] for card in rules.arranger.wilds)
    most = 0
    for group in kind.word.groups(made_of, rules.deck):
        number = _most_natural(rules, kind, group)
        if number:
            most = max(most, number + min(made_of.wild, wilds))
    if most < made_of.least:
        message = f"a {kind.name} needs at least {made_of.least} cards, but the deck has at most {most} for one"
        yield ("melds", kind.name), message


def _most_natural(rules: MeldRules, kind: MeldKind, group: Collection[int]) -> int:
    """The most cards without wild ones that one meld of a kind may have, of a group of cards that can stand
    together."""
    cards = rules.deck.cards
    made_of = kind.arguments
    if kind.word is MELD_WORDS["run"]:
        return len({cards[card].rank for card in group} & set(made_of.order))
    if made_of.suits == "different":
        return len({cards[card].suit for card in group})
    if made_of.suits == "same" and kind.word is MELD_WORDS["set"]:
        return max(rules.at_most[card] for card in group)
    return sum(rules.at_most[card] for card in group)
