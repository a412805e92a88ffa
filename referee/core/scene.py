"""A table as it is drawn: who sits there, which cards lie where, as plain data that knows neither families nor pixels."""

from __future__ import annotations

from typing import NamedTuple


class Card(NamedTuple):
    """A card as it lies: by its name in the deck, "" where it lies face down or nobody knows it.

    `notes` is what was said over it or given to it; `barred` says why it may not be played now, with the rule.
    """

    name: str = ""
    notes: tuple[str, ...] = ()
    barred: str = ""


class Row(NamedTuple):
    """Cards that lie together, and what they are: a hand, a meld, a pile.

    `more` cards lie face down with them that are not named; `owner` is the player who alone sees them, "" where all do.
    `stacked` cards lie on one another, the last on top.
    """

    title: str = ""
    cards: tuple[Card, ...] = ()
    more: int = 0
    owner: str = ""
    stacked: bool = False


class Node(NamedTuple):
    """A card in a tree: its cell on the grid, its lines of text, and its arrows by direction (0 is up, clockwise): what each
    is, 'holds', 'free' or 'blocked'."""

    name: str
    column: int
    row: int
    lines: tuple[str, ...] = ()
    arrows: tuple[tuple[int, str], ...] = ()
    root: bool = False


class Seat(NamedTuple):
    """A player: what is known about the player as words and numbers, the cards held or laid out, the card in the trick.

    `laid_as` is its number in the trick, from 1.
    """

    player: str
    total: str = ""
    facts: tuple[str, ...] = ()
    to_act: bool = False
    deals: bool = False
    rows: tuple[Row, ...] = ()
    laid: Card | None = None
    laid_as: int = 0
    tree: tuple[Node, ...] = ()


class Field(NamedTuple):
    """A part of a board: its name, what else is there, and what lies in it, loose cards and piles."""

    title: str
    note: str = ""
    rows: tuple[Row, ...] = ()


class Scene(NamedTuple):
    """A table at one point of a game.

    `around` says that players sit round the middle, where a trick is played or piles lie; `fields` are those of a board,
    clockwise from near left where there are four; `faces` are the fronts of its `box` as far as it turns.
    """

    title: str
    seats: tuple[Seat, ...]
    lines: tuple[str, ...] = ()
    piles: tuple[Row, ...] = ()
    fields: tuple[Field, ...] = ()
    around: bool = False
    next: str = ""
