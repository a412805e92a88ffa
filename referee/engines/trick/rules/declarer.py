"""The declarer after the auction, who calls a card for a partner, names the contract, plays an open hand or dummy."""

from __future__ import annotations

from referee.core.cards import mask_of, members
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import stocks
from referee.engines.trick.rules.hands import (
    bar,
    by_another,
    cards_played,
    first_of,
    learn,
    next_seat,
    order_from,
    set_trump,
    to_answers,
)
from referee.engines.trick.rules.seats import calls_partner
from referee.engines.trick.state import CALLING, CONTRACT, TrickState

NOBODY = -1
"""The call of a declarer who has no card to call."""
WORD = ("bidding", "declarer", "with")
SUIT = ("bidding", "declarer", "suit")
NONE = ("bidding", "declarer", "none")


def enter(rules: TrickRules, state: TrickState) -> None:
    """Make the suit of the contract trump, if it has one; it may also make the declarer's partner sit out."""
    if state.contract < 0:
        return
    trump = rules.the_auction.calls[state.contract].trump
    if trump is not None:
        set_trump(rules, state, trump)
    if rules.the_auction.sits_out(state.contract):
        state.seats = tuple([seat for seat in state.seats if seat not in rules.partners[state.declarer]])


def to_calling(rules: TrickRules, state: TrickState) -> None:
    """Go on after the auction: the declarer calls a card if the contract has that."""
    if calls_partner(rules, state) and not rules.calls_late:
        state.phase = CALLING
        state.turn = state.declarer
    else:
        stocks.after_auction(rules, state)


def callable_cards(rules: TrickRules, state: TrickState) -> list[str]:
    """The names of the cards that the declarer may call, as far as is known; each once if there are several."""
    may_be_called = 0
    for card in members(rules.may_call & rules.pack):
        if not why_not_called(rules, state, card)[0]:
            may_be_called |= 1 << card
    return rules.deck.names(rules.deck.once(may_be_called))


def why_not_called(rules: TrickRules, state: TrickState, card: int) -> tuple[str, Pointer]:
    """Return why the declarer, as far as the hand is known, may not call a card, as the end of a sentence, and the word that
    says so; empty if that is allowed."""
    seat = state.declarer
    if not (rules.may_call & rules.pack) >> card & 1:
        return "which may not be called", WORD
    if not rules.own_called and state.put_away[seat] >> card & 1:
        return "but put it away", WORD
    if not state.known[seat]:
        return "", WORD
    held = state.hands[seat]
    if not rules.own_called and held >> card & 1:
        return "but holds it", WORD
    suit = state.ranking.suit_of[card]
    if rules.calls_suit_held and not held & state.ranking.members[suit] & ~rules.deck.twins[card]:
        return "but holds no other card of its suit", SUIT
    return "", WORD


def chosen_before(rules: TrickRules, state: TrickState, seat: int) -> int:
    """The bids and contracts that a player may not choose again, as a mask of calls: those of which the player was the
    declarer in an earlier hand, in a game in which each may be chosen once."""
    if not state.contracts[seat]:
        return 0
    return rules.the_auction.calls_of(state.contracts[seat])


def remember_contract(rules: TrickRules, state: TrickState) -> None:
    """Note the contract of a hand that has ended, if its declarer may not choose it again."""
    auction = rules.auction
    if auction and auction.once and min(state.contract, state.declarer) >= 0:
        state.contracts[state.declarer].append(auction.calls[state.contract].bare)


def bids_without_call(rules: TrickRules, state: TrickState, seat: int) -> int:
    """Return the bids by which a player would have to call a card and could call none, as far as the hand is known."""
    if not rules.must_call or not state.known[seat]:
        return 0
    trial = state.copy()
    trial.declarer = seat
    found = 0
    for bid in range(rules.the_auction.bids):
        trial.contract = bid
        enter(rules, trial)
        if calls_partner(rules, trial) and not callable_cards(rules, trial):
            found |= 1 << bid
    return found


