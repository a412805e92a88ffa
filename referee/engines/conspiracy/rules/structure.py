"""Power structures: cards on a square grid, each next to the arrow of its master.

A cell is one number, 256 to the right and 1 down, with the Illuminati card on cell 0. A card turned by `rotation` quarter turns
clockwise shows its printed side `s` in the direction `s + rotation`. A subordinate is turned so that its incoming arrow faces
the arrow that holds it; everything below follows from that, so a structure is known from masters and arrows alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import mask_of, members
from referee.core.events import Finding
from referee.core.places import Pointer
from referee.engines.conspiracy.compiled import ABSENT, SIDES, SPECIAL, ConspiracyRules
from referee.engines.conspiracy.state import DEAD, DECK, UNCONTROLLED, ByCard, ConspiracyState

STEPS = (-1, 256, 1, -256)
"""Steps from a cell to its neighbour above, to the right, below, to the left."""


class Placement(NamedTuple):
    """A place for a card: the arrow of its master, and so its cell and rotation."""

    card: int
    master: int
    side: int
    cell: int
    rotation: int


class Plan(NamedTuple):
    """A layout of a group and its subordinates. `lost` are those that do not fit."""

    laid: tuple[Placement, ...]
    lost: tuple[int, ...]


def at(cell: int) -> tuple[int, int]:
    """Column and row of a cell, with the Illuminati card at (0, 0)."""
    # a cell is 256 times its column plus its row; rows are taken to lie between -128 and 127
    row = (cell + 128 & 255) - 128
    return cell - row >> 8, row


def beside(state: ConspiracyState, card: int, side: int) -> int:
    """Return the cell that a printed side of a card in a structure faces."""
    return state.cell[card] + STEPS[(side + state.rotation[card]) & 3]


def free_arrows(rules: ConspiracyRules, state: ConspiracyState, card: int) -> list[int]:
    """Return the outgoing arrows of a card in a structure that lead to an empty cell."""
    grid = state.grid[state.place[card]]
    cell = state.cell[card]
    rotation = state.rotation[card]
    return [side for side in rules.pack.cards[card].outward if cell + STEPS[(side + rotation) & 3] not in grid]


def children(rules: ConspiracyRules, state: ConspiracyState, card: int) -> Iterator[int]:
    """Yield the groups that a card controls directly, in the order of its arrows."""
    grid = state.grid[state.place[card]]
    for side in rules.pack.cards[card].outward:
        other = grid.get(beside(state, card, side))
        if other is not None and state.master[other] == card:
            yield other


def below(rules: ConspiracyRules, state: ConspiracyState, card: int) -> list[int]:
    """Return a group and everything under it, masters before their groups."""
    tree = [card]
    for master in tree:
        tree += children(rules, state, master)
    return tree


def between(state: ConspiracyState, card: int) -> int:
    """How many groups are between a group and its Illuminati card."""
    count = -1
    while card != ABSENT:
        card = state.master[card]
        count += 1
    return count - 1


def placement(rules: ConspiracyRules, over: Placement, card: int, side: int) -> Placement:
    """The place of a card on an arrow of a card already laid: its own incoming arrow faces that arrow. Sides,
    directions and rotations are quarter turns, clockwise from the top."""
    direction = (side + over.rotation) & 3
    rotation = (direction + 2 - rules.pack.cards[card].inward) & 3
    return Placement(card, over.card, side, over.cell + STEPS[direction], rotation)


def tree(rules: ConspiracyRules, state: ConspiracyState, root: int) -> dict[int, list[int]]:
    """The groups directly under each of a group and everything under it, masters before their groups."""
    if state.place[root] < 0:
        return {root: []}
    return {card: list(children(rules, state, card)) for card in below(rules, state, root)}


# -- plans ---------------------------------------------------------------------------------------------------------------


Waiting = list[tuple[Placement, int]]
"""Cards that are still to be placed, each with its master as that lies."""


def plan(
    rules: ConspiracyRules,
    state: ConspiracyState,
    seat: int,
    under: Mapping[int, list[int]],
    onto: tuple[int, int],
    wanted: Mapping[int, int],
) -> Plan:
    """How a lifted group, the first key of `under`, goes with those below it to the arrow `onto` (a master and its
    side) in a seat's structure; `wanted` has the sides that the log names for some of those below.

    A card that overlaps nothing keeps its arrow. One that would overlap goes to another arrow of its master: to the one
    in `wanted`, or to one that keeps as many cards as possible.
    """
    root = next(iter(under))
    gone = {state.cell[card] for card in under if state.place[card] == seat}
    taken = set(state.grid[seat]) - gone
    master, side = onto
    over = Placement(master, ABSENT, ABSENT, state.cell[master], state.rotation[master])
    first = placement(rules, over, root, side)
    if first.cell in taken:
        return Plan((), tuple(under))
    laid, clashing = _on_own_arrows(rules, state, under, first, taken)  # without those that would overlap
    if not clashing:
        return Plan(tuple(laid), ())
    wished = {card: side for card, side in wanted.items() if card in under}
    tries: list[Mapping[int, int]] = [{}]  # without any wishes, if they cannot be met
    if wished:
        tries.insert(0, wished)
    best = None
    for places in tries:
        if best is None:  # first only those that would overlap move
            best = _Fit(rules, state, under, places).find(laid, taken, clashing)
        if rules.moving.masters and (best is None or best.lost):
            again = [(first, card) for card in under[root]]
            other = _Fit(rules, state, under, places, firm=False).find([first], taken, again)
            best = _which_loses_fewer(best, other)
    assert best is not None
    return best


def _which_loses_fewer(one: Plan | None, other: Plan | None) -> Plan | None:
    """The plan of two that loses fewer cards; the first if they lose as many."""
    if one is None:
        return other
    if other is not None and len(other.lost) < len(one.lost):
        return other
    return one


def _on_own_arrows(
    rules: ConspiracyRules, state: ConspiracyState, under: Mapping[int, list[int]], first: Placement, taken: set[int]
) -> tuple[list[Placement], Waiting]:
    """The cards below the `first` that keep their own arrows without overlapping a `taken` cell, with the first; and
    those that do not, each with its master."""
    laid = [first]
    clashing = []
    for over in laid:
        for card in under[over.card]:
            entry = placement(rules, over, card, state.arrow[card])
            if entry.cell in taken:
                clashing.append((over, card))
            else:
                laid.append(entry)
    return laid, clashing


class _Fit:
    """A search for the first of the plans that lose fewest of the cards that would overlap and those under them, trying own
    arrows first.

    Cards in `wanted` must end up on these sides. If it is `firm`, a card leaves its own arrow only if another takes the cell
    in front of it.
    """

    def __init__(
        self,
        rules: ConspiracyRules,
        state: ConspiracyState,
        under: Mapping[int, list[int]],
        wanted: Mapping[int, int],
        *,
        firm: bool = True,
    ) -> None:
        """Prepare a search; `under` has the groups directly below each card, `wanted` the sides on which cards must end
        up. If it is `firm`, a card leaves its own arrow only if another card takes that place."""
        self.rules = rules
        self.state = state
        self.under = under
        self.wanted = wanted
        self.firm = firm
        self.best: Plan | None = None

    def find(self, laid: list[Placement], taken: set[int], clashing: Waiting) -> Plan | None:
        """Return the best plan; None if cards in `wanted` cannot end up there."""
        self._place(clashing, Plan(tuple(laid), ()), taken | {entry.cell for entry in laid}, set())
        return self.best

    def _place(self, waiting: Waiting, so_far: Plan, taken: set[int], left: set[int]) -> None:
        """Place the `waiting` cards in every way that loses fewer than the best so far, and keep the best. `taken` are
        cells with a card; `left` are cells in front of own arrows that cards have left."""
        if self.best is not None and len(so_far.lost) >= len(self.best.lost):
            return
        if not waiting:
            if not self.firm or taken >= left:  # every cell that was left has been taken by another card
                self.best = so_far
            return
        over, card = waiting[0]
        rest = waiting[1:]
        own = self.state.arrow[card]
        for side in self._sides(over.card, own):
            entry = placement(self.rules, over, card, side)
            if self.wanted.get(card, side) == side and entry.cell not in taken:
                lower = [(entry, lower) for lower in self.under[card]]
                in_front = placement(self.rules, over, card, own).cell
                longer = so_far._replace(laid=so_far.laid + (entry,))
                self._place(rest + lower, longer, taken | {entry.cell}, left | {in_front})
        dropped = [card]
        for lost in dropped:
            dropped += self.under[lost]
        if self.wanted.keys().isdisjoint(dropped):
            self._place(rest, so_far._replace(lost=so_far.lost + tuple(dropped)), taken, left)

    def _sides(self, master: int, own: int) -> list[int]:
        """The outgoing arrows of a card, one that was a group's own first."""
        sides = list(self.rules.pack.cards[master].outward)
        if own in sides:
            sides.remove(own)
            sides.insert(0, own)
        return sides


