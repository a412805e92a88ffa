"""Schema faults: where, at the key or the value, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.places import Key, Pointer
from referee.core.wording import did_you_mean, nearest
from referee.source import parse, schema_faults

EVENT: dict[str, Any] = {
    "$id": "https://example.org/log.schema.json",
    "type": "object",
    "properties": {"deal": {"type": "object"}, "bids": {"type": "object", "additionalProperties": {"type": "integer"}},
        "by": {"type": "string"}, "pass": {"enum": ["left", "right", "across"]}},
    "required": ["bids"],
    "additionalProperties": False,
}  # fmt: skip
STORE: dict[str, dict[str, Any]] = {
    "ruleset.schema.json": {"$defs": {"name": {"title": "A player's name", "type": "string"}}},
    "card.schema.json": {"$id": "https://example.org/card.schema.json", "type": "string", "maxLength": 3},
}
VERB = {
    "anyOf": [
        {"type": "object", "required": ["play"], "properties": {"play": {"type": "string"}}},
        {"type": "object", "required": ["bid"], "properties": {"bid": {"type": "integer"}}},
    ]
}
TOP: Pointer = ()
FAULTS: list[tuple[Any, Any, list[tuple[Pointer, str]]]] = [
    (EVENT, {"bids": {"Ann": 1}, "by": "Ann", "pass": "left"}, []),
    # Keys
    (EVENT, {"dael": {}, "bids": {}}, [((Key("dael"),), "unknown key 'dael'; did you mean 'deal'?")]),
    (EVENT, {"zzz": 1, "bids": {}}, [((Key("zzz"),), "unknown key 'zzz'; known here: deal, bids, by, pass")]),
    ({"additionalProperties": False}, {"x": 1}, [((Key("x"),), "unknown key 'x'; no key is allowed here")]),
    (EVENT, {}, [(TOP, "key 'bids' is missing")]),
    ({"required": ["a", "b"]}, {}, [(TOP, "key 'a' is missing"), (TOP, "key 'b' is missing")]),
    ({"properties": {"m": {"properties": {"a": False}}}}, {"m": {"a": 1}},
     [(("m", Key("a")), "the key 'a' is not allowed here; remove it")]),
    ({"propertyNames": {"enum": ["doctor", "teacher"]}}, {"docter": 1},
     [((Key("docter"),), "unknown key 'docter'; did you mean 'doctor'?")]),
    ({"propertyNames": {"pattern": "^[A-Z]", "description": "A name with a capital."}}, {"ann": 1},
     [((Key("ann"),), "'ann' does not have the expected form: a name with a capital")]),
    ({"propertyNames": {"maxLength": 3}}, {"Benny": {}},
     [((Key("Benny"),), "key 'Benny': expected at most 3 characters, not 5")]),
    ({"minProperties": 1}, {}, [(TOP, "expected at least 1 key, not 0")]),
    ({"maxProperties": 1}, {"a": 1, "b": 2}, [(TOP, "expected at most 1 key, not 2")]),
    # Types
    (
        EVENT,
        {"bids": {"Ann": "three", "Ben": 1.0, "Cyd": True, "Dov": None}, "by": 6, "deal": []},
        [
            (("bids", "Ann"), "expected a whole number, not the text 'three'"),
            (("bids", "Ben"), "expected a whole number, not the number 1.0"),
            (("bids", "Cyd"), "expected a whole number, not true"),
            (("bids", "Dov"), "expected a whole number, not nothing (null)"),
            (("by",), "expected text, not the number 6; put it in quotes"),
            (("deal",), "expected a map, not a list"),
        ],
    ),
    ({"type": ["array", "null"]}, {}, [(TOP, "expected a list or nothing (null), not a map")]),
    ({"type": ["boolean", "number", "string"]}, [], [(TOP, "expected true or false, a number or text, not a list")]),
    ({"type": "array"}, "x" * 100, [(TOP, f"expected a list, not the text '{'x' * 20}…{'x' * 20}'")]),
    # Values
    (EVENT, {"bids": {}, "pass": "accross"},
     [(("pass",), "'accross' is not one of left, right, across; did you mean 'across'?")]),
    (EVENT, {"bids": {}, "pass": "up"}, [(("pass",), "'up' is not one of left, right, across")]),
    ({"enum": [1, None, ""]}, 3, [(TOP, "3 is not one of 1, null, ''")]),
    ({"const": "left"}, "right", [(TOP, "expected 'left', not 'right'")]),
    ({"minimum": 0}, -1, [(TOP, "expected at least 0, not -1")]),
    ({"maximum": 6}, 6.5, [(TOP, "expected at most 6, not 6.5")]),
    ({"minLength": 1}, "", [(TOP, "expected at least 1 character, not 0")]),
    ({"maxLength": 2}, "abc", [(TOP, "expected at most 2 characters, not 3")]),
    ({"pattern": "^[a-z]+$"}, "X", [(TOP, "'X' does not match the pattern ^[a-z]+$")]),
    ({"pattern": ":", "description": "A card id, such as Mk1:11. Any case."}, "X",
     [(TOP, "'X' does not have the expected form: a card id, such as Mk1:11")]),
    # Lists
    ({"minItems": 2}, [1], [(TOP, "expected at least 2 items, not 1")]),
    ({"maxItems": 1}, [1, 2], [(TOP, "expected at most 1 item, not 2")]),
    (
        {"uniqueItems": True},
        ["Ann", {"a": 1}, "Ann", {"a": 1}],
        [
            ((2,), "'Ann' is already item 1 of this list; each may be listed once"),
            ((3,), '{"a": 1} is already item 2 of this list; each may be listed once'),
        ],
    ),
    # Alternatives
    ({"anyOf": [{"type": "string", "title": "A card"}, {"description": "Cards. In order.", "type": "array"}]}, 5,
     [(TOP, "expected a card or cards, not the number 5")]),
    ({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}, ["a", 1],
     [((1,), "expected text, not the number 1; put it in quotes")]),
    ({"anyOf": [{"const": "sun"}, {"const": "moon"}, {"type": "integer"}]}, "mon",
     [(TOP, "'mon' is not one of sun, moon; did you mean 'moon'?")]),
    ({"anyOf": [{"anyOf": [{"type": "string"}, {"type": "boolean"}]}, {"enum": [1, 2]}]}, 3,
     [(TOP, "3 is not one of 1, 2")]),
    (VERB, {"bid": "x"}, [(("bid",), "expected a whole number, not the text 'x'")]),
    (VERB, {"x": 1, "y": 2}, [(TOP, "expected a map with 'play' or a map with 'bid', not a map with 'x' and 'y'")]),
    (VERB, {}, [(TOP, "expected a map with 'play' or a map with 'bid', not an empty map")]),
    # Not, if
    ({"not": {"required": ["a", "b"]}}, {"a": 1, "b": 2}, [(TOP, "the keys 'a' and 'b' do not go together")]),
    ({"not": {"anyOf": [{"required": ["a", "c"]}, {"required": ["a", "b"]}]}}, {"a": 1, "b": 2},
     [(TOP, "the keys 'a' and 'b' do not go together")]),
    ({"not": {"const": 3}}, 3, [(TOP, "3 is not allowed here")]),
    ({"not": {"pattern": " ", "description": "Text with spaces."}}, "a b",
     [(TOP, "this is not allowed here: text with spaces")]),
    ({"items": {"not": {}}}, [1], [((0,), "1 is not allowed here")]),
    ({"items": False}, [1], [((0,), "nothing is allowed here; remove it")]),
    ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"a": 1}, [(TOP, "key 'b' is missing")]),
    # References
    (
        {"anyOf": [{"$ref": "ruleset.schema.json#/$defs/name"}, {"type": "null"}]},
        3,
        [(TOP, "expected a player's name or nothing (null), not the number 3")],
    ),
    ({"$id": "https://example.org/log.schema.json", "$ref": "card.schema.json"}, "abcd",
     [(TOP, "expected at most 3 characters, not 4")]),
    (
        {"$id": "https://example.org/log.schema.json", "$ref": "ruleset.schema.json#/$defs/name"},
        True,
        [(TOP, "expected text, not true; put it in quotes")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "data", "faults"), FAULTS)
def test_faults(schema: dict[str, Any], data: Any, faults: list[Any]) -> None:
    found = schema_faults(data, schema, store=STORE)
    assert found == faults
    assert [list(map(type, pointer)) for pointer, _ in found] == [list(map(type, pointer)) for pointer, _ in faults]


def test_faults_are_sorted_by_pointer() -> None:
    schema = {"items": {"items": {"type": "integer"}, "maxItems": 11}}
    found = schema_faults([[1] * 2, ["x"] * 12], schema)
    assert [pointer for pointer, _ in found] == [(1,), *((1, index) for index in range(12))]


def test_a_long_list_of_keys_is_cut() -> None:
    schema = {"properties": {f"k{n}": {} for n in range(30)}, "additionalProperties": False}
    [(_, message)] = schema_faults({"zzz": 1}, schema)
    assert message == f"unknown key 'zzz'; known here: {', '.join(f'k{n}' for n in range(30))}"


def test_faults_have_places() -> None:
    document = parse("bids: {Ann: three}\ndael: {}\n", "game.yaml")
    found = schema_faults(document.data, EVENT)
    assert [f"{document.place(pointer)}: {message}" for pointer, message in found] == [
        "game.yaml:1:13: expected a whole number, not the text 'three'",
        "game.yaml:2:1: unknown key 'dael'; did you mean 'deal'?",
    ]


def test_nearest() -> None:
    assert nearest("dael", ["bid", "deal"]) == "deal"
    assert nearest("DEAL", ["bid", "Deal"]) == "Deal"
    assert nearest("x", ["bid", "deal"]) is None
    assert nearest("x" * 1_000_000, ["x" * 1_000_000]) is None
    assert nearest("deal", []) is None
    assert did_you_mean("dael", ["bid", "deal"]) == "; did you mean 'deal'?"
    assert did_you_mean("x", ["bid", "deal"]) == ""
