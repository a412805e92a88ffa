"""JSON Schema checks (draft 2020-12, as far as our schemas use it) with faults as sentences for whoever wrote the file.

Almost everything that is read fits, and no sentence is then needed. That the same data fit as by jsonschema is tested.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import ge, le
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.core.harmless import yaml_line
from referee.core.places import Key, Pointer
from referee.core.wording import MOST_COUNTED, counted, cut_texts, did_you_mean, listed, shortened, with_fix
from referee.core.words import ANNOTATIONS, Schemas, Word, referred
from referee.source.text import quoted, shorten

_SAYS_NOTHING = ANNOTATIONS | {
    "$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "then", "else"
}  # fmt: skip


Ids = Collection[int]
"""Of values inside the data that need no check."""


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


Found = Iterator[SchemaFault]


def fits(data: Any, schema: Mapping[str, Any], store: Schemas, trusted: Ids = ()) -> bool:
    """Return whether data has no faults."""
    return next(faults(data, schema, store, trusted), None) is None


def faults(data: Any, schema: Mapping[str, Any], store: Schemas, trusted: Ids = ()) -> Found:
    home = schema.get("$id", "")
    return _Check(ChainMap({home: schema}, store)).faults(data, schema, home, (), trusted)  # type: ignore[arg-type]


class _Check:
    """One check of data. Below a `not`, an `if` or one of several alternatives, where fitting is not the same as being right,
    nothing is `trusted`."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas

    def faults(self, data: Any, schema: Any, home: str, at: Pointer = (), trusted: Ids = ()) -> Found:
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

    def reference(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        return self.faults(data, *referred(schema["$ref"], home, self.schemas), at, trusted)

    def properties(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        parts = schema["properties"]
        for key, value in data.items() if isinstance(data, dict) else ():
            if key in parts and id(value) not in trusted:
                part = parts[key]
                yield from self.faults(value, part, home, (*at, Key(key) if part is False else key), trusted)

    def other_properties(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        part, parts = schema["additionalProperties"], schema.get("properties", ())
        other = [key for key in data if key not in parts] if isinstance(data, dict) else ()
        if other and part is False:
            yield self.fault("additionalProperties", data, schema, home, at)
            return
        for key in other:
            if id(data[key]) not in trusted:
                yield from self.faults(data[key], part, home, (*at, key), trusted)

    def names(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        for key in data if isinstance(data, dict) else ():
            yield from self.faults(key, schema["propertyNames"], home, (*at, Key(key)))

    def items(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        for index, item in enumerate(data if isinstance(data, list) else ()):
            yield from self.faults(item, schema["items"], home, (*at, index), trusted)

    def all_of(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        for part in schema["allOf"]:
            yield from self.faults(data, part, home, at, trusted)

    def any_of(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        ways = []
        for part in schema["anyOf"]:
            way = list(self.faults(data, part, home, at))
            if not way:
                return
            ways.append(way)
        yield self.fault("anyOf", data, schema, home, at, ways)

    def barred(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        if self.fits(data, schema["not"], home):
            yield self.fault("not", data, schema, home, at)

    def branch(self, data: Any, schema: Any, home: str, at: Pointer, trusted: Ids) -> Found:
        then = "then" if self.fits(data, schema["if"], home) else "else"
        return self.faults(data, schema.get(then, True), home, at, trusted)


_PARTS: dict[str, Callable[[_Check, Any, Any, str, Pointer, Ids], Found]] = {
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


Sentence = tuple[Pointer, str]
"""Where something is wrong, and what."""

MOST_FAULTS = 50
"""How many faults of one kind, of one map or of one log are reported; a file with more has another problem."""

_NO_STORE: Schemas = MappingProxyType({})
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "nothing (null)",
}
_LIMITS = {
    "minimum": ("least", ""),
    "maximum": ("most", ""),
    "minItems": ("least", "items"),
    "maxItems": ("most", "items"),
    "minProperties": ("least", "keys"),
    "maxProperties": ("most", "keys"),
    "minLength": ("least", "characters"),
    "maxLength": ("most", "characters"),
}
_MOST_LISTED = 20


def schema_faults(
    data: Any, schema: Mapping[str, Any], *, store: Schemas = _NO_STORE, trusted: Collection[int] = ()
) -> list[Sentence]:
    """Return what is wrong with plain data according to a JSON Schema, sorted by pointer; an empty list if nothing is.

    store: the schemas that a `$ref` may name, by file name; nothing is ever fetched.
    trusted: ids of values inside the data that need no check: they fitted in their places, as parts of data that fitted.
    """

    def order(sentence: Sentence) -> tuple[object, ...]:
        pointer, message = sentence
        steps = [(0, step, "") if isinstance(step, int) else (1, 0, step) for step in pointer]
        return steps, _is_key(pointer), message

    found = islice(faults(data, schema, store, trusted), MOST_COUNTED + 1)
    sentences = (sentence for fault in found for sentence in in_words(fault))
    in_order = sorted(set(islice(sentences, MOST_COUNTED + 1)), key=order)
    return shortened(in_order, MOST_FAULTS, lambda last, more: (last[0], more))


def in_words(fault: SchemaFault) -> Iterable[Sentence]:
    """Return the sentences that one fault comes to, each with its place."""
    if fault.keyword in _SEVERAL:
        return _SEVERAL[fault.keyword](fault)
    if fault.keyword not in _LIMITS:
        return [(fault.at, _ONE[fault.keyword](fault))]
    bound, things = _LIMITS[fault.keyword]
    limit, size = (counted(fault.wanted, things), len(fault.data)) if things else (fault.wanted, fault.data)
    message = f"expected at {bound} {limit}, not {size}"
    return [(fault.at, f"key {quoted(fault.data)}: {message}" if _is_key(fault.at) else message)]


def right_form(value: Any, word: Word) -> str:
    """Return the end of a message about a value of the wrong kind: the same as a list, or else an example of a correct one."""
    parts = [part for part in re.split(r"[\s,;]+", value) if part] if isinstance(value, str) else []
    kinds = word.forms or (word,)
    if parts and any(kind.schema.get("type") == "array" and _of_text(kind) for kind in kinds):
        return f"; write {yaml_line([*map(shorten, parts)])}"
    if isinstance(value, list) and len(value) == 1 and any(kind.schema.get("type") == "string" for kind in kinds):
        return f"; write {yaml_line(shorten(value[0]))}" if isinstance(value[0], str) else ""
    examples = (kind.schema["examples"][0] for kind in (word, *kinds) if kind.schema.get("examples"))
    example = next(examples, None)
    return "" if example is None else f"; write for example {yaml_line(example)}"


def _of_text(word: Word) -> bool:
    """Return whether the items of a list are single words: a card, a player, a call."""
    item = word.below(word.schema.get("items", {}))
    of_text = [kind.schema.get("type") for kind in item.forms or (item,)]
    return "string" in of_text and not any(" " in str(part) for part in word.schema.get("examples", [[]])[0])


def _is_key(pointer: Pointer) -> bool:
    return bool(pointer) and isinstance(pointer[-1], Key)


def _named(value: Any) -> str:
    """Return a value after "not": the text 'three', the number 3, true, a list."""
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, bool):
        return _literal(value)
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a map" if isinstance(value, dict) else "a list" if isinstance(value, list) else _TYPES["null"]


def _literal(value: Any) -> str:
    """Return a value as it is written, shortened: 'left', 3, true, null."""
    if isinstance(value, str):
        return quoted(value)
    import json  # which most runs do not need

    return shorten(json.dumps(value, ensure_ascii=False))


def _each(words: Iterable[str], last: str = "or") -> str:
    """Return the words as a sentence lists them, each only once."""
    return listed(dict.fromkeys(words), last)


def _types(wanted: str | Sequence[str]) -> str:
    return _each(map(_TYPES.__getitem__, [wanted] if isinstance(wanted, str) else wanted))


def _phrase(description: str) -> str:
    """Return the first sentence of a description, for use inside another sentence."""
    first = description.strip().split(". ")[0].rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() or first[1:2] == " " else first


def _described(word: Word) -> str:
    """Return what fits a schema, in words: its title or description, or else its values and types."""
    schema = word.schema
    if says := schema.get("title") or schema.get("description"):
        return _phrase(says)
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return _each(map(_literal, schema["enum"]))
    if keys := schema.get("required"):
        return f"a map with {_each(map(quoted, keys), 'and')}"
    if "anyOf" in schema:
        return _each(map(_described, word.forms))
    return _types(schema["type"]) if "type" in schema else "something else"


def _unknown_keys(fault: SchemaFault) -> Iterator[Sentence]:
    parts = fault.word.schema.get("properties", {})
    known = [key for key, part in parts.items() if part is not False]
    cut = cut_texts(fault.data)
    for key in fault.data:
        if key not in parts:
            yield (*fault.at, Key(key)), _unknown_key(key, known, cut.get(key, ""))


def _unknown_key(key: str, known: Sequence[str], cut: str = "") -> str:
    rest = f"; known here: {_first(known)}" if known else "; no key is allowed here"
    return with_fix(f"unknown key {quoted(key)}", cut or did_you_mean(key, known) or rest)


def _first(texts: Sequence[str]) -> str:
    return ", ".join([*texts[:_MOST_LISTED], *["…"] * (len(texts) > _MOST_LISTED)])


def _repeated_items(fault: SchemaFault) -> Iterator[Sentence]:
    seen: dict[str, int] = {}
    for index, item in enumerate(fault.data):
        first = seen.setdefault(as_compared(item), index)
        if first != index:
            what = f"{_literal(item)} is already item {first + 1} of this list"
            yield (*fault.at, index), f"{what}; each may be listed once"


def _forbidden(fault: SchemaFault) -> Iterator[Sentence]:
    schema = fault.word.below(fault.wanted).schema
    choices, has_keys = schema.get("anyOf", [schema]), isinstance(fault.data, dict)
    if not has_keys and ("propertyNames" in schema or any("required" in one for one in choices)):
        return  # only a map has keys; that this is not a map is reported elsewhere
    required: list[list[str]] = [one["required"] for one in choices if has_keys and "required" in one]
    keys = next((keys for keys in required if fault.data.keys() >= {*keys}), [])
    if why := schema.get("description"):
        yield fault.at, f"this is not allowed here: {_phrase(why)}"
    elif len(keys) == 1:
        yield (*fault.at, Key(keys[0])), _no_key(keys[0])
    else:
        what = f"the keys {listed(map(quoted, keys))} do not go together"
        yield fault.at, what if keys else f"{_literal(fault.data)} is not allowed here"


def _no_key(key: str) -> str:
    return f"the key {quoted(key)} is not allowed here; remove it"


def _not_one_key(fault: SchemaFault) -> Iterator[Sentence]:
    """Yield the fault of a map with several of some keys of which it must have one, or with none of them.

    A key that the schema does not mention is reported elsewhere: it may be meant for one of them.
    """
    schema, keys = fault.word.schema, [one["required"][0] for one in fault.wanted]
    if several := [quoted(key) for key in keys if key in fault.data]:
        yield fault.at, f"the keys {listed(several)} do not go together"
    elif fault.data.keys() <= schema.get("properties", fault.data).keys():
        why = schema.get("description", "A map without any of the keys")
        yield fault.at, f"this is not allowed here: {_phrase(why)} {listed(keys)}"


def _no_alternative(fault: SchemaFault) -> Iterable[Sentence]:
    depth = len(fault.at)
    of_type = [way for way in fault.ways if _is_of_type(way, depth)]
    values = _values(of_type, depth)
    if len(of_type) > 1 and values is not None:
        return [(fault.at, _not_one_of(fault.data, values))]
    inside = [way for way in of_type if all(len(each.at) > depth for each in way)]
    meant = inside if len(inside) == 1 else [way for way in of_type if _is_meant(way, depth)]
    sentences = [[sentence for each in way for sentence in in_words(each)] for way in meant or of_type]
    if sentences and all(one == sentences[0] for one in sentences):
        return sentences[0]
    choices = [*map(_described, fault.word.forms)]
    shape = _named(fault.data)
    if isinstance(fault.data, dict):
        shape = f"a map with {listed(map(quoted, list(fault.data)[:5]))}" if fault.data else "an empty map"
    message = f"expected {_each(choices)}, not {shape}"
    right = right_form(fault.data, fault.word)
    has_form = any(sign in choice for choice in choices for sign in "{[") and "for example" in right
    return [(fault.at, message if has_form else message + right)]


def _is_of_type(way: Sequence[SchemaFault], depth: int) -> bool:
    """Return whether the data at this depth at least has the type that an alternative with these faults expects."""
    return all(len(each.at) > depth or _allows_type(each) for each in way)


def _allows_type(fault: SchemaFault) -> bool:
    if fault.keyword in ("const", "enum"):
        values = [fault.wanted] if fault.keyword == "const" else fault.wanted
        return any(type(fault.data) is type(value) for value in values)
    if fault.keyword == "anyOf":
        return any(_is_of_type(way, len(fault.at)) for way in fault.ways)
    return fault.keyword not in ("type", "false")


def _is_meant(way: Sequence[SchemaFault], depth: int) -> bool:
    """Return whether data has the keys and fixed values that the alternative with these faults expects."""
    deepest = {"required": depth, "const": depth + 1, "enum": depth + 1}
    return all(len(each.at) > deepest.get(each.keyword, -1) for each in way)


def _values(ways: Sequence[Sequence[SchemaFault]], depth: int) -> list[Any] | None:
    """Return all values that these alternatives allow, if each is only a list of values."""
    values: list[Any] = []
    for way in ways:
        first = way[0]
        if len(way) > 1 or len(first.at) > depth or first.keyword not in ("const", "enum"):
            return None
        values += first.wanted if first.keyword == "enum" else [first.wanted]
    return values


def _wrong_type(fault: SchemaFault) -> str:
    message = f"expected {_types(fault.wanted)}, not {_named(fault.data)}"
    if fault.wanted in ("string", ["string"]) and isinstance(fault.data, bool | int | float):
        return f"{message}; put it in quotes"
    return message + right_form(fault.data, fault.word)


def _not_one_of(value: Any, allowed: Sequence[Any]) -> str:
    near = did_you_mean(value, [each for each in allowed if isinstance(each, str)]) if isinstance(value, str) else ""
    shown = [each if isinstance(each, str) and each else _literal(each) for each in allowed]
    return with_fix(f"{_literal(value)} is not one of {_first(shown)}", near)


def _wrong_form(fault: SchemaFault) -> str:
    if form := fault.word.schema.get("description"):
        return f"{_literal(fault.data)} does not have the expected form: {_phrase(form)}"
    return f"{_literal(fault.data)} does not match the pattern {fault.wanted}"


_SEVERAL: Mapping[str, Callable[[SchemaFault], Iterable[Sentence]]] = {
    "additionalProperties": _unknown_keys,
    "required": lambda fault: [
        (fault.at, f"key {quoted(key)} is missing") for key in fault.wanted if key not in fault.data
    ],
    "anyOf": _no_alternative,
    "oneOf": _not_one_key,
    "uniqueItems": _repeated_items,
    "not": _forbidden,
}
_ONE: Mapping[str, Callable[[SchemaFault], str]] = {
    "false": lambda fault: _no_key(str(fault.at[-1])) if _is_key(fault.at) else "nothing is allowed here; remove it",
    "const": lambda fault: f"expected {_literal(fault.wanted)}, not {_literal(fault.data)}",
    "type": _wrong_type,
    "enum": lambda fault: (
        _unknown_key(fault.data, [each for each in fault.wanted if isinstance(each, str)])
        if _is_key(fault.at)
        else _not_one_of(fault.data, fault.wanted)
    ),
    "pattern": _wrong_form,
}
