"""The fishing family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.events import Event, Misread
from referee.core.family import Block, Draw, Options
from referee.core.findings import Doubt, Fault
from referee.core.ruleset import Ruleset
from referee.engines.fishing.explain import claims
from referee.engines.fishing.log import position, writing
from referee.engines.fishing.log.reading import Reading
from referee.engines.fishing.play import legal_moves
from referee.engines.fishing.rules import choices, deals, extras, passes, results, steps, turns
from referee.engines.fishing.rules.board import field_in
from referee.engines.fishing.rules.lane import lane
from referee.engines.fishing.state import DEAL, OVER, PLAY, State
from referee.engines.fishing.words.compiled import CompiledRules

NOUNS = {
    "deal": "a deal",
    "play": "a play",
    "draw": "a draw",
    "clear": "the choice of a field to clear",
    "reseed": "a reseeding",
    "reveal": "a Luminary turned up",
    "uncover": "cards uncovered",
    "swap": "a swap",
    "turn": "a turn of the box",
    "name": "a season named",
    "give": "cards given",
    "okus": "an okus taken from a player",
    "exchange": "cards exchanged",
    "lay": "cards laid down",
    "done": "the end of a turn",
    "result": "a result",
}


def uncalled(rules: CompiledRules, state: State) -> dict[str, tuple[str, str]]:
    """What to say of something that only follows from something else, when only a play is awaited: the rule, the message."""
    return {
        "turn": (
            "box",
            "the box is turned, but no card was played that turns it; cards dealt, reseeded or taken turn nothing",
        ),
        "reseed": (
            "clearing",
            "a field is reseeded, but none is due; that takes a cleared field, an okus taken or a Luminary revealed, and "
            f"{rules.reseeded} cards in the pile, which has {state.stock}",
        ),
        "reveal": ("reveal", "a Luminary is turned up, but no field was cleared in which one lies hidden"),
        "okus": (
            "okus",
            "an okus is taken, but no Luminary asks for it; the one okus for clearing a field is not written down",
        ),
    }


class Game:
    """One ruleset at a table of a given size. Implements `referee.core.family.Game`."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.rules = CompiledRules(ruleset, players)
        self.reading = Reading(self.rules)
        self.sweep = lane(self.rules, self.reading.plays)

    def start(self, players: Sequence[str], setup: Mapping[str, Any], at: Mapping[str, Any] | None) -> State:
        """The state before the first event, from the set-up and, where the log starts in the middle, its position."""
        return position.start(self.rules, self.reading, players, setup, at)

    def size(self, item: Mapping[str, Any]) -> int:
        """How many events an item stands for."""
        return 1

    def read(self, state: State, item: Mapping[str, Any]) -> list[Event]:
        """The events of one item. Raises Misread, without faults where only the schema can say what is wrong."""
        try:
            return self.reading.read(state, item)
        except Misread as misread:
            raise self._cited(misread) from None

    def batch(self) -> None:
        """Nobody: each log is judged by itself."""

    def take(self, state: State, events: Sequence[Event]) -> int:
        """Lets events happen while they are legal; the number that were."""
        rules = self.rules
        for done, event in enumerate(events):
            verb, queue = event.verb, state.queue
            if verb == "play" and not queue and state.phase == PLAY:
                judged = turns.judge(rules, state, event)
                if judged.faults:
                    return done
                turns.make(rules, state, judged)
                state.clock += 1
            elif queue and verb == queue[0].kind and verb in choices.KINDS:
                if choices.check(rules, state, event):
                    return done
                choices.apply(rules, state, event)
                state.clock += 1
            elif self.check(state, event):
                return done
            else:
                self.apply(state, event)
        return len(events)

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with an event."""
        if self._answers(state, event):
            return tuple(map(self.rules.cited, self._check(state, event)))
        reached = state.copy()
        stuck = self.pass_over(reached, event)
        return tuple(map(self.rules.cited, stuck or self._check(reached, event)))

    def apply(self, state: State, event: Event) -> None:
        """Makes a possible event happen."""
        if not self._answers(state, event):
            self.pass_over(state, event)
        verb = event.verb
        if verb == "deal":
            deals.deal(self.rules, state, event)
        elif verb == "result":
            results.put(self.rules, state, event)
        elif verb == "play":
            turns.make(self.rules, state, turns.judge(self.rules, state, event))
        elif verb == "swap":
            turns.swap(self.rules, state, event)
        elif verb == "done" and not state.queue:
            passes.give_up(self.rules, state)
        elif verb == "done":
            steps.pass_over(self.rules, state)
        else:
            choices.apply(self.rules, state, event)
        state.clock += 1

    def _answers(self, state: State, event: Event) -> bool:
        """Whether an event is about what comes first now; it may be wrong all the same."""
        verb, queue = event.verb, state.queue
        if state.phase != PLAY:
            return verb in ("deal", "result") or not rounds_on(state)
        if not queue:
            return True
        head = queue[0]
        if verb == head.kind or verb == "done":
            return event.seat in (None, head.seat) or not steps.may_pass(self.rules, state, head)
        if verb == "play":
            return turns.goes_on(self.rules, state, event)
        if verb == "swap" and head.kind == steps.DRAW and not head.name and event.seat in (None, state.turn):
            return bool(extras.swaps(self.rules, state))
        return False

    def pass_over(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Lets what the log leaves out happen, up to what this event is about; what stands in the way where it cannot."""
        while not self._answers(state, event):
            if state.phase == DEAL:
                deals.deal(self.rules, state, Event("deal", deals.Dealt({}, {}, {})))
                continue
            step = state.queue[0]
            owed = choices.done_faults(self.rules, state, Event("done", True, at=event.at))
            if owed and owed[0].rule != "order":
                return owed
            if not steps.may_pass(self.rules, state, step):
                return (self._not_now(state, event),)
            if step.kind == steps.CLEAR and event.verb == "reseed" and event.value.field:
                steps.clear_first(state, field_in(self.rules, state, event.value.field))
            steps.pass_over(self.rules, state)
        return ()

    def _check(self, state: State, event: Event) -> tuple[Fault, ...]:
        verb = event.verb
        if state.phase == OVER or (state.phase == DEAL) != (verb in ("deal", "result")):
            return (self._not_now(state, event),)
        if verb == "deal":
            return tuple(deals.check(self.rules, state, event))
        if verb == "result":
            return tuple(results.check(self.rules, state, event))
        if verb == "play":
            if state.queue and not turns.goes_on(self.rules, state, event):
                return (self._not_now(state, event),)
            return turns.judge(self.rules, state, event).faults
        if verb == "swap":
            return turns.check_swap(self.rules, state, event)
        if not state.queue:
            return passes.check(self.rules, state, event) if verb == "done" else (self._not_now(state, event),)
        if verb == "done":
            return choices.done_faults(self.rules, state, event)
        if state.queue[0].kind != verb:
            return (self._not_now(state, event),)
        return choices.check(self.rules, state, event)

    def options(self, state: State) -> Options:
        """What the player to act may do, and what rules the rest out."""
        return legal_moves.options(self, state)

    def draw_next(self, state: State, draw: Draw) -> Mapping[str, Any] | None:
        """Something that may legally happen next, drawn at random, as a log item; None after the end."""
        from referee.engines.fishing.play import random_play

        return random_play.draw_next(self, state, draw)

    def claims(self, state: State, expected: Mapping[str, Any]) -> Iterator[Fault]:
        """What is false in an `expect:`."""
        try:
            yield from map(self.rules.cited, claims.check(self.rules, self.reading, state, expected))
        except Misread as misread:
            raise self._cited(misread) from None

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
        from referee.engines.fishing.play import view

        return view.view(self.rules, state)

    def score(self, state: State) -> tuple[dict[str, Any], list[Block]]:
        """The score pad."""
        from referee.engines.fishing.play import score_pad

        return score_pad.pad(self.rules, state)

    def position(self, state: State) -> dict[str, Any]:
        """The state as a `position:`."""
        return writing.written(self.rules, state)

    def _cited(self, misread: Misread) -> Misread:
        faults = misread.faults if misread.shapeless else [self.rules.cited(fault) for fault in misread.faults]
        return Misread(faults, shapeless=misread.shapeless)

    def _not_now(self, state: State, event: Event) -> Fault:
        if state.phase == OVER:
            message = f"{NOUNS[event.verb]} is written after the end of the game"
            return Fault("over", message, event.seat, at=event.at, bars=True)
        if event.verb == "clear" and not self.rules.cleared_by_choice and "clearing" in self.ruleset.get("rules"):
            message = "a field is chosen to be cleared first; nobody chooses, the field of the play comes first"
            return Fault("clearing", message, event.seat, word=("clearing", "several"), at=event.at, bars=True)
        if not state.queue and state.phase == PLAY:
            rule, message = uncalled(self.rules, state).get(event.verb, ("", ""))
            if rule in self.ruleset.get("rules"):
                return Fault(rule, message, event.seat, at=event.at, bars=True)
        message = f"{NOUNS[event.verb]} is written, but {self.awaited(state)}"
        return Fault("order", message, event.seat, at=event.at, bars=True)


def rounds_on(state: State) -> bool:
    """Whether a round goes on although hands are to be dealt."""
    return state.phase == DEAL and state.stock > 0
