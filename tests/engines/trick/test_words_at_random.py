"""Random games by words that no shipped game has are legal at each level of detail."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import referee
from referee.judging.log import log_of
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

HOUSES = {
    "skat": """\
talon: {keep: [{rank: J}, {suit: S}]}
count: {aces: {cards: [{rank: A}], caught: true}}
scoring: {aces: {pooled: false, cases: [{points: aces + in_a_row}]}}
""",
    "hearts": """\
count:
  last_two: {cards: [{suit: H}, {suit: C}, {suit: D}, {suit: S}], in: [-2, last_trick]}
  lost: {cards: QS, caught: true, to: player}
  aces: {cards: [AC, AD], wins: true}
scoring: {more: {cases: [{points: 10 * last_two + 3 * lost + aces}]}}
""",
    "whist": """\
trick: {trump: first_void}
count: {tens: {trump_points: {"10": 1}}}
scoring: {tens: {each: side, cases: [{points: tens}]}}
""",
    "pinochle": """\
count: {last_kings: {points: {K: 10}, in: last_trick, caught: true}}
scoring: {last: {cases: [{points: last_kings}]}}
""",
}
OWN = ("thousand", "court-piece", "old-belote", "exchanging-spades")
"""Games of tests/games."""
GAMES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize(("game", "number"), [*product(HOUSES, range(4)), *zip(OWN, range(len(OWN)), strict=True)])
def test_games_by_these_words_are_legal(game: str, number: int, tmp_path: Path) -> None:
    house = GAMES / f"{game}.yaml" if game in OWN else tmp_path / "house.yaml"
    if game in HOUSES:
        house.write_text(f"extends: {game}\nwhy: a test\n{HOUSES[game]}", encoding="utf-8")
    rules = rulesets.load_ruleset(str(house))
    players = ("Ann", "Ben", "Cyd", "Dov")[: rules.data["players"][-1]]
    every = details(rules)
    played = simulate_game(rules, players, every[number % len(every)], draw_of(number, 0))
    log = {"game": str(house), "players": list(players), "setup": played.setup, "events": played.items}
    verdict = referee.judge(log_of(log), trust="all")
    assert (verdict.complaints, verdict.violations) == ([], [])
