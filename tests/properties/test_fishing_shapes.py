"""Reading an item of a fishing log and its schema accept the same shapes: neither lets pass what the other refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from test_shapes import mutated

from referee import source
from referee.core.events import Misread
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SETUP: dict[str, Any] = {"dealer": "Dov", "scores": {"Ann": 3}, "target": 20}
POSITION: dict[str, Any] = {
    "round": 2, "dealer": "Dov", "phase": "play", "turn": "Ann", "scores": {"Ben": 4}, "stock": 9,
    "fields": {"Summer": ["5wi", "S10(6sp+4wi)"], "Spring": [], "Winter": ["Kau"], "Autumn": ["2au"]},
    "luminaries": {"Summer": "The Rake"}, "face_down": {"Spring": None}, "discarded": ["The River"],
    "covered": {"5wi": 1}, "under": {"Spring": 3}, "named": {"st": "Winter"}, "hands": {"Ann": ["7su", "8su"]},
    "unseen": {"Ben": 4}, "piles": {"Ann": ["9su"]}, "piles_unseen": {"Ben": 5},
}  # fmt: skip
TURN: dict[str, Any] = {
    "turn": "Ann", "fields": {"Summer": ["5wi"]}, "okus": {"Ann": 1, "box": 2}, "claimed": {"Ann": ["The Union"]},
    "sweeps": {"Ann": 1}, "aside": ["3wi"], "aside_unseen": 2, "last_taker": "Ben", "used": {"The Rake": "sow"},
    "own": {"action": "harvest", "field": "Summer"}, "cleared": ["Summer"], "fresh": ["The Maiden"], "fused": ["6sp+4wi"],
    "steps": [{"do": "reseed", "by": "Ann", "field": "Summer", "number": 3, "free": False, "for": "The River"}],
}  # fmt: skip
FIELDS: dict[str, Any] = {"Summer": ["2su", "8au", "8wi"], "Spring": ["Nsu", "3st", "Nst"]}
ITEMS: list[dict[str, Any]] = [
    {"deal": {"fields": FIELDS, "hands": {"Ann": ["7su"], "Ben": 4}, "luminaries": {"Summer": "The Rake"}}},
    {"play": "harvest 5sp take 5wi | 2au+3au @Summer", "by": "Ann", "note": "quick", "stands": "agreed"},
    {"draw": ["7su"]},
    {"draw": 2},
    {"reseed": ["7su", "8su", "9su"], "by": "Ann"},
    {"reveal": "The Maiden"},
    {"uncover": ["7su"]},
    {"swap": {"2au": "Ksu"}},
    {"turn": "Winter"},
    {"name": "Winter"},
    {"give": {"Ben": "5su", "Cyd": None}},
    {"okus": "Ben"},
    {"exchange": {"discard": 3, "draw": ["7su"]}},
    {"lay": {"Ann": ["7su"], "Ben": ["8su"]}},
    {"done": True},
    {
        "result": {
            "piles": {"Ann": ["7su"], "Ben": {"bumper-crop": 2}},
            "okus": {"Ann": 1},
            "luminaries": {"Ann": ["The Rake"], "Ben": "The Maiden"},
            "sweeps": {"Ann": 1},
            "last_capture": "Ann",
        }
    },
    {
        "done": True,
        "expect": {"score": {"Ann": 0}, "totals": {"Ann": 0}, "winners": ["Ann"], "dealer": "Ann", "turn": "Ben"},
    },
    {
        "done": True,
        "expect": {"piles": {"Ann": 0}, "okus": {"Ann": 0}, "stock": 3, "luminaries": {"Ann": ["The Rake"]}},
    },
    {"done": True, "expect": {"fields": {"Summer": ["5wi"]}}},
]
GAME = rulesets.table(rulesets.load_ruleset("illimat"), 4)
SCHEMAS = {part: {"$ref": f"fishing.schema.json#/$defs/{part}"} for part in ("event", "setup", "position")}


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


@pytest.mark.parametrize("original", [POSITION, TURN], ids=["table", "turn"])
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
