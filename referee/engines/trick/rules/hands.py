"""The life of a hand before its tricks: the deal, what is said and passed, and who acts next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.events import Event
from referee.core.places import Pointer
from referee.engines.trick.rules import contracts
from referee.engines.trick.state import BID, DEAL, NAME_TRUMP, PASS, PLAY, TURN_UP, State
from referee.engines.trick.words.auction import UNSEEN
from referee.engines.trick.words.compiled import FROM_DEALER, CompiledRules
from referee.engines.trick.words.ranking import NO_TRUMP

"""The path of the word that says whether a rotation of the roles lasts into later hands."""


def next_seat(rules: CompiledRules, state: State, seat: int) -> int:
    """Who acts after the player at `seat`: the next in order of play who plays this hand."""
    for other in rules.orders[seat][1:]:
        if other in state.seats:
            return other
    return seat


def order_from(rules: CompiledRules, state: State, seat: int) -> tuple[int, ...]:
    """The seats that play this hand in order of play, beginning with `seat`, or with the next one if it does not play."""
    order = rules.orders[seat]
    return order if len(state.seats) == len(order) else tuple([other for other in order if other in state.seats])


def from_dealer(rules: CompiledRules, state: State, places: int) -> int:
    """The seat this many places clockwise from the dealer, among those that play this hand."""
    if not places:
        return order_from(rules, state, state.dealer)[0]
    seat = state.dealer + places
    while seat % rules.players not in state.seats:
        seat += 1 if places > 0 else -1
    return seat % rules.players


def begin(rules: CompiledRules, state: State, hands: dict[int, int]) -> None:
    """A hand begins with these cards dealt (seat to mask); the hands of other seats are unseen."""
    players = rules.players
    if len(hands) == len(state.seats):
        begin_seen(rules, state, [hands.get(seat, 0) for seat in range(players)])
        return
    state.begin_round(rules)
    state.known = [seat in hands or seat not in state.seats for seat in range(players)]
    state.blind = True
    unseen = rules.pack & ~sum(hands.values())
    state.hands = [hands.get(seat, unseen if seat in state.seats else 0) for seat in range(players)]
    state.shown = [[] for _ in range(players)]
    _begin(rules, state)


def with_the_last(rules: CompiledRules, state: State, hands: dict[int, int], gone: int, size: int) -> dict[int, int]:
    """Hands by seat, with the one that is missing, if exactly `size` cards are left for it."""
    rest = rules.pack & ~gone & ~sum(hands.values())
    missing = [seat for seat in state.seats if seat not in hands]
    return {**hands, missing[0]: rest} if len(missing) == 1 and rest.bit_count() == size else hands


def begin_seen(rules: CompiledRules, state: State, hands: list[int]) -> None:
    """A hand begins with these cards dealt, seat by seat."""
    state.begin_round(rules)
    state.known = [True] * rules.players
    state.blind = False
    state.hands = hands
    state.shown = []
    _begin(rules, state)


def _begin(rules: CompiledRules, state: State) -> None:
    set_length(rules, state, rules.cards_in_hand(state.hand))
    if state.vulnerable is None and state.dealer >= 0:
        state.vulnerable = contracts.vulnerable(rules, state)
    if rules.rotation_lasts == "hand" and state.chosen is not None:
        give_roles(rules, state, state.chosen)
    state.trump = rules.trump_of(state.hand)
    state.ranking = rules.rankings[state.trump]
    state.phase = TURN_UP if rules.turned or rules.trump_set(state.hand) == "turned_up" else PASS
    to_passing(rules, state)


def set_length(rules: CompiledRules, state: State, cards: int) -> None:
    """A hand of this many cards each, with what is left over in the stock."""
    state.cards = cards
    state.stock = rules.stock_beside(cards, len(state.seats))
    state.left = state.length = cards + state.stock // max(1, len(state.seats))


def give_roles(rules: CompiledRules, state: State, roles: list[int]) -> None:
    """The players hold these roles, seat by seat, which decide the cards with their own symbol."""
    state.roles = roles
    state.own_cards = [rules.role_cards(role) for role in roles]


def turn_up(rules: CompiledRules, state: State, event: Event) -> None:
    """The turned-up card makes its suit trump, unless it is there for an auction."""
    state.turned = event.value
    show_turned(rules, state)
    if rules.turned is None:
        state.trump = rules.trump_turned_by(event.value)
        state.ranking = rules.rankings[state.trump]
    state.phase = PASS
    state.clock += 1
    to_passing(rules, state)


def set_trump_by_lead(rules: CompiledRules, state: State, card: int) -> None:
    """The first card led in a hand makes its suit trump, if that is not yet known."""
    if state.left == state.length and state.trump == NO_TRUMP:
        state.trump = rules.trump_turned_by(card)
        state.ranking = rules.rankings[state.trump]


def turned_for(rules: CompiledRules, state: State) -> int | None:
    """Whose card is turned up: the dealer's last if all cards are dealt, otherwise nobody's."""
    return None if rules.pack.bit_count() > state.cards * len(state.seats) else state.dealer


def show_turned(rules: CompiledRules, state: State) -> None:
    """The card turned up is in no other hand than its owner's, who holds it unless cards are passed on."""
    owner, bit = turned_for(rules, state), 1 << state.turned
    not_elsewhere(rules, state, owner, bit)
    if owner in state.seats and not state.known[owner] and rules.pass_offset(state.hand) is None:
        state.sure[owner] |= bit & state.hands[owner]


