"""The fast path of schema checks: whether plain data fits, without a word about why not.

Almost everything that is read fits, and importing jsonschema alone takes longer than judging a game. Schemas become plain
functions here. Keywords that this module does not know are left to jsonschema, and so is every sentence about a fault; a test
ensures that both accept the same data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from referee.core.words import ANNOTATIONS

Schema = Mapping[str, Any]
Test = Callable[[Any], bool]

_SAYS_NOTHING = {
    "$schema",
    "$id",
    "$defs",
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "then",
    "else",
} | ANNOTATIONS
_MOST_LANES = 64


class Unknown(Exception):  # noqa: N818 - what the keyword is
    """A schema uses something that the fast path does not know."""


class Lane:
    """One schema and those that it refers to, as functions; each is made when it is first needed.

    `trusted` are the ids of values known to fit in their places. Below a `not`, an `if` or one of several alternatives, where
    fitting is not the same as being right, `trusting` is off.
    """

    def __init__(self, schema: Schema, store: Mapping[str, Schema]) -> None:
        self.schema = schema
        self.store = store
        self.home = str(schema.get("$id", ""))
        self.trusted: Collection[int] = ()
        self.trusting = True
        self._referred: dict[tuple[str, str, bool], Test] = {}
        self.test = self.made(schema, self.home)

    def warily(self, schema: Any, home: str) -> Test:
        """Return the function that tests a schema without trusting anything."""
        before, self.trusting = self.trusting, False
        test = self.made(schema, home)
        self.trusting = before
        return test

    def made(self, schema: Any, home: str) -> Test:
        """Return the function that tests a schema in the file `home`."""
        if isinstance(schema, bool):
            return lambda data: bool(schema)
        words = [word for word in schema if word not in _SAYS_NOTHING]
        if any(word not in _KEYWORDS for word in words):
            raise Unknown(words)
        makers = dict.fromkeys(_KEYWORDS[word] for word in words)  # two words may share one
        tests = [make(self, schema, home) for make in makers]
        if len(tests) == 1:
            return tests[0]

        def test(data: Any) -> bool:
            for each in tests:  # noqa: SIM110 - a generator would cost half as much again
                if not each(data):
                    return False
            return True

        return test

    def referred(self, ref: str, home: str, trusting: bool) -> Test:
        """Return the function of the schema that a reference leads to."""
        file, _, path = ref.partition("#")
        file = file.rpartition("/")[2] or home
        if (file, path, trusting) not in self._referred:
            found: Any = self.schema if file == self.home else self.store.get(file)
            for step in path.split("/")[1:]:
                found = found.get(step) if isinstance(found, Mapping) else None
            if found is None:
                raise Unknown(ref)
            self._referred[file, path, trusting] = self.made(found, file) if trusting else self.warily(found, file)
        return self._referred[file, path, trusting]


_lanes: dict[tuple[int, int], Lane] = {}


def fits(data: Any, schema: Schema, store: Mapping[str, Schema], trusted: Collection[int] = ()) -> bool:
    """Return whether data plainly fits a schema; False also if the fast path cannot tell.

    trusted: the ids of values inside it that were found to fit in their places, as parts of data that fitted as a whole. A
    schema and a store are prepared once as long as they are the same objects: do not change them after the first use.
    """
    try:
        lane = _lanes.get((id(schema), id(store)))
        if lane is None:
            if len(_lanes) >= _MOST_LANES:
                _lanes.clear()
            lane = _lanes[id(schema), id(store)] = Lane(schema, store)
        lane.trusted = trusted
        return lane.test(data)
    except (Unknown, RecursionError):
        return False


def _is_whole(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _is_number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool)


_TYPES: dict[str, Test] = {
    "string": lambda data: isinstance(data, str),
    "integer": _is_whole,
    "number": _is_number,
    "boolean": lambda data: isinstance(data, bool),
    "array": lambda data: isinstance(data, list),
    "object": lambda data: isinstance(data, dict),
    "null": lambda data: data is None,
}


def _type(lane: Lane, schema: Schema, home: str) -> Test:
    wanted = schema["type"]
    if isinstance(wanted, str):
        return _TYPES[wanted]
    tests = [_TYPES[name] for name in wanted]
    return lambda data: any(test(data) for test in tests)


def _enum(lane: Lane, schema: Schema, home: str) -> Test:
    values = schema["enum"]
    if any(isinstance(value, list | dict) for value in values):
        raise Unknown("a list or map to be equal to")
    return lambda data: any(data == value and isinstance(data, bool) == isinstance(value, bool) for value in values)


def _const(lane: Lane, schema: Schema, home: str) -> Test:
    return _enum(lane, {"enum": [schema["const"]]}, home)


def _ref(lane: Lane, schema: Schema, home: str) -> Test:
    ref, trusting = schema["$ref"], lane.trusting
    return lambda data: lane.referred(ref, home, trusting)(data)


def _any_of(lane: Lane, schema: Schema, home: str) -> Test:
    tests = [lane.warily(part, home) for part in schema["anyOf"]]
    return lambda data: any(test(data) for test in tests)


def _one_of(lane: Lane, schema: Schema, home: str) -> Test:
    if not all(
        isinstance(part, dict) and [*part] == ["required"] and len(part["required"]) == 1 for part in schema["oneOf"]
    ):
        raise Unknown("alternatives that are more than one key each")
    keys = {part["required"][0] for part in schema["oneOf"]}
    return lambda data: not isinstance(data, dict) or len(data.keys() & keys) == 1


def _all_of(lane: Lane, schema: Schema, home: str) -> Test:
    tests = [lane.made(part, home) for part in schema["allOf"]]
    return lambda data: all(test(data) for test in tests)


def _not(lane: Lane, schema: Schema, home: str) -> Test:
    test = lane.warily(schema["not"], home)
    return lambda data: not test(data)


def _if(lane: Lane, schema: Schema, home: str) -> Test:
    when = lane.warily(schema["if"], home)
    then, other = (lane.made(schema.get(word, True), home) for word in ("then", "else"))
    return lambda data: then(data) if when(data) else other(data)


def _properties(lane: Lane, schema: Schema, home: str) -> Test:
    """`properties` and `additionalProperties` together, because the second applies to what the first leaves over."""
    tests = {key: lane.made(part, home) for key, part in schema.get("properties", {}).items()}
    other = lane.made(schema.get("additionalProperties", True), home)
    trusting = lane.trusting

    def test(data: Any) -> bool:
        if not isinstance(data, dict):
            return True
        trusted = lane.trusted if trusting else ()
        return all(id(value) in trusted or tests.get(key, other)(value) for key, value in data.items())

    return test


def _property_names(lane: Lane, schema: Schema, home: str) -> Test:
    test = lane.made(schema["propertyNames"], home)
    return lambda data: not isinstance(data, dict) or all(map(test, data))


def _required(lane: Lane, schema: Schema, home: str) -> Test:
    keys = set(schema["required"])
    return lambda data: not isinstance(data, dict) or data.keys() >= keys


def _items(lane: Lane, schema: Schema, home: str) -> Test:
    test = lane.made(schema["items"], home)
    return lambda data: not isinstance(data, list) or all(map(test, data))


def _unique_items(lane: Lane, schema: Schema, home: str) -> Test:
    def test(data: Any) -> bool:
        if not isinstance(data, list):
            return True
        return len({_by_itself(item) for item in data}) == len(data)

    return test if schema["uniqueItems"] else lambda data: True


def _by_itself(item: Any) -> Any:
    """Return a key to compare an item with others: maps of texts by their content."""
    if isinstance(item, dict) and all(isinstance(value, str) for value in item.values()):
        return tuple(sorted(item.items()))
    if isinstance(item, list | dict | bool):
        raise Unknown("items that do not tell by themselves whether they are equal")
    return item


def _pattern(lane: Lane, schema: Schema, home: str) -> Test:
    pattern = schema["pattern"]  # compiled at first use, and cached by `re`
    return lambda data: not isinstance(data, str) or re.search(pattern, data) is not None


def _of_size(
    word: str, kind: type[str] | type[list[Any]] | type[dict[str, Any]], *, most: bool
) -> Callable[[Lane, Schema, str], Test]:
    def make(lane: Lane, schema: Schema, home: str) -> Test:
        limit = schema[word]
        if most:
            return lambda data: not isinstance(data, kind) or len(data) <= limit
        return lambda data: not isinstance(data, kind) or len(data) >= limit

    return make


def _minimum(lane: Lane, schema: Schema, home: str) -> Test:
    return lambda data: not _is_number(data) or data >= schema["minimum"]


def _maximum(lane: Lane, schema: Schema, home: str) -> Test:
    return lambda data: not _is_number(data) or data <= schema["maximum"]


_KEYWORDS: dict[str, Callable[[Lane, Schema, str], Test]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "$ref": _ref,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "allOf": _all_of,
    "not": _not,
    "if": _if,
    "properties": _properties,
    "additionalProperties": _properties,
    "propertyNames": _property_names,
    "required": _required,
    "items": _items,
    "uniqueItems": _unique_items,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _of_size("minLength", str, most=False),
    "maxLength": _of_size("maxLength", str, most=True),
    "minItems": _of_size("minItems", list, most=False),
    "maxItems": _of_size("maxItems", list, most=True),
    "minProperties": _of_size("minProperties", dict, most=False),
    "maxProperties": _of_size("maxProperties", dict, most=True),
}
