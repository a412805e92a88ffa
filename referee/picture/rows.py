"""Cards in rows: a hand, a meld, a pile, next to each other as far as there is room."""

from __future__ import annotations

from functools import lru_cache

from referee.core.markup import Markup, at, joined, tag
from referee.core.scene import Card, Row
from referee.picture.faces import HIGH, WIDE, Faces

STEP = WIDE + 3
"""How far apart cards are, if there is room."""
TIGHT = 26
APART = 14
CAPTION = 13
MOST_DOWN = 12
"""How many face-down cards are drawn; for more, the number is given."""


def card(faces: Faces, one: Card) -> Markup:
    """A card, with what was said over it and the rule that forbids playing it."""
    drawn = tag("use", tag("title", one.barred) if one.barred else "", href=f"#{faces.id_of(one.name)}",
                class_="barred" if one.barred else None)  # fmt: skip
    notes = [_note(words, HIGH - 12 - 13 * (len(one.notes) - place - 1)) for place, words in enumerate(one.notes)]
    return joined(drawn, *notes) if notes else drawn


def _note(words: str, y: float) -> Markup:
    width = 7 + 5.6 * len(words)
    return tag(
        "g",
        tag("rect", width=width, height=12, rx=6, class_="note"),
        tag("text", words, x=width / 2, y=9, class_="note-words"),
        transform=at(WIDE - width + 8, y),
    )


@lru_cache(20_000)
def drawn(faces: Faces, rows: tuple[Row, ...], room: float) -> tuple[Markup, float, float]:
    """Rows of cards in lines of a width, each row's title above it; with their width and height."""
    parts, x, y, widest, captioned = [], 0.0, 0.0, 0.0, any(row.title for row in rows)
    line = HIGH + 4 + CAPTION * captioned
    for row in rows:
        number = len(row.cards) + min(row.more, 1 if row.stacked else MOST_DOWN)
        step = _step(row, number, room)
        wide = max(WIDE + step * max(number - 1, 0), 6.2 * len(_caption(row)))
        if x and x + wide > room:
            x, y = 0, y + line
        parts.append(_row(faces, row, x, y, step, captioned))
        widest, x = max(widest, x + wide), x + wide + APART
    return joined(*parts), widest, y + line if rows else 0


def _step(row: Row, number: int, room: float) -> float:
    if number < 2:
        return 0
    if row.stacked:
        return TIGHT if row.cards else 0
    return min(STEP, (room - WIDE) / (number - 1))


def _caption(row: Row) -> str:
    many = row.more if row.stacked else max(0, row.more - MOST_DOWN)
    return " ".join(filter(None, (row.title, str(many) if many else "")))


def _row(faces: Faces, row: Row, x: float, y: float, step: float, captioned: bool) -> Markup:
    down = [Card()] * min(row.more, 1 if row.stacked else MOST_DOWN)
    cards = [*down, *row.cards] if row.stacked else [*row.cards, *down]
    inside = Markup("")
    for one in reversed(cards):  # each inside the one before it, so that a row without its first cards is the same text
        inside = joined(card(faces, one), tag("g", inside, transform=at(round(step, 1), 0)) if inside else inside)
    if not cards:
        inside = tag("rect", x=0.5, y=0.5, width=WIDE - 1, height=HIGH - 1, rx=5, class_="empty")
    title = [tag("text", _caption(row), y=-3, class_="caption")] if _caption(row) else []
    y += CAPTION * captioned
    return tag("g", *title, inside, transform=at(x, y) if x or y else None)
