"""Bidding in pairs: one player bids, the other holds or passes, and the next bids to the one who is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


class Pair(NamedTuple):
    """Who bids (a seat), who holds, and whether the holder has been asked; the bidder is -1 if nobody is left to bid."""

    bidder: int
    holder: int
    asked: bool = False

    @property
    def speaker(self) -> int:
        """Who must call, as long as somebody bids."""
        return self.holder if self.asked else self.bidder


def pair(rules: CompiledRules, state: State) -> Pair:
    """The pair that is bidding now, according to the calls so far."""
    assert rules.auction is not None
    first = hands.from_dealer(rules, state, rules.first_bidder)
    holder, *waiting = hands.order_from(rules, state, first)
    bidder, asked = waiting.pop(0), False
    for seat, call in state.calls:
        if bidder < 0:
            break
        if call == rules.auction.passes:
            holder = bidder if seat == holder else holder
            bidder, asked = waiting.pop(0) if waiting else -1, False
        else:
            asked = seat == bidder
    return Pair(bidder, holder, asked)


def caller(rules: CompiledRules, state: State) -> int:
    """The seat that calls next; -1 if the auction is over. If nobody has bid, the last player may."""
    now = pair(rules, state)
    if now.bidder >= 0:
        return now.speaker
    last = state.calls[-1][0] == now.holder and state.contract < 0
    return now.holder if state.contract < 0 and not last else -1


def wrong(rules: CompiledRules, state: State) -> Iterator[tuple[int, str]]:
    """The calls that the player who must call now may not make, as masks, each with its message."""
    auction, now = rules.auction, pair(rules, state)
    assert auction is not None
    if now.asked and now.bidder >= 0:
        asked = auction.calls[state.contract].name
        told = f"bid, but {state.players[now.bidder]} has bid {asked}, and the answer is hold or pass"
        yield auction.bid_mask, told
    else:
        yield 1 << auction.holds, "held, but nobody has asked; the call is a bid or pass"
