"""The trick family: players lay a card each, one of them wins the trick.

A rule is a word with an argument (`words/`); `CompiledRules` compiles them, `rules/` makes things happen, `Game` answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from referee.core.family import Line
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.game import Game

NAME = "trick"
SCHEMA = "trick.schema.json"


def compile(ruleset: Ruleset, players: int) -> Game:  # noqa: A001 - the family protocol's word
    """A ruleset made ready for a number of players. Raises Unsound."""
    return Game(ruleset, players)


def soundness(ruleset: Ruleset) -> Iterator[tuple[Pointer, str]]:
    """Every fault of a ruleset that its schema cannot see."""
    from referee.engines.trick.explain import lint

    return lint.soundness(ruleset)


def describe(ruleset: Ruleset) -> list[tuple[str, list[Line]]]:
    """The rules in force as a player reads them: (section, sentences)."""
    from referee.engines.trick.explain import sentences

    return sentences.describe(ruleset)


@lru_cache(maxsize=64)
def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line, made from its values."""
    from referee.engines.trick.explain.summary import one_line

    return one_line(ruleset)


def doubts() -> Mapping[str, str]:
    """What a log may leave in doubt, in words, by its id."""
    from referee.engines.trick.explain import claims

    return claims.DOUBTS


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """The deck: suit, rank, symbols and power of each card; with a number of players, whether it is left out."""
    from referee.engines.trick.explain import sentences

    return sentences.cards(ruleset, None if players is None else Game(ruleset, players).rules.left_out())
