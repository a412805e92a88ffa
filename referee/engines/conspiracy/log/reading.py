"""From the items of a log to events: names become cards and seats, a whole attack on one line becomes its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.core.items import shapeless
from referee.core.places import Pointer
from referee.engines.conspiracy.log.naming import NoCard, a_kind
from referee.engines.conspiracy.log.reading_race import ReadingRace
from referee.engines.conspiracy.log.shapes import fields_of, mapping, side, whole
from referee.engines.conspiracy.state import NOTHING, UNKNOWN, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, GROUP, ILLUMINATI, KINDS, SPECIAL

STEPS = ("spend", "support", "oppose", "roll", "capture")
"""The steps that an `attack:` on one line may continue with, in order."""

Read = Callable[[State, Any], Any]
"""The value of an event, as what is written after its verb means it."""
Fields = dict[str, Any]


class Reading(ReadingRace):
    """Reads log items for one table."""

    def __init__(self, rules: CompiledRules) -> None:
        super().__init__(rules)
        self.readers: dict[str, Read] = {
            "income": self._income,
            "draw": self._draw,
            "attack": self._attack,
            "spend": self._spend,
            "support": partial(self._interference, "support"),
            "oppose": partial(self._interference, "oppose"),
            "call_off": self._done,
            "roll": self._roll,
            "capture": self._capture,
            "special": self._special,
            "abolish": self._abolish,
            "transfer": self._transfer,
            "move": self._move,
            "give": self._give,
            "drop": self._group,
            "pass": self._done,
            "redistribute": self._redistribute,
            "rearrange": self._rearrange,
            "align": self._align,
            "buy": partial(self._bought, "buy"),
            "end": self._done,
            "refill": partial(self._bought, "refill"),
            "leave": self._done,
            "reveal": self._goal,
            "accuse": self._accuse,
            "rolls": self._rolls,
            "result": self.result,
        }

    def read(self, state: State, item: Mapping[str, Any]) -> list[Event]:
        """The events of one item. Raises Misread, without faults if the schema must say what is wrong."""
        if "aid" in item and not item.keys() & self.readers.keys():
            message = "aid is announced with its attack, before any money is spent; write `aid:` inside `attack:`"
            raise Misread([Fault("aid", message, at=("aid",))])
        return super().read(state, item)

    def size(self, item: Mapping[str, Any]) -> int:
        """How many events an item stands for."""
        value = item.get("attack")
        return 1 + sum(step in value for step in STEPS) if isinstance(value, Mapping) else 1

    def events(self, state: State, verb: str, value: Any, seat: int | None) -> list[Event]:
        """The events of a verb; an attack on one line includes its later steps."""
        try:
            return self._events(state, verb, value, seat)
        except NoCard as wrong:
            if wrong.text not in state.players:
                raise
            name = self.pack.names[state.illuminati[state.players.index(wrong.text)]]
            message = f"{wrong.text} is a player, not a card; the Illuminati card of {wrong.text} is {name}"
            wrong.faults = [fault._replace(message=message) for fault in wrong.faults]
            raise

    def _events(self, state: State, verb: str, value: Any, seat: int | None) -> list[Event]:
        event = Event(verb, self.readers[verb](state, value), seat=seat, at=(verb,))
        if verb != "attack" or not isinstance(value, Mapping):
            return [event]
        return [event, *(self._step(state, step, value[step]) for step in STEPS if step in value)]

    def _step(self, state: State, step: str, value: Any) -> Event:
        """A step of an attack on one line."""
        try:
            read = self.readers[step](state, value)
        except Misread as misread:
            misread.faults = [fault._replace(at=("attack", *fault.at)) for fault in misread.faults]
            raise
        return Event(step, read, at=("attack", step))

    def _income(self, state: State, value: Any) -> Any:
        if type(value) is int:
            return {"collects": whole(value)}
        fields = fields_of(value, "collects", "tax", "upkeep")
        read: Fields = {}
        if "collects" in fields:
            read["collects"] = whole(fields["collects"])
        if "tax" in fields:
            read["tax"] = {
                self.seat(state, name, ("income", "tax", name)): self._payers(paid, ("income", "tax", name))
                for name, paid in mapping(fields["tax"]).items()
            }
        if "upkeep" in fields:
            at: Pointer = ("income", "upkeep")
            read["upkeep"] = self.by_card(fields["upkeep"], at, self.card, (GROUP,))
        return read

    def _payers(self, value: Any, at: Pointer) -> dict[int, int] | int:
        """One treasury that pays everything due, or several with what each pays."""
        if isinstance(value, str):
            return self.card(value, at)
        return self.amounts(value, at)

    def _draw(self, state: State, value: Any) -> Any:
        return NOTHING if value == "nothing" else self._drawn("draw", value)

    def _drawn(self, verb: str, value: Any) -> Any:
        if value == "special":
            return UNKNOWN
        return self.card(value, (verb,), (GROUP, SPECIAL))

    def _bought(self, verb: str, state: State, value: Any) -> Any:
        return self._drawn(verb, value)

    def _attack(self, state: State, value: Any) -> Any:
        fields = fields_of(value, *KINDS, "with", "aid", "privilege", "special", "power", "ability", *STEPS)
        kinds = [kind for kind in KINDS if kind in fields]
        if len(kinds) != 1 or "with" not in fields:
            raise shapeless()
        aid = fields.get("aid", [])
        if isinstance(aid, str):
            aid = [aid]
        if not isinstance(aid, list) or ("aid" in fields and not aid):
            raise shapeless()
        if type(fields.get("ability", False)) is not bool:
            raise shapeless()
        kind = kinds[0]
        return (
            kind,
            self.card(fields["with"], ("attack", "with")),
            self.card(fields[kind], ("attack", kind)),
            tuple(self.card(name, ("attack", "aid", place)) for place, name in enumerate(aid)),
            self._privilege(fields["privilege"]) if "privilege" in fields else ABSENT,
            self.card(fields["special"], ("attack", "special"), (SPECIAL,)) if "special" in fields else ABSENT,
            whole(fields["power"]) if "power" in fields else ABSENT,
            fields.get("ability", True),
        )

    def _privilege(self, name: Any) -> int:
        """What makes an attack privileged: a Special, named or not, or an Illuminati card that pays."""
        return UNKNOWN if name == "special" else self.card(name, ("attack", "privilege"), (SPECIAL, ILLUMINATI))

    def _spend(self, state: State, value: Any) -> Any:
        return self.amounts(value, ("spend",))

    def _interference(self, verb: str, state: State, value: Any) -> Any:
        for name in mapping(value):
            card = self.pack.by_name.get(name) if isinstance(name, str) and name not in state.players else None
            if card is not None:
                what = f"{name} is {a_kind(self.pack.cards[card].kind)}; `{verb}:` says which player pays"
                message = f"{what}: {', '.join(state.players)}"
                raise Misread([Fault("players", message, at=(verb, name))], shapeless=True)
        return {self.seat(state, name, (verb, name)): whole(amount) for name, amount in mapping(value).items()}

    def _roll(self, state: State, value: Any) -> Any:
        if type(value) is int:
            return (value,)
        if not isinstance(value, list) or len(value) != 2 or any(type(die) is not int for die in value):
            raise shapeless()
        return tuple(value)

    def _capture(self, state: State, value: Any) -> Any:
        fields = fields_of(value, "arrow", "money", "places")
        read: Fields = {"places": self.sides(fields.get("places", {}), ("capture", "places"))}
        if "arrow" in fields:
            read["arrow"] = side(fields["arrow"])
        if "money" in fields:
            read["money"] = whole(fields["money"])
        return read

    def _special(self, state: State, value: Any) -> Any:
        if isinstance(value, str):
            return {"play": self.card(value, ("special",), (SPECIAL,))}
        fields = fields_of(value, "play", "group", "onto", "treasuries", "player", "cancels")
        if "play" not in fields:
            raise shapeless()
        read: Fields = {"play": self.card(fields["play"], ("special", "play"), (SPECIAL,))}
        if "group" in fields:
            read["group"] = self.card(fields["group"], ("special", "group"))
        if "onto" in fields:
            read["onto"] = self.onto(fields["onto"], ("special", "onto"))
        if "treasuries" in fields:
            read["treasuries"] = self.amounts(fields["treasuries"], ("special", "treasuries"))
        if "player" in fields:
            read["player"] = self.seat(state, fields["player"], ("special", "player"))
        if "cancels" in fields:
            read["cancels"] = self.card(fields["cancels"], ("special", "cancels"), (SPECIAL,))
        return read

    def _abolish(self, state: State, value: Any) -> Any:
        if not value:
            raise shapeless()
        return self.specials(value, ("abolish",))

    def _transfer(self, state: State, value: Any) -> Any:
        fields = fields_of(value, "from", "to", "amount", "as")
        if not {"from", "to", "amount"} <= fields.keys() or fields.get("as", "action") != "action":
            raise shapeless()
        return (
            self.card(fields["from"], ("transfer", "from")),
            self.card(fields["to"], ("transfer", "to")),
            whole(fields["amount"]),
            "as" in fields,
        )

    def _move(self, state: State, value: Any) -> Any:
        fields = fields_of(value, "group", "onto", "places")
        if not {"group", "onto"} <= fields.keys():
            raise shapeless()
        return (
            self.card(fields["group"], ("move", "group"), (GROUP,)),
            self.onto(fields["onto"], ("move", "onto")),
            self.sides(fields.get("places", {}), ("move", "places")),
        )

    def _give(self, state: State, value: Any) -> Any:
        fields = fields_of(value, "to", "for", "money", "specials", "group", "onto", "places", "frees")
        if "to" not in fields:
            raise shapeless()
        read = self._gift(fields, ("give",))
        read["to"] = self.seat(state, fields["to"], ("give", "to"))
        if "for" in fields:
            back = fields_of(fields["for"], "money", "specials", "group", "onto", "places", "frees")
            read["for"] = self._gift(back, ("give", "for"))
        return read

    def _gift(self, fields: Mapping[str, Any], at: Pointer) -> Fields:
        frees = fields.get("frees", [])
        if not isinstance(frees, list):
            raise shapeless()
        return {
            "money": whole(fields.get("money", 0)),
            "specials": self.specials(fields.get("specials", []), (*at, "specials")),
            "group": self.card(fields["group"], (*at, "group"), (GROUP,)) if "group" in fields else ABSENT,
            "onto": self.onto(fields["onto"], (*at, "onto")) if "onto" in fields else None,
            "places": self.sides(fields.get("places", {}), (*at, "places")),
            "frees": tuple(self.card(name, (*at, "frees", place), (GROUP,)) for place, name in enumerate(frees)),
        }

    def _group(self, state: State, value: Any) -> Any:
        return self.card(value, ("drop",))

    def _redistribute(self, state: State, value: Any) -> Any:
        return self.amounts(value, ("redistribute",))

    def _rearrange(self, state: State, value: Any) -> Any:
        at: Pointer = ("rearrange",)
        return self.by_card(value, at, self.onto, (GROUP,))

    def _align(self, state: State, value: Any) -> Any:
        fields = fields_of(value, "group", "add", "remove", "reverse", "to")
        ways = [way for way in ("add", "remove", "reverse") if way in fields]
        if "group" not in fields or len(ways) != 1 or ("to" in fields and ways != ["reverse"]):
            raise shapeless()
        alignment = self.alignment(fields[ways[0]], ("align", ways[0]))
        to = self.alignment(fields["to"], ("align", "to")) if "to" in fields else ABSENT
        group = self.card(fields["group"], ("align", "group"), (GROUP,))
        return (group, ways[0], alignment, to)

    def _goal(self, state: State, value: Any) -> Any:
        return self.card(value, ("reveal",), (ILLUMINATI,))

    def _accuse(self, state: State, value: Any) -> Any:
        fields = fields_of(value, "player", "illuminati")
        if fields.keys() != {"player", "illuminati"}:
            raise shapeless()
        at: Pointer = ("accuse",)
        return (
            self.seat(state, fields["player"], (*at, "player")),
            self.card(fields["illuminati"], (*at, "illuminati"), (ILLUMINATI,)),
        )

    def _rolls(self, state: State, value: Any) -> Any:
        rolled = {}
        for name, entry in mapping(value).items():
            at: Pointer = ("rolls", name)
            fields = {"roll": entry} if type(entry) is int else fields_of(entry, "roll", "bid")
            if "roll" not in fields:
                raise shapeless()
            rolled[self.seat(state, name, at)] = (whole(fields["roll"]), whole(fields.get("bid", 0)))
        return rolled

    def _done(self, state: State, value: Any) -> Any:
        if value is not True:
            raise shapeless()
        return True
