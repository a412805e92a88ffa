"""Which line of a house rule is to blame for a fault that appears in a file that is sound without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.core.merging import at
from referee.core.places import Complaint, Place, Pointer
from referee.core.ruleset import Layer
from referee.core.wording import Rest

MOST_TRIES = 40
"""How many parts of a house rule are removed one by one to find the cause; what none of them cures is blamed on the part that
holds them."""

FaultsOf = Callable[[Sequence[Layer]], Sequence[Complaint]]
"""What is wrong with the ruleset that these layers make."""
Cure = Callable[[Pointer, Sequence[Complaint]], list[Complaint]]
"""Which of these faults are gone without a part of a house rule."""


def blamed(layers: Sequence[Layer], complaints: Sequence[Complaint], faults_of: FaultsOf) -> list[Complaint]:
    """Return the complaints; each one in a file below a house rule is moved to the part of the house rule that causes it.

    The message ends with the place where the fault appears; if there are several, with the first and how many more.
    """
    houses = [layer for layer in layers if not layer.own and layer.name == layer.place(()).file]
    files = {layer.name for layer in houses}
    elsewhere = (complaint for complaint in complaints if complaint.place.file not in files)
    left = [complaint for complaint in elsewhere if not isinstance(complaint.message, Rest)]
    if not houses or not left:
        return list(complaints)
    tries = iter(range(MOST_TRIES))
    found: dict[tuple[Place, str], list[Complaint]] = {}
    for house in reversed(houses):

        def cured(pointer: Pointer, ill: Sequence[Complaint], house: Layer = house) -> list[Complaint]:
            without = house._replace(data=_pruned(house.data, pointer))
            # Only places are compared: the words may differ, with a deck of another title.
            still = {complaint.place for complaint in faults_of([without if one is house else one for one in layers])}
            return [complaint for complaint in ill if complaint.place not in still]

        for pointer, gone in _causes(house.data, (), left, cured, tries):
            for complaint in gone:
                found.setdefault((house.place(pointer), complaint.message), []).append(complaint)
            left = [complaint for complaint in left if complaint not in gone]
    moved = {complaint for gone in found.values() for complaint in gone}
    return [
        *(complaint for complaint in complaints if complaint not in moved),
        *(
            Complaint(place, f"{message} [{gone[0].place.where}{f' and {len(gone) - 1} more' * (len(gone) > 1)}]")
            for (place, message), gone in found.items()
        ),
    ]


def _causes(
    data: Mapping[str, Any], pointer: Pointer, ill: Sequence[Complaint], cured: Cure, tries: Iterator[int]
) -> Iterator[tuple[Pointer, list[Complaint]]]:
    """Yield the smallest parts of a house rule below a pointer that cause some of these faults."""
    part = at(data, pointer)
    alone = isinstance(part, Mapping) and len(part) == 1 and bool(pointer)
    left = list(ill)
    for key in part if isinstance(part, Mapping) else ():
        gone = left if alone else cured((*pointer, key), left) if left and next(tries, None) is not None else []
        if gone:
            yield from _causes(data, (*pointer, key), gone, cured, tries)
            left = [complaint for complaint in left if complaint not in gone]
    if left and pointer:
        yield pointer, left


def _pruned(data: Any, pointer: Pointer) -> Any:
    """Return data without what is at a pointer."""
    key, *rest = pointer
    if rest:
        return {**data, key: _pruned(data[key], tuple(rest))}
    return {name: value for name, value in data.items() if name != key}
