"""From the items of a log to events: those that say something, bids and calls, what is trump, declarations and choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from referee.core.events import Event, Misread, Unknown, each_read
from referee.core.findings import Fault
from referee.core.items import names_its_players, several_in, shapeless, without_commas
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean, told
from referee.core.wording import listed
from referee.engines.trick.log.reading_cards import ReadingCards
from referee.engines.trick.rules import declarer, declaring, hands
from referee.engines.trick.rules.hands import speaking_order
from referee.engines.trick.state import BID, State
from referee.engines.trick.words.bids import PASS, Auction, Marked
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.declarations import Declared, understood


def contract_named(auction: Auction, value: Any, at: Pointer, seat: int | None, rule: str) -> int:
    """A contract by its place among all calls; `null` is a name without quotes that YAML reads as nothing."""
    call = auction.named_contract(value) if value is None or type(value) in (str, int) else -1
    if call >= 0:
        return call
    if value is not None and type(value) not in (str, int):
        raise Misread([], shapeless=True)
    raise Misread([Fault(rule, _why(auction, str(value)), seat, at=at)])


def _why(auction: Auction, text: str) -> str:
    """What is wrong with a name: a mark that does not go with this contract, or no such contract."""
    bare, *marks = text.split() or [""]
    if bare in auction.to_name and set(marks) <= {*auction.marks} and len({*marks}) == len(marks):
        wrong = next(mark for mark in marks if not auction.goes_with(mark, bare, marks))
        return f"{wrong!r} is not said with {text!r}; it goes only with {auction.marks[wrong]['only']}"
    names = [call.name for call in auction.contracts]
    near = did_you_mean(text, names) if len(text) > 3 else ""
    known = listed(list(auction.to_name), "or")
    return told(f"{text!r} is not a contract of this game", near or f"; a contract is {known}")


class ReadingSaid(ReadingCards):
    """Reads what players say. A bid of a number is a shared event, created once."""

    def __init__(self, rules: CompiledRules) -> None:
        super().__init__(rules)
        self.bids: dict[tuple[int, int], Event] = {}

    def bid_value(self, state: State, value: Any, at: Pointer, seat: int | None) -> int:
        """A bid as a number of tricks; 'all', 'nothing' and the like as the ruleset says."""
        if type(value) is int:
            return value
        if not isinstance(value, str):
            raise shapeless()
        spoken = self.rules.bid_words
        if value not in spoken:
            known = f"a number of tricks{''.join(f' or {word!r}' for word in spoken)}"
            raise Misread([Fault("bid-range", f"{value!r} is not a bid; a bid is {known}", seat, at=at)])
        names = {"cards": state.cards or self.rules.cards_in_hand(state.hand), "players": self.rules.players}
        bid = int(spoken[value].run(names, (names,)))
        return Marked.by(value, bid) if value in self.rules.bid_marks else bid

    def call(self, value: Any, at: Pointer, seat: int | None = None) -> int:
        """A call of an auction, by its place among all."""
        auction = self.rules.auction
        assert auction is not None
        call = auction.called(value)
        if call >= 0:
            return call
        if type(value) not in (int, str):
            raise Misread([], shapeless=True)
        several = several_in(value, lambda part: auction.called(part) >= 0)
        if several:
            raise Misread([Fault("auction", without_commas(several, "calls", at), seat, at=at)])
        names = list(auction.index)
        near = did_you_mean(str(value), names) if len(str(value)) > 3 else ""
        near = near or f"; a call is {auction.listed()}"
        raise Misread([Fault("auction", told(f"{value!r} is not a call of this game", near), seat, at=at)])

    def contract(self, value: Any, at: Pointer) -> int:
        """The contract of a hand: the bid that won the auction, or the contract that the declarer named."""
        auction = self.rules.auction
        if auction is None or not auction.contracts or value == PASS:
            return self.call(value, at)
        return contract_named(auction, value, at, None, self._rule_of_contracts())

    def _rule_of_contracts(self) -> str:
        return self.rules.cite("bidding", "contracts")

    def _named_contract(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if value is not None and type(value) not in (str, int):
            raise shapeless()
        auction, at = self.rules.auction, ("contract",)
        if auction is None or not auction.contracts:
            return [Event("contract", -1, seat=seat, at=at)]  # nobody names one: `not_now` reports it
        named = contract_named(auction, value, at, seat, self._rule_of_contracts())
        return [Event("contract", named, seat=seat, at=at)]

    def _call_card(self, state: State, value: Any, seat: int | None) -> list[Event]:
        """The card that a declarer calls, or that nobody is called."""
        if not isinstance(value, str):
            raise shapeless()
        card = declarer.NOBODY if value == "nobody" else self.card(value, ("call",), seat)
        return [Event("call", card, seat=seat, at=("call",))]

    def _calls(self, state: State, value: Any, seat: int | None, at: Pointer = ("bids",)) -> list[Event]:
        """The calls of an auction in order of speaking."""
        if not isinstance(value, list):
            assert self.rules.auction is not None
            first = self.rules.auction.calls[0].name
            message = f"the calls of an auction are written in order of speaking, as a list; write for example [{first}, pass]"
            raise Misread([Fault("auction", message, at=at)], shapeless=True)
        if seat is not None:
            message = "the calls of an auction are written in order of speaking; remove `by:`"
            raise Misread([Fault("players", message, at=("by",))], shapeless=True)
        if not value:
            raise Misread([Fault("auction", "nobody calls anything here", at=at)], shapeless=True)
        calls, faults = each_read(partial(self.call, name, (*at, place)) for place, name in enumerate(value))
        if faults:
            raise Unknown(faults)
        return [Event("bid", call, at=(*at, place)) for place, call in enumerate(calls)]

    def _bid(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if self.rules.auction is not None:
            return [Event("bid", self.call(value, ("bid",), seat), seat=seat, at=("bid",))]
        return [Event("bid", self.bid_value(state, value, ("bid",), seat), seat=seat, at=("bid",))]

    def _bids(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if self.rules.auction is not None:
            return self._calls(state, value, seat)
        if not isinstance(value, Mapping):
            first, second, *_ = state.players
            message = f"bids of tricks are written by player; write for example {{{first}: 2, {second}: 0}}"
            raise Misread([Fault("bid-range", message, at=("bids",))], shapeless=True)
        names_its_players("bids", value, seat)
        shared = self._shared_bids(state, value)
        if shared is not None:
            return shared
        bids = self.by_seat(state, value, ("bids",))
        if state.phase == BID:
            order = hands.order_from(self.rules, state, state.turn)[: len(state.seats) - state.spoken]
        else:
            order = speaking_order(self.rules, state)
        seats = [*order, *(who for who in bids if who not in order)]
        made, faults = each_read(
            partial(self.bid_value, state, bids[who], ("bids", state.players[who]), who) for who in seats if who in bids
        )
        missing = [state.players[who] for who in order if who not in bids]
        if missing:
            who = f"{' and '.join(missing)} {'has' if len(missing) == 1 else 'have'}"
            message = f"{who} not bid; a bid from each player is needed"
            raise Misread([Fault("turn", message, at=("bids",))], beside=faults)
        if faults:
            raise Unknown(faults)
        return [
            Event("bid", bid, seat=who, at=("bids", state.players[who])) for who, bid in zip(seats, made, strict=True)
        ]

    def _shared_bids(self, state: State, value: Mapping[str, Any]) -> list[Event] | None:
        """The bids of a hand written plainly, as events that are created once; None if they need a closer look."""
        players = state.players
        if len(value) != len(state.seats) or state.spoken:
            return None
        events = []
        try:
            for seat in speaking_order(self.rules, state):
                bid = value[players[seat]]
                if type(bid) is not int:
                    return None
                key = (seat, bid)
                event = self.bids.get(key)
                if event is None:
                    event = self.bids[key] = Event("bid", bid, seat=key[0])
                events.append(event)
        except (KeyError, TypeError):
            return None
        return events

    def _trump(self, state: State, value: Any, seat: int | None, at: Pointer = ("trump",)) -> list[Event]:
        names = self.rules.trump_names()
        if not isinstance(value, str):
            raise shapeless()
        suit = self.rules.deck.find_suit(value)
        if suit not in self.rules.named_from:
            message = f"{value!r} cannot be trump; name one of {', '.join(self.rules.named_from)}"
            raise Misread([Fault("trump", message, seat, at=at)])
        return [Event("trump", names[suit], seat=seat, at=at)]

    def _declare(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, Mapping):
            return self._all_declared(state, value, ("declare",), seat)
        names_its_players("declare", value, seat)
        events = []
        for name, said in value.items():
            who = self.seat(state, name, ("declare", name))
            events += self._all_declared(state, said, ("declare", name), who)
        if not events:
            raise Misread([Fault("order", "nobody declares anything here", at=("declare",))])
        return events

    def _all_declared(self, state: State, said: Any, at: Pointer, seat: int | None) -> list[Event]:
        texts = (
            [(said, at)] if not isinstance(said, list) else [(text, (*at, place)) for place, text in enumerate(said)]
        )
        return [Event("declare", self._declaration(text, here, seat), seat=seat, at=here) for text, here in texts]

    def declared(self, state: State, text: Any, at: Pointer) -> Declared:
        """What a position says that a player declared in this hand."""
        seat = state.players.index(str(at[-2]))
        there = self.rules.pack
        for other in range(self.rules.players):
            there &= ~(state.hands[other] if other != seat and state.known[other] else 0)
        return declaring.resolved(self.rules, state, seat, self._declaration(text, at, seat), there)

    def _declaration(self, text: Any, at: Pointer, seat: int | None) -> tuple[int, int]:
        """What is declared, 'marriage H', as its place in the rules and its suit."""
        if not isinstance(text, str):
            raise shapeless()
        listed = self.rules.declarations
        found = understood(text, listed, self.deck)
        if isinstance(found, str):
            raise Misread([Fault("declare" if listed else "order", found, seat, at=at)])
        return found

    def _choose(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("choose", self._option(value, ("choose",), seat), seat=seat, at=("choose",))]

    def _option(self, value: Any, at: Pointer, seat: int | None) -> str:
        """What somebody chose: an option of a choice in the rules."""
        if not isinstance(value, str):
            raise shapeless()
        choices = self.rules.scoring.choices
        options = [option for choice in choices for option in choice.options]
        if value not in options:
            known = f"choose one of {', '.join(options)}" if options else "this game has none"
            message = told(f"{value!r} is not a choice", did_you_mean(value, options) or f"; {known}")
            rule = self.rules.cited(("choices", choices[0].name)) if choices else "order"
            raise Misread([Fault(rule, message, seat, at=at)])
        return value
