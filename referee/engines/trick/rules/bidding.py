"""What may be bid, and why not: bids of tricks, and the calls of an auction, the same way for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.engines.trick.rules import auctions, hands, whereabouts
from referee.engines.trick.rules.auctions import Ban
from referee.engines.trick.state import State
from referee.engines.trick.words.bids import BidRule, Names, word_of, written
from referee.engines.trick.words.compiled import CompiledRules

SAME_FOR_ALL = {"cards", "players", "hand", "hands", "bid"}

Way = Mapping[str, int]
"""How many cards a hand holds for each name that the words of bidding ask about."""


class Bidding:
    """The words of bidding at one table. Their results are remembered by the values that they look at."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self._remembered: dict[tuple[object, ...], tuple[tuple[BidRule, int], ...]] = {}
        self._by_total = "total" in rules.bid_names
        self._values = tuple(hands.BID_VALUES[name] for name in sorted(rules.bid_names & hands.BID_VALUES.keys()))

    def allowed(self, state: State, seat: int, word: str = "") -> int:
        """The bids or calls that every rule allows the player at `seat`, as a mask in which bid `b` is `1 << b`; for an
        unseen hand, those that some hand allows. With the `word` of a bid that means more than its number, what that word
        may say."""
        everything = _everything(self.rules, state.cards)
        left = 0
        for way in self._ways(state, seat):
            mask = everything
            for ban in self._bans(state, seat, word, way):
                mask &= ban.leaves
            left |= mask
        return left

    def bans(self, state: State, seat: int, word: str = "") -> Iterator[Ban]:
        """The bans on bids or calls by the player at `seat`; for an unseen hand, those for one possible hand."""
        return self._bans(state, seat, word, self._ways(state, seat)[0])

    def _bans(self, state: State, seat: int, word: str, way: Way | None) -> Iterator[Ban]:
        """The bans, one after the other, for a hand that holds this; without the words that a ruleset has for bids if they
        cannot be asked. A ban that would leave nothing at all gives way."""
        rules = self.rules
        left = _everything(rules, state.cards)
        for ban in auctions.bans(rules, state, seat) if rules.auction else ():
            if left & ban.leaves:
                left &= ban.leaves
                yield ban
        if way is None or not rules.bidding:
            return
        key = (left, word, *way.values(), *[value(rules, state, seat) for value in self._values])
        words = self._remembered.get(key)
        if words is None:
            words = self._remembered[key] = tuple(in_force(rules, {**names_for(rules, state, seat, word), **way}, left))
        for rule, leaves in words:
            yield Ban(rule.rule, rule.pointer, leaves, partial(self._clause, rule, state, seat, word))

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with a bid or a call."""
        rules, bid, turn = self.rules, event.value, state.turn
        seat = turn if event.seat is None else event.seat
        word = word_of(bid)
        allowed = self.allowed(state, seat, word)
        beyond = _beyond(rules, state, bid)
        if seat == turn and not beyond and allowed >> bid & 1:
            return ()
        who = state.players[seat]
        at = event.at or (() if rules.auction else ("bids", who))
        if seat != turn:
            doing = "call" if rules.auction else "bid"
            message = f"{who} {said(rules, bid)}, but it is {state.players[turn]}'s turn to {doing}"
            return (Fault("turn", message, seat, at=at, bars=True),)
        legal = tuple([call_name(rules, other) for other in members(allowed)])
        faults: dict[str, Fault] = {}
        for ban in self.bans(state, seat, word):
            if ban.word == beyond if beyond else not ban.leaves >> bid & 1:
                message = f"{who} {ban.message(bid)}"
                faults.setdefault(message, Fault(ban.rule, message, seat, legal, ban.word, at))
        if beyond and not faults:
            message = f"{who} bid {bid} in a hand of {counted(state.cards, 'cards')}"
            return (Fault("bid-range", message, seat, legal, beyond, at),)
        return tuple(faults.values())

    def _ways(self, state: State, seat: int) -> Sequence[Way | None]:
        """What the player's hand may hold; only None if that, or a total, is not known well enough to ask the words."""
        unknown = self._by_total and None in state.scores
        return (None,) if unknown else whereabouts.ways(self.rules, state, seat) or (None,)

    def _clause(self, rule: BidRule, state: State, seat: int, word: str, bid: int) -> str:
        """What a message says about a forbidden bid, after the name of the bidder."""
        clause = rule.word.clause(names_for(self.rules, state, seat, word))
        said = " ".join(filter(None, ("bid", call_name(self.rules, bid), clause)))
        return f"{said}{whereabouts.told(self.rules, state, seat, rule.names)}"


