"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.core.items import CardItems, shapeless
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean
from referee.engines.trick.rules import declaring, hands
from referee.engines.trick.rules.bidding import speaking_order
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.state import BID, State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.declarations import Declared, understood

BY_SEAT = {"won", "captured", "choices", "declared"}
RESULT = {"cards", "bids", "contract", "declarer", "doubled", "trump", "last_trick", *BY_SEAT}
"""What the result of a hand may say, and what of it by player."""
Read = Callable[[State, Any, "int | None"], list[Event]]


class Reading(CardItems):
    """Reads log items for one table. Plays are shared events, looked up by the very text of the card."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.bits = self.deck.bits
        self.bids: dict[tuple[int, int], Event] = {}
        self.plays: dict[str, Event] = {}
        for name, card in self.deck.by_id.items():
            self.plays[name] = Event("play", card, bit=1 << card)
            self.plays[f"{name}!"] = Event("play", card, said=True, bit=1 << card)
        self.readers: dict[str, Read] = {
            "deal": self._deal,
            "turn": self._turn,
            "talon": self._talon,
            "draw": self._draw,
            "pass": self._pass,
            "bid": self._bid,
            "bids": self._bids,
            "trump": self._trump,
            "dummy": self._dummy,
            "rest": self._rest,
            "play": self._play,
            "trick": self._trick,
            "grace": self._grace,
            "choose": self._choose,
            "declare": self._declare,
            "result": self._result,
        }

    def size(self, item: Mapping[str, Any]) -> int:
        """How many events an item stands for."""
        for verb, value in item.items():
            if verb == "declare":
                return sum(
                    len(said) if isinstance(said, list) else 1
                    for said in (value.values() if isinstance(value, Mapping) else [value])
                )
            if verb in ("trick", "bids") and isinstance(value, list):
                return len(value)
            if verb in ("bids", "pass", "draw") and isinstance(value, Mapping):
                return len(value)
        return 1

    def read(self, state: State, item: Mapping[str, Any]) -> list[Event]:
        """The events of one item; that of a result knows which points and totals are claimed after it."""
        events = super().read(state, item)
        claims = item.get("expect") if "result" in item else None
        for what in ("score", "totals"):
            claim = claims.get(what) if isinstance(claims, Mapping) else None
            if isinstance(claim, Mapping) and claim.keys() <= set(state.players):
                points = {state.players.index(who): points for who, points in claim.items()}
                if all(type(value) in (int, float) for value in points.values()):
                    events[0].value[what] = points
        return events

    def _one_play(self, text: Any, at: Pointer, seat: int | None = None) -> Event:
        if isinstance(text, str) and text in self.plays:
            event = self.plays[text]
        else:
            said = isinstance(text, str) and text.rstrip().endswith("!")
            card = self.card(text.rstrip().removesuffix("!") if said else text, at, seat)
            event = self.plays[self.deck.ids[card] + "!" * said]
        if seat is None:
            return event
        return Event("play", event.value, seat=seat, said=event.said, bit=event.bit)

    def _play(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [self._one_play(value, ("play",), seat)]

    def _trick(self, state: State, value: Any, seat: int | None) -> list[Event]:
        plays = self.plays
        players = len(state.seats)
        if type(value) is list and len(value) == players and seat is None and not state.trick:
            try:
                return [plays[name] for name in value]
            except (KeyError, TypeError):
                pass
        if not isinstance(value, list):
            raise shapeless()
        if state.trick:
            on_table = f"{len(state.trick)} of its {players} cards on the table already"
            raise Misread(
                [
                    Fault(
                        "trick-size",
                        f"a whole trick is written, but one is in progress with {on_table}",
                        bars=True,
                    )
                ]
            )
        if len(value) != players:
            message = f"a trick is {players} cards here, one from each player; this one has {len(value)}"
            raise Misread([Fault("trick-size", message, at=("trick",), bars=True)])
        first = state.turn if seat is None else seat
        seats = [None] * players if first < 0 else hands.order_from(self.rules, state, first)
        faults: list[Fault] = []
        events: list[Event] = []
        for place, text in enumerate(value):
            try:
                events.append(self._one_play(text, ("trick", place)))
            except Misread as misread:
                if misread.shapeless:
                    raise
                faults += [fault._replace(seat=seats[place]) for fault in misread.faults]
        if faults:
            raise Misread(faults)
        if seat is not None:
            events[0] = Event("play", events[0].value, seat=seat, said=events[0].said, bit=events[0].bit)
        return events

    def _deal(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, Mapping):
            raise shapeless()
        bit_of = self.bits.__getitem__
        seats = state.players
        try:
            masks = {seats.index(name): sum(map(bit_of, cards)) for name, cards in value.items()}
            listed = value.values()
            if {list}.issuperset(map(type, listed)) and sum(masks.values()).bit_count() == sum(map(len, listed)):
                return [Event("deal", masks, seat=seat, at=("deal",))]
        except (KeyError, TypeError, ValueError):
            pass
        return [self._careful_deal(state, value, seat)]

    def _careful_deal(self, state: State, value: Mapping[Any, Any], seat: int | None) -> Event:
        """A deal in which something is misspelt, repeated or not a card: as lists, so that each can be pointed at."""
        dealt: dict[int, list[int]] = {}
        faults: list[Fault] = []
        for name, cards in value.items():
            to = self.seat(state, name, ("deal", name))
            if not isinstance(cards, list):
                raise shapeless()
            dealt[to] = []
            for place, card in enumerate(cards):
                try:
                    dealt[to].append(self.card(card, ("deal", name, place), to))
                except Misread as misread:
                    if misread.shapeless:
                        raise
                    faults += misread.faults
        if faults:
            raise Misread(faults)
        owner: dict[int, int] = {}
        dealt = self._apart(dealt)
        for to, listed in dealt.items():
            for place, card in enumerate(listed):
                if card in owner:
                    first = owner[card] != to and not self.deck.has_twins
                    other = f", to {state.players[owner[card]]} first" if first else ""
                    at: Pointer = ("deal", state.players[to], place)
                    faults.append(Fault("deck", f"{self.deck.twice(card, 'is dealt')}{other}", to, at=at, bars=True))
                owner.setdefault(card, to)
        if faults:
            raise Misread(faults)
        return Event("deal", {to: mask_of(listed) for to, listed in dealt.items()}, seat=seat, at=("deal",))

    def _apart(self, cards: dict[int, list[int]]) -> dict[int, list[int]]:
        """Cards by seat, each name another copy of the card for as long as there are copies."""
        each = iter(self.deck.each_apart(card for listed in cards.values() for card in listed))
        return {seat: [next(each) for _ in listed] for seat, listed in cards.items()}

    def _turn(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("turn", self.card(value, ("turn",)), seat=seat, at=("turn",))]

    def _grace(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("grace", self.card(value, ("grace",)), seat=seat, at=("grace",))]

    def _trump(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("trump", self._named(value, ("trump",), seat), seat=seat, at=("trump",))]

    def _named(self, value: Any, at: Pointer, seat: int | None) -> int:
        """What a player names trump."""
        names = self.rules.named_from
        if not isinstance(value, str):
            raise shapeless()
        if value not in names:
            message = f"{value!r} cannot be trump; name one of {', '.join(names)}"
            raise Misread([Fault("trump", message, seat, at=at, bars=True)])
        return self.rules.trump_names()[value]

    def _pass(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, list):
            return [Event("pass", self._mask(value, ("pass",), seat, "passed"), seat=seat, at=("pass",))]
        _names_its_players("pass", value, seat)
        if not value:
            message = "nobody passes anything here; name each player and the cards"
            raise Misread([Fault("pass", message, at=("pass",))], shapeless=True)
        events = []
        for name, listed in value.items():
            who = self.seat(state, name, ("pass", name))
            if not isinstance(listed, list):
                raise shapeless()
            events.append(Event("pass", self._mask(listed, ("pass", name), who, "passed"), seat=who, at=("pass", name)))
        return events

    def _rest(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, str):
            who = self.seat(state, value, ("rest",))
            return [Event("rest", {who: state.left}, seat=seat, at=("rest",))]
        rest = self.by_seat(state, value, ("rest",))
        if not rest or any(type(tricks) is not int for tricks in rest.values()):
            raise Misread([], shapeless=True)
        return [Event("rest", rest, seat=seat, at=("rest",))]

    def _dummy(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, list):
            raise Misread([], shapeless=True)
        return [Event("dummy", self._mask(value, ("dummy",), seat, "laid open"), seat=seat, at=("dummy",))]

    def _talon(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, list):
            raise Misread([], shapeless=True)
        cards = [self.card(name, ("talon", place), seat) for place, name in enumerate(value)]
        return [Event("talon", self._apart({0: cards})[0], seat=seat, at=("talon",))]

    def _draw(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, str):
            return [Event("draw", self.card(value, ("draw",), seat), seat=seat, at=("draw",))]
        _names_its_players("draw", value, seat)
        if not value:
            raise Misread([], shapeless=True)
        drawn = self.by_seat(state, value, ("draw",))
        order = drawing_order(self.rules, state) if self.rules.stock else ()
        at = {who: ("draw", state.players[who]) for who in drawn}
        return [
            Event("draw", self.card(drawn[who], at[who], who), seat=who, at=at[who])
            for who in (*(who for who in order if who in drawn), *(who for who in drawn if who not in order))
        ]

    def _mask(self, listed: list[Any], at: Pointer, seat: int | None, done: str) -> int:
        """The mask of different cards; `done` says in a message what is done with one that stands there twice."""
        try:
            mask = sum(map(self.bits.__getitem__, listed))
            if mask.bit_count() == len(listed):
                return mask
        except (KeyError, TypeError):
            pass
        cards = self.deck.each_apart(self.card(card, (*at, place), seat) for place, card in enumerate(listed))
        for place, card in enumerate(cards):
            if card in cards[:place]:
                message = self.deck.twice(card, f"is {done}")
                raise Misread([Fault("deck", message, seat, at=(*at, place), bars=True)])
        return mask_of(cards)

    def bid_value(self, state: State, value: Any, at: Pointer, seat: int | None) -> int:
        """A bid as a number of tricks; 'all', 'nothing' and the like as the ruleset says."""
        if type(value) is int:
            return value
        if not isinstance(value, str):
            raise shapeless()
        spoken = self.rules.bid_words
        if value not in spoken:
            known = f"a number of tricks{''.join(f' or {word!r}' for word in spoken)}"
            raise Misread([Fault("bid-range", f"{value!r} is not a bid; a bid is {known}", seat, at=at, bars=True)])
        names = {"cards": state.cards or self.rules.cards_in_hand(state.hand), "players": self.rules.players}
        return int(spoken[value].run(names, (names,)))

    def call(self, value: Any, at: Pointer, seat: int | None = None) -> int:
        """A call of an auction, by its place among all."""
        auction = self.rules.auction
        assert auction is not None
        call = auction.called(value)
        if call >= 0:
            return call
        if type(value) not in (int, str):
            raise Misread([], shapeless=True)
        names = [call.name for call in auction.calls]
        near = did_you_mean(str(value), names) if len(str(value)) > 3 else ""
        near = near or f"; a call is {auction.listed()}"
        raise Misread([Fault("auction", f"{value!r} is not a call of this game{near}", seat, at=at, bars=True)])

    def _calls(self, state: State, value: Any, seat: int | None, at: Pointer = ("bids",)) -> list[Event]:
        """The calls of an auction in order of speaking."""
        if not isinstance(value, list):
            if isinstance(value, Mapping):
                message = "the calls of an auction are written in order of speaking, as a list"
                raise Misread([Fault("auction", message, at=at)], shapeless=True)
            raise Misread([], shapeless=True)
        if seat is not None:
            message = "the calls of an auction are written in order of speaking; take `by:` away"
            raise Misread([Fault("players", message, at=("by",))], shapeless=True)
        if not value:
            raise Misread([Fault("auction", "nobody calls anything here", at=at)], shapeless=True)
        return [Event("bid", self.call(name, (*at, place)), at=(*at, place)) for place, name in enumerate(value)]

    def _bid(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if self.rules.auction is not None:
            return [Event("bid", self.call(value, ("bid",), seat), seat=seat, at=("bid",))]
        return [Event("bid", self.bid_value(state, value, ("bid",), seat), seat=seat, at=("bid",))]

    def _bids(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if self.rules.auction is not None:
            return self._calls(state, value, seat)
        _names_its_players("bids", value, seat)
        shared = self._shared_bids(state, value)
        if shared is not None:
            return shared
        bids = self.by_seat(state, value, ("bids",))
        if state.phase == BID:
            order = hands.order_from(self.rules, state, state.turn)[: len(state.seats) - state.spoken]
        else:
            order = speaking_order(self.rules, state)
        missing = [state.players[who] for who in order if who not in bids]
        if missing:
            who = f"{' and '.join(missing)} {'has' if len(missing) == 1 else 'have'}"
            message = f"{who} not bid; a bid from each player is needed"
            raise Misread([Fault("turn", message, at=("bids",), bars=True)])
        seats = [*order, *(who for who in bids if who not in order)]
        return [
            Event("bid", self.bid_value(state, bids[who], ("bids", state.players[who]), who), seat=who,
                  at=("bids", state.players[who]))
            for who in seats
        ]  # fmt: skip

    def _shared_bids(self, state: State, value: Mapping[str, Any]) -> list[Event] | None:
        """The bids of a hand written plainly, as events that are made once; None when they need a closer look."""
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

    def _declare(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, Mapping):
            return self._all_declared(state, value, ("declare",), seat)
        _names_its_players("declare", value, seat)
        events = []
        for name, said in value.items():
            who = self.seat(state, name, ("declare", name))
            events += self._all_declared(state, said, ("declare", name), who)
        if not events:
            raise Misread([Fault("order", "nobody declares anything here", at=("declare",), bars=True)])
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
            raise Misread([Fault("declare" if listed else "order", found, seat, at=at, bars=True)])
        return found

    def _choose(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("choose", self._option(value, ("choose",), seat), seat=seat, at=("choose",))]

    def _option(self, value: Any, at: Pointer, seat: int | None) -> str:
        """What somebody chose: an option of some choice of the rules."""
        if not isinstance(value, str):
            raise shapeless()
        choices = self.rules.scoring.choices
        options = [option for choice in choices for option in choice.options]
        if value not in options:
            known = f"choose one of {', '.join(options)}" if options else "this game has none"
            message = f"{value!r} is no choice{did_you_mean(value, options) or '; ' + known}"
            rule = self.rules.cited(("choices", choices[0].name)) if choices else "order"
            raise Misread([Fault(rule, message, seat, at=at, bars=True)])
        return value

    def _result(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, Mapping) or not value.keys() <= RESULT:
            raise shapeless()
        listed = self.rules.auction is not None
        maps = {key: self.by_seat(state, value[key], ("result", key)) for key in BY_SEAT & value.keys()}
        whole = [value.get("cards", 0), value.get("doubled", 1), *maps.get("won", {}).values()]
        if any(type(number) is not int for number in whole) or any(
            not isinstance(cards, list) for cards in maps.get("captured", {}).values()
        ):
            raise shapeless()
        result: dict[str, Any] = {"cards": value.get("cards"), **maps}
        if "bids" in value and listed:
            result["bids"] = [event.value for event in self._calls(state, value["bids"], None, ("result", "bids"))]
        elif "bids" in value:
            result["bids"] = {
                who: self.bid_value(state, bid, ("result", "bids", state.players[who]), who)
                for who, bid in self.by_seat(state, value["bids"], ("result", "bids")).items()
            }
        result |= self._contract(state, value)
        if "captured" in maps:
            captured = {
                who: [
                    self.card(card, ("result", "captured", state.players[who], place), who)
                    for place, card in enumerate(cards)
                ]
                for who, cards in maps["captured"].items()
            }
            result["captured"] = self._apart(captured)
        if "choices" in maps:
            result["choices"] = {
                who: [
                    self._option(option, ("result", "choices", state.players[who]), who)
                    for option in (chosen if isinstance(chosen, list) else [chosen])
                ]
                for who, chosen in maps["choices"].items()
            }
        if "declared" in maps:
            result["declared"] = {
                who: [
                    self._declaration(text, ("result", "declared", state.players[who], place), who)
                    for place, text in enumerate(said if isinstance(said, list) else [said])
                ]
                for who, said in maps["declared"].items()
            }
        if "trump" in value:
            result["trump"] = self._named(value["trump"], ("result", "trump"), None)
        if "last_trick" in value:
            result["last_trick"] = self.seat(state, value["last_trick"], ("result", "last_trick"))
        return [Event("result", result, seat=seat, at=("result",))]

    def _contract(self, state: State, value: Mapping[str, Any]) -> dict[str, Any]:
        """What a result says of the contract."""
        said: dict[str, Any] = {key: value[key] for key in ("doubled",) if key in value}
        if "contract" in value and self.rules.auction is not None:
            said["contract"] = self.call(value["contract"], ("result", "contract"))
        if "declarer" in value:
            said["declarer"] = self.seat(state, value["declarer"], ("result", "declarer"))
        if (said or "contract" in value) and self.rules.auction is None:
            key = next(key for key in ("contract", "declarer", "doubled") if key in value)
            message = f"`{key}` is written, but this game has no auction"
            raise Misread([Fault("order", message, at=("result", key), bars=True)])
        return said


def _names_its_players(verb: str, value: Any, seat: int | None) -> None:
    """Refuses a map of players under `by:`, which could only contradict it."""
    if not isinstance(value, Mapping):
        raise shapeless()
    if seat is not None:
        message = f"`{verb}` names its players itself; take `by:` away"
        raise Misread([Fault("players", message, at=("by",))], shapeless=True)
