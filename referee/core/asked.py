"""Protocols for the rules, the state and the reader of any family, as far as the shared modules ask something of them.

Only type checkers read this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from referee.core.cards import Deck
from referee.core.formula import Run
from referee.core.places import Pointer

R = TypeVar("R", covariant=True)


class Seated(Protocol):
    """A state with players, one of whom may have the turn."""

    players: tuple[str, ...]
    turn: int


class RulesForPlayers(Protocol):
    """Compiled rules for a number of players."""

    @property
    def players(self) -> int:
        """That number."""
        ...


class RulesWithDeck(Protocol):
    """Compiled rules of a game with a deck of cards."""

    @property
    def deck(self) -> Deck:
        """The cards."""
        ...


class NameOfRounds(Protocol):
    """What players call a round."""

    @property
    def unit(self) -> str:
        """Its name: 'round' or 'hand'."""
        ...


class Target(Protocol):
    """What says to which score a game is played."""

    @property
    def target(self) -> object:
        """That score or its formula; None if the game is not played to one."""
        ...


class RulesWithTarget(Protocol):
    """The compiled rules of a game that may be played to a score."""

    @property
    def scoring(self) -> Target:
        """How it is scored."""
        ...


class RulesOfScore(NameOfRounds, Target, Protocol):
    """What ends a game of rounds, and who leads it."""

    @property
    def rounds(self) -> int:
        """The number of rounds; 0 if something else ends the game."""
        ...

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins."""
        ...

    def leaders(self, totals: Sequence[Any], /) -> list[int]:
        """Return the seats with the best total."""
        ...


class RulesOfRounds(Protocol):
    """The compiled rules of a game of rounds, as far as a round has a name."""

    @property
    def scoring(self) -> NameOfRounds:
        """How rounds are called and scored."""
        ...


class RulesOfScoring(Protocol):
    """The compiled rules of a game of rounds."""

    @property
    def scoring(self) -> RulesOfScore:
        """How rounds are called and scored."""
        ...


class ScoreToTarget(Protocol):
    """What ends a game of rounds that is played to a score."""

    @property
    def target(self) -> Run | None:
        """The formula of that score; None if the game is not played to one."""
        ...


class RulesToTarget(Protocol):
    """The compiled rules of a game that is played to a score."""

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    @property
    def scoring(self) -> ScoreToTarget:
        """How it is scored."""
        ...


class ReadingBy(Protocol[R]):
    """What reads the items of a log by rules of a kind."""

    @property
    def rules(self) -> R:
        """The rules by which it reads them."""
        ...


class Reading(Protocol):
    """What reads the items of a log: here the names of players."""

    def seat(self, state: Any, name: object, at: Pointer, /) -> int:
        """Return the seat of a player by name. Raises Misread."""
        ...

    def by_seat(self, state: Any, value: object, at: Pointer, /) -> Mapping[int, object]:
        """Return a map from players to something, by seat. Raises Misread."""
        ...


class ReadingOfFields(Reading, ReadingBy[R], Protocol):
    """The same, with the rules by which it reads."""


class ReadingWithCards(Protocol):
    """What reads the items of a log with cards in them."""

    def card(self, text: object, at: Pointer, /) -> int:
        """Return the card that a log means. Raises Misread."""
        ...
