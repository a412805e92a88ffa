"""The contract of a hand whose result alone was written down: from the calls of its auction, or by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.core.wording import counted
from referee.engines.trick.rules import auctions, contracts, hands
from referee.engines.trick.rules.bidding import Bidding
from referee.engines.trick.state import BID, CONTRACT, DEAL, PLAY, State
from referee.engines.trick.words.compiled import CompiledRules

NAMED = ("contract", "declarer", "doubled")


def check(
    rules: CompiledRules, bidding: Bidding, state: State, value: Mapping[str, Any], at: Pointer
) -> Iterator[Fault]:
    """Everything that is wrong with what a result says about the auction."""
    named = [key for key in NAMED if key in value]
    if state.phase == BID and state.calls:
        message = (
            f"the result of a hand comes before its auction is over; it is {state.players[state.turn]}'s turn to call"
        )
        yield Fault("order", message, at=at, bars=True)
        return
    if nobody_bid(rules, value):
        if "won" in value or len(named) > 1:
            key = "won" if "won" in value else named[1]
            message = f"nobody bid, so nothing was played; remove `{key}`"
            yield Fault("auction", message, at=(*at, key), bars=True)
        if state.phase in (CONTRACT, PLAY):
            yield Fault("auction", "somebody bid, so the contract is not pass", at=(*at, "contract"), bars=True)
        return
    if "matadors" in value:
        yield from _check_matadors(rules, state, value, at)
    if rules.auction is not None and rules.auction.contracts:
        yield from _check_named_after(rules, bidding, state, value, at)
        return
    if "bid" in value:
        message = "`bid` is for games in which the contract is named after the auction; here the bid is the contract"
        yield Fault("order", message, at=(*at, "bid"), bars=True)
    if state.phase == PLAY and "bids" in value:
        yield Fault("order", "the bids of this hand are given twice", at=(*at, "bids"), bars=True)
    elif named and (state.phase == PLAY or "bids" in value):
        message = f"the contract follows from the calls of this hand; remove `{named[0]}`"
        yield Fault("order", message, at=(*at, named[0]), bars=True)
    elif "bids" in value:
        yield from _check_calls(rules, bidding, state, value["bids"], (*at, "bids"))
    elif named:
        yield from _check_named(rules, value, (*at, named[0]))


def _check_named_after(
    rules: CompiledRules, bidding: Bidding, state: State, value: Mapping[str, Any], at: Pointer
) -> Iterator[Fault]:
    """What is wrong if the declarer names the contract once the auction is over."""
    known = [key for key in ("contract", "bid", "declarer") if key in value]
    said = state.phase == CONTRACT or "bids" in value
    if state.phase in (CONTRACT, PLAY) and "bids" in value:
        yield Fault("order", "the bids of this hand are given twice", at=(*at, "bids"), bars=True)
    elif state.phase == PLAY and known:
        message = f"the contract of this hand is already named; remove `{known[0]}`"
        yield Fault("order", message, at=(*at, known[0]), bars=True)
    elif said and known[1:]:
        message = f"the declarer and the bid follow from the calls of this hand; remove `{known[-1]}`"
        yield Fault("order", message, at=(*at, known[-1]), bars=True)
    elif "bids" in value:
        yield from _check_calls(rules, bidding, state, value["bids"], (*at, "bids"))


def _check_matadors(rules: CompiledRules, state: State, value: Mapping[str, Any], at: Pointer) -> Iterator[Fault]:
    """An impossible number of trumps in a row, or one that does not count."""
    if not rules.matadors_count:
        message = "`matadors` are given, but they do not count in this game"
        yield Fault("order", message, at=(*at, "matadors"), bars=True)
        return
    assert rules.auction is not None
    call = value.get("contract", -1 if state.phase == DEAL else state.contract)
    trump = rules.auction.calls[call].trump if call >= 0 else None
    if trump is not None:
        there = (rules.rankings[trump].trumps & rules.pack).bit_count()
        if not min(there, 1) <= value["matadors"] <= there:
            span = f"1 to {there}" if there else "0, because there is no trump"
            given = f"{counted(value['matadors'], 'matadors')} {'is' if value['matadors'] == 1 else 'are'} given"
            message = f"{given}; with this contract there can be {span}"
            yield Fault("result", message, at=(*at, "matadors"), bars=True)


def check_partner(rules: CompiledRules, state: State, value: Mapping[str, Any], at: Pointer) -> Iterator[Fault]:
    """What is wrong with the partner that a result gives the declarer; the contract is known."""
    if not contracts.calls_partner(rules, state):
        message = "`partner` is given, but no card is called for a partner in this hand"
        yield Fault("order", message, at=(*at, "partner"), bars=True)


def _check_named(rules: CompiledRules, value: Mapping[str, Any], at: Pointer) -> Iterator[Fault]:
    assert rules.auction is not None
    most = 4 if rules.auction.redoubles >= 0 else 2 if rules.auction.doubles >= 0 else 1
    if value.get("doubled", 1) not in [number for number in (1, 2, 4) if number <= most]:
        known = {1: "1, because nothing is doubled in this game", 2: "1, or 2 if the contract was doubled"}
        right = known.get(most, "1, 2 if the contract was doubled, or 4 if it was redoubled")
        cited = rules.cite("bidding", "doubles")
        yield Fault(cited, f"`doubled` is {value['doubled']}; it must be {right}", at=(*at[:-1], "doubled"), bars=True)
    call = value.get("contract", 0)
    if call >= rules.auction.bids:
        message = f"{rules.auction.calls[call].name} is not a bid, so it cannot be the contract"
        yield Fault("auction", message, at=(*at[:-1], "contract"), bars=True)


def _check_calls(
    rules: CompiledRules, bidding: Bidding, state: State, calls: list[int], at: Pointer
) -> Iterator[Fault]:
    trial = _dealt(rules, state)
    for place, call in enumerate(calls):
        if trial.phase != BID:
            yield Fault("auction", "the auction is over before this call", at=(*at, place), bars=True)
            return
        event = Event("bid", call, at=(*at, place))
        yield from (fault._replace(at=event.at) for fault in bidding.check(trial, event))
        auctions.call(rules, trial, event)
    if trial.phase == BID and trial.answers < 0:
        message = f"with these calls the auction is not over; it is {trial.players[trial.turn]}'s turn to call"
        yield Fault("auction", message, at=at, bars=True)
    elif trial.phase == DEAL:
        message = "nobody bid, so the hand has no result; write only its calls, as `bids:`"
        yield Fault("auction", message, at=at, bars=True)


def nobody_bid(rules: CompiledRules, value: Mapping[str, Any]) -> bool:
    """Whether a result says that all players passed."""
    return rules.auction is not None and value.get("contract") == rules.auction.passes


def _dealt(rules: CompiledRules, state: State) -> State:
    """An unseen hand, at the first call of its auction."""
    trial = state.copy()
    hands.begin(rules, trial, {})
    hands.to_bidding(rules, trial)
    return trial


def settle(rules: CompiledRules, state: State, value: Mapping[str, Any]) -> None:
    """Puts the contract of a result into a hand that has just begun."""
    clock = state.clock
    if state.phase != CONTRACT:
        hands.to_bidding(rules, state)
    for call in value.get("bids", ()):
        auctions.call(rules, state, Event("bid", call))
    state.clock = clock
    declarer = value.get("declarer", state.declarer)
    if "contract" in value and declarer >= 0:
        state.contract, state.declarer = value["contract"], declarer
        state.bid_for = value.get("bid", state.bid_for)
        state.doubled = value.get("doubled", 1)
        auctions.enter(rules, state)
    if "partner" in value:
        state.partner = value["partner"]
