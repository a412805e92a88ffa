"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.events import Event, Misread, Unknown
from referee.core.findings import Fault
from referee.core.items import several_in, shapeless, without_commas
from referee.core.places import Pointer
from referee.engines.trick.log.reading_said import ReadingSaid
from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules

BY_SEAT = {"won", "captured", "choices", "declared"}
CONTRACT_KEYS = ("contract", "bid", "declarer", "doubled", "partner", "matadors")
RESULT = {"cards", "bids", "trump", "last_trick", *CONTRACT_KEYS, *BY_SEAT}
"""What the result of a hand may say, and what of it by player."""
Read = Callable[[State, Any, "int | None"], list[Event]]


class Reading(ReadingSaid):
    """Reads log items for one table. Plays are shared events, looked up by the very text of the card."""

    def __init__(self, rules: CompiledRules) -> None:
        super().__init__(rules)
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
            "call": self._call_card,
            "put_away": self._put_away,
            "contract": self._named_contract,
            "trump": self._trump,
            "open": self._open,
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
            self._each_alone(value)
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
            raise Unknown(faults)
        if seat is not None:
            events[0] = Event("play", events[0].value, seat=seat, said=events[0].said, bit=events[0].bit)
        return events

    def _each_alone(self, listed: list[Any]) -> None:
        """Refuses several cards in one text, where a comma is missing."""
        for place, text in enumerate(listed):
            several = several_in(text, lambda part: self.deck.find(part.removesuffix("!")) is not None)
            if several:
                at = ("trick", place)
                raise Misread([Fault("deck", without_commas(several, "cards", at), at=at, bars=True)])

    def _rest(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, str):
            who = self.seat(state, value, ("rest",))
            return [Event("rest", {who: state.left}, seat=seat, at=("rest",))]
        rest = self.by_seat(state, value, ("rest",))
        if not rest or any(type(tricks) is not int for tricks in rest.values()):
            raise Misread([], shapeless=True)
        return [Event("rest", rest, seat=seat, at=("rest",))]

    def _result(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, Mapping) or not value.keys() <= RESULT:
            raise shapeless()
        listed = self.rules.auction is not None
        maps = {key: self.by_seat(state, value[key], ("result", key)) for key in BY_SEAT & value.keys()}
        whole = [*(value.get(key, 0) for key in ("cards", "doubled", "matadors")), *maps.get("won", {}).values()]
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
            result["trump"] = self._trump(state, value["trump"], None, ("result", "trump"))[0].value
        if "last_trick" in value:
            result["last_trick"] = self.seat(state, value["last_trick"], ("result", "last_trick"))
        return [Event("result", result, seat=seat, at=("result",))]

    def _contract(self, state: State, value: Mapping[str, Any]) -> dict[str, Any]:
        """What a result says of the contract."""
        said: dict[str, Any] = {key: value[key] for key in ("doubled", "matadors") if key in value}
        if "contract" in value and self.rules.auction is not None:
            said["contract"] = self.contract(value["contract"], ("result", "contract"))
        if "bid" in value and self.rules.auction is not None:
            said["bid"] = self.call(value["bid"], ("result", "bid"))
        if "declarer" in value:
            said["declarer"] = self.seat(state, value["declarer"], ("result", "declarer"))
        if "partner" in value:
            said["partner"] = self.seat(state, value["partner"], ("result", "partner"))
        if any(key in value for key in CONTRACT_KEYS) and self.rules.auction is None:
            key = next(key for key in CONTRACT_KEYS if key in value)
            message = f"`{key}` is written, but this game has no auction"
            raise Misread([Fault("order", message, at=("result", key), bars=True)])
        return said
