"""Games of rounds, as far as what they have in common asks: the state, a round that has ended, and the rules that score it.

Only type checkers read this file. Points are numbers of any kind, None where they are not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from referee.core.items import AtTable


class ScoredHand(Protocol):
    """A hand or round that has been scored."""

    @property
    def points(self) -> Sequence[Any] | None:
        """The points by seat; None if they are not known."""

    @property
    def totals(self) -> Sequence[Any]:
        """The totals after it, by seat."""


class RoundEnded(Protocol):
    """A round that has ended; `untold` are the seats whose points are not known."""

    @property
    def number(self) -> int:
        """Its number, from 1."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""

    @property
    def points(self) -> Sequence[Any]:
        """The points by seat."""

    @property
    def totals(self) -> Sequence[Any]:
        """The totals after it, by seat."""

    @property
    def untold(self) -> Sequence[int]:
        """The seats whose points are not known."""


class StateWithDealer(AtTable, Protocol):
    """The state of a game in which somebody deals, to a `target` if it has one."""

    dealer: int

    @property
    def target(self) -> object:
        """The score to which this table plays."""


class StateOfRounds(StateWithDealer, Protocol):
    """The state of a game of rounds: the `scores` by seat, and whether they are `untold`, so that they say nothing."""

    scores: list[Any]
    untold: list[bool]

    @property
    def plays(self) -> Mapping[str, int]:
        """How much has been judged of each kind."""


class NameOfRounds(Protocol):
    """What players call a round."""

    @property
    def unit(self) -> str:
        """Its name: 'round' or 'hand'."""


class RulesOfScore(NameOfRounds, Protocol):
    """What ends a game of rounds, and who leads it."""

    @property
    def rounds(self) -> int:
        """The number of rounds; 0 if something else ends the game."""

    @property
    def target(self) -> object:
        """The formula of the target; None if the game is not played to one."""

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins."""

    def leaders(self, totals: Sequence[object], /) -> list[int]:
        """Return the seats with the best total."""


class RulesOfRounds(Protocol):
    """The compiled rules of a game of rounds, as far as a round has a name."""

    @property
    def scoring(self) -> NameOfRounds:
        """How rounds are called and scored."""


class RulesOfScoring(Protocol):
    """The compiled rules of a game of rounds."""

    @property
    def scoring(self) -> RulesOfScore:
        """How rounds are called and scored."""


class RulesOfSides(RulesOfScoring, Protocol):
    """The same in a game that may be played in partnerships."""

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        """The seats that play together."""
