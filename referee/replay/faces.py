"""Cards: their faces, from what their deck says about them, and rows of them; they copy nobody's art."""

from __future__ import annotations

import re
from functools import lru_cache

from referee.core.cards import Card as DeckCard
from referee.core.cards import Deck
from referee.core.markup import Markup, at, cut, join, number, tag
from referee.core.scene import SceneCard, SceneRow

WIDE = 46
HIGH = 64
"""The size of a card."""
SHAPES = {
    "♣": "M0-9a4.6 4.6 0 0 1 4 6.9A4.6 4.6 0 1 1 1.2 3.4Q1.6 7 4 9h-8q2.4-2 2.8-5.6A4.6 4.6 0 1 1-4-2.1 4.6 4.6 0 0 1 0-9z",
    "♦": "M0-10 7 0 0 10-7 0z",
    "♥": "M0 9C-3 5-9 1-9-4a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2C9 1 3 5 0 9z",
    "♠": "M0-10C3-6 9-2 9 2.5a4.4 4.4 0 0 1-7.6 2.9Q1.8 8 4 9.5h-8Q-1.8 8-1.4 5.4A4.4 4.4 0 0 1-9 2.5C-9-2-3-6 0-10z",
}
"""The signs of suits that everybody knows."""
OTHERS = (
    "M0-8.5A8.5 8.5 0 1 1 0 8.5 8.5 8.5 0 1 1 0-8.5z",
    "M-7.5-7.5h15v15h-15z",
    "M0-9 9 7.5H-9z",
    "M0-10 8 0 0 10-8 0zM0-4-3 0 0 4 3 0z",
    "M0-10 2.6-3.2 9.5-3 4.1 1.3 6 8.1 0 4.2-6 8.1-4.1 1.3-9.5-3-2.6-3.2z",
    "M-3-9h6v6h6v6H3v6h-6V3h-6v-6h6z",
    "M0-9 7.8-4.5v9L0 9-7.8 4.5v-9z",
    "M-9 7.5 0-9 9 7.5H0z",
)
"""The shapes of other suits, in the order of their deck."""
STAR = "M0-6 1.6-2 6-1.8 2.6.8 3.7 5 0 2.6-3.7 5-2.6.8-6-1.8-1.6-2z"