def check_call(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with the card that a declarer calls."""
    seat = state.declarer
    who = state.players[state.declarer]
    card = event.value
    wrong = by_another(state, event, seat, "called a card", f"{who} is the declarer")
    if wrong:
        return wrong
    names = callable_cards(rules, state)
    word: Pointer = WORD
    if card != NOBODY:
        called = rules.deck.ids[card]
        why, word = why_not_called(rules, state, card)
    else:
        called = "nobody"
        why = ""
        if rules.must_call:
            why = "but must call a card"
            word = NONE
        elif names and state.known[seat]:
            why = f"but could call {names[0]}"
    if not why:
        return ()
    return (Finding(rules.cite(*word), f"{who} called {called}, {why}", seat, tuple(names), word, event.at),)


def call_card(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Call a card; its holder is the partner from now on, once it is known who that is."""
    state.called = event.value
    state.called_by_event = state.clock + 1
    if event.value == NOBODY:
        state.partner = state.declarer
        if not state.known[state.declarer]:
            state.miss("bids")
    find_partner(rules, state)
    if rules.calls_late:
        to_answers(rules, state)
    else:
        stocks.after_auction(rules, state)


def find_partner(rules: TrickRules, state: TrickState) -> None:
    """Find the partner, if the hand that holds the card called is known."""
    if state.called < 0 or state.partner >= 0:
        return
    wanted = rules.deck.twins[state.called]
    order = order_from(rules, state, next_seat(rules, state, state.declarer))
    state.partner = next((seat for seat in order if state.known[seat] and state.hands[seat] & wanted), -1)


def own_card_shown(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """Return the fault of a declarer who plays the very card that was called, and may not have held it."""
    if seat != state.declarer or rules.own_called or state.known[seat] or not state.called_by_event:
        return ()
    if not rules.deck.twins[state.called] >> event.value & 1:
        return ()
    message = f"{state.players[seat]} called {rules.deck.ids[state.called]}"
    cites = (state.called_by_event,)
    return (Finding(rules.cite(*WORD), message, seat, word=WORD, cites=cites, after=" and shows it now"),)


def suit_not_held(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """Return the fault of a declarer whose hand nobody saw, who called a card of a suit and now shows to have held none of
    it: by a card of another suit on its lead, or by the last card."""
    if not rules.calls_suit_held or seat != state.declarer or state.known[seat] or not state.called_by_event:
        return ()
    suit = state.ranking.suit_of[state.called]
    of_suit = state.ranking.members[suit]
    follows = bool(state.trick) and state.led == suit
    last = state.left == 1
    if event.bit & of_suit or not (follows or last) or len(state.tricks) != state.length - state.left:
        return ()
    if any(by == seat and of_suit >> card & 1 for _, by, card in cards_played(rules, state)):
        return ()
    message = f"{state.players[seat]} called {rules.deck.ids[state.called]}"
    after = " and shows now to have held no other card of its suit"
    return (Finding(rules.cite(*SUIT), message, seat, word=SUIT, cites=(state.called_by_event,), after=after),)


def contracts_allowed(rules: TrickRules, state: TrickState) -> list[int]:
    """Return the contracts that the declarer may name now, without doing anything more with the talon: those that go with it,
    if it has been taken; if not, it may be taken unseen."""
    taken = state.talon_to == state.declarer
    again = chosen_before(rules, state, state.declarer)
    found = []
    for call in rules.the_auction.contract_index.values():
        if not again >> call & 1 and (not taken or stocks.is_taken(rules, state, call)):
            found.append(call)
    return found


def check_contract(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with the contract that somebody names."""
    calls = rules.the_auction.calls
    seat = state.declarer
    name = calls[event.value].name
    who = state.players[seat]
    wrong = by_another(state, event, seat, f"named {name}", f"{who} is the declarer", at=("by",))
    if wrong:
        return wrong
    allowed = contracts_allowed(rules, state)
    if event.value in allowed:
        return ()
    legal = tuple(calls[call].name for call in allowed)
    message = f"{who} named {name} after taking the talon"
    word = ("talon", "when")
    if chosen_before(rules, state, seat) >> event.value & 1:
        message = f"{who} named {name}, which {who} has chosen in an earlier hand"
        word = ("bidding", "once")
    return (Finding(rules.cite(*word), message, seat, legal, word, event.at),)


def name_contract(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Name the contract, which sets trump."""
    state.contract = event.value
    enter(rules, state)
    to_calling(rules, state)


def talon_left_out(rules: TrickRules, state: TrickState, event: Event) -> bool:
    """Return whether the declarer has taken the talon before this contract, and the log does not say so."""
    if state.phase != CONTRACT or state.talon_to == state.declarer:
        return False
    if event.verb == "put_away":
        return stocks.may_take(rules, state)
    return event.verb == "contract" and stocks.is_taken(rules, state, event.value)


def hand_of(state: TrickState, seat: int) -> int:
    """Return the hand from which the player at `seat` plays: the declarer also plays the dummy's cards."""
    if seat == state.declarer and state.turn == state.dummy >= 0:
        return state.turn
    return seat


def actor(state: TrickState) -> int:
    """Return the player to act: the declarer for the dummy."""
    if state.turn == state.dummy >= 0:
        return state.declarer
    return state.turn


def check_laid_open(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with a hand that is laid open for its contract, or as the dummy."""
    if event.verb == "dummy":
        return _check_dummy(rules, state, event)
    return _check_open_hand(rules, state, event)


def _check_dummy(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with laying the dummy open: not by the dummy, not between the opening lead and the next play."""
    seat = state.dummy
    at = event.at
    if seat < 0:
        return bar("order", "a dummy is laid open, but nobody is the dummy in this hand", at=at)
    who = state.players[seat]
    wrong = by_another(state, event, seat, "laid a hand open", f"{who} is the dummy", rule="dummy", at=("by",))
    if wrong:
        return wrong
    if not state.tricks and not state.trick:
        return bar("dummy", f"{who} laid the dummy open before the opening lead", seat, at=at)
    if state.tricks or state.turn != seat:
        message = f"{who} laid the dummy open after playing from it; it is laid open after the opening lead"
        return bar("dummy", message, seat, at=at)
    return _check_cards_laid(rules, state, event, seat, event.value, "open as the dummy", "dummy", at)


def _check_open_hand(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with the declarer's open hand: not for this contract, not by the declarer, not before play."""
    seat = state.declarer
    at = event.at
    marks: tuple[str, ...] = ()
    if rules.auction and state.contract >= 0:
        marks = rules.auction.calls[state.contract].marks
    if not any(rules.the_auction.marks[mark]["hand"] == "open" for mark in marks):
        return bar("order", "a hand is laid open, but nobody plays an open hand here", event.seat, at=at)
    who = state.players[seat]
    wrong = by_another(state, event, seat, "laid a hand open", f"{who} is the declarer", rule="turn", at=("by",))
    if wrong:
        return wrong
    if state.tricks or state.trick:
        message = f"{who} laid the hand open after the first lead; it is laid open before"
        return bar(rules.cite("bidding", "contracts"), message, seat, at=at)
    at = first_of(event, ~state.hands[seat])
    return _check_cards_laid(rules, state, event, seat, mask_of(event.value), "open", "hand", at)


def _check_cards_laid(
    rules: TrickRules, state: TrickState, event: Event, seat: int, cards: int, there: str, rule: str, at: Pointer
) -> tuple[Finding, ...]:
    """What is wrong with the cards of a hand that is laid open: others than it holds, too many or too few. `there` says
    in a message how they lie, such as "open as the dummy", `rule` is the rule that they break, `at` the place of the
    cards in the log."""
    who = state.players[seat]
    held = state.hands[seat]
    if state.known[seat] and cards != held:
        message = f"{who} laid {rules.card_names(cards)} {there}, holding {rules.card_names(held)}"
        return bar(rule, message, seat, at=at)
    if cards.bit_count() != state.left:
        message = f"{who} laid {number_of(cards.bit_count(), 'cards')} {there}; at this point the hand has {state.left}"
        return bar(rule, message, seat, at=event.at)
    if cards & ~held:
        message = f"{who} laid {rules.card_names(cards & ~held)} {there}, which cannot be in that hand"
        return bar("hand", message, seat, at=at)
    return ()


def lay_open(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Note the hand of the declarer, or of the dummy, which everybody sees from now on."""
    seat = state.dummy if event.verb == "dummy" else state.declarer
    if not state.known[seat]:
        learn(state, seat, event.value if event.verb == "dummy" else mask_of(event.value))
