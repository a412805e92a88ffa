"""The fishing family: players capture open cards with cards from hand, by value and by sum, and build stockpiles.

Effect words say what Luminaries do; `Game` answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.parts import Claims, Lint, Position, Queries, Sentences, Tables
    from referee.core.ruleset import Ruleset
    from referee.engines.fishing.compiled import FishingRules
    from referee.engines.fishing.game import FishingGame, FishingMoves
    from referee.engines.fishing.reading import FishingReading
    from referee.engines.fishing.record import FishingRecord
    from referee.engines.fishing.state import FishingState


class FishingParts:
    """What the fishing family gives; see `core.parts.Parts`."""

    name = "fishing"

    def game(self, ruleset: Ruleset, players: int) -> FishingGame:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        from referee.engines.fishing.game import FishingGame

        return FishingGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> FishingRules:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        from referee.engines.fishing.compiled import FishingRules

        return FishingRules(ruleset, players)

    def reading(self, rules: FishingRules) -> FishingReading:
        """Return what reads the items of a log by these rules."""
        from referee.engines.fishing.reading import VERBS, FishingReading

        return FishingReading(rules, VERBS)

    @property
    def position(self) -> Position[FishingRules, FishingReading, FishingState]:
        """The head of a log, and states written out."""
        from referee.engines.fishing import position

        return position

    @property
    def moves(self) -> FishingMoves:
        """What may happen next."""
        from referee.engines.fishing import moves

        return moves

    @property
    def claims(self) -> Claims[FishingRules, FishingReading, FishingState]:
        """Claims, doubts and counts."""
        from referee.engines.fishing import claims

        return claims

    @property
    def table(self) -> Tables[FishingRules, FishingState]:
        """The table, the score pad and the standing."""
        from referee.engines.fishing import table

        return table

    @property
    def record(self) -> type[FishingRecord]:
        """What writes down a played game."""
        from referee.engines.fishing.record import FishingRecord

        return FishingRecord

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        from referee.engines.fishing import lint

        return lint

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        from referee.engines.fishing import sentences

        return sentences

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        from referee.engines.fishing import queries

        return queries


PARTS = FishingParts()
