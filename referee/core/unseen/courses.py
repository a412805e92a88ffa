"""Courses: the states that a game may have come to where a log leaves open what happened. Nothing here knows a game.

A log may not say whose play an event is, which of two stockpiles was taken, or who led a hand, and that changes which events
may come next. Such an event has several `Meaning`s, and the game goes on in a state for each of them that is legal. The
likeliest is the state itself; its `courses` has the others. Take a hand of Hearts of which nobody knows who holds the Two of
Clubs: it has four courses, one for each leader, until an event comes that says `by: Ann`. Only one of the four admits that, and
the game goes on in this one alone.

Four sentences say how a log is judged then:

- An event is legal if one meaning of it is legal in one course; the courses that do not admit it end there.
- A claim is false if it is false in every course; one that is true in some ends the others.
- Of an event that is legal in none, the meaning with the fewest faults is reported, and a player is named only if every meaning
  names the same: Ann may have played twice, or Ben once, and whoever did it, the other did nothing wrong. Meanings that
  contradict what was seen, as a card played out of a hand in which it cannot be, count only if all of them do.
- Courses from which the game goes on alike are one.

At most `MOST` courses are followed. Before there are more, those that differ only in what was scored become one, of which the
score is not known; so they do at the next deal of a game in which only the score outlives a round. If there are more all the
same, the likeliest are followed. Then an event or a claim that none of these admits may be right in another, so it accuses
nobody. Such an event is not judged, nor is what comes after it; it is only read, so that a misspelt card is found. In a game
whose next round begins in the same way whatever happened in this one, judging begins anew with the next round, with scores that
are not known. What stays is one doubt that names the events and the words that would have said which course it was. Otherwise,
and if no other round follows, the log is not judged to its end, and so it is not legal.

Nobody pays for this whose log leaves nothing open: the `courses` of such a state is None.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar, cast

from referee.core.events import Event, Finding, Item, Misread, Unknown, doubt
from referee.core.family import Block, CompiledRules, Options
from referee.core.fields import Fields, part
from referee.core.game import TableGame
from referee.core.items import AnyItems, verb_of
from referee.core.places import Key, Pointer
from referee.core.ruleset import Ruleset
from referee.core.values import YES_NO, Kind, record, refuse, shapeless
from referee.core.wording import in_list

if TYPE_CHECKING:
    from referee.core.parts import Parts

MOST = 16
"""The most courses that are followed side by side."""
Faults = tuple[Finding, ...]


OPEN_KEYS = {"courses": Kind(((list, dict),)).such(len), "more": YES_NO, "unjudged": YES_NO}
OPEN = record(OPEN_KEYS)
"""What a position says of what is not known, besides the keys that are the same in every course: each course with its own keys,
whether more are possible than these, and whether nothing is judged from here on, or up to the next round. A family may have
keys besides, for what is not known in a single course."""


IN_OPEN = ("position", "open", "courses")
"""Where the courses of a position are written."""


def open_part() -> Any:
    """Declare the part of a `position:` that has the courses. A family that has keys of its own there reads them."""

    def refuse_others(reading: object, state: object, value: object, at: Pointer) -> Any:
        raise shapeless()

    return part(Kind((object,), refuse_others, lambda rules, state, value: {}))


class CourseState(Fields):
    """A state of which there may be several side by side."""

    __slots__ = ()
    players: tuple[str, ...]
    phase: str
    turn: int
    history: list[Any]
    courses: Courses[Any] | None


S = TypeVar("S", bound=CourseState)
R = TypeVar("R", bound=CompiledRules)
I = TypeVar("I", bound=AnyItems)  # noqa: E741 - the items of a log


class Meaning(NamedTuple, Generic[S]):
    """A meaning of an event: what is wrong with it, and the state that it leads to, which is made only when asked for.

    It is `refuted` if it contradicts what was seen: where cards lie, or whose turn the log says it is. `counted` finds the same
    faults in words that call the players by their places instead of their names, if there are such words.
    """

    faults: Faults
    happen: Callable[[], S]
    refuted: bool = False
    counted: Callable[[], Faults] | None = None


class Opened(NamedTuple):
    """An event that left more than one course open: its number, and the words that would have said which."""

    event: int
    words: tuple[str, ...]


class Courses(NamedTuple, Generic[S]):
    """The courses besides the likeliest, which is the state that has them, and the events that opened them.

    `merged`: some that differed in what was scored have become one. `more_possible`: more are possible than are followed.
    `skips`: an event came that none of those admits, and nothing is judged now; `skipped` has the number of each event where
    that began, 0 for a position that says so.
    """

    others: tuple[S, ...] = ()
    opened: tuple[Opened, ...] = ()
    merged: bool = False
    more_possible: bool = False
    skips: bool = False
    skipped: tuple[int, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether more than one course is followed or possible, or nothing is judged."""
        return bool(self.others) or self.more_possible or self.skips

    @property
    def first_unjudged(self) -> int:
        """The number of the event since which nothing is judged, if it skips."""
        return max(self.skipped[-1], 1)

    @property
    def words(self) -> str:
        """The words that would have left nothing open, as a message lists them."""
        words = dict.fromkeys(word for one in self.opened for word in one.words)
        return in_list(list(words), "or")

    def let(self, change: Callable[[S], object]) -> Self:
        """The same courses after a change, which is made in a copy of each."""
        changed = []
        for course in self.others:
            copied = alone(course)
            change(copied)
            changed.append(copied)
        return self._replace(others=tuple(changed))


