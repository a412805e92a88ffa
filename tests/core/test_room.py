"""Room for unseen cards, against every way to deal them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.unseen.room import without_room

CARDS = 6


def can_be_dealt(there: int, places: list[tuple[int, int]]) -> bool:
    """Whether each place can have as many of its cards as it holds, by trying all of them."""
    if not places:
        return True
    (may, size), *others = places
    cards = [1 << card for card in range(CARDS) if there & may & 1 << card]
    return any(can_be_dealt(there & ~sum(some), others) for some in combinations(cards, size))


@given(st.lists(st.tuples(st.integers(0, 2**CARDS - 1), st.integers(0, 3)), max_size=4))
def test_cards_have_room_exactly_if_they_can_be_dealt(places: list[tuple[int, int]]) -> None:
    assume(sum(size for _, size in places) <= CARDS)
    there = 2**CARDS - 1
    assert bool(without_room(there, places)) is not can_be_dealt(there, places)


@pytest.mark.parametrize(
    ("places", "denied"),
    [
        ([(0b111111, 3), (0b111111, 3)], 0),
        ([(0b000111, 3), (0b111111, 3)], 0),
        ([(0b000011, 3), (0b111111, 3)], 0b111100),  # one hand of three cards with room for two
        ([(0b001111, 3), (0b000111, 2), (0b111111, 1)], 0b110000),  # two hands that need five cards of four
        ([(0b000111, 1), (0b000111, 1), (0b000111, 1)], 0),
        ([(0b000011, 1), (0b000011, 1), (0b000011, 1)], 0b111100),
    ],
)
def test_what_is_denied_by_the_first_group_of_places_that_cannot_be_filled(
    places: list[tuple[int, int]], denied: int
) -> None:
    assert without_room(0b111111, places) == denied