def not_elsewhere(rules: CompiledRules, state: State, seat: int | None, cards: int) -> None:
    """Cards that one player showed, or that are open, are in no other unseen hand."""
    for other in range(rules.players):
        if other != seat and not state.known[other]:
            state.hands[other] &= ~cards


def first_of(event: Event, wanted: int) -> Pointer:
    """The place of the first of these cards that an event lists; the place of all its cards, if it lists none or only one."""
    places = [place for place, card in enumerate(event.value) if wanted >> card & 1]
    return (*event.at, places[0]) if places and len(event.value) > 1 else event.at


def to_passing(rules: CompiledRules, state: State) -> None:
    """The hand is dealt: cards are passed, if they are in this hand, or bids are next."""
    if state.phase == PASS and rules.pass_offset(state.hand) is None:
        to_bidding(rules, state)


def speaking_order(rules: CompiledRules, state: State) -> tuple[int, ...]:
    """The seats in the order in which they bid or call for the first time."""
    return order_from(rules, state, from_dealer(rules, state, rules.first_bidder))


def to_bidding(rules: CompiledRules, state: State) -> None:
    """Passing is over, or there was none: bids are next if the game has them."""
    if not rules.bids_spoken and rules.auction is None:
        to_naming(rules, state)
        return
    state.phase = BID
    state.turn = speaking_order(rules, state)[0]
    if rules.auction and rules.auction.by_pairs:
        state.turn = next_seat(rules, state, state.turn)


def to_naming(rules: CompiledRules, state: State) -> None:
    """Bidding is over, or there was none: trump is named if a player names it in this game."""
    if rules.trump_set(state.hand) != "named":
        to_play(rules, state)
        return
    state.phase = NAME_TRUMP
    if rules.named_by != "most_tricks":
        state.turn = _seat_of(rules, state, rules.named_by)
    else:
        state.turn = state.most[0] if len(state.most) == 1 else -1


def to_play(rules: CompiledRules, state: State) -> None:
    """The first lead is next; the turn is -1 if it is impossible to know whose it is."""
    state.phase = PLAY
    if isinstance(rules.leads, str):
        state.turn = _seat_of(rules, state, rules.leads)
    else:
        state.turn = _holder(rules, state, rules.led_by_holder_of[state.trump])
    state.leader = state.turn
    if rules.dummy and state.declarer >= 0 and rules.partners[state.declarer][0] in state.seats:
        state.dummy = rules.partners[state.declarer][0]


