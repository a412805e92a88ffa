"""Things that a log may leave out, and everything that may have happened instead of the simplest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any

from referee.core.cards import members
from referee.core.events import Event, Finding
from referee.engines.conspiracy.compiled import ConspiracyRules
from referee.engines.conspiracy.rules import battles, means, specials, structure, turns
from referee.engines.conspiracy.state import INCOME, UNKNOWN, ByCard, ConspiracyState

Value = Mapping[str, Any]
Way = tuple[Event, ...]
"""A possible course of what happened: events written out in full, the last of them in place of the one that the log has."""
MOST_PLACES = 60
"""The most arrangements of subordinates that are tried for one group that moves."""
LIKELY = 6
"""Ways to place a captured group and its money that are likely enough to be tried first."""
SIDES, GROUPS, MONEY, SPECIALS = "sides", "groups", "money", "specials"
"""Things that may be open: the arrows that groups are on, which groups are in play and whose, the money on each card, and which
Specials are in hands."""
EVERYTHING = frozenset((SIDES, GROUPS, MONEY, SPECIALS))
READS: Mapping[str, frozenset[str]] = {
    "arrow": frozenset((SIDES,)),
    "overlap": frozenset((SIDES,)),
    "treasury": frozenset((MONEY,)),
    "tax": frozenset((MONEY,)),
    "upkeep": frozenset((MONEY,)),
    "powers": frozenset((MONEY,)),
    "over": frozenset((MONEY,)),
    "throwing": frozenset((MONEY,)),
    "specials": frozenset((SIDES, MONEY)),
}
"""What a fault reads, by its rule, besides the groups that everybody has, and Specials, which may decide who acted."""
CLAIMS_READ: Mapping[str, frozenset[str]] = {
    "money": frozenset((MONEY, SPECIALS)),
    "winners": frozenset((MONEY, SPECIALS)),
}
"""What a claim reads, by its key in `expect:`, besides the groups that everybody has."""


def reads(fault: Finding) -> frozenset[str]:
    """Return the things that a fault depends on; everything else about the table may be open, and it is one all the same."""
    if fault.at[:1] == ("expect",):
        return CLAIMS_READ.get(str(fault.at[1]), frozenset()) | {GROUPS}
    return READS.get(fault.rule, frozenset()) | {GROUPS, SPECIALS}


def decides(
    rules: ConspiracyRules, before: ConspiracyState, event: Event | None, now: ConspiracyState
) -> frozenset[str]:
    """Return the things that are open because of what a log leaves out at an event, in the state before it, or before it.

    Which groups there are does not depend on the arrow of one of them, until a group has moved (`now`) with others below it,
    of which some may not fit.
    """
    trees = {GROUPS} if now.moved_together >= before.clock else set()
    if before.attack is not None and before.attack.roll:
        return frozenset((SIDES, MONEY, *trees))
    verb = event.verb if event is not None else ""
    if verb == "move":
        return frozenset((SIDES, *trees))
    if verb == "income":
        costing = before.holds[before.turn] & rules.pack.masks["upkeep"]
        return frozenset((MONEY, GROUPS) if costing and rules.upkeep.unpaid == "lost" else (MONEY,))
    if verb == "special":
        return frozenset((MONEY,))
    return frozenset((SPECIALS,))


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
    open_things: Collection[str] = EVERYTHING,
    seats: Collection[int | None] = (),
    so_far: Way = (),
    *,
    likely: bool = False,
) -> Iterator[Way | None]:
    """Yield everything else that may have happened at an event, or before it, and decides some of these things; None if it is
    not everything. `likely` is what these players did, and only the first few ways."""
    where, money = SIDES in open_things or GROUPS in open_things, MONEY in open_things
    income = event is not None and event.verb == "income"
    if likely and seats and None not in seats and state.turn not in seats and not income:
        return
    if state.attack is not None and state.attack.roll:
        written = event.value if event is not None and event.verb == "capture" else None
        values = _captures(rules, state, written, so_far[0].value if so_far else None, where, money)
        for value in islice(values, LIKELY if likely else None):
            capture = Event("capture", value, at=event.at if event is not None else ())
            yield (capture,) if written is not None or event is None else (capture, event)
    elif event is not None and event.verb in PARTS:
        for value in PARTS[event.verb](rules, state, event):
            yield None if value is None else (Event(event.verb, value, seat=event.seat, at=event.at),)


def _changes(choices: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield every other choice than the first of each, those first that change least."""
    for many in range(1, len(choices) + 1):
        for places in combinations(range(len(choices)), many):
            yield from product(*(each[1:] if place in places else each[:1] for place, each in enumerate(choices)))


