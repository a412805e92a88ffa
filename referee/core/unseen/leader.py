"""A hand whose log does not say who led: one course for each player who may have, in games played in turn.

An event without `by:` then stands for one event for each of them. A later `by:`, or a claim of who won a trick, tells which it
was. A fault that is there whoever led is told of 'the third player', counted from the leader, as no name would be right.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from referee.core.events import Event, Finding
from referee.core.family import CompiledRules, Options
from referee.core.items import AnyItems
from referee.core.unseen.courses import CourseState, GameInCourses, Meaning, alone, every, skips

LED_BY = frozenset(("play", "pass", "wish"))
"""Verbs of which the player must be known."""
PLACES = (
    "the leader",
    "the second player",
    "the third player",
    "the fourth player",
    "the fifth player",
    "the sixth player",
)
COUNTED = "; who led is not recorded, so the players are counted from the leader"
WHO_LED = ("`by:` at the first play, or the deal",)
"""What a log writes to say who led."""


class LedState(CourseState):
    """A state of a game of tricks: `opener` is who led this hand if only this course says so, otherwise -1."""

    __slots__ = ()
    opener: int


R = TypeVar("R", bound=CompiledRules)
I = TypeVar("I", bound=AnyItems)  # noqa: E741 - the items of a log
S = TypeVar("S", bound=LedState)


class GameWithLeaders(GameInCourses[R, I, S]):
    """A game in which somebody leads, whom a log may not name."""

    @abstractmethod
    def may_lead(self, state: S) -> Sequence[int]:
        """Return the seats that may lead now, in order of play, when it is not known who does."""

    @abstractmethod
    def in_order(self, state: S, opener: int) -> Sequence[int]:
        """Return the seats that play this hand, in order of play from `opener` on."""

    def may_open(self, state: S, event: Event) -> bool:
        """Return whether an event is one of a leader who is not known."""
        return self._is_of_some_leader(state, event)

    def check_in_each(self, state: S, event: Event) -> tuple[Finding, ...]:
        """Return what is wrong with an event in every course that is followed, if no others are possible."""
        if not (self.is_open(state) or self.may_open(state, event)):
            return self.faults_in(state, event)
        return super().check_in_each(state, event)

    def settle(self, state: S) -> S:
        """The state as people see it: a copy without the scores, and without the turn, if courses differ in these."""
        if not self.is_open(state):
            return state
        seen = state.copy()
        courses = every(state)
        if any(len(course.history) != len(state.history) for course in courses):
            return seen
        self.forget_scores(seen, courses)
        if state.phase == "play" and any(course.turn != state.turn for course in courses):
            seen.turn = -1
        return seen

    def words_that_tell(self, state: S, event: Event) -> tuple[str, ...]:
        """The words that a log writes to say who led, if the event is by a leader who is not known; otherwise none."""
        for course in self.courses_of(state, event):
            if self._is_of_some_leader(course, event):
                return WHO_LED
        return ()

    def meanings(self, state: S, event: Event) -> Iterator[Meaning[S]]:
        """Yield the meanings of an event in each course: it is by each player who may lead, if it is not known who
        does."""
        for course in self.courses_of(state, event):
            for by_leader in self._by_each_leader(course, event):
                faults = self.faults_in(course, by_leader)
                happen = partial(self.end_of, course, by_leader)
                if by_leader is not event:
                    happen = partial(self._end_if_led, course, by_leader)
                yield Meaning(faults, happen, counted=partial(self._count_from_leader, course, by_leader))

    def options(self, state: S) -> Options:
        """Return what may happen now, and what forbids the rest; if it is not known whose turn it is, what each may play."""
        return self.of_whoever_acts(state, super().options)

    def of_whoever_acts(self, state: S, list_options: Callable[[S], Options]) -> Options:
        """The options of a state by `list_options`; where it is not known whose turn it is, those of each player it
        may be.

        The notation of these begins with the player: 'Ann 7H'.
        """
        if skips(state):
            return super().options(state)
        listed = list_options(state)
        courses = every(state)
        if state.phase == "play" and state.turn < 0:
            courses = []
            for seat in self.may_lead(state):
                led = state.copy()
                led.turn = seat
                courses.append(led)
        if state.phase != "play" or len(courses) == 1:
            return listed
        if len({course.turn for course in courses}) == 1:
            return _in_any_course(listed, [list_options(alone(course)) for course in courses])
        legal = {}
        for course in courses:
            of_course = list_options(alone(course))
            for option in of_course.legal:
                notation = f"{of_course.player} {option.notation}"
                item = {"by": of_course.player, **option.item}
                if not self.faults_of(state, item):
                    legal[notation] = option._replace(notation=notation, item=item)
        return listed._replace(options=tuple(legal.values()))

    def _end_if_led(self, course: S, event: Event) -> S:
        """Return the course after an event by a player who leads, as only this course says."""
        end = self.end_of(course, event)
        if event.seat is not None:
            end.opener = event.seat
        return end

    def _is_of_some_leader(self, state: S, event: Event) -> bool:
        """Whether an event is one of a player who leads and whom neither the log nor the state names."""
        if event.seat is not None or event.verb not in LED_BY:
            return False
        here = state
        if state.phase != "play" and self.omission(state, event):
            here = state.copy()
            self.catch_up(here, event)
        return here.phase == "play" and here.turn < 0

    def _by_each_leader(self, course: S, event: Event) -> Sequence[Event]:
        """The events that this one may stand for: by each player who may lead, or only itself if its player is known."""
        if not self._is_of_some_leader(course, event):
            return (event,)
        here = course.copy()
        self.catch_up(here, event)
        events = []
        for seat in self.may_lead(here):
            events.append(Event(event.verb, event.value, seat=seat, said=event.said, at=event.at, bit=event.bit))
        return events

    def _count_from_leader(self, course: S, event: Event) -> tuple[Finding, ...]:
        """The faults of an event in words that count the players from the leader: 'the third player'.

        Nothing if it is not known from whom to count.
        """
        opener = event.seat if course.opener < 0 else course.opener
        if opener is None:
            return ()
        renamed = course.copy()
        renamed.players = places_after_leader(self.in_order(course, opener), len(course.players))
        counted = []
        for fault in self.faults_in(renamed, event):
            if fault.cites:
                counted.append(fault._replace(after=fault.after + COUNTED))
            else:
                counted.append(fault._replace(message=fault.message + COUNTED))
        return tuple(counted)


def _in_any_course(listed: Options, of_courses: Sequence[Options]) -> Options:
    """The options of a player, of which one is legal if it is legal in one of several courses."""
    legal = {option.notation: option for options in of_courses for option in options.legal}
    barred = [option for option in listed.options if option.notation not in legal]
    return listed._replace(options=tuple(legal.values()) + tuple(barred))


def places_after_leader(order: Sequence[int], players: int) -> tuple[str, ...]:
    """Return words for each seat, in place of the names: its place after the leader."""
    words = ["a player who sits out"] * players
    for place, seat in enumerate(order):
        words[seat] = PLACES[place] if place < len(PLACES) else f"player {place + 1} of this hand"
    return tuple(words)
