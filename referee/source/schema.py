"""JSON Schema checks (draft 2020-12, as far as our schemas use it) with faults as sentences for whoever wrote the file.

Almost everything that is read fits, and nothing else is then needed. That the same data fit as by jsonschema is tested.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import ge, le
from typing import Any, NamedTuple

from referee.core.places import Key, Pointer
from referee.core.words import ANNOTATIONS, Schemas, Word, referred

_SAYS_NOTHING = ANNOTATIONS | {
    "$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "then", "else"
}  # fmt: skip


class SchemaFault(NamedTuple):
    """What is wrong with the value or key at a pointer: the keyword of the schema that it does not fit, or "false" where
    nothing is allowed. Of alternatives, `ways` are the faults by each of them."""

    keyword: str
    data: Any
    at: Pointer
    word: Word
    ways: Sequence[Sequence[SchemaFault]] = ()

    @property
    def wanted(self) -> Any:
        """Return what the schema says with the keyword."""
        return self.word.schema[self.keyword]


def fits(data: Any, schema: Mapping[str, Any], store: Schemas, trusted: Collection[int] = ()) -> bool:
    """Return whether data has no faults."""
    return next(faults(data, schema, store, trusted), None) is None


def faults(
    data: Any, schema: Mapping[str, Any], store: Schemas, trusted: Collection[int] = ()
) -> Iterator[SchemaFault]:
    home = schema.get("$id", "")
    return _Check(ChainMap({home: schema}, store)).faults(data, schema, home, (), trusted)  # type: ignore[arg-type]


class _Check:
    """One check of data. Below a `not`, an `if` or one of several alternatives, where fitting is not the same as being right,
    nothing is `trusted`."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas

    def faults(
        self, data: Any, schema: Any, home: str, at: Pointer = (), trusted: Collection[int] = ()
    ) -> Iterator[SchemaFault]:
        """Yield the faults of data at a place by a schema in the file `home`."""
        if isinstance(schema, bool):
            if not schema:
                yield self.fault("false", data, {}, home, at)
            return
        for keyword, wanted in schema.items():
            if test := _TESTS.get(keyword):
                if not test(wanted, data):
                    yield self.fault(keyword, data, schema, home, at)
            elif keyword not in _SAYS_NOTHING:
                yield from _PARTS[keyword](self, data, schema, home, at, trusted)

    def fault(
        self, keyword: str, data: Any, schema: Any, home: str, at: Pointer, ways: Sequence[list[SchemaFault]] = ()
    ) -> SchemaFault:
        return SchemaFault(keyword, data, at, Word(schema, home, self.schemas), ways)

    def fits(self, data: Any, schema: Any, home: str) -> bool:
        return next(self.faults(data, schema, home), None) is None

    def reference(
        self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]
    ) -> Iterator[SchemaFault]:
        return self.faults(data, *referred(schema["$ref"], home, self.schemas), at, trusted)

    def properties(
        self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]
    ) -> Iterator[SchemaFault]:
        parts = schema["properties"]
        for key, value in data.items() if isinstance(data, dict) else ():
            if key in parts and id(value) not in trusted:
                part = parts[key]
                yield from self.faults(value, part, home, (*at, Key(key) if part is False else key), trusted)

    def other_properties(
        self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]
    ) -> Iterator[SchemaFault]:
        part, parts = schema["additionalProperties"], schema.get("properties", ())
        other = [key for key in data if key not in parts] if isinstance(data, dict) else ()
        if other and part is False:
            yield self.fault("additionalProperties", data, schema, home, at)
            return
        for key in other:
            if id(data[key]) not in trusted:
                yield from self.faults(data[key], part, home, (*at, key), trusted)

    def names(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]) -> Iterator[SchemaFault]:
        for key in data if isinstance(data, dict) else ():
            yield from self.faults(key, schema["propertyNames"], home, (*at, Key(key)))

    def items(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]) -> Iterator[SchemaFault]:
        for index, item in enumerate(data if isinstance(data, list) else ()):
            yield from self.faults(item, schema["items"], home, (*at, index), trusted)

    def all_of(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]) -> Iterator[SchemaFault]:
        for part in schema["allOf"]:
            yield from self.faults(data, part, home, at, trusted)

    def any_of(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]) -> Iterator[SchemaFault]:
        ways = []
        for part in schema["anyOf"]:
            way = list(self.faults(data, part, home, at))
            if not way:
                return
            ways.append(way)
        yield self.fault("anyOf", data, schema, home, at, ways)

    def barred(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]) -> Iterator[SchemaFault]:
        if self.fits(data, schema["not"], home):
            yield self.fault("not", data, schema, home, at)

    def branch(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Collection[int]) -> Iterator[SchemaFault]:
        then = "then" if self.fits(data, schema["if"], home) else "else"
        return self.faults(data, schema.get(then, True), home, at, trusted)


_PARTS: dict[str, Callable[[_Check, Any, Any, str, Pointer, Collection[int]], Iterator[SchemaFault]]] = {
    "$ref": _Check.reference,
    "properties": _Check.properties,
    "additionalProperties": _Check.other_properties,
    "propertyNames": _Check.names,
    "items": _Check.items,
    "allOf": _Check.all_of,
    "anyOf": _Check.any_of,
    "not": _Check.barred,
    "if": _Check.branch,
}
"""Keywords that say of what parts data consist, or that lead to other schemas."""

_KINDS: dict[type, frozenset[str]] = {
    str: frozenset(("string",)),
    int: frozenset(("integer", "number")),
    float: frozenset(("number",)),
    bool: frozenset(("boolean",)),
    list: frozenset(("array",)),
    dict: frozenset(("object",)),
    type(None): frozenset(("null",)),
}
"""The types of plain data in JSON Schema; 3.0 is not a whole number, and true is no number."""


def _is_of(wanted: str | Sequence[str], data: Any) -> bool:
    kinds = _KINDS[type(data)]
    return wanted in kinds if isinstance(wanted, str) else not kinds.isdisjoint(wanted)


def _is_one_of(values: Sequence[Any], data: Any) -> bool:
    return any(data == value and isinstance(data, bool) == isinstance(value, bool) for value in values)


def as_compared(item: Any) -> str:
    """Return what two items of a list have in common if they are equal."""
    if isinstance(item, str):
        return item
    import json  # which most runs do not need

    return "\0" + json.dumps(item, sort_keys=True)


def _limit(kind: str, bound: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return the test of data of a kind, whose size or value has a limit."""
    return lambda limit, data: not _is_of(kind, data) or bound(data if kind == "number" else len(data), limit)


_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "type": _is_of,
    "enum": _is_one_of,
    "const": lambda wanted, data: _is_one_of([wanted], data),
    "required": lambda wanted, data: not isinstance(data, dict) or all(key in data for key in wanted),
    "oneOf": lambda keys, data: not isinstance(data, dict) or sum(one["required"][0] in data for one in keys) == 1,
    "uniqueItems": lambda wanted, data: (
        not wanted or not isinstance(data, list) or len({*map(as_compared, data)}) == len(data)
    ),
    "pattern": lambda wanted, data: not isinstance(data, str) or re.search(wanted, data) is not None,
    "minimum": _limit("number", ge),
    "maximum": _limit("number", le),
    "minLength": _limit("string", ge),
    "maxLength": _limit("string", le),
    "minItems": _limit("array", ge),
    "maxItems": _limit("array", le),
    "minProperties": _limit("object", ge),
    "maxProperties": _limit("object", le),
}
"""Keywords that a value fits or not, whatever is below it. `oneOf` has the one key that each alternative requires."""
