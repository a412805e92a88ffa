"""From the `result` of a log to a race: who controlled what at the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.items import shapeless
from referee.core.places import Pointer
from referee.engines.conspiracy.log.naming import Naming
from referee.engines.conspiracy.log.shapes import fields_of, mapping, whole
from referee.engines.conspiracy.rules.race import WAYS, Held, Race
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.pack import ABSENT, GROUP, ILLUMINATI

NUMBERS = ("power", "money", "destroyed")


class ReadingRace(Naming):
    """Reads the result of a game of which nothing else was written down."""

    def result(self, state: State, value: Any) -> Race:
        """The race as it is written."""
        told = fields_of(value, "structures", "uncontrolled", "destroyed", "goals", "won")
        if "structures" not in told:
            raise shapeless()
        held = {
            who: self._held(entry, ("result", "structures", state.players[who]))
            for who, entry in self.by_seat(state, told["structures"], ("result", "structures")).items()
        }
        goals = {
            who: self.card(name, ("result", "goals", state.players[who]), (ILLUMINATI,))
            for who, name in self.by_seat(state, told.get("goals", {}), ("result", "goals")).items()
        }
        won = self.by_seat(state, told.get("won", {}), ("result", "won"))
        if any(way not in WAYS for way in won.values()):
            raise shapeless()
        lying = [self._listed(told.get(key, []), ("result", key)) for key in ("uncontrolled", "destroyed")]
        return Race(held, lying[0], lying[1], goals, won)

    def _held(self, value: Any, at: Pointer) -> Held:
        entry = fields_of(value, "illuminati", "groups", *NUMBERS)
        top = self.card(entry["illuminati"], (*at, "illuminati"), (ILLUMINATI,)) if "illuminati" in entry else ABSENT
        numbers = {key: whole(entry[key]) for key in NUMBERS if key in entry}
        groups = entry.get("groups")
        if groups is None or type(groups) is int:
            return Held(top, None, numbers if groups is None else {**numbers, "groups": whole(groups)})
        if isinstance(groups, list):
            return Held(top, dict.fromkeys(self._listed(groups, (*at, "groups")), ABSENT), numbers)
        hung = self.by_card(mapping(groups), (*at, "groups"), self._master, (GROUP,))
        masters = {card: master for card, (master, _) in hung.items()}
        return Held(top, masters, numbers, {card: side for card, (_, side) in hung.items() if side != ABSENT})

    def _master(self, value: Any, at: Pointer) -> tuple[int, int]:
        """The master of a group, and its arrow (-1: not written): a name, or {Texas: top}."""
        return self.onto(value, at) if isinstance(value, Mapping) else (self.card(value, at), ABSENT)

    def _listed(self, value: Any, at: Pointer) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise shapeless()
        return tuple(self.card(name, (*at, place), (GROUP,)) for place, name in enumerate(value))
