"""A scene as a drawing: parts drawn on top of each other, so that a page can change some and keep the rest."""

from __future__ import annotations

import re
from xml.sax.saxutils import unescape

from referee.core.markup import Markup, at, file_of, joined, tag
from referee.core.named_tuple import NamedTuple
from referee.core.scene import Scene
from referee.picture import table
from referee.picture.faces import Faces, rows_drawing


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


def drawing(scene: Scene, faces: Faces) -> Drawing:
    """Return a scene drawn."""
    return Drawing(_table(scene, faces), _holdings(scene, faces))


def _table(scene: Scene, faces: Faces) -> Group:
    """Return the middle of the table: the players round a trick, the fields of a board, piles, cards that nobody has."""
    parts: list[DrawingPart] = []
    y = 2.0
    if scene.around:
        middle, high = table.cloth(faces, scene)
        led = next((f"Trick, led by {seat.player}" for seat in scene.seats if seat.laid_as == 1), "No trick")
        parts += [DrawingPart(middle, 0, y, "The table"), DrawingPart(table.trick(faces, scene, high), 0, y, led)]
        many, names = len(scene.seats), scene.compass or ("",) * len(scene.seats)
        for place, (seat, name) in enumerate(zip(scene.seats, names, strict=False)):
            plate = table.plate(seat._replace(rows=(), laid=None), table.place_of(place, scene), many, high, name)
            parts.append(DrawingPart(plate, 0, y))
        y += high + 4
    if scene.fields:
        fields, high = table.board(faces, scene)
        parts += [DrawingPart(inside, 0, y) for inside in fields]
        y += high + 8
    below: list[tuple[Markup, float, int]] = []
    if scene.piles and not scene.around:
        inside, _, tall = rows_drawing(faces, scene.piles, table.ACROSS)
        below.append((inside, tall, 6))
    below += [(*table.sums(scene.sums), 8)] if scene.sums else []
    below += [(*table.loose(scene.loose), 6)] if scene.loose else []
    for inside, tall, gap in below:
        parts.append(DrawingPart(inside, 0, y))
        y += tall + gap
    return Group(tuple(parts), table.ACROSS, y)


def _holdings(scene: Scene, faces: Faces) -> Group:
    """Return what every player holds, has laid out or built: trees next to each other as far as there is room."""
    trees = [(seat, *table.tree_drawing(seat)) for seat in scene.seats if seat.tree]
    across = max([table.TREES_ACROSS, *(wide for *_, wide, _ in trees)]) if trees else table.ACROSS
    parts, x, y, tallest = [], 0.0, 2.0, 0.0
    for seat, inside, wide, high in trees:
        if x and x + wide > table.TREES_ACROSS:
            x, y, tallest = 0, y + tallest + 10, 0
        parts.append(DrawingPart(inside, x, y, table.in_words(seat), seat.player if seat.kept else ""))
        x, tallest = x + wide + 10, max(tallest, high)
    y += tallest + 10 * bool(trees)
    for seat in scene.seats:
        if seat.rows or not (scene.around or seat.tree):
            inside, tall = table.holding(faces, seat._replace(laid=None, laid_as=0), named=not scene.around)
            parts.append(DrawingPart(inside, 0, y, "", next((row.owner for row in seat.rows if row.owner), "")))
            y += tall + 4
    return Group(tuple(parts), across, y)


def in_words(part: DrawingPart, faces: Faces) -> str:
    """Return a description of a part: its words and the names of its cards, in order; for cards face down, how many."""
    if part.says.endswith("."):
        return part.says
    shown = [part.says] if part.says else []
    down = 0
    for _, face, words in re.findall(r'(<title>[^<]*</title>)|<use href="#([^"]+)"|>([^<>]+)<', part.inside):
        if face == "down":
            down += 1
        elif face or words:
            shown += [f"{down} face down"] * bool(down) + [faces.name_of(face) if face else unescape(words).strip()]
            down = 0
    return ", ".join(shown + ([f"{down} face down"] if down else []))


def svg(scene: Scene, faces: Faces) -> Markup:
    """Return a drawing by itself, including its faces and colours."""
    drawn = drawing(scene, faces)
    lines = [tag("text", line, x=0, y=30 + 14 * place, class_="caption") for place, line in enumerate(scene.lines)]
    top = 22 + 14 * len(lines)

    def placed(part: DrawingPart) -> Markup:
        return tag("g", part.inside, transform=at(part.x, part.y), role="img", aria_label=in_words(part, faces))

    middle, held = (joined(*map(placed, group.parts)) for group in drawn)
    body = joined(middle, tag("g", held, transform=at(0, drawn.table.high)) if held else held)
    wide, high = max(drawn.table.wide, drawn.held.wide) + 20, drawn.table.high + drawn.held.high + top + 12
    return tag(
        "svg",
        tag("title", scene.title),
        tag("style", Markup(plain_styles())),
        tag("defs", faces.used_in(body)),
        tag("rect", x=-10, y=-6, width=wide, height=high, class_="ground"),
        tag("text", scene.title, x=0, y=14, class_="title"),
        *lines,
        tag("g", body, transform=at(0, top)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"-10 -6 {wide:g} {high:g}",
        width=wide,
        height=high,
        class_="drawing",
    )


def plain_styles() -> str:
    """Return the colours and letters of a drawing with every colour written out, because not all programs know variables."""
    styles = file_of(__package__, "drawing.css")
    light, dark = (dict(re.findall(r"(--[a-z-]+): ([^;]+);", part)) for part in styles.split("@media")[:2])
    rules = re.findall(r"^(?!:root)(\.[^{@]+ \{[^}]*\})", styles, re.MULTILINE)

    def written_out(rules: list[str], colours: dict[str, str]) -> str:
        return re.sub(r"var\((--[a-z-]+)\)", lambda name: colours[name[1]], "\n".join(rules))

    in_dark = written_out([rule for rule in rules if "var(" in rule], dark)
    return f"{written_out(rules, light)}\n@media (prefers-color-scheme: dark) {{\n{in_dark}\n}}"
