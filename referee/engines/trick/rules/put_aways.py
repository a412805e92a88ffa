"""Cards taken after an auction, the one turned up or the talon, and as many others put away in exchange.

If a log does not say which cards were put away, a hand that was dealt openly has some too many, and it is
unknown which. The plays show it: cards with which a play would have been a revoke are those that went.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import hands, outcomes, stocks, whereabouts
from referee.engines.trick.state import CONTRACT, PUT_AWAY, State
from referee.engines.trick.words.auction import SHOWN
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import Narrow
from referee.engines.trick.words.talon import DECLARER
from referee.engines.trick.words.turned import DEALER, NOBODY

MOST_WAYS = 1000
"""If cards may have been put away in more ways than this, plays show only what they show about any unseen hand."""


def taker(rules: CompiledRules, state: State) -> int:
    """Who takes the card that was turned up, now that the auction is over; -1 if nobody does."""
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


def take_up(rules: CompiledRules, state: State) -> bool:
    """The auction is over: whether a card that was turned up goes into a hand, from which another is put away."""
    seat = taker(rules, state)
    if seat < 0:
        _take_up_unseen(rules, state)
        return False
    assert rules.turned is not None
    bit = 1 << state.turned
    state.hands[seat] |= bit
    if not state.known[seat] and not rules.turned.may_go_back:
        state.sure[seat] |= bit
    state.phase, state.turn = PUT_AWAY, seat
    return True


def _take_up_unseen(rules: CompiledRules, state: State) -> None:
    """Nobody wrote down which card was turned up: a player who may have taken it may hold a card that was not dealt to that
    hand."""
    if rules.turned is None or rules.turned.goes_to == NOBODY or state.turned >= 0 or state.contract < 0:
        return
    seat = _who(rules, state)
    if seat in state.seats and state.known[seat]:
        unplaced = whereabouts.unplaced(rules, state)
        _lose_sight(state, seat, 0)
        state.hands[seat] |= unplaced


def pick_up(rules: CompiledRules, state: State, cards: int) -> None:
    """The declarer takes the talon: these cards, or unseen ones (0)."""
    seat = state.talon_to = state.declarer
    if cards:
        state.hands[seat] |= cards
        state.sure[seat] |= 0 if state.known[seat] else cards
        hands.not_elsewhere(rules, state, seat, cards)
    else:
        more = whereabouts.unplaced(rules, state)
        if state.known[seat]:
            _lose_sight(state, seat, state.hands[seat])
        state.hands[seat] |= more
    state.phase, state.turn = PUT_AWAY, seat


def _lose_sight(state: State, seat: int, sure: int) -> None:
    """A hand that was known is no longer known, except for these cards."""
    state.known[seat], state.sure[seat] = False, sure
    if not state.blind:
        state.blind, state.shown = True, [[] for _ in state.players]
        state.unseen.setdefault("deal", []).append(state.clock + 1)
    state.shown[seat] = []


def many(rules: CompiledRules, state: State) -> int:
    """How many cards are put away: as many as the declarer took from the talon, or one for the card turned up."""
    return rules.talon_beside(state.cards, len(state.seats)) if _from_talon(rules, state) else 1


def _from_talon(rules: CompiledRules, state: State) -> bool:
    return rules.talon_goes_to == DECLARER and state.talon_to >= 0


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that a player puts away."""
    seat = state.turn if event.seat is None else event.seat
    who, cards, at = state.players[seat], mask_of(event.value), event.at
    names, wanted = rules.card_names(cards), many(rules, state)
    if seat != state.turn:
        what = "a card" if wanted == 1 else f"{wanted} cards"
        message = f"{who} put {names} away, but {state.players[state.turn]} must put away {what}"
        return (Fault("turn", message, seat, at=("by",), bars=True),)
    if cards.bit_count() != wanted:
        message = f"{who} put {counted(cards.bit_count(), 'cards')} away; "
        message += f"as many must be put away as were taken, {wanted}" if wanted > 1 else "it must be 1 card"
        word = ("talon",) if _from_talon(rules, state) else ("turned",)
        return (Fault(rules.cite(*word, "goes_to"), message, seat, word=word, at=at, bars=True),)
    if cards & ~state.hands[seat]:
        absent = rules.card_names(cards & ~state.hands[seat])
        holding = f", holding {rules.card_names(state.hands[seat])}" if state.known[seat] else ""
        message = f"{who} put {absent} away, not in that hand{holding}"
        return (Fault("hand", message, seat, at=hands.first_of(event, ~state.hands[seat]), bars=True),)
    if cards & ~may_go(rules, state):
        message = f"{who} put {names} away, the card that was turned up; it must be another card"
        legal = tuple(rules.deck.names(may_go(rules, state)))
        return (Fault(rules.cite("turned", "put_away"), message, seat, legal, ("turned", "put_away"), at),)
    return ()


