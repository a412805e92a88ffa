"""The contract that a declarer names once the auction is over, and a hand that is laid open in it."""

from __future__ import annotations

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import auctions, called, hands, talons
from referee.engines.trick.state import CONTRACT, State
from referee.engines.trick.words.auction import Auction
from referee.engines.trick.words.compiled import CompiledRules


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the contract that somebody names."""
    name = _auction(rules).calls[event.value].name
    seat = state.declarer if event.seat is None else event.seat
    who = state.players[seat]
    if seat != state.declarer:
        message = f"{who} named {name}, but {state.players[state.declarer]} is the declarer"
        return (Fault("turn", message, seat, at=("by",), bars=True),)
    if not may_name(rules, state, event.value):
        legal = tuple(_auction(rules).calls[call].name for call in allowed(rules, state))
        message = f"{who} named {name} after taking the talon"
        return (Fault(rules.cite("talon", "when"), message, seat, legal, ("talon", "when"), event.at),)
    return ()


def may_name(rules: CompiledRules, state: State, call: int) -> bool:
    """Whether a contract goes with the talon, if that has been taken; if not, it may be taken unseen."""
    return state.talon_to != state.declarer or talons.is_taken(rules, state, call)


def allowed(rules: CompiledRules, state: State) -> list[int]:
    """The contracts that the declarer may name now, without doing anything more with the talon."""
    return [call for call in _auction(rules).contract_index.values() if may_name(rules, state, call)]


def left_out(rules: CompiledRules, state: State, event: Event) -> bool:
    """Whether the declarer has taken the talon before this contract, and the log does not say so."""
    if state.phase != CONTRACT or state.talon_to == state.declarer:
        return False
    if event.verb == "put_away":
        return talons.may_take(rules, state)
    return event.verb == "contract" and talons.is_taken(rules, state, event.value)


def name(rules: CompiledRules, state: State, event: Event) -> None:
    """The declarer names the contract, which sets trump."""
    state.clock += 1
    state.contract = event.value
    auctions.enter(rules, state)
    called.to_calling(rules, state)


def check_open(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with a hand that is laid open for its contract."""
    at, seat = event.at, state.declarer
    if rules.auction is None or state.contract < 0 or not rules.auction.lays_open(state.contract):
        return (
            Fault("order", "a hand is laid open, but nobody plays an open hand here", event.seat, at=at, bars=True),
        )
    who, cite = state.players[seat], rules.cite("bidding", "contracts")
    if event.seat not in (None, seat):
        message = f"{state.players[event.seat]} laid a hand open, but {who} is the declarer"
        return (Fault("turn", message, event.seat, at=("by",), bars=True),)
    if state.tricks or state.trick:
        message = f"{who} laid the hand open after the first lead; it is laid open before"
        return (Fault(cite, message, seat, at=at, bars=True),)
    held, cards = state.hands[seat], mask_of(event.value)
    if state.known[seat] and cards != held:
        message = f"{who} laid {rules.card_names(cards)} open, holding {rules.card_names(held)}"
        return (Fault("hand", message, seat, at=hands.first_of(event, ~held), bars=True),)
    if cards.bit_count() != state.left:
        message = f"{who} laid {counted(cards.bit_count(), 'cards')} open; at this point the hand has {state.left}"
        return (Fault("hand", message, seat, at=at, bars=True),)
    if cards & ~held:
        message = f"{who} laid {rules.card_names(cards & ~held)} open, which cannot be in that hand"
        return (Fault("hand", message, seat, at=hands.first_of(event, ~held), bars=True),)
    return ()


def lay_open(rules: CompiledRules, state: State, event: Event) -> None:
    """The declarer's hand is known from now on, and nobody else holds its cards."""
    state.clock += 1
    seat = state.declarer
    if not state.known[seat]:
        state.hands[seat], state.sure[seat], state.known[seat] = mask_of(event.value), 0, True
        hands.not_elsewhere(rules, state, seat, state.hands[seat])
        state.blind = not all(state.known)


def _auction(rules: CompiledRules) -> Auction:
    assert rules.auction is not None
    return rules.auction