NONE: Courses[Any] = Courses()


def every(state: S) -> list[S]:
    """Return all courses that a game may have taken, the likeliest first; only the state, if nothing is open."""
    courses = [state]
    if state.courses is not None:
        courses += state.courses.others
    return courses


def alone(course: S) -> S:
    """Return a copy of a course that has no other beside it."""
    copied = course.copy()
    copied.courses = None
    return copied


def each_once(courses: Iterable[S]) -> list[S]:
    """The courses without those from which the game goes on just as from an earlier one."""
    kept: list[S] = []
    for course in courses:
        if not any(course.goes_on_like(other) for other in kept):
            kept.append(course)
    return kept


def follow(
    before: Courses[S] | None, ends: Sequence[S], opened: Opened | None, merge: Callable[[Sequence[S]], list[S]]
) -> S:
    """The state after an event: the likeliest course, with the others in its `courses`, if there are any.

    `before` are the courses until then (None: one). `ends` are the states that the legal meanings of the event lead
    to, the likeliest first, at least one. `opened` is the event with the words that would have told its meaning; it
    is kept if there are more courses now than there were. `merge` makes fewer of too many.
    """
    courses_before = NONE if before is None else before
    kept = each_once(ends)
    number = len(kept)
    if number > MOST:
        kept = merge(kept)
    is_merged = courses_before.merged or len(kept) < number
    more_possible = courses_before.more_possible or len(kept) > MOST
    likeliest = kept[0]
    if len(kept) == 1 and not (is_merged or more_possible or courses_before.skipped):
        likeliest.courses = None
        return likeliest
    events = courses_before.opened
    if opened is not None and opened.words and number > len(courses_before.others) + 1:
        events = (*events, opened)
    likeliest.courses = Courses(tuple(kept[1:MOST]), events, is_merged, more_possible, skipped=courses_before.skipped)
    return likeliest


def likeliest(meanings: Sequence[Meaning[S]]) -> list[Meaning[S]]:
    """The meanings to assume of an event that is illegal in every one: those with the fewest faults that can be
    believed.

    If all contradict what was seen, it is a single one.
    """
    believed = _believable(meanings)
    fewest = min([len(meaning.faults) for meaning in believed])
    likely = [meaning for meaning in believed if len(meaning.faults) == fewest]
    if likely[0].refuted:
        return likely[:1]
    return likely


