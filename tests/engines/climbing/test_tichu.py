"""Random games of Tichu are legal at each level of detail, and go on from every position alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.engines.climbing.game import ClimbingGame
from referee.judging.log import log_of
from referee.play.simulate import details, draw_of, simulated
from referee.rules import rulesets

PATH = str(Path(__file__).parents[2] / "games" / "tichu.yaml")
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


@pytest.mark.parametrize("number", range(2))
def test_random_games_are_legal_from_anywhere(number: int, tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(f"extends: {PATH}\nwhy: a test\nend: {{target: 100}}\n", encoding="utf-8")
    rules = rulesets.load_ruleset(str(short))
    for detail in details(rules):
        played = simulated(rules, PLAYERS, detail, draw_of(number, 0))
        log = {"game": str(short), "players": list(PLAYERS), "setup": played.setup, "events": played.items}
        verdict = referee.judge(log_of(log), trust="all")
        assert (verdict.complaints, verdict.violations) == ([], [])
    game = ClimbingGame(rules, len(PLAYERS))
    played = simulated(rules, PLAYERS, "deals", draw_of(number, 1))
    state = game.start(PLAYERS, played.setup, None)
    for item in played.items[:20]:
        for event in game.read(state, item):
            game.apply(state, event)
            again = game.start(PLAYERS, {}, game.position(state))
            assert game.position(again) == game.position(state)
            assert game.options(again) == game.options(state), (item, game.position(state))