def _captures(
    rules: ConspiracyRules,
    state: ConspiracyState,
    written: Value | None,
    supposed: Value | None,
    where: bool,
    money: bool,
) -> Iterator[Value]:
    """Yield the arrows and places that a captured group may have gone to, and the money put on it: all, half, none …"""
    battle = specials.after_special(rules, state).battle
    said = written or {"places": {}}
    sides = [said["arrow"]] if "arrow" in said else structure.free_arrows(rules, state, battle.attacker)
    laid = [
        {"arrow": side, "places": places}
        for side in sides
        for places in _placings(
            rules, state, state.place[battle.attacker], battle.target, battle.attacker, side, said["places"]
        )
    ]
    if written is not None:
        yield from ({**said, **entry} for entry in laid[len(sides) == 1 :] if where)
        return
    now = supposed["money"] if supposed else 0
    there = state.money[battle.attacker] if money else 0
    amounts = list(dict.fromkeys([now, there, there // 2, *range(there)]))
    placed = [entry for entry in laid if supposed and entry["arrow"] == supposed["arrow"]] or laid
    others = [entry for entry in laid if entry is not placed[0]] if where else []
    if len(sides) > 1 and not supposed and where:
        yield {**placed[0], "money": now}
    for entry, amount in _changes([[*placed[:1], *others], amounts]) if laid else ():
        yield {**entry, "money": amount}


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


def _incomes(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Value]:
    """Yield every way in which the others may pay their taxes, and the player for what costs money."""
    held = state.holds[state.turn]
    if state.phase != INCOME or not held & (rules.pack.masks["tax"] | rules.pack.masks["upkeep"]):
        return
    said: Value = event.value
    owing = turns.tax_due(rules, state, state.turn)
    payers = [seat for seat in owing if seat not in said.get("tax", {})]
    costing = [card for card in members(held & rules.pack.masks["upkeep"]) if card not in said.get("upkeep", {})]
    choices: list[list[Any]] = [[None, *_taxes(rules, state, seat, owing[seat])] for seat in payers]
    choices += [[None, *turns.may_pay(rules, state, state.turn, card)] for card in costing]
    for chosen in _changes(choices):
        taxes = {seat: paid for seat, paid in zip(payers, chosen, strict=False) if paid is not None}
        upkeep = {card: payer for card, payer in zip(costing, chosen[len(payers) :], strict=True) if payer is not None}
        paid = {"upkeep": ByCard({**said.get("upkeep", {}), **upkeep}, rules.pack.names)} if upkeep else {}
        yield {**said, "tax": {**said.get("tax", {}), **taxes}, **paid}


def _taxes(rules: ConspiracyRules, state: ConspiracyState, seat: int, wanted: int) -> Iterator[int | ByCard[int]]:
    """Yield every way to pay a tax out of one treasury or two."""
    treasuries = [card for card in members(state.holds[seat]) if state.money[card]]
    if not wanted or len(treasuries) < 2:
        return
    yield from (card for card in treasuries if state.money[card] >= wanted)
    for one, other in combinations(treasuries, 2) if rules.tax.split else ():
        for part in range(1, wanted):
            if state.money[one] >= part and state.money[other] >= wanted - part:
                yield ByCard({one: part, other: wanted - part}, rules.pack.names)


def _treasuries(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Value | None]:
    """Yield some of the ways in which a Special may have moved a player's money: to one card, from one or from all."""
    does = rules.pack.cards[event.value["play"]].does
    if "redistribute" not in does or "treasuries" in event.value:
        return
    cards, bonus = list(members(state.holds[specials.actor(rules, state, event)])), does.get("money", 0)
    everything = sum(state.money[card] for card in cards) + bonus
    changes: list[dict[int, int]] = []
    for card in cards:
        changes += [{card: state.money[card] + bonus}, dict.fromkeys(cards, 0) | {card: everything}]
    for source, goal in (both for pair in combinations(cards, 2) for both in (pair, pair[::-1])):
        changes.append({source: 0, goal: state.money[source] + state.money[goal] + bonus})
    yield from ({**event.value, "treasuries": ByCard(change, rules.pack.names)} for change in changes)
    yield None


def _possible_specials(state: ConspiracyState, seat: int, cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the Specials in a player's hand that may be meant where a log names none."""
    hand, places = state.specials[seat], [place for place, card in enumerate(cards) if card == UNKNOWN]
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
    "income": _incomes,
    "move": _moves,
    "attack": lambda rules, state, event: (
        (*event.value[:4], card, *event.value[5:])
        for (card,) in _possible_specials(state, state.turn, (event.value[4],))
    ),
    "abolish": lambda rules, state, event: _possible_specials(state, specials.actor(rules, state, event), event.value),
    "give": _gifts,
    "special": _treasuries,
}
"""Values, by verb, of everything that may have happened when a log says less, except the simplest."""
