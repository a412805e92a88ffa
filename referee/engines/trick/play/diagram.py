"""The table drawn from above: players where they sit, the trick in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.columns import centred, columns
from referee.core.columns import left as to_left
from referee.core.columns import right as to_right

WIDTH = 78
CLOTH = 30
PLACES = {2: ("below", "above"), 3: ("below", "left", "right"), 4: ("below", "left", "above", "right")}
"""Who sits where, clockwise from the first player, who sits nearest."""


class Seat(NamedTuple):
    """One player: lines about the player, and the card lying before the player, if any."""

    lines: tuple[str, ...] = ()
    card: str = ""


NOBODY = Seat()


def drawing(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The lines of the drawing; none if there are too many players or their names are too long."""
    if len(seats) not in PLACES:
        return ()
    at = dict(zip(PLACES[len(seats)], seats, strict=True))
    above, below = at.get("above", NOBODY), at["below"]
    left, right = at.get("left", NOBODY), at.get("right", NOBODY)
    edge = max(map(columns, left.lines), default=0)
    cloth = max(CLOTH, *(columns(line) for line in (*above.lines, *below.lines)))
    rows = _centred([*above.lines, "", above.card], edge, cloth) if above.lines else []
    rows += _sides(left, right, edge, cloth)
    rows += _centred([below.card, "", *below.lines], edge, cloth)
    return () if max(map(columns, rows)) > WIDTH else tuple(rows)


def _centred(lines: Sequence[str], edge: int, cloth: int) -> list[str]:
    return [(" " * (edge + 2) + centred(line, cloth)).rstrip() for line in lines]


def _sides(left: Seat, right: Seat, edge: int, cloth: int) -> list[str]:
    """The rows with the players at the left and right; their cards are next to the middle one of their lines."""
    height = max(len(left.lines), len(right.lines), 1)
    rows = []
    for row in range(height):
        cards = left.card + to_right(right.card, cloth - columns(left.card)) if row == height // 2 else " " * cloth
        beside = [seat.lines[row] if row < len(seat.lines) else "" for seat in (left, right)]
        rows.append(f"{to_left(beside[0], edge)}  {cards}  {beside[1]}".rstrip())
    return rows
