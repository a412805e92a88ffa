"""A table to draw: who sits there and which cards are where, as plain data that knows neither families nor pixels."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
    """A card in a tree: its cell on the grid, its facts as they are printed on it ('3 R3') and in words, and its arrows by
    direction (0 is up, clockwise), each 'holds', 'free' or 'blocked'."""

    name: str
    column: int
    row: int
    lines: tuple[str, ...] = ()
    arrows: tuple[tuple[int, str], ...] = ()
    root: bool = False
    mark: str = ""
    words: tuple[str, ...] = ()


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
        """Yield the names of the cards that the player `who` may not see, as others hold them in secret."""
        for seat in self.seats:
            if seat.player != who:
                yield from seat.kept
                for row in seat.rows:
                    if row.owner not in ("", who):
                        yield from (card.name for card in row.cards if card.name)


def mark_barred(scene: Scene, options: Options) -> Scene:
    """The scene with a reason on each card of the player to act with which no legal move begins."""
    barred = _why_barred(options)
    if not barred:
        return scene
    seats = []
    for seat in scene.seats:
        if seat.player == options.player:
            seat = seat._replace(rows=tuple(_barring(row, barred) for row in seat.rows))
        seats.append(seat)
    return scene._replace(seats=tuple(seats))


def _why_barred(options: Options) -> dict[str, str]:
    """By name of a card, why it cannot be played now, for each card that stands in no legal move: 'not now: <rule>'."""
    why: dict[str, str] = {}
    free = set[str]()
    for option in options.options:
        if option.spoken:  # 5C as a bid is no card
            continue
        for word in option.notation.split():
            if option.fault is None:
                free.add(word)
            else:
                why.setdefault(word, f"not now: {option.fault.rule}")
    return {name: words for name, words in why.items() if name not in free}


def _barring(row: SceneRow, barred: Mapping[str, str]) -> SceneRow:
    """A row in which these cards say why they may not be played."""
    cards = [card._replace(barred=barred.get(card.name, card.barred)) for card in row.cards]
    return row._replace(cards=tuple(cards))


def mark_disputed(scene: Scene, who: str, cards: Sequence[str], legal: Container[str], place: str = "") -> Scene:
    """The scene with the cards of an illegal event by `who` marked 'disputed', and what was legal marked 'lit' in
    that hand.

    Disputed cards that do not lie on the table are laid where they fell: into the field titled `place` or next to the
    others of them, on a pile, or, if it is one card and there are no fields, before the player.
    """
    piles = _marked(scene.piles, cards, "disputed")
    fields = tuple(field._replace(rows=_marked(field.rows, cards, "disputed")) for field in scene.fields)
    scene = scene._replace(piles=piles, fields=fields, loose=_mark_nodes(scene.loose, cards))
    fell = _not_on_table(scene, who, cards)
    fell_in_trick = None
    if fell and fields:
        scene = scene._replace(fields=_with_fallen(fields, fell, place))
    elif len(fell) > 1:
        scene = scene._replace(piles=piles + (SceneRow(who, fell),))
    elif fell:
        fell_in_trick = fell[0]
    # if everybody has a card there, it is the trick before, and this card begins the next
    if fell_in_trick is not None and all(seat.laid for seat in scene.seats):
        scene = scene._replace(seats=tuple(_without_laid(seat, who) for seat in scene.seats))
        number = 1
    else:
        number = 1 + max(seat.laid_as for seat in scene.seats)
    seats = []
    for seat in scene.seats:
        seat = seat._replace(tree=_mark_nodes(seat.tree, cards))
        if seat.player == who:
            seat = seat._replace(rows=_marked(seat.rows, legal, "lit"))
            seat = _with_laid(seat, cards, fell_in_trick, number)
        seats.append(seat)
    return scene._replace(seats=tuple(seats))


def _marked(rows: Iterable[SceneRow], names: Container[str], mark: str) -> tuple[SceneRow, ...]:
    """Rows in which the cards with these names have a mark: 'disputed' or 'lit'."""
    found = []
    for row in rows:
        cards = []
        for card in row.cards:
            if card.name in names:
                card = card._replace(mark=mark)
            cards.append(card)
        found.append(row._replace(cards=tuple(cards)))
    return tuple(found)


def _mark_nodes(nodes: Iterable[Node], names: Container[str]) -> tuple[Node, ...]:
    """The cards of trees, with those of these names marked as disputed."""
    found = []
    for node in nodes:
        if node.name in names:
            node = node._replace(mark="disputed")
        found.append(node)
    return tuple(found)


def _names_marked(field: SceneField) -> list[str]:
    """The names of the marked cards in a field."""
    names = []
    for row in field.rows:
        names += [card.name for card in row.cards if card.mark]
    return names


def _not_on_table(scene: Scene, who: str, names: Sequence[str]) -> tuple[SceneCard, ...]:
    """The disputed cards of a player that do not lie on the table yet, with their mark.

    These are cards of the hand, or any of the names if not all of the hand is known.
    """
    own = next(seat for seat in scene.seats if seat.player == who)
    lying = set(chain.from_iterable(map(_names_marked, scene.fields)))
    for row in scene.piles:
        lying.update(card.name for card in row.cards)
    lying.update(node.name for node in scene.loose)
    for seat in scene.seats:
        lying.update(node.name for node in seat.tree)
    if own.laid:
        lying.add(own.laid.name)
    could_be_played = set(names)
    if own.rows and not any(row.more or not row.cards for row in own.rows):
        could_be_played = set(chain.from_iterable(map(_names_in, own.rows)))
    could_be_played -= lying
    return tuple(SceneCard(name, mark="disputed") for name in names if name in could_be_played)


def _names_in(row: SceneRow) -> list[str]:
    return [card.name for card in row.cards]


def _with_fallen(fields: Sequence[SceneField], fell: tuple[SceneCard, ...], place: str) -> tuple[SceneField, ...]:
    """The fields of a board with cards that fell into one of them: the one titled `place`, or the one with most
    marked cards."""
    titles = [field.title for field in fields]
    if place in titles:
        to = titles.index(place)
    else:
        marked = [len(_names_marked(field)) for field in fields]
        to = marked.index(max(marked))
    changed = list(fields)
    changed[to] = fields[to]._replace(rows=fields[to].rows + (SceneRow("", fell),))
    return tuple(changed)


def _without_laid(seat: SceneSeat, who: str) -> SceneSeat:
    """A seat without its card of the trick before, unless it is the one who begins the next."""
    if seat.player == who:
        return seat
    return seat._replace(laid=None, laid_as=0)


def _with_laid(seat: SceneSeat, cards: Sequence[str], fell: SceneCard | None, number: int) -> SceneSeat:
    """A seat with its disputed card in the trick: the one that lies there, or the one that fell."""
    if seat.laid and seat.laid.name in cards:
        return seat._replace(laid=seat.laid._replace(mark="disputed"))
    if fell is not None:
        return seat._replace(laid=fell, laid_as=number)
    return seat
