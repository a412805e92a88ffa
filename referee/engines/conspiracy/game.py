"""The conspiracy family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.core.events import Event
from referee.core.family import Block, Draw, Options
from referee.core.findings import Doubt, Fault
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.explain import claims
from referee.engines.conspiracy.log import position, writing
from referee.engines.conspiracy.log.reading import Reading
from referee.engines.conspiracy.rules import battles, deeds, gifts, incomes, outcomes, powers, specials, turns
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, REFILL, ROLLS, State
from referee.engines.conspiracy.words.compiled import CompiledRules

Check = Callable[[CompiledRules, State, Event], Iterator[Fault]]
Apply = Callable[[CompiledRules, State, Event], None]

PHASES = {"income": INCOME, "draw": DRAW, "refill": REFILL, "rolls": ROLLS}
"""Verbs that belong to a phase of their own; all others but ANY_TIME and those of an attack belong to ACT."""
ANY_TIME = frozenset(("special", "give", "reveal", "leave"))
IN_ATTACK = frozenset(("spend", "support", "oppose", "call_off", "roll", "abolish", "capture"))
ANYBODY = frozenset((*ANY_TIME, "spend", "support", "oppose", "abolish"))
"""Verbs for whoever the log names; all others are for the player whose turn it is."""


def _nothing(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Nothing is wrong with it."""
    yield from ()


CHECKS: dict[str, Check] = {
    "income": incomes.check_income,
    "draw": turns.check_draw,
    "attack": battles.check_attack,
    "spend": battles.check_spend,
    "support": battles.check_interference,
    "oppose": battles.check_interference,
    "call_off": battles.check_call_off,
    "roll": battles.check_roll,
    "capture": outcomes.check_capture,
    "special": specials.check,
    "abolish": battles.check_abolish,
    "transfer": deeds.check_transfer,
    "move": deeds.check_move,
    "give": gifts.check_give,
    "drop": deeds.check_drop,
    "pass": turns.check_pass,
    "redistribute": powers.check_redistribute,
    "rearrange": powers.check_rearrange,
    "align": powers.check_align,
    "buy": powers.check_buy,
    "end": _nothing,
    "refill": turns.check_draw,
    "leave": _nothing,
    "reveal": powers.check_reveal,
    "accuse": powers.check_accuse,
    "rolls": turns.check_rolls,
}
APPLIES: dict[str, Apply] = {
    "income": incomes.apply_income,
    "draw": turns.apply_draw,
    "attack": battles.apply_attack,
    "spend": battles.apply_spend,
    "support": battles.apply_interference,
    "oppose": battles.apply_interference,
    "call_off": battles.apply_call_off,
    "roll": battles.apply_roll,
    "capture": outcomes.resolve,
    "special": specials.apply,
    "abolish": specials.apply_abolish,
    "transfer": deeds.apply_transfer,
    "move": deeds.apply_move,
    "give": gifts.apply_give,
    "drop": deeds.apply_drop,
    "pass": turns.apply_pass,
    "redistribute": powers.apply_redistribute,
    "rearrange": powers.apply_rearrange,
    "align": powers.apply_align,
    "buy": powers.apply_buy,
    "end": turns.apply_end,
    "refill": turns.apply_refill,
    "leave": turns.apply_leave,
    "reveal": powers.apply_reveal,
    "accuse": powers.apply_accuse,
    "rolls": turns.apply_rolls,
}


