"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.events import Event, Misread, Unknown
from referee.core.findings import Fault
from referee.core.items import CardItems, names_its_players, shapeless
from referee.core.places import Key, Pointer
from referee.core.suggest import did_you_mean, meant, told, unknown_name
from referee.engines.meld.rules import pad_points, roles, rounds
from referee.engines.meld.rules.events import UNSEEN, Action, LayOff, Result, Shown, Take
from referee.engines.meld.state import ROLE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import NOTHING, PILE, STOCK, CompiledRules

Read = Callable[[State, Any, "int | None"], list[Event]]
SOURCES = (PILE, STOCK, NOTHING)
REMEMBERED = 10_000


class Reading(CardItems):
    """Reads log items for one table. Taking and discarding are shared events, looked up by the very text of the card."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.takes: dict[str, Event] = {
            name: Event("take", Take(STOCK, card)) for card, name in enumerate(self.deck.ids)
        }
        for source in SOURCES:
            self.takes[source] = Event("take", Take(source, UNSEEN))
        self.units = dict(zip(self.deck.ids, packs.UNITS, strict=False))
        self.groups: dict[str, int] = {}
        self.discards = {name: Event("discard", card) for card, name in enumerate(self.deck.ids)}
        self.readers: dict[str, Read] = {
            "draw": self._draw,
            "deal": self._deal,
            "action": self._action,
            "face_up": self._face_up,
            "take": self._take,
            "discard": self._discard,
            "turn": self._turn,
            "declare": self._declare,
            "lay_off": self._lay_off,
            "show": self._show,
            "result": self._result,
            "role": self._role,
            "roles": self._roles,
        }

    def size(self, item: Mapping[str, Any]) -> int:
        """How many events an item stands for."""
        for verb, value in item.items():
            if verb == "turn" and isinstance(value, list):
                return len(value)
            if verb in ("show", "roles") and isinstance(value, Mapping):
                return len(value)
        return 1

    def cards(self, listed: Any, at: Pointer, seat: int | None = None) -> Shown:
        """Cards in a list; several in one text are a meld. All unknown names are reported at once."""
        if type(listed) is list and len(listed) <= packs.MOST * 2:
            plain = self._plain(listed)
            if plain is not None:
                return plain
        if not isinstance(listed, list) or any(not isinstance(text, str) for text in listed):
            raise shapeless()
        return self._careful(listed, at, seat)

    def _plain(self, listed: list[Any]) -> Shown | None:
        """Cards written plainly, or None when they need a closer look."""
        units, groups = self.units, self.groups
        try:
            cards = sum([units[text] if text in units else groups[text] for text in listed])
        except (KeyError, TypeError):
            return None
        if cards & self.rules.guards:
            return None
        return Shown(cards, tuple([groups[text] for text in listed if text in groups]) or None)

    def _careful(self, listed: list[str], at: Pointer, seat: int | None) -> Shown:
        groups: list[list[int]] = []
        faults: list[Fault] = []
        for place, text in enumerate(listed):
            whole = self.deck.find(text)
            names = [text] if whole is not None or len(text.split()) < 2 else text.split()
            try:
                groups.append([self.card(name, (*at, place), seat) for name in names])
            except Misread as misread:
                faults += misread.faults
        if faults:
            raise Unknown(faults)
        every = [card for group in groups for card in group]
        self._refuse_crowd(every, at, seat)
        melds = tuple(packs.pack(group) for group in groups if len(group) > 1)
        if len(self.groups) < REMEMBERED:
            self.groups |= {
                text: packs.pack(group) for text, group in zip(listed, groups, strict=True) if len(group) > 1
            }
        return Shown(packs.pack(every), melds or None)

    def _refuse_crowd(self, cards: list[int], at: Pointer, seat: int | None) -> None:
        """Raises Misread when there are more equal cards than a pack can hold."""
        crowd = next((card for card in cards if cards.count(card) > packs.MOST), None)
        if crowd is not None:
            name, most = self.deck.ids[crowd], self.rules.at_most[crowd]
            message = f"{name} is written {cards.count(crowd)} times; the deck has {most}"
            raise Misread([Fault("deck", message, seat, at=at)])

    def _draw(self, state: State, value: Any, seat: int | None) -> list[Event]:
        drawn = {
            who: self.card(card, ("draw", state.players[who]), who)
            for who, card in self.by_seat(state, value, ("draw",)).items()
        }
        if not drawn:
            raise shapeless()
        return [Event("draw", drawn, seat=seat, at=("draw",))]

    def _deal(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if seat is None:
            self._need_dealer(state, ("deal",))
        dealt = {
            who: self.cards(listed, ("deal", state.players[who]), who)
            for who, listed in self.by_seat(state, value, ("deal",)).items()
        }
        return [Event("deal", {who: shown.cards for who, shown in dealt.items()}, seat=seat, at=("deal",))]

    def _need_dealer(self, state: State, at: Pointer) -> None:
        """Raises Misread where nobody can know who deals, and so whose turn it is."""
        if rounds.dealer_unknown(self.rules, state):
            who = state.players[0]
            message = f"who deals depends on points that are not recorded; write it, as in `{{by: {who}, deal: {{}}}}`"
            raise Misread([Fault("deal", message, at=at)], shapeless=True)

    def _action(self, state: State, value: Any, seat: int | None) -> list[Event]:
        self._need_dealer(state, ("action",))
        if not isinstance(value, Mapping) or not value.keys() <= {"points", "to", "card"} or "points" not in value:
            raise shapeless()
        if type(value["points"]) is not int:
            raise shapeless()
        to = self.seat(state, value["to"], ("action", "to")) if "to" in value else -1
        card = self.card(value["card"], ("action", "card"), seat) if "card" in value else UNSEEN
        return [Event("action", Action(value["points"], to, card), seat=seat, at=("action",))]

    def _face_up(self, state: State, value: Any, seat: int | None) -> list[Event]:
        self._need_dealer(state, ("face_up",))
        return [Event("face_up", self.card(value, ("face_up",)), seat=seat, at=("face_up",))]

    def _one_take(self, value: Any, at: Pointer, seat: int | None) -> Event:
        known = self.takes.get(value) or self.takes.get(value.strip().casefold()) if isinstance(value, str) else None
        if known is not None:
            event = known
        elif isinstance(value, Mapping):
            if len(value) != 1 or not value.keys() <= {PILE, STOCK}:
                raise shapeless()
            ((source, text),) = value.items()
            return Event("take", Take(source, self.card(text, (*at, source), seat)), seat=seat)
        else:
            event = self.takes[self.deck.ids[self._card_taken(value, at, seat)]]
        return event if seat is None else Event("take", event.value, seat=seat)

    def _card_taken(self, text: Any, at: Pointer, seat: int | None) -> int:
        """The card of the stock that was taken. Raises Misread; a word that names none may be meant for a place."""
        if isinstance(text, str) and text.isalpha() and len(text) > 2 and self.deck.find(text) is None:
            near = did_you_mean(text, SOURCES) or "; one is taken from pile or stock, or nothing"
            message = told(f"{text!r} is not a card of {self.deck.title}", near)
            raise Misread([Fault("deck", message, seat, at=at)])
        return self.card(text, at, seat)

    def _take(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [self._one_take(value, ("take",), seat)]

    def _one_discard(self, value: Any, at: Pointer, seat: int | None) -> Event:
        event = self.discards.get(value) if isinstance(value, str) else None
        event = event or self.discards[self.deck.ids[self.card(value, at, seat)]]
        return event if seat is None else Event("discard", event.value, seat=seat)

    def _discard(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [self._one_discard(value, ("discard",), seat)]

    def _turn(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if seat is None and type(value) is list and len(value) == 2:
            try:
                return [self.takes[value[0]], self.discards[value[1]]]
            except (KeyError, TypeError):
                pass
        if isinstance(value, str) or (isinstance(value, list) and len(value) != 2):
            message = (
                "a turn is a card taken and a card discarded: [pile, CARD], [stock, CARD] if the card taken was not "
                "seen, or [CARD, CARD] with the first from the stock"
            )
            raise Misread([Fault("take", message, seat, at=("turn",))], shapeless=True)
        if not isinstance(value, list):
            raise shapeless()
        faults: list[Fault] = []
        events: list[Event] = []
        for place, one in enumerate((self._one_take, self._one_discard)):
            try:
                events.append(one(value[place], ("turn", place), seat))
            except Misread as misread:
                if misread.shapeless:
                    raise
                faults += misread.faults
        if faults:
            raise Unknown(faults)
        return events

    def _declare(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if value is not True and not isinstance(value, list):
            raise shapeless()
        shown = None if value is True else self.cards(value, ("declare",), seat)
        return [Event("declare", shown, seat=seat, at=("declare",))]

    def _lay_off(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("lay_off", self._laid(value, ("lay_off",), seat), seat=seat, at=("lay_off",))]

    def _laid(self, value: Any, at: Pointer, seat: int | None) -> LayOff:
        if isinstance(value, str):
            return LayOff(self.card(value, at, seat), 0)
        if isinstance(value, Mapping) and value.keys() == {"card", "on"} and isinstance(value["on"], str):
            on = self.cards([value["on"]], (*at, "on"), seat)
            return LayOff(self.card(value["card"], (*at, "card"), seat), on.cards)
        raise shapeless()

    def _show(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if isinstance(value, list):
            return [Event("show", self.cards(value, ("show",), seat), seat=seat, at=("show",))]
        names_its_players("show", value, seat)
        if not value:
            raise shapeless()
        return [
            Event(
                "show", self.cards(listed, ("show", state.players[who]), who), seat=who, at=("show", state.players[who])
            )
            for who, listed in self.by_seat(state, value, ("show",)).items()
        ]

    def _result(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if (
            not isinstance(value, Mapping)
            or not value.keys() <= {"declared", "hands", "lay_off", "action", "upcard", "counts", "score", "totals"}
            or not value.keys() & {"hands", "counts", "score", "totals"}
        ):
            raise shapeless()
        at: Pointer = ("result",)
        declarer = self.seat(state, value["declared"], (*at, "declared")) if "declared" in value else -1
        hands = {
            who: self.cards(listed, (*at, "hands", state.players[who]), who)
            for who, listed in self.by_seat(state, value.get("hands", {}), (*at, "hands")).items()
        }
        laid = {}
        for who, off in self.by_seat(state, value.get("lay_off", {}), (*at, "lay_off")).items():
            here: Pointer = (*at, "lay_off", state.players[who])
            if isinstance(off, list):
                laid[who] = tuple(self._laid(one, (*here, place), who) for place, one in enumerate(off))
            else:
                laid[who] = (self._laid(off, here, who),)
            self._refuse_crowd([one.card for one in laid[who]], here, who)
        upcard = self.card(value["upcard"], (*at, "upcard")) if "upcard" in value else UNSEEN
        action = {}
        for who, points in self.by_seat(state, value.get("action", {}), (*at, "action")).items():
            drawn = points if isinstance(points, list) else [points]
            if any(type(number) is not int for number in drawn):
                raise shapeless()
            action[who] = tuple(drawn)
        points = {what: self.by_seat(state, value[what], (*at, what)) for what in ("score", "totals") if what in value}
        if any(type(number) not in (int, float) for one in points.values() for number in one.values()):
            raise shapeless()
        counts = self._counted(state, value["counts"]) if "counts" in value else {}
        return [Event("result", Result(declarer, hands, laid, action, upcard, counts, points), seat=seat)]

    def _counted(self, state: State, value: Any) -> dict[int, dict[str, Any]]:
        """What hands come to, by what a pad may count of them, or the beginnings of these names."""
        known = pad_points.names(self.rules)
        counted: dict[int, dict[str, Any]] = {}
        for who, numbers in self.by_seat(state, value, ("result", "counts")).items():
            if not isinstance(numbers, Mapping) or any(type(number) is not int for number in numbers.values()):
                raise shapeless()
            counted[who] = {}
            for name, number in numbers.items():
                here: Pointer = ("result", "counts", state.players[who], name)
                what = meant(name, known)
                if what is None:
                    message = unknown_name(f"{name!r} is not something that a hand counts", name, known, "it counts")
                    raise Misread([Fault("result", message, who, at=(*here[:-1], Key(name)))])
                counted[who][what] = number
        return counted

    def _role(self, state: State, value: Any, seat: int | None) -> list[Event]:
        return [Event("role", self._role_name(value, ("role",), seat), seat=seat, at=("role",))]

    def order(self, state: State) -> Sequence[int]:
        """All seats, in the order in which the players act now: at the end of the game those who scored best choose first."""
        if state.phase == ROLE:
            return [seat for place in roles.places(self.rules, state) for seat in place]
        return super().order(state)

    def _roles(self, state: State, value: Any, seat: int | None) -> list[Event]:
        names_its_players("roles", value, seat)
        if not value:
            raise shapeless()
        return [
            Event(
                "role",
                self._role_name(name, ("roles", state.players[who]), who),
                seat=who,
                at=("roles", state.players[who]),
            )
            for who, name in self.by_seat(state, value, ("roles",)).items()
        ]

    def _role_name(self, value: Any, at: Pointer, seat: int | None) -> str:
        if not isinstance(value, str):
            raise shapeless()
        known = self.rules.roles
        if not known:
            raise Misread([Fault("order", "nobody chooses a role in this game", seat, at=at)])
        named = self.rules.role(value)
        if named is None:
            near = did_you_mean(value, known) or f"; the roles are {', '.join(known)}"
            raise Misread([Fault("roles", told(f"{value!r} is not a role", near), seat, at=at)])
        return named
