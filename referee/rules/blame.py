"""Checked: the part of a house rule that causes a fault which appears in a file below it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from referee.core.merging import at as value_at
from referee.core.merging import replace
from referee.core.places import Complaint, Place, Pointer
from referee.core.ruleset import Layer
from referee.core.wording import Rest

MOST_TRIES = 40
"""The most parts of a house rule that are removed one by one to find the cause; what none of them cures is blamed on the
part that holds them."""

FaultsOf = Callable[[Sequence[Layer]], Sequence[Complaint]]
"""The faults of the ruleset that these layers make."""
Cure = Callable[[Pointer, Sequence[Complaint]], list[Complaint]]
"""Those of these faults that are gone without a part of a house rule."""


def blame(layers: Sequence[Layer], complaints: Sequence[Complaint], faults_of: FaultsOf) -> list[Complaint]:
    """The complaints about a ruleset; each one about a file below a house rule is moved to the part of a house rule
    that causes it.

    That part is found by leaving out parts and checking again (`faults_of`), at most `MOST_TRIES` times. The message
    ends with the place where the fault appears; if there are several, with the first and how many more.
    """
    houses = [layer for layer in layers if _is_house(layer)]
    unexplained = _elsewhere(complaints, houses)
    if not unexplained:
        return list(complaints)
    tries = iter(range(MOST_TRIES))
    found: dict[tuple[Place, str], list[Complaint]] = {}
    for house in reversed(houses):
        cured = partial(_cures, layers, faults_of, house)
        for pointer, gone in _causes(house.data, (), unexplained, cured, tries):
            for complaint in gone:
                found.setdefault((house.place(pointer), complaint.message), []).append(complaint)
            unexplained = _without(unexplained, gone)
    blamed = _without(complaints, set(chain.from_iterable(found.values())))
    for (place, message), gone in found.items():
        appears = gone[0].place.where
        if len(gone) > 1:
            appears += f" and {len(gone) - 1} more"
        blamed.append(Complaint(place, f"{message} [{appears}]"))
    return blamed


def _elsewhere(complaints: Sequence[Complaint], houses: Sequence[Layer]) -> list[Complaint]:
    """The complaints about other files than these house rules, without the one that says how many more there are; none if there
    are no house rules."""
    if not houses:
        return []
    files = {layer.name for layer in houses}
    elsewhere = [complaint for complaint in complaints if complaint.place.file not in files]
    return [complaint for complaint in elsewhere if not isinstance(complaint.message, Rest)]


def _without(complaints: Sequence[Complaint], gone: Collection[Complaint]) -> list[Complaint]:
    return [complaint for complaint in complaints if complaint not in gone]


def _is_house(layer: Layer) -> bool:
    """Whether a layer is a house rule: a file of its own, unlike a variant or a reading."""
    return not layer.own and layer.name == layer.place(()).file


def _cures(
    layers: Sequence[Layer], faults_of: FaultsOf, house: Layer, pointer: Pointer, ill: Sequence[Complaint]
) -> list[Complaint]:
    """The complaints, of these, that are gone when the part of a house rule at a pointer is left out.

    `faults_of` checks a ruleset made of layers.
    """
    shortened_house = house._replace(data=replace(house.data, pointer, None))
    others = list(layers)
    for number, layer in enumerate(layers):
        if layer is house:
            others[number] = shortened_house
    # Only places are compared: the words may differ, with a deck of another title.
    still = {complaint.place for complaint in faults_of(others)}
    return [complaint for complaint in ill if complaint.place not in still]


def _causes(
    data: Mapping[str, Any], pointer: Pointer, complaints: Sequence[Complaint], cured: Cure, tries: Iterator[int]
) -> Iterator[tuple[Pointer, list[Complaint]]]:
    """Yield the smallest parts of a house rule at or below a pointer that cause some of these complaints, with those
    they cause.

    `cured(pointer, complaints)` tells which are gone without a part; `tries` counts down how often that may still be
    asked.
    """
    part = value_at(data, pointer)
    unexplained = list(complaints)
    if isinstance(part, Mapping):
        for key in part:
            inner = pointer + (key,)
            gone: list[Complaint] = []
            if pointer and len(part) == 1:
                gone = unexplained
            elif unexplained and next(tries, None) is not None:
                gone = cured(inner, unexplained)
            if gone:
                yield from _causes(data, inner, gone, cured, tries)
                unexplained = _without(unexplained, gone)
    if unexplained and pointer:
        yield pointer, unexplained
