"""Cards in a tree: each in a cell of a grid, with arrows between them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

from referee.core.markup import Markup, at, cut, joined, tag
from referee.core.scene import Node, Seat
from referee.core.wording import counted

WIDE, HIGH, GAP = 108, 52, 16
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where an arrow points: up, right, down, left."""


ACROSS = 540
"""The width available for trees next to each other; a wider one has a line to itself."""


def across(seats: Sequence[Seat]) -> float:
    """The width of all trees; 0 if there are none."""
    return max((drawn(seat)[1] for seat in seats if seat.tree), default=0) and max(
        ACROSS, *(drawn(seat)[1] for seat in seats if seat.tree)
    )


@lru_cache(2_000)
def drawn(seat: Seat) -> tuple[Markup, float, float]:
    """A player's tree under the player's name, with its width and height."""
    left, top = min(node.column for node in seat.tree), min(node.row for node in seat.tree)
    right, low = max(node.column for node in seat.tree), max(node.row for node in seat.tree)
    facts = " · ".join((*seat.facts, *([seat.total] if seat.total else [])))
    head = tag("text", cut(seat.player, 20), tag("tspan", f"  {cut(facts, 52)}", class_="caption"), y=13,
               class_=f"holder{' to-act' * seat.to_act}")  # fmt: skip
    down = 18
    if seat.kept:
        others = f"keeps {counted(len(seat.kept), 'cards')}"
        head = joined(
            head, tag("text", f"keeps {', '.join(seat.kept)}", y=28, class_="caption secret", data_others=others)
        )
        down = 32
    parts = []
    for node in sorted(seat.tree, key=lambda node: (node.row, node.column)):
        x, y = (node.column - left) * (WIDE + GAP) + GAP, (node.row - top) * (HIGH + GAP) + GAP
        parts.append(tag("g", _node(node), transform=at(x, y)))
    wide = (right - left + 1) * (WIDE + GAP) + GAP
    high = (low - top + 1) * (HIGH + GAP) + GAP
    return joined(head, tag("g", *parts, transform=at(0, down))), wide, high + down


def row(nodes: tuple[Node, ...]) -> tuple[Markup, float]:
    """Cards in nobody's tree, next to each other as far as there is room, with their height."""
    many = int((ACROSS + 8) // (WIDE + 8))
    parts = [
        tag("g", _node(node), transform=at(place % many * (WIDE + 8), place // many * (HIGH + 8)))
        for place, node in enumerate(nodes)
    ]
    return joined(*parts), -(-len(nodes) // many) * (HIGH + 8)


def sums(lines: tuple[tuple[str, str], ...]) -> tuple[Markup, float]:
    """A sum, line by line under its title, the total last, with its height."""
    high = 15 * len(lines) + 12
    parts = [tag("rect", width=ACROSS, height=high, rx=8, class_="field")]
    for place, (what, points) in enumerate(lines):
        kind = "holder" if place in (0, len(lines) - 1) else "facts"
        y = 18 + 15 * place
        parts.append(tag("text", cut(what, 66), x=10, y=y, class_=kind))
        parts.append(tag("text", points, x=ACROSS - 12, y=y, class_=kind, text_anchor="end") if points else Markup(""))
    return joined(*parts), high


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
    """An arrow out of a card: to the card that it holds, with a free end, or with a bar if it is blocked."""
    across, down = STEPS[direction]
    x, y = WIDE / 2 + across * WIDE / 2, HIGH / 2 + down * HIGH / 2
    far = GAP if kind == "holds" else GAP * 0.62
    ex, ey = x + across * far, y + down * far
    bx, by = (0, 0) if kind == "blocked" else (5 * across, 5 * down)
    head = f"M{ex - bx - 4 * down:g} {ey - by - 4 * across:g}"
    head += f"L{ex:g} {ey:g}L{ex - bx + 4 * down:g} {ey - by + 4 * across:g}"
    return tag("path", d=f"M{x:g} {y:g}L{ex:g} {ey:g}{head}", class_=kind)


def in_words(seat: Seat) -> str:
    """A tree in words: each card with its facts and its arrows."""
    facts = ", ".join((*seat.facts, *([seat.total] if seat.total else [])))
    words = ("up", "right", "down", "left")
    cards = [
        f"{node.name}, {', '.join((*node.lines, *(f'{kind} {words[direction]}' for direction, kind in node.arrows)))}"
        for node in seat.tree
    ]
    return f"{seat.player} ({facts}): {'; '.join(cards)}."
