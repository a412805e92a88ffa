"""Seats that nobody wrote down: which side of its master each piece is on. Nothing here knows a game.

A log says that a group was captured by a card with three arrows, and not which arrow it went to. Where it lies changes
nothing until a later event needs an arrow: then the group is on one of the others. So it is not a course of the game but a
*set of sides* for each piece, and a piece whose side was written has a set of one.

No two pieces are on one side of the same master. Whether all of them can be seated is a question about a bipartite graph,
pieces here and sides there: by Hall's marriage theorem they can, unless some pieces have fewer sides than they are many.
Three groups that are all on the top or left arrow are one too many, whatever else is open. `seating` finds a side for each:
a piece whose sides are all taken makes another move on, that perhaps a third, and so along one path. If there is no path, there
is no seating, and that is a proof; nothing has been tried out.

Pieces may also get in each other's way because they lie on a table: two branches that grow towards the same cell. No theorem
helps there, so `layouts` lays the pieces down one after another, masters first, and takes back what does not fit. It
looks at one structure, never at the course of the game, and gives up after `MOST_TRIED` dead ends: then nothing is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

MOST_TRIED = 200
"""The most dead ends and layouts that are looked at before the question is given up."""
Spot = TypeVar("Spot")
Sides = Mapping[int, int]
"""For each piece, the sides of its master that it may be on, as a mask."""


@dataclass(slots=True)
class Patience:
    """How many more layouts and dead ends are looked at; none left means that there may be layouts which were not found."""

    left: int = MOST_TRIED

    @property
    def is_over(self) -> bool:
        """Whether looking was given up."""
        return self.left <= 0


def seating(sides: Sides) -> dict[int, int] | None:
    """Return a side for each piece, no side twice; None if that is impossible."""
    pieces_on: dict[int, int] = {}
    for piece in sides:
        if not _seat(sides, piece, pieces_on, set()):
            return None
    return {piece: side for side, piece in pieces_on.items()}


def _seat(sides: Sides, piece: int, pieces_on: dict[int, int], asked: set[int]) -> bool:
    """Seat a piece on one of its sides, moving others on if need be; whether that worked.

    `pieces_on` is changed: the piece on each side. `asked` are the sides that were tried for it already.
    """
    for side in sides_in(sides[piece]):
        if side in asked:
            continue
        asked.add(side)
        if side not in pieces_on or _seat(sides, pieces_on[side], pieces_on, asked):
            pieces_on[side] = piece
            return True
    return False


def possible_sides(sides: Sides) -> dict[int, int]:
    """The sides, as a mask, that each piece is on in some seating of all; 0 if there is no seating."""
    possible: dict[int, int] = {}
    for piece, mask in sides.items():
        possible[piece] = 0
        for side in sides_in(mask):
            if seating({**sides, piece: 1 << side}) is not None:
                possible[piece] |= 1 << side
    return possible


def sides_in(mask: int) -> list[int]:
    """Return the sides of a mask, in order."""
    return [side for side in range(mask.bit_length()) if mask >> side & 1]


def layouts(
    order: Sequence[int],
    spots: Callable[[int, Mapping[int, Spot]], Iterable[tuple[Spot, Collection[Hashable]]]],
    taken: Collection[Hashable],
    patience: Patience,
) -> Iterator[dict[int, Spot]]:
    """Yield ways to lay down all pieces so that no two need the same cell, until they are all found or `patience` is over.

    `order` has every master before its pieces. `spots` says where a piece may lie, given where those before it lie, each time
    with the cells that it needs there; `taken` are cells that must stay free of all of them.
    """
    laid: dict[int, Spot] = {}

    def lay(place: int, taken: set[Hashable]) -> Iterator[dict[int, Spot]]:
        """Yield the layouts of the pieces from index `place` of the order on; `taken` are the cells that are not
        free."""
        if place == len(order):
            patience.left -= 1
            yield dict(laid)
            return
        piece = order[place]
        fits = False
        for spot, cells in spots(piece, laid):
            if patience.is_over:
                return
            if not taken.isdisjoint(cells):
                continue
            fits = True
            laid[piece] = spot
            yield from lay(place + 1, taken.union(cells))
            del laid[piece]
        if not fits:
            patience.left -= 1

    yield from lay(0, set(taken))
