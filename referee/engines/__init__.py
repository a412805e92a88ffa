"""The families: the names that a ruleset may write in `family:`, and what each answers about a ruleset.

A family is a package with the same modules as every other; those are imported when they are first asked, so that a command
about one game does not pay for the rest.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, cast

from referee.core.family import Record, Section
from referee.core.game import Game
from referee.core.places import Pointer
from referee.core.ruleset import Point, Ruleset, points

FAMILIES = ("trick", "meld", "shedding", "fishing", "climbing", "conspiracy")


NAMES_ALIKE = "names-alike"
"""The doubt about names of players, which is the same in every family."""


class Family:
    """A family of games, which answers questions about its rulesets before there is a game."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.schema = f"{name}.schema.json"
        """The schema of its rulesets."""

    def compile(self, ruleset: Ruleset, players: int) -> Game:
        """Return a ruleset made ready for a number of players. Raises Unsound."""
        made = getattr(self.module("game"), f"{self._name.capitalize()}Game")
        game: Game = made(ruleset, players)
        if not ruleset.data.get("changes"):
            return game
        from referee.core.changes import ChangingGame

        changing: Any = ChangingGame(game, lambda numbers: made(ruleset.changed(numbers), players))
        return cast("Game", changing)

    def soundness(self, ruleset: Ruleset) -> Iterator[tuple[Pointer, str]]:
        """Return every fault of a ruleset that its schema cannot see."""
        faults: Iterator[tuple[Pointer, str]] = self.module("lint").soundness(ruleset)
        return faults

    def points(self, ruleset: Ruleset) -> dict[str, Point]:
        """Return everything that a log could exercise, by its path with dots: the words that decide something, then the rules
        (`rules.<id>`) that one of them or a fault can cite. What can never fire is omitted."""
        return points(ruleset, self.module("lint").citations(ruleset))

    def describe(self, ruleset: Ruleset) -> list[Section]:
        """Return the rules in force as a player reads them: (section, sentences)."""
        described: Callable[[Ruleset], list[Section]] = self.module("sentences").describe
        if not ruleset.data.get("changes"):
            return described(ruleset)
        from referee.core.changes import in_words

        return [*described(ruleset), ("Changes", list(in_words(ruleset, described)))]

    def brief(self, ruleset: Ruleset) -> str:
        """Return the ruleset in one line, made from its values."""
        return _brief(self, ruleset)

    def doubts(self) -> Mapping[str, str]:
        """Return what a log may leave in doubt, in words, by its id, unless that is the id of a rule."""
        doubts: Mapping[str, str] = self.module("claims").DOUBTS
        return {**doubts, NAMES_ALIKE: "two names at the table look alike, so that one may be written for the other"}

    def cards(self, ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
        """Return what is known of each card: 'card', its name, and then what this family says of cards, the same keys for all.

        With a number of players, `left_out` says whether the card is not played with among so many.
        """
        cards: list[dict[str, Any]] = self.module("sentences").cards(ruleset, players)
        if players is None:
            return cards
        return [{**card, "left_out": card.get("left_out", False)} for card in cards]

    def module(self, name: str) -> Any:
        """Return a module of the family."""
        return importlib.import_module(f"referee.engines.{self._name}.{name}")


@lru_cache(maxsize=64)
def _brief(its: Family, ruleset: Ruleset) -> str:
    brief: str = its.module("sentences").brief(ruleset)
    return brief


@cache
def family(name: str) -> Family:
    """Return the family with this name; KeyError when there is none."""
    if name not in FAMILIES:
        raise KeyError(name)
    return Family(name)


def recording(name: str) -> type[Record]:
    """Return the class of this family that writes played games down."""
    record: type[Record] = getattr(family(name).module("record"), f"{name.capitalize()}Record")
    return record
