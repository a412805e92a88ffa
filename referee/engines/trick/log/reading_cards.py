"""From the items of a log to events: those that name the cards of a hand, dealt, passed, drawn or laid open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Event, Misread, Unknown
from referee.core.findings import Fault
from referee.core.items import CardItems, names_its_players, shapeless
from referee.core.places import Pointer
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


class ReadingCards(CardItems):
    """Reads the cards of a hand, none of which may be named twice."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.bits = self.deck.bits

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
        """A deal in which something is misspelt, repeated or not a card: as lists, so that a message can point at each card."""
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
            raise Unknown(faults)
        owner: dict[int, int] = {}
        dealt = self._apart(dealt)
        for to, listed in dealt.items():
            for place, card in enumerate(listed):
                if card in owner:
                    first = owner[card] != to and not self.deck.has_twins
                    other = f", to {state.players[owner[card]]} first" if first else ""
                    at: Pointer = ("deal", state.players[to], place)
                    faults.append(Fault("deck", f"{self.deck.twice(card, 'is dealt')}{other}", to, at=at))
                owner.setdefault(card, to)
        if faults:
            raise Misread(faults)
        return Event("deal", {to: mask_of(listed) for to, listed in dealt.items()}, seat=seat, at=("deal",))

    def _apart(self, cards: dict[int, list[int]]) -> dict[int, list[int]]:
        """Cards by seat; each time a card is named it means another copy, as long as there are copies."""
        each = iter(self.deck.each_apart(card for listed in cards.values() for card in listed))
        return {seat: [next(each) for _ in listed] for seat, listed in cards.items()}

    def _turn(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("turn", self.card(value, ("turn",)), seat=seat, at=("turn",))]

    def _grace(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("grace", self.card(value, ("grace",)), seat=seat, at=("grace",))]

    def _pass(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, list):
            return [Event("pass", self._mask(value, ("pass",), seat, "passed"), seat=seat, at=("pass",))]
        names_its_players("pass", value, seat)
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

    def _dummy(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, list):
            raise Misread([], shapeless=True)
        return [Event("dummy", self._mask(value, ("dummy",), seat, "laid open"), seat=seat, at=("dummy",))]

    def _open(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, list):
            raise Misread([], shapeless=True)
        return [Event("open", self._each(value, ("open",), seat, "laid open"), seat=seat, at=("open",))]

    def _put_away(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, str):
            return [Event("put_away", [self.card(value, ("put_away",), seat)], seat=seat, at=("put_away",))]
        if not isinstance(value, list):
            raise Misread([], shapeless=True)
        return [Event("put_away", self._each(value, ("put_away",), seat, "put away"), seat=seat, at=("put_away",))]

    def _talon(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, list):
            raise Misread([], shapeless=True)
        cards = [self.card(name, ("talon", place), seat) for place, name in enumerate(value)]
        return [Event("talon", self._apart({0: cards})[0], seat=seat, at=("talon",))]

    def _draw(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, str):
            return [Event("draw", self.card(value, ("draw",), seat), seat=seat, at=("draw",))]
        names_its_players("draw", value, seat)
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
        """The mask of different cards; `done` says in a message what was done with one that is listed twice."""
        try:
            mask = sum(map(self.bits.__getitem__, listed))
            if mask.bit_count() == len(listed):
                return mask
        except (KeyError, TypeError):
            pass
        return mask_of(self._each(listed, at, seat, done))

    def _each(self, listed: list[Any], at: Pointer, seat: int | None, done: str) -> list[int]:
        """Different cards as written, so that a message can point at each."""
        cards = self.deck.each_apart(self.card(card, (*at, place), seat) for place, card in enumerate(listed))
        for place, card in enumerate(cards):
            if card in cards[:place]:
                message = self.deck.twice(card, f"is {done}")
                raise Misread([Fault("deck", message, seat, at=(*at, place))])
        return cards
