"""Courses: the states that a game may have come to where a log leaves open what happened. Nothing here knows a game.

A log may not say whose play an event is, or which of two stockpiles was taken, and that changes which events may come next. So
an event has several `Meaning`s, and the game goes on in a state for each that is legal: the likeliest, and the `others` of its
`Courses` beside it. Later events end the courses that do not admit them, and courses that have come to the same are one again.

An event is legal if one meaning of it is legal in one course. If none is, the referee must not say more than it knows. It
reports the meaning with the fewest faults, and names a player only if every meaning names the same: Ann may have played twice,
or Ben once, and whoever did it, the other did nothing wrong.

Meanings that contradict what was seen, as a card played out of a hand in which it cannot be, count only if all of them do.

At most `MOST` courses are followed. Where more are possible, the likeliest are, and `more_possible` says so: an event or a
claim that none of them admits may then be right in one that is not followed, so it accuses nobody.

Nobody pays for this whose log leaves nothing open: a state with a single course has no `Courses` at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from referee.core.events import Finding, doubt
from referee.core.fields import Fields
from referee.core.wording import in_list

MOST = 16
"""The most courses that are followed side by side."""
S = TypeVar("S", bound=Fields)
Faults = tuple[Finding, ...]


class Meaning(NamedTuple, Generic[S]):
    """A meaning of an event: what is wrong with it, and the state that it leads to, which is made only when asked for.

    It is `refuted` if it contradicts what was seen: where cards lie, or whose turn the log says it is.
    """

    faults: Faults
    happen: Callable[[], S]
    refuted: bool = False


class Opened(NamedTuple):
    """An event that left more than one course open: its number, and the words that would have said which."""

    event: int
    words: tuple[str, ...]


class Courses(NamedTuple, Generic[S]):
    """The courses besides the likeliest, which is the state that has them, and the events that opened them.

    `more_possible`: more courses were possible than are followed.
    """

    others: tuple[S, ...] = ()
    opened: tuple[Opened, ...] = ()
    more_possible: bool = False

    def let(self, change: Callable[[S], object]) -> Self:
        """Return the same courses, after a change that is made in a copy of each."""
        changed = []
        for course in self.others:
            copied = course.copy()
            change(copied)
            changed.append(copied)
        return self._replace(others=tuple(changed))


def follow(before: Courses[S] | None, ends: Sequence[S], opened: Opened) -> tuple[S, Courses[S] | None]:
    """Return the likeliest state after an event, and the courses beside it, if there are any.

    `ends` are the states that the legal meanings of the event lead to, the likeliest first, at least one; of those from which
    the game goes on alike, the first is kept. `opened` is added to the events that left something open if there are more now
    than there were.
    """
    if not before:
        before = Courses()
    kept: list[S] = []
    for end in ends:
        if not any(end.goes_on_like(other) for other in kept):
            kept.append(end)
    more_possible = before.more_possible or len(kept) > MOST
    if len(kept) == 1 and not more_possible:
        return kept[0], None
    events = before.opened
    if len(kept) > len(before.others) + 1:
        events = (*events, opened)
    return kept[0], Courses(tuple(kept[1:MOST]), events, more_possible)


def is_admitted(meanings: Iterable[Meaning[S]]) -> bool:
    """Return whether one of these meanings is legal; no meaning after that is looked at."""
    return any(not meaning.faults for meaning in meanings)


def likeliest_fault(meanings: Sequence[Meaning[S]]) -> Meaning[S]:
    """Return which meaning to assume of an event that is legal in none: the first of those with the fewest faults."""
    return min(_believable(meanings), key=_number_of_faults)


def report(meanings: Sequence[Meaning[S]], players: Sequence[str]) -> Faults:
    """Return what is wrong with an event that is legal in none of its meanings.

    These are the faults of the meaning with the fewest. If several that can be believed have as few, or if another meaning
    names another player, it is a single finding that tells them all, and names a player only if they agree.
    """
    assumed = likeliest_fault(meanings)
    first = assumed.faults[0]
    told = [first]
    seat = first.seat
    for meaning in _believable(meanings):
        other = meaning.faults[0]
        as_likely = len(meaning.faults) == len(assumed.faults) and not meaning.refuted
        if other.seat != first.seat:
            seat = None
        if as_likely or other.seat != first.seat:
            told.append(other)
    if {fault.message for fault in told} == {first.message}:
        return assumed.faults
    message = _either(told, players)
    bars = any(fault.bars for fault in assumed.faults)
    return (first._replace(message=message, seat=seat, bars=bars),)


def _either(told: Sequence[Finding], players: Sequence[str]) -> str:
    """Return a sentence that is true if one of several faults is: 'Ann or Ben names 5sp, which does not lie there'."""
    names = list(dict.fromkeys(players[fault.seat] for fault in told if fault.seat is not None))
    done = {_predicate(fault, players) for fault in told}
    if len(done) == 1 and "" not in done:
        return f"{in_list(names, 'or')} {done.pop()}"
    messages = dict.fromkeys(fault.message for fault in told)
    return f"however it is meant, this is illegal: either {'; or '.join(messages)}"


def _predicate(fault: Finding, players: Sequence[str]) -> str:
    """Return what a fault says of its player; nothing if the sentence does not begin with that name."""
    if fault.seat is None:
        return ""
    before, _, predicate = fault.message.partition(f"{players[fault.seat]} ")
    if before:
        return ""
    return predicate


def _believable(meanings: Sequence[Meaning[S]]) -> Sequence[Meaning[S]]:
    """Return the meanings that do not contradict what was seen; all of them, if all do."""
    return [meaning for meaning in meanings if not meaning.refuted] or meanings


def _number_of_faults(meaning: Meaning[Any]) -> int:
    return len(meaning.faults)


def false_in_all(
    state: S, courses: Courses[S] | None, check: Callable[[S], Iterable[Finding]], open_fields: frozenset[str]
) -> Faults:
    """Return what is false in a claim: what `check` finds in the likeliest course, if it finds something in every one.

    If more courses are possible than are followed, they may differ in the `open_fields` of a state, and a claim about these is
    not false.
    """
    if courses is None:
        return tuple(check(state))
    false = tuple(check(state))
    if not false or not all([*check(course)] for course in courses.others):
        return ()
    if courses.more_possible and open_fields & fields_read(state, check):
        return ()
    return false


def fields_read(state: S, ask: Callable[[S], Iterable[Any]]) -> set[str]:
    """Return the fields of a state, by name, that a question reads: what its answer can depend on."""
    read: set[str] = set()
    kind = type(state)
    names = {field.name for field in state.all_fields if field.stored}

    def note(watched: S, name: str) -> Any:
        if name in names:
            read.add(name)
        return object.__getattribute__(watched, name)

    watcher = type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": note})
    watched = cast(S, object.__new__(watcher))
    for name in names:
        setattr(watched, name, getattr(state, name))
    list(ask(watched))
    return read


def not_followed(courses: Courses[Any]) -> Finding:
    """Return why an event that no course admits is not judged: it may be legal in one of those that are not followed."""
    write = f"write {words_to_write(courses)}, from event {courses.opened[0].event} on"
    message = f"this fits none of the meanings that are followed, but more are possible; {write}"
    return Finding("unseen-meanings", message, bars=True, asks=True)


def words_to_write(courses: Courses[Any]) -> str:
    """Return the words that would have left nothing open, as a message lists them."""
    words = dict.fromkeys(word for opened in courses.opened for word in opened.words)
    return in_list(list(words), "or")


def doubts(courses: Courses[Any] | None, one: tuple[str, str], many: tuple[str, str]) -> Iterator[Finding]:
    """Yield the doubt that more than one course is open, if it is, with the rule and text of `one`, or of `many` if not all are
    followed."""
    if courses is None:
        return
    rule, text = many if courses.more_possible else one
    events = tuple(opened.event for opened in courses.opened)
    yield doubt(rule, f"{text}; write {words_to_write(courses)}", events)
