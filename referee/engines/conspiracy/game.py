"""The conspiracy family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.game import TableGame
from referee.core.ruleset import Ruleset
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


NOUNS = {
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


def _nothing(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Nothing is wrong with it."""
    yield from ()


def _apply_attack(rules: CompiledRules, state: State, event: Event) -> None:
    battles.apply_attack(rules, state, event)
    specials.announce(rules, state)


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
    "attack": _apply_attack,
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


class Game(TableGame[CompiledRules, State]):
    """One ruleset at a table of a given size.

    A Special waits for the next event, which may cancel it, and a roll for Specials and for the place of a captured group; any
    other event settles what waits before it is looked at.
    """

    nouns = NOUNS
    checks = CHECKS
    applies = APPLIES
    reading: Reading

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        rules = CompiledRules(ruleset, players)
        super().__init__(ruleset, rules, Reading(rules))

    def take(self, state: State, events: Sequence[Event]) -> int:
        """Lets events happen while they are legal; the number that were. One that is refused, too, settles what waits."""
        for done, event in enumerate(events):
            if self.behind(state, event):
                self.catch_up(state, event)
            if self.faults(state, event, state):
                return done
            self.happen(state, event)
        return len(events)

    def behind(self, state: State, event: Event) -> bool:
        """Whether a Special or a roll waits, and this event does not come too late to change it."""
        return _waits(state) and not _too_late(state, event)

    def catch_up(self, state: State, event: Event) -> tuple[Fault, ...]:
        """Lets take effect what waits, but for what this very event is about."""
        self._settle(state, event)
        return ()

    def settled(self, state: State) -> State:
        """The state once whatever waits has taken effect; the same one when nothing does."""
        if not _waits(state):
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

    def faults(self, here: State, event: Event, before: State) -> tuple[Fault, ...]:
        """Everything that is wrong with an event, once what waits is settled."""
        untimely = self._untimely(here, event)
        return tuple(CHECKS[event.verb](self.rules, here, event)) if untimely is None else (untimely,)

    def _untimely(self, here: State, event: Event) -> Fault | None:
        """Why an event of this verb cannot come now, or not from this player."""
        verb, phase, seat, attack = event.verb, here.phase, event.seat, here.attack
        if attack is not None and _too_late(here, event):
            whose = f"{here.players[attack.seat]}'s attack on {self.rules.pack.names[attack.target]}"
            message = f"{self.noun(verb)} is written, but the dice of {whose} are rolled"
            return Fault("order", message, seat, at=event.at, bars=True)
        if phase == OVER:
            message = f"{self.noun(verb)} is written after the end of the game"
            return Fault("over", message, seat, at=event.at, bars=True)
        if seat is not None and not here.alive[seat]:
            message = f"{here.players[seat]} is out of the game and has no part in it"
            return Fault("players", message, seat, at=("by",), bars=True)
        if verb in ANY_TIME:
            return None
        if verb not in ANYBODY and seat is not None and seat != here.turn and phase != ROLLS:
            noun = self.noun(verb)
            message = f"{noun} by {here.players[seat]} is written, but it is {here.players[here.turn]}'s turn"
            return Fault("turn", message, seat, at=("by",), bars=True)
        if verb in IN_ATTACK:
            if attack is not None:
                return None
            message = f"{self.noun(verb)} is written, but no attack is under way; {self.awaited(here)}"
            return Fault("order", message, seat, at=event.at, bars=True)
        in_time = attack is None or (verb == "align" and self.rules.realign_any_time)
        if PHASES.get(verb, ACT) == phase and in_time:
            return None
        message = f"{self.noun(verb)} is written, but {self.awaited(here)}"
        word = ("turn", "realign_when") if verb == "align" and attack is not None else ()
        return Fault("order", message, seat, at=event.at, word=word, bars=True)


def _waits(state: State) -> bool:
    """Whether a Special lies on the table that may be answered, or dice that may be changed."""
    return state.played is not None or (state.attack is not None and bool(state.attack.roll))


def _too_late(state: State, event: Event) -> bool:
    """Whether an event belongs before the dice of an attack that are rolled already."""
    attack = state.attack
    return attack is not None and bool(attack.roll) and event.verb in IN_ATTACK and event.verb != "capture"
