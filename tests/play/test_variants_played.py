"""Random games by variants that change whose turn it is or what is highest are legal, and go on from every position alike."""

from __future__ import annotations

import pytest

import referee
from referee.judging.log import log_of
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
MOST_ITEMS = 25
TABLES = [
    ("four-colours", 4, ("jump-in", "challenge", "stacking-higher", "sevens-and-zeros")),
    ("four-colours", 2, ("challenge", "stacking")),
    ("president", 4, ("revolution", "skip-on-equal", "no-two-last")),
    ("president", 6, ("two-packs", "skip-on-equal", "revolution")),
    ("tichu", 4, ()),
]


@pytest.mark.parametrize(("name", "seats", "variants"), TABLES)
def test_random_games_by_variants_are_legal_from_anywhere(name: str, seats: int, variants: tuple[str, ...]) -> None:
    rules = rulesets.load_ruleset(name, variants=variants)
    players = PLAYERS[:seats]
    game = rulesets.table(rules, seats)
    for detail in details(rules):
        played = simulate_game(rules, players, detail, draw_of(5, seats))
        head = {"game": name, "variants": list(variants), "players": list(players), "setup": played.setup}
        verdict = referee.judge(log_of({**head, "events": played.items}))
        assert (verdict.complaints, verdict.violations) == ([], [])
    played = simulate_game(rules, players, "deals", draw_of(6, seats))
    state = game.start(players, played.setup, None)
    for item in played.items[:MOST_ITEMS]:
        for event in game.read(state, item):
            game.apply(state, event)
            again = game.start(players, {}, game.position(state))
            assert game.position(again) == game.position(state)
            assert game.options(again) == game.options(state), (item, game.position(state))
