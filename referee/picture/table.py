"""A table seen from above: players round the middle with the trick or the piles, or the fields of a board round its box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from referee.core.markup import Markup, at, cut, joined, tag
from referee.core.scene import Field, Scene, Seat
from referee.picture.faces import HIGH, WIDE, Faces
from referee.picture.rows import card, drawn

ACROSS = 440
"""The width of a drawn table: as much as can be read on the screen of a phone."""
PLATE, PLATE_HIGH = 118, 54


def cloth_high(players: int) -> int:
    """The height of the cloth for this many players."""
    return 276 if players < 5 else 300 + 24 * (players - 4)


def cloth(faces: Faces, scene: Scene) -> tuple[Markup, int]:
    """The players round the middle, with their height."""
    high = cloth_high(len(scene.seats))
    parts = [tag("rect", x=44, y=22, width=ACROSS - 88, height=high - 44, rx=90, class_="cloth")]
    if scene.piles:
        inside, wide, tall = drawn(faces, scene.piles, 230)
        parts.append(tag("g", inside, transform=at((ACROSS - wide) / 2, (high - tall) / 2)))
    return joined(*parts), high


@lru_cache(2_000)
def plate(seat: Seat, place: int, many: int, high: int) -> Markup:
    """The name of a player in the player's place, with role, bid, tricks and score."""
    x, y = _where(place, many, high)
    facts = _wrapped(seat.facts)
    name = f"{'▸ ' * seat.to_act}{cut(seat.player, 13)}{f' · {seat.total}' if seat.total else ''}"
    high = PLATE_HIGH - 14 * (len(facts) < 2)
    return tag(
        "g",
        tag("rect", x=-PLATE / 2, y=-high / 2, width=PLATE, height=high, rx=9, class_=f"plate{' to-act' * seat.to_act}"),
        tag("text", name, y=17 - high / 2 + 4 * (not facts), class_="name"),
        *(tag("text", line, y=31 - high / 2 + 14 * number, class_="facts") for number, line in enumerate(facts)),
        *([_dealer(high)] if seat.deals else []),
        transform=at(x, y),
        class_="seat",
    )  # fmt: skip


def _wrapped(facts: Sequence[str]) -> list[str]:
    """Facts on two lines, none of them broken."""
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]} · {fact}" if lines[-1] else fact
        lines[-1:] = [longer] if len(longer) < 22 or not lines[-1] else [lines[-1], fact]
    return [cut(line, 22) for line in lines[:2] if line]


def _dealer(high: float) -> Markup:
    letter = tag("text", "D", y=3.4, class_="dealer-letter")
    mark = tag("circle", r=8, class_="dealer")
    return tag("g", tag("title", "dealer"), mark, letter, transform=at(PLATE / 2 - 4, 4 - high / 2))


def trick(faces: Faces, scene: Scene, high: int) -> Markup:
    """The cards of the trick, each in front of its player, in the order in which they were played."""
    many = len(scene.seats)
    laid = sorted((seat.laid_as, place) for place, seat in enumerate(scene.seats) if seat.laid)
    parts = []
    for _, place in laid:
        one = scene.seats[place].laid
        assert one is not None
        angle = pi / 2 + 2 * pi * place / many
        out = (56, 38) if many < 5 else (84, 74)
        x, y = ACROSS / 2 + out[0] * cos(angle) - WIDE / 2, high / 2 + out[1] * sin(angle) - HIGH / 2
        parts.append(tag("g", card(faces, one), transform=at(round(x), round(y))))
    return joined(*parts)


def _where(place: int, many: int, high: int) -> tuple[float, float]:
    angle = pi / 2 + 2 * pi * place / many
    return ACROSS / 2 + (ACROSS / 2 - PLATE / 2 - 3) * cos(angle), high / 2 + (high / 2 - PLATE_HIGH / 2 - 3) * sin(
        angle
    )


def board(faces: Faces, scene: Scene) -> tuple[list[Markup], int]:
    """The fields of a board, with their height: four round their box, others below each other."""
    if len(scene.fields) != 4:
        y, parts = 0.0, list[Markup]()
        for field in scene.fields:
            inside, tall = _field(faces, field, ACROSS - 16, 96)
            parts.append(tag("g", inside, transform=at(0, y)))
            y += tall + 8
        return parts, round(y)
    room = (ACROSS - 6) / 2 - 16
    tops = [_field(faces, field, room, 0)[1] for field in scene.fields]
    low, up = max(tops[0], tops[3], 150), max(tops[1], tops[2], 150)
    corners = ((0.0, up + 6), (0.0, 0.0), ((ACROSS + 6) / 2, 0.0), ((ACROSS + 6) / 2, up + 6))
    parts = []
    for field, (x, y) in zip(scene.fields, corners, strict=True):
        inside, _ = _field(faces, field, room, low if y else up, right=x > 0)
        parts.append(tag("g", inside, transform=at(x, y)))
    return [*parts, _box(scene, up + 3)], round(up + low + 6)


def _box(scene: Scene, y: float) -> Markup:
    """The box in the middle, which turns: each corner shows the season of the field there."""
    corners = [(-12, 19), (-12, -10), (12, -10), (12, 19)]
    named = zip(scene.fields, corners, strict=True)
    return tag(
        "g",
        tag("rect", x=-28, y=-28, width=56, height=56, rx=8, class_="box"),
        tag("path", d="M-28 0H28M0-28V28", class_="box"),
        *(tag("text", field.title[:2], x=across, y=down, class_="box-words") for field, (across, down) in named),
        transform=at(ACROSS / 2, y),
    )


@lru_cache(2_000)
def _field(faces: Faces, field: Field, room: float, least: float, *, right: bool = False) -> tuple[Markup, float]:
    """A field with its name at its outer edge."""
    inside, _, tall = drawn(faces, field.rows, room)
    x, anchor = (room + 6, "end") if right else (10, None)
    return joined(
        tag("rect", width=room + 16, height=max(tall + 42, least), rx=10, class_="field"),
        tag("text", field.title, x=x, y=17, text_anchor=anchor, class_="field-name"),
        tag("text", cut(field.note, 30), x=x, y=31, text_anchor=anchor, class_="caption") if field.note else Markup(""),
        tag("g", inside, transform=at(8, 38)),
    ), max(tall + 42, least)  # fmt: skip


@lru_cache(20_000)
def holding(faces: Faces, seat: Seat, *, named: bool) -> tuple[Markup, float]:
    """What a player holds and has laid out, under the player's name, with its height; and what else is known about the player
    if no plate says it."""
    facts = "" if not named else " · ".join((*seat.facts, *([f"total {seat.total}"] if seat.total else [])))
    head = [tag("text", cut(seat.player, 24), tag("tspan", f"  {cut(facts, 48)}", class_="caption") if facts else "",
                y=13, class_=f"holder{' to-act' * seat.to_act}")]  # fmt: skip
    inside, _, tall = drawn(faces, seat.rows, ACROSS)
    return joined(*head, tag("g", inside, transform=at(0, 18))), 18 + tall
