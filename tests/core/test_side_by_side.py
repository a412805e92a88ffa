"""Courses side by side: what is said of players nobody can name, and once there are more courses than are followed."""

from __future__ import annotations

import pytest

from referee.core.unseen import side_by_side
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.source import parse


def test_players_are_counted_from_whoever_led() -> None:
    assert side_by_side._counted_from([2, 3, 4, 5, 6, 7, 0], 8) == (
        "player 7 of this hand",
        "a player who sits out",
        "the leader",
        "the second player",
        "the third player",
        "the fourth player",
        "the fifth player",
        "the sixth player",
    )


def test_more_courses_than_are_followed_make_nobody_a_culprit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "MOST", 2)
    text = """
game: hearts
players: [Ann, Ben, Cyd, Dov]
setup: {dealer: Dov}
events: [{trick: [2C, 9C, KC, 4C]}, {play: 9C}]
"""
    verdict = judge(make_log(parse(text, "log.yaml")))
    said = [complaint.message for complaint in verdict.complaints]
    assert said == ["more is open here than can be followed; add `by:` where nobody knows who led, or the deal"]
