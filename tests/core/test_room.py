"""Room for unseen cards, against every way to deal them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.unseen.room import Place, has_room, lacking

CARDS = 6


def can_be_dealt(there: int, places: list[Place]) -> bool:
    """Whether each place can have as many of its cards as it holds, by trying all of them."""
    if not places:
        return True
    (may, size), *others = places
    cards = [1 << card for card in range(CARDS) if there & may & 1 << card]
    return any(can_be_dealt(there & ~sum(some), others) for some in combinations(cards, size))


@given(st.lists(st.tuples(st.integers(0, 2**CARDS - 1), st.integers(0, 3)), max_size=4))
def test_cards_have_room_exactly_if_they_can_be_dealt(places: list[Place]) -> None:
    assume(sum(size for _, size in places) <= CARDS)
    dealt = can_be_dealt(2**CARDS - 1, places)
    assert has_room(places) is dealt
    group = lacking(places)
    assert bool(group) is not dealt
    assert not group or not can_be_dealt(2**CARDS - 1, [places[number] for number in group])


@pytest.mark.parametrize(
    ("places", "group"),
    [
        ([(0b111111, 3), (0b111111, 3)], ()),
        ([(0b000111, 3), (0b111111, 3)], ()),
        ([(0b000011, 3), (0b111111, 3)], (0,)),  # a hand of three cards with room for two
        ([(0b111111, 1), (0b001111, 3), (0b000111, 2)], (1, 2)),  # two hands that need five of four cards
        ([(0b000111, 1), (0b000111, 1), (0b000111, 1)], ()),
        ([(0b000011, 1), (0b000011, 1), (0b000011, 1)], (0, 1, 2)),
    ],
)
def test_the_fewest_places_that_cannot_be_filled_together(places: list[Place], group: tuple[int, ...]) -> None:
    assert lacking(places) == group
