"""Random games by rulesets that are not shipped are legal at each level of detail, and go on from every position alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.judging.log import log_of
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

GAMES = Path(__file__).parents[1] / "games"
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus")


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize(("name", "seats", "patch"), [
    ("ninety-nine", 3, ""), ("preference", 3, ""), ("hokm", 4, ""), ("scat", 3, ""), ("skat", 3, "bidding: {nobody: play}"),
    ("knockout-whist", 7, "carry: {lost: lost + (won == 0)}\nend: {knock_out: lost >= 2}"),
])  # fmt: skip
def test_random_games_are_legal_from_anywhere(name: str, seats: int, patch: str, number: int, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    base = GAMES / f"{name}.yaml"
    path.write_text(f"extends: {base if base.exists() else name}\nwhy: a test\n{patch}\n", encoding="utf-8")
    rules, players = rulesets.load_ruleset(str(path)), PLAYERS[:seats]
    for detail in details(rules):
        played = simulate_game(rules, players, detail, draw_of(number, 0))
        log = {"game": str(path), "players": list(players), "setup": played.setup, "events": played.items}
        verdict = referee.judge(log_of(log), trust="all")
        assert (verdict.complaints, verdict.violations) == ([], [])
    game = rulesets.table(rules, seats)
    played = simulate_game(rules, players, "deals", draw_of(number, 1))
    state = game.start(players, played.setup, None)
    for item in played.items[:30]:
        for event in game.read(state, item):
            game.apply(state, event)
            again = game.start(players, {}, game.position(state))
            assert game.position(again) == game.position(state)
            assert game.options(again) == game.options(state), (item, game.position(state))
