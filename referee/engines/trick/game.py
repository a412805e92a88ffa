"""The trick family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.core.events import Event
from referee.core.family import Batch, Block, Draw, Options
from referee.core.findings import Doubt, Fault
from referee.core.ruleset import Ruleset
from referee.engines.trick.explain import claims
from referee.engines.trick.log import position, writing
from referee.engines.trick.log.reading import Reading
from referee.engines.trick.play import legal_moves
from referee.engines.trick.rules import deals, hands, late_grace, plays, results
from referee.engines.trick.rules.bidding import Bidding
from referee.engines.trick.state import BID, DEAL, NAME_TRUMP, OVER, PASS, PLAY, TURN_UP, State
from referee.engines.trick.words.compiled import CompiledRules

if TYPE_CHECKING:
    from referee.engines.trick.columns.hands import Columns
    from referee.engines.trick.rules.lane import Sweep

POSSIBLE: dict[str, frozenset[str]] = {
    DEAL: frozenset(("deal", "result", "turn", "pass", "bid", "trump", "play")),
    TURN_UP: frozenset(("turn",)),
    PASS: frozenset(("pass", "bid", "trump", "play")),
    BID: frozenset(("bid",)),
    NAME_TRUMP: frozenset(("trump",)),
    PLAY: frozenset(("play", "grace", "result")),
    OVER: frozenset(),
}
"""What may be written in each phase. What comes after a deal or a pass may follow at once where those were not seen."""


STARTS = 1024
"""So many beginnings are kept in mind: the logs of a corpus have the same players in the same places again and again."""


class Game:
    """One ruleset at a table of a given size. Implements `referee.core.family.Game`."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.rules = CompiledRules(ruleset, players)
        self.reading = Reading(self.rules)
        self.bidding = Bidding(self.rules)
        self.playable = plays.compile_playable(self.rules)
        self._starts: dict[tuple[tuple[str, ...], str], State] = {}
        self.read = self.reading.read
        self.size = self.reading.size

    @cached_property
    def sweep(self) -> Sweep:
        """The fast lane, made for the first log: a question about one trick does without."""
        from referee.engines.trick.rules.lane import compile_sweep

        return compile_sweep(self.rules, self.bidding)

    def batch(self) -> Batch | None:
        """An empty batch of logs, where NumPy is installed and the ruleset allows it."""
        if self._columns is None:
            return None
        from referee.engines.trick.columns.batch import Batch

        return Batch(self._columns, self.reading, self._opening)

    @cached_property
    def _columns(self) -> Columns | None:
        try:
            from referee.engines.trick.columns.hands import columns
        except ImportError:
            return None
        return columns(self.rules, self.bidding)

    def start(self, players: Sequence[str], setup: Mapping[str, Any], at: Mapping[str, Any] | None) -> State:
        """The state before the first event, from the set-up and, where the log starts in the middle, its position."""
        start = self._opening(players, setup, at)
        return start if at is not None else start.copy()

    def _opening(self, players: Sequence[str], setup: Mapping[str, Any], at: Mapping[str, Any] | None) -> State:
        """The state before the first event; many logs may share it."""
        if at is not None:
            return position.start(self.rules, self.reading, players, setup, at)
        begun = tuple(players), repr(setup)
        if begun not in self._starts:
            if len(self._starts) >= STARTS:
                self._starts.clear()
            self._starts[begun] = position.start(self.rules, self.reading, players, setup, None)
        return self._starts[begun]

    def take(self, state: State, events: Sequence[Event]) -> int:
        """Lets events happen while they are legal; the number that were."""
        verb = events[0].verb
        if verb == "bid" and state.phase == BID and not state.shared:
            return self.bidding.take(state, events)
        for done, event in enumerate(events):
            if self.check(state, event):
                return done
            self.apply(state, event)
        return len(events)

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with an event."""
        verb = event.verb
        if state.shared:
            return (Fault("roles", state.shared, at=event.at, bars=True),)
        if verb == "grace" and not state.trick and state.last_trick():
            return late_grace.check_grace(self.rules, state, event)
        if verb not in POSSIBLE[state.phase] or (state.phase == PASS and verb != "pass" and not state.blind):
            return (self._not_now(state, event),)
        unrecorded = self._unrecorded(state, verb)
        if unrecorded or verb == "play":
            missing = deals.roles_missing(self.rules, state, event)
            if missing:
                return (missing,)
        if unrecorded:
            state = self.settled(state, verb)
            if verb not in POSSIBLE[state.phase]:
                return (self._not_now(state, event),)
        if verb == "play":
            return plays.check_play(self.rules, self.playable, state, event)
        if verb == "bid":
            return self.bidding.check(state, event)
        if verb == "result":
            return results.check(self.rules, self.bidding, state, event)
        if verb == "grace":
            return late_grace.check_grace(self.rules, state, event)
        return deals.CHECKS[verb](self.rules, state, event)

    def apply(self, state: State, event: Event) -> None:
        """Makes a possible event happen."""
        verb = event.verb
        if self._unrecorded(state, verb):
            self._settle(state, verb)
        if verb == "play":
            plays.lay(self.rules, state, event)
        elif verb == "bid":
            hands.bid(self.rules, state, event)
        elif verb == "result":
            results.apply(self.rules, state, event)
        elif verb == "grace":
            late_grace.say_grace(self.rules, state, event)
        else:
            deals.APPLIES[verb](self.rules, state, event)

    def options(self, state: State) -> Options:
        """What the player to act may do, and what rules the rest out."""
        return legal_moves.options(self.rules, self.bidding, self.playable, state)

    def draw_next(self, state: State, draw: Draw) -> Mapping[str, Any] | None:
        """Something that may legally happen next, drawn at random, as a log item; None after the end."""
        return legal_moves.draw_next(self.rules, self.bidding, self.playable, state, draw)

    def claims(self, state: State, expected: Mapping[str, Any]) -> Iterator[Fault]:
        """What is false in an `expect:`."""
        return claims.check(self.rules, self.reading, state, expected)

    def doubts(self, state: State) -> Iterator[Doubt]:
        """What the log leaves unknown, and unsettled rules that mattered."""
        return claims.doubts(self.rules, state)

    def counts(self, state: State) -> dict[str, int]:
        """How much has been judged."""
        return claims.counts(self.rules, state)

    def awaited(self, state: State) -> str:
        """What comes next, in words; empty after the end."""
        return legal_moves.awaited(self.rules, state)

    def view(self, state: State) -> tuple[dict[str, Any], list[Block]]:
        """The table."""
        from referee.engines.trick.play import view

        return view.view(self.rules, state)

    def score(self, state: State) -> tuple[dict[str, Any], list[Block]]:
        """The score pad."""
        from referee.engines.trick.play import score_pad

        return score_pad.pad(self.rules, state)

    def position(self, state: State) -> dict[str, Any]:
        """The state as a `position:`."""
        return writing.written(self.rules, state)

    def settled(self, state: State, verb: str) -> State:
        """The state in which an event of this verb happens: a copy, where something before it was not recorded."""
        if not self._unrecorded(state, verb):
            return state
        state = state.copy()
        self._settle(state, verb)
        return state

    def _unrecorded(self, state: State, verb: str) -> bool:
        """Whether something before this event happened at the table but is not in the log."""
        if state.phase == DEAL:
            return verb not in ("deal", "result", "grace")
        return state.phase == PASS and verb != "pass" and state.blind

    def _settle(self, state: State, verb: str) -> None:
        """Lets what was not recorded happen unseen: a deal, the passing of cards."""
        if state.phase == DEAL:
            hands.begin(self.rules, state, {})
            state.unseen.setdefault("deal", []).append(state.clock + 1)
        if state.phase == PASS and verb != "pass":
            state.unseen.setdefault("pass", []).append(state.clock + 1)
            hands.pass_unseen(self.rules, state)

    def _not_now(self, state: State, event: Event) -> Fault:
        if event.verb == "grace" and (faults := late_grace.check_grace(self.rules, state, event)):
            return faults[0]
        if state.phase == OVER:
            message = f"a {event.verb} is written after the end of the game"
            return Fault("over", message, event.seat, at=event.at, bars=True)
        message = f"a {event.verb} is written, but {self.awaited(state)}"
        return Fault("order", message, event.seat, at=event.at, bars=True)
