"""Room for cards that nobody sees: whether they can lie where they must, given what each place cannot hold.

A place is a hand that is not seen, or what was not dealt. Of each it is known how many cards it holds, and which cards it may
hold: a player who could not follow suit holds none of that suit. By Hall's marriage theorem the cards can be dealt out exactly
if no group of places needs more cards than there are for it: two hands of three cards cannot be filled if both players have
denied all but five of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Place = tuple[int, int]
"""The cards that a place may hold, as a mask, and how many it holds. All places together hold no more cards than there are."""


def has_room(places: Sequence[Place]) -> bool:
    """Whether all places can be filled with different cards, by Hall's theorem: no group of places needs more than it
    may hold.

    Places that may hold the same cards count as one, since a group that lacks cards lacks as many with all of them.
    """
    needed: dict[int, int] = {}
    for cards, size in places:
        needed[cards] = needed.get(cards, 0) + size
    # every group of places so far, as the cards that it may hold and how many it needs
    groups = [(0, 0)]
    for cards, size in needed.items():
        for others, size_of_others in list(groups):
            together = cards | others
            size_together = size + size_of_others
            if together.bit_count() < size_together:
                return False
            groups.append((together, size_together))
    return True


def lacking(places: Sequence[Place]) -> tuple[int, ...]:
    """The indexes of the fewest places that cannot be filled together, as they need more cards than they may hold; ()
    if none."""
    for many in range(1, len(places) + 1):
        for group in combinations(range(len(places)), many):
            cards = 0
            size = 0
            for number in group:
                cards |= places[number][0]
                size += places[number][1]
            if cards.bit_count() < size:
                return group
    return ()