def names_for(rules: CompiledRules, state: State, seat: int, word: str = "") -> dict[str, Any]:
    """What the words of bidding may ask about, except the cards held, for a bid by this word."""
    marks = dict.fromkeys(rules.bid_marks.values(), False)
    marks |= {mark: True for other, mark in rules.bid_marks.items() if other == word}
    return hands.bid_names(rules, state, seat) | marks


def in_force(rules: CompiledRules, names: Names, left: int) -> Iterator[tuple[BidRule, int]]:
    """The words of bidding, each with the bids that it allows; a word that would leave no plain bid at all gives way."""
    plain = {**names, **dict.fromkeys(rules.bid_marks.values(), False)} if rules.bid_marks else names
    for rule in rules.bidding:
        leaves = rule.allow(plain)
        if left & leaves:
            left &= leaves
            yield rule, rule.allow(names) if rules.bid_marks else leaves


def _everything(rules: CompiledRules, cards: int) -> int:
    """All bids of tricks in a hand of this many cards, or all calls of the auction."""
    return rules.auction.everything if rules.auction else (2 << cards) - 1


def _beyond(rules: CompiledRules, state: State, bid: int) -> Pointer:
    """The word that a bid breaks if it is below 0 or above the number of cards; empty if it is not."""
    if rules.auction or 0 <= bid <= state.cards:
        return ()
    return ("bidding", "least" if bid < 0 else "most")


def call_name(rules: CompiledRules, bid: int) -> str:
    """A bid or a call as a message names it."""
    return rules.auction.calls[bid].name if rules.auction else str(written(bid))


def said(rules: CompiledRules, bid: int) -> str:
    """What a player did by a bid or a call: 'bid 3', 'passed'."""
    return auctions.said(rules.auction, bid) if rules.auction else f"bid {written(bid)}"


def speak(rules: CompiledRules, state: State, event: Event) -> None:
    """A player bids or calls; a bid that the cards held may not have allowed is remembered."""
    if rules.held_names:
        _keep(rules, state, event)
    auctions.call(rules, state, event)


class Unproved(NamedTuple):
    """A bid from an unseen hand: the number of its event, the bid, and what its words asked about."""

    event: int
    bid: int
    names: Names


def _keep(rules: CompiledRules, state: State, event: Event) -> None:
    """Remembers a bid that only some of the player's possible hands allow."""
    seat = state.turn
    made = Unproved(state.clock + 1, event.value, names_for(rules, state, seat, word_of(event.value)))
    ways = whereabouts.ways(rules, state, seat)
    if not ways or {_barred(rules, made, way) is None for way in ways} == {True, False}:
        state.unseen.setdefault("bids", []).append(made.event)
        if whereabouts.stays(rules):
            state.unproved[seat] = made


def _barred(rules: CompiledRules, made: Unproved, way: Mapping[str, int]) -> BidRule | None:
    """The word that forbids a bid by a player who holds these numbers of cards; None if none does."""
    words = in_force(rules, {**made.names, **way}, _everything(rules, made.names["cards"]))
    return next((rule for rule, allowed in words if made.bid < 0 or not allowed >> made.bid & 1), None)


def shown(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """The bids that no hand allowed, as a card that is played now shows."""
    for seat, made in enumerate(state.unproved):
        if made is None or not _possible(rules, state, seat, made, None) or _possible(rules, state, seat, made, event):
            continue
        rule = next(filter(None, (_barred(rules, made, way) for way in whereabouts.ways(rules, state, seat, event))))
        clause = rule.word.clause(made.names)
        yield Fault(
            rule.rule,
            " ".join(filter(None, (state.players[seat], "bid", call_name(rules, made.bid), clause))),
            seat,
            word=rule.pointer,
            cites=(made.event,),
            after=whereabouts.shown_now(rules, state, seat, rule.names, event),
        )


def _possible(rules: CompiledRules, state: State, seat: int, made: Unproved, event: Event | None) -> bool:
    """Whether the player can have held cards that allow the bid, as far as is known now, or after a play."""
    ways = whereabouts.ways(rules, state, seat, event)
    return not ways or any(_barred(rules, made, way) is None for way in ways)