class Faces:
    """The faces of a deck: `id_of` maps a card's name to its face, and the definitions draw them."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._names = sorted(deck.by_id)
        self._numbers = {name: place for place, name in enumerate(self._names)}

    def id_of(self, name: str) -> str:
        """The id of a face; of the back for a card without a name."""
        place = self._numbers.get(name)
        if place is None:
            return "down"
        return f"c{place}"

    def name_of(self, face: str) -> str:
        """The card of a face."""
        return self._names[int(face[1:])]

    def used_in(self, *drawn: str) -> Markup:
        """The definitions of all faces that some drawings use; each has the name of its card, for who cannot see it."""
        used = set[str]()
        for one in drawn:
            used.update(re.findall(r'href="#(c[0-9]+|down)"', one))
        faces = [_back()]
        for name in self._names:
            if self.id_of(name) in used:
                card = self.deck.cards[self.deck.by_id[name]]
                words = in_words(self.deck, card)
                faces.append(tag("g", _face(self.deck, card), id=self.id_of(name), data_card=name, data_name=words))
        return join(*faces)


def _back() -> Markup:
    """A face-down card."""
    lines = "".join(f"M4 {y}l{WIDE - 8} 8M4 {y + 8}l{WIDE - 8}-8" for y in range(6, HIGH - 12, 8))
    return tag("g", _paper("card down"), tag("path", d=lines, class_="weave"), id="down", data_card="")


def in_words(deck: Deck, card: DeckCard) -> str:
    """A card as people say it: 'Queen of Spades'."""
    said = deck.rank_names.get(card.rank, card.rank)
    if card.suit:
        said = f"{said} of {deck.suits[card.suit]}"
    if card.facts.get("name"):
        said = str(card.facts["name"])
    if card.symbols:
        return f"{said}, {', '.join(card.symbols)}"
    return said


def _paper(kind: str) -> Markup:
    return tag("rect", x=0.5, y=0.5, width=WIDE - 1, height=HIGH - 1, rx=5, class_=kind)


def _face(deck: Deck, card: DeckCard) -> Markup:
    """The front of a card: its rank, the shape or name of its suit, and its symbols."""
    ink = f"ink {ink_of(deck, card.suit)}"
    parts = [_paper("card"), _corner(deck, card, ink)]
    if card.suit:
        shape = SHAPES.get(deck.signs.get(card.suit, ""))
        if shape is None:
            place = list(deck.suits).index(card.suit)
            shape = OTHERS[place % len(OTHERS)]
            parts.append(_suit_in_letters(deck, card.suit, ink))
        else:
            parts.append(tag("path", d=shape, transform="translate(11 29) scale(.62)", class_=ink))
        moved = f"translate({WIDE - 15} {HIGH - 18})"
        parts.append(tag("path", d=shape, transform=moved, class_=ink, fill_rule="evenodd"))
    else:
        for line, word in enumerate(str(card.facts.get("name", card.id)).split()[:3]):
            parts.append(tag("text", cut(word, 7), x=3, y=32 + 11 * line, class_="tiny"))
    for place, symbol in enumerate(card.symbols[:3]):  # a star as a star, anything else by its first letter
        y = HIGH - 9 - 14 * place
        if symbol == "star":
            parts.append(tag("path", d=STAR, transform=at(9, y), class_="star"))
        else:
            letter = tag("text", symbol[:1].upper(), x=9, y=number(y + 4), class_="letter")
            parts += [tag("circle", cx=9, cy=y, r=7, class_="badge"), letter]
    return join(*parts)


def _corner(deck: Deck, card: DeckCard, ink: str) -> Markup:
    """The rank in the corner of a card, smaller the longer it is, or the name of a card without a suit."""
    words = card.id
    if card.suit:
        words = card.rank
        if len(card.rank) > 2:
            words = deck.rank_signs.get(card.rank, card.rank)
    words = cut(words, 7)
    size = 12.5
    y = 15
    if len(words) < 3:
        size = 20
        y = 18
    elif len(words) < 4:
        size = 15
    width = None
    if len(words) > 4:
        width = 30
    return _fit(words, width, x=3.5, y=y, font_size=size, class_=f"rank {ink}")


def _suit_in_letters(deck: Deck, suit: str, ink: str) -> Markup:
    """The name of a suit whose sign not everybody knows, squeezed or cut to the width of a card."""
    name = deck.suits[suit]
    if len(name) > 7:
        name = cut(suit, 3)
    width = None
    if len(name) > 5:
        width = WIDE - 8
    return _fit(name, width, x=4, y=30, class_=f"suit {ink}")


def _fit(words: str, width: int | None, **looks: str | float) -> Markup:
    """Words that are squeezed into a width, if there is one."""
    if width is None:
        return tag("text", words, **looks)
    return tag("text", words, **looks, textLength=width, lengthAdjust="spacingAndGlyphs")


INKS = {
    "red": "red", "black": "black", "blue": "ink-0", "orange": "ink-1", "green": "ink-2", "purple": "ink-3",
    "gold": "ink-4", "yellow": "ink-4", "grey": "ink-5",
}  # fmt: skip
"""The colours for which there is a dark variant."""


def ink_of(deck: Deck, suit: str) -> str:
    """The class for the colour of a suit in stylesheets: a named colour, or one of six by its position in the deck.

    Of two suits of one colour the first is also `other`: it has a colour of its own for who wants four.
    """
    if not suit:
        return "black"
    named = INKS.get(deck.colours.get(suit, "")) or INKS.get(deck.suits[suit].casefold())
    place = list(deck.suits).index(suit)
    if not named:
        return f"ink-{place % 6}"
    if suit in shared_inks(deck):
        return f"{named} other"
    return named


def shared_inks(deck: Deck) -> set[str]:
    """The suits whose colour a later suit has, too."""
    suits = list(deck.suits)
    return {suit for place, suit in enumerate(suits) if set(deck.same_colour(suit)) & set(suits[place + 1 :])}


STEP = WIDE + 3
"""Distance from one card to the next, if there is room."""
TIGHT = 26
NARROW = 20
"""The distance in a stack, and the least distance in a row, so that the corner of every card is visible."""
APART = 14
CAPTION = 13
MOST_DOWN = 12
"""Face-down cards that are drawn at most; for more, the number is given."""


@lru_cache(20_000)
def card_drawing(faces: Faces, card: SceneCard) -> Markup:
    """A card drawn: dimmed with the reason if it may not be played, with its mark, and with notes on what was said
    over it."""
    face = f"#{faces.id_of(card.name)}"
    if card.barred:
        parts = [tag("use", tag("title", card.barred), href=face, class_="barred")]
    else:
        parts = [tag("use", href=face)]
    if card.mark:
        parts.append(tag("rect", x=-1, y=-1, width=WIDE + 2, height=HIGH + 2, rx=6, class_=card.mark))
    for place, words in enumerate(card.notes):
        parts.append(_note(words, HIGH - 14 - 15 * (len(card.notes) - place - 1)))
    return join(*parts)


def _note(words: str, y: float) -> Markup:
    width = 8 + 6.4 * len(words)
    return tag(
        "g",
        tag("rect", width=width, height=14, rx=7, class_="note"),
        tag("text", words, x=width / 2, y=10.5, class_="note-words"),
        transform=at(WIDE - width + 8, y),
    )


@lru_cache(20_000)
def rows_drawing(faces: Faces, rows: tuple[SceneRow, ...], room: float) -> tuple[Markup, float, float]:
    """Rows of cards drawn in lines of the width `room`, each with its title above it; with their width and height."""
    parts = []
    x = 0.0
    y = 0.0
    widest = 0.0
    captioned = any(row.title for row in rows)
    line = HIGH + 4 + CAPTION * captioned
    lines = list[SceneRow]()
    for row in rows:
        lines += _in_lines(row, room)
    for row in lines:
        number = len(row.cards) + _face_down_drawn(row)
        step = _step(row, number, room)
        wide = max(WIDE + step * max(number - 1, 0), 6.6 * len(_caption(row)))
        if x and x + wide > room:
            x = 0
            y = y + line
        parts.append(_row(faces, row, x, y, step, captioned))
        widest = max(widest, x + wide)
        x = x + wide + APART
    if not rows:
        return join(*parts), widest, 0
    return join(*parts), widest, y + line


def _face_down_drawn(row: SceneRow) -> int:
    """The number of face-down cards that are drawn of a row: of a stack, only the top one."""
    if row.stacked:
        return min(row.more, 1)
    return min(row.more, MOST_DOWN)


def _step(row: SceneRow, number: int, room: float) -> float:
    """The distance from one card of a row to the next, so that `number` cards fit into the width `room`."""
    if number < 2 or (row.stacked and not row.cards):
        return 0.0
    step = STEP
    if row.stacked:
        step = TIGHT
    return min(step, (room - WIDE) / (number - 1))


def _in_lines(row: SceneRow, room: float) -> list[SceneRow]:
    """A row of cards as several rows, if the corner of every card would not be visible in one of the width `room`.

    Face-down cards are in the last one.
    """
    most = max(1, 1 + int((room - WIDE) // NARROW))
    lines = [row._replace(cards=row.cards[:most], more=0)]
    for first in range(most, len(row.cards), most):
        lines.append(row._replace(title="", cards=row.cards[first : first + most], more=0))
    lines[-1] = lines[-1]._replace(more=row.more)
    return lines


def _caption(row: SceneRow) -> str:
    """The title of a row, with the number of face-down cards if not all of them are drawn."""
    many = row.more
    if not row.stacked:
        many -= MOST_DOWN
    words = []
    if row.title:
        words.append(row.title)
    if many > 0:
        words.append(str(many))
    return " ".join(words)


def _row(faces: Faces, row: SceneRow, x: float, y: float, step: float, captioned: bool) -> Markup:
    """A row of cards drawn at a place, `step` from one to the next, with its title; `captioned` leaves room for
    titles."""
    down = [SceneCard()] * _face_down_drawn(row)
    if row.stacked:
        cards = down + list(row.cards)
    else:
        cards = list(row.cards) + down
    inside = Markup("")
    for one in reversed(cards):  # each inside the one before it, so that a row without its first cards is the same text
        if inside:
            inside = tag("g", inside, transform=at(round(step, 1), 0))
        inside = join(card_drawing(faces, one), inside)
    if not cards:
        inside = _paper("empty")
    caption = _caption(row)
    if caption:
        inside = join(tag("text", caption, y=-3, class_="caption"), inside)
    y += CAPTION * captioned
    if not x and not y:
        return tag("g", inside)
    return tag("g", inside, transform=at(x, y))
