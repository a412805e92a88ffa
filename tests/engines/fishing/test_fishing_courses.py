"""Courses that a log leaves open: where more are possible than are followed, nobody is accused of what may differ in them."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.unseen import courses
from referee.judging.fold import Folded, fold
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
ONE_MORE = "more can be meant than is followed; what the rest would decide accuses nobody; write `by:` or `for`"


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


SKIPPED = "; event 3 may have been legal all the same, so nothing is judged from there to the next round"


def test_what_only_a_course_admits_that_is_not_followed_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    found = folded(BY_BEN)
    assert found.faults == []
    assert found.shapeless is None
    assert found.events == found.state.clock == 3
    assert about_meanings(found) == [("unseen-meanings", ONE_MORE + SKIPPED, (2, 3))]


def test_a_table_says_that_more_is_possible_than_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    found = folded(BY_CYD)
    _, blocks = found.game.view(found.state)
    said = "Not all is known: more courses than are followed are possible; write `by:` or `for` (event 2)."
    assert blocks[-1].lines == (f"{said} The likeliest is shown.",)


def test_a_position_with_courses_asks_which_it_was() -> None:
    game = rulesets.table(rulesets.load_ruleset("illimat", variants=("false-baron",)), 3)
    plain = {key: value for key, value in POSITION.items() if key != "turn"}
    state = game.start(PLAYERS, {}, plain | {"open": {"courses": [{"turn": "Ann"}, {"turn": "Ben"}]}})
    (found,) = [doubt.message for doubt in game.doubts(state) if doubt.rule == "unseen-meaning"]
    assert found == (
        "the position leaves open which of several courses the game took; "
        "write `turn:` in the `position:`, instead of `open:`"
    )


NEXT_DEAL: dict[str, Any] = {
    "deal": {
        "fields": {
            "Spring": ["2sp", "3sp", "4sp"],
            "Summer": ["2su", "3su", "4su"],
            "Autumn": ["2au", "3au", "4au"],
            "Winter": ["2wi", "3wi", "4wi"],
        }
    }
}


@pytest.mark.parametrize(
    ("last", "rule", "said"),
    [
        ({"by": "Cyd", "play": "sow 9sp @Spring"}, "turn", "Cyd plays 9sp, but it is Ben's turn"),
        ({"play": "sow 4sp @Spring"}, "hand", "Ben plays 4sp, which lies in the Spring field; Ben cannot hold it"),
    ],
)
def test_the_next_round_is_judged_again(
    monkeypatch: pytest.MonkeyPatch, last: dict[str, Any], rule: str, said: str
) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    game = rulesets.table(rulesets.load_ruleset("illimat", variants=("false-baron",)), 3)
    unread = {"by": "Cyd", "play": "harvest 9sp take S9 @Summer"}
    items = [*PLAYS, BY_BEN, unread, {"done": True, "expect": {"stock": 99}}, NEXT_DEAL]
    begun = fold(game, game.start(PLAYERS, {}, POSITION), items)
    assert not begun.faults
    assert (begun.state.round, begun.state.dealer) == (2, 0)
    assert begun.state.untold == [True, True, True]
    assert not game.is_open(begun.state)
    found = fold(game, game.start(PLAYERS, {}, POSITION), [*items, last])
    assert [(fault.rule, fault.message, fault.event) for fault in found.faults] == [(rule, said, 7)]


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
