"""Our schema checks find the same data fit as jsonschema and jsonschema-rs do, which others wrote."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, validators
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012 as DRAFT
from slowness import NIGHTLY, one_in, tries

from referee import source
from referee.engines import FAMILIES, family
from referee.rules import rulesets, shipped
from referee.source.schema import fits

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


def is_whole(_: object, value: object) -> bool:
    """3.0 is a whole number to jsonschema, and none to the referee."""
    return isinstance(value, int) and not isinstance(value, bool)


BY_NAME: Any = Registry
REGISTRY = BY_NAME().with_resources(
    (name, Resource.from_contents({key: value for key, value in schema.items() if key != "$schema"}, DRAFT))
    for name, schema in rulesets.SCHEMAS.items()
)
TYPES = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
VALIDATOR: Any = validators.extend(Draft202012Validator, type_checker=TYPES)


def by_jsonschema(data: Any, schema: Any) -> bool:
    return bool(VALIDATOR(schema, registry=REGISTRY).is_valid(data))


def schema_of(path: Path) -> Any:
    kinds = {"house": "house.schema.json", "decks": "deck.schema.json"}
    return rulesets.schema(kinds.get(path.parent.name) or family(path.parent.name).schema)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside plain data."""
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from places(value, (*path, key))


def changed(data: Any, chance: random.Random, junk: Sequence[Any] = JUNK) -> Any:
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
        holder[last] = chance.choice(junk)
    return data


@pytest.mark.parametrize("path", one_in(20, FILES), ids=lambda path: f"{path.parent.name}/{path.stem}")
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


LOGS = sorted(path for folder in ("tests/logs", "examples") for path in (ROOT / folder).rglob("*.yaml"))
JUNK_OF_LOGS = [junk for junk in JUNK if junk != 3.0]
CHANGES = 4


def test_logs_and_changed_logs_are_told_alike() -> None:
    schema = rulesets.schema("log.schema.json")
    jsonschema_rs = pytest.importorskip("jsonschema_rs")
    theirs = jsonschema_rs.Draft202012Validator(schema, retriever=lambda uri: rulesets.SCHEMAS[uri.rpartition("/")[2]])
    chance, seen = random.Random(1), {True: 0, False: 0}
    for path in LOGS if NIGHTLY else LOGS[::8]:
        data = source.load(str(path)).data if "unreadable" not in path.stem else None
        if not isinstance(data, dict) or "game" not in data:
            continue
        data = {**data, "events": (data.get("events") or [])[:6]}
        for log in [data, *(changed(data, chance, JUNK_OF_LOGS) for _ in range(CHANGES))]:
            answer = theirs.is_valid(log)
            assert fits(log, schema, rulesets.SCHEMAS) == answer, (path, log)
            seen[answer] += 1
    assert min(seen.values()) > (100 if NIGHTLY else 20)
