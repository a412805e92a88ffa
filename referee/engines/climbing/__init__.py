"""The climbing family: players play combinations, each higher than the one before, until their hands are empty.

What a combination is, and which beats which, stands in `combinations`; `hands` and `plays` make things happen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.parts import Claims, Lint, Moves, Position, Queries, Sentences, Tables
    from referee.core.ruleset import Ruleset
    from referee.engines.climbing.compiled import ClimbingRules
    from referee.engines.climbing.game import ClimbingGame
    from referee.engines.climbing.reading import ClimbingReading
    from referee.engines.climbing.record import ClimbingRecord
    from referee.engines.climbing.state import ClimbingState


class ClimbingParts:
    """What the climbing family gives; see `core.parts.Parts`."""

    name = "climbing"

    def game(self, ruleset: Ruleset, players: int) -> ClimbingGame:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        from referee.engines.climbing.game import ClimbingGame

        return ClimbingGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> ClimbingRules:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        from referee.engines.climbing.compiled import ClimbingRules

        return ClimbingRules(ruleset, players)

    def reading(self, rules: ClimbingRules) -> ClimbingReading:
        """The reader of the items of a log by these rules."""
        from referee.engines.climbing.reading import VERBS, ClimbingReading

        return ClimbingReading(rules, VERBS)

    @property
    def position(self) -> Position[ClimbingRules, ClimbingReading, ClimbingState]:
        """The head of a log, and states written out."""
        from referee.engines.climbing import position

        return position

    @property
    def moves(self) -> Moves[ClimbingGame, ClimbingState]:
        """What may happen next."""
        from referee.engines.climbing import moves

        return moves

    @property
    def claims(self) -> Claims[ClimbingRules, ClimbingReading, ClimbingState]:
        """Claims, doubts and counts."""
        from referee.engines.climbing import claims

        return claims

    @property
    def table(self) -> Tables[ClimbingRules, ClimbingState]:
        """The table, the score pad and the standing."""
        from referee.engines.climbing import table

        return table

    @property
    def record(self) -> type[ClimbingRecord]:
        """What writes down a played game."""
        from referee.engines.climbing.record import ClimbingRecord

        return ClimbingRecord

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        from referee.engines.climbing import lint

        return lint

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        from referee.engines.climbing import sentences

        return sentences

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        from referee.engines.climbing import queries

        return queries


PARTS = ClimbingParts()
