"""What the check of a single play says if nobody knows who leads; a game takes it as a reason to try each player as leader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.engines.climbing import plays as climbing_plays
from referee.engines.trick.rules import plays as trick_plays
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


@pytest.mark.parametrize(
    ("name", "check", "message"),
    [
        (
            "hearts",
            trick_plays.check_play,
            "it is not known who leads, because no recorded hand holds the opening card; add `by:`",
        ),
        (
            "big-two",
            climbing_plays.check_play,
            "it is not known who leads; write it, as in `{by: Ann, play: …}`",
        ),
    ],
)
def test_a_play_without_a_leader_asks_who_leads(name: str, check: Callable[..., Any], message: str) -> None:
    game: Any = rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))
    state = game.start(PLAYERS, {"dealer": "Dov"}, None)
    assert state.turn < 0
    event = game.read(state, {"play": "3D"})[0]
    found = [(finding.rule, finding.message, finding.asks) for finding in check(game.rules, state, event)]
    assert found == [("turn", message, True)]
