"""The fast lane of schema checks finds the same data fit as jsonschema does."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slowness import one_in, tries

from referee import source
from referee.engines import FAMILIES, family
from referee.rules import rulesets, shipped
from referee.source.schema import _validator
from referee.source.schema_lane import fits

ROOT = Path(__file__).resolve().parents[2]
JUNK = [
    None,
    True,
    False,
    0,
    1,
    -1,
    3.0,
    2.5,
    10**18,
    "",
    "x",
    "frist",
    "A-b",
    "x " * 300,
    [],
    [1, 1],
    ["a", "a"],
    [{}],
    {},
    {"x": 1},
]
FILES = [*shipped.rulesets(), *shipped.houses(), *sorted((ROOT / "rulesets" / "decks").glob("*.yaml"))]


def by_jsonschema(data: Any, schema: Any) -> bool:
    return next(_validator(schema, rulesets.SCHEMAS).iter_errors(data), None) is None


def schema_of(path: Path) -> Any:
    kinds = {"house": "house.schema.json", "decks": "deck.schema.json"}
    return rulesets.schema(kinds.get(path.parent.name) or family(path.parent.name).schema)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside plain data."""
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from places(value, (*path, key))


def changed(data: Any, chance: random.Random) -> Any:
    """Data with one value replaced by junk, one key removed, or one key added."""
    data = copy.deepcopy(data)
    *way, last = chance.choice([place for place in places(data) if place])
    holder = data
    for step in way:
        holder = holder[step]
    what = chance.randrange(3)
    if what == 0 and isinstance(holder, dict):
        del holder[last]
    elif what == 1 and isinstance(holder, dict):
        holder[f"{last}x"] = holder[last]
    else:
        holder[last] = chance.choice(JUNK)
    return data


@pytest.mark.parametrize(
    "path",
    one_in(20, FILES),
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_what_is_shipped_fits_and_what_is_broken_is_told_alike(path: Path) -> None:
    schema, data = schema_of(path), source.load(str(path)).data
    # Rules in words are all alike, and slow.
    data = {key: dict(list(value.items())[:2]) if key == "rules" else value for key, value in data.items()}
    assert fits(data, schema, rulesets.SCHEMAS)
    chance = random.Random(path.stem)
    for _ in range(tries(40)):
        broken = changed(data, chance)
        assert fits(broken, schema, rulesets.SCHEMAS) == by_jsonschema(broken, schema), broken


@pytest.mark.parametrize("name", FAMILIES)
def test_effective_rulesets_fit(name: str) -> None:
    schema = rulesets.schema(family(name).schema)
    for path in shipped.rulesets():
        if path.parent.name == name:
            rules = rulesets.load_ruleset(path.stem)
            assert fits(rules.data, schema, rulesets.SCHEMAS)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_told_alike(junk: Any) -> None:
    for schema in rulesets.SCHEMAS.values():
        assert fits(junk, schema, rulesets.SCHEMAS) == by_jsonschema(junk, schema)


def test_what_the_fast_lane_does_not_know_is_left_to_jsonschema() -> None:
    assert not fits(3, {"multipleOf": 3}, {})
    assert source.schema_faults(3, {"multipleOf": 3}) == []
    assert not fits({}, {"$ref": "nowhere.json"}, {})
