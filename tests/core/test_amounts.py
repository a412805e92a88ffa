"""Amounts that are open, against every way in which they may have gone."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from referee.core.unseen.amounts import Amounts

PLACES = 4
Course = tuple[int, ...]
"""How much lies in each place."""
Step = tuple[str, tuple[int, ...], int]
"""What happens, in which places, with which amount."""


def plus(course: Course, changes: dict[int, int]) -> Course:
    """A course with so much more, or less, in some places."""
    return tuple(amount + changes.get(place, 0) for place, amount in enumerate(course))


def ways_to_split(amount: int, parts: int) -> list[Course]:
    """Every way to divide an amount."""
    return [way for way in product(range(amount + 1), repeat=parts) if sum(way) == amount]


class Everything:
    """Every course there can be, as a set: what `Amounts` must know about without trying them."""

    def __init__(self, start: Course) -> None:
        self.courses = {start}

    def change(self, place: int, amount: int) -> None:
        changed = (plus(course, {place: amount}) for course in self.courses)
        self.courses = {course for course in changed if course[place] >= 0}

    def pay(self, places: tuple[int, ...], amount: int) -> None:
        found = set()
        for course, way in product(self.courses, ways_to_split(amount, len(places))):
            after = plus(course, {place: -part for place, part in zip(places, way, strict=True)})
            if min(after) >= 0:
                found.add(after)
        self.courses = found

    def move(self, source: int, goal: int) -> None:
        found = set()
        for course in self.courses:
            for part in range(course[source] + 1):
                found.add(plus(course, {source: -part, goal: part}))
        self.courses = found

    def mix(self, places: tuple[int, ...]) -> None:
        found = set()
        for course in self.courses:
            now = {place: -course[place] for place in places}
            for way in ways_to_split(-sum(now.values()), len(places)):
                divided = {place: now[place] + part for place, part in zip(places, way, strict=True)}
                found.add(plus(course, divided))
        self.courses = found

    def lose(self, place: int) -> None:
        self.courses = {plus(course, {place: -course[place]}) for course in self.courses}

    def collect(self, source: int, goal: int) -> None:
        self.courses = {plus(course, {source: -course[source], goal: course[source]}) for course in self.courses}

    def replace(self, place: int, least: int, most: int) -> None:
        bounds = range(least, most + 1)
        self.courses = {plus(course, {place: new - course[place]}) for course, new in product(self.courses, bounds)}

    def know(self, place: int, amount: int) -> None:
        self.courses = {course for course in self.courses if course[place] == amount}

    def between(self, places: tuple[int, ...]) -> tuple[int, int]:
        sums = [sum(course[place] for place in places) for course in self.courses]
        return min(sums), max(sums)


def happen(amounts: Amounts, held: list[int], everything: Everything, step: Step) -> None:
    """Let something happen both to the network and to every course, unless no course allows it."""
    what, places, amount = step
    place, other = places[:2]
    before = everything.courses
    if what == "out":
        everything.change(place, -amount)
        assert amounts.copy().change(list(held), place, -amount) == bool(everything.courses)
        if everything.courses:
            amounts.change(held, place, -amount)
            held[place] -= amount
    elif what == "in":
        everything.change(place, amount)
        amounts.change(held, place, amount)
        held[place] += amount
    elif what == "pay":
        everything.pay(places, amount)
        trial, there = amounts.copy(), list(held)
        assert trial.reach(there, places, max(amount, sum(there[one] for one in places))) == bool(everything.courses)
        if everything.courses:
            if sum(held[one] for one in places) < amount:
                amounts.reach(held, places, amount)
            paid: dict[int, int] = {}
            for one in places:
                paid[one] = min(held[one], amount - sum(paid.values()))
            amounts.pay(paid)
            for one, part in paid.items():
                held[one] -= part
    elif what == "move":
        everything.move(place, other)
        amounts.move(held, place, other)
    elif what == "mix":
        everything.mix(places)
        amounts.mix(held, places)
    elif what == "lose":
        everything.lose(place)
        amounts.lose(held, place)
        held[place] = 0
    elif what == "collect":
        everything.collect(place, other)
        amounts.collect(held, place, other)
    elif what == "replace":
        everything.replace(place, amount, amount + 2)
        amounts.replace(held, place, amount, amount + 1, amount + 2)
    elif what == "know":
        everything.know(place, amount)
        trial, there = amounts.copy(), list(held)
        assert trial.reach(there, (place,), amount) == bool(everything.courses)
        if everything.courses:
            amounts.reach(held, (place,), amount)
            amounts.know(held, (place,))
    elif what == "prune":
        amounts.enough = 0
        amounts.prune(held)
    if not everything.courses:
        everything.courses = before


DOES = ("out", "in", "pay", "move", "mix", "lose", "collect", "replace", "know", "prune")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(DOES), st.permutations(range(PLACES)).map(lambda some: tuple(some[:3])), st.integers(0, 4)
    ),
    max_size=8,
)


@given(st.tuples(*[st.integers(0, 4)] * PLACES), STEPS)
def test_the_least_and_most_of_every_group_of_places(start: Course, steps: list[Step]) -> None:
    amounts, held, everything = Amounts(), list(start), Everything(start)
    for step in steps:
        happen(amounts, held, everything, step)
        assert tuple(held) in everything.courses, "the witness is no course"
        for mask in range(1, 2**PLACES):
            places = tuple(place for place in range(PLACES) if mask >> place & 1)
            assert amounts.between(held, places) == everything.between(places), (step, places)


def test_two_payments_of_which_nobody_knows_out_of_which_purse() -> None:
    amounts, held = Amounts(), [5, 1]
    amounts.pay({0: 2, 1: 0})
    held[0] -= 2
    assert amounts.between(held, (0,)) == (3, 4)
    assert amounts.between(held, (1,)) == (0, 1)
    assert amounts.between(held, (0, 1)) == (4, 4)


def test_what_comes_in_later_has_not_been_spent_before() -> None:
    amounts, held = Amounts(), [2, 2]
    amounts.pay({0: 2, 1: 0})
    held[0] -= 2
    amounts.change(held, 0, 10)
    held[0] += 10
    assert amounts.between(held, (0,)) == (10, 12)
    assert amounts.between(held, (1,)) == (0, 2)


def test_what_can_hold_only_one_amount_is_not_kept() -> None:
    amounts, held = Amounts(), [5, 1]
    amounts.pay({0: 2, 1: 0})
    held[0] -= 2
    assert amounts.change(held, 1, -1)
    held[1] -= 1
    amounts.prune(held)
    assert (amounts.at, amounts.flows, amounts.into) == ({}, {}, {})
    assert held == [3, 0]
