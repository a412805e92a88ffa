"""Rules drawn at random from the words of a family are refused, with a place, or played, told and judged without a crash."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from drawn_rules import games, mutated, sources, written
from slowness import one_in, slow_where

import referee
from referee.core.places import RulesetError
from referee.engines import family
from referee.judging.log import log_of
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets
from referee.rules.checking import soundness_of

DRAWS = int(os.environ.get("DRAWN_RULES", "12"))
"""How many house rules are drawn for each game; a longer search sets the variable."""
MUTANTS = int(os.environ.get("MUTANTS", "60"))
"""How many mutants of each shipped file are tried."""
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")


@pytest.mark.parametrize("number", slow_where(lambda number: number >= 2, range(DRAWS)))
@pytest.mark.parametrize("game", one_in(3, games()))
def test_drawn_rules_are_refused_or_played(game: str, number: int, tmp_path: Path) -> None:
    path, rules, refused = written(game, number, tmp_path)
    if rules is None:
        assert refused
        assert all(place.file == str(path) and place.line >= 1 and message for place, message in refused)
        return
    engine = family(rules.family)
    assert engine.brief(rules)
    assert all(line.text and "None" not in line.text for _, lines in engine.describe(rules) for line in lines)
    assert family(rules.family).points(rules)
    for rule in rules.data["rules"]:
        assert rules.rule(rule).text
    chance = random.Random(number)
    count = chance.choice(rules.data["players"])
    players = NAMES[:count] if count <= len(NAMES) else tuple(f"P{seat}" for seat in range(count))
    detail = chance.choice(details(rules))
    try:
        played = simulate_game(rules, players, detail, draw_of(number, 0))
    except RulesetError as error:
        assert all(place.line >= 1 and message for place, message in error.complaints)
        return
    log = {"game": str(path), "players": list(players), "setup": played.setup, "events": played.items}
    verdict = referee.judge(log_of(log), trust="all")
    assert (verdict.complaints, verdict.violations) == ([], []), path.read_text(encoding="utf-8")


def _mutants() -> list[tuple[Path, int]]:
    """By day a few hundred mutants of all shipped files, those of a file with the same number; thousands with the slow half."""
    return [(path, number) for number in range(MUTANTS) for path in sources()]


@pytest.mark.parametrize(
    ("path", "number"),
    slow_where(lambda mutant: mutant[1] >= 2, _mutants()),
    ids=lambda value: value.stem if isinstance(value, Path) else str(value),
)
def test_mutants_are_refused_or_played(path: Path, number: int, tmp_path: Path) -> None:
    """A shipped file with one value replaced, dropped, doubled or of another kind is refused with a line, or every log of a
    game by it is legal."""
    file = tmp_path / "mutant.json"
    file.write_text(json.dumps(mutated(path, number)), encoding="utf-8")
    found = soundness_of(str(file))
    assert all(place.line >= 1 and message for place, message in found.complaints)
    if found.complaints or found.kind == "abstract":
        return
    rules = rulesets.load_ruleset(str(file))
    chance = random.Random(number)
    count = chance.choice(rules.data["players"])
    players = NAMES[:count] if count <= len(NAMES) else tuple(f"P{seat}" for seat in range(count))
    detail = chance.choice(details(rules))
    try:
        played = simulate_game(rules, players, detail, draw_of(number, 0))
    except RulesetError as error:
        assert all(place.line >= 1 and message for place, message in error.complaints)
        return
    log = {"game": str(file), "players": list(players), "setup": played.setup, "events": played.items}
    verdict = referee.judge(log_of(log), trust="all")
    assert (verdict.complaints, verdict.violations) == ([], []), file.read_text(encoding="utf-8")
