"""Options, answers, blocks of text and faults of rulesets, as they pass between a family of games and the rest of referee.

Compiling a ruleset gives a `Game`, which answers every question that the judge and the commands ask; `core/parts.py` lists what
a family gives. The judge knows nothing about tricks or melds; a family knows nothing about files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar, cast

from referee.core.data import Data as Data
from referee.core.data import Entry, Head, Said, Words
from referee.core.events import Finding, Item
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.wording import NOTHING

if TYPE_CHECKING:
    from referee.core.items import AtTable

Draw = Callable[[int], int]
"""Chance, from outside: `draw(n)` is one of 0 … n-1."""


class Unsound(Exception):  # noqa: N818 - what the ruleset is
    """A ruleset that does not hold together: `faults` are (pointer into its data, sentence) pairs."""

    def __init__(self, faults: Iterable[tuple[Pointer, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(message for _, message in self.faults))


class Named:
    """The words of a part of a ruleset as attributes, so that a rule reads `rules.attack.alike`; each is read when needed.

    Words are kept once they have been read, but not those of a part that notes each time one is asked for.
    """

    def __init__(self, part: Words) -> None:
        self._part = part

    def __getattr__(self, word: str) -> Any:
        """The value of a word in this part of a ruleset; a map is again a `Named`. Raises KeyError for an unknown
        word."""
        value = self._part[word]
        if isinstance(value, Mapping):
            value = Named(value)
        # a part that is not a plain dict notes each time a word is asked for, so nothing may be kept
        if type(self._part) is dict:
            setattr(self, word, value)
        return value


def sides_of(players: int, partners: bool) -> tuple[tuple[int, ...], ...]:
    """Return the sides by seats: opposite seats together, or each player alone."""
    if partners:
        many = players // 2
    else:
        many = players
    return tuple(tuple(range(side, players, many)) for side in range(many))


class CompiledRules:
    """A ruleset as its family compiles it for a number of `players`."""

    players: int
    changing: Callable[[AtTable], Self] | None = None
    """The rules in force in a state, of a ruleset with `changes:`."""

    def current(self, state: AtTable) -> Self:
        """Return the rules in force in a state: these, unless something that has just begun changes them."""
        if self.changing is None:
            return self
        return self.changing(state)

    def come_into_force(self, state: AtTable) -> None:
        """Put into a state what it keeps of the rules in force, once these are."""

    def lasting(self) -> object:
        """Return what states and logs number by these rules, which is the same for a whole game."""


class Option(NamedTuple):
    """Something the player to move might do: in short notation, as a log item, and what forbids it, if anything.

    If the notation stands for several things, such as a roll or an amount of money, the item is only an `example` of them. What
    is only `spoken`, such as a bid, moves no card that it names.
    """

    notation: str
    item: Item
    fault: Finding | None = None
    example: bool = False
    spoken: bool = False

    @classmethod
    def with_fault(cls, notation: str, item: Item, faults: Iterable[Finding]) -> Option:
        """Return an option with the first of its faults, if it has any."""
        return cls(notation, item, next(iter(faults), None))


class Candidate(NamedTuple):
    """Something that may be tried now, legal or not: in words and as a log item, or `drawn` where one item stands for many.

    Candidates that differ only in their `ending` are one option; those without words are only for random games. One that was
    `checked` is legal, so nobody needs to look for what is wrong with it.
    """

    words: str
    item: Item
    drawn: Callable[[Draw], Item | None] | None = None
    ending: str = ""
    checked: bool = False


Rows = Iterable[tuple[int, Callable[[], Iterable[Candidate]]]]
"""Candidates of one kind after the other, each kind with how often a random game tries it."""
TRIES = 6
"""Candidates of one kind that a random game tries before it tries another kind."""


S_asked = TypeVar("S_asked", contravariant=True)


class Playable(Protocol[S_asked]):
    """A game, as far as somebody must know it who plays it or writes it down."""

    @property
    def rules(self) -> CompiledRules:
        """Its rules, when none of them has changed."""
        ...

    def options(self, state: S_asked) -> Options:
        """Return what may happen now, and what forbids the rest."""
        ...

    def faults_of(self, state: S_asked, item: Item) -> tuple[Finding, ...]:
        """Return everything that is wrong with the first event of a log item."""
        ...


AnyPlayable = Playable[Any]
"""The game of any family, in the same way."""
G = TypeVar("G", bound=AnyPlayable)
R = TypeVar("R", bound=CompiledRules)
S = TypeVar("S", bound="AtTable")


def draw_item(game: Playable[S], state: S, rows: Rows, draw: Draw) -> Item | None:
    """A legal log item drawn at random for a state; None if none was found.

    Each row is a kind of candidates with its weight (how often it is drawn) and a function that makes them. A kind is
    drawn first, then up to TRIES candidates of it; if none of them is legal, the kind is dropped.
    """
    rows_left = [row for row in rows if row[0]]
    while rows_left:
        place = 0
        number = draw(sum(often for often, _ in rows_left))
        while number >= rows_left[place][0]:
            number -= rows_left[place][0]
            place += 1
        candidates = list(rows_left.pop(place)[1]())
        for _ in range(TRIES if candidates else 0):
            candidate = candidates[draw(len(candidates))]
            item = candidate.item if candidate.drawn is None else candidate.drawn(draw)
            if item is not None and not game.faults_of(state, item):
                return item
    return None


class Options(NamedTuple):
    """Options at a moment: who must act (None: the table or chance), doing what, and every option with its fault.

    `doubt` says why the list cannot be exact, for example because a hand is unknown.
    """

    player: str | None
    doing: str
    options: tuple[Option, ...] = ()
    doubt: str = ""

    @property
    def legal(self) -> list[Option]:
        """The options that no rule forbids."""
        return [option for option in self.options if option.fault is None]

    def data(self, game: str) -> Data:
        """The options as in schemas/report.schema.json, $defs/legal; `game` is the name of the game, put before the
        names of rules."""
        barred = [(option.notation, option.fault) for option in self.options if option.fault is not None]
        return {
            "player": self.player,
            "doing": self.doing,
            "moves": [option.notation for option in self.legal],
            "ruled_out": [
                {"move": move, "rule": f"{game}/{fault.rule}", "message": fault.message} for move, fault in barred
            ],
            "doubt": self.doubt,
        }


class Block(NamedTuple):
    """One part of what a command prints: a title, a table (headers and rows) or lines of text."""

    title: str = ""
    headers: tuple[str, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    lines: tuple[str, ...] = ()


class RuleLine(NamedTuple):
    """One sentence of the rules in force, and the place in the ruleset that sets it."""

    text: str
    pointer: Pointer


Section = tuple[str, list[RuleLine]]
"""The title of a part of the rules in force, and its sentences."""


class Tally(NamedTuple):
    """Something that players do, counted seat by seat over a game; `of` is the total if it is a share.

    None stands for a player whose number is not known.
    """

    name: str
    counted: tuple[int | float | None, ...]
    of: tuple[int, ...] | None = None


class Standing(NamedTuple):
    """The state or end of a game, seat by seat: whether it is `over`, the totals, the place of each (1 is the best), and what
    each did. `sides` are the seats that play together throughout; they share a place, as equals do."""

    sides: tuple[tuple[int, ...], ...]
    over: bool
    winners: tuple[int, ...]
    totals: tuple[int | float | None, ...]
    places: tuple[int, ...]
    tallies: tuple[Tally, ...] = ()


class ContractPlayed(NamedTuple):
    """The contract of the hand that ended last, without its player: '4S, doubled'; 'passed out' if there was none.

    `declarer` is a seat, -1 if nobody declared; `tricks` are those of the declarer's side.
    """

    contract: str
    declarer: int = -1
    tricks: int | None = None


class BoardFacts(NamedTuple):
    """A hand of four players with an auction, as far as it was played: the facts that records of boards have.

    `number` counts hands, `dealer` is a seat, and `vulnerable` a mask of seats, None until the deal. `hands` are the
    cards of each player, None where they are not known; `dealt` says that there are any. `contract` is the bid that is played,
    without doubles: '4S'; it is empty until the auction is over, and where all passed. `doubled` is 1, 2 or 4, `declarer` a
    seat, -1 without a contract, and `tricks` are those of the declarer's side, 0 without one and before the end.
    """

    number: int
    dealer: int
    vulnerable: int | None
    hands: tuple[Sequence[str] | None, ...] = ()
    dealt: bool = False
    contract: str = ""
    doubled: int = 1
    declarer: int = -1
    tricks: int = 0


class BoardMove(NamedTuple):
    """A call or a card on a board: the seat that it comes from, its name in logs, and what a call is said to mean."""

    seat: int
    name: str
    meaning: str = ""
    is_card: bool = False


class Judged(NamedTuple):
    """A log that was judged in a batch: the state after it, and the number of items, events and claims, all of them sound.

    The state knows the score, but not necessarily what is on the table; `holds` says that everything expected at its end is
    exactly so.
    """

    state: AtTable
    items: int
    events: int
    claims: int
    holds: bool = False


DEALS, PLAYS, RESULTS = "deals", "plays", "results"
"""Parts of a random game in its log: everything; what lies open, with hands and the stock unseen until they are shown; what a
score pad says."""


class Record(ABC, Generic[G, R, S]):
    """A game written as log items while it is played, at one level of detail, with claims whenever a hand, a round or a turn
    ends. A family has a class of this, with its `DETAILS`, the fullest first."""

    DETAILS: tuple[str, ...] = (DEALS, PLAYS, RESULTS)
    LENGTH: str
    """The key of `Game.counts` that measures the length of a game."""
    MOST: int
    """The most hands, rounds or turns of each player in a random game, which may never reach its end."""
    PAD_HEAD: Head = NOTHING
    """The head of a log without a set-up of which only the end of the game was kept, in families that have such sheets."""

    def __init__(self, game: G, detail: str) -> None:
        self.game = game
        self.rules = cast(R, game.rules)
        self.detail = detail
        self.items: list[Data] = []
        self._ended = 0

    @staticmethod
    def setup(ruleset: Ruleset, players: Sequence[str], draw: Draw) -> Data:
        """Return the `setup:` of a log, drawn at random: who deals first."""
        return {"dealer": players[draw(len(players))]}

    @classmethod
    def too_long(cls, state: S) -> bool:
        """Return whether a random game stops here."""
        return len(state.history) >= cls.MOST

    @staticmethod
    def chance(game: G, state: S) -> bool:
        """Return whether chance and not a player decides what comes next."""
        return game.options(state).player is None

    @staticmethod
    def shares(game: G, state: S) -> dict[str, tuple[int, int]]:
        """Return what the family counts in a game as shares, by name: {'bids made': (31, 48)}."""
        return {}

    def follow(self, state: S, item: Item) -> None:
        """Record an item that is about to happen, by the rules in force now."""
        self.rules = cast(R, self.game.rules).current(state)
        self.before(state, item)

    @abstractmethod
    def before(self, state: S, item: Item) -> None:
        """Record an item that is about to happen."""

    def add(self, item: Data) -> None:
        """Record an item, if not only results are."""
        if self.detail != RESULTS:
            self.items.append(item)

    def after(self, state: S) -> None:
        """Look whether what has just happened ended something."""
        if len(state.history) != self._ended:
            self._ended = len(state.history)
            self.at_end(state)

    def at_end(self, state: S) -> None:
        """Record the result of a hand or round, or what only its end shows, and claim its score."""
        if self.detail == RESULTS:
            self.items.append({"result": self.result(state)})
        elif item := self.shows(state):
            self.add(item)
        self.items[-1]["expect"] = self.score(state)

    def shows(self, state: S) -> Data:
        """Return an item for what only the end of a hand or round shows, if there is any."""
        return {}

    @abstractmethod
    def result(self, state: S) -> Data:
        """Return the result of what has just ended, with all that a pad can have of it."""

    def score(self, state: S) -> Data:
        """Return the points of what has just ended, as a pad or a claim has them."""
        return {"score": dict(zip(state.players, state.history[-1].points, strict=True))}

    def on_pad(self, before: S, after: S) -> Iterable[Said]:
        """Return the result of what was just played as pads may have it, the fullest first; nothing if it is not scored."""
        return [self.result(after)]


class Unanswerable(Exception):  # noqa: N818 - what a question is
    """The question describes something impossible, or not enough; of what cannot be read, the reading raises Misread."""


class Answer(NamedTuple):
    """The answer to a question, as `data` in the form of schemas/report.schema.json; `aside` is only for its text.

    `problems` are why the question is about something impossible, and there may be no data then; an answer that is not `legal`
    says why itself.
    """

    data: Entry
    problems: Sequence[str] = ()
    legal: bool = True
    aside: Entry = NOTHING


def _not_in_a_log(*given: object) -> Data:
    raise Unanswerable("no log says what is asked")


def _nothing_here(*given: object) -> tuple[Sequence[str], Mapping[str, str]]:
    return (), {}


class Query(NamedTuple):
    """A question without a log: `answer` takes a game and what is asked about it.

    `of_log` finds in a log what is asked, from its game, its states and the faults in it. Raises Unanswerable if it is not
    there. `here` says of a state of a game what need not be said at the table: the players whom it is about, and their roles.
    """

    answer: Callable[..., Answer]
    of_log: Callable[..., Data] = _not_in_a_log
    here: Callable[..., tuple[Sequence[str], Mapping[str, str]]] = _nothing_here


def answer_of_play(
    play: str,
    faults: Sequence[Finding],
    rules: Ruleset,
    *,
    outcomes: Mapping[str, object] | None = None,
    met: Sequence[str] = (),
    doubts: Sequence[str] = (),
) -> Answer:
    """The answer to the question whether one play is legal: its faults, or else its outcomes and the rules that
    decide them.

    `play` is the play in words, `met` the names of the rules that were applied, `doubts` sentences on what remains
    open.
    """

    def rule(name: str) -> dict[str, str]:
        _, text, source = rules.cited(name)
        return {"rule": f"{rules.name}/{name}", "text": text, "source": source}

    data = {
        "legal": not faults,
        "play": play,
        "violations": [{**rule(fault.rule), "message": fault.message} for fault in faults],
        "outcomes": outcomes,
        "rules": [rule(name) for name in met],
        "doubts": list(doubts),
        "readings": [],
    }
    return Answer(data, legal=not faults)
