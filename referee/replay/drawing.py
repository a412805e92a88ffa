"""A scene as a drawing: a table seen from above, or a board round its box, and structures of cards in a tree, with arrows.

Its parts are drawn on top of each other, so that a page can change some and keep the rest.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from operator import attrgetter, itemgetter
from typing import NamedTuple
from xml.sax.saxutils import unescape

from referee.core.cards import Deck
from referee.core.markup import Markup, at, cut, file_of, join, tag
from referee.core.scene import Node, Scene, SceneField, SceneSeat
from referee.core.wording import number_of
from referee.replay.faces import CAPTION, HIGH, WIDE, Faces, card_drawing, ink_of, rows_drawing

NODE_WIDE = 104
NODE_HIGH = 78
GAP = 16
"""The size of a card in a tree, and the room between two of them."""
LINE = 13
"""The height of a line on a card in a tree, on which there is room for five."""
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps across and down in the direction of an arrow: up, right, down, left."""
DIRECTIONS = ("up", "right", "down", "left")


TREES_ACROSS = 680
"""The width available for trees next to each other, if it is not that of a phone; a wider one has a line to itself."""


@lru_cache(2_000)
def tree_drawing(seat: SceneSeat) -> tuple[Markup, float, float]:
    """A player's tree of cards under the name and facts of the player, with its width and height."""
    left = min(node.column for node in seat.tree)
    top = min(node.row for node in seat.tree)
    right = max(node.column for node in seat.tree)
    low = max(node.row for node in seat.tree)
    facts = " · ".join(_facts_and_total(seat))
    wide = max((right - left + 1) * (NODE_WIDE + GAP) + GAP, 6.4 * len(facts), 9 * min(len(seat.player), 20))
    head = [
        tag("text", cut(seat.player, 20), y=13, class_=f"holder{' to-act' * seat.to_act}"),
        tag("text", facts, y=28, class_="caption"),
    ]
    top_of_cards = 32
    words_for_others = f"keeps {number_of(len(seat.kept), 'cards')}"
    for line in _lines_of_kept(seat.kept, int(wide / 6.4)):
        head.append(tag("text", line, y=top_of_cards + 11, class_="caption", data_others=words_for_others))
        top_of_cards = top_of_cards + 15
        words_for_others = ""
    parts = []
    for node in sorted(seat.tree, key=attrgetter("row", "column")):
        x = (node.column - left) * (NODE_WIDE + GAP) + GAP
        y = (node.row - top) * (NODE_HIGH + GAP) + GAP
        parts.append(tag("g", _node(node), transform=at(x, y)))
    high = (low - top + 1) * (NODE_HIGH + GAP) + GAP
    return join(*head, tag("g", *parts, transform=at(0, top_of_cards))), wide, high + top_of_cards


def _facts_and_total(seat: SceneSeat) -> list[str]:
    """What is known about a player, the score last."""
    facts = list(seat.facts)
    if seat.total:
        facts.append(seat.total)
    return facts


def _lines_of_kept(cards: Sequence[str], letters: int) -> list[str]:
    """The cards that a player keeps, in lines of at most so many letters that break no name."""
    if not cards:
        return []
    whole = ", ".join(name.replace(" ", "\xa0") for name in cards)
    return [line.replace("\xa0", " ") for line in textwrap.wrap(f"keeps {whole}", letters)]


