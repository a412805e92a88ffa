"""jsonschema-rs, which others wrote, finds the same logs fit as the referee's own checks and jsonschema do."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slowness import NIGHTLY

from referee import source
from referee.rules import rulesets
from referee.source.schema import _validator
from referee.source.schema_lane import fits

jsonschema_rs = pytest.importorskip("jsonschema_rs")

ROOT = Path(__file__).resolve().parents[2]
LOGS = sorted(path for folder in ("tests/logs", "examples") for path in (ROOT / folder).rglob("*.yaml"))
JUNK = [None, True, 0, -1, 2.5, 10**18, "", "x", "Ann", [], ["a", "a"], [{}], {}, {"x": 1}]
"""No 3.0 among them: it is a whole number to jsonschema-rs, and none to the referee."""
CHANGES = 4


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside plain data, but to no more than a few of each list."""
    if way:
        yield way
    entries = data.items() if isinstance(data, dict) else enumerate(data[:8]) if isinstance(data, list) else ()
    for key, value in entries:
        yield from places(value, (*way, key))


def changed(data: Any, chance: random.Random) -> Any:
    """Data with one value replaced by junk, or one key removed or misspelt."""
    data = copy.deepcopy(data)
    *way, last = chance.choice(list(places(data)))
    holder = data
    for step in way:
        holder = holder[step]
    what = chance.randrange(3) if isinstance(holder, dict) else 2
    if what == 0:
        del holder[last]
    elif what == 1:
        holder[f"{last}x"] = holder.pop(last)
    else:
        holder[last] = chance.choice(JUNK)
    return data


def test_logs_and_changed_logs_are_told_alike() -> None:
    schema = rulesets.schema("log.schema.json")
    theirs = jsonschema_rs.Draft202012Validator(schema, retriever=lambda uri: rulesets.SCHEMAS[uri.rpartition("/")[2]])
    plain = _validator(schema, rulesets.SCHEMAS)
    chance, seen = random.Random(1), {True: 0, False: 0}
    for path in LOGS if NIGHTLY else LOGS[::8]:
        data = source.load(str(path)).data if "unreadable" not in path.stem else None
        if not isinstance(data, dict) or "game" not in data:
            continue
        data = {**data, "events": (data.get("events") or [])[:6]}
        for log in [data, *(changed(data, chance) for _ in range(CHANGES))]:
            answer = theirs.is_valid(log)
            assert fits(log, schema, rulesets.SCHEMAS) == answer, (path, log)
            assert plain.is_valid(log) == answer, (path, log)
            seen[answer] += 1
    assert min(seen.values()) > (100 if NIGHTLY else 20)
