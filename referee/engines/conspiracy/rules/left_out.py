"""Things that a log may leave out, and everything that may have happened instead of the simplest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any

from referee.core.events import Event, Finding
from referee.engines.conspiracy.compiled import ConspiracyRules
from referee.engines.conspiracy.rules import battles, means, specials, structure
from referee.engines.conspiracy.state import UNKNOWN, ByCard, ConspiracyState

Value = Mapping[str, Any]
Way = tuple[Event, ...]
"""A possible course of what happened: events written out in full, the last of them in place of the one that the log has."""
MOST_PLACES = 60
"""The most arrangements of subordinates that are tried for one group that moves."""
LIKELY = 6
"""Ways to place a captured group that are likely enough to be tried first."""
SIDES, GROUPS, SPECIALS = "sides", "groups", "specials"
"""Things that may be open: the arrows that groups are on, which groups are in play and whose, which Specials are in hands. The
money on each card is open, too, but never a reason to look for another course: see state.py."""
EVERYTHING = frozenset((SIDES, GROUPS, SPECIALS))
READS_SIDES = frozenset(("arrow", "overlap", "specials"))
"""Rules whose faults depend on the arrows that groups are on."""


def reads(fault: Finding) -> frozenset[str]:
    """Return the things that a fault depends on; everything else about the table may be open, and it is one all the same.

    Which groups there are matters to everything, and Specials to all but most claims: they may decide who did something.
    """
    if fault.at[:1] == ("expect",):
        return frozenset((GROUPS, SPECIALS) if fault.at[1] in ("money", "winners") else (GROUPS,))
    return frozenset((SIDES, GROUPS, SPECIALS) if fault.rule in READS_SIDES else (GROUPS, SPECIALS))


def decides(before: ConspiracyState, event: Event | None, now: ConspiracyState) -> frozenset[str]:
    """Return the things that are open because of what a log leaves out at an event, in the state before it, or before it.

    Which groups there are does not depend on the arrow of one of them, until a group has moved (`now`) with others below it,
    of which some may not fit.
    """
    rolled = before.attack is not None and before.attack.roll
    if not rolled and (event is None or event.verb != "move"):
        return frozenset((SPECIALS,))
    return frozenset((SIDES, GROUPS) if now.moved_together >= before.clock else (SIDES,))


def something(rules: ConspiracyRules, state: ConspiracyState, event: Event | None) -> bool:
    """Return whether the log leaves something out at an event, or before it."""
    battle = state.attack
    if battle is not None and battle.roll:
        between = event is not None and event.verb != "capture" and specials.answers_roll(rules, battle, event)
        if battle.kind != "control" or between:
            return False
        if not battles.outcome(rules, specials.after_special(rules, state).battle)[1]:
            return False
        return any(True for _ in ways(rules, state, event))
    return event is not None and event.verb in PARTS and any(True for _ in PARTS[event.verb](rules, state, event))


def ways(
    rules: ConspiracyRules,
    state: ConspiracyState,
    event: Event | None,
    seats: Collection[int | None] = (),
    *,
    likely: bool = False,
) -> Iterator[Way]:
    """Yield everything else that may have happened at an event, or before it. `likely` is what these players did, and only the
    first few ways."""
    if likely and seats and None not in seats and state.turn not in seats:
        return
    if state.attack is not None and state.attack.roll:
        written = None
        if event is not None and event.verb == "capture":
            written = event.value
        for value in islice(_captures(rules, state, written), LIKELY if likely else None):
            capture = Event("capture", value, at=event.at if event is not None else ())
            yield (capture,) if written is not None or event is None else (capture, event)
    elif event is not None and event.verb in PARTS:
        for value in PARTS[event.verb](rules, state, event):
            yield (Event(event.verb, value, seat=event.seat, at=event.at),)


def _changes(choices: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield every other choice than the first of each, those first that change least."""
    for many in range(1, len(choices) + 1):
        for places in combinations(range(len(choices)), many):
            yield from product(*(each[1:] if place in places else each[:1] for place, each in enumerate(choices)))


def _captures(rules: ConspiracyRules, state: ConspiracyState, written: Value | None) -> Iterator[Value]:
    """Yield the arrows and places that a captured group may have gone to, except the first."""
    battle = specials.after_special(rules, state).battle
    said = written or {"places": {}}
    if "arrow" in said:
        sides = [said["arrow"]]
    else:
        sides = structure.free_arrows(rules, state, battle.attacker)
    seat = state.place[battle.attacker]
    target = battle.target
    by = battle.attacker
    laid = []
    for side in sides:
        for places in _placings(rules, state, seat, target, by, side, said["places"]):
            laid.append({**said, "arrow": side, "places": places})
    if len(sides) > 1:
        yield from laid
    else:
        yield from laid[1:]


def _placings(
    rules: ConspiracyRules,
    state: ConspiracyState,
    seat: int,
    root: int,
    master: int,
    side: int,
    said: Mapping[int, int],
) -> Iterator[Mapping[int, int]]:
    """Yield every way to place what comes with a group: the places written, then those with others besides."""
    plan = structure.plan(rules, state, seat, root, (master, side), said)
    yield said
    moved = [entry.card for entry in plan.laid[1:] if entry.side != state.arrow[entry.card]]
    if not moved and not plan.lost:
        return
    seen = {plan.laid}
    below = [card for card in structure.below(rules, state, root)[1:] if card not in said]
    choices = [(None, *rules.pack.cards[state.master[card]].outward) for card in below]
    for chosen in islice(_changes(choices), MOST_PLACES):
        wanted = {card: side for card, side in zip(below, chosen, strict=True) if side is not None}
        plan = structure.plan(rules, state, seat, root, (master, side), {**said, **wanted})
        sides = {entry.card: entry.side for entry in plan.laid}
        if plan.laid not in seen and all(sides.get(card) == there for card, there in wanted.items()):
            seen.add(plan.laid)
            yield ByCard({**said, **wanted}, rules.pack.names)


def _moves(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Any]:
    card, (master, side), said = event.value
    seat = state.turn
    if state.place[card] == seat == state.place[master] and master not in structure.below(rules, state, card):
        for places in islice(_placings(rules, state, seat, card, master, side, said), 1, None):
            yield card, (master, side), places


def _possible_specials(state: ConspiracyState, seat: int, cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the Specials in a player's hand that may be meant where a log names none."""
    hand = state.specials[seat]
    places = [place for place, card in enumerate(cards) if card == UNKNOWN]
    for many in range(1, len(places) + 1):
        for chosen in combinations(hand, many):
            named = dict(zip(places, chosen, strict=False))
            yield tuple(named.get(place, card) for place, card in enumerate(cards))


def _gifts(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Any]:
    for cards in _possible_specials(state, means.actor(state, event), event.value["specials"]):
        yield {**event.value, "specials": cards}
    back = event.value.get("for")
    if back:
        for cards in _possible_specials(state, event.value["to"], back["specials"]):
            yield {**event.value, "for": {**back, "specials": cards}}


PARTS: Mapping[str, Callable[[ConspiracyRules, ConspiracyState, Event], Iterator[Any]]] = {
    "move": _moves,
    "attack": lambda rules, state, event: (
        (*event.value[:4], card, *event.value[5:])
        for (card,) in _possible_specials(state, state.turn, (event.value[4],))
    ),
    "abolish": lambda rules, state, event: _possible_specials(state, specials.actor(rules, state, event), event.value),
    "give": _gifts,
}
"""Values, by verb, of everything that may have happened when a log says less, except the simplest."""
