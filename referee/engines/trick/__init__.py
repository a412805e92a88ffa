"""The trick family: players lay a card each, one of them wins the trick.

A rule is a word with an argument (`words/`); `Terms` compiles them, `plays` and `hands` make things happen, `Game` answers.
"""

from __future__ import annotations

from referee.core.ruleset import Ruleset
from referee.engines.trick.describe import brief, describe
from referee.engines.trick.game import Game
from referee.engines.trick.soundness import soundness

NAME = "trick"
SCHEMA = "trick.schema.json"


def compile(ruleset: Ruleset, players: int) -> Game:  # noqa: A001 - the family protocol's word
    """A ruleset made ready for a number of players. Raises Unsound."""
    return Game(ruleset, players)


__all__ = ["NAME", "SCHEMA", "Game", "brief", "compile", "describe", "soundness"]
