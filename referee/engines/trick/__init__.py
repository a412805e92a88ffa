"""The trick family: each player plays a card, and one of them wins the trick.

A rule is a word with an argument (`words/`); `TrickRules` compiles them, `rules/` makes things happen, `TrickGame` answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.parts import Claims, Lint, Position, Queries, Sentences
    from referee.core.ruleset import Ruleset
    from referee.engines.trick.compiled import TrickRules
    from referee.engines.trick.game import TrickGame, TrickMoves, TrickTables
    from referee.engines.trick.reading import TrickReading
    from referee.engines.trick.record import TrickRecord
    from referee.engines.trick.state import TrickState


class TrickParts:
    """What the trick family gives; see `core.parts.Parts`."""

    name = "trick"

    def game(self, ruleset: Ruleset, players: int) -> TrickGame:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        from referee.engines.trick.game import TrickGame

        return TrickGame(ruleset, players, self)

    def rules(self, ruleset: Ruleset, players: int) -> TrickRules:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        from referee.engines.trick.compiled import TrickRules

        return TrickRules(ruleset, players)

    def reading(self, rules: TrickRules) -> TrickReading:
        """Return what reads the items of a log by these rules."""
        from referee.engines.trick.reading import VERBS, TrickReading

        return TrickReading(rules, VERBS)

    @property
    def position(self) -> Position[TrickRules, TrickReading, TrickState]:
        """The head of a log, and states written out."""
        from referee.engines.trick import position

        return position

    @property
    def moves(self) -> TrickMoves:
        """What may happen next."""
        from referee.engines.trick import moves

        return moves

    @property
    def claims(self) -> Claims[TrickRules, TrickReading, TrickState]:
        """Claims, doubts and counts."""
        from referee.engines.trick import claims

        return claims

    @property
    def table(self) -> TrickTables:
        """The table, the score pad and the standing."""
        from referee.engines.trick import table

        return table

    @property
    def record(self) -> type[TrickRecord]:
        """What writes down a played game."""
        from referee.engines.trick.record import TrickRecord

        return TrickRecord

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        from referee.engines.trick import lint

        return lint

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        from referee.engines.trick import sentences

        return sentences

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        from referee.engines.trick import queries

        return queries


PARTS = TrickParts()
