"""Games followed in several courses side by side, where a log leaves open who leads, or which roles the players hold.

Each course is a state of its own: `courses` are those besides the likeliest. An event is legal if one course admits it, and the
courses that do not admit it end there. A claim is false if it is false in all of them; a claim that is true in some ends the
others. Where an event is illegal in every course, the meaning with the fewest faults is reported, and a player is named only if
every course names the same; otherwise the players are counted from whoever led.

At most `MOST` courses are followed. Before there are more, those that differ only in what has been scored become one, of which
the score is not known.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from referee.core.events import Event, Finding
from referee.core.family import CompiledRules
from referee.core.game import TableGame
from referee.core.items import AtTable

MOST = 16
"""The most courses that are followed side by side."""
LEADER, ROLES = "leader", "roles"
"""What may be open, as a state notes it among what is unseen."""
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
TOO_MANY = "more is open here than can be followed; add `by:` where nobody knows who led, or the deal"


class OpenState(AtTable, Protocol):
    """A state of which there may be several side by side.

    `opener` is who led this hand if only this course says so, otherwise -1; `merged` says that this course stands for several
    that differed in what was scored, `dropped` that there were more courses than are followed.
    """

    courses: tuple[Any, ...]
    opener: int
    merged: bool
    dropped: bool
    unseen: dict[str, list[int]]

    def miss(self, what: str) -> None:
        """Keep in mind that the coming event says less than it might."""

    def become(self, other: Any) -> None:
        """Take over every field of another state."""


class Meant(NamedTuple):
    """An event as one course understands it, and what is wrong with it there."""

    course: Any
    event: Event
    faults: tuple[Finding, ...]


R = TypeVar("R", bound=CompiledRules)
S = TypeVar("S", bound=OpenState)


def in_groups(courses: Sequence[S], goes_on_alike: Callable[[S, S], bool]) -> list[list[S]]:
    """Return courses in groups, each of those in which the same may follow."""
    groups: list[list[S]] = []
    for course in courses:
        for group in groups:
            if goes_on_alike(course, group[0]):
                group.append(course)
                break
        else:
            groups.append([course])
    return groups


class GameSideBySide(TableGame[R, S]):
    """A game that follows several courses as long as a log leaves open which of them was played."""

    @abstractmethod
    def may_lead(self, state: S) -> Sequence[int]:
        """Return the seats that may lead now, in order of play, when it is not known who does."""

    @abstractmethod
    def in_order(self, state: S, opener: int) -> Sequence[int]:
        """Return the seats that play this hand, in order of play from `opener` on."""

    @abstractmethod
    def goes_on_like(self, course: S, other: S) -> bool:
        """Return whether two courses have come to the same."""

    @abstractmethod
    def merge(self, courses: Sequence[S]) -> list[S]:
        """Return fewer courses, in which those that differ only in what was scored are one."""

    def is_open(self, state: S, event: Event | None = None) -> bool:
        """Return whether the log leaves open which course was played, or an event does."""
        return bool(state.courses)

    def claims_open(self, state: S, expected: Mapping[str, Any]) -> bool:
        """Return whether it may depend on the course whether a claim is true."""
        return bool(state.courses)

    def courses_of(self, state: S, event: Event | None) -> list[S]:
        """Return the courses that an event, or a claim, must be judged in."""
        return [state, *state.courses]

    def take(self, state: S, events: Sequence[Event]) -> int:
        """Apply events while they are legal in some course; return how many were."""
        for number, event in enumerate(events):
            plain = not self.is_open(state, event) and not self.omission(state, event)
            if plain and not self.faults(state, event, state):
                self.acts[event.verb].apply(self.rules, state, event)
                state.clock += 1
                continue
            if self.check(state, event):
                return number
            self.apply(state, event)
        return len(events)

    def check(self, state: S, event: Event) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event in every course; never changes the state."""
        if not self.is_open(state, event):
            faults = super().check(state, event)
            if not any(fault.asks for fault in faults):
                return faults
        found: list[Meant] = []
        for course in self.courses_of(state, event):
            for meaning in self._meanings(course, event):
                faults = super().check(course, meaning)
                if not faults:
                    return ()
                found.append(Meant(course, meaning, faults))
        if state.dropped:
            return (Finding("turn", TOO_MANY, at=event.at, asks=True, bars=True),)
        return self._common_faults(found)

    def apply(self, state: S, event: Event) -> None:
        """Apply an event to every course that admits it; if none does, to those that have least against it."""
        understood = []
        for course in self.courses_of(state, event):
            for meaning in self._meanings(course, event):
                understood.append(Meant(course, meaning, ()))
        if len(understood) == 1:
            only = understood[0]
            if only.course is not state:
                state.become(only.course)
            super().apply(state, only.event)
            return
        tried = []
        for meant in understood:
            tried.append(meant._replace(faults=super().check(meant.course, meant.event)))
        ends = []
        for meant in _with_fewest_faults(tried):
            end = meant.course.copy()
            end.courses = ()
            chosen = meant.event is not event
            if chosen:
                end.miss(LEADER)
            super().apply(end, meant.event)
            if chosen:
                end.opener = meant.event.seat
            ends.append(end)
        self._follow(state, ends)

    def claims(self, state: S, expected: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield what is false in an `expect:` in every course."""
        if not self.claims_open(state, expected):
            yield from super().claims(state, expected)
            return
        found: list[Meant] = []
        for course in self.courses_of(state, None):
            alone = course.copy()
            alone.courses = ()
            false = tuple(super().claims(alone, expected))
            if not false:
                return
            found.append(Meant(alone, Event("expect", expected), false))
        if not state.dropped:
            yield from _said_by_all(found)

    def believe(self, state: S, expected: Mapping[str, Any]) -> None:
        """End the courses in which a claim would be false, if there are others."""
        if not self.claims_open(state, expected):
            return
        courses = self.courses_of(state, None)
        kept = []
        for course in courses:
            alone = course.copy()
            alone.courses = ()
            if not any(super().claims(alone, expected)):
                kept.append(alone)
        if kept and len(kept) < len(courses):
            self._follow(state, kept)

    def let_stand(self, state: S) -> None:
        """Note in every course that something illegal has taken effect."""
        for course in (state, *state.courses):
            super().let_stand(course)

    def _follow(self, state: S, ends: Sequence[S]) -> None:
        """Go on in these courses, each once."""
        courses: list[S] = []
        for end in ends:
            if not any(self.goes_on_like(end, other) for other in courses):
                courses.append(end)
        if len(courses) > MOST:
            courses = self.merge(courses)
        dropped = len(courses) > MOST
        likeliest = courses[0]
        if len(courses) == 1 and not likeliest.merged:
            likeliest.unseen.pop(LEADER, None)
            likeliest.unseen.pop(ROLES, None)
        state.become(likeliest)
        state.courses = tuple(courses[1:MOST])
        state.dropped = state.dropped or dropped

    def _meanings(self, course: S, event: Event) -> Sequence[Event]:
        """Return the events that one may stand for: one for each player who may lead, if it is not known who does."""
        if event.seat is not None or event.verb not in LED_BY:
            return (event,)
        here = course
        if self.omission(course, event):
            here = course.copy()
            self.catch_up(here, event)
        if here.phase != "play" or here.turn >= 0:
            return (event,)
        meanings = []
        for seat in self.may_lead(here):
            meanings.append(Event(event.verb, event.value, seat=seat, said=event.said, at=event.at, bit=event.bit))
        return meanings

    def _common_faults(self, found: Sequence[Meant]) -> tuple[Finding, ...]:
        """Return what is wrong with an event that no course admits; no player is named whom another course would not name."""
        if len(found) == 1:
            return found[0].faults
        counted = []
        for meant in _with_fewest_faults(found):
            opener = meant.course.opener
            if opener < 0 and meant.event.seat is not None:
                opener = meant.event.seat
            if opener < 0:
                return _said_by_all(found)
            course = meant.course.copy()
            course.players = _counted_from(self.in_order(course, opener), len(course.players))
            counted.append(meant._replace(faults=super().check(course, meant.event)))
        return _said_by_all(found, counted)


def _with_fewest_faults(found: Sequence[Meant]) -> list[Meant]:
    fewest = min([len(meant.faults) for meant in found])
    return [meant for meant in found if len(meant.faults) == fewest]


def _counted_from(order: Sequence[int], players: int) -> tuple[str, ...]:
    """Return words for each seat, in place of the names: its place after the leader."""
    words = ["a player who sits out"] * players
    for place, seat in enumerate(order):
        words[seat] = PLACES[place] if place < len(PLACES) else f"player {place + 1} of this hand"
    return tuple(words)


def _said_by_all(found: Sequence[Meant], counted: Sequence[Meant] = ()) -> tuple[Finding, ...]:
    """Return the faults that every course finds, in words that are true in each of them.

    counted: the same faults, with players counted from the leader in place of names.
    """
    likeliest = _with_fewest_faults(found)
    faults = []
    for place, fault in enumerate(likeliest[0].faults):
        seats = {one.seat for meant in found for one in meant.faults}
        named = [meant.faults[place] for meant in likeliest]
        seat = None
        if seats == {fault.seat}:
            seat = fault.seat
        if seat == fault.seat and _say_the_same(named):
            faults.append(fault)
            continue
        relative = [meant.faults[place] for meant in counted if place < len(meant.faults)]
        if seat is None and len(relative) == len(named) and _say_the_same(relative):
            message = relative[0].message
            after = relative[0].after
            if fault.cites:
                after += COUNTED
            else:
                message += COUNTED
            faults.append(fault._replace(message=message, after=after, seat=None, legal=()))
            continue
        faults.append(fault._replace(message=_either(named), seat=seat, legal=()))
    return tuple(faults)


def _say_the_same(faults: Sequence[Finding]) -> bool:
    """Return whether faults are the same in every word."""
    first = faults[0]
    return all((one.rule, one.message, one.after) == (first.rule, first.message, first.after) for one in faults)


def _either(faults: Sequence[Finding]) -> str:
    """Return one sentence for faults of which one is the case: 'the score of Ann is claimed to be 5; it is 3, or it is 7'."""
    sentences = list(dict.fromkeys(fault.message for fault in faults))
    if len(sentences) == 1:
        return sentences[0]
    heads = {sentence.partition("; ")[0] for sentence in sentences}
    if len(heads) > 1:
        return ", or else ".join(sentences)
    tails = [sentence.partition("; ")[2] for sentence in sentences]
    return f"{heads.pop()}; {', or '.join(tails)}"
