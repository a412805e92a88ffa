"""The conspiracy family: players control groups in a power structure and attack other groups with them.

A rule is a number or a reading in the ruleset. A card is data in words of a closed vocabulary (`words/pack`).
`ConspiracyRules` compiles them, the modules of `rules/` apply them, and `ConspiracyGame` answers questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.parts import Claims, Lint, Moves, Position, Queries, Sentences, Tables
    from referee.core.ruleset import Ruleset
    from referee.engines.conspiracy.compiled import ConspiracyRules
    from referee.engines.conspiracy.game import ConspiracyGame
    from referee.engines.conspiracy.reading import ConspiracyReading
    from referee.engines.conspiracy.record import ConspiracyRecord
    from referee.engines.conspiracy.state import ConspiracyState


class ConspiracyParts:
    """What the conspiracy family gives; see `core.parts.Parts`."""

    name = "conspiracy"

    def game(self, ruleset: Ruleset, players: int) -> ConspiracyGame:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        from referee.engines.conspiracy.game import ConspiracyGame

        return ConspiracyGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> ConspiracyRules:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        from referee.engines.conspiracy.compiled import ConspiracyRules

        return ConspiracyRules(ruleset, players)

    def reading(self, rules: ConspiracyRules) -> ConspiracyReading:
        """Return what reads the items of a log by these rules."""
        from referee.engines.conspiracy.reading import VERBS, ConspiracyReading

        return ConspiracyReading(rules, VERBS)

    @property
    def position(self) -> Position[ConspiracyRules, ConspiracyReading, ConspiracyState]:
        """The head of a log, and states written out."""
        from referee.engines.conspiracy import position

        return position

    @property
    def moves(self) -> Moves[ConspiracyGame, ConspiracyState]:
        """What may happen next."""
        from referee.engines.conspiracy import moves

        return moves

    @property
    def claims(self) -> Claims[ConspiracyRules, ConspiracyReading, ConspiracyState]:
        """Claims, doubts and counts."""
        from referee.engines.conspiracy import claims

        return claims

    @property
    def table(self) -> Tables[ConspiracyRules, ConspiracyState]:
        """The table, the score pad and the standing."""
        from referee.engines.conspiracy import table

        return table

    @property
    def record(self) -> type[ConspiracyRecord]:
        """What writes down a played game."""
        from referee.engines.conspiracy.record import ConspiracyRecord

        return ConspiracyRecord

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        from referee.engines.conspiracy import lint

        return lint

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        from referee.engines.conspiracy import sentences

        return sentences

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        from referee.engines.conspiracy import queries

        return queries


PARTS = ConspiracyParts()