def report(meanings: Sequence[Meaning[S]], players: Sequence[str]) -> Faults:
    """The faults of an event, or of a claim, that are true in each of its meanings, where none is legal.

    These are the faults of the likeliest meaning. Where others that are as likely say something else, or another
    names another player, a fault is put in words that are true whichever is the case.
    """
    likely = likeliest(meanings)
    faults = []
    for place, fault in enumerate(likely[0].faults):
        candidates = [meaning.faults[place] for meaning in likely]
        for meaning in _believable(meanings):
            other = meaning.faults[place]
            if other.seat != fault.seat and other not in candidates:
                candidates.append(other)
        if {(candidate.seat, *_words(candidate)) for candidate in candidates} == {(fault.seat, *_words(fault))}:
            faults.append(fault)
            continue
        whose = {candidate.seat for candidate in candidates}
        counted = None
        if len(whose) > 1 or None in whose:
            counted = _fault_of_nobody(likely, place)
        faults.append(counted or _either(candidates, players))
    return tuple(faults)


def _words(fault: Finding) -> tuple[str, ...]:
    return fault.rule, fault.message, fault.after


def _fault_of_nobody(likely: Sequence[Meaning[S]], place: int) -> Finding | None:
    """The fault at this index of the likely meanings in words that name nobody; None if there are none that fit all
    of them."""
    counted = []
    for meaning in likely:
        if meaning.counted is None:
            return None
        again = meaning.counted()
        if len(again) <= place:
            return None
        counted.append(again[place])
    first = counted[0]
    if any(_words(fault) != _words(first) for fault in counted):
        return None
    return first._replace(seat=None, legal=())


def _either(told: Sequence[Finding], players: Sequence[str]) -> Finding:
    """One fault made of several, which is true if one of these is."""
    first = told[0]
    seat = first.seat
    if any(fault.seat != seat for fault in told):
        seat = None
    bars = any(fault.bars for fault in told)
    sentence = _sentence(told, players)
    return first._replace(message=sentence, seat=seat, bars=bars, legal=(), cites=(), after="")


def _sentence(told: Sequence[Finding], players: Sequence[str]) -> str:
    """A sentence that is true if one of several faults is.

    'Ann or Ben names 5sp, which does not lie there', 'the score of Ann is claimed to be 5; it is 3, or it is 7'.
    """
    messages = list(dict.fromkeys([fault.message + fault.after for fault in told]))
    names = list(dict.fromkeys([players[fault.seat] for fault in told if fault.seat is not None]))
    done = {_predicate(fault, players) for fault in told}
    if len(done) == 1 and "" not in done:
        return f"{in_list(names, 'or')} {done.pop()}"
    heads = {message.partition("; ")[0] for message in messages}
    if len(heads) == 1:
        tails = [message.partition("; ")[2] for message in messages]
        return f"{heads.pop()}; {', or '.join(tails)}"
    return f"however it is meant, this is illegal: either {'; or '.join(messages)}"


def _predicate(fault: Finding, players: Sequence[str]) -> str:
    """What a fault says after the name of its player; "" if the sentence does not begin with that name."""
    if fault.seat is None:
        return ""
    before, _, predicate = f"{fault.message}{fault.after}".partition(f"{players[fault.seat]} ")
    if before:
        return ""
    return predicate


def _believable(meanings: Sequence[Meaning[S]]) -> Sequence[Meaning[S]]:
    """Return the meanings that do not contradict what was seen; all of them, if all do."""
    return [meaning for meaning in meanings if not meaning.refuted] or meanings


def fields_read(state: S, ask: Callable[[S], Iterable[Any]]) -> set[str]:
    """The names of the fields of a state that a question reads: what its answer can depend on.

    The question is asked of a copy of the state, in a class that notes each field when it is read.
    """
    names_read: set[str] = set()
    kind = type(state)
    names = {field.name for field in state.all_fields if field.stored}

    def note(watched: S, name: str) -> Any:
        if name in names:
            names_read.add(name)
        return object.__getattribute__(watched, name)

    watcher = type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": note})
    watched = cast(S, object.__new__(watcher))
    for name in names:
        setattr(watched, name, getattr(state, name))
    list(ask(watched))
    return names_read