def loose(nodes: tuple[Node, ...]) -> tuple[Markup, float]:
    """The cards in nobody's tree, drawn next to each other in as many lines as they need, with their height."""
    per_line = (ACROSS + 8) // (NODE_WIDE + 8)
    top = CAPTION + 4
    parts = [tag("text", "uncontrolled", y=CAPTION, class_="caption")]
    for place, node in enumerate(nodes):
        moved = at(place % per_line * (NODE_WIDE + 8), top + place // per_line * (NODE_HIGH + 8))
        parts.append(tag("g", _node(node), transform=moved))
    # the number of lines, rounded up: minus twice, as // rounds down
    return join(*parts), top - (-len(nodes) // per_line) * (NODE_HIGH + 8)


def sums(lines: tuple[tuple[str, str], ...]) -> tuple[Markup, float]:
    """A sum drawn line by line, each a text and a number, with its height; the first line is its title, the last the
    total."""
    parts = []
    y = 18
    for place, (words_of_line, points) in enumerate(lines):
        kind = "facts"
        most = 46
        if place in (0, len(lines) - 1):
            kind = "holder"
            most = 34
        if points:
            parts.append(tag("text", points, x=ACROSS - 12, y=y, class_=kind, text_anchor="end"))
        for words in textwrap.wrap(words_of_line, most):
            parts.append(tag("text", words, x=10, y=y, class_=kind))
            y += 16
    return join(tag("rect", width=ACROSS, height=y - 6, rx=8, class_="field"), *parts), y - 6


@lru_cache(20_000)
def _node(node: Node) -> Markup:
    """A card of a tree with its name on up to two lines, its facts in words below each other, its mark, and its arrows."""
    name = textwrap.wrap(node.name, 15)[:2]
    middle = NODE_WIDE / 2
    box = {"width": NODE_WIDE, "height": NODE_HIGH, "rx": 7}
    parts = [_arrow(direction, kind) for direction, kind in node.arrows]
    parts.append(tag("rect", **box, class_=f"node{' root' * node.root}", data_card=node.name))
    if node.mark:
        parts.append(tag("rect", **box, class_=node.mark))
    high = LINE * (len(name) + len(node.words))
    y = (NODE_HIGH - high) / 2 + LINE - 3
    for line in name:
        parts.append(tag("text", cut(line, 16), x=middle, y=y, class_="node-name"))
        y += LINE
    for line in node.words:
        parts.append(tag("text", line, x=middle, y=y, class_="node-line"))
        y += LINE
    return join(*parts)


def _arrow(direction: int, kind: str) -> Markup:
    """An arrow out of a card in a tree, in a direction from 0 (up) clockwise.

    It leads to the card that it 'holds', has a head at its free end, or a bar if it is 'blocked'.
    """
    # from the middle of an edge of the card to (ex, ey); (bx, by) is how far the wings of the head go back
    across, down = STEPS[direction]
    x = NODE_WIDE / 2 + across * NODE_WIDE / 2
    y = NODE_HIGH / 2 + down * NODE_HIGH / 2
    far = GAP * 0.62
    if kind == "holds":
        far = GAP
    ex = x + across * far
    ey = y + down * far
    bx = 5 * across
    by = 5 * down
    if kind == "blocked":
        bx = 0
        by = 0
    head = f"M{ex - bx - 4 * down:g} {ey - by - 4 * across:g}"
    head += f"L{ex:g} {ey:g}L{ex - bx + 4 * down:g} {ey - by + 4 * across:g}"
    return tag("path", d=f"M{x:g} {y:g}L{ex:g} {ey:g}{head}", class_=kind)


def _tree_in_words(seat: SceneSeat) -> str:
    """A tree in words, for who cannot see it: each card with its facts and arrows."""
    cards = []
    for node in seat.tree:
        said = list(node.words)
        said += [f"{kind} {DIRECTIONS[direction]}" for direction, kind in node.arrows]
        cards.append(f"{node.name}, {', '.join(said)}")
    return f"{seat.player} ({', '.join(_facts_and_total(seat))}): {'; '.join(cards)}."


ACROSS = 328
"""The width of a drawn table: all that the screen of a phone has, so that its letters are as large as they say."""
PLATE = 88
PLATE_HIGH = 68
"""The size of the plate with a player's name."""


def cloth(faces: Faces, scene: Scene) -> tuple[Markup, int]:
    """The middle of the table with its piles, or the calls of an auction; with its height, which depends on the
    number of players."""
    players = len(scene.seats)
    high = 344
    if players > 4:
        high = 360 + 30 * (players - 4)
    parts = [tag("rect", x=30, y=22, width=ACROSS - 60, height=high - 44, rx=90, class_="cloth")]
    if scene.piles:
        inside, wide, tall = rows_drawing(faces, scene.piles, 140)
        parts.append(tag("g", inside, transform=at((ACROSS - wide) / 2, (high - tall) / 2)))
    if scene.auction:
        parts.append(tag("g", *_auction(faces.deck, scene), transform=at(ACROSS / 2, high / 2)))
    return join(*parts), high


CALL_WIDE = 35
CALL_HIGH = 19
ROUNDS = 8
"""The room of a call in an auction, and the most rounds that are drawn, the last ones."""


def _auction(deck: Deck, scene: Scene) -> Iterator[Markup]:
    """Yield the calls of an auction, a line for each round and each call under its player; the middle of all is at 0,
    0."""
    players, *rounds = scene.auction
    names = {player: cut(player, 5) for player in players}
    for seat, name in zip(scene.seats, scene.compass, strict=False):
        if name:
            names[seat.player] = name[:1]
    shown = rounds[-ROUNDS:]
    left = -(len(players) - 1) / 2 * CALL_WIDE
    y = -len(shown) / 2 * CALL_HIGH + 4
    for across, player in enumerate(players):
        words = _call_in_short(names[player])
        yield tag("text", words, x=left + across * CALL_WIDE, y=y, text_anchor="middle", class_="caption")
    for row in shown:
        y += CALL_HIGH
        for across, call in enumerate(row):
            words = _call_in_short(call)
            parts = _CALLED.fullmatch(call)
            if parts and parts[2] in deck.suits:
                words = f"{parts[1]}{deck.signs.get(parts[2], parts[2])}{parts[3]}"
            yield tag("text", words, x=left + across * CALL_WIDE, y=y, text_anchor="middle", class_="call")


def _call_in_short(call: str) -> str:
    return call.replace("redouble", "XX").replace("double", "X")


_CALLED = re.compile(r"(\d+)(\w+)(\*?)")
"""A call that names a number and a suit; a star says that it has a meaning."""


def place_of(place: int, scene: Scene) -> int:
    """The place where a player is drawn, clockwise from the bottom; named seats begin at the top."""
    many = len(scene.seats)
    if scene.compass:
        return (place + many // 2) % many
    return place


@lru_cache(2_000)
def plate(seat: SceneSeat, place: int, many: int, high: int, named: str = "") -> Markup:
    """The plate with the name of a player and up to three lines of facts, drawn at the player's place round the
    table.

    `place` counts from the bottom, clockwise, of `many`; `high` is the height of the table. `named` is the name of
    the seat, such as North, if seats have names: then the score stands elsewhere.
    """
    x, y = _where(place, many, high, ACROSS / 2 - PLATE / 2 - 3, high / 2 - PLATE_HIGH / 2 - 3)
    known = list(seat.facts)
    if seat.total and not named:
        known.insert(0, seat.total)
    facts = _wrap(known)
    name = cut(seat.player, 11)
    if named and seat.player not in (named, named[:1]):
        name = f"{named[:1]} {name}"
    if seat.to_act:
        name = f"▸ {name}"
    high = PLATE_HIGH - 14 * (3 - max(len(facts), 1))
    frame = {"x": -PLATE / 2, "y": -high / 2, "width": PLATE, "height": high, "rx": 9}
    parts = [
        tag("rect", **frame, class_=f"plate{' to-act' * seat.to_act}"),
        tag("text", name, y=17 - high / 2 + 4 * (not facts), class_="name"),
    ]
    for number, line in enumerate(facts):
        parts.append(tag("text", line, y=31 - high / 2 + 14 * number, class_="facts"))
    if seat.deals:
        letter = tag("text", "D", y=4, class_="dealer-letter")
        mark = tag("circle", r=8, class_="dealer")
        parts.append(tag("g", tag("title", "dealer"), mark, letter, transform=at(PLATE / 2 - 4, 4 - high / 2)))
    return tag("g", *parts, transform=at(x, y), class_="seat")


def _wrap(facts: Sequence[str]) -> list[str]:
    """Facts on at most three short lines; no fact is broken, but a long one is cut."""
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]} · {fact}"
        if not lines[-1]:
            lines[-1] = fact
        elif len(longer) < 13:
            lines[-1] = longer
        else:
            lines.append(fact)
    return [cut(line, 15) for line in lines[:3] if line]


def trick(faces: Faces, scene: Scene, high: int) -> Markup:
    """The cards of the trick, each in front of its player, later ones on top; `high` is the height of the table."""
    many = len(scene.seats)
    distance = (50, 66)
    if many > 4:
        distance = (46, 84)
    laid = [(seat.laid_as, place, seat.laid) for place, seat in enumerate(scene.seats) if seat.laid]
    parts = []
    for _, place, card in sorted(laid, key=itemgetter(0, 1)):
        x, y = _where(place_of(place, scene), many, high, *distance)
        parts.append(tag("g", card_drawing(faces, card), transform=at(round(x - WIDE / 2), round(y - HIGH / 2))))
    return join(*parts)


def _where(place: int, many: int, high: int, across: float, down: float) -> tuple[float, float]:
    """The place of something of a player, so far from the middle of the table."""
    angle = pi / 2 + 2 * pi * place / many
    return ACROSS / 2 + across * cos(angle), high / 2 + down * sin(angle)


def board(faces: Faces, scene: Scene) -> tuple[list[Markup], int]:
    """The drawn fields of a board and their height: four stand round their box, others below each other."""
    if len(scene.fields) != 4:
        y = 0.0
        parts = list[Markup]()
        for field in scene.fields:
            inside, tall = _field(faces, field, ACROSS - 16, 96)
            parts.append(tag("g", inside, transform=at(0, y)))
            y += tall + 8
        return parts, round(y)
    room = (ACROSS - 6) / 2 - 16
    heights = [_field(faces, field, room, 0)[1] for field in scene.fields]
    lower = max(heights[0], heights[3], 150)
    upper = max(heights[1], heights[2], 150)
    corners = ((0.0, upper + 6), (0.0, 0.0), ((ACROSS + 6) / 2, 0.0), ((ACROSS + 6) / 2, upper + 6))
    parts = []
    for field, (x, y) in zip(scene.fields, corners, strict=True):
        least = upper
        if y:
            least = lower
        inside, _ = _field(faces, field, room, least, right=x > 0)
        parts.append(tag("g", inside, transform=at(x, y)))
    parts.append(_box(faces, scene, upper + 3))
    return parts, round(upper + lower + 6)


def _box(faces: Faces, scene: Scene, y: float) -> Markup:
    """The box in the middle of four fields, which turns: each of its corners shows the season of the field there.

    `y` is the height at which its middle is.
    """
    corners = [(-24, 0), (-24, -24), (0, -24), (0, 0)]
    parts = []
    for field, (across, down) in zip(scene.fields, corners, strict=True):
        ink = ink_of(faces.deck, field.suit)
        parts.append(tag("rect", x=across, y=down, width=24, height=24, class_=ink))
        parts.append(tag("text", field.title[:2], x=across + 12, y=down + 16, class_="box-words on-ink"))
    edge = tag("rect", x=-24, y=-24, width=48, height=48, rx=3, class_="box")
    return tag("g", *parts, edge, transform=at(ACROSS / 2, y))


@lru_cache(2_000)
def _field(faces: Faces, field: SceneField, room: float, least: float, *, right: bool = False) -> tuple[Markup, float]:
    """A field of a board with its name, note, cards and piles, in the colour of its suit if it has one; with its
    height.

    `room` is the width for its cards, `least` the least height; at the `right` edge its words end there.
    """
    inside, _, tall = rows_drawing(faces, field.rows, room)
    x = 8.0
    anchor = None
    if right:
        x = room + 8
        anchor = "end"
    wide = room + 16
    high = max(tall + 46, least)
    parts = [tag("rect", width=wide, height=high, rx=10, class_="field")]
    inks = "field-name"
    if field.suit:
        inks = "field-name on-ink"
        ink = ink_of(faces.deck, field.suit)
        band = tag("path", d=f"M0 24V10A10 10 0 0 1 10 0H{wide - 10:g}A10 10 0 0 1 {wide:g} 10V24z", class_=ink)
        parts += [tag("rect", width=wide, height=high, rx=10, class_=f"tint {ink}"), band]
    name = [field.title]
    if field.bars:
        name += ["\u2002", tag("tspan", field.bars, class_="bars")]
    if right:
        name.reverse()
    parts.append(tag("text", *name, x=x, y=17, text_anchor=anchor, class_=inks))
    if field.note:
        parts.append(tag("text", cut(field.note, 24), x=x, y=37, text_anchor=anchor, class_="caption"))
    parts.append(tag("g", inside, transform=at(8, 42)))
    return join(*parts), high


@lru_cache(20_000)
def holding(faces: Faces, seat: SceneSeat, *, named: bool) -> tuple[Markup, float]:
    """The cards that a player holds and has laid out, under the player's name, with their height.

    If `named`, the facts about the player stand here, too, because no plate shows them.
    """
    facts = list[str]()
    if named:
        facts += seat.facts
        if seat.total:
            facts.append(f"total {seat.total}")
    parts = [tag("text", cut(seat.player, 24), y=13, class_=f"holder{' to-act' * seat.to_act}")]
    down = 18
    for line in textwrap.wrap(" · ".join(facts), 50):
        parts.append(tag("text", line, y=down + 10, class_="caption"))
        down += 15
    inside, _, tall = rows_drawing(faces, seat.rows, ACROSS)
    parts.append(tag("g", inside, transform=at(0, down)))
    return join(*parts), down + tall


class DrawingPart(NamedTuple):
    """A part of a drawing, moved to its place. `says` begins its description, if the part does not say everything itself, or is
    a sentence with all of it; others see only the backs of the cards of an `owner`."""

    inside: Markup
    x: float = 0
    y: float = 0
    says: str = ""
    owner: str = ""


class Group(NamedTuple):
    """Parts that belong together, and how wide and high they are."""

    parts: tuple[DrawingPart, ...]
    wide: float
    high: float


class Drawing(NamedTuple):
    """The middle of the table, and what the players hold or have built: below it, or next to it if there is room."""

    table: Group
    held: Group

    @property
    def parts(self) -> tuple[DrawingPart, ...]:
        """The parts of both."""
        return self.table.parts + self.held.parts


def drawing(scene: Scene, faces: Faces, across: float = TREES_ACROSS) -> Drawing:
    """A scene drawn, with trees in lines of the width `across`."""
    return Drawing(_table(scene, faces), _holdings(scene, faces, across))


def _table(scene: Scene, faces: Faces) -> Group:
    """The middle of the table as parts of a drawing: players round a trick, fields, piles, sums, and cards that
    nobody has."""
    parts: list[DrawingPart] = []
    y = 2.0
    if scene.around:
        middle, high = cloth(faces, scene)
        parts.append(DrawingPart(middle, 0, y, "The table"))
        parts.append(DrawingPart(trick(faces, scene, high), 0, y, _trick_in_words(scene)))
        many = len(scene.seats)
        names = scene.compass or ("",) * len(scene.seats)
        for place, (seat, name) in enumerate(zip(scene.seats, names, strict=False)):
            without_cards = seat._replace(rows=(), laid=None)
            parts.append(DrawingPart(plate(without_cards, place_of(place, scene), many, high, name), 0, y))
        y += high + 4
    if scene.fields:
        fields, high = board(faces, scene)
        parts += [DrawingPart(inside, 0, y) for inside in fields]
        y += high + 8
    if scene.piles and not scene.around:
        inside, _, tall = rows_drawing(faces, scene.piles, ACROSS)
        parts.append(DrawingPart(inside, 0, y))
        y += tall + 6
    if scene.sums:
        inside, tall = sums(scene.sums)
        parts.append(DrawingPart(inside, 0, y))
        y += tall + 8
    if scene.loose:
        inside, tall = loose(scene.loose)
        parts.append(DrawingPart(inside, 0, y))
        y += tall + 6
    return Group(tuple(parts), ACROSS, y)


def _trick_in_words(scene: Scene) -> str:
    """The beginning of the description of a trick: who led."""
    for seat in scene.seats:
        if seat.laid_as == 1:
            return f"Trick, led by {seat.player}"
    return "No trick"


def _holdings(scene: Scene, faces: Faces, across: float) -> Group:
    """The cards that players hold or have laid out, as parts of a drawing, below their trees of cards in lines of the
    width `across`."""
    trees = _trees(scene, across)
    parts = list(trees.parts)
    y = trees.high
    for seat in scene.seats:
        if seat.rows or not (scene.around or seat.tree):
            inside, tall = holding(faces, seat._replace(laid=None, laid_as=0), named=not scene.around)
            parts.append(DrawingPart(inside, 0, y, "", _owner_of(seat)))
            y += tall + 4
    return Group(tuple(parts), trees.wide, y)


def _trees(scene: Scene, across: float) -> Group:
    """The players' trees next to each other in lines of a width; a tree that is wider has a line to itself."""
    width: float = ACROSS
    parts = []
    x = 0.0
    y = 2.0
    below = 2.0
    for seat in scene.seats:
        if not seat.tree:
            continue
        inside, wide, high = tree_drawing(seat)
        width = max(width, across, wide)
        if x and x + wide > across:
            x = 0
            y = below
        owner = ""
        if seat.kept:
            owner = seat.player
        parts.append(DrawingPart(inside, x, y, _tree_in_words(seat), owner))
        x = x + wide + 10
        below = max(below, y + high + 10)
    return Group(tuple(parts), width, below)


def _owner_of(seat: SceneSeat) -> str:
    """The player who alone sees the cards of a seat; empty if all do."""
    for row in seat.rows:
        if row.owner:
            return row.owner
    return ""


def in_words(part: DrawingPart, faces: Faces) -> str:
    """The description of a part of a drawing, for who cannot see it: its words and the names of its cards in order.

    Cards face down are counted.
    """
    if part.says.endswith("."):
        return part.says
    shown = []
    if part.says:
        shown.append(part.says)
    face_down = 0
    for _, face, words in re.findall(r'(<title>[^<]*</title>)|<use href="#([^"]+)"|>([^<>]+)<', part.inside):
        if face == "down":
            face_down += 1
            continue
        if face_down and (face or words):
            shown.append(f"{face_down} face down")
            face_down = 0
        if face:
            shown.append(faces.name_of(face))
        elif words:
            shown.append(unescape(words).strip())
    if face_down:
        shown.append(f"{face_down} face down")
    return ", ".join(shown)


def svg(scene: Scene, faces: Faces, across: float = TREES_ACROSS) -> Markup:
    """A scene as an SVG picture by itself, with all faces and colours that it needs, and trees in lines of the width
    `across`."""
    drawn = drawing(scene, faces, across)
    wide = max(drawn.table.wide, drawn.held.wide) + 20
    head = []
    top = -4
    for words in textwrap.wrap(scene.title, int(wide / 8.8)):
        top += 18
        head.append(tag("text", words, x=0, y=top, class_="title"))
    top += 2
    for line in scene.lines:
        for words in textwrap.wrap(line, int(wide / 6.4)):
            top += 14
            head.append(tag("text", words, x=0, y=top, class_="caption"))
    top += 6

    def placed(part: DrawingPart) -> Markup:
        """A part of the drawing at its place, with its description."""
        return tag("g", part.inside, transform=at(part.x, part.y), role="img", aria_label=in_words(part, faces))

    body = join(*map(placed, drawn.table.parts))
    if drawn.held.parts:
        held = join(*map(placed, drawn.held.parts))
        body = join(body, tag("g", held, transform=at(0, drawn.table.high)))
    high = drawn.table.high + drawn.held.high + top + 12
    return tag(
        "svg",
        tag("title", scene.title),
        tag("style", Markup(plain_styles())),
        tag("defs", faces.used_in(body)),
        tag("rect", x=-10, y=-6, width=wide, height=high, class_="ground"),
        *head,
        tag("g", body, transform=at(0, top)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"-10 -6 {wide:g} {high:g}",
        width=wide,
        height=high,
        class_="drawing",
    )


def plain_styles() -> str:
    """The stylesheet of a drawing with every colour written out, as not all programs know variables; with colours for
    dark screens."""
    styles = file_of("referee.replay", "drawing.css")
    light, dark = (dict(re.findall(r"(--[a-z-]+): ([^;]+);", part)) for part in styles.split("@media")[:2])
    rules = re.findall(r"^(?!:root)(\.[^{@]+ \{[^}]*\})", styles, re.MULTILINE)
    in_dark = _with_plain_colours([rule for rule in rules if "var(" in rule], dark)
    return f"{_with_plain_colours(rules, light)}\n@media (prefers-color-scheme: dark) {{\n{in_dark}\n}}"


def _with_plain_colours(rules: Sequence[str], colours: Mapping[str, str]) -> str:
    """Rules of a stylesheet with colours in place of variables."""

    def colour_of(variable: re.Match[str]) -> str:
        return colours[variable[1]]

    return re.sub(r"var\((--[a-z-]+)\)", colour_of, "\n".join(rules))
