"""Courses that a log leaves open: when there are more than are followed, nobody is accused any more."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engines.fishing import game as game_module
from referee.judging.replay import fold
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


@pytest.mark.parametrize(
    ("most", "last", "open_after"),
    [
        (16, {"by": "Ben", "play": "sow 2au @Spring"}, []),
        (1, {"by": "Ben", "play": "sow 2au @Spring"}, ["unseen-meanings"]),
        (1, {"by": "Cyd", "play": "sow 2au @Spring", "expect": {"piles": {"Ann": 1}}}, ["unseen-meanings"]),
    ],
)
def test_more_courses_than_are_followed(
    monkeypatch: pytest.MonkeyPatch, most: int, last: dict[str, Any], open_after: list[str]
) -> None:
    monkeypatch.setattr(game_module, "MOST_COURSES", most)
    rules = rulesets.load_ruleset("illimat", variants=("false-baron",))
    game = rulesets.table(rules, 3)
    folded = fold(game, game.start(PLAYERS, {}, POSITION), [*PLAYS, last])
    assert not folded.faults
    assert folded.events == folded.state.clock == 3
    about = [doubt for doubt in game.doubts(folded.state) if doubt.rule.startswith("unseen-mean")]
    assert [doubt.rule for doubt in about] == open_after
    assert all(doubt.cites == (2,) for doubt in about)
