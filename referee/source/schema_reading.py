"""What a schema and a value are called in a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.core.harmless import yaml_line
from referee.source.text import quoted, shorten

Schema = Mapping[str, Any]

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "nothing (null)",
}
_JOINING = ("allOf", "anyOf", "oneOf")
_MOST_STEPS = 16
_MOST_SCHEMAS = 100


def typed(name: str) -> str:
    """Return a type of JSON Schema in words."""
    return _TYPES.get(name, name)


def named(value: Any) -> str:
    """Return a value after "not": the text 'three', the number 3, true, a list."""
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if value is None:
        return _TYPES["null"]
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    return literal(value) if isinstance(value, bool) else f"the number {value}"


def literal(value: Any) -> str:
    """Return a value as it is written, shortened: 'left', 3, true, null."""
    return quoted(value) if isinstance(value, str) else shorten(json.dumps(value, ensure_ascii=False))


def listed(words: Iterable[str], joint: str) -> str:
    """Words as a sentence lists them: a, b or c; each only once."""
    each = list(dict.fromkeys(words))
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} {joint} {each[-1]}"


def phrase(description: str) -> str:
    """Return the first sentence of a description, for use inside another sentence."""
    first = description.strip().split(". ")[0].rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() or first[1:2] == " " else first


def described(schema: Any, schemas: Sequence[Schema]) -> str:
    """Return what fits a schema, in words: its title or description, or else its values and types."""
    if not isinstance(schema, Mapping):
        return "anything" if schema else "nothing"
    for part in (schema, followed(schema, schemas)):
        if words := part.get("title") or part.get("description"):
            return phrase(words)
    schema = followed(schema, schemas)
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return listed(map(literal, schema["enum"]), "or")
    if keys := schema.get("required"):
        return f"a map with {listed(map(quoted, keys), 'and')}"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return listed((described(choice, schemas) for choice in choices), "or")
    types = schema.get("type", [])
    return listed(map(typed, [types] if isinstance(types, str) else types), "or") if types else "something else"


def right_form(value: Any, schema: Any, schemas: Sequence[Schema]) -> str:
    """Return the end of a message about a value of the wrong kind: the same as a list, or else an example of a correct one."""
    parts = [part for part in re.split(r"[\s,;]+", value) if part] if isinstance(value, str) else []
    found = followed(schema, schemas)
    kinds = [followed(choice, schemas) for choice in found.get("anyOf", [found])]
    if parts and any(kind.get("type") == "array" and _of_text(kind, schemas) for kind in kinds):
        return f"; write {yaml_line([*map(shorten, parts)])}"
    if isinstance(value, list) and len(value) == 1 and any(kind.get("type") == "string" for kind in kinds):
        return f"; write {yaml_line(shorten(value[0]))}" if isinstance(value[0], str) else ""
    example = next((kind["examples"][0] for kind in (schema, found, *kinds) if kind.get("examples")), None)
    return "" if example is None else f"; write for example {yaml_line(example)}"


def _of_text(schema: Schema, schemas: Sequence[Schema]) -> bool:
    """Return whether the items of a list are single words: a card, a player, a call."""
    item = followed(schema.get("items", {}), schemas)
    of_text = [followed(choice, schemas).get("type") for choice in item.get("anyOf", [item])]
    return "string" in of_text and not any(" " in str(part) for part in schema.get("examples", [[]])[0])


def followed(schema: Any, schemas: Sequence[Schema]) -> Schema:
    """Return the schema itself, or the target of its `$ref`; an empty one if that is not found."""
    for _ in range(_MOST_STEPS):
        if not isinstance(schema, Mapping):
            return {}
        if "$ref" not in schema:
            return schema
        schema = _target(schema["$ref"], _home(schema, schemas) if schema["$ref"].startswith("#") else schemas)
    return {}


def known_keys(schema: Any, schemas: Sequence[Schema]) -> tuple[list[str], list[str]]:
    """Return the keys, and the patterns of keys, that a schema and its parts mention for one map."""
    keys: dict[str, None] = {}
    patterns: dict[str, None] = {}
    waiting, seen = [schema], set[int]()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, Mapping) or id(part) in seen:
            continue
        seen.add(id(part))
        keys.update(dict.fromkeys(key for key, value in part.get("properties", {}).items() if value is not False))
        patterns.update(dict.fromkeys(part.get("patternProperties", ())))
        if part is not schema or "unevaluatedProperties" in part:
            below = [choice for word in _JOINING for choice in part.get(word, ())]
            below += [part.get(word) for word in ("if", "then", "else")]
            below += part.get("dependentSchemas", {}).values()
            waiting += [*reversed(below), followed(part, schemas)]
    return list(keys), list(patterns)


_parts: dict[int, tuple[Schema, frozenset[int]]] = {}
"""The ids of all maps inside a schema, by the id of the schema, which is kept so that no other object can get that id."""


def _home(part: Schema, schemas: Sequence[Schema]) -> Sequence[Schema]:
    """Return the schemas that a part is in: a reference without a file name leads only there."""
    return [schema for schema in schemas if id(part) in _ids(schema)] or schemas


def _ids(schema: Schema) -> frozenset[int]:
    if id(schema) not in _parts:
        if len(_parts) >= _MOST_SCHEMAS:
            _parts.clear()
        _parts[id(schema)] = schema, frozenset(_below(schema))
    return _parts[id(schema)][1]


def _below(value: Any) -> Iterator[int]:
    if isinstance(value, Mapping):
        yield id(value)
    for below in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _below(below)


def _plain(step: str) -> str:
    if "%" not in step:
        return step
    from urllib.parse import unquote  # takes longer to import than all of this

    return unquote(step)


def _target(ref: str, schemas: Sequence[Schema]) -> Any:
    """Return the target of a `$ref`; without a file name it is looked up in each of the schemas."""
    file, _, fragment = ref.partition("#")
    name = file.rpartition("/")[2]
    for schema in schemas:
        if name and str(schema.get("$id", name)).rpartition("/")[2] != name:
            continue
        found: Any = schema
        for step in fragment.split("/")[1:]:
            step = _plain(step).replace("~1", "/").replace("~0", "~")
            found = found.get(step) if isinstance(found, Mapping) else None
        if found is not None:
            return found
    return None
