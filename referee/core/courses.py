"""Games whose logs may leave open what happened: which treasury paid, which arrow a group went to.

Such a game is judged in the simplest course that fits. If a later event does not fit, courses that differ in what was left
open are tried, and the event is illegal only if it fits none. A course is a chain of steps, each with its event, and with the
state before it if several things may have happened there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.core.events import Event
from referee.core.family import Draw, Options
from referee.core.findings import Finding, doubt
from referee.core.game import R, S, TableGame

Way = tuple[Event, ...]
"""What may have happened: events written out in full, the last of them in place of the one that the log has."""

MOST_REPEATED = 2_000
"""How many events are repeated in other courses before the referee gives up on an event that may be legal in one of them."""
FEW_REPEATED = 500
"""How many are repeated for an event that hardly depends on what is left open."""
TOO_OPEN = "nothing could be judged from here on, because it depends on what the log leaves out, in too many ways"


class CourseStep(NamedTuple):
    """An event (or what is claimed after one) in the course of a game, and the steps before it.

    `state` is a copy of the state before it if the log leaves open what happened, `way` what is supposed to have happened if
    that is not the simplest. `stands` says that it was let stand although it is not legal.
    """

    before: CourseStep | None
    what: Event | Mapping[str, Any]
    state: Any = None
    way: Way = ()
    stands: bool = False


class Lost(NamedTuple):
    """In place of a course: so much was left open that this event, and what came after it, cannot be judged."""

    event: int


class OpenGame(TableGame[R, S]):
    """A game whose logs may leave open what happened.

    Its states have a field `course`: None as long as nothing was left open, then a Step, or Lost.
    """

    @abstractmethod
    def left_open(self, state: S, event: Event | None) -> bool:
        """Return whether the log leaves open what happened at this event, or, without one, before the claims that follow."""

    @abstractmethod
    def ways(
        self, state: S, event: Event | None, faults: Sequence[Finding], way: Way, *, likely: bool = False
    ) -> Iterator[Way | None]:
        """Everything else that may have happened there and can matter to these faults, if `way` (or the simplest) is supposed
        so far; None at the end if it is not everything. `likely` are only the few that probably matter."""

    @abstractmethod
    def rests_on_open(self, fault: Finding) -> bool:
        """Return whether a fault may rest on what a log leaves open."""

    def take(self, state: Any, events: Sequence[Event]) -> int:
        """Applies events as long as they are legal, and returns how many were. An illegal one settles what is pending."""
        for done, event in enumerate(events):
            before = state.course
            if isinstance(before, Lost):
                state.clock += 1
                continue
            copied = state.copy() if self.left_open(state, event) else None
            faults = self._meet(state, event)
            if not faults:
                if before is not None or copied is not None:
                    state.course = CourseStep(before, event, copied)
            elif (before is None and copied is None) or not self._change(
                state, CourseStep(before, event, copied), faults
            ):
                return done
        return len(events)

    def _meet(self, state: S, event: Event) -> tuple[Finding, ...]:
        """Applies an event if it is legal; what is wrong with it otherwise."""
        if self.behind(state, event) and (stuck := self.catch_up(state, event)):
            return stuck
        if not (faults := self.faults(state, event, state)):
            self.happen(state, event)
        return faults

    def check(self, state: Any, event: Event) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event in every course that the game may have taken; never changes the
        state."""
        if isinstance(state.course, Lost):
            return ()
        faults = super().check(state, event)
        step = CourseStep(state.course, event, state if self.left_open(state, event) else None)
        return () if faults and _another(self, step, faults) is not None else faults

    def apply(self, state: Any, event: Event) -> None:
        """Applies an event that is possible, legal or not; in another course if it is legal there."""
        before = state.course
        if isinstance(before, Lost):
            state.clock += 1
            return
        copied = state.copy() if self.left_open(state, event) else None
        step = CourseStep(before, event, copied)
        faults = super().check(state, event)
        if faults and self._change(state, step, faults):
            return
        super().apply(state, event)
        if before is not None or copied is not None:
            state.course = step._replace(stands=bool(faults))

    def claims(self, state: Any, expected: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield what is false in `expect:`, claimed just after an event, in every course that the game may have taken; if it is
        true in another, the game is taken to have gone like that."""
        if isinstance(state.course, Lost):
            return
        step = CourseStep(state.course, expected, state.copy() if self.left_open(state, None) else None)
        faults = tuple(super().claims(state, expected))
        if not faults:
            if state.course is not None:
                state.course = step._replace(state=None)
        elif not self._change(state, step, faults):
            yield from faults

    def _change(self, state: Any, step: CourseStep, faults: tuple[Finding, ...]) -> bool:
        """Puts the state into another course in which the last step fits; returns whether there is one."""
        found = _another(self, step, faults)
        if isinstance(found, Lost):
            state.course = Lost(state.clock + 1)
            state.clock += isinstance(step.what, Event)
        elif found is not None:
            for field in state.__slots__:
                setattr(state, field, getattr(found, field))
        return found is not None

    def options(self, state: Any) -> Options:
        """Return what may happen now in the course that the game is taken to have gone."""
        return super().options(_alone(state))

    def draw_next(self, state: Any, draw: Draw) -> Mapping[str, Any] | None:
        """Return a legal next event, drawn at random, as a log item; None after the end of the game."""
        return super().draw_next(_alone(state), draw)

    def doubts(self, state: Any, *, goes_on: bool = False) -> Iterator[Finding]:
        """Yield what this log leaves unknown, and whether too much of it to judge the rest."""
        yield from super().doubts(state, goes_on=goes_on)
        if isinstance(state.course, Lost):
            yield doubt("left-open", TOO_OPEN, (state.course.event,))

    def repeat(self, state: Any, what: Event | Mapping[str, Any], way: Way, stands: bool) -> tuple[Finding, ...]:
        """Makes a step again; what is wrong with it, if it does not fit."""
        if not isinstance(what, Event):
            return self._claimed(state, what)
        for event in way[:-1]:
            state.clock -= 1
            if faults := self._meet(state, event):
                return faults
        event = way[-1] if way else what
        if not stands:
            return self._meet(state, event)
        if any(fault.bars for fault in super().check(state, event)):
            return super().check(state, event)
        super().apply(state, event)
        return ()

    def _claimed(self, state: Any, expected: Mapping[str, Any]) -> tuple[Finding, ...]:
        """Return what is false in a claim, whatever the log leaves open just before it."""
        found = tuple(super().claims(state, expected))
        if found and self.left_open(state, None):
            for way in self.ways(state, None, found, ()):
                after = state.copy()
                met = way and not any(self._meet(after, event) for event in way)
                if met and not any(super().claims(after, expected)):
                    return ()
        return found


def _alone(state: Any) -> Any:
    """Return a state without the other courses that the game may have taken."""
    if state.course is None:
        return state
    state = state.copy()
    state.course = None
    return state


def _another(game: OpenGame[Any, Any], last: CourseStep, faults: tuple[Finding, ...]) -> Any:
    """Return the state after the last step in another course, in which it is legal; None if there is none, Lost if there are
    too many to try them all."""
    steps = [last]
    while steps[-1].before is not None:
        steps.append(steps[-1].before)
    steps.reverse()
    if all(step.state is None for step in steps):
        return None
    return _Search(game, faults).of(steps)


class _Search:
    """The search for a course in which the last of some steps is legal: those first that differ least, and latest."""

    def __init__(self, game: OpenGame[Any, Any], faults: Sequence[Finding]) -> None:
        self.game = game
        self.faults = faults
        self.said = {fault.message for fault in faults}
        self.left = MOST_REPEATED
        self.rests = any(map(game.rests_on_open, faults))
        self.depends = self.cut = self.endless = self.likely = False

    def of(self, steps: list[CourseStep]) -> Any:
        """Return the state after the last step; None if it is legal in no course, Lost if that is not known."""
        for self.likely in (True, False):
            self.left = MOST_REPEATED if self.rests else FEW_REPEATED
            for changes in range(1, len(steps) + 1):
                self.cut = False
                found = self.change(steps, 0, len(steps) - 1, changes)
                if found is not None:
                    return found
                if self.left <= 0 or not self.cut:
                    break
            if not (self.rests or self.depends):
                return None
        return Lost(0) if self.cut or (self.endless and self.depends) else None

    def change(self, steps: list[CourseStep], first: int, until: int, changes: int) -> Any:
        """Tries other ways for each step from `first` to `until`, the latest first."""
        for place in range(until, first - 1, -1):
            step = steps[place]
            if step.state is None:
                continue
            at = step.what if isinstance(step.what, Event) else None
            other = self.game.ways(step.state, at, self.faults, step.way, likely=self.likely)
            for way in chain(((),) if step.way else (), other):
                if way is None:
                    self.endless = True
                    break
                if self.left <= 0:
                    self.cut = True
                    break
                found = self.go(steps, place, way, changes)
                if found is not None:
                    return found
        return None

    def go(self, steps: list[CourseStep], place: int, way: Way, changes: int) -> Any:
        """Goes on from a step in this way as far as possible; then with fewer changes after it."""
        state, made = steps[place].state.copy(), steps[:place]
        for number, step in enumerate(steps[place:], place):
            self.left -= 1
            event = step.what if isinstance(step.what, Event) else None
            before = state.copy() if self.game.left_open(state, event) else None
            way = step.way if number > place else way
            faults = self.game.repeat(state, step.what, way, step.stands)
            if faults and way and number > place and before is not None:
                state, way = before.copy(), ()
                faults = self.game.repeat(state, step.what, way, step.stands)
            if faults and number == place:
                return None
            made.append(CourseStep(made[-1] if made else None, step.what, before, way, step.stands))
            if faults:
                self.depends |= number == len(steps) - 1 and {fault.message for fault in faults} != self.said
                if all(later.state is None for later in made[place + 1 :]):
                    return None
                if changes == 1:
                    self.cut = True
                    return None
                return self.change([*made, *steps[number + 1 :]], place + 1, number, changes - 1)
        state.course = made[-1]
        return state
