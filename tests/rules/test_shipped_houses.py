"""Every shipped house rule does something: a log is legal only under it, and one is illegal only under it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import source
from referee.judging.judge import judge
from referee.judging.log import load_log
from referee.judging.replay import ruleset_of
from referee.rules import rulesets, shipped

LOGS = Path(__file__).parents[1] / "logs"
HOUSES = [path.stem for path in shipped.houses()]


def verdicts(house: str, path: Path, folder: Path) -> tuple[str, str]:
    """What is said of a log with its house rule, and without, except for the number of players: no log of three is one of
    four."""
    log = load_log(str(path))
    data = source.load(str(next(path for path in shipped.houses() if path.stem == house))).data
    seats = folder / "seats.yaml"
    if "players" in data:
        seats.write_text(f"extends: {data['extends']}\nplayers: {list(data['players'])}\n", encoding="utf-8")
    without = rulesets.load_ruleset(
        log.game, houses=[str(seats)] * ("players" in data), variants=log.variants, ruling=log.ruling
    )
    return judge(log, ruleset_of(log)).status, judge(log, without).status


@pytest.mark.parametrize("house", HOUSES)
def test_a_log_is_legal_only_under_it(house: str, tmp_path: Path) -> None:
    assert verdicts(house, LOGS / "legal" / f"house-{house}.yaml", tmp_path) == ("legal", "illegal")


@pytest.mark.parametrize("house", HOUSES)
def test_a_log_is_illegal_only_under_it(house: str, tmp_path: Path) -> None:
    assert verdicts(house, LOGS / "illegal" / f"house-{house}.yaml", tmp_path) == ("illegal", "legal")


@pytest.mark.parametrize("house", HOUSES)
def test_its_logs_name_it(house: str) -> None:
    assert load_log(str(LOGS / "legal" / f"house-{house}.yaml")).houses == (house,)
    assert load_log(str(LOGS / "illegal" / f"house-{house}.yaml")).houses == (house,)


@pytest.mark.parametrize("path", shipped.houses(), ids=lambda path: path.stem)
def test_it_says_why_and_restates_the_rules_that_it_changes(path: Path) -> None:
    data = source.load(str(path)).data
    assert data["why"].endswith(".")
    assert any(entry for entry in data["rules"].values())
    assert all(
        entry.get("source", "").startswith("house rule")
        for entry in data["rules"].values()
        if entry and "text" in entry
    )


def test_there_are_plenty() -> None:
    extended = [source.load(str(path)).data["extends"] for path in shipped.houses()]
    assert len(extended) >= 8
    assert {"illuminate", "grace", "mercy", "hearts", "spades"} <= set(extended)
