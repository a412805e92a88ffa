"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from referee.core.events import Event, Misread, Unknown, each_read
from referee.core.findings import Fault
from referee.core.items import several_in, shapeless, without_commas
from referee.core.places import Pointer
from referee.engines.trick.log.reading_results import ReadingResults
from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules

Read = Callable[[State, Any, "int | None"], list[Event]]


class Reading(ReadingResults):
    """Reads log items for one table. Plays are shared events, looked up by the exact text of the card."""

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
        """The events of one item; a result includes the points and totals that are claimed after it."""
        events = super().read(state, item)
        if "result" in item:
            self.claimed_beside(state, events[0], item.get("expect"))
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
            message = f"a whole trick is given, but one is in progress with {on_table}"
            raise Misread([Fault("trick-size", message)], beside=self._unknown_in(value))
        if len(value) != players:
            self._each_alone(value)
            message = f"a trick is {players} cards here, one from each player; this one has {len(value)}"
            raise Misread([Fault("trick-size", message, at=("trick",))], beside=self._unknown_in(value))
        first = state.turn if seat is None else seat
        seats = [None] * players if first < 0 else hands.order_from(self.rules, state, first)
        events, faults = self._plays(value)
        if faults:
            raise Unknown([fault._replace(seat=seats[int(fault.at[1])]) for fault in faults])
        if seat is not None:
            events[0] = Event("play", events[0].value, seat=seat, said=events[0].said, bit=events[0].bit)
        return events

    def _plays(self, listed: list[Any]) -> tuple[list[Event], list[Fault]]:
        """The plays of a trick, and the cards among them that nobody knows."""
        return each_read(partial(self._one_play, text, ("trick", place)) for place, text in enumerate(listed))

    def _unknown_in(self, listed: list[Any]) -> list[Fault]:
        """The cards that nobody knows in a trick of the wrong length."""
        try:
            return self._plays(listed)[1]
        except Misread:
            return []

    def _each_alone(self, listed: list[Any]) -> None:
        """Rejects several cards in one text, when a comma is missing."""
        for place, text in enumerate(listed):
            several = several_in(text, lambda part: self.deck.find(part.removesuffix("!")) is not None)
            if several:
                at = ("trick", place)
                raise Misread([Fault("deck", without_commas(several, "cards", at), at=at)])

    def _rest(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, str):
            who = self.seat(state, value, ("rest",))
            return [Event("rest", {who: state.left}, seat=seat, at=("rest",))]
        rest = self.by_seat(state, value, ("rest",))
        if not rest or any(type(tricks) is not int for tricks in rest.values()):
            raise Misread([], shapeless=True)
        return [Event("rest", rest, seat=seat, at=("rest",))]
