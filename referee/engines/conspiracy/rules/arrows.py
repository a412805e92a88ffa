"""Arrows that a log leaves open: where a group may lie of which it is only said who captured it.

The table always shows one layout that is possible. Beside it, `state.sides` has the sides that a group may be on instead, for
each whose arrow was not written. An event that needs an arrow is possible if the structure can be laid out with it free; then
it is laid out so, and what lies on that arrow now leaves fewer sides for the groups beside it. See core/unseen/seats.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.cards import mask_of, members
from referee.core.events import Finding
from referee.core.places import Pointer
from referee.core.unseen.seats import Patience, layouts, possible_sides, seating, sides_in
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import ABSENT, SIDES, ConspiracyRules
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.rules.structure import STEPS, Placement, Plan
from referee.engines.conspiracy.state import ConspiracyState

Layout = tuple[Placement, ...]
Hung = Mapping[int, tuple[int, int]]
"""For each group of a structure, its master and the sides that it may be on, as a mask."""


class Arrival(NamedTuple):
    """A way for a group to go to its new place with others below it: how the rest of the structure lies, and where they go.

    `sides` are those that they may be on afterwards, in this way and in all others by which the same groups are lost.
    """

    layout: Layout
    plan: Plan
    sides: Mapping[int, int]


def are_open(state: ConspiracyState, seat: int) -> bool:
    """Return whether the log leaves open which arrow a group of a structure is on."""
    for card in state.sides:
        if state.place[card] == seat:
            return True
    return False


# -- layouts of one structure --------------------------------------------------------------------------------------------


def hung(state: ConspiracyState, seat: int, without: Collection[int] = ()) -> dict[int, tuple[int, int]]:
    """How the groups of a structure hang: for each, its master and a mask of the sides that it may be on. Groups in
    `without`, which have nothing below them, are left out."""
    found = {}
    for card in members(state.holds[seat] & ~(1 << state.illuminati[seat])):
        if card not in without:
            found[card] = (state.master[card], state.sides.get(card, 1 << state.arrow[card]))
    return found


def every_layout(
    rules: ConspiracyRules,
    top: int,
    groups: Hung,
    patience: Patience,
    *,
    likely: Mapping[int, int] | Sequence[int] = (),
    onto: tuple[int, int] = (ABSENT, ABSENT),
) -> Iterator[Layout]:
    """Yield the ways to lay out a structure under the Illuminati card `top`, until the `patience` is over. The arrow
    `onto` (a master and its side) stays free in all of them. Each group is first tried on its `likely` side, by
    card."""
    if not _can_be_seated(groups, onto):
        return
    start = Placement(top, ABSENT, ABSENT, 0, 0)

    def spots(card: int, laid: Mapping[int, Placement]) -> Iterator[tuple[Placement, list[int]]]:
        """Yield the places of a card below the cards that are laid, with the cells that it takes up; the arrow that
        must stay free takes up the cell in front of it, too."""
        master, mask = groups[card]
        over = laid.get(master, start)
        sides = sides_in(mask)
        if likely and likely[card] in sides:
            sides.remove(likely[card])
            sides.insert(0, likely[card])
        for side in sides:
            entry = structure.placement(rules, over, card, side)
            cells = [entry.cell]
            if card == onto[0]:
                cells.append(_in_front(entry, onto[1]))
            yield entry, cells

    taken = [0]
    if onto[0] == top:
        taken.append(_in_front(start, onto[1]))
    for laid in layouts(_order(top, groups, onto[0]), spots, taken, patience):
        yield tuple(laid.values())


def _in_front(entry: Placement, side: int) -> int:
    """Return the cell that an arrow points to."""
    return entry.cell + STEPS[(side + entry.rotation) & 3]


def _can_be_seated(groups: Hung, onto: tuple[int, int]) -> bool:
    """Whether each master has enough arrows for its groups, each group on a side that it may be on, with the arrow
    `onto` (a master and its side) kept free. What else lies in the way is not looked at."""
    beside: dict[int, dict[int, int]] = {}
    for card, (master, mask) in groups.items():
        if master == onto[0]:
            mask &= ~(1 << onto[1])
        beside.setdefault(master, {})[card] = mask
    return all(seating(sides) is not None for sides in beside.values())


def _order(top: int, groups: Hung, first: int) -> list[int]:
    """The groups in an order in which masters come before what is below them. The card `first`, its groups and all
    masters above it come as early as possible, since most depends on them."""
    below: dict[int, list[int]] = {}
    for card, (master, _) in groups.items():
        below.setdefault(master, []).append(card)
    early = set(below.get(first, ()))
    while first in groups:
        early.add(first)
        first = groups[first][0]
    waiting = list(below.get(top, ()))
    order = []
    while waiting:
        chosen = waiting[0]
        for card in waiting:
            if card in early:
                chosen = card
                break
        waiting.remove(chosen)
        order.append(chosen)
        waiting += below.get(chosen, ())
    return order


def layout_with_free(
    rules: ConspiracyRules, state: ConspiracyState, master: int, side: int, without: Collection[int] = ()
) -> tuple[Layout | None, bool]:
    """A layout in which the arrow of a master on this side is free, or leads to one of the groups `without`; None if
    none is found. And whether that answer is certain, as looking for layouts ends after a while."""
    seat = state.place[master]
    patience = Patience()
    groups = hung(state, seat, without)
    found = every_layout(rules, state.illuminati[seat], groups, patience, likely=state.arrow, onto=(master, side))
    for layout in found:
        return layout, True
    return None, not patience.is_over


def free_arrows(rules: ConspiracyRules, state: ConspiracyState, card: int) -> list[int]:
    """Return the outgoing arrows of a card in a structure that may be free."""
    free = structure.free_arrows(rules, state, card)
    if not state.sides or not are_open(state, state.place[card]):
        return free
    found = []
    for side in rules.pack.cards[card].outward:
        if side in free or may_be_free(rules, state, card, side):
            found.append(side)
    return found


def may_be_free(
    rules: ConspiracyRules, state: ConspiracyState, master: int, side: int, without: Collection[int] = ()
) -> bool:
    """Whether an outgoing arrow of a card may lead to an empty cell, or to one of the groups `without`, which do not
    count."""
    if side not in rules.pack.cards[master].outward:
        return False
    seat = state.place[master]
    there = state.grid[seat].get(structure.beside(state, master, side), ABSENT)
    if there == ABSENT or there in without:
        return True
    return are_open(state, seat) and layout_with_free(rules, state, master, side, without)[0] is not None


def make_free(rules: ConspiracyRules, state: ConspiracyState, master: int, side: int) -> None:
    """Lay out a structure in another way, if that is open, so that the arrow of a master on this side is free."""
    seat = state.place[master]
    if structure.beside(state, master, side) not in state.grid[seat] or not are_open(state, seat):
        return
    layout, _ = layout_with_free(rules, state, master, side)
    if layout is not None:
        lay_anew(state, seat, layout)


def lay_anew(state: ConspiracyState, seat: int, layout: Layout) -> None:
    """Lay out a whole structure in another way."""
    state.grid[seat] = {0: state.illuminati[seat]}
    structure.lay(state, seat, layout)


# -- groups that come to a structure -------------------------------------------------------------------------------------


def attach(
    rules: ConspiracyRules,
    state: ConspiracyState,
    under: Mapping[int, list[int]],
    master: int,
    sides: Sequence[int],
    wanted: Mapping[int, int],
) -> Plan:
    """Lay a lifted group, and everything `under` it, on an arrow of a master: on one of these sides, where it is open
    which. `wanted` has the sides that the log names for groups below it.

    Gives where they lie now, and which do not fit and are lost. The course says how (`state.supposed`), or else the
    side is taken on which fewest are lost. What is open about their sides is written to the state.
    """
    seat = state.place[master]
    root = next(iter(under))  # masters come before their groups
    way: Arrival | None = state.supposed
    if way is not None:
        state.supposed = None
        lay_anew(state, seat, way.layout)
        plan = way.plan
        open_now = way.sides
    else:
        plan = _best_plan(rules, state, under, master, sides, wanted)
        open_now = {root: mask_of(sides)}
    structure.lay(state, seat, plan.laid)
    state.sides.pop(root, None)
    for entry in plan.laid:
        mask = open_now.get(entry.card, 0)
        if mask & ~(1 << entry.side):
            state.sides[entry.card] = mask
            state.sides_opened[entry.card] = state.clock + 1
        elif not state.sides.get(entry.card, 0) >> entry.side & 1:
            state.sides.pop(entry.card, None)
    for entry in plan.laid:
        narrow(state, entry.master)
    return plan


def _best_plan(
    rules: ConspiracyRules,
    state: ConspiracyState,
    under: Mapping[int, list[int]],
    master: int,
    sides: Sequence[int],
    wanted: Mapping[int, int],
) -> Plan:
    """The plan that loses fewest groups, on the first of these sides of a master where so few are lost. That arrow is
    made free."""
    best = Plan((), tuple(under))
    for side in sides:
        if best.laid and not best.lost:
            break
        after = state
        if are_open(state, state.place[master]):
            after = state.copy()
            make_free(rules, after, master, side)
        plan = structure.plan(rules, after, state.place[master], under, (master, side), wanted)
        if not best.laid or len(plan.lost) < len(best.lost):
            best = plan
    if best.laid:
        make_free(rules, state, master, best.laid[0].side)
    return best


def narrow(state: ConspiracyState, master: int) -> None:
    """Narrow down the sides on which the groups of a master may be, where the log leaves them open: each needs one of
    its own."""
    if not state.sides or state.place[master] < 0:
        return
    beside = {}
    for card, (over, mask) in hung(state, state.place[master]).items():
        if over == master:
            beside[card] = mask
    if state.sides.keys().isdisjoint(beside):
        return
    for card, mask in possible_sides(beside).items():
        if mask & ~(1 << state.arrow[card]):
            state.sides[card] = mask
        else:
            state.sides.pop(card, None)


def rearrangement(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, changes: Mapping[int, tuple[int, int]]
) -> tuple[Sequence[Placement], str]:
    """The places of all cards in a structure once some groups have gone to other arrows (by group: a master and a
    side), and the reason why that is impossible, empty if it is possible."""
    laid, reason = structure.layout(rules, state, seat, changes)
    if not reason or not are_open(state, seat):
        return laid, reason
    groups = hung(state, seat)
    for card, (master, side) in changes.items():
        if side not in rules.pack.cards[master].outward:
            return laid, reason
        groups[card] = (master, 1 << side)
    patience = Patience()
    for layout in every_layout(rules, state.illuminati[seat], groups, patience):
        if len(layout) < len(groups):
            return laid, reason
        return layout, ""
    return (), "the groups would overlap, wherever those are whose arrow the log leaves out"


# -- in messages ---------------------------------------------------------------------------------------------------------


def no_such_arrow(
    rules: ConspiracyRules,
    state: ConspiracyState,
    master: int,
    side: int,
    card: int,
    at: Pointer = (),
    seat: int | None = None,
) -> Finding:
    """The finding that a card cannot be attached to this arrow of a master: it is not printed, not free, or that cannot
    be decided."""
    names = rules.pack.names
    free = " or ".join([SIDES[other] for other in free_arrows(rules, state, master)]) or "no arrow"
    who = state.turn if seat is None else seat
    there = state.grid[state.place[master]].get(structure.beside(state, master, side), ABSENT)
    if side not in rules.pack.cards[master].outward:
        message = f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {names[card]}"
    elif not are_open(state, state.place[master]) or (there not in state.sides and state.master[there] == master):
        does = "is blocked by"
        if state.master[there] == master:
            does = "holds"
        message = f"the {SIDES[side]} arrow of {names[master]} {does} {names[there]}"
    elif layout_with_free(rules, state, master, side)[1]:
        message = (
            f"the {SIDES[side]} arrow of {names[master]} is not free, wherever {_open_groups(rules, state, master)}"
        )
    else:
        return cannot_tell(state, state.place[master], at)
    return Finding("arrow", f"{message}; free: {free}", who, at=at, bars=True)


def _open_groups(rules: ConspiracyRules, state: ConspiracyState, master: int) -> str:
    """Return the groups whose arrow is open, as the end of a sentence: 'Hollywood and Moonies are'."""
    seat = state.place[master]
    cards = [card for card in state.sides if state.master[card] == master]
    if not cards:
        cards = [card for card in state.sides if state.place[card] == seat]
    return f"{in_list([rules.pack.names[card] for card in cards])} {'is' if len(cards) == 1 else 'are'}"


def too_open(rules: ConspiracyRules, state: ConspiracyState, master: int, side: int, at: Pointer) -> Iterator[Finding]:
    """Yield that it cannot be said whether an arrow may be free, if that is so."""
    if side not in rules.pack.cards[master].outward or side in free_arrows(rules, state, master):
        return
    if not layout_with_free(rules, state, master, side)[1]:
        yield cannot_tell(state, state.place[master], at)


def cannot_tell(state: ConspiracyState, seat: int, at: Pointer) -> Finding:
    """The finding that too many layouts are possible to say whether one fits, with the keys that the log must write,
    and where."""
    opened = sorted({state.sides_opened[card] for card in state.sides if state.place[card] == seat})
    events = [str(event) for event in opened if event]
    words = []
    if events:
        what = "event" if len(events) == 1 else "events"
        words.append(f"`arrow:` at {what} {in_list(events)}")
    if 0 in opened:
        words.append("in `position:` one arrow for each group")
    message = f"this depends on what the log leaves out; write {in_list(words)}"
    return Finding("arrow", message, at=at, bars=True, asks=True)
