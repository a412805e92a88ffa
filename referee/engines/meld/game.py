"""The meld family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.events import Event
from referee.core.family import Block, Draw, Options
from referee.core.findings import Doubt, Fault
from referee.core.ruleset import Ruleset
from referee.engines.meld.explain import claims
from referee.engines.meld.log import position, writing
from referee.engines.meld.log.reading import Reading
from referee.engines.meld.play import legal_moves
from referee.engines.meld.rules import deals, lane, results, roles, rounds, shows, turns
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.words.compiled import CompiledRules

POSSIBLE: dict[str, frozenset[str]] = {
    DRAW: frozenset(("draw",)),
    DEAL: frozenset(("deal", "result", "action", "face_up")),
    ACTION: frozenset(("action", "face_up")),
    FACE_UP: frozenset(("face_up",)),
    TAKE: frozenset(("take", "declare")),
    DISCARD: frozenset(("discard", "declare", "action")),
    SHOW: frozenset(("show", "lay_off", "declare")),
    ROLE: frozenset(("role",)),
    OVER: frozenset(),
}
"""What may be written in each phase. What follows a deal may come at once where the deal was not seen."""
UNRECORDED = frozenset(("action", "face_up"))
"""What follows a deal that happened at the table but is not in the log."""
NOUNS = {
    "draw": "a draw for the deal",
    "deal": "a deal",
    "action": "an Action card",
    "face_up": "a card turned up",
    "take": "a card taken",
    "discard": "a discard",
    "declare": "a declaration",
    "lay_off": "a card laid off",
    "show": "a hand shown",
    "result": "a result",
    "role": "a role",
}
CHECKS: dict[str, deals.Check] = {
    **deals.CHECKS,
    "take": turns.check_take,
    "discard": turns.check_discard,
    "declare": shows.check_declare,
    "lay_off": shows.check_lay_off,
    "show": shows.check_show,
    "result": results.check_result,
    "role": roles.check,
}
APPLIES: dict[str, deals.Apply] = {
    **deals.APPLIES,
    "take": turns.take,
    "discard": turns.discard,
    "declare": shows.declare,
    "lay_off": shows.lay_off,
    "show": shows.show,
    "result": results.put_result,
    "role": roles.choose,
}


class Game:
    """One ruleset at a table of a given size. Implements `referee.core.family.Game`."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.rules = CompiledRules(ruleset, players)
        self.reading = Reading(self.rules)
        self.read = self.reading.read
        self.size = self.reading.size
        self.sweep = lane.compile_sweep(self.rules)

    def start(self, players: Sequence[str], setup: Mapping[str, Any], at: Mapping[str, Any] | None) -> State:
        """The state before the first event, from the set-up and, where the log starts in the middle, its position."""
        return position.start(self.rules, self.reading, players, setup, at)

    def batch(self) -> None:
        """Nobody: each log is judged by itself."""

    def take(self, state: State, events: Sequence[Event]) -> int:
        """Lets events happen while they are legal; the number that were."""
        for done, event in enumerate(events):
            if self.check(state, event):
                return done
            self.apply(state, event)
        return len(events)

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with an event."""
        here = state
        if self._behind(state, event.verb):
            here = state.copy()
            self._catch_up(here, event.verb)
        if not self._possible(here, event.verb):
            return (self._not_now(here if here.phase == OVER else state, event),)
        return CHECKS[event.verb](self.rules, here, event)

    def apply(self, state: State, event: Event) -> None:
        """Makes a possible event happen."""
        if self._behind(state, event.verb):
            self._catch_up(state, event.verb)
        APPLIES[event.verb](self.rules, state, event)
        state.clock += 1

    def _possible(self, state: State, verb: str) -> bool:
        if verb not in POSSIBLE[state.phase]:
            return False
        if verb == "action":
            return bool(self.rules.action_cards) and (state.phase != DISCARD or state.taken == deals.UNSEEN_TAKE)
        return verb != "declare" or state.phase == DISCARD or state.discarder >= 0

    def _behind(self, state: State, verb: str) -> bool:
        """Whether something happened at the table before this event that a log may leave out."""
        if rounds.is_dead(state):
            return verb not in POSSIBLE[TAKE]
        return state.phase == DEAL and verb in UNRECORDED

    def _catch_up(self, state: State, verb: str) -> None:
        """Lets what a log may leave out happen: a round that nobody can go on with is void, a deal is unseen."""
        if rounds.is_dead(state):
            rounds.call_off(self.rules, state)
        if state.phase == DEAL and verb in UNRECORDED:
            deals.deal(self.rules, state, Event("deal", {}))

    def options(self, state: State) -> Options:
        """What the player to act may do, and what rules the rest out."""
        return legal_moves.options(self, state)

    def draw_next(self, state: State, draw: Draw) -> Mapping[str, Any] | None:
        """Something that may legally happen next, drawn at random, as a log item; None after the end."""
        from referee.engines.meld.play import random_play

        return random_play.draw_next(self.rules, state, draw)

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
        from referee.engines.meld.play import view

        return view.view(self.rules, state)

    def score(self, state: State) -> tuple[dict[str, Any], list[Block]]:
        """The score pad."""
        from referee.engines.meld.play import score_pad

        return score_pad.pad(self.rules, state)

    def position(self, state: State) -> dict[str, Any]:
        """The state as a `position:`."""
        return writing.written(self.rules, state)

    def _not_now(self, state: State, event: Event) -> Fault:
        if state.phase == OVER:
            message = f"{NOUNS[event.verb]} is written after the end of the game"
            return Fault("over", message, event.seat, at=event.at, bars=True)
        message = f"{NOUNS[event.verb]} is written, but {self.awaited(state)}"
        return Fault("order", message, event.seat, at=event.at, bars=True)
