"""Reading an item of a meld log and its schema accept the same shapes: neither lets pass what the other refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from test_shapes import mutated

from referee import source
from referee.core.events import Misread
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SETUP: dict[str, Any] = {"dealer": "Dov", "scores": {"Ann": 3}}
POSITION: dict[str, Any] = {
    "round": 2, "dealer": "Dov", "phase": "discard", "hands": {"Ann": ["R1", "G2"]}, "unseen": {"Ben": 8}, "fresh": {"Ben": 1},
    "pile": ["B4"], "stock": 9, "aside": ["D"], "recycled": ["B1"], "action": {"Ann": 4}, "penalty": {"Ann": -5}, "turn": "Ann",
    "taken": "stock", "offered": 0, "last_take": False, "discarder": "Dov", "roles": {"Ann": "Spy"},
    "upcard": "B4", "won": {"Ann": 1}, "last_turns": 0,
}  # fmt: skip
SHOWN: dict[str, Any] = {
    "phase": "show", "declared": "Ben", "shown": {"Ben": ["R5 G5 B5 Y5 W", "Y1 Y1 Y1"]}, "table": ["R5 G5 B5"],
    "laid_off": {"Cyd": ["R1"]},
}  # fmt: skip
DRAWN: dict[str, Any] = {"phase": "draw", "contenders": ["Ann", "Ben"], "drawing": ["Ben"], "drawn": {"Ann": "R7"}}
ITEMS: list[dict[str, Any]] = [
    {"draw": {"Ann": "R7", "Ben": "W", "Cyd": "G6", "Dov": "B1"}, "expect": {"dealer": "Ben"}},
    {"deal": {"Ann": ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "W"]}},
    {"action": {"points": -2, "to": "Ann", "card": "R4"}, "by": "Ben"},
    {"face_up": "R5"},
    {"take": "pile", "by": "Ann"},
    {"take": {"pile": "B4"}},
    {"discard": "B4", "note": "quick", "stands": "agreed"},
    {"turn": ["stock", "B4"]},
    {"turn": [{"stock": "R2"}, "B4"]},
    {"declare": ["R5 G5 B5", "Y1"], "by": "Ann"},
    {"declare": True},
    {"lay_off": "R1", "by": "Ann"},
    {"lay_off": {"card": "R1", "on": "R2 R3"}},
    {"show": ["R5 G5 B5", "Y1"], "by": "Ann"},
    {"show": {"Ann": ["R5 G5 B5", "Y1"], "Ben": ["R1"]}},
    {"result": {"declared": "Ann", "hands": {"Ann": ["R5 G5 B5"]}, "action": {"Ann": [4, -2], "Ben": 1}}},
    {
        "result": {
            "hands": {"Ann": ["R5"]},
            "lay_off": {"Ann": ["R4", {"card": "R5", "on": "R6"}], "Ben": "R1"},
            "upcard": "R5",
        }
    },
    {"role": "Spy", "by": "Ann"},
    {"roles": {"Ann": "Spy"}, "expect": {"winners": ["Ann"], "roles": {"Ann": "Spy"}}},
    {"face_up": "R5", "expect": {"score": {"Ann": 0}, "totals": {"Ann": 0}}},
]
GAME = rulesets.table(rulesets.load_ruleset("luminars"), 4)
SCHEMAS = {part: {"$ref": f"meld.schema.json#/$defs/{part}"} for part in ("event", "setup", "position")}


def schema_refuses(part: str, data: Any) -> bool:
    return bool(source.schema_faults(data, SCHEMAS[part], store=rulesets.SCHEMAS))


def reading_refuses(item: dict[str, Any]) -> str:
    """How reading takes an item: '' when it reads, 'words' when it says what is wrong, 'shape' when the schema must say it."""
    state = GAME.start(PLAYERS, SETUP, None)
    try:
        GAME.read(state, item)
        if "expect" in item:
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


@pytest.mark.parametrize("original", [POSITION, SHOWN, DRAWN], ids=["discard", "show", "draw"])
@pytest.mark.parametrize("part", ["setup", "position"])
def test_the_head_of_a_log_is_as_strict_as_its_schema(part: str, original: dict[str, Any]) -> None:
    @given(mutated([SETUP if part == "setup" else original]))
    def holds(data: dict[str, Any]) -> None:
        try:
            GAME.start(PLAYERS, data if part == "setup" else {}, data if part == "position" else None)
            refused = ""
        except Misread as misread:
            refused = "words" if misread.faults else "shape"
        if schema_refuses(part, data):
            assert refused, data
        if refused == "shape":
            assert schema_refuses(part, data), data

    holds()
