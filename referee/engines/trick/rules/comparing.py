"""Declarations that score only for the side with the best one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.declarations import Declared, worth
from referee.engines.trick.words.ended_hands import Sides
from referee.engines.trick.words.ranking import Ranking

AllDeclared = Sequence[Sequence[Declared]]
"""What players declared, seat by seat."""


def scored(rules: CompiledRules, state: State, sides: Sides, dealer: int) -> Sequence[Sequence[tuple[str, Any]]]:
    """The declarations of a hand that count, seat by seat: the name of each with its points. The `dealer` is the dealer of that
    hand, since the next one may already have begun."""
    declared: AllDeclared = state.declared
    if rules.declared_compared:
        left = rules.orders[dealer][1]
        order = rules.orders[state.tricks[0][0] if state.tricks else left]
        declared = _that_count(rules, state.ranking, declared, sides, order)
    return worth(rules.declarations, state.ranking, declared)


def _that_count(
    rules: CompiledRules, ranking: Ranking, declared: AllDeclared, sides: Sides, order: Sequence[int]
) -> AllDeclared:
    best = winner = None
    for seat in order:
        for made in declared[seat]:
            rank = _rank(rules, ranking, made)
            if rank is not None and (best is None or rank > best):
                best, winner = rank, seat
    side = next((side for side in sides if winner in side), ())
    return [
        [made for made in each if seat in side or rules.declarations[made.what].compared is None]
        for seat, each in enumerate(declared)
    ]


def _rank(rules: CompiledRules, ranking: Ranking, made: Declared) -> tuple[int, int, bool] | None:
    """How good a declaration is compared with others; None for one that is not compared."""
    found = rules.declarations[made.what]
    if found.compared is None:
        return None
    height = found.height(rules.deck, made.suit) if found.run else 0
    return found.compared, height, not made.cards & ~ranking.trumps
