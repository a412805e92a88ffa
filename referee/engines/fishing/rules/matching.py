"""Which cards of a field make up a value: sums, and unions of sums that share no card.

Things that lie in a field are numbered from 0 here; a set of them is a bit mask over these numbers. A thing has one value or
several (a Fool is 1 or 14); one that stands alone matches its value and is never a term of a sum. How many sums and unions
there are grows without bound with the field, so finding them stops at a number; whether one given play adds up lists nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Thing(NamedTuple):
    """What lies in a field, as far as adding up goes."""

    values: tuple[int, ...]
    alone: bool = False


class Sums(NamedTuple):
    """Sets of things of one value, and whether these are all."""

    sets: list[int]
    whole: bool


def totals(values: Iterable[tuple[int, ...]]) -> set[int]:
    """Everything that one value of each can add up to."""
    reached = {0}
    for choices in values:
        reached = {before + value for before in reached for value in choices}
    return reached


def sums(things: Sequence[Thing], total: int, most: int) -> Sums:
    """Sets of things that add up to the total, `most` at most, those of the fewest things first.

    Things are taken up or left one by one; what the later ones cannot complete is dropped at once, so that there are never
    more beginnings than sums.
    """
    later = _completed(things, total)
    begun, whole = {(0, total)}, True
    for number, (values, alone) in enumerate(things):
        if alone:
            continue
        rest, bit = later[number + 1], 1 << number
        left = {(taken, missing) for taken, missing in begun if rest >> missing & 1}
        added = {
            (taken | bit, missing - value)
            for taken, missing in begun
            for value in values
            if missing >= value and rest >> (missing - value) & 1
        }
        begun = left | added
        if len(begun) > most:
            begun, whole = set(sorted(begun)[:most]), False
    found = {taken for taken, missing in begun if taken and not missing}
    found |= {1 << number for number, thing in enumerate(things) if thing.alone and total in thing.values}
    return Sums(sorted(found, key=lambda taken: (taken.bit_count(), taken)), whole)


def _completed(things: Sequence[Thing], total: int) -> list[int]:
    """For each number of things passed, which sums the later ones can make, as bits up to the total."""
    able, up_to = [1], (2 << total) - 1
    for thing in reversed(things):
        reached = able[-1]
        if not thing.alone:
            for value in thing.values:
                reached |= able[-1] << value
        able.append(reached & up_to)
    return able[::-1]


def unions(sets: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Every union of sets that share nothing, each once, as the sets that it falls apart into."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for one in sets:
        for taken, parts in list(found.items()):
            both = taken | one
            if not taken & one and both not in found:
                found[both] = (*parts, one)
                yield found[both]
