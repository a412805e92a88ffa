"""The dummy: a hand that is laid open after the opening lead, and whose cards the declarer plays."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def hand_of(state: State, seat: int) -> int:
    """The hand from which the player at `seat` plays: the declarer also plays the dummy's cards."""
    return state.turn if seat == state.declarer and state.turn == state.dummy >= 0 else seat


def actor(state: State) -> int:
    """The player to act: the declarer for the dummy."""
    return state.declarer if state.turn == state.dummy >= 0 else state.turn


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with a dummy that is laid open."""
    at, dummy = event.at, state.dummy
    if dummy < 0:
        return (Fault("order", "a dummy is laid open, but nobody is the dummy in this hand", at=at, bars=True),)
    who = state.players[dummy]
    if event.seat not in (None, dummy):
        message = f"{state.players[event.seat]} laid a hand open, but {who} is the dummy"
        return (Fault("dummy", message, event.seat, at=("by",), bars=True),)
    if not (state.tricks or state.trick):
        message = f"{who} laid the dummy open before the opening lead"
        return (Fault("dummy", message, dummy, at=at, bars=True),)
    if state.tricks or state.turn != dummy:
        message = f"{who} laid the dummy open after playing from it; it is laid open after the opening lead"
        return (Fault("dummy", message, dummy, at=at, bars=True),)
    held, cards = state.hands[dummy], event.value
    if state.known[dummy] and cards != held:
        message = f"{who} laid {rules.card_names(cards)} open as the dummy, holding {rules.card_names(held)}"
        return (Fault("dummy", message, dummy, at=at, bars=True),)
    if cards.bit_count() != state.left:
        message = f"{who} laid {counted(cards.bit_count(), 'cards')} open as the dummy; at this point the hand has {state.left}"
        return (Fault("dummy", message, dummy, at=at, bars=True),)
    if cards & ~held:
        message = f"{who} laid {rules.card_names(cards & ~held)} open as the dummy, which cannot be in that hand"
        return (Fault("hand", message, dummy, at=at, bars=True),)
    return ()


def lay_open(rules: CompiledRules, state: State, event: Event) -> None:
    """The dummy's hand is known from now on, and nobody else holds its cards."""
    state.clock += 1
    dummy = state.dummy
    if not state.known[dummy]:
        state.hands[dummy], state.known[dummy] = event.value, True
        hands.not_elsewhere(rules, state, dummy, event.value)
        state.blind = not all(state.known)
