"""The twin of the arrangement search: what a meld is and what a hand is worth, written down naively, for tests to compare with.

Nothing here is shared with the engine. A card is a pair of suit and rank; a hand is cut up in every possible way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

Card = tuple[str, str]
Worth = Callable[[tuple[Card, ...]], "float | None"]


class Rules(NamedTuple):
    """Which cards are melds, for the tests: kinds by name as (shape, least, most, suits, ranks), and what they score."""

    melds: tuple[tuple[str, int, int, str, str], ...]
    order: str
    around: bool
    wild: frozenset[Card]
    most_wild: int
    suits: int
    flat: tuple[float | None, ...]
    values: tuple[tuple[str, float], ...]


def ways_to_be_wild(cards: tuple[Card, ...], rules: Rules) -> Iterator[tuple[list[Card], int]]:
    """The cards that stand for themselves, and how many stand for something else, in every possible way."""
    able = [place for place, card in enumerate(cards) if card in rules.wild]
    for number in range(min(len(able), rules.most_wild) + 1):
        for chosen in combinations(able, number):
            natural = [card for place, card in enumerate(cards) if place not in chosen]
            if natural and all(suit for suit, _ in natural):
                yield natural, number


def in_a_row(natural: list[Card], length: int, rules: Rules) -> bool:
    """Whether the ranks fit into so many places of the order in a row, each place once."""
    ranks = [rank for _, rank in natural]
    order = rules.order
    for first in range(len(order)):
        if first + length > len(order) and not rules.around:
            continue
        window = [order[(first + step) % len(order)] for step in range(length)]
        if length <= len(order) and all(ranks.count(rank) <= window.count(rank) for rank in ranks):
            return True
    return False


def is_meld(cards: tuple[Card, ...], kind: tuple[str, int, int, str, str], rules: Rules) -> bool:
    """Whether these cards make a meld of one kind."""
    shape, least, most, suits, ranks = kind
    if not least <= len(cards) <= most:
        return False
    for natural, _ in ways_to_be_wild(cards, rules):
        colours = [suit for suit, _ in natural]
        if not all(rank in ranks for _, rank in natural):
            continue
        if shape != "set" and suits != "any" and len(set(colours)) > 1:
            continue
        if shape == "set" and suits == "same" and len(set(colours)) > 1:
            continue
        if shape == "set" and suits == "different" and (len(set(colours)) < len(colours) or len(cards) > rules.suits):
            continue
        if shape == "set" and len({rank for _, rank in natural}) > 1:
            continue
        if shape == "run" and not in_a_row(natural, len(cards), rules):
            continue
        return True
    return False


@cache
def meld_points(cards: tuple[Card, ...], rules: Rules) -> float | None:
    """The most that these cards score as one meld; None when they are none."""
    values = dict(rules.values)
    scores = [
        sum(values[rank] for _, rank in cards) if flat is None else flat
        for kind, flat in zip(rules.melds, rules.flat, strict=True)
        if is_meld(cards, kind, rules)
    ]
    return max(scores, default=None)


def arranged(
    hand: Sequence[Card], rules: Rules, idle: Callable[[Card], float], *, whole: bool
) -> tuple[float, int] | None:
    """The points of the best way to cut a hand up, and then the most cards in melds; `whole` leaves no card idle."""
    hand = sorted(hand)
    melds = []
    for number in range(1, 1 << len(hand)):
        cards = tuple(card for place, card in enumerate(hand) if number >> place & 1)
        if len(cards) >= min(least for _, least, *_ in rules.melds):
            points = meld_points(cards, rules)
            if points is not None:
                melds.append((number, points))

    @cache
    def best(left: int) -> tuple[float, int] | None:
        if not left:
            return (0, 0)
        first = left & -left
        ways = []
        if not whole:
            score, cards = best(left ^ first) or (0, 0)
            ways.append((score + idle(hand[first.bit_length() - 1]), cards))
        for number, points in melds:
            if number & first and number & left == number:
                rest = best(left ^ number)
                if rest is not None:
                    ways.append((rest[0] + points, rest[1] + number.bit_count()))
        return max(ways, default=None)

    return best((1 << len(hand)) - 1)
