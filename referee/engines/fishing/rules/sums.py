"""What sets of cards and stockpiles may add up to."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engines.fishing.rules import matching
from referee.engines.fishing.rules.board import Element, Play
from referee.engines.fishing.state import Lying
from referee.engines.fishing.words.compiled import ONLY_ITS_LIKE, CompiledRules


def values_played(play: Play) -> set[int]:
    """The values that the cards played may have, added."""
    return added(play.values)


def added(values: Sequence[tuple[int, ...]]) -> set[int]:
    """Everything that things may add up to: nothing, where one of several has no value."""
    if len(values) > 1 and any(able[0] >= ONLY_ITS_LIKE for able in values):
        return set()
    return matching.totals(values)


def set_totals(rules: CompiledRules, elements: Sequence[Element]) -> set[int]:
    """Everything that a set may add up to."""
    return added([_values(rules, one) for one in elements])


def _values(rules: CompiledRules, one: Element) -> tuple[int, ...]:
    _, lying, value = one
    if lying.sets:
        return (lying.value,)
    return rules.values[lying.cards.bit_length() - 1] if value is None else (value,)


def plain_sum(rules: CompiledRules, elements: Sequence[Element]) -> int:
    """What a set adds up to where nothing in it has a choice of values or stands alone; -1 otherwise."""
    total = 0
    for _, lying, fixed in elements:
        if fixed is not None:
            return -1
        if lying.sets:
            if len(lying.sets) > 1 and len(elements) > 1:
                return -1
            total += lying.value
        else:
            able = rules.values[lying.cards.bit_length() - 1]
            if len(able) != 1 or able[0] >= ONLY_ITS_LIKE:
                return -1
            total += able[0]
    return total


def no_term(elements: Sequence[Element], *, single: bool, multiple: bool) -> Lying | None:
    """A stockpile that is a term of a sum although it may not be: single and multiple ones may or may not."""
    if len(elements) == 1:
        return None
    return next(
        (one.lying for one in elements if one.lying.sets and not (multiple if one.lying.locked else single)), None
    )
