"""Cards in a tree: each in a cell of a grid, arrows between them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

from referee.core.scene import Node, Seat
from referee.picture.svg import Markup, at, cut, joined, tag

WIDE, HIGH, GAP = 108, 52, 16
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where an arrow points: up, right, down, left."""


ACROSS = 540
"""How wide trees stand beside one another; a wider one has a line to itself."""


def across(seats: Sequence[Seat]) -> float:
    """How wide all trees are; 0 where there are none."""
    return max((drawn(seat)[1] for seat in seats if seat.tree), default=0) and max(
        ACROSS, *(drawn(seat)[1] for seat in seats if seat.tree)
    )


@lru_cache(2_000)
def drawn(seat: Seat) -> tuple[Markup, float, float]:
    """A player's tree under the player's name; how wide and how high that is."""
    left, top = min(node.column for node in seat.tree), min(node.row for node in seat.tree)
    right, low = max(node.column for node in seat.tree), max(node.row for node in seat.tree)
    facts = " · ".join((*seat.facts, *([seat.total] if seat.total else [])))
    head = tag("text", cut(seat.player, 20), tag("tspan", f"  {cut(facts, 52)}", class_="caption"), y=13,
               class_=f"holder{' to-act' * seat.to_act}")  # fmt: skip
    parts = []
    for node in sorted(seat.tree, key=lambda node: (node.row, node.column)):
        x, y = (node.column - left) * (WIDE + GAP) + GAP, (node.row - top) * (HIGH + GAP) + GAP
        parts.append(tag("g", _node(node), transform=at(x, y)))
    wide = (right - left + 1) * (WIDE + GAP) + GAP
    high = (low - top + 1) * (HIGH + GAP) + GAP
    return joined(head, tag("g", *parts, transform=at(0, 18))), wide, high + 18


def _node(node: Node) -> Markup:
    name = textwrap.wrap(node.name, 16)[:2] or [""]
    down = 21 if len(name) < 2 else 15
    lines = [
        tag("text", cut(line, 18), x=WIDE / 2, y=down + 13 * place, class_="node-name")
        for place, line in enumerate(name)
    ]
    return joined(
        *(_arrow(direction, kind) for direction, kind in node.arrows),
        tag("rect", width=WIDE, height=HIGH, rx=7, class_=f"node{' root' * node.root}"),
        *lines,
        tag("text", " · ".join(node.lines), x=WIDE / 2, y=HIGH - 9, class_="node-line"),
    )


def _arrow(direction: int, kind: str) -> Markup:
    """An arrow out of a card: it reaches the card that it holds, ends free, or with a bar where it is blocked."""
    across, down = STEPS[direction]
    x, y = WIDE / 2 + across * WIDE / 2, HIGH / 2 + down * HIGH / 2
    far = GAP if kind == "holds" else GAP * 0.62
    ex, ey = x + across * far, y + down * far
    bx, by = (0, 0) if kind == "blocked" else (5 * across, 5 * down)
    head = f"M{ex - bx - 4 * down:g} {ey - by - 4 * across:g}"
    head += f"L{ex:g} {ey:g}L{ex - bx + 4 * down:g} {ey - by + 4 * across:g}"
    return tag("path", d=f"M{x:g} {y:g}L{ex:g} {ey:g}{head}", class_=kind)


def in_words(seat: Seat) -> str:
    """A tree in words: each card with its facts and what its arrows are."""
    facts = ", ".join((*seat.facts, *([seat.total] if seat.total else [])))
    words = ("up", "right", "down", "left")
    cards = [
        f"{node.name}, {', '.join((*node.lines, *(f'{kind} {words[direction]}' for direction, kind in node.arrows)))}"
        for node in seat.tree
    ]
    return f"{seat.player} ({facts}): {'; '.join(cards)}"
