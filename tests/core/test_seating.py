"""Seats that nobody wrote down, against every way to seat the pieces and to lay them on a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.unseen.seats import Patience, layouts, possible_sides, seating, sides_in

SIDES = 4
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]


def ways_to_seat(sides: Mapping[int, int]) -> list[dict[int, int]]:
    """Every way to give each piece a side of its own."""
    ways = product(*(sides_in(mask) for mask in sides.values()))
    return [dict(zip(sides, way, strict=True)) for way in ways if len(set(way)) == len(way)]


@given(st.lists(st.integers(0, 2**SIDES - 1), max_size=5))
def test_there_is_a_seating_exactly_if_one_of_all_ways_is_one(masks: list[int]) -> None:
    sides = dict(enumerate(masks))
    ways = ways_to_seat(sides)
    found = seating(sides)
    assert found in ways if ways else found is None


@given(st.lists(st.integers(0, 2**SIDES - 1), max_size=5))
def test_a_side_is_possible_exactly_if_a_piece_has_it_in_some_seating(masks: list[int]) -> None:
    sides = dict(enumerate(masks))
    expected = dict.fromkeys(sides, 0)
    for way in ways_to_seat(sides):
        for piece, side in way.items():
            expected[piece] |= 1 << side
    assert possible_sides(sides) == expected


Tree = tuple[dict[int, int], dict[int, int]]
"""The master of each piece, and the sides that it may be on. Piece 0 is the root, on cell (0, 0)."""


def a_tree(rng: Random) -> Tree:
    pieces = rng.randrange(1, 7)
    masters = {piece: rng.randrange(piece) for piece in range(1, pieces)}
    return masters, {piece: rng.randrange(1, 2**SIDES) for piece in masters}


def spots_in(tree: Tree, piece: int, laid: Mapping[int, Cell]) -> Iterator[tuple[Cell, set[Cell]]]:
    masters, sides = tree
    column, row = laid.get(masters[piece], (0, 0))
    for side in sides_in(sides[piece]):
        cell = (column + STEPS[side][0], row + STEPS[side][1])
        yield cell, {cell}


def every_layout(tree: Tree) -> set[tuple[Cell, ...]]:
    """Every layout in which no two pieces are on one cell."""
    masters, sides = tree
    found = set()
    for way in product(*(sides_in(sides[piece]) for piece in masters)):
        cells = {0: (0, 0)}
        for piece, side in zip(masters, way, strict=True):
            column, row = cells[masters[piece]]
            cells[piece] = (column + STEPS[side][0], row + STEPS[side][1])
        if len(set(cells.values())) == len(cells):
            found.add(tuple(cells[piece] for piece in masters))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_every_layout_is_found_and_no_other(seed: int) -> None:
    tree = a_tree(Random(seed))
    patience = Patience(100_000)
    found = layouts([*tree[0]], lambda piece, laid: spots_in(tree, piece, laid), {(0, 0)}, patience)
    ways = [tuple(laid[piece] for piece in tree[0]) for laid in found]
    assert len(ways) == len(set(ways))
    assert set(ways) == every_layout(tree)
    assert not patience.is_over


@pytest.mark.parametrize("seed", range(20))
def test_who_gives_up_says_so(seed: int) -> None:
    tree = a_tree(Random(seed))
    patience = Patience(3)
    found = [*layouts([*tree[0]], lambda piece, laid: spots_in(tree, piece, laid), {(0, 0)}, patience)]
    assert len(found) <= 3
    if len(found) < len(every_layout(tree)):
        assert patience.is_over
