"""The parts of a family: what each of its modules gives, and the record that lists them.

`Parts` is the record. A family has one in its package (`referee/engines/trick/__init__.py`), and a row in `engines.FAMILIES`.
mypy checks that each module has what its Protocol says. A module is imported when it is first asked for, so a question about
one trick does not pay for the score pad. Only type checkers read this file.

The type variables are the same everywhere: `G` is the family's game, `R` its compiled rules, `I` its reading of items and `S`
its state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from referee.core.claims import Claim
from referee.core.data import Data, Head, Said
from referee.core.events import Finding, Item
from referee.core.family import (
    AnyPlayable,
    Block,
    CompiledRules,
    Draw,
    Judged,
    Options,
    Query,
    Record,
    Section,
    Standing,
    Tally,
)
from referee.core.fields import ByHand
from referee.core.items import AnyItems, AtTable
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset
from referee.core.scene import Scene

G = TypeVar("G", bound=AnyPlayable)
R = TypeVar("R", bound=CompiledRules)
I = TypeVar("I", bound=AnyItems)  # noqa: E741 - the items of a log
S = TypeVar("S", bound=AtTable)
G_asked = TypeVar("G_asked", contravariant=True)
R_asked = TypeVar("R_asked", bound=CompiledRules, contravariant=True)
I_asked = TypeVar("I_asked", bound=AnyItems, contravariant=True)
S_asked = TypeVar("S_asked", bound=AtTable, contravariant=True)
S_made = TypeVar("S_made", bound=AtTable, covariant=True)


class Position(Protocol[R_asked, I_asked, S_made]):
    """The head of a log, and states written out."""

    BY_HAND: ByHand
    """How the fields are read and written whose kind does not say it."""

    def start(
        self, rules: R_asked, reading: I_asked, players: Sequence[str], setup: Item, position: Item | None, /
    ) -> S_made:
        """Return the state before the first event. Raises Misread with pointers into `setup` or `position`."""
        ...


class Moves(Protocol[G_asked, S_asked]):
    """What may happen next."""

    def next_step(self, game: G_asked, state: S_asked, /) -> str:
        """Return it in words, as the end of a sentence; empty after the end."""
        ...

    def options(self, game: G_asked, state: S_asked, /) -> Options:
        """Return everything that might be done, each with the rule that forbids it, if one does."""
        ...

    def draw_next(self, game: G_asked, state: S_asked, draw: Draw, /) -> Item | None:
        """Return something legal as a log item, drawn at random; None after the end of the game."""
        ...


class Claims(Protocol[R_asked, I_asked, S_asked]):
    """What a log says about itself, what it leaves open, and how much of it was judged."""

    @property
    def CLAIMS(self) -> Mapping[str, Claim[R_asked, I_asked, S_asked]]:  # noqa: N802 - a constant of a module
        """The check of each thing that `expect:` may claim."""
        ...

    @property
    def DOUBTS(self) -> Mapping[str, str]:  # noqa: N802
        """What a log may leave in doubt, in words, by its id."""
        ...

    @property
    def doubts(self) -> Doubts[R_asked, S_asked]:
        """What yields the doubts of a log."""
        ...

    def counts(self, rules: R_asked, state: S_asked, /) -> dict[str, int]:
        """Return what has been judged so far: {'hands': 3, 'plays': 24, …}."""
        ...

    def progress(self, rules: R_asked, state: S_asked, /) -> dict[str, int]:
        """Return where in the game a state is: {'hand': 3, 'trick': 2}."""
        ...


class Doubts(Protocol[R_asked, S_asked]):
    """A function that yields the doubts of a log."""

    def __call__(self, rules: R_asked, state: S_asked, /, *, goes_on: bool) -> Iterator[Finding]:
        """Yield what the log leaves unknown; if it goes on, not what the rest may show."""
        ...


class Tables(Protocol[R_asked, S_asked]):
    """What lies where, the score pad and the standing, as people see them."""

    @property
    def SECRET(self) -> Collection[str]:  # noqa: N802 - a constant of a module
        """The verbs of events of which others see that they happen, but not with which cards."""
        ...

    def view(self, rules: R_asked, state: S_asked, awaited: str, /) -> tuple[Data, Iterable[Block]]:
        """Return the table as data and as blocks to draw; `awaited` is what comes next."""
        ...

    def scene(self, rules: R_asked, data: Data, title: str, /) -> Scene:
        """Return the table to draw, from the data of `view`."""
        ...

    def aftermath(self, rules: R_asked, before: S_asked, after: S_asked, /) -> list[str]:
        """Return what an event caused between two states, in sentences, where the table does not show it."""
        ...

    def pad(self, rules: R_asked, state: S_asked, /) -> tuple[Data, list[Block]]:
        """Return the score pad as data and as a table."""
        ...

    def standing(self, rules: R_asked, state: S_asked, /) -> Standing:
        """Return how the game stands."""
        ...

    def tallies(self, rules: R_asked, state: S_asked, /) -> Iterable[Tally]:
        """Return what is counted of each player."""
        ...


class Lint(Protocol):
    """What is wrong with a ruleset, and which of its words cite which rule."""

    def soundness(self, ruleset: Ruleset, /) -> Iterator[tuple[Pointer, str]]:
        """Yield every fault that the schema cannot see."""
        ...

    def citations(self, ruleset: Ruleset, /) -> Iterable[Cited]:
        """Return the words that decide something, each with the rules that it may cite."""
        ...


class Sentences(Protocol):
    """A ruleset in the words of players."""

    def describe(self, ruleset: Ruleset, /) -> list[Section]:
        """Return the rules in force, section by section."""
        ...

    def brief(self, ruleset: Ruleset, /) -> str:
        """Return the ruleset in one line."""
        ...

    def cards(self, ruleset: Ruleset, players: int | None, /) -> list[Data]:
        """Return what is known of each card, among so many players."""
        ...


class Queries(Protocol):
    """Questions without a log."""

    @property
    def QUESTIONS(self) -> Mapping[str, Query]:  # noqa: N802 - a constant of a module
        """The questions that the family answers, by the names that `referee resolve` has for them."""
        ...


class Batch(Protocol):
    """Logs of one game that are judged together, each as it would be by itself."""

    def add(self, players: Sequence[str], setup: Head, position: Head | None, items: Sequence[Item], /) -> int | None:
        """Add a log: its number here, or None if it must be judged by itself."""
        ...

    def work_out(self) -> None:
        """Judge the logs that were added."""
        ...

    def result_of(self, number: int, expected: Said, /) -> Judged | None:
        """Return the result of a log; None if anything in it is irregular."""
        ...


class Parts(Protocol[G, R, I, S]):
    """The record of a family: everything that the referee asks of it, by name."""

    @property
    def name(self) -> str:
        """The name that a ruleset writes in `family:`."""
        ...

    def game(self, ruleset: Ruleset, players: int) -> G:
        """Return the game by a ruleset for a number of players. Raises Unsound."""
        ...

    def rules(self, ruleset: Ruleset, players: int) -> R:
        """Return a ruleset compiled for a number of players. Raises Unsound."""
        ...

    def reading(self, rules: R) -> I:
        """Return what reads the items of a log by these rules."""
        ...

    @property
    def position(self) -> Position[R, I, S]:
        """The head of a log, and states written out."""
        ...

    @property
    def moves(self) -> Moves[G, S]:
        """What may happen next."""
        ...

    @property
    def claims(self) -> Claims[R, I, S]:
        """Claims, doubts and counts."""
        ...

    @property
    def table(self) -> Tables[R, S]:
        """The table, the score pad and the standing."""
        ...

    @property
    def record(self) -> type[Record[G, R, S]]:
        """What writes down a played game."""
        ...

    @property
    def lint(self) -> Lint:
        """What is wrong with a ruleset."""
        ...

    @property
    def sentences(self) -> Sentences:
        """A ruleset in the words of players."""
        ...

    @property
    def queries(self) -> Queries:
        """Questions without a log."""
        ...
