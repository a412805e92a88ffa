"""The conspiracy family: players control groups in a power structure and attack groups with them.

A rule is a number or a reading in the ruleset, a card is data in words of a closed vocabulary (`words/pack`);
`CompiledRules` compiles them, the modules of `rules/` make things happen, `Game` answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.family import Line
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.game import Game

NAME = "conspiracy"
SCHEMA = "conspiracy.schema.json"


def compile(ruleset: Ruleset, players: int) -> Game:  # noqa: A001 - the family protocol's word
    """A ruleset made ready for a number of players. Raises Unsound."""
    return Game(ruleset, players)


def soundness(ruleset: Ruleset) -> Iterator[tuple[Pointer, str]]:
    """Every fault of a ruleset that its schema cannot see."""
    from referee.engines.conspiracy.explain import lint

    return lint.soundness(ruleset)


def describe(ruleset: Ruleset) -> list[tuple[str, list[Line]]]:
    """The rules in force as a player reads them: (section, sentences)."""
    from referee.engines.conspiracy.explain import sentences

    return sentences.describe(ruleset)


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line, made from its values."""
    from referee.engines.conspiracy.explain import sentences

    return sentences.brief(ruleset)


def doubts() -> Mapping[str, str]:
    """What a log may leave in doubt beside what its rules tell of: nothing."""
    return {}


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """The cards: kind, Power, Resistance, income, alignments, arrows, and what each does in words."""
    from referee.engines.conspiracy.explain import sentences

    return sentences.cards(ruleset, players)
