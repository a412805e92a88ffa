"""The families: the names that a ruleset may write in `family:`, and what each answers about a ruleset.

What a family gives is listed in the record of its package, with the modules that it imports when they are first asked for, so
that a command about one game does not pay for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from referee.core.family import Data, Query, Record, Section
from referee.core.game import Game
from referee.core.places import Pointer
from referee.core.ruleset import Point, Ruleset, points

if TYPE_CHECKING:
    from referee.core.parts import Parts

    AnyParts = Parts[Any, Any, Any, Any]


def _trick() -> AnyParts:
    from referee.engines.trick import PARTS

    return PARTS


def _meld() -> AnyParts:
    from referee.engines.meld import PARTS

    return PARTS


def _shedding() -> AnyParts:
    from referee.engines.shedding import PARTS

    return PARTS


def _fishing() -> AnyParts:
    from referee.engines.fishing import PARTS

    return PARTS


def _climbing() -> AnyParts:
    from referee.engines.climbing import PARTS

    return PARTS


def _conspiracy() -> AnyParts:
    from referee.engines.conspiracy import PARTS

    return PARTS


FAMILIES: Mapping[str, Callable[[], AnyParts]] = {
    "trick": _trick,
    "meld": _meld,
    "shedding": _shedding,
    "fishing": _fishing,
    "climbing": _climbing,
    "conspiracy": _conspiracy,
}
"""The families by name, each with what imports its record. Other packages may add more: see `family_names`."""
NAMES_ALIKE = "names-alike"
"""The doubt about names of players, which is the same in every family."""


class Family:
    """A family of games, which answers questions about its rulesets before there is a game."""

    def __init__(self, parts: AnyParts) -> None:
        self.parts = parts
        self.schema = f"{parts.name}.schema.json"
        """The schema of its rulesets."""

    def compile(self, ruleset: Ruleset, players: int) -> Game:
        """Return a ruleset made ready for a number of players. Raises Unsound."""
        game: Game = self.parts.game(ruleset, players)
        if not ruleset.data.get("changes"):
            return game
        from referee.core.changes import ChangingGame

        changing: Any = ChangingGame(game, lambda numbers: self.parts.game(ruleset.changed(numbers), players))
        return cast("Game", changing)

    def soundness(self, ruleset: Ruleset) -> Iterator[tuple[Pointer, str]]:
        """Return every fault of a ruleset that its schema cannot see."""
        return self.parts.lint.soundness(ruleset)

    def points(self, ruleset: Ruleset) -> dict[str, Point]:
        """Return everything that a log could exercise, by its path with dots: the words that decide something, then the rules
        (`rules.<id>`) that one of them or a fault can cite. What can never fire is omitted."""
        return points(ruleset, self.parts.lint.citations(ruleset))

    def describe(self, ruleset: Ruleset) -> list[Section]:
        """Return the rules in force as a player reads them: (section, sentences)."""
        described = self.parts.sentences.describe
        if not ruleset.data.get("changes"):
            return described(ruleset)
        from referee.core.changes import in_words

        return [*described(ruleset), ("Changes", list(in_words(ruleset, described)))]

    def brief(self, ruleset: Ruleset) -> str:
        """Return the ruleset in one line, made from its values."""
        return _brief(self, ruleset)

    def doubts(self) -> Mapping[str, str]:
        """Return what a log may leave in doubt, in words, by its id, unless that is the id of a rule."""
        doubts = self.parts.claims.DOUBTS
        return {**doubts, NAMES_ALIKE: "two names at the table look alike, so that one may be written for the other"}

    def cards(self, ruleset: Ruleset, players: int | None) -> list[Data]:
        """Return what is known of each card: 'card', its name, and then what this family says of cards, the same keys for all.

        With a number of players, `left_out` says whether the card is not played with among so many.
        """
        cards = self.parts.sentences.cards(ruleset, players)
        if players is None:
            return cards
        return [{**card, "left_out": card.get("left_out", False)} for card in cards]

    def questions(self) -> Mapping[str, Query]:
        """Return the questions without a log that it answers, by name."""
        return self.parts.queries.QUESTIONS


@lru_cache(maxsize=64)
def _brief(its: Family, ruleset: Ruleset) -> str:
    return its.parts.sentences.brief(ruleset)


@cache
def family(name: str) -> Family:
    """The family with this name, also one that another package adds. Raises KeyError if there is none, and Unjudgeable if its
    package is faulty."""
    if name in FAMILIES:
        return Family(FAMILIES[name]())
    from referee import plugins

    entry = plugins.added(plugins.FamilyEntry, name)
    if entry is None:
        raise KeyError(name)

    def is_right(parts: object) -> bool:
        return getattr(parts, "name", "") == name and hasattr(parts, "game")

    parts: AnyParts = plugins.load(entry, is_right, f"the parts of a family called {name!r}")
    return Family(parts)


def is_family(name: str) -> bool:
    """Whether there is a family with this name, also in another package."""
    if name in FAMILIES:
        return True
    from referee.plugins import FamilyEntry, added

    return added(FamilyEntry, name) is not None


def family_names() -> list[str]:
    """The names of all families, also of those that other packages add."""
    from referee.plugins import FamilyEntry, all_added

    return list(FAMILIES) + list(all_added(FamilyEntry, FAMILIES))


def recording(name: str) -> type[Record[Any, Any, Any]]:
    """Return the class of this family that writes played games down."""
    return family(name).parts.record
