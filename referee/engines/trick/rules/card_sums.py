"""What the cards that somebody took can count, if only their number is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from referee.core.cards import members
from referee.core.formula_values import Values, either
from referee.engines.trick.words.compiled import CompiledRules


class Sums(NamedTuple):
    """Every sum that cards with a worth can give, as masks by the number of these cards, each moved up by `offset`; and how
    many cards are worth nothing."""

    by_number: Sequence[int]
    offset: int
    fillers: int


def possible(
    rules: CompiledRules, place: int, own: frozenset[int], trumps: Sequence[int], cards: tuple[int, int]
) -> Values:
    """What a count may be for somebody who took this many cards, at least and at most, and whose symbol is on some of
    `own`."""
    count = rules.scoring.counted[place]
    if count.compares:
        return frozenset(range(max(mask.bit_count() for mask in rules.deck.twins) + 1 if cards[1] else 1))
    mine = own if count.own else frozenset((0,))
    found: Values = frozenset()
    for trump in trumps if count.by_trump else trumps[:1]:
        found = either(found, _of_cards(rules, place, mine, trump, cards))
    return found


def _of_cards(
    rules: CompiledRules, place: int, own: frozenset[int], trump: int, cards: tuple[int, int]
) -> frozenset[int]:
    def find() -> frozenset[int]:
        sums = rules.remembered(("cards", place, own, trump), lambda: _sums(rules, place, own, trump))
        least, most = cards
        mask = reduce(int.__or__, sums.by_number[max(0, least - sums.fillers) : most + 1], 0)
        return frozenset(number - sums.offset for number in members(mask))

    return rules.remembered(("sums", place, own, trump, cards), find)


def _sums(rules: CompiledRules, place: int, own: frozenset[int], trump: int) -> Sums:
    count = rules.scoring.counted[place]
    worths = [{count.worth(card, mine, trump) for mine in own} for card in members(rules.pack)]
    counting = [worth for worth in worths if worth != {0}]
    offset = -sum(min(0, *worth) for worth in counting)
    reached = [1 << offset]
    for worth in counting:
        longer = [0, *(_shifted(mask, worth) for mask in reached)]
        reached = [mask | more for mask, more in zip([*reached, 0], longer, strict=True)]
    return Sums(reached, offset, len(worths) - len(counting))


def _shifted(mask: int, worth: set[int]) -> int:
    found = 0
    for number in worth:
        found |= mask << number if number >= 0 else mask >> -number
    return found
