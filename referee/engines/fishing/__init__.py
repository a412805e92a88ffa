"""The fishing family: players capture open cards with cards from hand, by value and by sum, and build stockpiles.

What Luminaries do is told in effect words; `Game` answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.family import Line
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.fishing.game import Game

NAME = "fishing"
SCHEMA = "fishing.schema.json"


def compile(ruleset: Ruleset, players: int) -> Game:  # noqa: A001 - the family protocol's word
    """A ruleset made ready for a number of players. Raises Unsound."""
    return Game(ruleset, players)


def soundness(ruleset: Ruleset) -> Iterator[tuple[Pointer, str]]:
    """Every fault of a ruleset that its schema cannot see."""
    from referee.engines.fishing.explain import lint

    return lint.soundness(ruleset)


def describe(ruleset: Ruleset) -> list[tuple[str, list[Line]]]:
    """The rules in force as a player reads them: (section, sentences)."""
    from referee.engines.fishing.explain import sentences

    return sentences.describe(ruleset)


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line, made from its values."""
    from referee.engines.fishing.explain import sentences

    return sentences.brief(ruleset)


def doubts() -> Mapping[str, str]:
    """What a log may leave in doubt, in words, by its id."""
    from referee.engines.fishing.explain import claims

    return claims.DOUBTS


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card: 'card', 'suit', 'rank', 'values' and 'season'; of Luminaries what they do."""
    from referee.engines.fishing.explain import sentences

    return sentences.cards(ruleset, players)