MANY = (
    "unseen-meanings",
    "more can be meant than is followed; what the rest would decide accuses nobody",
)
"""Rule and text of the doubt that not every course is followed."""


def doubts(
    courses: Courses[Any] | None, one: tuple[str, str], until: str = "on", elsewhere: Container[tuple[str, ...]] = ()
) -> Iterator[Finding]:
    """Yield the doubt that a log leaves more than one course open, if it does.

    `one` is its rule and text; `MANY` counts instead if not all courses are followed. `until` says up to when nothing
    is judged. `elsewhere` has the words to write that other doubts name, as long as all courses are followed.
    """
    if courses is None:
        return
    if not (courses.more_possible or courses.skipped):
        yield from _doubt_of_each(courses, one, elsewhere)
        return
    rule, text = MANY
    if courses.opened:
        text += f"; write {courses.words}"
    numbers = [str(event) for event in courses.skipped if event]
    if 0 in courses.skipped:
        text += f"; {UNJUDGED_POSITION}, so nothing is judged from there {until}"
    if numbers:
        noun = "event" if len(numbers) == 1 else "events"
        text += f"; {noun} {in_list(numbers)} may have been legal all the same, so nothing is judged from there {until}"
    yield doubt(rule, text, (*_events_of(courses), *filter(None, courses.skipped)))


def _doubt_of_each(
    courses: Courses[Any], one: tuple[str, str], elsewhere: Container[tuple[str, ...]]
) -> Iterator[Finding]:
    """Yield the doubt that more than one course is open and all are followed, unless another doubt names those
    words."""
    told = tuple([opened for opened in courses.opened if opened.words not in elsewhere])
    if not told:
        return
    rule, text = one
    if all(opened.event == 0 for opened in told):
        text = "the position leaves open which of several courses the game took"
    courses = courses._replace(opened=told)
    yield doubt(rule, f"{text}; write {courses.words}", _events_of(courses))


def _events_of(courses: Courses[Any]) -> tuple[int, ...]:
    """Return the numbers of the events that opened courses; a position has none."""
    return tuple([opened.event for opened in courses.opened if opened.event])


UNJUDGED_POSITION = "the position leaves open too much"
NEXT_UNKNOWN = "it is not known what comes next"
"""What is said of a position that says that nothing is judged, and of what may be done where nothing is."""


def skips(state: CourseState) -> bool:
    """Return whether what comes now is not judged, whatever it is, unless a round begins with it."""
    return state.courses is not None and state.courses.skips


class FirstEvent(Event):
    """The first event of a round with which judging may begin anew."""

    __slots__ = ()


