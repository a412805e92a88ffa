"""A table to draw: who sits there and which cards are where, as plain data that knows neither families nor pixels."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from referee.core.family import Options


class SceneCard(NamedTuple):
    """A card on the table: its name in the deck, or "" if it is face down or unknown.

    `notes` is what was said over it or added to it; `barred` says why it may not be played now, with the rule; its `mark` is
    'disputed' if it was played against the rules, 'lit' if it might have been played instead.
    """

    name: str = ""
    notes: tuple[str, ...] = ()
    barred: str = ""
    mark: str = ""


class SceneRow(NamedTuple):
    """Cards that belong together, and what they are: a hand, a meld, a pile.

    `more` face-down cards are not named; `owner` is the player who alone sees them, "" if everybody does. `stacked` cards are
    on top of each other, the last one on top.
    """

    title: str = ""
    cards: tuple[SceneCard, ...] = ()
    more: int = 0
    owner: str = ""
    stacked: bool = False


class Node(NamedTuple):
    """A card in a tree: its cell on the grid, its lines of text, and its arrows by direction (0 is up, clockwise), each
    'holds', 'free' or 'blocked'."""

    name: str
    column: int
    row: int
    lines: tuple[str, ...] = ()
    arrows: tuple[tuple[int, str], ...] = ()
    root: bool = False


class SceneSeat(NamedTuple):
    """A player: what is known as words and numbers, the cards held or laid out, the card in the trick.

    `laid_as` is its number in the trick, from 1; cards that are `kept` are face down and the player's own business.
    """

    player: str
    total: str = ""
    facts: tuple[str, ...] = ()
    to_act: bool = False
    deals: bool = False
    rows: tuple[SceneRow, ...] = ()
    laid: SceneCard | None = None
    laid_as: int = 0
    tree: tuple[Node, ...] = ()
    kept: tuple[str, ...] = ()


class SceneField(NamedTuple):
    """A part of a board: its name, its label, the cards in it, loose cards and piles; what is not done there now, and the suit
    that gives it its colour."""

    title: str
    note: str = ""
    rows: tuple[SceneRow, ...] = ()
    bars: str = ""
    suit: str = ""


class Scene(NamedTuple):
    """A table at one point of a game.

    `around` says that players sit round the middle, where a trick is played or piles are; `fields` are those of a board,
    clockwise from near left if there are four. `loose` cards are in nobody's tree; `sums` are the lines of a sum, the last one
    its total.
    """

    title: str
    seats: tuple[SceneSeat, ...]
    lines: tuple[str, ...] = ()
    piles: tuple[SceneRow, ...] = ()
    fields: tuple[SceneField, ...] = ()
    around: bool = False
    loose: tuple[Node, ...] = ()
    sums: tuple[tuple[str, str], ...] = ()
    next: str = ""

    def hidden_from(self, who: str) -> Iterator[str]:
        """Yield the names of the cards that other players hold in secret."""
        for seat in self.seats:
            if seat.player != who:
                yield from seat.kept
                for row in seat.rows:
                    if row.owner not in ("", who):
                        yield from (card.name for card in row.cards if card.name)


def barred(scene: Scene, options: Options) -> Scene:
    """Return a scene in which the cards that no legal move begins with say what forbids them."""
    why: dict[str, str] = {}
    free: set[str] = set()
    for option in options.options:
        for word in option.notation.split() if "bid" not in option.item else ():  # 5C as a bid is no card
            if option.fault is None:
                free.add(word)
            else:
                why.setdefault(word, f"not now: {option.fault.rule}")
    out = {name: words for name, words in why.items() if name not in free}

    def mark(row: SceneRow) -> SceneRow:
        return row._replace(cards=tuple(card._replace(barred=out.get(card.name, card.barred)) for card in row.cards))

    seats = (
        seat._replace(rows=tuple(map(mark, seat.rows))) if seat.player == options.player else seat
        for seat in scene.seats
    )
    return scene._replace(seats=tuple(seats)) if out else scene


def disputed(scene: Scene, who: str, card: str, legal: Container[str]) -> Scene:
    """Return a scene in which a card that a player played against the rules lies in the trick, and what was legal is lit."""
    there = any(seat.player == who and seat.laid and seat.laid.name == card for seat in scene.seats)
    leads = not there and all(seat.laid for seat in scene.seats)  # what lies there is the trick before
    last = 0 if leads else max(seat.laid_as for seat in scene.seats)

    def mark(row: SceneRow) -> SceneRow:
        return row._replace(cards=tuple(one._replace(mark="lit") if one.name in legal else one for one in row.cards))

    def seated(seat: SceneSeat) -> SceneSeat:
        if seat.player != who:
            return seat._replace(laid=None, laid_as=0) if leads else seat
        seat = seat._replace(rows=tuple(map(mark, seat.rows)))
        if not there and all(one.name != card for row in seat.rows for one in row.cards):
            return seat
        return seat._replace(laid=SceneCard(card, mark="disputed"), laid_as=seat.laid_as if there else last + 1)

    return scene._replace(seats=tuple(map(seated, scene.seats)))