def lay(state: ConspiracyState, seat: int, laid: Iterable[Placement]) -> None:
    """Lay cards down in a seat's power structure at the places that a plan has for them."""
    grid = state.grid[seat]
    for card, master, side, cell, rotation in laid:
        state.place[card] = seat
        state.master[card] = master
        state.arrow[card] = side
        state.cell[card] = cell
        state.rotation[card] = rotation
        state.holds[seat] |= 1 << card
        grid[cell] = card


def lift(state: ConspiracyState, cards: Iterable[int]) -> None:
    """Take cards out of their structure for the moment; their money stays on them, and they keep their own arrows."""
    for card in cards:
        seat = state.place[card]
        if seat >= 0:
            del state.grid[seat][state.cell[card]]
            state.holds[seat] &= ~(1 << card)
            state.place[card] = UNCONTROLLED


def free(state: ConspiracyState, cards: Iterable[int], money: str = "bank", seat: int = ABSENT) -> None:
    """Make each of these groups uncontrolled. Its `money` goes to the "bank", to the "owner" (the Illuminati card of
    the seat), or "stays" on it."""
    for card in cards:
        lift(state, (card,))
        state.master[card] = state.arrow[card] = ABSENT
        state.sides.pop(card, None)
        if money == "owner" and seat != ABSENT:
            state.lose(card, state.illuminati[seat])
        elif money != "stays":
            state.lose(card)


