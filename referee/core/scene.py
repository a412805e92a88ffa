"""A table to draw: who sits there and which cards are where, as plain data that knows neither families nor pixels."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain
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
    mark: str = ""


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
    clockwise from near left if there are four. `compass` names the seats where they have names, the first of which is at the
    top; `auction` has the players and then a row for each round of calls. `loose` cards are in nobody's tree; `sums` are the
    lines of a sum, the last one its total.
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
    compass: tuple[str, ...] = ()
    auction: tuple[tuple[str, ...], ...] = ()

    def hidden_from(self, who: str) -> Iterator[str]:
        """Yield the names of the cards that other players hold in secret."""
        for seat in self.seats:
            if seat.player != who:
                yield from seat.kept
                for row in seat.rows:
                    if row.owner not in ("", who):
                        yield from (card.name for card in row.cards if card.name)


def mark_barred(scene: Scene, options: Options) -> Scene:
    """Return a scene in which the cards that no legal move begins with say what forbids them."""
    why: dict[str, str] = {}
    free: set[str] = set()
    for option in options.options:
        for word in () if option.spoken else option.notation.split():  # 5C as a bid is no card
            if option.fault is None:
                free.add(word)
            else:
                why.setdefault(word, f"not now: {option.fault.rule}")
    out = {name: words for name, words in why.items() if name not in free}

    def mark(row: SceneRow) -> SceneRow:
        return row._replace(cards=tuple(card._replace(barred=out.get(card.name, card.barred)) for card in row.cards))

    own = options.player
    seats = []
    for seat in scene.seats:
        if seat.player == own:
            seats.append(seat._replace(rows=tuple(map(mark, seat.rows))))
        else:
            seats.append(seat)
    if out:
        return scene._replace(seats=tuple(seats))
    return scene


def mark_disputed(scene: Scene, who: str, cards: Sequence[str], legal: Container[str], place: str = "") -> Scene:
    """Return a scene with the cards of an event against the rules marked where they lie or where they fell (in front of their
    player, or into the field with this title, or next to the others of them), and what was legal lit in the hand."""

    def marked(rows: tuple[SceneRow, ...], names: Container[str], mark: str) -> tuple[SceneRow, ...]:
        return tuple(row._replace(cards=tuple(
            one._replace(mark=mark) if one.name in names else one for one in row.cards)) for row in rows)  # fmt: skip

    def on_trees(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        return tuple(node._replace(mark="disputed") if node.name in cards else node for node in nodes)

    own = next(seat for seat in scene.seats if seat.player == who)
    piles = marked(scene.piles, cards, "disputed")
    fields = [field._replace(rows=marked(field.rows, cards, "disputed")) for field in scene.fields]
    there = []
    for field in fields:
        there.append([card.name for row in field.rows for card in row.cards if card.mark])
    lying = {
        *chain(*there),
        *(card.name for row in piles for card in row.cards),
        *(node.name for nodes in (scene.loose, *(seat.tree for seat in scene.seats)) for node in nodes),
        *([own.laid.name] if own.laid else []),
    }
    hand = [card.name for row in own.rows for card in row.cards]
    unseen = not own.rows or any(row.more or not row.cards for row in own.rows)
    fell = tuple(SceneCard(name, mark="disputed") for name in cards if name not in lying and (name in hand or unseen))
    if fell and fields:
        titles = [field.title for field in fields]
        if place in titles:
            to = titles.index(place)
        else:
            to = max(range(len(fields)), key=lambda field: len(there[field]))
        fields[to] = fields[to]._replace(rows=(*fields[to].rows, SceneRow("", fell)))
    elif len(fell) > 1:
        piles += (SceneRow(who, fell),)
    alone = len(fell) == 1 and not fields
    leads = alone and all(seat.laid for seat in scene.seats)  # what lies there is the trick before
    if leads:
        last = 0
    else:
        last = max(seat.laid_as for seat in scene.seats)

    def seated(seat: SceneSeat) -> SceneSeat:
        seat = seat._replace(tree=on_trees(seat.tree))
        if seat.player != who:
            if leads:
                return seat._replace(laid=None, laid_as=0)
            return seat
        seat = seat._replace(rows=marked(seat.rows, legal, "lit"))
        if seat.laid and seat.laid.name in cards:
            return seat._replace(laid=seat.laid._replace(mark="disputed"))
        if alone:
            return seat._replace(laid=fell[0], laid_as=last + 1)
        return seat

    seats = tuple(map(seated, scene.seats))
    return scene._replace(seats=seats, piles=piles, fields=tuple(fields), loose=on_trees(scene.loose))