def _holder(rules: CompiledRules, state: State, wanted: int) -> int:
    """Who holds one of these cards, the first from the dealer's left, or the player there if nobody does; -1 if not known."""
    order = order_from(rules, state, next_seat(rules, state, state.dealer))
    first = next((seat for seat in order if state.hands[seat] & wanted), order[0])
    return first if state.known[first] and (state.hands[first] & wanted or not state.blind) else -1


def opening_card(rules: CompiledRules, state: State) -> int:
    """The card whose holder leads now, as a mask; 0 if it is not one card, or may have been dealt to nobody."""
    if isinstance(rules.leads, str) or state.left < state.length or state.tricks:
        return 0
    wanted = rules.led_by_holder_of[state.trump]
    dealt = state.cards * len(state.seats) == rules.pack.bit_count()
    return wanted if dealt and wanted.bit_count() == 1 and not wanted & state.table else 0


def may_open(rules: CompiledRules, state: State, seat: int) -> bool:
    """Whether a player may be the one who leads first; if so, notes in an unseen hand the card that this shows."""
    wanted = opening_card(rules, state)
    if wanted and not state.known[seat] and state.hands[seat] & wanted:
        state.sure[seat] |= wanted
        not_elsewhere(rules, state, seat, wanted)
    return not wanted or bool(state.hands[seat] & wanted)


def _seat_of(rules: CompiledRules, state: State, who: str) -> int:
    if who in ("high_bidder", "declarer", "left_of_declarer") and rules.auction is not None:
        if state.declarer < 0:
            return next_seat(rules, state, state.dealer)
        return next_seat(rules, state, state.declarer) if who == "left_of_declarer" else state.declarer
    if who == "high_bidder":
        order = order_from(rules, state, next_seat(rules, state, state.dealer))
        return max(order, key=lambda seat: -1 if state.bids[seat] is None else state.bids[seat] or 0)
    return from_dealer(rules, state, FROM_DEALER[who])


def name_trump(rules: CompiledRules, state: State, event: Event) -> None:
    """A player names the trump suit, or no trump."""
    state.trump = event.value
    state.ranking = rules.rankings[state.trump]
    state.clock += 1
    to_play(rules, state)


def _partners_bid(rules: CompiledRules, state: State, seat: int) -> int:
    bids, total = state.bids, 0
    for other in rules.partners[seat]:
        total += bids[other] or 0
    return total


BID_VALUES: dict[str, Callable[[CompiledRules, State, int], Any]] = {
    "cards": lambda rules, state, seat: state.cards,
    "players": lambda rules, state, seat: rules.players,
    "hand": lambda rules, state, seat: state.hand,
    "hands": lambda rules, state, seat: rules.hands,
    "bids": lambda rules, state, seat: sum(bid for bid in state.bids if bid is not None),
    "spoken": lambda rules, state, seat: state.spoken,
    "last": lambda rules, state, seat: state.spoken == len(state.seats) - 1,
    "partner_bid": _partners_bid,
    "total": lambda rules, state, seat: state.scores[seat],
    "round": lambda rules, state, seat: sum(by == seat for by, _ in state.calls) + 1,
    "turned": lambda rules, state, seat: _suit_turned(rules, state),
}


def _suit_turned(rules: CompiledRules, state: State) -> int | str | None:
    """The suit of the card turned up; None if there is none, and UNSEEN if nobody wrote it down."""
    if state.turned < 0:
        return UNSEEN if rules.turned else None
    return rules.rankings[NO_TRUMP].suit_of[state.turned]


def bid_names(rules: CompiledRules, state: State, seat: int) -> dict[str, Any]:
    """The names that the words of bidding may ask about, for the player at `seat`."""
    return {name: value(rules, state, seat) for name, value in BID_VALUES.items()}


def deal_again(state: State) -> None:
    """Nobody bid: the same dealer deals the hand again."""
    state.phase = DEAL
