"""What a call of an auction triggers: what ruled out other calls, and how the auction ended."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.engines.trick.game import Game
from referee.engines.trick.rules import auctions, contracts, put_aways, talons
from referee.engines.trick.state import BID, State
from referee.engines.trick.words.turned import NOBODY


def called(game: Game, state: State, call: int) -> Iterator[str]:
    """The words of bidding that a call triggers, asked just before it is made."""
    rules, auction = game.rules, game.rules.auction
    assert auction is not None
    if not state.calls:
        yield "bidding.first"
    yield "bidding.calls"
    for ban in game.bidding.bans(state, state.turn):
        if ~ban.leaves & auction.everything:
            yield ".".join(map(str, ban.word))
    yield from (f"bidding.marks.{mark}" for mark in auction.calls[call].marks)
    if call in (auction.doubles, auction.redoubles):
        yield "bidding.doubles"
    passed = {seat for seat, made in state.calls if made == auction.passes}
    if (not auction.out and state.turn in passed) or (
        auction.out and len(passed) and len(state.calls) >= len(state.seats)
    ):
        yield "bidding.passing"
    after = state.copy()
    auctions.call(rules, after, Event("bid", call))
    if state.answers >= 0 or (after.phase == BID and after.answers < 0):
        return
    yield "bidding.rounds"
    if max(after.contract, after.bid_for) < 0:
        yield "bidding.nobody"
        return
    if auction.first_bid_ends:
        yield "bidding.ends"
    yield from ("bidding.declarer.is", "bidding.declarer.with")
    if auction.partner == "called" and not contracts.calls_partner(rules, after):
        yield "bidding.declarer.alone"
    if after.contract >= 0:
        yield from _of_contract(game, after)


def named(game: Game, state: State, call: int) -> Iterator[str]:
    """The words that a contract named by the declarer triggers."""
    auction = game.rules.auction
    assert auction is not None
    yield "bidding.contracts"
    yield from (f"bidding.marks.{mark}" for mark in auction.calls[call].marks)
    after = state.copy()
    after.contract = call
    yield from _of_contract(game, after)


def _of_contract(game: Game, state: State) -> Iterator[str]:
    """What a contract decides: what is trump, and whether the talon is taken."""
    rules = game.rules
    assert rules.auction is not None
    if rules.auction.calls[state.contract].trump is not None:
        yield "trick.trump"
    if rules.talon and not talons.is_taken(rules, state, state.contract):
        yield "talon.when"
    if rules.turned and rules.turned.goes_to != NOBODY:
        yield from ("turned.when", *["turned.goes_to"] * (put_aways.taker(rules, state) >= 0))
