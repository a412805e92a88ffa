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


@pytest.mark.parametrize(
    ("result", "score"),
    [
        # 30 + 20 in tricks, 15 and 10 from the last player, a grand call won; 25 in tricks, a small call lost
        (
            {
                "out": ["Ann", "Ben", "Cyd"], "taken": {"Ann": 30, "Ben": 25, "Cyd": 20, "Dov": 15}, "held": {"Dov": 10},
                "calls": {"Ann": "grand tichu", "Ben": "small_tichu"},
            },
            {"Ann": 275, "Ben": -75, "Cyd": 275, "Dov": -75},
        ),
        # both out first, so that cards do not count; a small call lost to the partner
        (
            {
                "out": ["Ann", "Cyd"], "taken": {"Ann": 0, "Ben": 50, "Cyd": 10, "Dov": 0}, "held": {"Ben": 30, "Dov": 10},
                "calls": {"Cyd": "small_tichu"},
            },
            {"Ann": 100, "Ben": 0, "Cyd": 100, "Dov": 0},
        ),
    ],
)  # fmt: skip
def test_the_score_of_a_hand(result: dict[str, object], score: dict[str, int]) -> None:
    log = {"game": PATH, "players": list(PLAYERS), "setup": {"dealer": "Dov"}}
    verdict = referee.judge(log_of({**log, "events": [{"result": result, "expect": {"score": score}}]}), trust="all")
    assert (verdict.complaints, verdict.violations) == ([], [])
