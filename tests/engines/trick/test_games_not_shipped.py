"""Random games by rulesets that are not shipped are legal at each level of detail, and go on from every position alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.engines.trick.game import TrickGame
from referee.judging.log import log_of
from referee.play.simulate import details, draw_of, simulated
from referee.rules import rulesets

GAMES = Path(__file__).parents[2] / "games"
PLAYERS = ("Ann", "Ben", "Cyd")


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("name", ["ninety-nine", "preference"])
def test_random_games_are_legal_from_anywhere(name: str, number: int) -> None:
    path = str(GAMES / f"{name}.yaml")
    rules = rulesets.load_ruleset(path)
    for detail in details(rules):
        played = simulated(rules, PLAYERS, detail, draw_of(number, 0))
        log = {"game": path, "players": list(PLAYERS), "setup": played.setup, "events": played.items}
        verdict = referee.judge(log_of(log), trust="all")
        assert (verdict.complaints, verdict.violations) == ([], [])
    game = TrickGame(rules, len(PLAYERS))
    played = simulated(rules, PLAYERS, "deals", draw_of(number, 1))
    state = game.start(PLAYERS, played.setup, None)
    for item in played.items[:40]:
        for event in game.read(state, item):
            game.apply(state, event)
            again = game.start(PLAYERS, {}, game.position(state))
            assert again.hand == state.hand
            assert game.options(again) == game.options(state), (item, game.position(state))
