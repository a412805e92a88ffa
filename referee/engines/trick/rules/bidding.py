"""Which bids may be spoken, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import auctions, hands, held
from referee.engines.trick.rules.auctions import Ban
from referee.engines.trick.state import State
from referee.engines.trick.words.bids import BidRule, Names, word_of, written
from referee.engines.trick.words.compiled import CompiledRules

SAME_FOR_ALL = {"cards", "players", "hand", "hands", "bid"}


class Bidding:
    """The words of bidding at one table. What they allow is remembered by the values that they look at."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self._remembered: dict[tuple[object, ...], int] = {}
        self._by_total = "total" in rules.bid_names
        self._values = tuple(hands.BID_VALUES[name] for name in sorted(rules.bid_names & hands.BID_VALUES.keys()))

    def allowed(self, state: State, seat: int, word: str = "") -> int:
        """The bids that every word allows the player at `seat`, as a mask in which bid `b` is `1 << b`; those that some hand
        allows where it is unseen. With the `word` of a bid that says more than its number, what is allowed to that word."""
        rules = self.rules
        if rules.auction is not None:
            return auctions.allowed(rules, self.by_words, state, seat)
        if self._by_total and None in state.scores:
            return (2 << state.cards) - 1
        ways = held.ways(rules, state, seat)
        if len(self._values) == 1 and not (rules.held_names or word):
            key: tuple[object, ...] = (state.cards, self._values[0](rules, state, seat))
        else:
            hand = tuple([tuple(way.values()) for way in ways])
            key = (state.cards, word, hand, *[value(rules, state, seat) for value in self._values])
        mask = self._remembered.get(key)
        if mask is None:
            everything = mask = (2 << state.cards) - 1
            if ways:
                names = names_for(rules, state, seat, word)
                mask = reduce(or_, (_left(rules, {**names, **way}, everything) for way in ways))
            self._remembered[key] = mask
        return mask

    def by_words(self, state: State, seat: int) -> Iterator[Ban]:
        """The bans of the words that a ruleset has for the bids of an auction; of an unseen hand what every hand bars."""
        rules = self.rules
        ways = held.ways(rules, state, seat)
        if not rules.bidding or not ways or (self._by_total and None in state.scores):
            return
        names = hands.bid_names(rules, state, seat)
        for rule in rules.bidding:
            hand = tuple([tuple(way.values()) for way in ways])
            key = (rule.rule, hand, *[value(rules, state, seat) for value in self._values])
            if key not in self._remembered:
                self._remembered[key] = reduce(or_, (rule.allow({**names, **way}) for way in ways))
            held_now = held.told(rules, state, seat, rule.names)
            yield auctions.by_word(rules, rule, names, self._remembered[key], held_now)

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with a bid."""
        if self.rules.auction is not None:
            return auctions.check(self.rules, self.by_words, state, event)
        rules, bid, turn = self.rules, event.value, state.turn
        seat = turn if event.seat is None else event.seat
        allowed = self.allowed(state, seat, word_of(bid))
        inside = 0 <= bid <= state.cards
        if seat == turn and inside and allowed >> bid & 1:
            return ()
        said = f"{state.players[seat]} bid {written(bid)}"
        at = event.at or ("bids", state.players[seat])
        if seat != turn:
            return (Fault("turn", f"{said}, but {state.players[turn]} is to bid", seat, at=at, bars=True),)
        legal = tuple(str(b) for b in range(state.cards + 1) if allowed >> b & 1)
        faults = []
        edge = ("bidding", "least" if bid < 0 else "most")
        way = next(iter(held.ways(rules, state, seat)), {})
        names = names_for(rules, state, seat, word_of(bid)) | way
        for rule, fine in in_force(rules, names):
            if not fine >> bid & 1 if inside else rule.pointer == edge:
                message = f"{said} {rule.word.clause(names)}{held.told(rules, state, seat, rule.names)}"
                faults.append(Fault(rule.rule, message, seat, legal, rule.pointer, at))
        if not inside and not faults:
            message = f"{said} in a hand of {counted(state.cards, 'cards')}"
            faults.append(Fault("bid-range", message, seat, legal, ("bidding", "most"), at))
        first = {fault.message: fault for fault in reversed(faults)}
        return tuple(fault for fault in faults if first[fault.message] is fault)


def names_for(rules: CompiledRules, state: State, seat: int, word: str = "") -> dict[str, Any]:
    """What the words of bidding may ask about, but for the cards held, for a bid by this word."""
    marks = dict.fromkeys(rules.bid_marks.values(), False)
    marks |= {mark: True for other, mark in rules.bid_marks.items() if other == word}
    return hands.bid_names(rules, state, seat) | marks


def in_force(rules: CompiledRules, names: Names) -> Iterator[tuple[BidRule, int]]:
    """The words of bidding, each with the bids that it allows; a word that would leave no plain bid at all gives way."""
    mask: int = (2 << names["cards"]) - 1
    plain = {**names, **dict.fromkeys(rules.bid_marks.values(), False)} if rules.bid_marks else names
    for rule in rules.bidding:
        left = rule.allow(plain)
        if mask & left:
            mask &= left
            yield rule, rule.allow(names) if rules.bid_marks else left


def _left(rules: CompiledRules, names: Names, everything: int) -> int:
    """The bids that all words together leave."""
    for _, allowed in in_force(rules, names):
        everything &= allowed
    return everything


def speak(rules: CompiledRules, state: State, event: Event) -> None:
    """A player bids, or makes a call of an auction; a bid that may not have been allowed to the cards held is kept in mind."""
    if rules.held_names:
        _keep(rules, state, event)
    (auctions.call if rules.auction else bid)(rules, state, event)


def bid(rules: CompiledRules, state: State, event: Event) -> None:
    """A player bids a number of tricks."""
    state.bids[state.turn] = event.value
    state.spoken += 1
    state.clock += 1
    following = auctions.next_to_speak(rules, state)
    if following >= 0:
        state.turn = following
    else:
        hands.to_naming(rules, state)


class Unproved(NamedTuple):
    """A bid whose player held cards that nobody saw: the number of its event, the bid, and what its words asked about."""

    event: int
    bid: int
    names: Names


def _keep(rules: CompiledRules, state: State, event: Event) -> None:
    """Keeps a bid in mind that only some of the hands allow which its player may hold."""
    seat = state.turn
    made = Unproved(state.clock + 1, event.value, names_for(rules, state, seat, word_of(event.value)))
    ways = held.ways(rules, state, seat)
    if not ways or {_barred(rules, made, way) is None for way in ways} == {True, False}:
        state.unseen.setdefault("bids", []).append(made.event)
        if held.stays(rules):
            state.unproved[seat] = made


def _barred(rules: CompiledRules, made: Unproved, way: Mapping[str, int]) -> BidRule | None:
    """The word that bars a bid to a player who holds so many cards; None where none does."""
    names = {**made.names, **way}
    words = ((rule, rule.allow(names)) for rule in rules.bidding) if rules.auction else in_force(rules, names)
    return next((rule for rule, allowed in words if made.bid < 0 or not allowed >> made.bid & 1), None)


def shown(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """The bids of which a card that is played shows that no hand allowed them."""
    for seat, made in enumerate(state.unproved):
        if made is None or not _possible(rules, state, seat, made, None) or _possible(rules, state, seat, made, event):
            continue
        rule = next(filter(None, (_barred(rules, made, way) for way in held.ways(rules, state, seat, event))))
        where = "" if rules.auction else f" {rule.word.clause(made.names)}"
        said = rules.auction.calls[made.bid].name if rules.auction else written(made.bid)
        yield Fault(
            rule.rule,
            f"{state.players[seat]} bid {said}{where}",
            seat,
            word=rule.pointer,
            at=event.at,
            cites=(made.event,),
            after=held.shown_now(rules, state, seat, rule.names, event),
        )


def _possible(rules: CompiledRules, state: State, seat: int, made: Unproved, event: Event | None) -> bool:
    """Whether the player can have held cards that allow the bid, as far as is known now, or after a play."""
    ways = held.ways(rules, state, seat, event)
    return not ways or any(_barred(rules, made, way) is None for way in ways)
