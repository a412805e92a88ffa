"""Courses, with states of a game of two counters: which meanings are followed, merged and reported."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pytest

from referee.core.events import Finding
from referee.core.fields import Fields, Lifetime, state_class, value
from referee.core.unseen import courses
from referee.core.unseen.courses import Courses, Meaning, Opened
from referee.core.values import NUMBER

PLAYERS = ("Ann", "Ben", "Cyd")
TURN = Lifetime(lambda rules, state: True)
OPENED = Opened(3, ("`by:`",))


@state_class
class Counters(Fields):
    """Two counters, of which a position has both, and a clock, which it has not."""

    clock: int = value(0)
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


def test_an_event_is_legal_if_one_meaning_is() -> None:
    assert courses.is_admitted([illegal("Ann errs"), legal(1)])
    assert not courses.is_admitted([illegal("Ann errs"), illegal("Ben errs")])


def test_no_meaning_is_looked_at_after_a_legal_one() -> None:
    def meanings() -> Iterable[Meaning[Counters]]:
        yield legal(1)
        raise AssertionError

    assert courses.is_admitted(meanings())


def test_one_course_is_nothing_to_follow() -> None:
    likeliest, beside = courses.follow(None, [state(1)], OPENED)
    assert (likeliest.lying, beside) == (1, None)


def test_courses_that_go_on_alike_are_one() -> None:
    likeliest, beside = courses.follow(None, [state(1), state(2), state(1, clock=9)], OPENED)
    assert beside is not None
    assert [course.lying for course in (likeliest, *beside.others)] == [1, 2]
    assert beside.opened == (OPENED,)


def test_an_event_that_closes_courses_opens_none() -> None:
    _, before = courses.follow(None, [state(1), state(2), state(3)], OPENED)
    _, beside = courses.follow(before, [state(1), state(2)], Opened(4, ("`for`",)))
    assert beside is not None
    assert beside.opened == (OPENED,)
    assert courses.follow(beside, [state(5)], Opened(5, ()))[1] is None


def test_no_more_than_sixteen_are_followed() -> None:
    likeliest, beside = courses.follow(None, [*map(state, range(40))], OPENED)
    assert beside is not None
    assert [course.lying for course in (likeliest, *beside.others)] == [*range(16)]
    assert beside.more_possible
    _, later = courses.follow(beside, [state(1)], OPENED)
    assert later is not None
    assert later.more_possible


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


@pytest.mark.parametrize(("claimed", "found"), [(1, []), (2, []), (3, ["there lie 1"])])
def test_a_claim_is_false_if_it_is_in_every_course(claimed: int, found: list[str]) -> None:
    beside = Courses((state(2),), (OPENED,))
    false = courses.false_in_all(state(1), beside, partial(lying_is, claimed), frozenset())
    assert [fault.message for fault in false] == found


def test_a_claim_is_not_false_that_may_be_true_in_a_course_that_is_not_followed() -> None:
    beside = Courses((state(2),), (OPENED,), more_possible=True)
    open_fields = frozenset(["lying"])
    assert courses.false_in_all(state(1), beside, partial(lying_is, 3), open_fields) == ()
    (false,) = courses.false_in_all(state(1), beside, partial(scored, 3), open_fields)
    assert false.message == "the score is 0"


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
    one, many = ("open", "more than one is possible"), ("more", "not all are followed")
    opened = (OPENED, Opened(7, ("`by:`", "`for`")))
    assert list(courses.doubts(None, one, many)) == []
    (found,) = courses.doubts(Courses((state(2),), opened), one, many)
    assert (found.rule, found.cites) == ("open", (3, 7))
    assert found.message == "more than one is possible; write `by:` or `for`"
    (found,) = courses.doubts(Courses((), opened, more_possible=True), one, many)
    assert found.rule == "more"
    assert courses.not_followed(Courses((), opened, more_possible=True)).message == (
        "this fits none of the meanings that are followed, but more are possible; write `by:` or `for`, from event 3 on"
    )
