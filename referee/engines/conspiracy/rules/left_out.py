"""The groups that may have been lost where a log leaves that open, and what follows from each case.

Where a group lies alone is no matter of courses; see arrows.py. One with others below it may go to an arrow where all of them
fit, or to one where some would overlap others of the structure. Those move to other arrows of their masters, or are lost. And
whoever cannot pay for a group may lose it, where it is open how much money there was. By each set of groups that may be lost
the game may have taken another course, of which core/unseen/courses.py follows the likeliest few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.unseen.seats import MOST_TRIED, Patience, sides_in
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, battles, specials, structure, turns
from referee.engines.conspiracy.rules.arrows import Arrival, Layout
from referee.engines.conspiracy.rules.structure import Plan
from referee.engines.conspiracy.state import ConspiracyState

MOST_PLACES = 60
"""The most arrangements of subordinates that are tried for one group that moves, on one arrow and in one layout."""


class Going(NamedTuple):
    """A group that goes to another place with others below it: to one of these sides of a master; the log says where some of
    the others go."""

    root: int
    master: int
    sides: Sequence[int]
    places: Mapping[int, int]


class Found(NamedTuple):
    """How the groups of a structure lie, and where those go that come to it."""

    layout: Layout
    plan: Plan


def ways(rules: ConspiracyRules, state: ConspiracyState, event: Event | None) -> Sequence[Arrival | frozenset[int]]:
    """What an event, or a capture before it, may do to groups: an `Arrival` for each set of groups that may be lost, or
    for an income each set of groups that may go unpaid. Empty if the log leaves nothing open that loses groups."""
    if event is not None and event.verb == "income":
        unpaid: list[frozenset[int]] = [frozenset()]
        for card in turns.may_be_lost(rules, state, event.value):
            unpaid += [cards | {card} for cards in unpaid]
        return unpaid
    moved = _going(rules, state, event)
    if moved is None:
        return []
    return _ways_to_go(rules, state, moved)


def _going(rules: ConspiracyRules, state: ConspiracyState, event: Event | None) -> Going | None:
    """The group that an event moves with others below it, or that was captured before it; None if there is none.

    In the state a Special that was pending has taken effect, but not a roll.
    """
    battle = state.attack
    if battle is not None and battle.roll:
        if not captures(rules, state, event):
            return None
        if event is not None and event.verb == "capture":
            said = event.value
        else:
            said = {}
        sides = arrows.free_arrows(rules, state, battle.attacker)
        if "arrow" in said:
            sides = [side for side in sides if side == said["arrow"]]
        found = Going(battle.target, battle.attacker, sides, said.get("places", {}))
    elif event is not None and event.verb == "move":
        card, (master, side), places = event.value
        found = Going(card, master, (side,), places)
    elif event is not None and event.verb == "give" and event.value["group"] != ABSENT and event.value["onto"]:
        if event.value.get("for", {}).get("group", ABSENT) != ABSENT:
            return None
        master, side = event.value["onto"]
        found = Going(event.value["group"], master, (side,), event.value["places"])
    else:
        return None
    if state.place[found.root] < 0 or state.place[found.master] < 0:
        return None
    tree = structure.below(rules, state, found.root)
    if len(tree) == 1 or found.master in tree:
        return None
    return found


def captures(rules: ConspiracyRules, state: ConspiracyState, event: Event | None) -> bool:
    """Whether a pending roll captures a group in play, and takes effect with this event or before it."""
    battle = specials.after_special(rules, state).attack
    if battle is None or not battle.roll or battle.kind != "control" or state.place[battle.target] < 0:
        return False
    if event is not None and event.verb != "capture" and specials.answers_roll(rules, battle, event):
        return False
    return bool(battles.outcome(rules, battle)[1])


def _ways_to_go(rules: ConspiracyRules, state: ConspiracyState, going: Going) -> list[Arrival]:
    """The ways for a group to go to its new place, one for each set of groups that may be lost, smallest sets first. If
    there are too many layouts to try, every set that contains a smallest one counts as possible."""
    patience = Patience()
    here = state.copy()
    under = structure.tree(rules, here, going.root)
    structure.lift(here, under)
    found: dict[frozenset[int], Found] = {}
    sides: dict[frozenset[int], dict[int, int]] = {}
    for layout, plan in _every_plan(rules, here, _own_sides(state, under), under, going, patience):
        lost = frozenset(plan.lost)
        found.setdefault(lost, Found(layout, plan))
        masks = sides.setdefault(lost, {})
        for entry in plan.laid:
            masks[entry.card] = masks.get(entry.card, 0) | 1 << entry.side
    if patience.is_over and found:
        fewest = found[min(found, key=len)]
        for lost in _sets_below(under):
            if lost.issuperset(fewest.plan.lost):
                found.setdefault(lost, _losing(fewest, lost))
        sides = dict.fromkeys(found, _all_sides(rules, under, going))
    made = []
    for lost in sorted(found, key=len):
        made.append(Arrival(found[lost].layout, found[lost].plan, sides[lost]))
    return made


def _every_plan(
    rules: ConspiracyRules,
    here: ConspiracyState,
    own_sides: Sequence[Mapping[int, int]],
    under: Mapping[int, list[int]],
    going: Going,
    patience: Patience,
) -> Iterator[Found]:
    """Yield every way in which a group and those below it may go to its new place, until the patience is over; then
    none is left of it. `own_sides` are the ways in which they may hang below each other now."""
    seat = here.place[going.master]
    groups = arrows.hung(here, seat)
    likely = list(here.arrow)
    for side in going.sides:
        onto = (going.master, side)
        spread = Patience(patience.left)
        top = here.illuminati[seat]
        for layout in arrows.every_layout(rules, top, groups, spread, likely=likely, onto=onto):
            arrows.lay_anew(here, seat, layout)
            for own in own_sides:
                for card, own_side in own.items():
                    here.arrow[card] = own_side
                for plan in _plans(rules, here, seat, under, onto, going.places):
                    patience.left -= 1
                    yield Found(layout, plan)
                    if patience.is_over:
                        return
        if spread.is_over:
            patience.left = 0
            return


def _own_sides(state: ConspiracyState, under: Mapping[int, list[int]]) -> list[dict[int, int]]:
    """The ways in which groups may hang below each other now, as maps from group to side, the likeliest first. `under`
    has the groups directly below each master."""
    cards = []
    choices = []
    master_of = {}
    for master, below in under.items():
        for card in below:
            own = state.arrow[card]
            others = state.sides.get(card, 0) & ~(1 << own)
            cards.append(card)
            choices.append([own, *sides_in(others)])
            master_of[card] = master
    found = []
    for chosen in islice(product(*choices), MOST_TRIED):
        taken = {(master_of[card], side) for card, side in zip(cards, chosen, strict=True)}
        if len(taken) == len(cards):
            found.append(dict(zip(cards, chosen, strict=True)))
    return found


def _plans(
    rules: ConspiracyRules,
    here: ConspiracyState,
    seat: int,
    under: Mapping[int, list[int]],
    onto: tuple[int, int],
    said: Mapping[int, int],
) -> Iterator[Plan]:
    """Yield every way to place a group and those below it on the arrow `onto` (a master and its side) in one layout.
    Groups in `said` are on the sides that the log names."""
    plan = structure.plan(rules, here, seat, under, onto, said)
    laid = {entry.card: entry.side for entry in plan.laid}
    if all(laid.get(card) == side for card, side in said.items()):
        yield plan
    if not plan.lost and all(laid[card] == here.arrow[card] for below in under.values() for card in below):
        return  # nothing overlaps, so that nothing moves to another arrow
    seen = {plan.laid}
    cards = []
    for below in under.values():
        for card in below:
            if card not in said:
                cards.append(card)
    master_of = {card: master for master, below in under.items() for card in below}
    # each card on any arrow of its master, or wherever the plan puts it (None)
    choices = [(None, *rules.pack.cards[master_of[card]].outward) for card in cards]
    for chosen in islice(product(*choices), MOST_PLACES):
        wanted = {card: side for card, side in zip(cards, chosen, strict=True) if side is not None}
        plan = structure.plan(rules, here, seat, under, onto, {**said, **wanted})
        laid = {entry.card: entry.side for entry in plan.laid}
        if plan.laid not in seen and all(laid.get(card) == side for card, side in {**said, **wanted}.items()):
            seen.add(plan.laid)
            yield plan


def _sets_below(under: Mapping[int, list[int]]) -> list[frozenset[int]]:
    """Every set of groups that may be lost together, smallest first: with a group, everything below it is lost."""
    found = {frozenset[int]()}
    for card in list(under)[1:]:  # without the first, the group that they hang from
        whole = [card]
        for one in whole:
            whole += under[one]
        found |= {lost.union(whole) for lost in list(islice(found, MOST_TRIED))}
    return sorted(found, key=len)


def _losing(found: Found, lost: frozenset[int]) -> Found:
    """A way by which more groups are lost, made from one by which fewer are."""
    laid = tuple([entry for entry in found.plan.laid if entry.card not in lost])
    return Found(found.layout, Plan(laid, tuple(sorted(lost))))


def _all_sides(rules: ConspiracyRules, under: Mapping[int, list[int]], going: Going) -> dict[int, int]:
    """A mask of all sides that each of these groups may be on, if any of them may have moved to another arrow of its
    master."""
    sides = {next(iter(under)): mask_of(going.sides)}
    for master, below in under.items():
        for card in below:
            sides[card] = mask_of(rules.pack.cards[master].outward)
    return sides