def layout(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, changes: Mapping[int, tuple[int, int]]
) -> tuple[list[Placement], str]:
    """The places of the groups in a seat's structure once some have gone to other arrows (`changes`: master and side by
    group), and the reason why that is impossible, empty if it is possible."""
    top = state.illuminati[seat]
    names = rules.pack.names
    on: dict[int, list[tuple[int, int]]] = {}
    for card in members(state.holds[seat] & ~(1 << top)):
        master, side = changes.get(card, (state.master[card], state.arrow[card]))
        on.setdefault(master, []).append((card, side))
    taken = {0: top}
    laid = [Placement(top, ABSENT, ABSENT, 0, 0)]
    for over in laid:
        for card, side in sorted(on.get(over.card, ())):
            if side not in rules.pack.cards[over.card].outward:
                return [], f"{names[over.card]} has no outgoing arrow on the {SIDES[side]} for {names[card]}"
            entry = placement(rules, over, card, side)
            if entry.cell in taken:
                return [], f"{names[card]} would lie on {names[taken[entry.cell]]}"
            taken[entry.cell] = card
            laid.append(entry)
    for card in members(state.holds[seat] & ~mask_of(taken.values())):
        return [], f"{names[card]} would not be attached to {names[top]}"
    return laid[1:], ""  # without the Illuminati card


# -- in messages -------------------------------------------------------------------------------------------------------


def where(rules: ConspiracyRules, state: ConspiracyState, card: int) -> str:
    """Where a card is, as the end of a sentence: 'Ann controls it', 'it is in the deck'."""
    place = state.place[card]
    if rules.pack.cards[card].kind == SPECIAL:
        for seat, hand in enumerate(state.specials):
            if card in hand:
                return f"{state.players[seat]} has it"
        if card in state.unnamed.may_be_anywhere():
            return "the log does not say who has it"
        return "it is out of the game"
    if place >= 0:
        return f"{state.players[place]} controls it"
    known = {UNCONTROLLED: "it is uncontrolled", DEAD: "it is destroyed", DECK: "it is in the deck"}
    return known.get(place, "it is out of the game")


def in_play(state: ConspiracyState, card: int) -> bool:
    """Return whether a group is on the table or in a structure."""
    return state.place[card] >= UNCONTROLLED > DECK


def wrong_places(rules: ConspiracyRules, plan: Plan, places: ByCard[int], at: Pointer, seat: int) -> Iterator[Finding]:
    """Yield the groups that cannot go to the places named for them (sides by group), by the plan for the group above
    them."""
    laid = {entry.card: entry for entry in plan.laid}
    names = rules.pack.names
    for card, side in places.items():
        entry = laid.get(card)
        if entry is not None and entry.side == side:
            continue
        if entry is not None:
            message = f"goes to the {SIDES[entry.side]} arrow of {names[entry.master]}, not to the {SIDES[side]}"
            message += "; only a card that would overlap moves, to an arrow that is free"
        elif card in plan.lost:
            message = "does not fit there; name another arrow of its master"
        else:
            message = "is not among the groups that come along"
        yield Finding("overlap", f"{names[card]} {message}", seat, at=at + (places.written[card],))
