"""The shedding family: players get rid of their cards by matching the top card of a pile.

Special cards change whose turn it is, name a suit or make others draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.parts import Claims, Lint, Moves, Position, Queries, Sentences, Tables
    from referee.core.ruleset import Ruleset
    from referee.engines.shedding.compiled import SheddingRules
    from referee.engines.shedding.game import SheddingGame
    from referee.engines.shedding.reading import SheddingReading
    from referee.engines.shedding.record import SheddingRecord
    from referee.engines.shedding.state import SheddingState


class SheddingParts:
    """What the shedding family gives; see `core.parts.Parts`."""

    name = "shedding"

    def game(self, ruleset: Ruleset, players: int) -> SheddingGame:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        from referee.engines.shedding.game import SheddingGame

        return SheddingGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> SheddingRules:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        from referee.engines.shedding.compiled import SheddingRules

        return SheddingRules(ruleset, players)

    def reading(self, rules: SheddingRules) -> SheddingReading:
        """The reader of the items of a log by these rules."""
        from referee.engines.shedding.reading import VERBS, SheddingReading

        return SheddingReading(rules, VERBS)

    @property
    def position(self) -> Position[SheddingRules, SheddingReading, SheddingState]:
        """The head of a log, and states written out."""
        from referee.engines.shedding import position

        return position

    @property
    def moves(self) -> Moves[SheddingGame, SheddingState]:
        """What may happen next."""
        from referee.engines.shedding import moves

        return moves

    @property
    def claims(self) -> Claims[SheddingRules, SheddingReading, SheddingState]:
        """Claims, doubts and counts."""
        from referee.engines.shedding import claims

        return claims

    @property
    def table(self) -> Tables[SheddingRules, SheddingState]:
        """The table, the score pad and the standing."""
        from referee.engines.shedding import table

        return table

    @property
    def record(self) -> type[SheddingRecord]:
        """What writes down a played game."""
        from referee.engines.shedding.record import SheddingRecord

        return SheddingRecord

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        from referee.engines.shedding import lint

        return lint

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        from referee.engines.shedding import sentences

        return sentences

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        from referee.engines.shedding import queries

        return queries


PARTS = SheddingParts()
