"""The seam between the referee and a family of games.

A family is a module with the names of `Family`; compiling a ruleset gives a `Game`, which answers every question that the
judge and the commands ask. The judge knows nothing of tricks or melds; a family knows nothing of files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from referee.core.events import Event
from referee.core.findings import Doubt, Fault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset

Draw = Callable[[int], int]
"""Chance, from outside: `draw(n)` is one of 0 … n-1."""


class Unsound(Exception):  # noqa: N818 - what the ruleset is
    """A ruleset does not hold together: `faults` are (pointer into its data, sentence) pairs."""

    def __init__(self, faults: Iterable[tuple[Pointer, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(message for _, message in self.faults))


class Option(NamedTuple):
    """Something the player to move might do: in short notation, as a log item, and what rules it out, if anything."""

    notation: str
    item: Mapping[str, Any]
    fault: Fault | None = None


class Options(NamedTuple):
    """What may happen now: who is to act (None: the table or chance), doing what, and every option with its fault.

    `doubt` says why the list cannot be exact, as when a hand is unknown.
    """

    player: str | None
    doing: str
    options: tuple[Option, ...] = ()
    doubt: str = ""

    @property
    def legal(self) -> list[Option]:
        """The options that no rule forbids."""
        return [option for option in self.options if option.fault is None]


class Block(NamedTuple):
    """One part of what a command prints: a title, a table (headers and rows) or lines of text."""

    title: str = ""
    headers: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    lines: tuple[str, ...] = ()


class Line(NamedTuple):
    """One sentence of the rules in force, and the place in the ruleset that sets it."""

    text: str
    pointer: Pointer


class Judged(NamedTuple):
    """As far as a log was judged in a batch: the state then, and how many items, events and claims that is, all of them sound.

    If it is the `whole` log, the state knows the score; what lies on the table it need not know.
    """

    state: Any
    items: int
    events: int
    claims: int
    whole: bool


class Batch(Protocol):
    """Judges many logs at once. Whatever it does, each comes to the same end as by itself."""

    def add(
        self,
        players: Sequence[str],
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None,
        items: Sequence[Mapping[str, Any]],
    ) -> int | None:
        """Takes a log in, with its head: its number here, or None where nothing of it can be judged in a batch."""

    def work_out(self) -> None:
        """Judges all that was taken in."""

    def judged(self, number: int) -> Judged | None:
        """As far as a log was judged; None where that is not even to its first event."""


class Game(Protocol):
    """A ruleset made ready for a number of players. `State` is the family's own and changed by `take` and `apply` only."""

    ruleset: Ruleset

    def start(self, players: Sequence[str], setup: Mapping[str, Any], position: Mapping[str, Any] | None) -> Any:
        """The state before the first event. Raises Misread with pointers into `setup` or `position`."""

    def read(self, state: Any, item: Mapping[str, Any]) -> list[Event]:
        """The events of one log item, short forms expanded. Raises Misread."""

    def size(self, item: Mapping[str, Any]) -> int:
        """How many events a log item stands for: a short form is several."""

    def sweep(self, state: Any, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        """The fast lane: lets the plainly legal items from `start` on happen; how many items and events that were.

        None at all, (0, 0), is always a right answer: the fold then reads, takes and checks item by item. An item with
        `expect:` may only be the last: the fold checks its claims then.
        """

    def batch(self) -> Batch | None:
        """An empty batch of logs; None where they can only be judged one by one."""

    def take(self, state: Any, events: Sequence[Event]) -> int:
        """Lets events happen for as long as they are legal: how many were."""

    def check(self, state: Any, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with an event; never changes the state."""

    def apply(self, state: Any, event: Event) -> None:
        """Makes an event happen that is possible, legal or not."""

    def options(self, state: Any) -> Options:
        """What may happen now."""

    def draw_next(self, state: Any, draw: Draw) -> Mapping[str, Any] | None:
        """Something that may legally happen next, drawn at random, as a log item; None after the end of the game."""

    def claims(self, state: Any, expected: Mapping[str, Any]) -> Iterator[Fault]:
        """What is false in `expect:`, claimed just after an event."""

    def doubts(self, state: Any) -> Iterator[Doubt]:
        """What this log leaves unknown, and which unsettled rules mattered."""

    def counts(self, state: Any) -> dict[str, int]:
        """What has been judged so far, for the verdict: {'hands': 3, 'plays': 24, …}."""

    def awaited(self, state: Any) -> str:
        """What comes next, in words; empty when the game is over."""

    def view(self, state: Any) -> tuple[dict[str, Any], list[Block]]:
        """The table as data and as blocks to draw."""

    def score(self, state: Any) -> tuple[dict[str, Any], list[Block]]:
        """The score pad as data and as blocks."""

    def position(self, state: Any) -> dict[str, Any]:
        """The state as the `position:` of a log; reading it back gives an equal state."""


class Family(Protocol):
    """What a family package offers.

    Beside these it has a module `record`, which `referee.simulate` writes played games down with, and a module `coverage`.
    """

    NAME: str
    SCHEMA: str

    def compile(self, ruleset: Ruleset, players: int) -> Game:
        """Makes a ruleset ready. Raises Unsound."""

    def soundness(self, ruleset: Ruleset) -> Iterator[tuple[Pointer, str]]:
        """Every fault of a ruleset that its schema cannot see."""

    def describe(self, ruleset: Ruleset) -> list[tuple[str, list[Line]]]:
        """The rules in force as a player reads them: (section, sentences)."""

    def brief(self, ruleset: Ruleset) -> str:
        """The ruleset in one line, made from its values."""

    def doubts(self) -> Mapping[str, str]:
        """What a log may leave in doubt, in words, by its id, unless that is the id of a rule."""

    def cards(self, ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
        """What is known of each card: 'card', its name, and then what this family says of cards, the same keys for all.

        With a number of players, `left_out` says whether the card is not played with among so many.
        """


class Point(NamedTuple):
    """Something in a ruleset that a log can exercise: where it stands, and the rule that it cites (or none)."""

    pointer: Pointer
    cites: str = ""


class Coverage(Protocol):
    """What the module `coverage` of a family offers: what logs exercise of a ruleset, as `referee coverage` reports it.

    A word or a power fires when it rules something out or decides something; a rule when a word that cites it fires, or a
    violation cites it. The second is seen to by `referee.coverage`, so that a family only speaks of its words.
    """

    def points(self, ruleset: Ruleset) -> dict[str, Point]:
        """Everything that could fire in a log, by its path with dots: every word, power and part of the score, and every
        rule (`rules.<id>`) that one of them or a fault can cite. What can never fire, such as a word for a tie in a deck
        without equal cards, is left out.
        """

    def fired(self, game: Any, state: Any, event: Event) -> set[str]:
        """The words and powers that an event sets off, asked just before it happens; never changes the state.

        Names that are no points of the ruleset are passed over.
        """


class Record(Protocol):
    """The log items of a game as it is played, at one level of detail."""

    items: list[dict[str, Any]]

    def before(self, state: Any, item: Mapping[str, Any]) -> None:
        """Takes an item down that is about to happen."""

    def after(self, state: Any) -> None:
        """Looks at what has happened: the place for claims."""


class Recording(Protocol):
    """What the module `record` of a family offers.

    `DETAILS` names the levels of detail, the fullest first; `LENGTH` is the key of `Game.counts` that the length of a game
    is measured in.

    For `referee compare` it may offer two functions more: `chance(state)`, whether what comes next is chance and not a
    player's choice (asked of `Game.options` where it is missing), and `shares(game, state)`, what the family counts in a
    game as shares by name: {'bids made': (31, 48)}.
    """

    DETAILS: tuple[str, ...]
    LENGTH: str

    def setup(self, rules: Ruleset, players: Sequence[str], draw: Draw) -> dict[str, Any]:
        """The `setup:` of a log, drawn at random."""

    def too_long(self, state: Any) -> bool:
        """Whether a random game is to be stopped here: random play may never reach the end."""

    def Record(self, game: Any, detail: str) -> Record:  # noqa: N802 - a class of the module
        """An empty record of a game."""
