"""Where a card is known to be."""

from __future__ import annotations

from itertools import combinations

from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


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
