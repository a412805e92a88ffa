"""The schema of a `position:` says of every field what its state declares: its key, its kind of value, its least number."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from referee.core.fields import Field, Fields
from referee.core.values import is_points
from referee.engines import FAMILIES
from referee.rules.rulesets import SCHEMAS as STORE

TYPES = {str: "string", int: "integer", bool: "boolean"}
UNSAID = ("description", "examples", "minLength", "pattern", "maxItems", "maxProperties", "propertyNames",
          "default")  # fmt: skip
"""What a schema says besides: reading a name puts into words what is wrong with it."""
ANYTHING = {"read": "by hand"}
"""Stands for what a reader of its own reads."""


def shape_of(family: str, part: Any) -> Any:
    """A part of a schema without its descriptions, and with what it refers to in the place of the reference."""
    if isinstance(part, list):
        return [shape_of(family, entry) for entry in part]
    if not isinstance(part, dict):
        return part
    if part.get("$ref") == "#/$defs/position":  # a course of a position has the same keys
        return dict(ANYTHING)
    if "$ref" in part:
        file, _, name = part["$ref"].partition("#/$defs/")
        return shape_of(family, STORE[file or f"{family}.schema.json"]["$defs"][name])
    plain = {key: shape_of(family, entry) for key, entry in part.items() if key not in UNSAID}
    if "enum" in plain:
        plain["enum"] = sorted(plain["enum"])
    return plain


def schema_of(field: Field) -> Any:
    """The schema of a field, as its kind and its least number have it."""
    assert field.kind
    entry = one_of(field.kind.shapes)
    if field.least is not None:
        entry.get("additionalProperties", entry)["minimum"] = field.least
    return {"type": "object", "additionalProperties": entry} if field.by_player else entry


def one_of(shapes: tuple[Any, ...]) -> dict[str, Any]:
    if isinstance(shapes[0], frozenset):
        return {"enum": sorted(shapes[0])}
    if shapes[0] in (object, (list, object)):
        return dict(ANYTHING)
    if isinstance(shapes[0], tuple):
        outer, *inner = shapes[0]
        of = one_of(tuple(inner))
        return {"type": "array", "items": of} if outer is list else {"type": "object", "additionalProperties": of}
    if shapes[0] is list:
        return {"type": "array", "items": {"type": "string"}}
    if is_points in shapes:  # a whole number, one with decimals, or a text such as '10/3'
        names = ["number", "string"]
    else:
        names = [TYPES[shape] for shape in shapes if shape is not type(None)]
    if type(None) in shapes:
        names.append("null")
    return {"type": names[0] if len(names) == 1 else names}


def state_of(family: str) -> type[Fields]:
    state: type[Fields] = getattr(
        importlib.import_module(f"referee.engines.{family}.state"), f"{family.capitalize()}State"
    )
    return state


@pytest.mark.parametrize("family", FAMILIES)
def test_every_field_stands_in_the_schema_as_it_is_declared(family: str) -> None:
    for part in ("position", "setup") if state_of(family).setup_fields else ("position",):
        wanted: dict[str, Any] = {
            field.key: schema_of(field)
            for field in state_of(family).all_fields
            if field.kind and (part == "position" or field.setup)
        }
        found = shape_of(family, STORE[f"{family}.schema.json"]["$defs"][part]["properties"])
        assert found == {key: entry if entry != ANYTHING else found.get(key) for key, entry in wanted.items()}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_two_fields_have_one_key(family: str) -> None:
    keys = [field.key for field in state_of(family).all_fields if field.kind]
    assert len(keys) == len(set(keys))
