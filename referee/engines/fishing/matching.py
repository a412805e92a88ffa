"""Which cards of a field make up a value: sums, and unions of sums that share no card.

Things that lie in a field are numbered from 0 here; a set of them is a bit mask over these numbers. A thing has one value or
several (a Fool is 1 or 14); one that stands alone matches its value and is never a term of a sum. How many unions there are
grows without bound with the field, so listing them stops at a number; whether one given play adds up never lists anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

STEPS = 20_000
"""How many unions are looked at before listing gives up."""


class Thing(NamedTuple):
    """What lies in a field, as far as adding up goes."""

    values: tuple[int, ...]
    alone: bool = False


class Unions(NamedTuple):
    """Every set of things that falls apart into sums, with one way in which it does; `whole` when the list is complete."""

    found: dict[int, tuple[int, ...]]
    whole: bool


def adds_up(values: Iterable[tuple[int, ...]], total: int) -> bool:
    """Whether one value of each, added, gives the total."""
    reached = {0}
    for choices in values:
        reached = {sum_ + value for sum_ in reached for value in choices if sum_ + value <= total}
    return total in reached


def totals(values: Iterable[tuple[int, ...]]) -> set[int]:
    """Everything that one value of each can add up to."""
    reached = {0}
    for choices in values:
        reached = {sum_ + value for sum_ in reached for value in choices}
    return reached


def sums(things: Sequence[Thing], total: int) -> list[int]:
    """Every set of things that adds up to the total, as masks, the smallest number of things first."""
    found = {0: {0}}
    for index, thing in enumerate(things):
        bit = 1 << index
        if thing.alone:
            continue
        more: dict[int, set[int]] = {}
        for value in thing.values:
            for reached, masks in found.items():
                if reached + value <= total:
                    more.setdefault(reached + value, set()).update(mask | bit for mask in masks)
        for reached, masks in more.items():
            found.setdefault(reached, set()).update(masks)
        if sum(map(len, found.values())) > STEPS:
            break
    alone = {1 << index for index, thing in enumerate(things) if thing.alone and total in thing.values}
    return sorted((found.get(total, set()) | alone) - {0}, key=lambda mask: (mask.bit_count(), mask))


def unions(sets: Sequence[int], most: int) -> Unions:
    """Every union of sets that share nothing, the empty one left out; no more than `most` of them."""
    found: dict[int, tuple[int, ...]] = {}
    frontier: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    steps = 0
    while frontier:
        taken, start, parts = frontier.pop()
        for index in range(start, len(sets)):
            steps += 1
            if steps > STEPS * 5:
                return Unions(found, whole=False)
            one = sets[index]
            if taken & one:
                continue
            both = taken | one
            if both not in found:
                if len(found) >= most:
                    return Unions(found, whole=False)
                found[both] = (*parts, one)
            frontier.append((both, index + 1, (*parts, one)))
    return Unions(found, whole=True)
