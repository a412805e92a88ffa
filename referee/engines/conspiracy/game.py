"""The conspiracy family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from referee.core.data import Data, Said
from referee.core.events import Event, Finding
from referee.core.game import LONGEST, Act, Omission
from referee.core.places import Pointer
from referee.core.unseen.courses import Faults, GameInCourses, Meaning, every, skips
from referee.core.values import shapeless
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.reading import ConspiracyReading
from referee.engines.conspiracy.rules import (
    attacks,
    battles,
    deeds,
    goals,
    left_out,
    specials,
    structure,
    turns,
    unknown,
)
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, REFILL, ROLLS, ConspiracyState

PHASES = {"income": INCOME, "draw": DRAW, "refill": REFILL, "rolls": ROLLS}
"""Verbs that have a phase of their own. All others belong to ACT, except ANY_TIME and those of an attack."""
ANY_TIME = frozenset(("special", "give", "reveal", "leave", "result"))
IN_ATTACK = frozenset(("spend", "support", "oppose", "call_off", "roll", "abolish", "capture"))
ANYBODY = ANY_TIME | {"spend", "support", "oppose", "abolish"}
"""Verbs for the player whom the log names. All others are for the player whose turn it is."""
LOSING: Mapping[str, tuple[str, ...]] = {
    "capture": ("`arrow:`", "`places:`"),
    "move": ("`places:`",),
    "give": ("`places:`",),
    "income": ("`upkeep:`",),
}
"""What a log writes so that it is known which groups are lost by an event, by verb."""
IN_QUESTION = frozenset(("place", "holds", "master", "money", "open_money", "winners", "phase", "alive", "turn"))
"""Fields of a state in which courses may differ by which other groups were lost."""

ACTS: dict[str, Act[ConspiracyRules, ConspiracyState]] = {
    "income": Act(turns.check_income, turns.apply_income),
    "draw": Act(turns.check_draw, turns.apply_draw),
    "attack": Act(attacks.check_attack, attacks.apply_attack),
    "spend": Act(battles.check_spend, battles.apply_spend, noun="spending"),
    "support": Act(battles.check_interference, battles.apply_interference, noun="support"),
    "oppose": Act(battles.check_interference, battles.apply_interference, noun="opposition"),
    "call_off": Act(battles.check_call_off, battles.withdraw, noun="calling off"),
    "roll": Act(battles.check_roll, battles.apply_roll),
    "capture": Act(battles.check_capture, battles.resolve),
    "special": Act(specials.check, specials.apply, noun="a Special"),
    "abolish": Act(specials.check_abolish, specials.apply_abolish, noun="abolishing privilege"),
    "transfer": Act(deeds.check_transfer, deeds.apply_transfer),
    "move": Act(deeds.check_move, deeds.apply_move),
    "give": Act(deeds.check_give, deeds.apply_give, noun="a gift"),
    "drop": Act(deeds.check_drop, deeds.apply_drop),
    "pass": Act(turns.check_pass, turns.apply_pass),
    "redistribute": Act(deeds.check_redistribute, deeds.apply_redistribute, noun="moving money freely"),
    "rearrange": Act(deeds.check_rearrange, deeds.apply_rearrange, noun="rearranging"),
    "align": Act(deeds.check_align, deeds.apply_align, noun="a change of alignment"),
    "buy": Act(deeds.check_buy, deeds.apply_buy, noun="buying a card"),
    "end": Act(turns.check_end, turns.apply_end, noun="the end of the turn"),
    "refill": Act(turns.check_draw, turns.apply_refill, noun="filling up"),
    "leave": Act(battles.check_leave, battles.apply_leave, noun="leaving"),
    "reveal": Act(deeds.check_reveal, deeds.apply_reveal, noun="showing a goal"),
    "accuse": Act(deeds.check_accuse, deeds.apply_accuse, noun="an accusation"),
    "result": Act(goals.check_race, goals.apply_race),
    "rolls": Act(turns.check_rolls, turns.apply_rolls, noun="rolling for the next turn"),
}


class ConspiracyGame(GameInCourses[ConspiracyRules, ConspiracyReading, ConspiracyState]):
    """One ruleset at a table of a given size.

    A Special is pending until the next event, which may cancel it. A roll is pending while Specials and the place of a captured
    group may follow. Any other event first settles what is pending.

    A log may leave open where a group went and what was paid, and the state knows what is possible all the same: see
    `rules/arrows.py` and the state's money. Only where other groups may have been lost, the game may have taken several
    courses, which are followed side by side: see `rules/left_out.py` and core/unseen/courses.py.
    """

    acts = ACTS

    def take_plainly(self, state: ConspiracyState, event: Event) -> bool:
        """Apply an event if it is legal and leaves no doubt which groups are lost; return whether it was applied.
        Whatever was pending is settled first, even if the event turns out to be illegal."""
        if self.may_open(state, event):
            return False
        self.catch_up(state, event)
        if self.faults(state, event, state):
            return False
        self.happen(state, event)
        return True

    def claims(self, state: ConspiracyState, expected: Said) -> Iterator[Finding]:
        """Yield the claims of `expect:`, made just after an event, that are false in every course that the game may
        have taken. If the claims are true, the winners that they name have won, even by a goal that is still secret."""
        if not expected:
            raise shapeless()
        if self.is_open(state) or self.may_open(state, Event("expect", expected)):
            false = tuple(super().claims(state, expected))
        else:
            false = tuple(self.claims_in(state, expected))
        yield from false
        named = expected.get("winners")
        if not named or false or skips(state):
            return
        if isinstance(named, str):
            names = [named]
        else:
            names = named
        turns.close(self.rules, state)
        turns.win(state, (state.players.index(name) for name in names))

    def check(self, state: ConspiracyState, event: Event) -> Faults:
        """Return everything that is wrong with an event in every course; never changes the state."""
        if self.is_open(state) or self.may_open(state, event):
            return super().check(state, event)
        return self.faults_in(state, event)

    # -- courses in which other groups were lost ---------------------------------------------------------------------------

    def may_open(self, state: ConspiracyState, event: Event) -> bool:
        """Whether the log leaves open which groups are lost by an event, by the capture pending before it, or by the
        one before a claim (verb 'expect'): groups that move take those below them along, and some of these may not
        fit."""
        coming: Event | None = event
        if event.verb == "income":
            return state.open_money is not None and self.rules.upkeep.unpaid == "lost"
        if event.verb == "move" or (event.verb == "give" and event.value["group"] != ABSENT):
            return True
        if event.verb == "expect":
            coming = None
        battle = state.attack
        if battle is None or not battle.roll or battle.kind != "control" or state.place[battle.target] < 0:
            return False
        if len(structure.below(self.rules, state, battle.target)) == 1:
            return False
        return left_out.captures(self.rules, state, coming)

    def meanings(self, state: ConspiracyState, event: Event) -> Iterator[Meaning[ConspiracyState]]:
        """Yield an event once for each course and each set of groups that may be lost by it, with its faults there and
        a function that gives the state after it."""
        for before in self.courses_of(state, event):
            for course in self._ways(before, event):
                faults = self.faults_in(course, event)
                yield Meaning(faults, partial(self.end_of, course, event), any(fault.bars for fault in faults))

    def courses_of(self, state: ConspiracyState, event: Event) -> list[ConspiracyState]:
        """The courses that the game may have taken before an event or a claim, once a pending capture has happened in
        every possible way."""
        if event.verb == "expect":
            coming = None
        else:
            coming = event
        found = []
        for course in every(state):
            # a course with something supposed is already one of several that were made here
            if (
                event.verb == "capture"
                or course.supposed is not None
                or not left_out.captures(self.rules, course, coming)
            ):
                found.append(course)
            else:
                found += self._supposing(course, specials.after_special(self.rules, course), coming)
        return found

    def _ways(self, course: ConspiracyState, event: Event) -> Iterator[ConspiracyState]:
        """Yield a course once for each set of groups that an event may lose, with that set supposed in it; just once
        for other events."""
        if event.verb not in LOSING:
            yield course
            return
        here = course.copy()
        self.catch_up(here, event)
        yield from self._supposing(here, here, event)

    def _supposing(
        self, course: ConspiracyState, here: ConspiracyState, event: Event | None
    ) -> Iterator[ConspiracyState]:
        """Yield a copy of a course for each set of groups that an event may lose; `here` is the course with everything
        settled that comes before the event. Yields the course itself if nothing is open."""
        ways = left_out.ways(self.rules, here, event)
        if not ways:
            yield course
        for way in ways:
            supposed = course.copy()
            supposed.supposed = way
            yield supposed

    def end_of(self, course: ConspiracyState, event: Event) -> ConspiracyState:
        """A course after an event. What was supposed about the event (`supposed`) has then happened."""
        end = super().end_of(course, event)
        end.supposed = None
        return end

    def words_that_tell(self, state: ConspiracyState, event: Event) -> tuple[str, ...]:
        """Return what a log writes so that it is known which groups are lost by an event, or by the capture before it."""
        return LOSING.get(event.verb, LOSING["capture"])

    def opened_at(self, state: ConspiracyState, event: Event) -> int:
        """The number of the event that left open which groups are lost: the roll, if the log does not say where the
        captured group went before this event, or else this event itself."""
        attack = state.attack
        if attack is not None and attack.roll and event.verb != "capture":
            return state.clock
        return state.clock + 1

    def may_differ(self, state: ConspiracyState) -> frozenset[str]:
        """Return the fields in which a course that is not followed may differ from a state."""
        return IN_QUESTION

    def not_known(self, course: ConspiracyState) -> Data:
        """Return the money, the arrows and the Specials that are open in one course, as `open:` of a position has them."""
        return unknown.write(self.rules, course)

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about."""
        return {"turn": range(1, LONGEST * self.rules.players), "players": (self.rules.players,)}

    def omission(self, state: ConspiracyState, event: Event) -> Omission | None:
        """Return how a Special or a roll that is pending takes effect, unless this event can still change it."""
        if _too_late(state, event):
            return None
        return self._pending(state, event)

    def _pending(self, state: ConspiracyState, event: Event | None) -> Omission | None:
        """A function that lets the pending Special or roll take effect; None if nothing is pending, or if this very
        event answers it. Without an event, whatever is pending."""
        attack = state.attack
        if state.played is not None and not specials.cancels(self.rules, event):
            return partial(_as_of_its_event, state, partial(specials.settle, self.rules, state))
        if attack and attack.roll and (event is None or not specials.answers_roll(self.rules, attack, event)):
            return partial(_as_of_its_event, state, partial(battles.resolve, self.rules, state, None))
        return None

    def settle(self, state: ConspiracyState) -> ConspiracyState:
        """Return the state once everything pending has taken effect; the same object if nothing is."""
        if self._pending(state, None) is None:
            return state
        state = state.copy()
        settle = self._pending(state, None)
        while settle is not None:
            settle()
            settle = self._pending(state, None)
        return state

    def secret(self, event: Event) -> bool:
        """Return whether others see only that an event happens: a Special that is drawn is kept in the hand."""
        return event.verb == "draw" and event.value in self.rules.pack.specials

    def faults(self, here: ConspiracyState, event: Event, before: ConspiracyState) -> tuple[Finding, ...]:
        """Everything wrong with an event, given the state `here` in which nothing is pending any more."""
        untimely = self._untimely(here, event)
        if untimely is None:
            return tuple(ACTS[event.verb].check(self.rules, here, event))
        return (untimely,)

    def _untimely(self, here: ConspiracyState, event: Event) -> Finding | None:
        """The finding that an event of this verb cannot come now, or not from this player; None if it can."""
        verb = event.verb
        attack = here.attack
        if attack is not None and _too_late(here, event):
            whose = f"{here.players[attack.seat]}'s attack on {self.rules.pack.names[attack.target]}"
            message = f"{self.noun(verb)} is written, but the dice of {whose} have been rolled"
            return Finding("order", message, event.seat, bars=True)
        refills = verb == "refill" and turns.may_still_refill(self.rules, here)
        if here.phase == OVER and verb != "reveal" and not refills:
            return self.not_now(here, event, here)
        wrong = self._of_wrong_player(here, event)
        if wrong is not None or verb in ANY_TIME or refills:
            return wrong
        if verb in IN_ATTACK:
            return self._without_attack(here, event)
        return self._in_wrong_phase(here, event)

    def _of_wrong_player(self, here: ConspiracyState, event: Event) -> Finding | None:
        """The finding that the player of an event is out of the game, or that it is another player's turn; None if the
        player may act."""
        seat = event.seat
        if seat is None:
            return None
        who = here.players[seat]
        if not here.alive[seat]:
            return Finding("players", f"{who} is out of the game and cannot act", seat, at=("by",), bars=True)
        is_for_anybody = here.phase == ROLLS or not here.alive[here.turn]
        if event.verb in ANYBODY or seat == here.turn or is_for_anybody:
            return None
        message = f"{self.noun(event.verb)} by {who} is written, but it is {here.players[here.turn]}'s turn"
        return Finding("turn", message, seat, at=("by",), bars=True)

    def _without_attack(self, here: ConspiracyState, event: Event) -> Finding | None:
        """The finding that no attack is under way that an event can be a part of; None if one is."""
        if here.attack is not None:
            return None
        message = f"{self.noun(event.verb)} is written, but no attack is under way; {self.next_step(here)}"
        return Finding("order", message, event.seat, bars=True)

    def _in_wrong_phase(self, here: ConspiracyState, event: Event) -> Finding | None:
        """The finding that an event belongs to another phase of the turn, or cannot come during an attack; None otherwise."""
        verb = event.verb
        if verb == "draw" and turns.draws_first(self.rules, here):
            return None
        word: Pointer = ()
        in_time = here.attack is None
        if verb == "align" and here.attack is not None:
            word = ("turn", "realign_when")
            in_time = self.rules.turn.realign_when == "any_time"
        if in_time and PHASES.get(verb, ACT) == here.phase:
            return None
        return self.not_now(here, event, here)._replace(word=word)


def _as_of_its_event(state: ConspiracyState, settle: Callable[[], None]) -> None:
    """Let something that is pending take effect, as of the event that caused it."""
    state.clock -= 1
    settle()
    state.clock += 1


def _too_late(state: ConspiracyState, event: Event) -> bool:
    """Return whether an event belongs before dice that have already been rolled."""
    attack = state.attack
    return attack is not None and bool(attack.roll) and event.verb in IN_ATTACK and event.verb != "capture"