class Game:
    """One ruleset at a table of a given size. Implements `referee.core.family.Game`.

    A Special waits for the next event, which may cancel it, and a roll for Specials and for the place of a captured group; any
    other event settles what waits before it is looked at.
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.rules = CompiledRules(ruleset, players)
        self.reading = Reading(self.rules)
        self.read = self.reading.read
        self.size = self.reading.size

    def start(self, players: Sequence[str], setup: Mapping[str, Any], at: Mapping[str, Any] | None) -> State:
        """The state before the first event, from the set-up or, where the log starts in the middle, from its position."""
        return position.start(self.rules, self.reading, players, setup, at)

    def sweep(self, state: State, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        """Declines: every event is looked at by itself."""
        return 0, 0

    def batch(self) -> None:
        """Nobody: each log is judged by itself."""

    def take(self, state: State, events: Sequence[Event]) -> int:
        """Lets events happen while they are legal; the number that were."""
        for done, event in enumerate(events):
            if _too_late(state, event):
                return done
            if state.played is not None or state.attack is not None:
                self._settle(state, event)
            if self._out_of_order(state, event) is not None:
                return done
            for _ in CHECKS[event.verb](self.rules, state, event):
                return done
            self._happen(state, event)
        return len(events)

    def check(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Everything that is wrong with an event."""
        if _too_late(state, event) and state.attack is not None:
            attack = f"{state.players[state.attack.seat]}'s attack on {self.rules.pack.names[state.attack.target]}"
            message = f"{_a(event.verb)} is written, but the dice of {attack} are rolled"
            return (Fault("order", message, event.seat, at=event.at, bars=True),)
        state = self.met_by(state, event)
        fault = self._out_of_order(state, event)
        if fault is not None:
            return (fault,)
        return tuple(CHECKS[event.verb](self.rules, state, event))

    def apply(self, state: State, event: Event) -> None:
        """Makes a possible event happen."""
        self._settle(state, event)
        self._happen(state, event)

    def settled(self, state: State) -> State:
        """The state once whatever waits has taken effect; the same one when nothing does."""
        if state.played is None and (state.attack is None or not state.attack.roll):
            return state
        state = state.copy()
        self._settle(state, None)
        return state

    def answered(self, state: State) -> State:
        """The state once the Special on the table has taken effect; a roll waits on."""
        if state.played is None:
            return state
        state = state.copy()
        specials.settle(self.rules, state)
        return state

    def met_by(self, state: State, event: Event) -> State:
        """The state that an event meets: what waits has taken effect, but for what the event is about."""
        if state.played is None and (state.attack is None or not state.attack.roll):
            return state
        state = state.copy()
        self._settle(state, event)
        return state

    def _settle(self, state: State, event: Event | None) -> None:
        """Lets take effect what waits, but for what this very event is about, as of the event that brought it."""
        state.clock -= 1
        if state.played is not None and not (event is not None and specials.is_cancel(self.rules, event)):
            specials.settle(self.rules, state)
        if (
            state.attack is not None
            and state.attack.roll
            and not (event is not None and specials.answers_roll(self.rules, state.attack, event))
        ):
            outcomes.resolve(self.rules, state, None)
        state.clock += 1

    def _happen(self, state: State, event: Event) -> None:
        APPLIES[event.verb](self.rules, state, event)
        if event.verb == "attack":
            specials.announce(self.rules, state)
        state.clock += 1

    def _out_of_order(self, state: State, event: Event) -> Fault | None:
        """Why an event of this verb cannot come now, or not from this player."""
        verb, phase = event.verb, state.phase
        if phase == OVER:
            return Fault("over", f"{_a(verb)} is written after the end of the game", event.seat, at=event.at, bars=True)
        seat = event.seat
        if seat is not None and not state.alive[seat]:
            message = f"{state.players[seat]} is out of the game and has no part in it"
            return Fault("players", message, seat, at=("by",), bars=True)
        if verb in ANY_TIME:
            return None
        if verb not in ANYBODY and seat is not None and seat != state.turn and phase != ROLLS:
            message = f"{_a(verb)} by {state.players[seat]} is written, but it is {state.players[state.turn]}'s turn"
            return Fault("turn", message, seat, at=("by",), bars=True)
        attack = state.attack
        if verb in IN_ATTACK:
            if attack is not None:
                return None
            message = f"{_a(verb)} is written, but no attack is under way; {self.awaited(state)}"
            return Fault("order", message, seat, at=event.at, bars=True)
        in_time = attack is None or (verb == "align" and self.rules.realign_any_time)
        if PHASES.get(verb, ACT) != phase or not in_time:
            message = f"{_a(verb)} is written, but {self.awaited(state)}"
            word = ("turn", "realign_when") if verb == "align" and attack is not None else ()
            return Fault("order", message, seat, at=event.at, word=word, bars=True)
        return None

    def options(self, state: State) -> Options:
        """What the player to act may do."""
        from referee.engines.conspiracy.play import legal_moves

        return legal_moves.options(self, state)

    def draw_next(self, state: State, draw: Draw) -> Mapping[str, Any] | None:
        """Something that may legally happen next, drawn at random, as a log item; None after the end."""
        from referee.engines.conspiracy.play import random_play

        return random_play.draw_next(self, state, draw)

    def claims(self, state: State, expected: Mapping[str, Any]) -> Iterator[Fault]:
        """What is false in an `expect:`."""
        return claims.check(self.rules, self.reading, self.settled(state), expected)

    def doubts(self, state: State) -> Iterator[Doubt]:
        """What the log leaves unknown, and unsettled rules that mattered."""
        return claims.doubts(self.rules, self.settled(state))

    def counts(self, state: State) -> dict[str, int]:
        """How much has been judged."""
        return claims.counts(self.settled(state))

    def awaited(self, state: State) -> str:
        """What comes next, in words; empty after the end."""
        return claims.awaited(self.rules, self.settled(state))

    def view(self, state: State) -> tuple[dict[str, Any], list[Block]]:
        """The table."""
        from referee.engines.conspiracy.play import view

        return view.view(self.rules, self.settled(state), self.awaited(state))

    def score(self, state: State) -> tuple[dict[str, Any], list[Block]]:
        """The state of the race."""
        from referee.engines.conspiracy.play import race

        return race.race(self.rules, self.settled(state))

    def position(self, state: State) -> dict[str, Any]:
        """The state as a `position:`."""
        return writing.written(self.rules, state)


def _too_late(state: State, event: Event) -> bool:
    """Whether an event belongs before the dice of an attack that are rolled already."""
    attack = state.attack
    return attack is not None and bool(attack.roll) and event.verb in IN_ATTACK and event.verb != "capture"


SAID = {
    "end": "the end of the turn",
    "spend": "spending",
    "support": "support",
    "oppose": "opposition",
    "call_off": "calling off",
    "special": "a Special",
    "abolish": "abolishing privilege",
    "give": "a gift",
    "redistribute": "moving all money about",
    "rearrange": "rearranging",
    "align": "a change of alignment",
    "buy": "buying a card",
    "refill": "filling up",
    "leave": "leaving",
    "reveal": "showing a goal",
    "accuse": "an accusation",
    "rolls": "rolling for the next turn",
}
"""Verbs as things, where `an attack` and the like would not do."""


def _a(verb: str) -> str:
    """A verb as a thing: 'an attack', 'a roll'."""
    return SAID.get(verb) or f"{'an' if verb[0] in 'aeio' else 'a'} {verb}"
