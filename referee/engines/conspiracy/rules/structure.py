"""Power structures: cards on a square grid, each next to the arrow of its master.

A cell is one number, 256 to the right and 1 down, with the Illuminati card on cell 0. A card turned by `rotation` quarter turns
clockwise shows its printed side `s` in the direction `s + rotation`. A subordinate is turned so that its incoming arrow faces
the arrow that holds it; everything below follows from that, so a structure is known from masters and arrows alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import members
from referee.engines.conspiracy.state import UNCONTROLLED, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, SIDES

STEPS = (-1, 256, 1, -256)
"""From a cell to its neighbour above, to the right, below, to the left."""


class Laid(NamedTuple):
    """Where a card goes: the arrow of its master, and so its cell and rotation."""

    card: int
    master: int
    side: int
    cell: int
    rotation: int


class Plan(NamedTuple):
    """How a group and its subordinates are laid out. `lost` are those that do not fit."""

    laid: tuple[Laid, ...]
    lost: tuple[int, ...]


def at(cell: int) -> tuple[int, int]:
    """Column and row of a cell, the Illuminati at (0, 0)."""
    row = (cell + 128 & 255) - 128
    return cell - row >> 8, row


def beside(state: State, card: int, side: int) -> int:
    """The cell that a printed side of a card in a structure faces."""
    return state.cell[card] + STEPS[(side + state.rotation[card]) & 3]


def free_arrows(rules: CompiledRules, state: State, card: int) -> list[int]:
    """The outgoing arrows of a card in a structure that lead to an empty cell."""
    grid = state.grid[state.place[card]]
    cell, rotation = state.cell[card], state.rotation[card]
    return [side for side in rules.pack.cards[card].outward if cell + STEPS[(side + rotation) & 3] not in grid]


def has_free_arrow(rules: CompiledRules, state: State, card: int) -> bool:
    """Whether a card can control another one."""
    grid = state.grid[state.place[card]]
    cell, rotation = state.cell[card], state.rotation[card]
    return any(cell + STEPS[(side + rotation) & 3] not in grid for side in rules.pack.cards[card].outward)


def vacates(rules: CompiledRules, state: State, card: int, master: int, side: int) -> bool:
    """Whether the arrow that a group moves to, not its own, is blocked only by the group or what is under it."""
    if side not in rules.pack.cards[master].outward or (state.master[card], state.arrow[card]) == (master, side):
        return False
    return state.grid[state.place[master]].get(beside(state, master, side), ABSENT) in below(rules, state, card)


def children(rules: CompiledRules, state: State, card: int) -> Iterator[int]:
    """The groups that a card controls directly, in the order of its arrows."""
    grid = state.grid[state.place[card]]
    for side in rules.pack.cards[card].outward:
        other = grid.get(beside(state, card, side))
        if other is not None and state.master[other] == card:
            yield other


def below(rules: CompiledRules, state: State, card: int) -> list[int]:
    """A group and everything under it, masters before their groups."""
    found = [card]
    for master in found:
        found += children(rules, state, master)
    return found


def between(state: State, card: int) -> int:
    """How many groups are between a group and its Illuminati."""
    count = -1
    while card != ABSENT:
        card = state.master[card]
        count += 1
    return count - 1


def facing(rules: CompiledRules, card: int, direction: int) -> int:
    """How a card is turned when attached to an arrow that points in this direction."""
    return (direction + 2 - rules.pack.cards[card].inward) & 3


def plan(
    rules: CompiledRules,
    state: State,
    seat: int,
    root: int,
    master: int,
    side: int,
    wanted: Mapping[int, int],
    without: Iterable[int] = (),
) -> Plan:
    """How `root`, with everything under it, is attached to an arrow of a seat's structure.

    A card that overlaps nothing keeps its place. A subordinate that would overlap goes to another arrow of its master: the one
    in `wanted`, or one that keeps as many cards as possible. `without` are cards of the structure that will be gone.
    """
    tree = below(rules, state, root) if state.place[root] >= 0 else [root]
    gone = {state.cell[card] for card in (*tree, *without) if state.place[card] == seat}
    taken = {cell for cell in state.grid[seat] if cell not in gone}
    direction = (side + state.rotation[master]) & 3
    first = Laid(root, master, side, state.cell[master] + STEPS[direction], facing(rules, root, direction))
    if first.cell in taken:
        return Plan((), tuple(tree))
    under = {card: list(children(rules, state, card)) if state.place[root] >= 0 else [] for card in tree}
    laid, clashing = [first], []
    for over in laid:
        for card in under[over.card]:
            entry = _hung(rules, over, card, state.arrow[card])
            if entry.cell in taken:
                clashing.append((over, card))
            else:
                laid.append(entry)
    if not clashing:
        return Plan(tuple(laid), ())
    wished = {card: side for card, side in wanted.items() if card in under}
    found = None
    for places in (wished, {}) if wished else ({},):
        found = found or Fitting(rules, state, under, places, laid, taken).best(clashing)
        if rules.masters_give_way and (found is None or found.lost):
            all_anew = Fitting(rules, state, under, places, [first], taken, firm=False)
            other = all_anew.best([(first, card) for card in under[root]])
            if other is not None and (found is None or len(other.lost) < len(found.lost)):
                found = other
    assert found is not None
    return found


def _hung(rules: CompiledRules, over: Laid, card: int, side: int) -> Laid:
    """A card on an arrow of one that is already laid."""
    direction = (side + over.rotation) & 3
    return Laid(card, over.card, side, over.cell + STEPS[direction], facing(rules, card, direction))


class Fitting:
    """The search for places for cards that would overlap and those under them, so that as few as possible are lost.

    A card leaves its own arrow only if another takes the cell in front of it (`firm`). Those in `wanted` must end up there.
    """

    def __init__(
        self,
        rules: CompiledRules,
        state: State,
        under: Mapping[int, list[int]],
        wanted: Mapping[int, int],
        laid: Iterable[Laid],
        taken: Iterable[int],
        *,
        firm: bool = True,
    ) -> None:
        self.firm = firm
        self.rules, self.state, self.under, self.wanted = rules, state, under, wanted
        self.laid = list(laid)
        self.taken = {*taken, *(entry.cell for entry in self.laid)}
        self.lost: list[int] = []
        self.left: list[int] = []
        self.found: Plan | None = None

    def best(self, waiting: list[tuple[Laid, int]]) -> Plan | None:
        """The first of the plans that lose fewest, trying own arrows first; None if `wanted` cannot be met."""
        self._place(waiting, 0)
        return self.found

    def _place(self, waiting: list[tuple[Laid, int]], number: int) -> None:
        """Places the waiting cards, from this one on, in every way that loses fewer than the best found so far."""
        if self.found is not None and len(self.lost) >= len(self.found.lost):
            return
        if number == len(waiting):
            if not self.firm or self.taken.issuperset(self.left):
                self.found = Plan(tuple(self.laid), tuple(self.lost))
            return
        over, card = waiting[number]
        own = self.state.arrow[card]
        for side in sorted(self.rules.pack.cards[over.card].outward, key=lambda side: side != own):
            if self.wanted.get(card, side) == side:
                self._lay(_hung(self.rules, over, card, side), own, over, waiting, number)
        dropped = [card]
        for lower in dropped:
            dropped += self.under[lower]
        if not self.wanted.keys() & set(dropped):
            self.lost += dropped
            self._place(waiting, number + 1)
            del self.lost[-len(dropped) :]

    def _lay(self, entry: Laid, own: int, over: Laid, waiting: list[tuple[Laid, int]], number: int) -> None:
        """Continues with a card laid there, if the cell is empty."""
        if entry.cell in self.taken:
            return
        self.taken.add(entry.cell)
        self.laid.append(entry)
        self.left.append(_hung(self.rules, over, entry.card, own).cell)
        self._place([*waiting, *((entry, lower) for lower in self.under[entry.card])], number + 1)
        self.left.pop()
        self.laid.pop()
        self.taken.remove(entry.cell)


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
    """Takes cards out of their structure for the moment; their money stays on them."""
    for card in cards:
        seat = state.place[card]
        if seat >= 0:
            del state.grid[seat][state.cell[card]]
            state.holds[seat] &= ~(1 << card)
            state.place[card] = UNCONTROLLED
            state.master[card] = state.arrow[card] = ABSENT


def free(state: State, cards: Iterable[int]) -> None:
    """Makes each of these groups uncontrolled; their money goes to the bank."""
    for card in cards:
        lift(state, (card,))
        state.bank -= state.money[card]
        state.money[card] = 0


def shed(state: State, plan: Plan) -> None:
    """Frees what does not fit by a plan."""
    free(state, plan.lost)


def relaid(
    rules: CompiledRules, state: State, seat: int, changes: Mapping[int, tuple[int, int]]
) -> tuple[list[Laid], str]:
    """A whole structure with some groups on other arrows: where its cards go, and what is wrong, if anything."""
    top = state.illuminati[seat]
    hung: dict[int, list[tuple[int, int]]] = {}
    for card in members(state.holds[seat]):
        if card != top:
            master, side = changes.get(card, (state.master[card], state.arrow[card]))
            hung.setdefault(master, []).append((card, side))
    names = rules.pack.names
    taken = {0: top}
    laid: list[Laid] = []
    queue = [(top, 0, 0)]
    for master, cell, rotation in queue:
        for card, side in sorted(hung.get(master, ())):
            if side not in rules.pack.cards[master].outward:
                return [], f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {names[card]}"
            direction = (side + rotation) & 3
            there = cell + STEPS[direction]
            if there in taken:
                return [], f"{names[card]} would lie on {names[taken[there]]}"
            taken[there] = card
            entry = Laid(card, master, side, there, facing(rules, card, direction))
            laid.append(entry)
            queue.append((card, there, entry.rotation))
    if len(laid) + 1 < state.holds[seat].bit_count():
        placed = {entry.card for entry in laid}
        left = next(card for card in members(state.holds[seat]) if card != top and card not in placed)
        return [], f"{names[left]} would not be attached to {names[top]}"
    return laid, ""


def relay(rules: CompiledRules, state: State, seat: int, card: int, plan: Plan) -> None:
    """Takes up a group with everything under it and lays it down as planned."""
    lift(state, below(rules, state, card))
    lay(state, seat, plan.laid)
    shed(state, plan)