def may_go(rules: CompiledRules, state: State) -> int:
    """The cards that the player who must put some away may choose from."""
    stays = 0 if rules.turned is None or rules.turned.may_go_back or state.turned < 0 else 1 << state.turned
    return state.hands[state.turn] & ~stays


def put_away(rules: CompiledRules, state: State, event: Event) -> None:
    """Known cards are put away: they are in no hand from now on."""
    seat, cards = state.turn, mask_of(event.value)
    state.clock += 1
    state.put_away[seat] |= cards
    for other in state.seats:
        if other == seat or not state.known[other]:
            state.hands[other] &= ~cards
            state.sure[other] &= ~cards
    if not state.known[seat] and not _from_talon(rules, state) and cards != 1 << state.turned:
        state.sure[seat] |= 1 << state.turned
        hands.not_elsewhere(rules, state, seat, 1 << state.turned)
    if not state.known[seat] and state.sure[seat].bit_count() == whereabouts.hand_size(state, seat):
        stocks.learn(state, seat, state.sure[seat])
    _go_on(rules, state)


def put_away_unseen(rules: CompiledRules, state: State) -> None:
    """Unknown cards are put away: a hand that was dealt openly has some too many."""
    seat = state.turn
    if _from_talon(rules, state):
        if state.known[seat]:
            _lose_sight(state, seat, 0)
        state.sure[seat] = 0
    elif state.known[seat]:
        assert rules.turned is not None
        _lose_sight(state, seat, 0 if rules.turned.may_go_back else 1 << state.turned)
    _go_on(rules, state)


def _go_on(rules: CompiledRules, state: State) -> None:
    if rules.auction and rules.auction.contracts and state.contract < 0:
        state.phase = CONTRACT
    else:
        hands.to_naming(rules, state)


def too_many(rules: CompiledRules, state: State, seat: int) -> int:
    """How many of the cards in an unseen hand were put away; 0 if others may be missing, too."""
    if state.known[seat] or seat not in state.seats:
        return 0
    taken = _from_talon(rules, state) and state.talon_to == seat
    if not taken and rules.turned is None:
        return 0
    laid = seat in hands.order_from(rules, state, state.leader)[: len(state.trick)]
    found = state.hands[seat].bit_count() - whereabouts.hand_size(state, seat) + laid
    return found if 0 < found <= many(rules, state) else 0


def each_without(rules: CompiledRules, state: State, seat: int) -> Sequence[tuple[int, int]]:
    """The possible hands behind one with some cards too many: the cards that may have been put away, and the hand without
    them."""
    away = too_many(rules, state, seat)
    held = state.hands[seat]
    open_to_doubt = held & ~state.sure[seat]
    if not away or comb(open_to_doubt.bit_count(), away) > MOST_WAYS:
        return ()
    return [(mask, held & ~mask) for mask in map(mask_of, combinations(members(open_to_doubt), away))]


def shown(rules: CompiledRules, state: State, seat: int, bit: int, narrow: Narrow) -> bool:
    """Applies what a play shows about a hand with some cards too many, by the words of play that apply; false if it has none.

    A card that cannot have gone is in the hand, a card that must have gone is not, and the whole hand is known if there is only
    one way.
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
