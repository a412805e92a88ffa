"""Hands of Tichu, scored by hand."""

from __future__ import annotations

import pytest

import referee
from referee.judging.log import log_of

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


@pytest.mark.parametrize(
    ("result", "score"),
    [
        # 30 + 20 in tricks, 15 and 10 from the last player, a grand call won; 25 in tricks, a small call lost
        (
            {
                "out": ["Ann", "Ben", "Cyd"], "taken": {"Ann": 30, "Ben": 25, "Cyd": 20, "Dov": 15}, "held": {"Dov": 10},
                "calls": {"Ann": "grand tichu", "Ben": "tichu"},
            },
            {"Ann": 275, "Ben": -75, "Cyd": 275, "Dov": -75},
        ),
        # both out first, so that cards do not count; a small call lost to the partner
        (
            {
                "out": ["Ann", "Cyd"], "taken": {"Ann": 0, "Ben": 50, "Cyd": 10, "Dov": 0}, "held": {"Ben": 30, "Dov": 10},
                "calls": {"Cyd": "tichu"},
            },
            {"Ann": 100, "Ben": 0, "Cyd": 100, "Dov": 0},
        ),
    ],
)  # fmt: skip
def test_the_score_of_a_hand(result: dict[str, object], score: dict[str, int]) -> None:
    log = {"game": "tichu", "players": list(PLAYERS), "setup": {"dealer": "Dov"}}
    verdict = referee.judge(log_of({**log, "events": [{"result": result, "expect": {"score": score}}]}))
    assert (verdict.complaints, verdict.violations) == ([], [])


def test_a_trick_that_goes_on_with_a_bomb_is_counted_once() -> None:
    events = [
        {"by": "Ann", "play": "MJ"}, {"round": ["2C", "pass", "pass", "pass"]}, {"by": "Dov", "play": "9C 9D 9H 9S"},
        {"round": ["pass", "pass", "pass"]}, {"by": "Dov", "play": "3C"},
    ]  # fmt: skip
    log = {"game": "tichu", "players": list(PLAYERS), "setup": {"dealer": "Dov"}, "events": events}
    verdict = referee.judge(log_of(log))
    assert (verdict.complaints, verdict.violations, verdict.counts["tricks"]) == ([], [], 1)
