"""What a random game with choices after a hand claims about itself is true."""

from __future__ import annotations

import json
from pathlib import Path

from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets
from referee.source import parse

HOUSE = """
extends: hearts
why: Whoever takes a Heart may take points off.
choices:
  hearts: {when: hearts > 0, options: [keep, drop]}
scoring:
  cards:
    cases:
      - {when: drop, points: hearts - 1}
      - {points: hearts + 13 * queen}
rules:
  scoring: {text: A Heart scores 1 and the Queen 13; whoever drops the Queen scores the Hearts less one., source: house rule}
"""
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


def test_a_random_game_is_legal_when_a_choice_ends_its_hands(tmp_path: Path) -> None:
    house = tmp_path / "drops.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    rules = rulesets.load_ruleset("hearts", houses=[str(house)])
    for detail in details(rules):
        played = simulate_game(rules, PLAYERS, detail, draw_of(1, 0))
        assert any("choose" in item for item in played.items) or detail == "results"
        log = {"game": "hearts", "house": str(house), "players": PLAYERS, "setup": played.setup, "events": played.items}
        verdict = judge(make_log(parse(json.dumps(log), "log.json")), rules)
        assert (verdict.violations, verdict.complaints) == ([], []), detail
