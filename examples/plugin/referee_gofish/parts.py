"""The record of the family: everything that referee asks of it, by name (`referee.core.parts.Parts`)."""

from __future__ import annotations

from referee.core.parts import Claims, Lint, Moves, Parts, Position, Queries, Sentences, Tables
from referee.core.ruleset import Ruleset
from referee_gofish import moves, reading, table, words
from referee_gofish.game import AskingGame
from referee_gofish.reading import VERBS, AskingReading
from referee_gofish.state import AskingRules, AskingState
from referee_gofish.table import AskingRecord


class AskingParts:
    """What the family of asking gives: a module for each thing, which mypy compares with its Protocol."""

    name = "asking"
    position: Position[AskingRules, AskingReading, AskingState] = reading
    moves: Moves[AskingGame, AskingState] = moves
    claims: Claims[AskingRules, AskingReading, AskingState] = words
    table: Tables[AskingRules, AskingState] = table
    record = AskingRecord
    lint: Lint = words
    sentences: Sentences = words
    queries: Queries = words

    def game(self, ruleset: Ruleset, players: int) -> AskingGame:
        """The game by a ruleset for a number of players. Raises Unsound."""
        return AskingGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> AskingRules:
        """A ruleset compiled for a number of players. Raises Unsound."""
        return AskingRules(ruleset, players)

    def reading(self, rules: AskingRules) -> AskingReading:
        """What reads the items of a log by these rules."""
        return AskingReading(rules, VERBS)


PARTS: Parts[AskingGame, AskingRules, AskingReading, AskingState] = AskingParts()
