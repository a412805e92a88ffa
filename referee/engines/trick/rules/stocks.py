"""Cards left over after the deal: drawn from a stock, or taken from a talon and put away, with a card turned up before an
auction; and what cards put away unseen reveal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations
from math import comb
from operator import and_, or_

from referee.core.cards import mask_of, members
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import hands, seats
from referee.engines.trick.rules.hands import bar, by_another, learn, lose_sight, not_elsewhere, order_from, surely
from referee.engines.trick.rules.seats import absence, cards_laid
from referee.engines.trick.rules.whereabouts import check_origin, hand_size, loose_cards
from referee.engines.trick.state import (
    BID,
    CONTRACT,
    DEAL_REST,
    DRAW,
    GIVE,
    NO_CARD,
    PLAY,
    PUT_AWAY,
    TALON,
    TURN_UP,
    TrickState,
)
from referee.engines.trick.words.bids import DEALER, DECLARER, NOBODY, SHOWN, Turned
from referee.engines.trick.words.plays import Narrow
from referee.engines.trick.words.scoring import Row

BY_CARDS = ("bidding", "by_cards")
MOST_WAYS = 1000
"""The most ways to have put cards away that are followed; with more, plays show only what they show of any unseen hand."""


def drawing_order(rules: TrickRules, state: TrickState) -> tuple[int, ...]:
    """Return the seats in the order in which they draw after a trick."""
    assert rules.stock is not None
    order = order_from(rules, state, state.leader)
    if rules.stock.first == "winner":
        return order
    return order[1:] + order[:1]


def certain(rules: TrickRules, state: TrickState) -> int:
    """The card that the next player draws from the stock, if only one is possible; otherwise NO_CARD."""
    assert rules.stock is not None
    first = state.turn == drawing_order(rules, state)[0]
    if state.turned >= 0 and (first if rules.stock.turned == "next" else state.stock == 1):
        return state.turned
    may_be = drawable(rules, state)
    if may_be.bit_count() == 1:
        return may_be.bit_length() - 1
    return NO_CARD


def drawable(rules: TrickRules, state: TrickState) -> int:
    """Return the cards that may be in the stock, except the open one."""
    return loose_cards(rules, state) & ~(1 << state.turned if state.turned >= 0 else 0)


def check_draw(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with a card drawn."""
    assert rules.stock is not None
    seat = state.turn
    card = rules.deck.ids[event.value]
    who = state.players[seat]
    right = certain(rules, state)
    wrong = by_another(state, event, seat, f"drew {card}", f"it is {who}'s turn to draw")
    if not wrong:
        wrong = check_origin(rules, state, event.value, f"{who} drew {card}", seat)
    if not wrong and right not in (-1, event.value):
        message = f"{who} drew {card}, but the next card of the stock is {rules.deck.ids[right]}"
        return bar("stock", message, seat, word=("stock",))
    if not wrong and right < 0 and event.value == state.turned:
        message = f"{who} drew {card}, which lies {'under' if rules.stock.turned == 'last' else 'on top of'} the stock"
        return bar("stock", message, seat, word=("stock", "turned"))
    return wrong


