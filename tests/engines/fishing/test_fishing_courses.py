"""Courses that a log leaves open: where more are possible than are followed, nobody is accused of what may differ in them."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.unseen import courses
from referee.judging.replay import Folded, fold
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd")
POSITION: dict[str, Any] = {
    "turn": "Ann",
    "fields": {"Summer": ["5sp", "9su"], "Spring": ["8wi", "2wi"]},
    "unseen": {"Ann": 4, "Ben": 4, "Cyd": 4},
    "luminaries": {"Summer": "The Echo"},
    "okus": {"box": 0},
    "stock": 10,
}
PLAYS: list[dict[str, Any]] = [{"play": "harvest 5au take 5sp @Summer"}, {"play": "harvest 8su take 8wi @Spring"}]
"""Ann plays twice, or Ben plays the second card."""


BY_BEN: dict[str, Any] = {"by": "Ben", "play": "sow 2au @Spring"}
BY_CYD: dict[str, Any] = {"by": "Cyd", "play": "sow 2au @Spring"}
ONE_MORE = (
    "more can be meant than is followed; hands and scores may be others, and what they decide accuses nobody; "
    "write `by:` or `for`"
)


def folded(last: dict[str, Any]) -> Folded:
    """The plays, and then another, judged."""
    game = rulesets.table(rulesets.load_ruleset("illimat", variants=("false-baron",)), 3)
    return fold(game, game.start(PLAYERS, {}, POSITION), [*PLAYS, last])


def about_meanings(fold: Folded) -> list[tuple[str, str, tuple[int, ...]]]:
    """The doubts about what is meant: their rules, their texts, and the events that they cite."""
    found = fold.game.doubts(fold.state)
    return [(doubt.rule, doubt.message, doubt.cites) for doubt in found if doubt.rule.startswith("unseen-mean")]


def test_what_follows_closes_the_courses_that_do_not_admit_it() -> None:
    found = folded(BY_BEN)
    assert not found.faults
    assert about_meanings(found) == []


def test_of_more_courses_than_are_followed_the_likeliest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    found = folded(BY_CYD)
    assert not found.faults
    assert found.events == found.state.clock == 3
    assert about_meanings(found) == [("unseen-meanings", ONE_MORE, (2,))]


def test_what_only_a_course_admits_that_is_not_followed_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    found = folded(BY_BEN)
    assert found.faults == []
    assert found.events == 2
    assert found.shapeless is not None
    (why,) = found.shapeless[2]
    assert why.message == (
        "this fits none of the meanings that are followed, but more are possible; write `by:` or `for`, from event 2 on"
    )


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"piles": {"Ann": 1}}, []),
        ({"totals": {"Ann": 99}}, ["the total of Ann is claimed to be 99; it is 0"]),
        ({"piles": {"Ann": 1}, "dealer": "Ann"}, ["Ann is claimed to deal; it is Cyd"]),
    ],
)
def test_a_claim_about_what_may_differ_is_not_false(
    monkeypatch: pytest.MonkeyPatch, claim: dict[str, Any], said: list[str]
) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    assert [fault.message for fault in folded({**BY_CYD, "expect": claim}).faults] == said
