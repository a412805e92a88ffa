"""Cards left over after the deal: who takes them, what is put away for them, and what a card put away unseen reveals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import hands, outcomes, stocks, whereabouts
from referee.engines.trick.rules.whereabouts import elsewhere, unplaced
from referee.engines.trick.state import CONTRACT, PLAY, PUT_AWAY, TALON, State
from referee.engines.trick.words.auction import SHOWN
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import Narrow
from referee.engines.trick.words.stock import DEALER, DECLARER, NOBODY


def size(rules: CompiledRules, state: State) -> int:
    """How many cards lie in the talon of this hand."""
    return rules.talon_beside(state.cards, len(state.seats))


def after_auction(rules: CompiledRules, state: State) -> None:
    """The auction has a declarer: a card or the talon is taken, a contract named if there are several, or play begins."""
    assert rules.auction is not None
    if take_up(rules, state):
        return
    state.turn = state.declarer
    if rules.auction.contracts and state.contract < 0:
        state.phase = CONTRACT
    elif state.talon_to < 0 and state.contract >= 0 and is_taken(rules, state, state.contract):
        state.phase = TALON
    else:
        hands.to_naming(rules, state)


def is_taken(rules: CompiledRules, state: State, call: int) -> bool:
    """Whether the declarer takes the talon to play this contract."""
    if rules.talon is None or rules.talon.goes_to != DECLARER or not size(rules, state):
        return False
    assert rules.auction is not None
    names = rules.auction.contract_names(call, state.doubled, state.bid_for)
    return bool(rules.talon.when.run(names, (names,)))


def may_take(rules: CompiledRules, state: State) -> bool:
    """Whether the declarer may take the talon before a contract is named, and has not."""
    if state.phase != CONTRACT or state.talon_to >= 0 or rules.auction is None:
        return False
    places = rules.auction.contract_index.values()
    return any(is_taken(rules, state, place) for place in places)


def may_be_shown(rules: CompiledRules, state: State) -> bool:
    """Whether the talon may be written now: by the declarer after the auction, or after the first trick if it goes
    with that."""
    if rules.talon_goes_to == DECLARER:
        return state.phase == TALON or may_take(rules, state)
    after = state.phase == PLAY and not state.trick and state.left == state.length - 1
    return after and rules.talon_goes_to == "first_trick" and not state.talon


def why_not(rules: CompiledRules, state: State) -> str:
    """Why the talon may not be written now, in a sentence."""
    if not rules.talon_goes_to:
        return "the cards of a talon are given, but nobody takes one in this game"
    if rules.talon_goes_to == DECLARER:
        if state.talon_to >= 0:
            return f"the talon is taken, but {state.players[state.talon_to]} has taken it already"
        return "the talon is taken, but only the declarer takes it, before play, and not in every contract"
    if rules.talon_goes_to == "last_trick":
        return "the cards of the talon are given, but they are the ones that nobody played; omit them"
    if state.talon:
        return "the cards of the talon are given twice"
    return "the cards of the talon are given here, but the winner of the first trick finds them, just after it"


def check_talon(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that somebody found in the talon."""
    many, there = len(event.value), size(rules, state)
    before_play = state.phase != PLAY
    taker = state.declarer if before_play else state.talon_to
    if event.seat not in (None, taker):
        assert event.seat is not None
        why = "is the declarer" if before_play else "won the first trick"
        message = f"{state.players[event.seat]} took the talon, but {state.players[taker]} {why}"
        return (Fault("turn", message, event.seat, bars=True),)
    if many != there:
        message = f"the talon is recorded with {counted(many, 'cards')}; it has {there}"
        return (Fault("talon", message, word=("talon",), bars=True),)
    faults = []
    for place, card in enumerate(event.value):
        name, at = rules.deck.ids[card], (*event.at, place)
        where = elsewhere(rules, state, card)
        if not rules.pack >> card & 1:
            message = f"{name} is left out of the deck with {rules.players} players"
            faults.append(Fault("deck", message, at=at, bars=True))
        elif where:
            faults.append(Fault("deck", f"the talon is recorded with {name}, which {where}", at=at, bars=True))
        elif card in event.value[:place]:
            faults.append(Fault("deck", f"{name} is listed twice here", at=at, bars=True))
    return tuple(faults)


def show(rules: CompiledRules, state: State, event: Event) -> None:
    """The cards of the talon are known from now on: they are in no hand, or in that of the declarer who takes them."""
    state.clock += 1
    if state.phase != PLAY:
        pick_up(rules, state, sum(1 << card for card in event.value))
        return
    state.talon = sum(1 << card for card in event.value)
    for seat in state.seats:
        if not state.known[seat]:
            state.hands[seat] &= ~state.talon


def take(rules: CompiledRules, state: State, last: int) -> None:
    """The hand is over, and its last trick went to this seat: the cards that nobody played go to the owner of the talon."""
    left, to = rules.pack & ~state.gone, state.talon_to
    if rules.talon_goes_to == "last_trick" or (rules.talon_goes_to == "first_trick" and not state.tricks):
        state.talon_to = to = last
    elif rules.talon_goes_to == DECLARER:
        to = state.declarer
    if to < 0 and rules.talon_goes_to == DECLARER:
        return
    if to < 0 or left.bit_count() != size(rules, state):
        state.unseen.setdefault("captured", []).append(state.clock)
        return
    state.talon = left
    if rules.talon and (rules.talon.counts_for == DECLARER or rules.talon_goes_to != DECLARER):
        state.taken[to] |= left


def counted_by(rules: CompiledRules, state: State, seats: Sequence[int]) -> tuple[int, int]:
    """How many cards of the talon some players count at the end of the hand: at least and at most."""
    if rules.talon is None:
        return 0, 0
    if rules.talon_goes_to == DECLARER and state.declarer >= 0:
        many = size(rules, state) * (rules.talon.counts_for == DECLARER and state.declarer in seats)
        return many, many
    return 0, size(rules, state)


def take_unseen(rules: CompiledRules, state: State) -> None:
    """The declarer takes a talon that nobody wrote down; if all hands are known, so are its cards."""
    there = unplaced(rules, state)
    pick_up(rules, state, there if there.bit_count() == size(rules, state) else 0)


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


def check_put_away(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
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
