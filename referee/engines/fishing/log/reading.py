"""From the items of a log to events: names become cards, fields and seats, moves become plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.core.items import CardItems, refuse, shapeless
from referee.core.places import Key, Pointer
from referee.core.suggest import did_you_mean, meant, told, unknown_name
from referee.engines.fishing.rules import notation
from referee.engines.fishing.rules.board import field_in
from referee.engines.fishing.rules.deals import Dealt
from referee.engines.fishing.rules.results import Result
from referee.engines.fishing.rules.step_checks import BOX, Cards, Exchange, Reseeded
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import TABLE, CompiledRules

Read = Callable[[State, Any, "int | None"], Event]
NOBODY = "nobody"
RESULT = frozenset(("piles", "most", "okus", "luminaries", "sweeps", "last_capture", "convergences", "score", "totals"))
"""What a `result:` may contain."""
REMEMBERED = 20_000
"""How many plays are kept as they were read; games say the same thing often."""


class Reading(CardItems):
    """Reads log items for one table."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.plays: dict[str, Event] = {}
        self.readers: dict[str, Read] = {
            "deal": self._deal,
            "play": self._play,
            "draw": self._draw,
            "clear": self._clear,
            "reseed": self._reseed,
            "reveal": self._reveal,
            "uncover": self._uncover,
            "swap": self._swap,
            "turn": self._season("turn"),
            "name": self._season("name"),
            "give": self._give,
            "okus": self._okus,
            "exchange": self._exchange,
            "lay": self._lay,
            "done": self._done,
            "result": self._result,
        }

    def events(self, state: State, verb: str, value: Any, seat: int | None) -> list[Event]:
        """The event that a verb and its value stand for."""
        return [self.readers[verb](state, value, seat)]

    def cards(self, listed: Any, at: Pointer, seat: int | None = None) -> tuple[int, ...]:
        """Cards in a list, each named once."""
        if not isinstance(listed, list):
            raise shapeless()
        try:
            cards = tuple([self.deck.by_id[text] for text in listed])
        except (KeyError, TypeError):
            cards = tuple(self.card(text, (*at, place), seat) for place, text in enumerate(listed))
        if len(set(cards)) < len(cards):
            place, card = next((place, card) for place, card in enumerate(cards) if card in cards[:place])
            message = f"{self.deck.ids[card]} is listed twice; there is only one"
            raise Misread([Fault("deck", message, seat, at=(*at, place))])
        return cards

    def some(self, value: Any, at: Pointer, seat: int | None = None) -> Cards:
        """Cards that are listed, or only counted."""
        if type(value) is int and value >= 0:
            return Cards(0, value)
        cards = self.cards(value, at, seat)
        return Cards(mask_of(cards), len(cards), cards)

    def field(self, name: Any, at: Pointer) -> str:
        """A field by its season now or by its place, as the rules have the name."""
        if not isinstance(name, str):
            raise shapeless()
        known = self.rules.field(name)
        if known is None:
            near = did_you_mean(name, self.rules.known_fields) or f"; {self.rules.fields_are()}"
            raise Misread([Fault("seasons", told(f"there is no field {name!r}", near), at=at)])
        return known

    def luminary(self, name: Any, at: Pointer) -> str:
        """The Luminary that a log means."""
        if not isinstance(name, str):
            raise shapeless()
        one = self.rules.luminary(name)
        if one is None:
            near = did_you_mean(name, self.rules.luminaries)
            raise Misread([Fault("luminaries", told(f"{name!r} is not a Luminary of this game", near), at=at)])
        return one.name

    def season_at(self, name: str, at: Pointer) -> str:
        """The season of a field that a position names."""
        season = self.rules.season(name) if self.rules.seasons else (TABLE if name == TABLE else None)
        if season is None:
            raise refuse(f"there is no field {name!r}; the fields are {', '.join(self.rules.field_names)}", at)
        return season

    def field_at(self, state: State, name: str, at: Pointer) -> int:
        """The field that a position names."""
        return field_in(self.rules, state, self.season_at(name, at))

    def luminary_at(self, name: str, at: Pointer) -> str:
        """The Luminary that a position names, if it can be in the round."""
        known = self.luminary(name, at)
        wrong = self.rules.not_in_round(known)
        if wrong is not None:
            raise refuse(wrong[0], at)
        return known

    def move(self, text: Any, at: Pointer, seat: int | None) -> notation.Move:
        """The move that a text says."""
        if not isinstance(text, str):
            raise shapeless()
        try:
            return notation.parse(self.rules, text)
        except notation.Unreadable as unreadable:
            rule = "deck" if unreadable.card else "notation"
            raise Misread([Fault(rule, unreadable.message, seat, at=at)]) from None

    def _play(self, state: State, value: Any, seat: int | None) -> Event:
        event = self.plays.get(value) if type(value) is str else None
        if event is None:
            event = Event("play", self.move(value, ("play",), seat), at=("play",))
            if len(self.plays) < REMEMBERED:
                self.plays[value] = event
        return event if seat is None else Event("play", event.value, seat=seat, at=event.at)

    def _deal(self, state: State, value: Any, seat: int | None) -> Event:
        if not isinstance(value, Mapping) or not value.keys() <= {"fields", "hands", "luminaries"}:
            raise shapeless()
        named = self._by_field(value.get("fields", {}), ("deal", "fields"))
        fields = {field: self.cards(listed, ("deal", "fields", name)) for field, (name, listed) in named.items()}
        hands = {
            seat: self.some(listed, ("deal", "hands", state.players[seat]), seat)
            for seat, listed in self.by_seat(state, value.get("hands", {}), ("deal", "hands")).items()
        }
        named = self._by_field(value.get("luminaries", {}), ("deal", "luminaries"))
        luminaries = {field: self.luminary(told, ("deal", "luminaries", name)) for field, (name, told) in named.items()}
        return Event("deal", Dealt(fields, hands, luminaries), seat=seat, at=("deal",))

    def _map(self, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise shapeless()
        return value

    def _by_field(self, value: Any, at: Pointer) -> dict[int, tuple[str, Any]]:
        """What a deal says field by field, with the name that it gives each of them."""
        found: dict[int, tuple[str, Any]] = {}
        for name, said in self._map(value).items():
            field = self._first(name, (*at, name))
            if field in found:
                message = f"{found[field][0]} and {name} are the same field; name it once"
                raise Misread([Fault("seasons", message, at=(*at, name))])
            found[field] = (name, said)
        return found

    def _first(self, name: str, at: Pointer) -> int:
        """A field by its place, or by its season at the beginning of a round."""
        known = self.field(name, at)
        return (self.rules.places if known in self.rules.places else self.rules.field_names).index(known)

    def _draw(self, state: State, value: Any, seat: int | None) -> Event:
        return Event("draw", self.some(value, ("draw",), seat), seat=seat, at=("draw",))

    def _clear(self, state: State, value: Any, seat: int | None) -> Event:
        return Event("clear", self.field(value, ("clear",)), seat=seat, at=("clear",))

    def _reseed(self, state: State, value: Any, seat: int | None) -> Event:
        if not isinstance(value, Mapping):
            return Event("reseed", Reseeded(self.cards(value, ("reseed",), seat), ""), seat=seat, at=("reseed",))
        if len(value) != 1:
            raise shapeless()
        ((name, listed),) = value.items()
        field = self.field(name, ("reseed", name))
        told = Reseeded(self.cards(listed, ("reseed", name), seat), field, (name,))
        return Event("reseed", told, seat=seat, at=("reseed",))

    def _uncover(self, state: State, value: Any, seat: int | None) -> Event:
        return Event("uncover", self.cards(value, ("uncover",), seat), seat=seat, at=("uncover",))

    def _season(self, verb: str) -> Read:
        def read(state: State, value: Any, seat: int | None) -> Event:
            if not isinstance(value, str):
                raise shapeless()
            season = self.rules.season(value)
            if season is None:
                known = ", ".join(self.rules.seasons)
                right = f"the seasons are {known}" if known else "there are none in this game"
                near = did_you_mean(value, self.rules.seasons) or f"; {right}"
                raise Misread([Fault("seasons", told(f"{value!r} is not a season", near), seat, at=(verb,))])
            return Event(verb, season, seat=seat, at=(verb,))

        return read

    def _reveal(self, state: State, value: Any, seat: int | None) -> Event:
        return Event("reveal", self.luminary(value, ("reveal",)), seat=seat, at=("reveal",))

    def _swap(self, state: State, value: Any, seat: int | None) -> Event:
        pairs = {
            self.card(given, ("swap", given), seat): self.card(wanted, ("swap", given), seat)
            for given, wanted in self._map(value).items()
        }
        if not pairs or len(set(pairs.values())) < len(pairs):
            raise Misread(
                [
                    Fault(
                        "luminaries",
                        "a swap names a card of the board for each card given",
                        seat,
                        at=("swap",),
                    )
                ]
            )
        return Event("swap", pairs, seat=seat, at=("swap",))

    def _give(self, state: State, value: Any, seat: int | None) -> Event:
        given = {
            giver: None if text is None else self.card(text, ("give", state.players[giver]), giver)
            for giver, text in self.by_seat(state, value, ("give",)).items()
        }
        return Event("give", given, seat=seat, at=("give",))

    def _okus(self, state: State, value: Any, seat: int | None) -> Event:
        giver = BOX if value == "box" else self.seat(state, value, ("okus",))
        return Event("okus", giver, seat=seat, at=("okus",))

    def _exchange(self, state: State, value: Any, seat: int | None) -> Event:
        told = self._map(value)
        if not told.keys() <= {"discard", "draw"}:
            raise shapeless()
        discard = self.some(told["discard"], ("exchange", "discard"), seat) if "discard" in told else None
        draw = self.some(told["draw"], ("exchange", "draw"), seat) if "draw" in told else None
        return Event("exchange", Exchange(discard, draw), seat=seat, at=("exchange",))

    def _lay(self, state: State, value: Any, seat: int | None) -> Event:
        laid = {
            layer: list(self.cards(listed, ("lay", state.players[layer]), layer))
            for layer, listed in self.by_seat(state, value, ("lay",)).items()
        }
        return Event("lay", laid, seat=seat, at=("lay",))

    def _done(self, state: State, value: Any, seat: int | None) -> Event:
        if value is not True:
            raise shapeless()
        return Event("done", True, seat=seat, at=("done",))

    def _result(self, state: State, value: Any, seat: int | None) -> Event:
        told = self._map(value)
        if not told or not told.keys() <= RESULT:
            raise shapeless()
        moved = told.get("convergences")
        if moved is not None and (type(moved) is not int or moved < 0):
            raise shapeless()
        piles = {
            owner: self._pile(pile, ("result", "piles", state.players[owner]))
            for owner, pile in self.by_seat(state, told.get("piles", {}), ("result", "piles")).items()
        }
        luminaries = {
            owner: tuple(
                self.luminary(name, ("result", "luminaries", state.players[owner], place))
                for place, name in enumerate(self.names(names))
            )
            for owner, names in self.by_seat(state, told.get("luminaries", {}), ("result", "luminaries")).items()
        }
        okus = self._numbers(state, told.get("okus", {}), ("result", "okus"))
        sweeps = self._numbers(state, told.get("sweeps", {}), ("result", "sweeps"))
        last = self.seat(state, told["last_capture"], ("result", "last_capture")) if "last_capture" in told else None
        points = {
            what: self.by_seat(state, told[what], ("result", what)) for what in ("score", "totals") if what in told
        }
        if any(type(number) is not int for one in points.values() for number in one.values()):
            raise shapeless()
        most, keys = self._most(state, told.get("most", {})), frozenset(told)
        result = Result(piles, okus, luminaries, sweeps, last, moved, most, points, keys)
        return Event("result", result, seat=seat, at=("result",))

    def _most(self, state: State, value: Any) -> dict[str, int]:
        """Who had most in lines of the score: seats by line, -1 for nobody."""
        lines = [line.name for line in self.rules.scoring.lines if line.most]
        most = {}
        for name, who in self._map(value).items():
            at: Pointer = ("result", "most", name)
            line = meant(name, lines)
            if line is None:
                known = unknown_name(f"nobody scores for most of {name!r}", name, lines, "somebody does for")
                raise Misread([Fault("scoring", known, at=(*at[:-1], Key(name)))])
            most[line] = -1 if who == NOBODY else self.seat(state, who, at)
        return most

    def names(self, value: Any) -> list[Any]:
        """Names in a list, or a single one."""
        if not isinstance(value, list | str):
            raise shapeless()
        return value if isinstance(value, list) else [value]

    def _numbers(self, state: State, value: Any, at: Pointer) -> dict[int, int]:
        numbers = self.by_seat(state, value, at)
        if any(type(number) is not int or number < 0 for number in numbers.values()):
            raise shapeless()
        return numbers

    def _pile(self, value: Any, at: Pointer) -> int | dict[str, int]:
        """A harvest pile: cards, or how many each line of the score counts."""
        if isinstance(value, list):
            return mask_of(self.cards(value, at))
        names = [line.name for line in self.rules.scoring.lines]
        counts: dict[str, int] = {}
        for name, number in self._map(value).items():
            if type(number) is not int or number < 0:
                raise shapeless()
            line = meant(name, names)
            if line is None or line in counts:
                known = unknown_name(f"no line of the score is called {name!r}", name, names, "the lines are")
                message = f"{line} is counted twice" if line else known
                raise Misread([Fault("scoring", message, at=(*at, Key(name)))])
            counts[line] = number
        return counts
