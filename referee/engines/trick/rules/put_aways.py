"""A card taken up after an auction, and another put away for it.

Where it is not written down which card was put away, a hand that was dealt openly has one too many, and nobody knows which.
It is told by what is played: a card with which a play would have been a revoke is the one that went.
"""

from __future__ import annotations

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import hands, outcomes, stocks, whereabouts
from referee.engines.trick.state import PUT_AWAY, State
from referee.engines.trick.words.auction import SHOWN
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import Narrow
from referee.engines.trick.words.turned import DEALER, NOBODY

MANY = 1
"""So many cards are put away for the one that was turned up."""


def taker(rules: CompiledRules, state: State) -> int:
    """Who takes the card that was turned up, now that the auction is over; -1 where nobody does."""
    turned = rules.turned
    if turned is None or turned.goes_to == NOBODY or state.turned < 0 or state.contract < 0:
        return -1
    seat = _who(rules, state)
    return seat if seat in state.seats and _is_taken(rules, state) else -1


def _who(rules: CompiledRules, state: State) -> int:
    """Who takes the card that was turned up, if somebody does."""
    assert rules.turned is not None
    return state.dealer if rules.turned.goes_to == DEALER else state.declarer


def _is_taken(rules: CompiledRules, state: State) -> bool:
    """Whether somebody takes the card after this contract."""
    assert rules.turned is not None and rules.auction is not None
    bids = [place for place, (_, call) in enumerate(state.calls) if call < rules.auction.bids]
    bidder = state.calls[bids[-1]][0] if bids else state.declarer
    call = rules.auction.calls[state.contract]
    names = hands.bid_names(rules, state, bidder)
    names["round"] = sum(by == bidder for by, _ in state.calls[: bids[-1] + 1]) if bids else 1
    row = {**names, **call.numbers, "level": call.level, SHOWN: call.trump is not None and call.trump == names[SHOWN]}
    return bool(rules.turned.when.run(row, (row,)))


def take_up(rules: CompiledRules, state: State) -> None:
    """The auction is over: the card that was turned up goes into a hand, out of which another is put away."""
    seat = taker(rules, state)
    if seat < 0:
        _take_up_unseen(rules, state)
        hands.to_naming(rules, state)
        return
    assert rules.turned is not None
    bit = 1 << state.turned
    state.hands[seat] |= bit
    if not state.known[seat] and not rules.turned.may_go_back:
        state.sure[seat] |= bit
    state.phase, state.turn = PUT_AWAY, seat


def _take_up_unseen(rules: CompiledRules, state: State) -> None:
    """Nobody wrote down which card was turned up: whoever may have taken it may hold another card than those dealt."""
    if rules.turned is None or rules.turned.goes_to == NOBODY or state.turned >= 0 or state.contract < 0:
        return
    seat = _who(rules, state)
    if seat in state.seats and state.known[seat]:
        unplaced = whereabouts.unplaced(rules, state)
        _lose_sight(state, seat)
        state.hands[seat] |= unplaced


def _lose_sight(state: State, seat: int) -> None:
    """A hand that was known is not known any more."""
    state.known[seat], state.sure[seat] = False, 0
    if not state.blind:
        state.blind, state.shown = True, [[] for _ in state.players]
        state.unseen.setdefault("deal", []).append(state.clock + 1)
    state.shown[seat] = []


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that a player puts away."""
    seat = state.turn if event.seat is None else event.seat
    who, cards, at = state.players[seat], event.value, event.at
    names = rules.card_names(cards)
    if seat != state.turn:
        message = f"{who} put {names} away, but {state.players[state.turn]} is to put a card away"
        return (Fault("turn", message, seat, at=("by",), bars=True),)
    if cards.bit_count() != MANY:
        message = f"{who} put {counted(cards.bit_count(), 'cards')} away; it is {counted(MANY, 'cards')}"
        return (Fault(rules.cite("turned", "goes_to"), message, seat, word=("turned",), at=at, bars=True),)
    if cards & ~state.hands[seat]:
        holding = f", holding {rules.card_names(state.hands[seat])}" if state.known[seat] else ""
        message = f"{who} put {names} away, not in that hand{holding}"
        return (Fault("hand", message, seat, at=at, bars=True),)
    if cards & ~may_go(rules, state):
        message = f"{who} put {names} away, the card that was turned up; it is another"
        legal = tuple(rules.deck.names(may_go(rules, state)))
        return (Fault(rules.cite("turned", "put_away"), message, seat, legal, ("turned", "put_away"), at),)
    return ()


def may_go(rules: CompiledRules, state: State) -> int:
    """The cards that the player to put one away may choose from."""
    assert rules.turned is not None
    return state.hands[state.turn] & ~(0 if rules.turned.may_go_back else 1 << state.turned)


def put_away(rules: CompiledRules, state: State, event: Event) -> None:
    """A card is put away that is known: it is in no hand from now on."""
    seat, cards = state.turn, event.value
    state.clock += 1
    state.put_away[seat] |= cards
    if rules.put_away_unasked and cards == 1 << state.turned:
        state.mattered_first("turned.put_away", state.clock)
    for other in state.seats:
        if other == seat or not state.known[other]:
            state.hands[other] &= ~cards
            state.sure[other] &= ~cards
    if not state.known[seat] and cards != 1 << state.turned:
        state.sure[seat] |= 1 << state.turned
    hands.to_naming(rules, state)


def put_away_unseen(rules: CompiledRules, state: State) -> None:
    """A card is put away that nobody wrote down: a hand that was dealt openly has one too many."""
    seat = state.turn
    if state.known[seat]:
        assert rules.turned is not None
        _lose_sight(state, seat)
        state.sure[seat] = 0 if rules.turned.may_go_back else 1 << state.turned
    hands.to_naming(rules, state)


def one_too_many(rules: CompiledRules, state: State, seat: int) -> int:
    """The cards of which one is the one that a player put away unseen; 0 where it is not just one that is missing."""
    if rules.turned is None or state.known[seat] or seat not in state.seats:
        return 0
    laid = seat in hands.order_from(rules, state, state.leader)[: len(state.trick)]
    held = state.hands[seat]
    return held & ~state.sure[seat] if held.bit_count() == whereabouts.hand_size(state, seat) - laid + 1 else 0


def shown(rules: CompiledRules, state: State, seat: int, bit: int, narrow: Narrow) -> bool:
    """Sees to what a play shows of a hand with one card too many, by the words of play that speak; false where it has not.

    What cannot have gone is in the hand, and the whole hand is known where only one card can have.
    """
    ways = each_without(rules, state, seat)
    if not ways:
        return False
    gone = sum(without for without, held in ways if narrow(state, held) & bit)
    held = state.hands[seat] & ~bit
    state.hands[seat] = held
    state.sure[seat] = (state.sure[seat] | (held & ~gone if gone else 0)) & ~bit
    if gone.bit_count() == 1:
        stocks.learn(state, seat, held & ~gone)
        if not state.blind:
            outcomes.forget_unseen_deal(state)
    return True


def each_without(rules: CompiledRules, state: State, seat: int) -> list[tuple[int, int]]:
    """What a hand with one card too many may be: each card that may have been put away, and the hand without it."""
    return [(1 << card, state.hands[seat] & ~(1 << card)) for card in members(one_too_many(rules, state, seat))]
