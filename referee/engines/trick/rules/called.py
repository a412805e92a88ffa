"""A partner who is unknown at first: the holder of the card that the declarer calls."""

from __future__ import annotations

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.trick.rules import contracts, hands, talons
from referee.engines.trick.state import CALLING, State
from referee.engines.trick.words.compiled import CompiledRules

NOBODY = -1
"""The call of a declarer who has no card to call."""
WORD = ("bidding", "declarer", "with")


def to_calling(rules: CompiledRules, state: State) -> None:
    """The auction is over: the declarer calls a card if the contract has that."""
    if contracts.calls_partner(rules, state):
        state.phase, state.turn = CALLING, state.declarer
    else:
        talons.after_auction(rules, state)


def callable_cards(rules: CompiledRules, state: State) -> int:
    """The cards that the declarer may call, as far as is known; each once if there are several."""
    cards = rules.may_call & rules.pack
    if not rules.own_called and state.known[state.declarer]:
        cards &= ~state.hands[state.declarer]
    return rules.deck.once(cards)


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the card that a declarer calls."""
    seat, who, card = state.declarer, state.players[state.declarer], event.value
    if event.seat is not None and event.seat != seat:
        message = f"{state.players[event.seat]} called a card, but {who} is the declarer"
        return (Fault("turn", message, event.seat, bars=True),)
    names = rules.deck.names(callable_cards(rules, state))
    if card == NOBODY:
        if not names or not state.known[seat]:
            return ()
        message = f"{who} called nobody, but could call {names[0]}"
    elif not (rules.may_call & rules.pack) >> card & 1:
        message = f"{who} called {rules.deck.ids[card]}, which may not be called"
    elif not rules.own_called and state.known[seat] and state.hands[seat] >> card & 1:
        message = f"{who} called {rules.deck.ids[card]}, but holds it"
    else:
        return ()
    return (Fault(rules.cite(*WORD), message, seat, tuple(names), WORD, event.at),)


def call(rules: CompiledRules, state: State, event: Event) -> None:
    """A card is called; its holder is the partner from now on, once it is known who that is."""
    state.clock += 1
    state.called, state.called_by_event = event.value, state.clock
    if event.value == NOBODY:
        state.partner = state.declarer
        if not state.known[state.declarer]:
            state.unseen.setdefault("bids", []).append(state.clock)
    find(rules, state)
    talons.after_auction(rules, state)


def find(rules: CompiledRules, state: State) -> None:
    """Finds the partner, if the hand that holds the card is known."""
    if state.called < 0 or state.partner >= 0:
        return
    wanted = rules.deck.twins[state.called]
    for seat in hands.order_from(rules, state, hands.next_seat(rules, state, state.declarer)):
        if state.known[seat] and state.hands[seat] & wanted:
            state.partner = seat
            return


def fell(rules: CompiledRules, state: State, seat: int, card: int) -> None:
    """The card that was called is played, and shows the partner."""
    if state.partner < 0 and rules.deck.twins[state.called] >> card & 1:
        state.partner = seat


def shown(rules: CompiledRules, state: State, seat: int, event: Event) -> tuple[Fault, ...]:
    """The declarer plays the very card that was called, and may not have held it."""
    wrong = seat == state.declarer and not rules.own_called and not state.known[seat] and state.called_by_event
    if not wrong or not rules.deck.twins[state.called] >> event.value & 1:
        return ()
    message = f"{state.players[seat]} called {rules.deck.ids[state.called]}"
    cites = (state.called_by_event,)
    return (Fault(rules.cite(*WORD), message, seat, word=WORD, cites=cites, after=" and shows it now"),)


def options(rules: CompiledRules, state: State) -> list[str]:
    """What the declarer may call: cards, or nobody if there is none to call."""
    return [
        rules.deck.ids[card] for card in sorted(members(callable_cards(rules, state)), key=rules.deck.sort_key)
    ] or ["nobody"]
