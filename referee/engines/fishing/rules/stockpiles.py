"""Stockpiles: what may be wrong with one that is made or added to, and what it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.findings import Fault
from referee.engines.fishing.rules.board import Element, Play
from referee.engines.fishing.rules.notation import written
from referee.engines.fishing.rules.sums import no_term, plain_sum, set_totals
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import ONLY_ITS_LIKE, STOCKPILE, CompiledRules


def check(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Everything that is wrong with the stockpile that a play makes."""
    plain = rules.stockpiles and rules.combined and not rules.raised_from_hand
    if plain and _plainly_adds_up(rules, play):
        yield from _check_passive(rules, state, play)
        return
    who, seat = state.players[play.seat], play.seat
    if not rules.stockpiles:
        yield Fault(STOCKPILE, f"{who} makes a {rules.called}; this game has none", seat, word=("stockpile", "allowed"))
        return
    if play.make >= ONLY_ITS_LIKE:
        message = f"{who} makes a {rules.called} of {rules.worth(play.make)}, which has no value; it is taken by its like only"
        yield Fault(STOCKPILE, message, seat, bars=True)
        return
    mine = [elements for elements in play.sets if any(one.played for one in elements)]
    if not mine:
        name = rules.names(play.active)
        yield Fault(
            STOCKPILE,
            f"{who} leaves {name} out of the {rules.called}; the card played is part of it",
            seat,
            bars=True,
        )
        return
    if not any(not one.played for elements in play.sets for one in elements):
        alone = f"{who} makes a {rules.called} of {rules.names(play.active)} alone"
        message = f"{alone}; at least one card of the field belongs to it"
        yield Fault(STOCKPILE, message, seat)
        return
    for elements in play.sets:
        locked = no_term(elements, single=True, multiple=rules.locked_in_stockpile)
        if locked is not None:
            pile = written(rules, locked)
            message = f"{who} makes {play.make} of {pile}; a multiple {rules.called} keeps its value, {locked.value}"
            yield Fault(STOCKPILE, message, seat, word=("stockpile", "multiple_in_sums"))
            return
        totals = set_totals(rules, elements)
        if play.make not in totals:
            text = "+".join(written(rules, one.lying) for one in elements)
            worth = " or ".join(rules.worth(total) for total in sorted(totals)) or "no sum"
            no_value = not totals or max(totals) >= ONLY_ITS_LIKE
            yield Fault(STOCKPILE, f"{who} makes {play.make} of {text}, which is {worth}", seat, bars=no_value)
            return
    yield from _check_raised(rules, state, play)
    if not rules.combined and (both := combined(play)):
        text = " and ".join(written(rules, one) for one in both)
        message = f"{who} adds {text} up; each {rules.called} is raised by itself"
        yield Fault(STOCKPILE, message, seat, word=("stockpile", "combined"))
    yield from _check_passive(rules, state, play)


def combined(play: Play) -> list[Lying]:
    """The stockpiles that are terms of one sum, if several are."""
    added = ([one.lying for one in elements if one.lying.sets] for elements in play.sets)
    return next((piles for piles in added if len(piles) > 1), [])


def adds_equals(play: Play) -> bool:
    """Whether sets are added to a stockpile that has their value already."""
    return any(len(elements) == 1 and elements[0].lying.sets for elements in play.sets)


def _plainly_adds_up(rules: CompiledRules, play: Play) -> bool:
    """Whether the card played and something of the field are in it, and every set has its value without a choice of values."""
    number = 0
    for elements in play.sets:
        number += len(elements)
        if plain_sum(rules, elements) != play.make:
            return False
    return number > 1 and any(one.field < 0 for one in play.sets[0])


def _check_raised(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether a stockpile is raised with more than the card played, where only that may raise it."""
    if not rules.raised_from_hand:
        return
    for elements in play.sets:
        raised = [one.lying for one in elements if one.lying.sets]
        if raised and len(elements) > 1 and (len(elements) > 2 or not any(one.played for one in elements)):
            text = "+".join(written(rules, one.lying) for one in elements)
            who, pile = state.players[play.seat], written(rules, raised[0])
            message = f"{who} raises {pile} in {text}; only the card played raises a {rules.called}"
            yield Fault(STOCKPILE, message, play.seat, word=("stockpile", "raised"))


def check_kept(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether the owner of stockpiles that stay as they are keeps a card for each of them."""
    if not rules.must_keep:
        return
    seat = play.seat
    owned = [one for lying in state.fields for one in lying if one.owner == seat]
    if not owned:
        return
    used = {one.lying for elements in play.sets for one in elements}
    unknown = state.hidden[seat] - (play.active & ~state.hands[seat]).bit_count()
    for one in owned:
        able = rules.of_value.get(one.value, 0)
        if one in used or state.hands[seat] & ~play.active & able:
            continue
        if unknown > 0 and able & rules.pack & ~state.located & ~play.active:
            continue
        message = (
            f"{state.players[seat]} plays {rules.names(play.active)}, the last card for {written(rules, one)}; "
            "its owner keeps one until it is taken or built on"
        )
        yield Fault(STOCKPILE, message, seat, word=("stockpile", "keep"))


def passive(rules: CompiledRules, state: State, play: Play) -> int:
    """The cards that the player keeps and is known to hold whose value a stockpile may have."""
    return state.hands[play.seat] & ~play.active & rules.of_value.get(play.make, 0)


def needs_none(rules: CompiledRules, state: State, play: Play) -> bool:
    """Whether nobody need ask for the card kept: it is known to be in that hand, or none is needed for what is added."""
    return bool(passive(rules, state, play)) or (rules.equals_added_freely and adds_equals(play))


def _check_passive(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    if needs_none(rules, state, play):
        return
    seat, who = play.seat, state.players[play.seat]
    able = rules.of_value.get(play.make, 0) & rules.pack
    if not able:
        message = f"{who} makes a {rules.called} of {play.make}; no card has that value"
        yield Fault(STOCKPILE, message, seat)
        return
    if rules.passive_said:
        return
    unknown = state.hidden[seat] - (play.active & ~state.hands[seat]).bit_count()
    if unknown > 0 and able & ~state.located & ~play.active:
        return
    kept = rules.names(state.hands[seat] & ~play.active)
    holds = f"keeps {kept}" if not unknown else "cannot hold one: all of them are elsewhere"
    message = f"{who} makes a {rules.called} of {play.make} without another card of that value in hand; {who} {holds}"
    yield Fault(STOCKPILE, message, seat, word=("stockpile", "equals_added" if adds_equals(play) else "passive"))


def stockpiled(rules: CompiledRules, play: Play) -> Lying:
    """The stockpile that a play makes."""
    sets: list[int] = []
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            sets += elements[0].lying.sets
        else:
            sets.append(_cards(elements))
    cards = 0
    for mask in sets:
        cards |= mask
    return Lying(cards, play.make, tuple(sets), play.seat if rules.owned else -1)


def _cards(elements: Sequence[Element]) -> int:
    cards = 0
    for one in elements:
        cards |= one.lying.cards
    return cards