def draw(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Let the next player draw a card, or one that nobody wrote down. After the last of them the winner leads.

    The stock may have an open card, as `rules.stock.turned` says: the "last" one, under it, or the "next" one, on top.
    When that is drawn, another is turned up.
    """
    assert rules.stock is not None
    seat = state.turn
    card = event.value
    if card != NO_CARD:
        hands.take(rules, state, seat, 1 << card)
        if card == state.turned and rules.stock.turned != "last":
            state.turned = -1
    else:
        if not state.undrawn:
            state.miss("draw")
        state.undrawn += 1
        may_be = drawable(rules, state)
        state.sure[seat] = surely(state, seat)
        state.known[seat] = False
        state.shown[seat] = []
        state.hands[seat] |= may_be
    state.stock -= 1
    order = drawing_order(rules, state)
    if seat != order[-1]:
        state.turn = order[order.index(seat) + 1]
        return
    if rules.stock.turned == "next" and state.stock:
        state.phase = TURN_UP
    else:
        state.phase = PLAY
    state.turn = state.leader
    for other in state.seats:
        if not state.known[other] and state.sure[other].bit_count() == hand_size(state, other):
            learn(state, other, state.sure[other])
    _learn_the_last(rules, state)


def _learn_the_last(rules: TrickRules, state: TrickState) -> None:
    """Learn the only hand that is not seen, if it has room for just the cards that lie nowhere else."""
    unseen = [seat for seat in state.seats if not state.known[seat]]
    held = 0
    if len(unseen) == 1 and not state.stock:
        held = state.sure[unseen[0]] | loose_cards(rules, state)
    if held and held.bit_count() == hand_size(state, unseen[0]):
        learn(state, unseen[0], held)


def draws_left_out(rules: TrickRules, state: TrickState, event: Event) -> bool:
    """Return whether draws happened at the table before this event and the log does not say so."""
    if state.phase != DRAW:
        return state.phase == TURN_UP and state.left < state.length and event.verb in ("play", "declare")
    if event.verb != "draw":
        return event.verb in ("play", "turn", "declare")
    order = drawing_order(rules, state)
    return event.seat in order[order.index(state.turn) + 1 :]


def rest_for(rules: TrickRules, state: TrickState, seat: int) -> int:
    """How many cards a player is dealt after the bids: one fewer with the card that was turned up."""
    rest = state.cards - state.dealt
    if rules.first_dealt and state.turned >= 0 and surely(state, seat) >> state.turned & 1:
        return rest - 1
    return rest


def check_deal(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with a deal, or with its second part, after the bids; its masks hold each card once."""
    later = state.phase == DEAL_REST
    at_first = not later and _is_first_part(rules, state, event)
    faults: tuple[Finding, ...] = ()
    for seat, mask in event.value.items():
        at = ("deal", state.players[seat])
        wrong = ""
        if seat not in state.seats:
            wrong = f", but {absence(state, seat)}"
        elif later:
            wanted = rest_for(rules, state, seat)
            goes_later = rules.turned and state.turned < 0  # nobody wrote down the card that goes to somebody
            if mask.bit_count() != wanted and not goes_later:
                wrong = f" after the bids; it must be {wanted}"
        else:
            wanted = rules.first_dealt if at_first else rules.cards_in_hand(state.hand)
            if mask.bit_count() != wanted:
                wrong = f"; in hand {state.hand} everybody gets {wanted}{' at first' if at_first else ''}"
                wrong += hands.later_beginning(rules, state, [hand.bit_count() for hand in event.value.values()])
        if wrong:
            message = f"{state.players[seat]} is dealt {number_of(mask.bit_count(), 'cards')}{wrong}"
            faults += bar("deal", message, seat, word=("deal",), at=at)
        faults += _check_cards_dealt(rules, state, seat, mask, at)
    return faults


def _is_first_part(rules: TrickRules, state: TrickState, event: Event) -> bool:
    """Whether a deal is the first of two parts: its hands are not whole, or a card is turned up before the second."""
    if not rules.first_dealt:
        return False
    # the card turned up goes to somebody later, and so do cards of the talon
    if rules.turned or rules.gives or rules.trump_set(state.hand) == "turned_up":
        return True
    size = rules.cards_in_hand(state.hand)
    return any(mask.bit_count() != size for mask in event.value.values())


def _check_cards_dealt(rules: TrickRules, state: TrickState, seat: int, mask: int, at: Pointer) -> tuple[Finding, ...]:
    """The faults of cards that are dealt to a player and are elsewhere, or not played with."""
    faults: tuple[Finding, ...] = ()
    who = state.players[seat]
    if state.phase == DEAL_REST:
        for card in members(mask):
            faults += check_origin(rules, state, card, f"{who} is dealt {rules.deck.ids[card]}", seat, at)
        return faults
    away = mask & ~rules.pack
    if not away:
        return ()
    message = f"{who} is dealt {rules.card_names(away)}, left out of the deck with {rules.players} players"
    return bar("deck", message, seat, at=at)


def deal(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Deal the cards, or the rest of them after the bids: these masks by seat, and unseen ones to everybody else."""
    dealt: Mapping[int, int] = event.value
    if state.phase != DEAL_REST:
        hands.begin(rules, state, hands.with_the_last(rules, state, {**dealt}, 0, rules.cards_in_hand(state.hand)))
        if state.blind:
            state.miss("deal")
        return
    for seat, cards in dealt.items():
        hands.take(rules, state, seat, cards)
    unseen = [seat for seat in state.seats if seat not in dealt]
    there = loose_cards(rules, state)
    if len(unseen) == 1 and state.known[unseen[0]] and there.bit_count() == rest_for(rules, state, unseen[0]):
        state.hands[unseen.pop()] |= there
    for seat in unseen:
        lose_sight(state, seat, state.hands[seat], more=there)
    state.dealt = state.cards
    _learn_the_last(rules, state)
    hands.to_play(rules, state)


def talon_size(rules: TrickRules, state: TrickState) -> int:
    """How many cards lie in the talon of this hand: left over, or set aside by a declarer who has taken it."""
    return rules.talon_beside(state.cards, len(state.seats))


def talon_taken(rules: TrickRules, state: TrickState) -> int:
    """How many cards of the talon somebody takes, with those that a declarer then gives to the other players."""
    return rules.talon_beside(state.cards - rules.gives, len(state.seats))


def after_auction(rules: TrickRules, state: TrickState) -> None:
    """Go on with a declarer: a card or the talon is taken, a contract named if there are several, or play begins."""
    seat = taker(rules, state)
    if rules.turned and seat >= 0:
        state.hands[seat] |= 1 << state.turned
        if not state.known[seat] and (rules.first_dealt or not rules.turned.may_go_back):
            state.sure[seat] |= 1 << state.turned
        if not rules.first_dealt:
            state.phase = PUT_AWAY
            state.turn = seat
            return
    if rules.turned and state.turned < 0 <= state.contract:
        _take_unseen_turned(rules, rules.turned, state)
    state.turn = state.declarer
    if rules.the_auction.contracts and state.contract < 0:
        state.phase = CONTRACT
    elif state.talon_to < 0 and state.contract >= 0 and is_taken(rules, state, state.contract):
        state.phase = TALON
    else:
        hands.to_naming(rules, state)


def _take_unseen_turned(rules: TrickRules, turned: Turned, state: TrickState) -> None:
    """Make unknown the hand that takes the card turned up, since nobody wrote down which card that is."""
    if turned.goes_to == NOBODY:
        return
    seat = state.declarer
    if turned.goes_to == DEALER:
        seat = state.dealer
    if seat in state.seats and state.known[seat]:
        # perhaps it is one that was not dealt to that hand
        lose_sight(state, seat, state.hands[seat] * bool(rules.first_dealt), more=loose_cards(rules, state))


def taker(rules: TrickRules, state: TrickState) -> int:
    """The seat that takes the card turned up, now that the auction is over; -1 if nobody does."""
    turned = rules.turned
    auction = rules.auction
    if turned is None or auction is None or turned.goes_to == NOBODY or state.turned < 0 or state.contract < 0:
        return -1
    if turned.goes_to == DEALER:
        seat = state.dealer
    else:
        seat = state.declarer
    # the formula is asked as for the last bid: the names of its bidder, in the round in which it was made
    last = max((place for place, (_, call) in enumerate(state.calls) if call < auction.bids), default=-1)
    if last >= 0:
        bidder = state.calls[last][0]
    else:
        bidder = state.declarer
    call = auction.calls[state.contract]
    names = hands.bid_names(rules, state, bidder)
    names["round"] = max(1, sum(by == bidder for by, _ in state.calls[: last + 1]))
    row = {**names, **call.numbers, "level": call.level, SHOWN: call.trump is not None and call.trump == names[SHOWN]}
    if seat in state.seats and turned.when.run(row, (row,)):
        return seat
    return -1


def is_taken(rules: TrickRules, state: TrickState, call: int) -> bool:
    """Return whether the declarer takes the talon to play this contract."""
    if rules.talon is None or rules.talon.goes_to != DECLARER or not talon_taken(rules, state):
        return False
    names: Row = rules.the_auction.contract_names(call, state.doubled, state.bid_for)
    names = names | seats.carried_by(state, state.declarer)
    return bool(rules.talon.when.run(names, (names,)))


def may_take(rules: TrickRules, state: TrickState) -> bool:
    """Whether the declarer may take the talon before a contract is named, and has not."""
    if rules.auction is None or state.phase != CONTRACT or state.talon_to >= 0:
        return False
    return any(is_taken(rules, state, contract) for contract in rules.auction.contract_index.values())


def may_be_shown(rules: TrickRules, state: TrickState) -> bool:
    """Whether the talon may be written now: by the declarer after the auction, or just after the first trick."""
    if rules.talon_goes_to == DECLARER:
        return state.phase == TALON or may_take(rules, state)
    if rules.talon_goes_to != "first_trick" or state.talon:
        return False
    return state.phase == PLAY and not state.trick and state.left == state.length - 1


def why_not_shown(rules: TrickRules, state: TrickState) -> str:
    """The reason why the talon may not be written now, in a sentence."""
    if not rules.talon_goes_to:
        return "the cards of a talon are given, but nobody takes one in this game"
    if rules.talon_goes_to == DECLARER:
        but = "only the declarer takes it, before play, and not in every contract"
        if state.talon_to >= 0:
            but = f"{state.players[state.talon_to]} has taken it already"
        return f"the talon is taken, but {but}"
    if rules.talon_goes_to == "last_trick":
        return "the cards of the talon are given, but they are the ones that nobody played; omit them"
    if state.talon:
        return "the cards of the talon are given twice"
    return "the cards of the talon are given here, but the winner of the first trick finds them, just after it"


def check_talon(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with the cards that somebody found in the talon."""
    there = talon_taken(rules, state)
    owner = state.declarer
    because = "is the declarer"
    if state.phase == PLAY:
        owner = state.talon_to
        because = "won the first trick"
    wrong = by_another(state, event, owner, "took the talon", f"{state.players[owner]} {because}")
    if wrong:
        return wrong
    if len(event.value) != there:
        message = f"the talon is recorded with {number_of(len(event.value), 'cards')}; it has {there}"
        return bar("talon", message, word=("talon",))
    faults: tuple[Finding, ...] = ()
    for place, card in enumerate(event.value):
        name = rules.deck.ids[card]
        at = event.at + (place,)
        elsewhere = check_origin(rules, state, card, f"the talon is recorded with {name}", at=at)
        if elsewhere:
            faults += elsewhere
        elif card in event.value[:place]:
            faults += bar("deck", f"{name} is listed twice here", at=at)
    return faults


def show_talon(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Note the cards of the talon: they are in no hand, or in that of the declarer who takes them."""
    if state.phase == PLAY:
        state.talon = mask_of(event.value)
        not_elsewhere(state, None, state.talon)
    else:
        _pick_up(rules, state, mask_of(event.value))


def take_talon_unseen(rules: TrickRules, state: TrickState) -> None:
    """Let the declarer take a talon that nobody wrote down; if all hands are known, so are its cards."""
    there = loose_cards(rules, state)
    seat = state.declarer
    if there.bit_count() != talon_taken(rules, state):
        lose_sight(state, seat, state.hands[seat], more=there)
        there = 0
    _pick_up(rules, state, there)


def _pick_up(rules: TrickRules, state: TrickState, cards: int) -> None:
    """Let the declarer take these cards of the talon."""
    hands.take(rules, state, state.declarer, cards)
    state.talon_to = state.turn = state.declarer
    state.phase = PUT_AWAY
    if rules.gives:
        state.phase = GIVE


GIVES = ("talon", "gives")


def check_give(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with the cards that a declarer gives to the other players (masks by seat): by somebody else,
    too many or too few for one of them, or not in the hand."""
    seat = state.turn
    who = state.players[seat]
    wrong = by_another(state, event, seat, "gave cards", f"{who} has taken the talon", at=("by",))
    if wrong:
        return wrong
    faults: tuple[Finding, ...] = ()
    for other in sorted({*state.seats, *event.value}):
        wanted = rules.gives * (other in state.seats and other != seat)
        many = event.value.get(other, 0).bit_count()
        if many != wanted:
            to = state.players[other]
            message = f"{who} gave {to} {number_of(many, 'cards')}; it must be {wanted}"
            faults += bar(rules.cite(*GIVES), message, seat, word=GIVES, at=event.at)
    absent = reduce(or_, event.value.values(), 0) & ~state.hands[seat]
    if absent:
        message = f"{who} gave {rules.card_names(absent)}, not in that hand{hands.holding(rules, state, seat)}"
        faults += bar("hand", message, seat, at=event.at)
    return faults


def give(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Let a declarer give cards to the other players, and go on with those that are put away, if some are left over."""
    for other, cards in event.value.items():
        state.hands[state.turn] &= ~cards
        hands.take(rules, state, other, cards)
    _after_giving(rules, state)


def give_unseen(rules: TrickRules, state: TrickState) -> None:
    """Let a declarer give cards that nobody wrote down: each hand may have any card of the declarer's."""
    seat = state.turn
    may_be = state.hands[seat]
    for other in state.seats:
        if other != seat:
            lose_sight(state, other, state.hands[other], more=may_be)
    lose_sight(state, seat, 0)
    _after_giving(rules, state)


def _after_giving(rules: TrickRules, state: TrickState) -> None:
    """Go on once everybody has a whole hand: the declarer puts away what is left over, if anything is."""
    state.dealt = state.cards
    state.phase = PUT_AWAY
    if not talon_size(rules, state):
        to_raising(rules, state)


def take_leftover(rules: TrickRules, state: TrickState, last: int) -> None:
    """Give the cards that nobody played to the owner of the talon; the last trick of the hand went to seat `last`."""
    goes_to = rules.talon_goes_to
    if not goes_to:
        return
    # a hand that is over early leaves cards in the hands
    left = rules.pack & ~state.gone & ~reduce(or_, [surely(state, seat) for seat in state.seats], 0)
    if goes_to == "last_trick" or (goes_to == "first_trick" and not state.tricks):
        state.talon_to = last
    to = state.declarer if goes_to == DECLARER else state.talon_to
    if to >= 0 and left.bit_count() == talon_size(rules, state):
        state.talon = left
        if goes_to != DECLARER or (rules.talon and rules.talon.counts_for == DECLARER):
            state.taken[to] |= left
    elif to >= 0 or goes_to != DECLARER:
        state.miss("captured")


def talon_counted(rules: TrickRules, state: TrickState, seats: Sequence[int]) -> tuple[int, int]:
    """How many cards of the talon these players together count at the end of the hand: the least and the most."""
    many = talon_size(rules, state)
    if rules.talon and rules.talon_goes_to == DECLARER and state.declarer >= 0:
        many *= rules.talon.counts_for == DECLARER and state.declarer in seats
        return many, many
    return 0, many


def piles_known(rules: TrickRules, state: TrickState) -> bool:
    """Whether all cards are known that the tricks won so far have brought, and those of a talon that somebody takes, as far
    as they count."""
    cards = sum(state.won) * len(state.seats)
    if rules.talon_goes_to == DECLARER:
        cards += talon_counted(rules, state, state.seats)[0]
    elif state.talon_to >= 0:
        cards += talon_size(rules, state)
    return reduce(or_, state.taken).bit_count() >= cards


def many_away(rules: TrickRules, state: TrickState) -> int:
    """How many cards are put away: those that say a bid, as many as the talon had, or one for the card turned up."""
    if rules.put_away_to_bid:
        return rules.put_away_to_bid
    if _from_talon(rules, state):
        return talon_size(rules, state)
    return 1


def _from_talon(rules: TrickRules, state: TrickState) -> bool:
    return rules.talon_goes_to == DECLARER and state.talon_to >= 0


def check_put_away(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with the cards that a player puts away."""
    seat = state.turn
    cards = mask_of(event.value)
    at = event.at
    wanted = many_away(rules, state)
    if rules.by_cards and event.seat is not None:
        seat = event.seat
    who = state.players[seat]
    names = rules.card_names(cards)
    must = f"{who} must put away {'a card' if wanted == 1 else f'{wanted} cards'}"
    wrong = by_another(state, event, seat, f"put {names} away", must, at=("by",))
    if wrong:
        return wrong
    if cards.bit_count() != wanted:
        taken = _from_talon(rules, state)
        right = f"as many must be put away as were taken, {wanted}"
        if not taken or rules.gives or wanted <= 1:
            right = f"it must be {number_of(wanted, 'cards')}"
        word: Pointer = ("turned",)
        if rules.by_cards:
            word = BY_CARDS
            rule = rules.cite(*word)
        else:
            if taken:
                word = ("talon",)
            rule = rules.cite(*word, "goes_to")
        return bar(rule, f"{who} put {number_of(cards.bit_count(), 'cards')} away; {right}", seat, word=word, at=at)
    absent = cards & ~state.hands[seat]
    if absent:
        message = f"{who} put {rules.card_names(absent)} away, not in that hand{hands.holding(rules, state, seat)}"
        return bar("hand", message, seat, at=hands.first_of(event, ~state.hands[seat]))
    if rules.by_cards or (wrong := check_kept(rules, state, cards, at)) or not cards & ~may_go(rules, state):
        return wrong
    message = f"{who} put {names} away, the card that was turned up; it must be another card"
    legal = tuple(rules.deck.names(may_go(rules, state)))
    return (Finding(rules.cite("turned", "put_away"), message, seat, legal, ("turned", "put_away"), at),)


def check_kept(rules: TrickRules, state: TrickState, cards: int, at: Pointer = ("put_away",)) -> tuple[Finding, ...]:
    """Return the fault of cards among these that the declarer may not put away, if there are any."""
    seat = state.turn
    legal = tuple(rules.deck.names(may_go(rules, state)))
    kept = cards & _cards_to_keep(rules, state)
    word = ("talon", "keep")
    put = f"{state.players[seat]} put {rules.card_names(kept)} away"
    message = f"{put}, which may not go while there are enough other cards"
    if not kept:
        return ()
    return (Finding(rules.cite(*word), message, seat, legal, word, at),)


def _cards_to_keep(rules: TrickRules, state: TrickState) -> int:
    """The cards that a player who took the talon may not put away (`talon: keep`), unless there may be too few
    others."""
    kept = 0
    if rules.talon and state.talon_to == state.turn:
        kept = state.hands[state.turn] & rules.talon.keep
    if kept.bit_count() <= state.cards:  # the hand has room for all of them once the talon's number is put away
        return kept
    return 0


def may_go(rules: TrickRules, state: TrickState) -> int:
    """Return the cards that the player who must put some away may choose from."""
    if rules.turned is None or rules.turned.may_go_back or state.turned < 0:
        stays = 0
    else:
        stays = 1 << state.turned
    return state.hands[state.turn] & ~(stays | _cards_to_keep(rules, state))


def lay_aside(rules: TrickRules, state: TrickState, cards: int) -> None:
    """Move known cards of the player to act out of the hand, to those put away, so that they are in no hand any more."""
    seat = state.turn
    state.put_away[seat] |= cards
    state.hands[seat] &= ~cards
    not_elsewhere(state, None, cards)
    if not state.known[seat]:
        # Whoever took the card turned up, and put another away, still holds it.
        if rules.turned and not _from_talon(rules, state) and cards != 1 << state.turned:
            state.sure[seat] |= 1 << state.turned
            not_elsewhere(state, seat, 1 << state.turned)
        if state.sure[seat].bit_count() == hand_size(state, seat):
            learn(state, seat, state.sure[seat])


def put_away_unseen(rules: TrickRules, state: TrickState) -> None:
    """Put unknown cards away: the hand is not known any longer, and has some cards too many."""
    seat = state.turn
    stays = state.hands[seat] & ~may_go(rules, state)
    if not state.known[seat] and _from_talon(rules, state):
        state.sure[seat] &= stays
    lose_sight(state, seat, stays)
    to_raising(rules, state)


def to_raising(rules: TrickRules, state: TrickState) -> None:
    """Go on once cards are put away: the declarer names the contract, or may bid higher, if these rules say so."""
    if rules.auction and rules.auction.contracts and state.contract < 0:
        state.phase = CONTRACT
    elif rules.talon and rules.talon.may_raise and _from_talon(rules, state):
        state.phase = BID
        state.turn = state.declarer
    else:
        hands.to_naming(rules, state)


def each_without(rules: TrickRules, state: TrickState, seat: int) -> Sequence[tuple[int, int]]:
    """The possible hands behind an unseen one that has some cards too many, because cards were put away: pairs of the
    cards that may have been put away, and the hand without them. Empty if other cards may be missing, too, or there are
    too many ways."""
    if state.known[seat] or seat not in state.seats:
        return ()
    held = state.hands[seat]
    to_bid = None
    if state.unproved[seat]:
        to_bid = rules.by_cards
    if not to_bid and not rules.turned and not (_from_talon(rules, state) and state.talon_to == seat):
        return ()
    open_to_doubt = held & ~state.sure[seat]
    laid = seat in dict(cards_laid(rules, state))
    away = held.bit_count() - hand_size(state, seat) + laid
    if not 0 < away <= many_away(rules, state) or comb(open_to_doubt.bit_count(), away) > MOST_WAYS:
        return ()
    ways = map(mask_of, combinations(members(open_to_doubt), away))
    gone = state.put_away[seat]
    found = []
    for mask in ways:
        if not to_bid or to_bid.bid(mask | gone) == state.bids[seat]:
            found.append((mask, held & ~mask))
    return found


def learn_from_play(rules: TrickRules, state: TrickState, seat: int, bit: int, narrow: Narrow) -> bool:
    """Note what a play shows about a hand with some cards too many, by the words of play that apply; false if it has none.

    A card that cannot have gone is in the hand, a card that must have gone is not, and the whole hand is known if there is only
    one way.
    """
    ways = each_without(rules, state, seat)
    if not ways:
        return False
    fits = []
    for away, held in ways:
        if held & bit and narrow(state, held) & bit:
            fits.append(away)
    held = state.hands[seat] & ~bit
    state.sure[seat] &= ~bit
    always = 0
    if fits:
        always = reduce(and_, fits)
        state.sure[seat] |= held & ~reduce(or_, fits)
    state.hands[seat] = held & ~always
    if rules.by_cards:
        state.put_away[seat] |= always
    if len(fits) == 1:
        learn(state, seat, held & ~fits[0])
        if not state.blind:
            hands.forget_unseen_deal(state)
    return True
