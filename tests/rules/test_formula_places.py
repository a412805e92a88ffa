"""Wherever a ruleset may have a formula, one that uses an unknown name is a fault at that place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from slowness import slow_where

from referee import source
from referee.core.places import RulesetError
from referee.rules import rulesets, shipped

UNKNOWN = "xyzzy + 1"
GAMES = [
    path.stem
    for path in shipped.rulesets()
    if "conspiracy" not in path.parts and not source.load(str(path)).data.get("abstract")
]
QUICK = ("cassino", "gin-rummy", "whist")
"""One of each family."""
TEXTS = (
    "name",
    "title",
    "version",
    "family",
    "extends",
    "sources",
    "source",
    "rules",
    "rulings",
    "deck",
    "luminaries",
    "powers",
)
"""What no formula ever stands in, and what is long."""


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every text, number and flag."""
    if isinstance(data, dict):
        for key, value in data.items():
            if way or key not in TEXTS:
                yield from places(value, (*way, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from places(value, (*way, place))
    elif isinstance(data, str | int | float):
        yield way


@cache
def keys(family: str) -> frozenset[str]:
    """Every key that the schema of a family knows, at whatever place."""
    found: set[str] = set()
    waiting: list[Any] = [rulesets.SCHEMAS[f"{family}.schema.json"]]
    while waiting:
        part = waiting.pop()
        found.update(part.get("properties", ()) if isinstance(part, dict) else ())
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return frozenset(found)


def one_of_each(ways: Iterator[tuple[Any, ...]], family: str) -> Iterator[tuple[Any, ...]]:
    """Of ways that differ only in names that a writer chooses, and in numbers, the first and the last."""
    alike: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for way in ways:
        alike.setdefault(tuple(step if step in keys(family) else "*" for step in way), []).append(way)
    for found in alike.values():
        yield from dict.fromkeys((found[0], found[-1]))


def put(data: Any, way: tuple[Any, ...]) -> Any:
    """The least change of data that puts the formula there: of a map that part alone, a list whole."""
    if not way:
        return UNKNOWN
    step, *rest = way
    if isinstance(data, list):
        return [put(value, tuple(rest)) if place == step else value for place, value in enumerate(data)]
    return {step: put(data[step], tuple(rest))}


@pytest.mark.parametrize("game", slow_where(lambda game: game not in QUICK, GAMES))
def test_a_formula_with_an_unknown_name_is_found_where_it_stands(game: str, tmp_path: Path) -> None:
    rules = rulesets.load_ruleset(game)
    path = tmp_path / "ours.json"
    formulas = 0
    for way in one_of_each(places(rules.data), rules.family):
        text = json.dumps({"name": "ours", "version": 1, "extends": game, **put(rules.data, way)})
        path.write_text(text, encoding="utf-8")
        try:
            rulesets.load_ruleset(str(path))
        except RulesetError as error:
            found = [complaint.place for complaint in error.complaints if "unknown name 'xyzzy'" in complaint.message]
            formulas += bool(found)
            there = {text[place.column - 1 :].startswith(f'"{UNKNOWN}') for place in found if place.file == str(path)}
            assert not found or there == {True}, (way, error.complaints)
    assert formulas


def test_one_game_of_each_family_is_tried_every_time() -> None:
    assert sorted(rulesets.load_ruleset(game).family for game in GAMES if game in QUICK) == ["fishing", "meld", "trick"]
