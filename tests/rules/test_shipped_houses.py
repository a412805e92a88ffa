"""Every shipped house rule does something: of one of its own examples the game without it says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import source
from referee.play.examples import Bench
from referee.rules import rulesets, shipped

HOUSES = {path.stem: path for path in shipped.houses()}
BEGINS_LATER = {"last-light"}
"""Examples are one event each, and those of this house rule begin after what it changes; tests/cases/meld has it."""


def without(house: str, folder: Path) -> Bench:
    """The game that a house rule extends, for as many players: no example with three is one of a game for four."""
    data = source.load(str(HOUSES[house])).data
    seats = folder / "seats.yaml"
    if "players" in data:
        seats.write_text(f"extends: {data['extends']}\nplayers: {list(data['players'])}\n", encoding="utf-8")
    return Bench(data["extends"], rulesets.load_ruleset(data["extends"], houses=[str(seats)] * ("players" in data)))


@pytest.mark.parametrize("house", sorted(HOUSES.keys() - BEGINS_LATER))
def test_the_game_without_it_says_otherwise(house: str, tmp_path: Path) -> None:
    bench, plain = Bench(str(HOUSES[house]), rulesets.load_ruleset(str(HOUSES[house]))), without(house, tmp_path)
    own = [example for example in bench.examples() if not example.inherited]
    assert {bench.result_of(example).holds for example in own} == {True}
    assert [
        example for example in own if bool(bench.result_of(example).messages) != bool(plain.result_of(example).messages)
    ]


@pytest.mark.parametrize("path", HOUSES.values(), ids=HOUSES)
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
    extended = [source.load(str(path)).data["extends"] for path in HOUSES.values()]
    assert len(extended) >= 8
    assert {"illuminate", "grace", "mercy", "hearts", "spades"} <= set(extended)
