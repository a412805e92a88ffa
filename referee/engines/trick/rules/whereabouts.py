"""Where a card is known to be, and what a hand that is not seen can hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import counted
from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.stock import NOBODY


def played_before(rules: CompiledRules, state: State, card: int) -> str:
    """Who played a card in this hand and when, as the end of a sentence; empty if nobody did."""
    bit = 1 << card
    if state.table & bit:
        seat = hands.order_from(rules, state, state.leader)[state.trick.index(card)]
        return f"{state.players[seat]} has played to this trick already"
    for number, trick in enumerate(state.finished(), start=1):
        if card in trick.cards:
            seat = hands.order_from(rules, state, trick.leader)[trick.cards.index(card)]
            return f"{state.players[seat]} has played to trick {number} of this hand already"
    return ""


def elsewhere(rules: CompiledRules, state: State, card: int) -> str:
    """Why a card cannot be in the stock, as the end of a sentence; empty if it may."""
    played = played_before(rules, state, card)
    if played or state.gone >> card & 1:
        return played or "has been played in this hand already"
    for seat in state.seats:
        held = state.hands[seat] if state.known[seat] else state.sure[seat]
        if held >> card & 1:
            return f"{state.players[seat]} holds"
    return ""


def unplaced(rules: CompiledRules, state: State) -> int:
    """The cards whose place is unknown, or that are known to be in the stock."""
    placed = state.gone | state.table | state.talon
    for cards in state.put_away:
        placed |= cards
    for seat in state.seats:
        placed |= state.hands[seat] if state.known[seat] else state.sure[seat]
    return rules.pack & ~placed


def hand_size(state: State, seat: int) -> int:
    """How many cards a player holds while no trick is on the table."""
    return min(state.cards, state.left) if seat in state.seats else 0


def without_room(rules: CompiledRules, state: State, laid: int = 0, by: int = -1) -> int:
    """The cards for which the unseen hands together have no room (0 if they can be filled), for any of them together; `laid` is
    a card that the player `by` lays now."""
    gone = state.gone | state.table | laid
    on_table = {*hands.order_from(rules, state, state.leader)[: len(state.trick)], by}
    for seat in state.seats:
        gone |= state.hands[seat] if state.known[seat] else 0
    unseen, there = [seat for seat in state.seats if not state.known[seat]], rules.pack & ~gone
    each = min(state.cards, state.left)
    lacking = [
        seat for seat in unseen if there & ~state.hands[seat]
    ]  # with anybody else all cards have room, if there are enough
    for number in range(1, len(lacking) + 1):
        for some in combinations(lacking, number):
            cards = 0
            for seat in some:
                cards |= state.hands[seat]
            if (cards & there).bit_count() < number * each - len(on_table.intersection(some)):
                return there & ~cards
    return 0


MOST_WAYS = 5000
"""If there are more ways than this for what a hand may hold, none is ruled out before the cards are seen."""


def ways(rules: CompiledRules, state: State, seat: int, event: Event | None = None) -> Sequence[dict[str, int]]:
    """The possible values of the names for cards held at the player's bid, each way as a map; after a play, if one is given.
    Empty if there are too many ways."""
    if not rules.held_names:
        return ({},)
    spans = [_bounds(rules, state, seat, cards, event) for cards in rules.held_names.values()]
    if prod(map(len, spans)) > MOST_WAYS:
        return ()
    return [dict(zip(rules.held_names, many, strict=True)) for many in product(*spans)]


def _bounds(rules: CompiledRules, state: State, seat: int, cards: int, event: Event | None) -> range:
    """How many of some cards the player held at the bid, as far as that is known."""
    played, laid = _played(rules, state, seat), 0
    if event is not None:
        laid = event.bit
        played |= laid if seat == _actor(state, event) else 0
    out = state.gone | state.table | laid
    if state.known[seat]:
        many = (cards & (played | state.hands[seat])).bit_count()
        return range(many, many + 1)
    sure = state.sure[seat] & ~out
    open_to = (state.hands[seat] | _shown(state, seat)) & ~out & ~sure
    left = state.cards - (played | sure).bit_count()
    there = (cards & (played | sure)).bit_count()
    least = max(0, left - (open_to & ~cards).bit_count())
    return range(there + least, there + max(least, min(left, (open_to & cards).bit_count())) + 1)


def _actor(state: State, event: Event) -> int:
    return state.turn if event.seat is None else event.seat


def _played(rules: CompiledRules, state: State, seat: int) -> int:
    """The cards that a player has played in this hand."""
    found = 0
    tricks = [(trick.leader, trick.cards) for trick in state.finished()]
    for leader, cards in (*tricks, (state.leader, tuple(state.trick))):
        order = hands.order_from(rules, state, leader) if cards else ()
        found |= mask_of(card for other, card in zip(order, cards, strict=False) if other == seat)
    return found


def _shown(state: State, seat: int) -> int:
    """The cards that a player has shown not to hold, if every play was right."""
    mask = 0
    for shown in state.shown[seat] if state.shown else ():
        mask |= shown.mask
    return mask


def stays(rules: CompiledRules) -> bool:
    """Whether a hand is played as it was when its player bid, so that the plays show what was in it."""
    taken_up = rules.talon_goes_to == "declarer" or (rules.turned and rules.turned.goes_to != NOBODY)
    return rules.stock is None and not taken_up


def told(rules: CompiledRules, state: State, seat: int, names: frozenset[str]) -> str:
    """Which cards that a word asks about a player held, as the end of a sentence: ', holding 2 spades: AS 5S'."""
    said = []
    for name in sorted(names & rules.held_names.keys()) if state.known[seat] else ():
        cards = state.hands[seat] & rules.held_names[name]
        listed = f": {rules.card_names(cards)}" if cards else ""
        said.append(f"{many(cards.bit_count(), name)}{listed}")
    return f", holding {' and '.join(said)}" if said else ""


def shown_now(rules: CompiledRules, state: State, seat: int, names: frozenset[str], event: Event) -> str:
    """What a play shows about the cards that a word asks about: ' and shows 4 spades or more now'."""
    said = []
    for name in sorted(names & rules.held_names.keys()):
        bounds = _bounds(rules, state, seat, rules.held_names[name], event)
        least, most = bounds[0], bounds[-1]
        if least == most:
            said.append(many(least, name))
        else:
            said.append(f"{least} to {many(most, name)}")
    return f" and shows {' and '.join(said)} now"


def many(number: int, name: str) -> str:
    """A number of cards with a name: '2 spades', 'no spades'."""
    return counted(number, name.replace("_", " ")) if number else f"no {name.replace('_', ' ')}"
