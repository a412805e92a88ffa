"""Cards that a player takes up after an auction, and as many others that are put away for them.

Where the cards put away are not written down, a hand that was dealt openly has some cards too many, and nobody knows which.
They are told by what is played: cards with which a play would have been a revoke are those that went.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import hands, outcomes, stocks
from referee.engines.trick.rules.whereabouts import hand_size, unplaced
from referee.engines.trick.state import CONTRACT, PUT_AWAY, State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import Narrow

MOST_WAYS = 1000
"""Where cards may have been put away in more ways than so many, plays show only what they show of any unseen hand."""


def many(rules: CompiledRules, state: State) -> int:
    """How many cards are put away for those that were taken up."""
    return rules.talon_beside(state.cards, len(state.seats))


def pick_up(rules: CompiledRules, state: State, cards: int) -> None:
    """The declarer takes up the talon: these cards, or unseen ones (0)."""
    seat = state.talon_to = state.declarer
    if cards:
        state.hands[seat] |= cards
        state.sure[seat] |= 0 if state.known[seat] else cards
        hands.not_elsewhere(rules, state, seat, cards)
    else:
        more = unplaced(rules, state)
        if state.known[seat]:
            _forget(state, seat, state.hands[seat])
        state.hands[seat] |= more
    state.phase, state.turn = PUT_AWAY, seat


def _forget(state: State, seat: int, sure: int) -> None:
    """A hand is not known any more but for these cards."""
    state.known[seat], state.sure[seat] = False, sure
    if not state.blind:
        state.blind, state.shown = True, [[] for _ in state.players]
        state.unseen.setdefault("deal", []).append(state.clock + 1)
    state.shown[seat] = []


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that a player puts away."""
    seat = state.turn if event.seat is None else event.seat
    who, cards, at = state.players[seat], event.value, event.at
    names, wanted = rules.card_names(cards), many(rules, state)
    if seat != state.turn:
        message = f"{who} put {names} away, but {state.players[state.turn]} is to put {counted(wanted, 'cards')} away"
        return (Fault("turn", message, seat, at=("by",), bars=True),)
    if cards.bit_count() != wanted:
        message = f"{who} put {counted(cards.bit_count(), 'cards')} away; as many are put away as were taken, {wanted}"
        return (Fault(rules.cite("talon", "goes_to"), message, seat, word=("talon", "goes_to"), at=at, bars=True),)
    if cards & ~state.hands[seat]:
        absent = rules.card_names(cards & ~state.hands[seat])
        holding = f", holding {rules.card_names(state.hands[seat])}" if state.known[seat] else ""
        message = f"{who} put {absent} away, not in that hand{holding}"
        return (Fault("hand", message, seat, at=at, bars=True),)
    return ()


def may_go(rules: CompiledRules, state: State) -> int:
    """The cards that the player to put some away may choose from."""
    return state.hands[state.turn]


def put_away(rules: CompiledRules, state: State, event: Event) -> None:
    """Cards are put away that are known: they are in no hand from now on."""
    seat, cards = state.turn, event.value
    state.clock += 1
    state.put_away[seat] |= cards
    for other in state.seats:
        if other == seat or not state.known[other]:
            state.hands[other] &= ~cards
            state.sure[other] &= ~cards
    if not state.known[seat] and state.sure[seat].bit_count() == hand_size(state, seat):
        stocks.learn(state, seat, state.sure[seat])
    _go_on(rules, state)


def put_away_unseen(rules: CompiledRules, state: State) -> None:
    """Cards are put away that nobody wrote down: a hand that was dealt openly has some too many."""
    seat = state.turn
    if state.known[seat]:
        _forget(state, seat, 0)
    state.sure[seat] = 0
    _go_on(rules, state)


def _go_on(rules: CompiledRules, state: State) -> None:
    if rules.auction and rules.auction.contracts and state.contract < 0:
        state.phase = CONTRACT
    else:
        hands.to_naming(rules, state)


def too_many(rules: CompiledRules, state: State, seat: int) -> int:
    """How many of the cards in an unseen hand were put away; 0 where others may be missing, too."""
    if state.talon_to != seat or state.known[seat] or rules.talon_goes_to != "declarer":
        return 0
    laid = seat in hands.order_from(rules, state, state.leader)[: len(state.trick)]
    found = state.hands[seat].bit_count() - hand_size(state, seat) + laid
    return found if 0 < found <= many(rules, state) else 0


def each_without(rules: CompiledRules, state: State, seat: int) -> Sequence[tuple[int, int]]:
    """What a hand with some cards too many may be: the cards that may have been put away, and the hand without them."""
    away = too_many(rules, state, seat)
    held = state.hands[seat]
    open_to_doubt = held & ~state.sure[seat]
    if not away or comb(open_to_doubt.bit_count(), away) > MOST_WAYS:
        return ()
    return [(mask, held & ~mask) for mask in map(mask_of, combinations(members(open_to_doubt), away))]


def shown(rules: CompiledRules, state: State, seat: int, bit: int, narrow: Narrow) -> bool:
    """Sees to what a play shows of a hand with some cards too many, by the words of play that speak; false where it has none.

    What can have gone in no way is in the hand, what must have gone is not, and the whole hand is known where there is one way.
    """
    ways = each_without(rules, state, seat)
    if not ways:
        return False
    fits = [without for without, held in ways if held & bit and narrow(state, held) & bit]
    held = state.hands[seat] & ~bit
    union, always = 0, -1
    for without in fits:
        union, always = union | without, always & without
    state.hands[seat] = held & ~(always if fits else 0)
    state.sure[seat] = (state.sure[seat] | (held & ~union if fits else 0)) & ~bit
    if len(fits) == 1:
        stocks.learn(state, seat, held & ~fits[0])
        if not state.blind:
            outcomes.forget_unseen_deal(state)
    return True
