"""Protocols for games of rounds: the state, a round that has ended, and their rules.

Only type checkers read this file. Points are numbers of any kind (an `Exact` is a `float` to it), None where they are
not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from referee.core.asked import RulesOfScoring
from referee.core.formula import Formula
from referee.core.items import AtTable
from referee.core.ruleset import Ruleset


class ScoredHand(Protocol):
    """A hand or round that has been scored."""

    @property
    def points(self) -> Sequence[float] | None:
        """The points by seat; None if they are not known."""
        ...

    @property
    def totals(self) -> Sequence[Any]:
        """The totals after it, by seat."""
        ...


class RoundEnded(Protocol):
    """A round that has ended; `untold` are the seats whose points are not known."""

    @property
    def number(self) -> int:
        """Its number, from 1."""
        ...

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        ...

    @property
    def points(self) -> Sequence[float]:
        """The points by seat."""
        ...

    @property
    def totals(self) -> Sequence[Any]:
        """The totals after it, by seat."""
        ...

    @property
    def untold(self) -> Sequence[int]:
        """The seats whose points are not known."""
        ...


E = TypeVar("E", bound=RoundEnded, covariant=True)


class StateWithDealer(AtTable, Protocol):
    """The state of a game in which somebody deals, to a `target` if it has one."""

    dealer: int

    @property
    def target(self) -> object:
        """The score to which this table plays."""
        ...


class StateOfRounds(StateWithDealer, Protocol):
    """The state of a game of rounds: the `scores` by seat, and whether they are `untold`, so that they say nothing."""

    scores: list[Any]
    untold: list[bool]

    @property
    def history(self) -> Sequence[RoundEnded]:
        """The rounds that have ended."""
        ...

    @property
    def plays(self) -> Mapping[str, int]:
        """How much has been judged of each kind."""
        ...


class StateWithRounds(StateOfRounds, Protocol[E]):
    """The same with its rounds as its family keeps them."""

    @property
    def history(self) -> Sequence[E]:
        """The rounds that have ended."""
        ...


class RulesOfHands(RulesOfScoring, Protocol):
    """The same in a game in which everybody is dealt as many cards as a formula says."""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that was compiled."""
        ...

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    @property
    def copies(self) -> Sequence[int]:
        """How many there are of each card."""
        ...

    @property
    def each(self) -> Formula:
        """The formula of the cards that each player is dealt."""
        ...

    def cards_each(self, round_: int, /) -> int:
        """Return how many cards each player is dealt in a round."""
        ...


class RulesOfSides(RulesOfScoring, Protocol):
    """The same in a game that may be played in partnerships."""

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        """The seats that play together."""
        ...
