"""Faults of a shedding ruleset that its schema cannot see: names that name nothing, hands that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import choose
from referee.core.lint import (
    IDLE_TARGET,
    LintFault,
    at_each_table,
    common,
    common_kinds,
    hands_fit,
    unknown_names,
    without_effect,
)
from referee.core.pads import counts_target
from referee.core.ruleset import Ruleset, deciding
from referee.engines.shedding.compiled import SCORE_NAMES, SheddingRules


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included."""
    names = list(_names(ruleset))
    yield from names
    yield from common(ruleset, deciding(ruleset), SCORE_NAMES)
    yield from without_effect(ruleset)
    if names:
        return
    yield from _idle(ruleset)
    yield from at_each_table(ruleset, SheddingRules, lambda rules: hands_fit(rules, 1))


cited = deciding


def _names(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards, suits, ranks and symbols that the deck does not have."""
    deck, data = ruleset.deck, ruleset.full
    yield from unknown_names(ruleset, common_kinds(ruleset))
    if "symbol" in data["match"]["by"] and not deck.symbols:
        yield ("match", "by"), f"{deck.title} has no symbols that cards could match by"


def _idle(ruleset: Ruleset) -> Iterator[LintFault]:
    """Special cards that an entry above covers, and a target that nothing asks for."""
    data, deck = ruleset.full, ruleset.deck
    left = set(range(len(deck)))
    for name, entry in data["effects"].items():
        named = choose(entry["cards"], deck)
        if not named & left:
            yield ("effects", name), "it names only cards that the entries above already cover"
        left -= named
    if "target" in data["end"] and not counts_target(data):
        yield ruleset.latest(("end", "target"), ("end", "when")), IDLE_TARGET
