"""Sums of amounts that are open, against every division that fits them."""

from __future__ import annotations

from itertools import chain, combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_amounts import STEPS, Course, Everything, Step, happen

from referee.core.unseen.amounts import Amounts
from referee.core.unseen.sums import Sum, Unfit, network, sums

PLACES = range(4)
MOST = 6
GROUP_OF = {0: 0, 1: 0, 2: 1, 3: 1}
Division = tuple[int, ...]
SUBSETS = list(chain.from_iterable(combinations(PLACES, size) for size in range(1, len(PLACES) + 1)))


def total(division: Division, places: tuple[int, ...]) -> int:
    return sum([division[place] for place in places])


def divisions(said: list[Sum]) -> list[Division]:
    """Every division by which all of these sums are as they are said."""
    found = []
    for division in product(range(MOST + 1), repeat=len(PLACES)):
        if all(one.least <= total(division, one.places) <= one.most for one in said):
            found.append(division)
    return found


def a_tree(rng: Random) -> list[Sum]:
    """Sums of which any two are nested or have nothing in common, which can be so."""
    places = [*PLACES]
    rng.shuffle(places)
    sets = [places[:2], places[2:], places]
    if rng.random() < 0.3:
        sets = [places[:3], places]
    sets += [[place] for place in PLACES]
    while True:
        said = []
        for one in sets:
            least = rng.randrange(MOST)
            if rng.random() < 0.7 or len(one) == 1:
                said.append(Sum(tuple(sorted(one)), least, least + rng.randrange(4)))
        if divisions(said) and max(map(max, divisions(said))) <= MOST - 1:
            return said


@pytest.mark.parametrize("seed", range(60))
def test_a_network_made_of_sums_admits_what_they_admit(seed: int) -> None:
    said = a_tree(Random(seed))
    held = [0] * len(PLACES)
    opened = network(said, held)
    possible = divisions(said)
    assert tuple(held) in possible
    for places in SUBSETS:
        known = [total(division, places) for division in possible]
        assert opened.between(held, places) == (min(known), max(known))


@pytest.mark.parametrize("seed", range(60))
def test_the_sums_of_a_network_made_of_them_admit_the_same(seed: int) -> None:
    said = a_tree(Random(seed))
    held = [0] * len(PLACES)
    opened = network(said, held)
    once = sums(opened, held, GROUP_OF)
    known = [Sum((place,), *opened.between(held, (place,))) for place in PLACES]
    fewer = divisions(once + known)
    assert set(divisions(said)) <= set(fewer)
    again = list(held)
    assert sums(network(once, again), again, GROUP_OF) == once
    assert again == held


@given(st.tuples(*[st.integers(0, 4)] * len(PLACES)), STEPS)
def test_the_sums_of_a_network_admit_all_that_it_does(start: Course, steps: list[Step]) -> None:
    amounts, held, everything = Amounts(), list(start), Everything(start)
    for step in steps:
        happen(amounts, held, everything, step)
    once = sums(amounts, held, GROUP_OF)
    open_places = {place for one in once for place in one.places}
    for course in everything.courses:
        for one in once:
            assert one.least <= total(course, one.places) <= one.most
        for place in PLACES:
            assert place in open_places or course[place] == held[place]
    again = list(held)
    restored = network(once, again)
    assert again == held
    assert sums(restored, again, GROUP_OF) == once
    for places in [(0,), (1,), (2,), (3,), (0, 1), (2, 3)]:
        assert restored.between(again, places) == amounts.between(held, places)


def test_what_is_held_already_stays() -> None:
    held = [0, 4]
    network([Sum((0,), 0, 9), Sum((1,), 0, 9), Sum((0, 1), 6, 6)], held)
    assert held == [2, 4]


def test_sums_that_follow_from_others_are_not_said() -> None:
    held = [5, 3, 2, 1]
    amounts = Amounts()
    amounts.move(held, 0, 1)
    amounts.move(held, 2, 3)
    assert sums(amounts, held, GROUP_OF) == [
        Sum((0,), 0, 5), Sum((0, 1), 8, 8), Sum((1,), 3, 8), Sum((2,), 0, 2), Sum((2, 3), 3, 3), Sum((3,), 1, 3)
    ]  # fmt: skip


def test_what_came_from_outside_joins_nobody() -> None:
    held = [1, 1, 0, 0]
    amounts = Amounts()
    amounts.gain(held, 0, 0, 3)
    amounts.gain(held, 1, 0, 2)
    assert sums(amounts, held, GROUP_OF) == [Sum((0,), 1, 4), Sum((1,), 1, 3)]


@pytest.mark.parametrize(
    ("said", "held", "wrong", "bounds"),
    [
        ([Sum((0, 1), 0, 3), Sum((1, 2), 0, 3)], [0, 0, 0], 1, (0, 0)),
        ([Sum((0,), 0, 3)], [5], 0, (5, 5)),
        ([Sum((0,), 2, 3), Sum((1,), 2, 3), Sum((0, 1), 7, 9)], [0, 0], 2, (4, 6)),
        ([Sum((0,), 2, 3), Sum((1,), 2, 3), Sum((0, 1), 0, 3)], [0, 0], 2, (4, 6)),
    ],
)
def test_sums_that_cannot_be(said: list[Sum], held: list[int], wrong: int, bounds: tuple[int, int]) -> None:
    with pytest.raises(Unfit) as unfit:
        network(said, held)
    assert (unfit.value.wrong, unfit.value.least, unfit.value.most) == (said[wrong], *bounds)
