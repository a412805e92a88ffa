"""The conspiracy family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.courses import Lost, OpenGame, Way
from referee.core.events import Event
from referee.core.findings import Finding
from referee.core.game import LONGEST, Act
from referee.core.values import shapeless
from referee.engines.conspiracy.log.reading import ConspiracyReading
from referee.engines.conspiracy.rules import attacks, battles, deeds, goals, left_out, specials, turns
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, REFILL, ROLLS, ConspiracyState
from referee.engines.conspiracy.words.compiled import ConspiracyRules

PHASES = {"income": INCOME, "draw": DRAW, "refill": REFILL, "rolls": ROLLS}
"""Verbs that have a phase of their own. All others belong to ACT, except ANY_TIME and those of an attack."""
ANY_TIME = frozenset(("special", "give", "reveal", "leave", "result"))
IN_ATTACK = frozenset(("spend", "support", "oppose", "call_off", "roll", "abolish", "capture"))
ANYBODY = frozenset((*ANY_TIME, "spend", "support", "oppose", "abolish"))
"""Verbs for the player whom the log names. All others are for the player whose turn it is."""


ACTS: dict[str, Act[ConspiracyRules, ConspiracyState]] = {
    "income": Act(turns.check_income, turns.apply_income),
    "draw": Act(turns.check_draw, turns.apply_draw),
    "attack": Act(attacks.check_attack, attacks.apply_attack),
    "spend": Act(battles.check_spend, battles.apply_spend, "spending"),
    "support": Act(battles.check_interference, battles.apply_interference, "support"),
    "oppose": Act(battles.check_interference, battles.apply_interference, "opposition"),
    "call_off": Act(battles.check_call_off, battles.withdraw, "calling off"),
    "roll": Act(battles.check_roll, battles.apply_roll),
    "capture": Act(battles.check_capture, battles.resolve),
    "special": Act(specials.check, specials.apply, "a Special"),
    "abolish": Act(specials.check_abolish, specials.apply_abolish, "abolishing privilege"),
    "transfer": Act(deeds.check_transfer, deeds.apply_transfer),
    "move": Act(deeds.check_move, deeds.apply_move),
    "give": Act(deeds.check_give, deeds.apply_give, "a gift"),
    "drop": Act(deeds.check_drop, deeds.apply_drop),
    "pass": Act(turns.check_pass, turns.apply_pass),
    "redistribute": Act(deeds.check_redistribute, deeds.apply_redistribute, "moving money freely"),
    "rearrange": Act(deeds.check_rearrange, deeds.apply_rearrange, "rearranging"),
    "align": Act(deeds.check_align, deeds.apply_align, "a change of alignment"),
    "buy": Act(deeds.check_buy, deeds.apply_buy, "buying a card"),
    "end": Act(turns.check_end, turns.apply_end, "the end of the turn"),
    "refill": Act(turns.check_draw, turns.apply_refill, "filling up"),
    "leave": Act(lambda rules, state, event: (), battles.apply_leave, "leaving"),
    "reveal": Act(deeds.check_reveal, deeds.apply_reveal, "showing a goal"),
    "accuse": Act(deeds.check_accuse, deeds.apply_accuse, "an accusation"),
    "result": Act(goals.check_race, goals.apply_race),
    "rolls": Act(turns.check_rolls, turns.apply_rolls, "rolling for the next turn"),
}


class ConspiracyGame(OpenGame[ConspiracyRules, ConspiracyState]):
    """One ruleset at a table of a given size.

    A Special is pending until the next event, which may cancel it. A roll is pending while Specials and the place of a captured
    group may follow. Any other event first settles what is pending.
    """

    acts = ACTS
    reading: ConspiracyReading

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about."""
        return {"turn": range(1, LONGEST * self.rules.players), "players": (self.rules.players,)}

    def behind(self, state: ConspiracyState, event: Event) -> bool:
        """Return whether a Special or a roll is pending and this event can still change it."""
        return _waits(state) and not _too_late(state, event)

    def catch_up(self, state: ConspiracyState, event: Event) -> tuple[Finding, ...]:
        """Settles what is pending, except what this very event is about."""
        self._settle(state, event)
        return ()

    def left_open(self, state: ConspiracyState, event: Event | None) -> bool:
        """Return whether the log leaves open what happened at this event, or before it if a group was captured there."""
        return left_out.something(self.rules, state, event)

    def ways(
        self, state: ConspiracyState, event: Event | None, faults: Sequence[Finding], way: Way, *, likely: bool = False
    ) -> Iterator[Way | None]:
        """Return everything else that may have happened there and can matter to these faults."""
        return left_out.ways(self.rules, state, event, faults, way, likely=likely)

    def rests_on_open(self, fault: Finding) -> bool:
        """Return whether a fault is about places or money, which a log may leave open."""
        return fault.rule in left_out.ABOUT_PLACES or fault.rule in left_out.ABOUT_MONEY

    def claims(self, state: ConspiracyState, expected: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield what is false in `expect:`; who truly won by a goal that is still secret, has won."""
        if not expected:
            raise shapeless()
        faults = list(super().claims(state, expected))
        named = expected.get("winners")
        if named and not faults and not isinstance(state.course, Lost):
            names = [named] if isinstance(named, str) else named
            turns.win(state, (state.players.index(name) for name in names))
        yield from faults

    def settled(self, state: ConspiracyState) -> ConspiracyState:
        """Return the state once everything pending has taken effect; the same object if nothing is."""
        if not _waits(state):
            return state
        state = state.copy()
        self._settle(state, None)
        return state

    def answered(self, state: ConspiracyState) -> ConspiracyState:
        """Return the state once the Special on the table has taken effect; a roll stays pending."""
        return specials.answered(self.rules, state)

    def secret(self, event: Event) -> bool:
        """Return whether others see only that an event happens: a Special that is drawn is kept in the hand."""
        return event.verb == "draw" and event.value in self.rules.pack.specials

    def _settle(self, state: ConspiracyState, event: Event | None) -> None:
        """Settles what is pending, except what this very event is about, as of the event that caused it."""
        state.clock -= 1
        if state.played is not None and (event is None or not specials.is_cancel(self.rules, event)):
            specials.settle(self.rules, state)
        attack = state.attack
        if attack and attack.roll and (event is None or not specials.answers_roll(self.rules, attack, event)):
            battles.resolve(self.rules, state, None)
        state.clock += 1

    def faults(self, here: ConspiracyState, event: Event, before: ConspiracyState) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event, once what is pending is settled."""
        untimely = self._untimely(here, event)
        return tuple(ACTS[event.verb].check(self.rules, here, event)) if untimely is None else (untimely,)

    def _untimely(self, here: ConspiracyState, event: Event) -> Finding | None:
        """Return why an event of this verb cannot come now, or not from this player."""
        verb, phase, seat, attack = event.verb, here.phase, event.seat, here.attack
        if attack is not None and _too_late(here, event):
            whose = f"{here.players[attack.seat]}'s attack on {self.rules.pack.names[attack.target]}"
            message = f"{self.noun(verb)} is written, but the dice of {whose} have been rolled"
            return Finding("order", message, seat, bars=True)
        if phase == OVER and verb != "reveal":
            return self.not_now(here, event, here)
        if seat is not None and not here.alive[seat]:
            message = f"{here.players[seat]} is out of the game and cannot act"
            return Finding("players", message, seat, at=("by",), bars=True)
        if verb in ANY_TIME:
            return None
        others = phase == ROLLS or not here.alive[here.turn]
        if verb not in ANYBODY and seat is not None and seat != here.turn and not others:
            noun = self.noun(verb)
            message = f"{noun} by {here.players[seat]} is written, but it is {here.players[here.turn]}'s turn"
            return Finding("turn", message, seat, at=("by",), bars=True)
        if verb in IN_ATTACK:
            if attack is not None:
                return None
            message = f"{self.noun(verb)} is written, but no attack is under way; {self.awaited(here)}"
            return Finding("order", message, seat, bars=True)
        in_time = attack is None or (verb == "align" and self.rules.turn.realign_when == "any_time")
        if PHASES.get(verb, ACT) == phase and in_time:
            return None
        word = ("turn", "realign_when") if verb == "align" and attack is not None else ()
        return self.not_now(here, event, here)._replace(word=word)


def _waits(state: ConspiracyState) -> bool:
    """Return whether a Special lies on the table that may be answered, or dice that may be changed."""
    return state.played is not None or (state.attack is not None and bool(state.attack.roll))


def _too_late(state: ConspiracyState, event: Event) -> bool:
    """Return whether an event belongs before dice that have already been rolled."""
    attack = state.attack
    return attack is not None and bool(attack.roll) and event.verb in IN_ATTACK and event.verb != "capture"
