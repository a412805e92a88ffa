"""What each player can have scored in a round that a pad has only the points of, if there is too much to try for all together.

What a hand comes to, the Action cards and who ended the round are taken to be independent of each other. That allows a little
more than there can be, so nothing is refused that could happen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from referee.core.formula_values import NOTHING, Values, added, possible
from referee.engines.meld.rules.events import Result
from referee.engines.meld.words.compiled import CompiledRules


def bounds(
    rules: CompiledRules, result: Result, hands: Sequence[Mapping[str, Values]], declarers: Sequence[int]
) -> list[set[Any]] | None:
    """Every score that each player can have, with what the hands can come to, seat by seat and name by name; None if that is
    not known. Formulas that ask for a total, the dealer or the round do not come here."""
    if "penalty" in rules.scoring.used and rules.penalty:
        return None
    rows = [
        {
            **hand,
            "declared": frozenset(seat == declarer for declarer in declarers),
            "action": _action(rules, result, seat),
            "penalty": NOTHING,
            "rounds": frozenset((rules.scoring.rounds,)),
            "players": frozenset((rules.players,)),
        }
        for seat, hand in enumerate(hands)
    ]
    for name, formula in rules.scoring.defined:
        values = [possible(formula, row, rows) for row in rows]
        for row, found in zip(rows, values, strict=True):
            row[name] = found
    scores = []
    for row in rows:
        score = reduce(added, [possible(part, row, rows) for part in rules.scoring.parts], NOTHING)
        if score is None:
            return None
        scores.append({*score})
    return scores


def _action(rules: CompiledRules, result: Result, seat: int) -> Values:
    """The points of a player's Action cards: as the pad has them, or those of any of them, as many as there are."""
    if result.action or not rules.action_cards:
        return frozenset((sum(result.action.get(seat, ())),))
    if not rules.action_points:
        return None
    either_way: list[Values] = [frozenset((0, points)) for points in rules.action_points]
    return reduce(added, either_way)
