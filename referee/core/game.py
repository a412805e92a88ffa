"""A game at a table: what all families do in the same way, and hooks for what each does in its own.

The judge and the commands ask a `Game` and know nothing about tricks or melds. A family's `Game` has a table of checks and
effects, and says what may be written when and what a log may omit. Other questions go to the `parts` of its family, which are
imported when they are first needed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

from referee.core import fields
from referee.core.events import Event, Finding, Item, out_of_turn
from referee.core.family import (
    Answer,
    Block,
    BoardFacts,
    BoardMove,
    CompiledRules,
    ContractPlayed,
    Data,
    Draw,
    Option,
    Options,
    Standing,
    Unanswerable,
)
from referee.core.formula import FormulaError, Value
from referee.core.items import AnyItems, AtTable
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.values import shapeless
from referee.core.wording import article

if TYPE_CHECKING:
    from referee.core.parts import Batch, Parts
    from referee.core.scene import Scene

OVER = "over"
"""The phase of a state after the end of the game, in every family."""
LONGEST = 60
"""As many rounds or hands are looked at to see which changes of an open game can be in force."""
R = TypeVar("R", bound=CompiledRules)
I = TypeVar("I", bound=AnyItems)  # noqa: E741 - the items of a log
S = TypeVar("S", bound=AtTable)
Omission = Callable[[], "tuple[Finding, ...] | None"]
"""Something that a log may omit, made to happen; it returns what is wrong with that."""


class Act(NamedTuple, Generic[R, S]):
    """The row of a verb: how an event is checked, how it happens, and what a message calls it.

    `check` yields everything that is wrong with an event that may come now, and changes nothing. `when` are the phases in which
    it may come, if these decide. Without a `noun` the event is called after its verb: 'a deal', 'an attack'. What only a player
    whose turn it is may do, this player `does`: 'takes a card'.
    """

    check: Callable[[R, S, Event], Iterable[Finding]]
    apply: Callable[[R, S, Event], None]
    when: tuple[str, ...] = ()
    noun: str = ""
    does: str = ""


class TableGame(Generic[R, I, S]):
    """A ruleset compiled for a number of players: `R` are the family's compiled rules, `I` reads its items, `S` is its state.

    Only `take`, `apply` and `believe` change a state.
    """

    acts: Mapping[str, Act[R, S]]
    """Everything that may happen, by verb."""

    def __init__(self, ruleset: Ruleset, players: int, parts: Parts[Self, R, I, S]) -> None:
        """Compile a ruleset for a number of players; `parts` are the modules of the family, such as its rules, moves
        and claims."""
        self.ruleset = ruleset
        self.parts = parts
        self.rules: R = parts.rules(ruleset, players)
        self.reading: I = parts.reading(self.rules)
        self.read: Callable[[S, Item], list[Event]] = self.reading.read
        """The events of one log item, with short forms expanded. Raises Misread."""
        self.size = self.reading.size
        """The number of events that a log item stands for: a short form is several."""

    def start(self, players: Sequence[str], setup: Item, at: Item | None) -> S:
        """Return the state before the first event, from the set-up and, if the log starts in the middle, its position.
        Raises Misread with pointers into `setup` or `position`."""
        return self.parts.position.start(self.rules, self.reading, players, setup, at)

    def at_start(self, state: S) -> tuple[Finding, ...]:
        """Return what is wrong with the set-up whatever happens; said with the first event, or at the end of a log."""
        return ()

    def fast_forward(self, state: S, items: Sequence[Item], start: int) -> tuple[int, int]:
        """Apply plainly legal items from `start` on, and return how many items and events that were.

        (0, 0) is always a correct answer: the fold then reads, takes and checks item by item. An item with `expect:` may only
        be the last, because the fold then checks its claims.
        """
        return 0, 0

    def overhear(self, state: S, items: Sequence[Item]) -> None:
        """Note in the state what the items say that are not judged, from an illegal one on, so that no doubt denies it."""

    def batch(self) -> Batch | None:
        """Return an empty batch of logs, such as `columns.batch.HandBatch`; None if they can only be judged one by one."""
        return None

    def take(self, state: S, events: Sequence[Event]) -> int:
        """Apply events as long as they are legal, with what the log omits before each; the number of events applied."""
        for number, event in enumerate(events):
            if self.omission(state, event):
                if self.check(state, event):
                    return number
                self.catch_up(state, event)
            elif self.faults(state, event, state):
                return number
            self.acts[event.verb].apply(self.rules, state, event)
            state.clock += 1
        return len(events)

    def advance(self, state: S, item: Item) -> list[Event]:
        """Apply the events of a log item as long as they are legal; return the rest, of which the first is not. Raises
        Misread, and RulesetError if a formula has no value; what was legal before it may have been applied by then."""
        events = self.read(state, item)
        try:
            return events[self.take(state, events) :]
        except FormulaError as error:
            raise self.ruleset.without_value(error) from None

    def check(self, state: S, event: Event) -> tuple[Finding, ...]:
        """Everything that is wrong with an event and with what the log omits before it; never changes the state."""
        if not self.omission(state, event):
            return self.faults(state, event, state)
        here = state.copy()
        faults = self.catch_up(here, event)
        if any(fault.bars for fault in faults):
            return faults
        return faults + self.faults(here, event, state)

    def faults_of(self, state: S, item: Item) -> tuple[Finding, ...]:
        """Return everything that is wrong with the first event of a log item; never changes the state."""
        return self.check(state, self.read(state, item)[0])

    def faults(self, here: S, event: Event, before: S) -> tuple[Finding, ...]:
        """Everything that is wrong with an event in the state `here`, in which what the log omits has happened
        already.

        `before` is the state without that, for messages.
        """
        if not self.possible(here, event):
            return (self.not_now(here, event, before),)
        act = self.acts[event.verb]
        seat = event.seat
        if act.does and seat is not None and seat != here.turn:
            return (out_of_turn(here, seat, act.does),)
        return tuple(act.check(self.rules, here, event))

    def apply(self, state: S, event: Event) -> None:
        """Apply an event that is possible, legal or not."""
        self.catch_up(state, event)
        self.happen(state, event)

    def let_stand(self, state: S) -> None:
        """Note that something illegal has taken effect, where a position must say so."""

    def happen(self, state: S, event: Event) -> None:
        """Apply an event in a state in which the log omits nothing before it."""
        self.acts[event.verb].apply(self.rules, state, event)
        state.clock += 1

    def possible(self, state: S, event: Event) -> bool:
        """Return whether an event like this may come now; it may still be wrong."""
        return state.phase in self.acts[event.verb].when

    def dealt_open(self, state: S) -> Iterable[str] | None:
        """Return where cards are dealt face up now, by name, besides the hands; None if a deal is written as hands only."""
        return None

    def skip_unseen(self, state: S) -> S:
        """Return the state that the next player finds, or a copy, if nobody records what is dealt and drawn face down."""
        return state

    def options_of_unseen(self, state: S, card: int) -> Sequence[Option]:
        """Return what the player to act may do with a card that may be in an unseen hand, if that is more than playing it."""
        return ()

    def not_now(self, here: S, event: Event, before: S) -> Finding:
        """Return what to say about an event that is not possible `here`: in the state `before` with what the log omits."""
        if here.phase == OVER:
            message = f"{self.noun(event.verb)} is written after the end of the game"
            return Finding("over", message, event.seat, bars=True)
        message = f"{self.noun(event.verb)} is written, but {self.next_step(before)}"
        return Finding("order", message, event.seat, bars=True)

    @abstractmethod
    def omission(self, state: S, event: Event) -> Omission | None:
        """Return how what a log omits before this event happens, one thing after another; None if nothing more is missing."""

    def catch_up(self, state: S, event: Event) -> tuple[Finding, ...]:
        """Apply, one after another, the things that the log omits before this event, until one is barred.

        Gives back everything that is wrong with them, each fault once.
        """
        faults: tuple[Finding, ...] = ()
        while happens := self.omission(state, event):
            faults += happens() or ()
            if any(fault.bars for fault in faults):
                break
        return tuple(dict.fromkeys(faults))

    def settle(self, state: S) -> S:
        """Return the state as people see it: the same one, or a copy in which everything pending has taken effect."""
        return state

    def noun(self, verb: str) -> str:
        """Return what an event is called: 'an attack', 'a card turned up'."""
        return self.acts[verb].noun or article(verb)

    def options(self: Self, state: S) -> Options:
        """Return what may happen now, and what forbids the rest."""
        return self.parts.moves.options(self, state)

    def legal(self, state: S) -> Options:
        """Return what may happen now, without what is forbidden, since explaining that may take longer."""
        options = self.options(state)
        return options._replace(options=tuple(options.legal))

    def option(self, state: S, notation: str, item: Item) -> Option:
        """Return something that might be done now, with what forbids it, if anything."""
        return Option.with_fault(notation, item, self.faults_of(state, item))

    def draw_next(self: Self, state: S, draw: Draw) -> Item | None:
        """Return a legal next event, drawn at random, as a log item; None after the end of the game."""
        return self.parts.moves.draw_next(self, state, draw)

    def claims(self, state: S, expected: Mapping[str, object]) -> Iterator[Finding]:
        """Yield what is false in `expect:`, claimed just after an event."""
        known = self.parts.claims.CLAIMS
        now = self.settle(state)
        for what, claimed in expected.items():
            if what not in known:
                raise shapeless()
            yield from known[what](self.rules, self.reading, now, claimed, ("expect", what))

    def believe(self, state: S, expected: Mapping[str, object]) -> None:
        """Learn from claims that are not false: courses of the game in which they would be are over."""

    def forbidding(self, state: S) -> Iterator[Finding]:
        """Yield what forbids something that the player to act would otherwise look for."""
        yield from (option.fault for option in self.options(state).options if option.fault is not None)

    def only_about(self, word: Pointer) -> str:
        """Return the card without whose name in a log a word decides nothing in it; empty if there is none."""
        return ""

    def doubts(self, state: S, *, goes_on: bool = False) -> Iterator[Finding]:
        """Return what this log leaves unknown.

        goes_on: the log stops, or judging does; what is unknown because the game is not over by then is not a doubt.
        """
        return self.parts.claims.doubts(self.rules, self.settle(state), goes_on=goes_on)

    def unjudged(self, state: S) -> Finding | None:
        """Return since which event nothing is judged, and why; None if everything is."""
        return None

    def counts(self, state: S) -> dict[str, int]:
        """Return what has been judged so far, for the verdict: {'hands': 3, 'plays': 24, …}."""
        return self.parts.claims.counts(self.rules, self.settle(state))

    def progress(self, state: S) -> dict[str, int]:
        """Return where in the game a state is, in the numbers that players count by: {'hand': 3, 'trick': 2}."""
        return self.parts.claims.progress(self.rules, self.settle(state))

    def moment(self, state: S) -> Data:
        """Return what `changes:` may ask about in a state, by name: `numbers`, and what the contract is."""
        moment = {**self.parts.claims.progress(self.rules, state), "players": self.rules.players}
        if "round" in moment:  # what players call a hand in some families
            moment["hand"] = moment.pop("round")
        return moment

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about, each with its values in a game."""
        return {"hand": range(1, LONGEST + 1), "players": (self.rules.players,)}

    def contracts(self) -> Sequence[Mapping[str, Value]]:
        """Return the contracts that `changes:` may ask about, each by the names that formulas know; the first is none."""
        return ({},)

    def next_step(self, state: S) -> str:
        """Return what comes next, in words; empty when the game is over."""
        return self._awaited(self.settle(state))

    def _awaited(self: Self, seen: S) -> str:
        return self.parts.moves.next_step(self, seen)

    def view(self, state: S) -> tuple[Data, list[Block]]:
        """Return the table as data and as blocks to draw."""
        data, blocks = self._view(state)
        return data, list(blocks)

    def _view(self, state: S) -> tuple[Data, Iterable[Block]]:
        """Return the same; the blocks may be made only when they are wanted."""
        seen = self.settle(state)
        return self.parts.table.view(self.rules, seen, self._awaited(seen))

    def scene(self, state: S) -> Scene:
        """Return the table to draw, made from the data of `view`."""
        data, blocks = self._view(state)
        title = next(line for block in blocks for line in block.lines[:1])
        return self.parts.table.scene(self.rules, data, title)

    def secret(self, event: Event) -> bool:
        """Return whether others see only that an event happens, but not with which cards."""
        return event.verb in self.parts.table.SECRET

    def score(self, state: S) -> tuple[Data, list[Block]]:
        """Return the score pad as data and as blocks."""
        return self.parts.table.pad(self.rules, self.settle(state))

    def standing(self, state: S, *, tallied: bool = True) -> Standing:
        """The places and totals and, if `tallied`, counts of what each player did in the game, for adding up over
        many games."""
        table = self.parts.table
        seen = self.settle(state)
        standing = table.standing(self.rules, seen)
        if tallied:
            return standing._replace(tallies=tuple(table.tallies(self.rules, seen)))
        return standing

    def aftermath(self, before: S, after: S) -> list[str]:
        """Return what an event caused between two states, in sentences for the players, where the table does not show it."""
        return self.parts.table.aftermath(self.rules, before, after)

    def contract_played(self, state: S) -> ContractPlayed | None:
        """Return the contract of the hand that ended last, to compare it between tables; None where hands have no contracts."""
        return None

    def board(self, state: S) -> BoardFacts | None:
        """The hand at the table, as records of boards have it; None in a game without boards."""
        return None

    def board_ended(self, state: S) -> BoardFacts | None:
        """The hand that ended last, in the same way; None if none has ended."""
        return None

    def board_move(self, state: S, event: Event) -> BoardMove | None:
        """The call or the card that an event is, in the state before it; None for other events, and without boards."""
        return None

    def left_open(self, state: S) -> Sequence[str]:
        """Return the keys of a position that are not written because the log leaves open what they are."""
        return ()

    def position(self, state: S) -> Data:
        """Return the state as the `position:` of a log; reading it back gives a state that continues in the same way."""
        return fields.write(self.rules, state, self.parts.position.BY_HAND)

    def likeliest_position(self, state: S) -> Data:
        """Return what is on the table, to compare it: the state as a position, and if it is one of several, only this one."""
        return self.position(state)


Game = TableGame[CompiledRules, AnyItems, AtTable]
"""A game of any family."""


def score_of_round(game: TableGame[Any, Any, Any], players: Sequence[str], result: Data) -> Answer:
    """The answer to the question what a round scores: the points of each player, of a game that begins with this `result`, as
    a log has it. Raises Unanswerable if it is not a result of the game, or not a possible one."""
    state = game.start(players, {}, {"dealer": players[-1]})
    item = {"result": result}
    for fault in game.faults_of(state, item):
        raise Unanswerable(fault.message)
    game.advance(state, item)
    hands = game.score(state)[0]["hands"]
    return Answer({"points": hands[-1]["points"], "readings": []})
