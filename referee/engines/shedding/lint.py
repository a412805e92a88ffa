"""Faults of a shedding ruleset that its schema cannot see: unknown names, too few cards, rules without text."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core import lint
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset, deciding
from referee.engines.shedding.compiled import SheddingRules

citations = deciding


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included."""

    def symbol(at: Pointer, by: str) -> str:
        no = by == "symbol" and not ruleset.deck.symbols
        if not no:
            return ""
        return f"{ruleset.deck.title} has no symbols that cards could match by"

    return lint.common(ruleset, citations(ruleset), {"likeness": symbol}, _more)


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    yield from lint.covered_entries(ruleset, "effects")
    yield from lint.at_each_table(ruleset, SheddingRules, lambda rules: lint.hands_fit(rules, 1))
