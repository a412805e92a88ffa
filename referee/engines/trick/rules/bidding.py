"""Which bids may be spoken, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import auctions, hands
from referee.engines.trick.rules.auctions import Ban
from referee.engines.trick.state import State
from referee.engines.trick.words.bids import BidRule, Names
from referee.engines.trick.words.compiled import CompiledRules

SAME_FOR_ALL = {"cards", "players", "hand", "hands", "bid"}


class Bidding:
    """The words of bidding at one table. What they allow is remembered by the values that they look at."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self._remembered: dict[tuple[object, ...], int] = {}
        self._by_total = "total" in rules.bid_names
        self._values = tuple(hands.BID_VALUES[name] for name in sorted(rules.bid_names & hands.BID_VALUES.keys()))

    def allowed(self, state: State, seat: int) -> int:
        """The bids that every word allows the player at `seat`, as a mask in which bid `b` is `1 << b`."""
        rules = self.rules
        if rules.auction is not None:
            return auctions.allowed(rules, self.by_words, state, seat)
        if self._by_total and None in state.scores:
            return (2 << state.cards) - 1
        if len(self._values) == 1:
            key: tuple[object, ...] = (state.cards, self._values[0](rules, state, seat))
        else:
            key = (state.cards, *[value(rules, state, seat) for value in self._values])
        mask = self._remembered.get(key)
        if mask is None:
            mask = (2 << state.cards) - 1
            for _, allowed in self._in_force(hands.bid_names(self.rules, state, seat)):
                mask &= allowed
            self._remembered[key] = mask
        return mask

    def _in_force(self, names: Names) -> Iterator[tuple[BidRule, int]]:
        """The words of bidding, each with the bids that it allows; a word that would leave no bid at all gives way."""
        mask: int = (2 << names["cards"]) - 1
        for rule in self.rules.bidding:
            allowed = rule.allow(names)
            if mask & allowed:
                mask &= allowed
                yield rule, allowed

    def by_words(self, state: State, seat: int) -> Iterator[Ban]:
        """The bans of the words that a ruleset has for the bids of an auction."""
        rules = self.rules
        if not rules.bidding or (self._by_total and None in state.scores):
            return
        names = hands.bid_names(rules, state, seat)
        for rule in rules.bidding:
            key = (rule.rule, *[value(rules, state, seat) for value in self._values])
            if key not in self._remembered:
                self._remembered[key] = rule.allow(names)
            yield auctions.by_word(rules, rule, names, self._remembered[key])

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with a bid."""
        if self.rules.auction is not None:
            return auctions.check(self.rules, self.by_words, state, event)
        bid, turn = event.value, state.turn
        seat = turn if event.seat is None else event.seat
        allowed = self.allowed(state, seat)
        inside = 0 <= bid <= state.cards
        if seat == turn and inside and allowed >> bid & 1:
            return ()
        who = state.players[seat]
        at = event.at or ("bids", who)
        if seat != turn:
            message = f"{who} bid {bid}, but {state.players[turn]} is to bid"
            return (Fault("turn", message, seat, at=at, bars=True),)
        names = hands.bid_names(self.rules, state, seat)
        legal = tuple(str(b) for b in range(state.cards + 1) if allowed >> b & 1)
        faults = []
        edge = ("bidding", "least" if bid < 0 else "most")
        for rule, fine in self._in_force(names):
            if not fine >> bid & 1 if inside else rule.pointer == edge:
                message = f"{who} bid {bid} {rule.word.clause(names)}"
                faults.append(Fault(rule.rule, message, seat, legal, rule.pointer, at))
        if not inside and not faults:
            message = f"{who} bid {bid} in a hand of {counted(state.cards, 'cards')}"
            faults.append(Fault("bid-range", message, seat, legal, ("bidding", "most"), at))
        first = {fault.message: fault for fault in reversed(faults)}
        return tuple(fault for fault in faults if first[fault.message] is fault)


def speaking_order(rules: CompiledRules, state: State) -> tuple[int, ...]:
    """The seats in the order in which they bid."""
    return hands.order_from(rules, state, hands.from_dealer(rules, state, rules.first_bidder))
