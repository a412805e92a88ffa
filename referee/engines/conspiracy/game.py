"""The conspiracy family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.events import Event, Finding, Misread
from referee.core.game import LONGEST, Act, Omission, TableGame
from referee.core.values import shapeless
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import ConspiracyRules
from referee.engines.conspiracy.reading import ConspiracyReading
from referee.engines.conspiracy.rules import attacks, battles, deeds, goals, left_out, specials, turns
from referee.engines.conspiracy.rules.left_out import Way
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, REFILL, ROLLS, ConspiracyState

PHASES = {"income": INCOME, "draw": DRAW, "refill": REFILL, "rolls": ROLLS}
"""Verbs that have a phase of their own. All others belong to ACT, except ANY_TIME and those of an attack."""
ANY_TIME = frozenset(("special", "give", "reveal", "leave", "result"))
IN_ATTACK = frozenset(("spend", "support", "oppose", "call_off", "roll", "abolish", "capture"))
ANYBODY = frozenset((*ANY_TIME, "spend", "support", "oppose", "abolish"))
"""Verbs for the player whom the log names. All others are for the player whose turn it is."""
MOST_REPEATED = 2_000
"""Events repeated in other courses before the referee gives up on an event that may be legal in one of them."""
WRITE = {
    "move": "`places:`",
    "attack": "the name of the Special",
    "abolish": "the names of the Specials",
    "give": "the names of the Specials",
}
"""What a log may write so that nothing is open any more, by verb; after a roll it is the arrow of the captured group."""

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
    "leave": Act(lambda rules, state, event: (), battles.apply_leave, noun="leaving"),
    "reveal": Act(deeds.check_reveal, deeds.apply_reveal, noun="showing a goal"),
    "accuse": Act(deeds.check_accuse, deeds.apply_accuse, noun="an accusation"),
    "result": Act(goals.check_race, goals.apply_race),
    "rolls": Act(turns.check_rolls, turns.apply_rolls, noun="rolling for the next turn"),
}


class CourseStep(NamedTuple):
    """An event, or what is claimed after one, in the course of a game.

    `state` is a copy of the state before it if the log leaves open what happened, `way` what is supposed to have happened if
    that is not the simplest. `stands` says that it was let stand although it is not legal.
    """

    what: Event | Mapping[str, Any]
    state: ConspiracyState | None = None
    way: Way = ()
    stands: bool = False

    @property
    def event(self) -> Event | None:
        """Return the event, if it is not a claim."""
        if not isinstance(self.what, Event):
            return None
        return self.what


class ConspiracyGame(TableGame[ConspiracyRules, ConspiracyState]):
    """One ruleset at a table of a given size.

    A Special is pending until the next event, which may cancel it. A roll is pending while Specials and the place of a captured
    group may follow. Any other event first settles what is pending.

    A log may leave open what happened: which treasury paid, which arrow a group went to. The game is judged in the simplest
    course that fits. If a later event does not fit, courses that differ in what was left open are tried, and the event is
    illegal only if it fits none. What depends on nothing that is open is a fault at once, in whatever course. `course` of a
    state is empty as long as nothing was left open, then its steps.
    """

    acts = ACTS
    reading: ConspiracyReading

    def take(self, state: ConspiracyState, events: Sequence[Event]) -> int:
        """Apply events as long as they are legal, and return how many were. An illegal one settles what is pending."""
        for count, event in enumerate(events):
            if self._go_on(state, event):
                return count
        return len(events)

    def check(self, state: ConspiracyState, event: Event) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event in every course that the game may have taken."""
        faults = super().check(state, event)
        if not faults:
            return ()
        step = CourseStep(event, state if left_out.something(self.rules, state, event) else None)
        faults, _ = self._another(state, (*state.course, step), faults)
        return faults

    def apply(self, state: ConspiracyState, event: Event) -> None:
        """Apply an event that is possible, legal or not; in another course if it is legal there."""
        self._go_on(state, event, stands=True)

    def claims(self, state: ConspiracyState, expected: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield what is false in `expect:`, claimed just after an event, in every course that the game may have taken; if it is
        true in another, the game is taken to have gone like that. Who truly won by a goal that is still secret, has won."""
        if not expected:
            raise shapeless()
        wrong = False
        for what, claimed in expected.items():
            faults = self._go_on(state, {what: claimed})
            if any(fault.asks for fault in faults):
                raise Misread(list(faults), shapeless=True)
            wrong |= bool(faults)
            yield from faults
        named = expected.get("winners")
        if named and not wrong:
            if isinstance(named, str):
                names = [named]
            else:
                names = named
            turns.close(self.rules, state)
            turns.win(state, (state.players.index(name) for name in names))

    def _go_on(
        self, state: ConspiracyState, what: Event | Mapping[str, Any], *, stands: bool = False
    ) -> tuple[Finding, ...]:
        """Apply an event, or check a claim, in the simplest course in which it is right; what is wrong if there is none.

        An event that is wrong in all only settles what is pending, unless it is let stand."""
        before = state.course
        event = None
        if isinstance(what, Event):
            event = what
        copied = None
        if left_out.something(self.rules, state, event):
            copied = state.copy()
        faults = self._meet(state, what)
        if not (faults or before or copied):
            return faults
        step = CourseStep(what, copied)
        if faults:
            faults, other = self._another(state, (*before, step), faults)
            if other is not None:
                state.become(other)
                return ()
        if faults and stands and event:
            self.happen(state, event)
        if not event:
            copied = None
        if (before or copied is not None) and (stands or not faults):
            state.course = (*before, step._replace(state=copied, stands=bool(faults)))
        return faults

    def _meet(self, state: ConspiracyState, what: Event | Mapping[str, Any]) -> tuple[Finding, ...]:
        """Apply an event if it is legal, in the course that the game is taken to have gone; what is wrong with it, or false
        in a claim, otherwise."""
        if not isinstance(what, Event):
            return tuple(super().claims(state, what))
        self.catch_up(state, what)
        faults = self.faults(state, what, state)
        if not faults:
            self.happen(state, what)
        return faults

    def _another(
        self, now: ConspiracyState, steps: tuple[CourseStep, ...], faults: tuple[Finding, ...]
    ) -> tuple[tuple[Finding, ...], ConspiracyState | None]:
        """Return what is wrong with the last step in every course, and the state after it in one in which nothing is.

        What reads nothing that is open is wrong in all of them, and then the rest need not be looked at. Courses that differ
        least are tried first, and those that differ latest. If there are too many to try, the log must say more."""
        if all(step.state is None for step in steps):
            return faults, None
        certain = tuple([fault for fault in faults if not self._deciding(now, steps, left_out.reads(fault))])
        if certain:
            return certain, None
        read = frozenset[str]().union(*map(left_out.reads, faults))
        seats = {fault.seat for fault in faults}
        cut = False
        for likely in (True, False):
            left = MOST_REPEATED
            waiting: list[tuple[Sequence[CourseStep], int, int]] = [(steps, 0, len(steps) - 1)]
            for course, first, until in waiting:
                for place, way in self._ways(now, course[first : until + 1], read, seats, likely=likely):
                    cut = left <= 0
                    if cut:
                        break
                    place += first
                    state, remade, wrong = self._repeat(course, place, way)
                    left -= len(remade) - place
                    if not wrong:
                        return (), state
                    end = len(remade) - 1
                    if end > place and any(later.state is not None for later in remade[place + 1 :]):
                        waiting.append(([*remade, *course[end + 1 :]], place + 1, end))
                if cut:
                    break
        if cut:
            message = self._says_too_little(now, steps, read)
            return (faults[0]._replace(message=message, bars=True, asks=True),), None
        return faults, None

    def _deciding(self, now: ConspiracyState, steps: Iterable[CourseStep], read: frozenset[str]) -> list[CourseStep]:
        """Return the steps at which something was left open that is read."""
        found = []
        for step in steps:
            if step.state is not None and left_out.decides(step.state, step.event, now) & read:
                found.append(step)
        return found

    def _says_too_little(self, now: ConspiracyState, steps: Iterable[CourseStep], read: frozenset[str]) -> str:
        """Return that a step cannot be judged, with what would have to be written at which events."""
        events: list[str] = []
        words: list[str] = []
        for step in self._deciding(now, steps, read):
            assert step.state is not None
            rolled = step.state.attack is not None and bool(step.state.attack.roll)
            events.append(str(step.state.clock + (not rolled)))
            if rolled:
                word = "`arrow:`"
            else:
                word = WRITE[step.event.verb if step.event is not None else ""]
            if word not in words:
                words.append(word)
        if len(events) == 1:
            where = f"event {events[0]}"
        else:
            where = f"events {in_list(events)}"
        return f"this depends on what the log leaves out; write {in_list(words)} at {where}"

    def _ways(
        self,
        now: ConspiracyState,
        steps: Sequence[CourseStep],
        read: frozenset[str],
        seats: set[int | None],
        *,
        likely: bool,
    ) -> Iterator[tuple[int, Way]]:
        """Yield what else may have happened at each of some steps, the latest first."""
        for place in range(len(steps) - 1, -1, -1):
            step = steps[place]
            if step.state is None:
                continue
            if not left_out.decides(step.state, step.event, now) & read:
                continue
            if step.way:
                yield place, ()
            for way in left_out.ways(self.rules, step.state, step.event, seats, likely=likely):
                yield place, way

    def _repeat(
        self, course: Sequence[CourseStep], place: int, way: Way
    ) -> tuple[ConspiracyState, list[CourseStep], tuple[Finding, ...]]:
        """Go on from a step in this way as far as possible: the state, the steps made, and what is wrong with the last."""
        begun = course[place].state
        assert begun is not None
        state = begun.copy()
        steps = [*course[:place]]
        faults = tuple[Finding, ...]()
        for step in (course[place]._replace(way=way), *course[place + 1 :]):
            again = step._replace(state=state.copy() if left_out.something(self.rules, state, step.event) else None)
            faults = self._make_again(state, again)
            if faults and again.way and again.state is not None and len(steps) > place:
                state = again.state.copy()
                again = again._replace(way=())
                faults = self._make_again(state, again)
            steps.append(again)
            if faults:
                break
        state.course = tuple(steps)
        return state, steps, faults

    def _make_again(self, state: ConspiracyState, step: CourseStep) -> tuple[Finding, ...]:
        """Make a step again; what is wrong with it, of a claim whatever the log leaves open just before it."""
        if step.event is None:
            false = self._meet(state, step.what)
            if false and left_out.something(self.rules, state, None):
                for way in left_out.ways(self.rules, state, None):
                    after = state.copy()
                    met = not any(self._meet(after, event) for event in way)
                    if met and not self._meet(after, step.what):
                        return ()
            return false
        for event in step.way[:-1]:
            state.clock -= 1
            faults = self._meet(state, event)
            if faults:
                return faults
        if step.way:
            event = step.way[-1]
        else:
            event = step.event
        faults = self._meet(state, event)
        if faults and step.stands and not any(fault.bars for fault in faults):
            self.happen(state, event)
            return ()
        return faults

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about."""
        return {"turn": range(1, LONGEST * self.rules.players), "players": (self.rules.players,)}

    def omission(self, state: ConspiracyState, event: Event) -> Omission | None:
        """Return how a Special or a roll that is pending takes effect, unless this event can still change it."""
        if _too_late(state, event):
            return None
        return self._pending(state, event)

    def _pending(self, state: ConspiracyState, event: Event | None) -> Omission | None:
        """Return how a Special or a roll that is pending takes effect, unless this very event is about it."""
        attack = state.attack
        if state.played is not None and not specials.cancels(self.rules, event):
            return partial(_as_of_its_event, state, partial(specials.settle, self.rules, state))
        if attack and attack.roll and (event is None or not specials.answers_roll(self.rules, attack, event)):
            return partial(_as_of_its_event, state, partial(battles.resolve, self.rules, state, None))
        return None

    def settle(self, state: ConspiracyState) -> ConspiracyState:
        """Return the state once everything pending has taken effect; the same object if nothing is."""
        if not self._pending(state, None):
            return state
        state = state.copy()
        while settle := self._pending(state, None):
            settle()
        return state

    def secret(self, event: Event) -> bool:
        """Return whether others see only that an event happens: a Special that is drawn is kept in the hand."""
        return event.verb == "draw" and event.value in self.rules.pack.specials

    def faults(self, here: ConspiracyState, event: Event, before: ConspiracyState) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event, once what is pending is settled."""
        untimely = self._untimely(here, event)
        if untimely is None:
            return tuple(ACTS[event.verb].check(self.rules, here, event))
        return (untimely,)

    def _untimely(self, here: ConspiracyState, event: Event) -> Finding | None:
        """Return why an event of this verb cannot come now, or not from this player."""
        verb = event.verb
        phase = here.phase
        seat = event.seat
        attack = here.attack
        if attack is not None and _too_late(here, event):
            whose = f"{here.players[attack.seat]}'s attack on {self.rules.pack.names[attack.target]}"
            message = f"{self.noun(verb)} is written, but the dice of {whose} have been rolled"
            return Finding("order", message, seat, bars=True)
        refills = verb == "refill" and turns.may_still_refill(self.rules, here)
        if phase == OVER and verb != "reveal" and not refills:
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
            message = f"{self.noun(verb)} is written, but no attack is under way; {self.next_step(here)}"
            return Finding("order", message, seat, bars=True)
        if verb == "draw" and turns.draws_first(self.rules, here):
            return None
        if refills:
            return None
        in_time = attack is None or (verb == "align" and self.rules.turn.realign_when == "any_time")
        if PHASES.get(verb, ACT) == phase and in_time:
            return None
        word = ("turn", "realign_when") if verb == "align" and attack is not None else ()
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
