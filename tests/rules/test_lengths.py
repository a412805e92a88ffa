"""The shipped games stay short: half of those of the trick family have at most fifty lines of rules."""

from __future__ import annotations

from pathlib import Path

from ruleset_lengths import length, median

GAME = """\
# A game.
extends: tricks
name: ours

deal:
  each: 5  # cards
  # for everybody
  hands: 2
scoring: {tricks: {cases: [{points: won}]}}
rules:
  scoring: {text: A point each., source: ours}
variants: {}
"""


def test_lines_of_rules_are_those_that_are_neither_texts_nor_comments(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(GAME, encoding="utf-8")
    found = length(file)
    assert (found.game, found.rules, found.sections, found.texts) == ("ours", 6, {"deal": 3, "scoring": 1}, 3)
    assert found.longest == "deal 3, scoring 1"


def test_half_of_the_trick_games_have_at_most_fifty_lines() -> None:
    assert median("trick") <= 50
