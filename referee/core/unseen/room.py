"""Room for cards that nobody sees: whether they can lie where they must, given what each place cannot hold.

A place is a hand that is not seen, or what was not dealt. Of each it is known how many cards it holds, and which cards it may
hold: a player who could not follow suit holds none of that suit. By Hall's marriage theorem the cards can be dealt out exactly
if no group of places needs more cards than there are for it: two hands of three cards cannot be filled if both players have
denied all but five of the cards. So every group is looked at; places that may hold the same cards count as one.
"""

from __future__ import annotations

from collections.abc import Iterable


def without_room(there: int, places: Iterable[tuple[int, int]]) -> int:
    """Return cards that are too many for the places that may hold them; 0 if all cards can be dealt out.

    `there` are all cards that lie in these places, as a mask, at least as many as the places hold. Each place comes with the
    cards that it may hold and with how many it does. Returned are the cards that the first group of places denies that
    cannot be filled.
    """
    needed: dict[int, int] = {}
    for cards, size in places:
        needed[cards] = needed.get(cards, 0) + size
    groups = [(0, 0)]
    for cards, size in needed.items():
        for others, size_of_others in list(groups):
            together = cards | others
            size_together = size + size_of_others
            if together.bit_count() < size_together:
                return there & ~together
            groups.append((together, size_together))
    return 0
