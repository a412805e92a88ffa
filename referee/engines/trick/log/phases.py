"""The phase that a position is in: who acts next, and the auction that led to it."""

from __future__ import annotations

from typing import Any

from referee.core.events import Event
from referee.core.fields import Data
from referee.core.items import refuse
from referee.core.places import Pointer
from referee.engines.trick.rules import auctions, called, contracts, hands, outcomes, put_aways, seats
from referee.engines.trick.state import (
    BID,
    CALLING,
    CHOOSE,
    CONTRACT,
    DEAL,
    DRAW,
    NAME_TRUMP,
    PASS,
    PLAY,
    PUT_AWAY,
    TALON,
    TURN_UP,
    State,
)
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.talon import DECLARER

AT: Pointer = ("position",)
AFTER_AUCTION = (TALON, PUT_AWAY, CONTRACT, NAME_TRUMP, PLAY, DRAW, CHOOSE)


def phase_of(state: State, position: Data) -> str:
    """The phase of a position, from what it mentions."""
    if "phase" in position:
        return str(position["phase"])
    if position.keys() & {"trick", "won", "taken", "leader"}:
        return PLAY
    if position.keys() & {"contract", "bid", "declarer"}:
        return CONTRACT if "bid" in position and "contract" not in position else PLAY
    if "calls" in position:
        return BID
    if "bids" in position:
        return PLAY if len(position["bids"]) == len(state.seats) else BID
    return "" if position.keys() & {"hands", "trump", "turned"} else DEAL


def enter(rules: CompiledRules, state: State, phase: str) -> None:
    """Puts the state into its phase with the right player to act."""
    if phase in (BID, PASS, CALLING, TALON, CONTRACT, NAME_TRUMP, TURN_UP, DRAW):
        state.phase = phase
    if phase in (TALON, CONTRACT):
        state.turn = state.declarer
    if phase == BID:
        hands.to_bidding(rules, state)
        state.turn = hands.order_from(rules, state, state.turn)[state.spoken % len(state.seats)]
    elif phase == CALLING:
        state.turn = state.declarer
    elif phase == PUT_AWAY:
        _to_putting_away(rules, state)
    elif phase == NAME_TRUMP:
        hands.to_naming(rules, state)
    elif phase == PLAY:
        hands.to_play(rules, state)
    elif phase == CHOOSE:
        state.phase = CHOOSE


def _to_putting_away(rules: CompiledRules, state: State) -> None:
    """Somebody holds the card that was turned up, or the talon, and must put as many cards away."""
    state.phase, state.turn = PUT_AWAY, put_aways.taker(rules, state)
    if rules.talon_goes_to == DECLARER and state.turn < 0:
        state.turn = state.declarer
    elif state.turn < 0:
        raise refuse("according to `turned` and the contract, nobody has taken a card here", (*AT, "phase"))


def put_auction(rules: CompiledRules, state: State, position: Data) -> None:
    """Repeats the calls of a position; they lead to the contract that it names, if any."""
    named = [key for key in ("contract", "bid", "declarer", "doubled") if key in position]
    contract = "bid" if "bid" in position else "contract"
    if named and not {contract, "declarer"} <= position.keys():
        raise refuse(f"`{named[0]}` needs {'`declarer`' if contract in position else '`contract`'} with it", AT)
    said = (state.contract, state.declarer, state.doubled, state.bid_for)
    made: list[Any] = state.calls
    if not made:
        return
    phase, clock, hands_now, playing = state.phase, state.clock, (state.hands[:], state.sure[:]), state.seats
    state.seats = seats.seats_in(
        rules, state
    )  # a player who sits the hand out because of its contract called like the others
    state.calls, state.contract, state.declarer, state.doubled, state.bid_for = [], -1, -1, 1, -1
    hands.to_bidding(rules, state)
    for place, call in enumerate(made):
        if state.phase != BID:
            raise refuse("the auction is over before this call", (*AT, "calls", place))
        auctions.call(rules, state, Event("bid", call))
    if state.phase == BID and state.answers >= 0 and phase != BID:
        auctions.nobody_answers(rules, state)
    state.clock = clock
    state.seats = playing if "playing" in position else state.seats
    if phase != BID:
        state.hands, state.sure = hands_now
    if state.phase == DEAL:
        raise refuse("with these calls nobody bids, and the hand is not played", (*AT, "calls"))
    if state.bid_for >= 0:
        state.contract = said[0]
        auctions.enter(rules, state)
    if phase in AFTER_AUCTION and state.phase in (CALLING, TALON, PUT_AWAY, CONTRACT, NAME_TRUMP, PLAY):
        enter(rules, state, phase)
    if "phase" in position and phase != state.phase:
        raise refuse(f"with these calls the auction is {'not ' * (state.phase == BID)}over", (*AT, "calls"))
    if named and said != (state.contract, state.declarer, state.doubled, state.bid_for):
        found = state.contract, state.declarer, state.doubled, state.bid_for
        told = contracts.told(rules, state.players, *found)
        raise refuse(f"these calls lead to {told}; the position says otherwise", (*AT, named[0]))


def put_partner(rules: CompiledRules, state: State) -> None:
    """Sets the declarer's partner, if a card was called."""
    if (state.called >= 0 or state.partner >= 0) and not contracts.calls_partner(rules, state):
        raise refuse(
            "no card is called for a partner in this hand", (*AT, "called" if state.called >= 0 else "partner")
        )
    said, state.partner = state.partner, -1
    called.find(rules, state)
    if -1 not in (said, state.partner) and said != state.partner:
        message = f"{state.players[state.partner]} holds {rules.deck.ids[state.called]}, which was called"
        raise refuse(message, (*AT, "partner"))
    state.partner = max(said, state.partner)


def put_choice(rules: CompiledRules, state: State) -> None:
    """Sets who must choose something after the last trick."""
    state.hands, state.known, state.blind = [0] * rules.players, [True] * rules.players, False
    waiting = outcomes.undecided(rules, state, outcomes.played_out(rules, state)) if not state.left else None
    if waiting is None:
        raise refuse("according to `won`, `taken` and `leader`, nobody has anything to choose here", (*AT, "phase"))
    state.turn = waiting[0]
