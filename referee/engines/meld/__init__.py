"""The meld family: players take and discard cards until the hand of one of them falls into melds.

What a meld is stands in `words/`; `arrange` finds the best arrangement of a hand; `rules/` make things happen; `Game` answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.parts import Claims, Lint, Moves, Position, Queries, Sentences, Tables
    from referee.core.ruleset import Ruleset
    from referee.engines.meld.compiled import MeldRules
    from referee.engines.meld.game import MeldGame
    from referee.engines.meld.reading import MeldReading
    from referee.engines.meld.record import MeldRecord
    from referee.engines.meld.state import MeldState


class MeldParts:
    """What the meld family gives; see `core.parts.Parts`."""

    name = "meld"

    def game(self, ruleset: Ruleset, players: int) -> MeldGame:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        from referee.engines.meld.game import MeldGame

        return MeldGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> MeldRules:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        from referee.engines.meld.compiled import MeldRules

        return MeldRules(ruleset, players)

    def reading(self, rules: MeldRules) -> MeldReading:
        """Return what reads the items of a log by these rules."""
        from referee.engines.meld.reading import VERBS, MeldReading

        return MeldReading(rules, VERBS)

    @property
    def position(self) -> Position[MeldRules, MeldReading, MeldState]:
        """The head of a log, and states written out."""
        from referee.engines.meld import position

        return position

    @property
    def moves(self) -> Moves[MeldGame, MeldState]:
        """What may happen next."""
        from referee.engines.meld import moves

        return moves

    @property
    def claims(self) -> Claims[MeldRules, MeldReading, MeldState]:
        """Claims, doubts and counts."""
        from referee.engines.meld import claims

        return claims

    @property
    def table(self) -> Tables[MeldRules, MeldState]:
        """The table, the score pad and the standing."""
        from referee.engines.meld import table

        return table

    @property
    def record(self) -> type[MeldRecord]:
        """What writes down a played game."""
        from referee.engines.meld.record import MeldRecord

        return MeldRecord

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        from referee.engines.meld import lint

        return lint

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        from referee.engines.meld import sentences

        return sentences

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        from referee.engines.meld import queries

        return queries


PARTS = MeldParts()
