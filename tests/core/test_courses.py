"""Courses, with states of a game of two counters: which meanings are followed, merged and reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import pytest

from referee.core.events import Finding
from referee.core.fields import Lifetime, state_class, value
from referee.core.unseen import courses
from referee.core.unseen.courses import Courses, CourseState, Meaning, Opened
from referee.core.values import NUMBER

PLAYERS = ("Ann", "Ben", "Cyd")
TURN = Lifetime(lambda rules, state: True)
OPENED = Opened(3, ("`by:`",))


@state_class
class Counters(CourseState):
    """Two counters, of which a position has both, and a clock, which it has not."""

    clock: int = value(0)
    courses: Courses[Counters] | None = value(None)
    scores: int = value(0, NUMBER)
    lying: int = value(0, NUMBER, lasts=TURN)


def state(lying: int, clock: int = 0) -> Counters:
    made = Counters()
    made.begin(None)
    made.lying = lying
    made.clock = clock
    return made


def legal(lying: int) -> Meaning[Counters]:
    return Meaning((), partial(state, lying))


def illegal(*messages: str, refuted: bool = False) -> Meaning[Counters]:
    """A meaning with faults of whoever each message begins with."""
    found = [Finding("rule", message, PLAYERS.index(message.split()[0])) for message in messages]
    return Meaning(tuple(found), partial(state, 0), refuted)


def followed(before: Courses[Counters] | None, *ends: Counters, words: tuple[str, ...] = ("`by:`",)) -> Counters:
    return courses.follow(before, ends, Opened(3, words), as_they_are)


def as_they_are(group: Sequence[Counters]) -> list[Counters]:
    return list(group)


def without_scores(group: Sequence[Counters]) -> list[Counters]:
    """The first of those with as much lying."""
    return list({one.lying: one for one in reversed(group)}.values())[::-1]


def lying(state: Counters) -> list[int]:
    return [course.lying for course in courses.every(state)]


def test_one_course_is_nothing_to_follow() -> None:
    one = followed(None, state(1))
    assert (one.lying, one.courses) == (1, None)


def test_courses_that_go_on_alike_are_one() -> None:
    likeliest = followed(None, state(1), state(2), state(1, clock=9))
    assert lying(likeliest) == [1, 2]
    assert likeliest.courses is not None
    assert likeliest.courses.opened == (OPENED,)


def test_an_event_that_closes_courses_opens_none() -> None:
    before = followed(None, state(1), state(2), state(3))
    two = followed(before.courses, state(1), state(2), words=("`for`",))
    assert two.courses is not None
    assert two.courses.opened == (OPENED,)
    assert followed(two.courses, state(5)).courses is None


def test_no_more_than_sixteen_are_followed() -> None:
    likeliest = followed(None, *map(state, range(40)))
    assert lying(likeliest) == [*range(16)]
    assert likeliest.courses is not None
    assert likeliest.courses.more_possible
    later = followed(likeliest.courses, state(1))
    assert later.courses is not None
    assert later.courses.more_possible


def test_too_many_that_differ_only_in_what_was_scored_are_one() -> None:
    ends = []
    for scores in range(10):
        for there in (1, 2):
            one = state(there)
            one.scores = scores
            ends.append(one)
    likeliest = courses.follow(None, ends, OPENED, without_scores)
    assert lying(likeliest) == [1, 2]
    assert likeliest.courses is not None
    assert likeliest.courses.merged
    assert not likeliest.courses.more_possible
    last = courses.follow(likeliest.courses, [state(2)], None, without_scores)
    assert last.courses is not None  # whose score is not known
    assert last.courses.opened == (OPENED,)


@pytest.mark.parametrize(
    ("meanings", "seats", "messages"),
    [
        ([illegal("Ann errs")], [0], ["Ann errs"]),
        ([illegal("Ben errs", "Ben lies"), illegal("Ben sleeps")], [1], ["Ben sleeps"]),
        ([illegal("Ann errs"), illegal("Ben errs")], [None], ["Ann or Ben errs"]),
        ([illegal("Ann errs"), illegal("Ben errs"), illegal("Cyd errs")], [None], ["Ann, Ben or Cyd errs"]),
        (
            [illegal("Ann errs"), illegal("Ann sleeps")],
            [0],
            ["however it is meant, this is illegal: either Ann errs; or Ann sleeps"],
        ),
        (
            [Meaning((Finding("rule", "too few", 0),), partial(state, 0)), illegal("Ben errs")],
            [None],
            ["however it is meant, this is illegal: either too few; or Ben errs"],
        ),
        (
            [illegal("Ann errs"), illegal("Ben lies", "Ben errs")],
            [None],
            ["however it is meant, this is illegal: either Ann errs; or Ben lies"],
        ),
        # what contradicts what was seen counts only if everything does
        ([illegal("Ben lies", refuted=True), illegal("Ann errs", "Ann sleeps")], [0, 0], ["Ann errs", "Ann sleeps"]),
        ([illegal("Ann errs", refuted=True), illegal("Ben errs", refuted=True)], [None], ["Ann or Ben errs"]),
        ([illegal("Ann errs", refuted=True), illegal("Ann lies", refuted=True)], [0], ["Ann errs"]),
    ],
)
def test_the_meaning_with_the_fewest_faults_is_reported(
    meanings: list[Meaning[Counters]], seats: list[int | None], messages: list[str]
) -> None:
    found = courses.report(meanings, PLAYERS)
    assert [fault.seat for fault in found] == seats
    assert [fault.message for fault in found] == messages


def lying_is(claimed: int, here: Counters) -> Iterable[Finding]:
    if here.lying != claimed:
        yield Finding("claim", f"there lie {here.lying}")


def scored(claimed: int, here: Counters) -> Iterable[Finding]:
    if here.scores != claimed:
        yield Finding("claim", f"the score is {here.scores}")


def test_what_a_question_reads_is_noted() -> None:
    assert courses.fields_read(state(1), partial(lying_is, 3)) == {"lying"}
    assert courses.fields_read(state(1), partial(scored, 0)) == {"scores"}


def test_a_change_is_made_in_copies() -> None:
    def lay_nine(course: Counters) -> None:
        course.lying = 9

    before = Courses((state(2),), (OPENED,))
    after = before.let(lay_nine)
    assert [course.lying for course in before.others + after.others] == [2, 9]


def test_doubts_name_the_events_and_the_words_to_write() -> None:
    one = ("open", "more than one is possible")
    opened = (OPENED, Opened(7, ("`by:`", "`for`")))
    assert list(courses.doubts(None, one)) == []
    (found,) = courses.doubts(Courses((state(2),), opened), one)
    assert (found.rule, found.cites) == ("open", (3, 7))
    assert found.message == "more than one is possible; write `by:` or `for`"
    (found,) = courses.doubts(Courses((), opened, more_possible=True), one)
    assert found.rule == "unseen-meanings"
    (found,) = courses.doubts(Courses((), opened, skipped=(9, 12)), one)
    assert (found.rule, found.cites) == ("unseen-meanings", (3, 7, 9, 12))
    assert found.message == (
        "more can be meant than is followed; what the rest would decide accuses nobody; "
        "write `by:` or `for`; events 9 and 12 may have been legal all the same, so nothing is judged from there on"
    )
