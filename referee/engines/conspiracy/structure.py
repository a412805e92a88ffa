"""Power structures: cards on a square grid, each beside the arrow of its master.

A cell is one number, 256 to the right and 1 down, with the Illuminati card on cell 0. A card turned by `rotation` quarter turns
clockwise shows its printed side `s` in the direction `s + rotation`. A subordinate is turned so that its incoming arrow faces
the arrow that holds it; everything below follows from that, so a structure is known from masters and arrows alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import members
from referee.engines.conspiracy.pack import SIDES
from referee.engines.conspiracy.state import UNCONTROLLED, State
from referee.engines.conspiracy.terms import Terms

STEPS = (-1, 256, 1, -256)
"""From a cell to its neighbour above, to the right, below, to the left."""


class Laid(NamedTuple):
    """Where a card is to lie: on which arrow of which master, and so on which cell, turned how."""

    card: int
    master: int
    side: int
    cell: int
    rotation: int


class Plan(NamedTuple):
    """How a group and its subordinates are laid; `lost` are those that do not fit."""

    laid: tuple[Laid, ...]
    lost: tuple[int, ...]


def at(cell: int) -> tuple[int, int]:
    """Column and row of a cell, the Illuminati at (0, 0)."""
    row = (cell + 128 & 255) - 128
    return cell - row >> 8, row


def beside(state: State, card: int, side: int) -> int:
    """The cell that a printed side of a card in a structure faces."""
    return state.cell[card] + STEPS[(side + state.rotation[card]) & 3]


def free_arrows(terms: Terms, state: State, card: int) -> list[int]:
    """The outgoing arrows of a card in a structure that lead to an empty cell."""
    grid = state.grid[state.place[card]]
    cell, rotation = state.cell[card], state.rotation[card]
    return [side for side in terms.pack.cards[card].outward if cell + STEPS[(side + rotation) & 3] not in grid]


def has_free_arrow(terms: Terms, state: State, card: int) -> bool:
    """Whether a card can take on another."""
    grid = state.grid[state.place[card]]
    cell, rotation = state.cell[card], state.rotation[card]
    return any(cell + STEPS[(side + rotation) & 3] not in grid for side in terms.pack.cards[card].outward)


def vacates(terms: Terms, state: State, card: int, master: int, side: int) -> bool:
    """Whether only a group or what is under it blocks the arrow that it is to move to, which is not its own."""
    if side not in terms.pack.cards[master].outward or (state.master[card], state.arrow[card]) == (master, side):
        return False
    return state.grid[state.place[master]].get(beside(state, master, side), -1) in below(terms, state, card)


def children(terms: Terms, state: State, card: int) -> Iterator[int]:
    """The groups that a card controls itself, in the order of its arrows."""
    grid = state.grid[state.place[card]]
    for side in terms.pack.cards[card].outward:
        other = grid.get(beside(state, card, side))
        if other is not None and state.master[other] == card:
            yield other


def below(terms: Terms, state: State, card: int) -> list[int]:
    """A group and everything under it, masters before their groups."""
    found = [card]
    for master in found:
        found += children(terms, state, master)
    return found


def between(state: State, card: int) -> int:
    """How many groups stand between a group and its Illuminati."""
    count = -1
    while card >= 0:
        card = state.master[card]
        count += 1
    return count - 1


def facing(terms: Terms, card: int, direction: int) -> int:
    """How a card is turned that hangs on an arrow pointing in this direction."""
    return (direction + 2 - terms.pack.cards[card].inward) & 3


def plan(
    terms: Terms,
    state: State,
    seat: int,
    root: int,
    master: int,
    side: int,
    wanted: Mapping[int, int],
    without: Iterable[int] = (),
) -> Plan:
    """How `root`, with all that is under it, is laid on an arrow of a seat's structure.

    Subordinates keep their arrows where they can. One that would overlap goes to another arrow of its master, the one in
    `wanted` or any that keeps the most cards; `without` are cards of the structure that will be gone.
    """
    tree = below(terms, state, root) if state.place[root] >= 0 else [root]
    gone = {state.cell[card] for card in (*tree, *without) if state.place[card] == seat}
    taken = {cell: card for cell, card in state.grid[seat].items() if cell not in gone}
    direction = (side + state.rotation[master]) & 3
    first = Laid(root, master, side, state.cell[master] + STEPS[direction], facing(terms, root, direction))
    if first.cell in taken:
        return Plan((), tuple(tree))
    kept = {card: list(children(terms, state, card)) if state.place[root] >= 0 else [] for card in tree}
    laid, lost = _lay(terms, state, [first], kept, taken, wanted, len(tree))
    return Plan(tuple(laid), tuple(lost))


def _lay(
    terms: Terms,
    state: State,
    laid: list[Laid],
    kept: Mapping[int, list[int]],
    taken: dict[int, int],
    wanted: Mapping[int, int],
    most: int,
) -> tuple[list[Laid], list[int]]:
    """Lays every card below those in `laid`, the way that loses fewest; what is laid, and what is lost."""
    waiting = [(entry, card) for entry in laid for card in kept[entry.card]]
    taken = {**taken, **{entry.cell: entry.card for entry in laid}}
    return _next(terms, state, laid, waiting, kept, taken, wanted)


def _next(
    terms: Terms,
    state: State,
    laid: list[Laid],
    waiting: list[tuple[Laid, int]],
    kept: Mapping[int, list[int]],
    taken: dict[int, int],
    wanted: Mapping[int, int],
) -> tuple[list[Laid], list[int]]:
    """Lays the first card that waits, then the rest: where it was if that is free, else wherever most of them fit."""
    if not waiting:
        return laid, []
    (over, card), rest = waiting[0], waiting[1:]
    own = state.arrow[card]
    free = [
        side
        for side in terms.pack.cards[over.card].outward
        if over.cell + STEPS[(side + over.rotation) & 3] not in taken
    ]
    choices = [own] if own in free else free
    if own not in free and card in wanted:
        choices = [side for side in free if side == wanted[card]]
    best: tuple[list[Laid], list[int]] | None = None
    for side in choices:
        direction = (side + over.rotation) & 3
        entry = Laid(card, over.card, side, over.cell + STEPS[direction], facing(terms, card, direction))
        found = _next(
            terms,
            state,
            [*laid, entry],
            rest + [(entry, child) for child in kept[card]],
            kept,
            {**taken, entry.cell: card},
            wanted,
        )
        if not found[1]:
            return found
        if best is None or len(found[1]) < len(best[1]):
            best = found
    if choices and best is not None:
        return best
    dropped = [card]
    for lower in dropped:
        dropped += kept[lower]
    kept_on, lost = _next(terms, state, laid, rest, kept, taken, wanted)
    return kept_on, [*dropped, *lost]


def lay(state: State, seat: int, laid: Iterable[Laid]) -> None:
    """Lays cards down in a seat's structure, as planned."""
    grid = state.grid[seat]
    for card, master, side, cell, rotation in laid:
        state.place[card] = seat
        state.master[card] = master
        state.arrow[card] = side
        state.cell[card] = cell
        state.rotation[card] = rotation
        state.holds[seat] |= 1 << card
        grid[cell] = card


