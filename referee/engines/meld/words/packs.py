"""Cards by kind and number, in one integer: four bits per kind, so that hands with equal cards add, subtract and compare fast.

A pack of cards is the sum of their units: with `UNITS[card] = 1 << 4 * card`, three times card 0 and once card 2 is 0x103. A
field holds up to seven equal cards; its highest bit is the guard that tells whether a subtraction borrowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

WIDTH = 4
FIELD = (1 << WIDTH) - 1
MOST = 7
UNITS = tuple(1 << WIDTH * card for card in range(1000))
_ONES = sum(UNITS)
_TWOS = _ONES << 1
_FOURS = _ONES << 2
_EIGHTS = _ONES << 3


def pack(cards: Iterable[int]) -> int:
    """The pack of these cards; no more than fifteen may be equal."""
    return sum(map(UNITS.__getitem__, cards))


def guards(kinds: int) -> int:
    """The guard bits of a deck with so many kinds of cards, the highest bit of each field. If `part` lies within
    `whole`, then `(whole | g) - part & g == g`; otherwise a field borrows from its guard."""
    return sum(UNITS[:kinds]) << WIDTH - 1


def count(held: int, card: int) -> int:
    """Return how many of one card a pack holds."""
    return held >> WIDTH * card & FIELD


def lowest(held: int) -> int:
    """Return the lowest card in a pack."""
    return ((held & -held).bit_length() - 1) // WIDTH


def counts(held: int) -> Iterator[tuple[int, int]]:
    """Yield the kinds in a pack and how many there are of each, lowest index first."""
    while held:
        card = ((held & -held).bit_length() - 1) // WIDTH
        number = held >> WIDTH * card & FIELD
        yield card, number
        held -= number << WIDTH * card


def unpack(held: int) -> list[int]:
    """Return the cards in a pack, equal ones side by side, lowest index first."""
    cards = []
    for card, number in counts(held):
        cards += [card] * number
    return cards


def size(held: int) -> int:
    """Return how many cards a pack holds."""
    ones = (held & _ONES).bit_count()
    twos = (held & _TWOS).bit_count()
    return ones + 2 * twos + 4 * (held & _FOURS).bit_count() + 8 * (held & _EIGHTS).bit_count()


def lacking(whole: int, part: int) -> int:
    """The cards of `part` that do not lie within `whole`, as a pack."""
    if whole & part == part:  # then no field of `whole` is smaller
        return 0
    lacks = 0
    for card, number in counts(part):
        there = count(whole, card)
        if number > there:
            lacks += (number - there) * UNITS[card]
    return lacks


def mask(cards: Iterable[int]) -> int:
    """Return the fields of these kinds: `held & mask(cards)` are the cards of `held` that are of them."""
    return sum(FIELD << WIDTH * card for card in set(cards))
