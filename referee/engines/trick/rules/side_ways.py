"""The possible courses of a hand that is scored only by sides and tricks: its contract, and its tricks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

from referee.engines.trick.rules import contract_results, outcomes
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.rules.spans import declarers, sat_out_without, times
from referee.engines.trick.rules.ways import MOST_WAYS, Known, Together, shares
from referee.engines.trick.state import State


class Sided(Together):
    """The possible courses of a hand that scores only what a side does together, whatever the cards."""

    def __init__(self, hand: Known) -> None:
        self.hand = hand
        sides, auction = len(hand.rules.sides), hand.rules.auction
        self.open = auction is not None and hand.state.contract < 0
        named = len(declarers(hand.rules, hand.state)) * auction.bids * len(times(auction)) if auction else 1
        self.many = named if self.open else 1
        self.many *= 1 if hand.won else comb(hand.cards + sides - 1, sides - 1)
        if self.many <= MOST_WAYS:
            self.found = self._remembered()

    @staticmethod
    def fits(hand: Known) -> bool:
        """Whether a hand is scored like this."""
        scoring = hand.rules.scoring
        auction = hand.rules.auction
        if not scoring.by_side or scoring.counts or "last_trick" in scoring.needs or (auction and auction.contracts):
            return False
        first = next(iter(_contracts(hand)), hand.state)
        return outcomes.can_score(hand.rules, first, Outcome(hand.bids, [0] * hand.players, (), None, (), None))

    def _all(self) -> Iterator[tuple[Any, ...]]:
        auction = self.hand.rules.auction
        if self.open and not self.hand.won and auction and auction.nobody != "dealer_must":
            yield (0,) * self.hand.players
        for state in _contracts(self.hand) if self.open else [self.hand.state]:
            one = Known(self.hand.rules, state, self.hand.bids, self.hand.won, None)
            for won in [self.hand.won] if self.hand.won else _won(one):
                yield tuple(one.points(won, (), None))


def _contracts(hand: Known) -> Iterator[State]:
    """The hand with each contract that it may have had; none if it is known, or there is no auction."""
    rules, auction = hand.rules, hand.rules.auction
    if auction is None or hand.state.contract >= 0:
        return
    for declarer in declarers(rules, hand.state):
        for call in range(auction.bids):
            for doubled in times(auction):
                trial = hand.state.copy()
                contract_results.settle(rules, trial, {"contract": call, "declarer": declarer, "doubled": doubled})
                if sat_out_without(hand, trial):
                    yield trial


def _won(hand: Known) -> Iterator[Sequence[int]]:
    """Every way in which sides can have won the tricks, with a side's tricks at its first player in the hand."""
    sides = outcomes.sides(hand.rules, hand.state)
    for share in shares(hand.cards, len(sides)):
        won = [0] * hand.players
        for side, tricks in zip(sides, share, strict=True):
            won[next(seat for seat in side if seat in hand.state.seats)] = tricks
        yield won