def lift(state: State, cards: Iterable[int]) -> None:
    """Takes cards out of their structure, for the moment to nowhere; their money stays on them."""
    for card in cards:
        seat = state.place[card]
        if seat >= 0:
            del state.grid[seat][state.cell[card]]
            state.holds[seat] &= ~(1 << card)
            state.place[card] = UNCONTROLLED
            state.master[card] = state.arrow[card] = -1


def free(state: State, cards: Iterable[int]) -> None:
    """Makes groups uncontrolled, each by itself; their money goes to the bank."""
    for card in cards:
        lift(state, (card,))
        state.bank -= state.money[card]
        state.money[card] = 0


def relaid(terms: Terms, state: State, seat: int, changes: Mapping[int, tuple[int, int]]) -> tuple[list[Laid], str]:
    """A whole structure with some groups on other arrows: how it lies then, and what is wrong with it, if anything."""
    top = state.illuminati[seat]
    hung: dict[int, list[tuple[int, int]]] = {}
    for card in members(state.holds[seat]):
        if card != top:
            master, side = changes.get(card, (state.master[card], state.arrow[card]))
            hung.setdefault(master, []).append((card, side))
    names = terms.pack.names
    taken = {0: top}
    laid: list[Laid] = []
    queue = [(top, 0, 0)]
    for master, cell, rotation in queue:
        for card, side in sorted(hung.get(master, ())):
            if side not in terms.pack.cards[master].outward:
                return [], f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {names[card]}"
            direction = (side + rotation) & 3
            there = cell + STEPS[direction]
            if there in taken:
                return [], f"{names[card]} would lie on {names[taken[there]]}"
            taken[there] = card
            entry = Laid(card, master, side, there, facing(terms, card, direction))
            laid.append(entry)
            queue.append((card, there, entry.rotation))
    if len(laid) + 1 < state.holds[seat].bit_count():
        placed = {entry.card for entry in laid}
        left = next(card for card in members(state.holds[seat]) if card != top and card not in placed)
        return [], f"{names[left]} would not hang on {names[top]}"
    return laid, ""


def relay(terms: Terms, state: State, seat: int, card: int, plan: Plan) -> None:
    """Takes a group with all that is under it up and lays it down as planned."""
    lift(state, below(terms, state, card))
    lay(state, seat, plan.laid)
    free(state, plan.lost)