class GameInCourses(TableGame[R, I, S]):
    """A game that follows every course that was possible, as long as a log leaves open which of them was played."""

    scored: frozenset[str] = frozenset()
    """The fields of a state that say what came of earlier rounds."""
    of_the_moment: frozenset[str] = frozenset()
    """The rules by which an item cannot be read only because of what happened before it."""

    def __init__(self, ruleset: Ruleset, players: int, parts: Parts[Self, R, I, S]) -> None:
        super().__init__(ruleset, players, parts)
        self.read = self._read

    @abstractmethod
    def meanings(self, state: S, event: Event) -> Iterator[Meaning[S]]:
        """Yield the meanings of an event in every course, the likeliest first."""

    @abstractmethod
    def words_that_tell(self, state: S, event: Event) -> tuple[str, ...]:
        """Return what a log writes so that an event like this has one meaning; nothing if it opens no courses."""

    def opened_at(self, state: S, event: Event) -> int:
        """Return the number of the event that leaves something open: this one, unless the log omits another before it."""
        return state.clock + 1

    def between_rounds(self, state: S) -> bool:
        """Return whether a round has ended and the next has not begun, in a game of rounds."""
        return False

    def forget_scores(self, one: S, group: Sequence[S]) -> None:
        """Make unknown in a state what these courses scored differently; of a single one, everything that was scored."""

    def is_open(self, state: S) -> bool:
        """Return whether more than one course is followed or possible."""
        return state.courses is not None and state.courses.is_open

    def may_open(self, state: S, event: Event) -> bool:
        """Return whether more than one course may be possible after an event, if only one is now."""
        return False

    def courses_of(self, state: S, event: Event) -> list[S]:
        """Return the courses in which an event is judged, or a claim: that is an event with the verb `expect`."""
        return every(state)

    def start(self, players: Sequence[str], setup: Mapping[str, object], at: Mapping[str, object] | None) -> S:
        """The state before the first event; the `open:` of a position may give several courses. Raises Misread."""
        if at is None or "open" not in at:
            return super().start(players, setup, at)
        open_said, without_open = self._read_open(at)
        own_keys = open_said.get("courses", ())
        each = []
        for number, own in enumerate(own_keys):
            each.append(self._start_course(players, setup, without_open, own, (*IN_OPEN, number)))
        if not each:
            each.append(super().start(players, setup, without_open))
        opened = Opened(0, (_instead_of_open(own_keys),))
        likeliest = follow(None, each, opened, self.merge)
        unjudged = bool(open_said.get("unjudged"))
        if open_said.get("more") or unjudged:
            courses = likeliest.courses or Courses(opened=(opened,))
            # the event number 0 stands for the position itself
            likeliest.courses = courses._replace(more_possible=True, skips=unjudged, skipped=(0,) * unjudged)
        return likeliest

    def _read_open(self, at: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, object]]:
        """The parts of the `open:` of a position that are about courses, and the keys of the position without these.

        Other keys in `open:`, which belong to the family, stay in the position. Raises Misread.
        """
        written = at["open"]
        if not isinstance(written, dict):
            raise shapeless()
        own = {key: value for key, value in written.items() if key not in OPEN_KEYS}
        plain = {key: value for key, value in at.items() if key != "open"}
        if own:
            plain["open"] = own
        shared = {key: value for key, value in written.items() if key in OPEN_KEYS}
        return OPEN.of(self.reading, None, shared, ("position", "open")), plain

    def _start_course(
        self,
        players: Sequence[str],
        setup: Mapping[str, object],
        common: Mapping[str, object],
        own: Mapping[str, object],
        at: Pointer,
    ) -> S:
        """The state of one course of a position: `common` has the keys that all courses share, `own` those of this
        one.

        `at` is the way to this course in the log, for faults. Raises Misread, without faults if the schema must say
        what is wrong.
        """
        if "open" in own and not _is_of_one_course(own["open"]):
            raise refuse("a course has only keys of a `position:`, as they are written there", (*at, Key("open")))
        try:
            return super().start(players, setup, {**common, **own})
        except Misread as misread:
            own_faults = []
            for fault in misread.faults:
                if fault.at[1:2] and fault.at[1] in own:
                    fault = fault._replace(at=(*at, *fault.at[1:]))
                own_faults.append(fault)
            raise Misread(own_faults, shapeless=misread.shapeless) from None

    def position(self, state: S) -> dict[str, Any]:
        """The state as the `position:` of a log: what all courses agree on, and under `open:` what each has of its
        own."""
        each = []
        for course in every(state):
            written = super().position(course)
            its_open = self.not_known(course)
            if its_open:
                written["open"] = its_open
            if written not in each:  # courses that have come to the same are one
                each.append(written)
        if state.courses is None or not state.courses.is_open:
            return each[0]
        common = {}
        for key, value in each[0].items():
            if all(one.get(key) == value for one in each):
                common[key] = value
        open_said: dict[str, Any] = {}
        if len(each) > 1:
            open_said["courses"] = [{key: one[key] for key in one if key not in common} for one in each]
        if state.courses.more_possible:
            open_said["more"] = True
        if state.courses.skips:
            open_said["unjudged"] = True
        open_said |= common.get("open", {})
        if open_said:
            common["open"] = open_said
        return common

    def not_known(self, course: S) -> dict[str, Any]:
        """Return what is not known in one course, as the keys of `open:` that the family has besides the courses."""
        return {}

    def view(self, state: S) -> tuple[dict[str, Any], list[Block]]:
        """The table as data and as blocks to draw, with a last line on what is not known."""
        data, blocks = super().view(state)
        courses = state.courses
        if courses is None or not courses.is_open:
            return data, blocks
        number = len(courses.others) + 1
        events = list(_events_of(courses))
        data["open"] = {"courses": number, "events": events, "more": courses.more_possible}
        if courses.more_possible:
            many = "more courses than are followed are"
        else:
            many = f"{number} courses are"
        line = f"Not all is known: {many} possible"
        if courses.opened:
            line += f"; write {courses.words}"
        if events:
            noun = "event" if len(events) == 1 else "events"
            line += f" ({noun} {', '.join(map(str, events))})"
        shown = "What they agree on is shown."
        if courses.skips:
            shown = f"Nothing is judged from event {courses.first_unjudged} on; the table before it is shown."
        elif self.settle(state) is state:
            shown = "The likeliest is shown."
        return data, [*blocks, Block(lines=(f"{line}. {shown}",))]

    def likeliest_position(self, state: S) -> dict[str, Any]:
        """Return the likeliest course as a position, without the others."""
        return super().position(state)

    def may_differ(self, state: S) -> frozenset[str]:
        """Return the fields in which a course that is not followed may differ from a state."""
        return frozenset([field.name for field in state.all_fields])

    def starts_anew(self) -> bool:
        """Return whether courses can differ only in what was scored once the next round begins, and are one from there on."""
        return False

    def begins_round(self, item: Item) -> bool:
        """Return whether an item can only come at the beginning of a round."""
        return False

    def end_round(self, state: S) -> None:
        """End a round that nothing is known about, if the game has not ended with it."""

    def faults_in(self, course: S, event: Event) -> Faults:
        """Return everything that is wrong with an event in one course, by its likeliest meaning."""
        return super().check(course, event)

    def claims_in(self, course: S, expected: Mapping[str, object]) -> Iterator[Finding]:
        """Yield what is false in one course in an `expect:`."""
        return super().claims(course, expected)

    def mark_irregular(self, course: S) -> None:
        """Note in one course that something illegal has taken effect, where a position must say so."""

    def apply_in(self, course: S, event: Event) -> None:
        """Apply an event in one course, by its likeliest meaning."""
        super().apply(course, event)

    def end_of(self, course: S, event: Event) -> S:
        """Return the course after an event, by its likeliest meaning."""
        end = alone(course)
        self.apply_in(end, event)
        return end

    def take(self, state: S, events: Sequence[Event]) -> int:
        """Apply events while they are legal in some course; the number of events applied."""
        for number, event in enumerate(events):
            if not self.is_open(state) and self.take_plainly(state, event):
                continue
            if self.check(state, event):
                return number
            self.apply(state, event)
        return len(events)

    def take_plainly(self, state: S, event: Event) -> bool:
        """Apply an event to the only course, if it is legal and opens no other; whether it was applied."""
        if self.may_open(state, event) or self.omission(state, event) or self.faults(state, event, state):
            return False
        self.happen(state, event)
        return True

    def check(self, state: S, event: Event) -> Faults:
        """Everything that is wrong with an event in every course; nothing where nothing is judged. Never changes the
        state."""
        if skips(state):
            if not isinstance(event, FirstEvent):
                return ()
            state = self._anew(state)
        return self.check_in_each(state, event)

    def check_in_each(self, state: S, event: Event) -> Faults:
        """Everything that is wrong with an event in all courses; nothing if one followed admits it, or one not
        followed may."""
        found = []
        for meaning in self.meanings(state, event):
            if not meaning.faults:
                return ()
            found.append(meaning)
        if state.courses is None or not state.courses.more_possible:
            return report(found, state.players)
        if isinstance(event, FirstEvent):  # the round before may have ended in a course that is not followed
            return self.check_in_each(self._anew(state), event)
        return ()  # it may be legal in one that is not followed

    def apply(self, state: S, event: Event) -> None:
        """Apply an event in place; where nothing is judged it only counts, unless it begins a round with which
        judging begins anew."""
        if skips(state):
            if not isinstance(event, FirstEvent):
                state.clock += 1
                return
            state.become(self._anew(state))
        self.apply_in_each(state, event)

    def apply_in_each(self, state: S, event: Event) -> None:
        """Apply an event, in place, by each of its legal meanings; if there is none, by those that are the likeliest.

        If it is illegal in all courses that are followed, and others are possible, nothing is judged from here on.
        """
        if not (self.is_open(state) or self.may_open(state, event)):
            self.apply_in(state, event)
            return
        courses = state.courses
        meanings = list(self.meanings(state, event))
        legal = [meaning for meaning in meanings if not meaning.faults]
        if courses is not None and courses.more_possible and not legal:
            if isinstance(event, FirstEvent):
                state.become(self._anew(state))
                self.apply_in_each(state, event)
                return
            state.clock += 1
            state.courses = courses._replace(others=(), skips=True, skipped=(*courses.skipped, state.clock))
            return
        ends = []
        for meaning in legal or likeliest(meanings):
            ends.append(meaning.happen())
        begins = self.between_rounds(state) and not self.between_rounds(ends[0])
        if begins and courses is not None and self.starts_anew():
            ends, courses = self._next_round(ends, courses)
        opened = Opened(self.opened_at(state, event), self.words_that_tell(state, event))
        state.become(follow(courses, ends, opened, self.merge))

    def unjudged(self, state: S) -> Finding | None:
        """A finding that nothing is judged since an event, and why; None if everything is judged."""
        courses = state.courses
        if courses is None or not courses.skips:
            return None
        event = courses.first_unjudged
        why = "no course that is followed admits this, but another may"
        if 0 in courses.skipped[-1:]:
            why = UNJUDGED_POSITION
        message = f"{why}, so nothing is judged from event {event} on; write {courses.words}"
        return doubt(MANY[0], message)._replace(event=event)

    def options(self, state: S) -> Options:
        """Return what may happen now, and what forbids the rest; nothing is known of that where nothing is judged."""
        if skips(state):
            return Options(None, NEXT_UNKNOWN)
        return super().options(state)

    def _awaited(self: Self, seen: S) -> str:
        """Return what comes next, in words, as far as anything is judged."""
        if skips(seen):
            return NEXT_UNKNOWN
        return super()._awaited(seen)

    def _next_round(self, ends: Sequence[S], courses: Courses[S]) -> tuple[list[S], Courses[S]]:
        """The courses that are left when a new round begins, and the record of what was open until then.

        They differ only in scores, so courses with different scores become one, whose scores are not known.
        """
        fewer = self.merge(ends)
        if not courses.more_possible:
            return fewer, courses._replace(merged=courses.merged or len(fewer) < len(ends))
        for course in fewer:
            self.forget_scores(course, [course])
        return fewer, courses._replace(merged=True, more_possible=False)

    def _anew(self, state: S) -> S:
        """The state in which the next round begins after one that was not judged to its end: its scores are not
        known."""
        begun = alone(state)
        self.end_round(begun)
        self.forget_scores(begun, [begun])
        if state.courses is not None:
            begun.courses = state.courses._replace(merged=True, more_possible=False, skips=False)
        return begun

    def merge(self, courses: Sequence[S]) -> list[S]:
        """Fewer courses: those that differ only in what was scored become one, whose score is not known."""
        groups: list[list[S]] = []
        for course in courses:
            for group in groups:
                if course.goes_on_like(group[0], self.scored):
                    group.append(course)
                    break
            else:
                groups.append([course])
        merged = []
        for group in groups:
            one = group[0].copy()
            if len(group) > 1:
                self.forget_scores(one, group)
            merged.append(one)
        return merged

    def claims(self, state: S, expected: Mapping[str, object]) -> Iterator[Finding]:
        """Yield the claims of an `expect:` that are false in every course, in words that are true whichever was
        played.

        Where nothing is judged the claims are only read, for what is misspelt. If other courses are possible, only
        claims that cannot depend on the course count.
        """
        if skips(state):
            list(self.claims_in(alone(state), expected))
            return
        found = []
        for course in self.courses_of(state, Event("expect", expected)):
            false = tuple(self.claims_in(alone(course), expected))
            if not false:
                return
            found.append(Meaning(false, course.copy))
        if state.courses is not None and state.courses.more_possible:
            certain = self._certain(state, expected)
            found = [Meaning(tuple(self.claims_in(alone(state), certain)), state.copy)]
        yield from report(found, state.players)

    def _certain(self, state: S, expected: Mapping[str, object]) -> dict[str, Any]:
        """Return the claims that cannot depend on which course was played."""
        certain: dict[str, Any] = {}
        if self.between_rounds(state):
            return certain
        for what, claimed in expected.items():
            read = fields_read(state, partial(self.claims_in, expected={what: claimed}))
            if not read & self.may_differ(state):
                certain[what] = claimed
        return certain

    def believe(self, state: S, expected: Mapping[str, object]) -> None:
        """End the courses, in place, in which a claim would be false, if there are others; the rest learn what it
        says."""
        courses = self.courses_of(state, Event("expect", expected))
        if len(courses) == 1:
            return
        kept = []
        for course in courses:
            by_itself = alone(course)
            if not any(self.claims_in(by_itself, expected)):
                kept.append(by_itself)
        if kept:
            state.become(follow(state.courses, kept, None, self.merge))

    def let_stand(self, state: S) -> None:
        """Note in every course that something illegal has taken effect."""
        self.mark_irregular(state)
        if state.courses is not None:
            state.courses = state.courses.let(self.mark_irregular)

    def _read(self, state: S, item: Item) -> list[Event]:
        """The events of a log item. Raises Misread.

        An item with which judging may begin anew begins with a `FirstEvent`. Where nothing is judged, an item that
        cannot be read only because of what went before is that many events without a value.
        """
        if state.courses is None or not (state.courses.skips or state.courses.more_possible):
            return self.reading.read(state, item)
        if self.starts_anew() and self.begins_round(item):
            first, *rest = self.reading.read(self._anew(state), item)
            begun = FirstEvent(first.verb, first.value, seat=first.seat, said=first.said, at=first.at, bit=first.bit)
            return [begun, *rest]
        if not state.courses.skips:
            return self.reading.read(state, item)
        try:
            return self.reading.read(state, item)
        except Misread as misread:
            if misread.shapeless or any(fault.rule not in self.of_the_moment for fault in misread.faults):
                raise
            if misread.beside:
                raise Unknown(misread.beside) from None
        return [Event(verb_of(item, self.reading.verbs), None)] * self.size(item)


def _is_of_one_course(written: object) -> bool:
    """Whether an `open:` says only what is not known in a single course."""
    return isinstance(written, dict) and bool(written) and written.keys().isdisjoint(OPEN_KEYS)


def _instead_of_open(written: Sequence[Mapping[str, object]]) -> str:
    """Return what to write in a position instead of these courses: what is so in the one that was played."""
    keys = dict.fromkeys(key for own in written for key in own)
    if not keys:
        return "the whole `position:`, without `open:`"
    named = [f"`{key}:`" for key in keys]
    return f"{in_list(named)} in the `position:`, instead of `open:`"
