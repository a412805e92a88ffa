"""Reading an item and its schema accept the same shapes: neither lets pass what the other refuses."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import source
from referee.core.events import Misread
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
ROLES = dict(zip(PLAYERS, ("doctor", "neighbor", "preacher", "teacher"), strict=True))
SETUP: dict[str, Any] = {"dealer": "Dov", "roles": ROLES}
POSITION: dict[str, Any] = {
    "hand": 2, "dealer": "Dov", "roles": ROLES, "scores": {"Ann": 3}, "hands": {"Ann": ["Mk1:11", "Lk6:31"]},
    "bids": {"Ann": 1, "Ben": 0, "Cyd": 1, "Dov": 1}, "trick": [], "leader": "Ann",
}  # fmt: skip
ITEMS: list[dict[str, Any]] = [
    {"deal": {"Ann": ["Mk1:11"], "Ben": ["Mk1:31"], "Cyd": ["Lk7:50"], "Dov": ["Mk4:2"]}},
    {"bids": {"Ann": 1, "Ben": 0, "Cyd": 1, "Dov": 0}},
    {"bid": 1, "by": "Ann"},
    {
        "trick": ["Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2"],
        "expect": {"winner": "Cyd", "score": {"Ann": 0}, "totals": {"Ann": 0}},
    },
    {"play": "Mk1:11", "by": "Ann", "note": "quick", "stands": "agreed"},
    {"pass": {"Ann": ["Mk1:11"], "Ben": ["Mk1:31"]}},
    {"pass": ["Mk1:11"], "by": "Ann"},
    {"turn": "Mk1:11"},
    {"trump": "Mk", "by": "Ann"},
    {"grace": "Mk1:11", "by": "Ben"},
    {"result": {"cards": 1, "bids": {"Ann": 0}, "won": {"Ann": 1}, "captured": {"Ann": ["Mk1:11"]}}},
    {"result": {"cards": 1, "won": {"Ann": 1}}, "expect": {"winners": ["Ann"], "roles": {"Ann": "doctor"}}},
]
JUNK: list[Any] = [
    None,
    True,
    3,
    -1,
    1.5,
    "",
    "Ann",
    "Mk1:11",
    [],
    ["Mk1:11"],
    [3],
    {},
    {"Ann": 1},
    {"Ann": ["Mk1:11"]},
    {"Eve": 1},
]

GAME = rulesets.table(rulesets.load_ruleset("illuminate"), 4)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in plain data, itself included."""
    found = [here]
    if isinstance(value, dict):
        for key, entry in value.items():
            found += paths(entry, (*here, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            found += paths(entry, (*here, index))
    return found


@st.composite
def mutated(draw: st.DrawFn, originals: list[dict[str, Any]]) -> dict[str, Any]:
    """Plain data with up to two of its values replaced, removed, or joined by an unknown key."""
    data: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(0, 2))):
        path = draw(st.sampled_from(paths(data)[1:] or [()]))
        if not path:
            continue
        holder: Any = data
        for key in path[:-1]:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            holder[path[-1]] = copy.deepcopy(draw(st.sampled_from(JUNK)))
        elif change == "remove":
            del holder[path[-1]]
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from(["tirck", "byy", "Eve", "won"]))] = copy.deepcopy(draw(st.sampled_from(JUNK)))
    return data


def schema_refuses(part: str, data: Any) -> bool:
    schema = SCHEMAS[part]
    return bool(source.schema_faults(data, schema, store=rulesets.SCHEMAS))


SCHEMAS = {part: {"$ref": f"trick.schema.json#/$defs/{part}"} for part in ("event", "setup", "position")}


def reading_refuses(item: dict[str, Any]) -> str:
    """How reading takes an item: '' when it reads, 'words' when it says what is wrong, 'shape' when the schema must say it."""
    state = GAME.start(PLAYERS, SETUP, None)
    try:
        events = GAME.read(state, item)
        if "expect" in item:
            for event in events:
                if GAME.check(state, event):
                    return "words"
                GAME.apply(state, event)
            list(GAME.claims(state, item["expect"]))
    except Misread as misread:
        return "words" if misread.faults else "shape"
    return ""


@given(mutated(ITEMS))
def test_what_the_schema_of_an_event_refuses_is_not_read(item: dict[str, Any]) -> None:
    if schema_refuses("event", item):
        assert reading_refuses(item), item


@given(mutated(ITEMS))
def test_what_reading_refuses_for_its_shape_the_schema_explains(item: dict[str, Any]) -> None:
    if reading_refuses(item) == "shape":
        assert schema_refuses("event", item), item


@pytest.mark.parametrize(("part", "original"), [("setup", SETUP), ("position", POSITION)])
def test_the_head_of_a_log_is_as_strict_as_its_schema(part: str, original: dict[str, Any]) -> None:
    @given(mutated([original]))
    def holds(data: dict[str, Any]) -> None:
        try:
            GAME.start(PLAYERS, data if part == "setup" else SETUP, data if part == "position" else None)
            refused = ""
        except Misread as misread:
            refused = "words" if misread.faults else "shape"
        if schema_refuses(part, data):
            assert refused, data
        if refused == "shape":
            assert schema_refuses(part, data), data

    holds()
