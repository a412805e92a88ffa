"""JSON Schema checks (draft 2020-12, as far as our schemas use it) with faults as sentences for whoever wrote the file.

Almost everything that is read fits, and no sentence is then needed. That the same data fit as by jsonschema is tested.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile
from operator import ge, le
from types import MappingProxyType
from typing import Any

from referee.core.named_tuple import NamedTuple
from referee.core.places import Key, Pointer
from referee.core.text import yaml_line
from referee.core.wording import MOST_COUNTED, abridge, cut_texts, did_you_mean, in_list, number_of, with_fix
from referee.core.words import Schemas, Word, referent
from referee.source.text import quote, shorten

Sentence = tuple[Pointer, str]
"""The place of something wrong, and a sentence about it."""

MOST_FAULTS = 50
"""The most faults of one kind, of one map or of one log that are reported; a file with more has another problem."""

_NO_STORE: Schemas = MappingProxyType({})
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
    "minimum": ("number", ge, ""),
    "maximum": ("number", le, ""),
    "minItems": ("array", ge, "items"),
    "maxItems": ("array", le, "items"),
    "minProperties": ("object", ge, "keys"),
    "maxProperties": ("object", le, "keys"),
    "minLength": ("string", ge, "characters"),
    "maxLength": ("string", le, "characters"),
}
"""Keywords that limit data of a type: the comparison, and what is counted; without that it is the value."""
_MOST_LISTED = 20


class SchemaFault(NamedTuple):
    """A fault of the value or key at a pointer: the keyword of the schema that it does not fit, or "false" where
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

    first = islice(faults(data, schema, store, trusted), MOST_COUNTED + 1)
    sentences = (sentence for fault in first for sentence in in_words(fault))
    in_order = sorted(set(islice(sentences, MOST_COUNTED + 1)), key=order)
    return abridge(in_order, MOST_FAULTS, lambda last, more: (last[0], more))


def fits(data: Any, schema: Mapping[str, Any], store: Schemas, trusted: Collection[int] = ()) -> bool:
    """Return whether data has no faults."""
    return not any(faults(data, schema, store, trusted))


def faults(
    data: Any, schema: Mapping[str, Any], store: Schemas, trusted: Collection[int] = ()
) -> Iterator[SchemaFault]:
    """Yield the faults of data by a schema, as for `schema_faults`."""
    home = schema.get("$id", "")
    return _faults(data, schema, (), (home, ChainMap({home: schema}, store)), trusted)  # type: ignore[arg-type]


def _faults(
    data: Any, schema: Any, at: Pointer, files: tuple[str, Schemas], trusted: Collection[int] = ()
) -> Iterator[SchemaFault]:
    """Yield the faults of data at a place by a schema in the first of the files. Below a `not`, an `if` or one of several
    alternatives, where fitting is not the same as being right, nothing is trusted."""
    if isinstance(schema, bool):
        if not schema:
            yield SchemaFault("false", data, at, Word({}, *files))
        return
    for keyword, wanted in schema.items():
        wrong = False
        ways: list[list[SchemaFault]] = []
        if test := _TESTS.get(keyword):
            wrong = not test(wanted, data)
        elif keyword == "$ref":
            part, home = referent(wanted, *files)
            yield from _faults(data, part, at, (home, files[1]), trusted)
        elif keyword == "allOf":
            for part in wanted:
                yield from _faults(data, part, at, files, trusted)
        elif keyword == "anyOf":
            ways = [*takewhile(bool, ([*_faults(data, part, at, files)] for part in wanted))]
            wrong = len(ways) == len(wanted)
        elif keyword == "not":
            wrong = not any(_faults(data, wanted, at, files))
        elif keyword == "if":
            branch = "else" if any(_faults(data, wanted, at, files)) else "then"
            yield from _faults(data, schema.get(branch, True), at, files, trusted)
        elif isinstance(data, list):
            for index, item in enumerate(data) if keyword == "items" else ():
                yield from _faults(item, wanted, (*at, index), files, trusted)
        elif not isinstance(data, dict):
            continue
        elif keyword == "properties":
            for key in data:
                if key in wanted and id(data[key]) not in trusted:
                    part = wanted[key]
                    yield from _faults(data[key], part, (*at, Key(key) if part is False else key), files, trusted)
        elif keyword == "additionalProperties":
            others = [key for key in data if key not in schema.get("properties", ())]
            wrong = bool(others) and wanted is False
            for key in () if wrong else others:
                if id(data[key]) not in trusted:
                    yield from _faults(data[key], wanted, (*at, key), files, trusted)
        elif keyword == "propertyNames":
            for key in data:
                yield from _faults(key, wanted, (*at, Key(key)), files)
        if wrong:
            yield SchemaFault(keyword, data, at, Word(schema, *files), ways)


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


def _is_within(keyword: str, limit: Any, data: Any) -> bool:
    """Return whether data that is of the kind that a keyword limits keeps to the limit."""
    kind, bound, things = _LIMITS[keyword]
    return not _is_of(kind, data) or bool(bound(len(data) if things else data, limit))


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
    **{keyword: partial(_is_within, keyword) for keyword in _LIMITS},
}
"""Keywords that a value fits or not, whatever is below it. `oneOf` has the one key that each alternative requires."""


def in_words(fault: SchemaFault) -> Iterator[Sentence]:
    """Yield the sentences that one fault comes to, each with its place."""
    keyword, data, at, word, _ = fault
    if keyword == "false":
        what = f"the key {quote(str(at[-1]))} is not" if _is_key(at) else "nothing is"
        yield at, f"{what} allowed here; remove it"
        return
    schema, wanted = word.schema, fault.wanted
    if keyword in _LIMITS:
        _, bound, things = _LIMITS[keyword]
        limit, size = (number_of(wanted, things), len(data)) if things else (wanted, data)
        message = f"expected at {'least' if bound is ge else 'most'} {limit}, not {size}"
        yield at, f"key {quote(data)}: {message}" if _is_key(at) else message
    elif keyword == "required":
        yield from ((at, f"key {quote(key)} is missing") for key in wanted if key not in data)
    elif keyword == "additionalProperties":
        parts, cut = schema.get("properties", {}), cut_texts(data)
        known = [key for key, part in parts.items() if part is not False]
        yield from (((*at, Key(key)), _unknown_key(key, known, cut.get(key, ""))) for key in data if key not in parts)
    elif keyword == "uniqueItems":
        seen: dict[str, int] = {}
        for index, item in enumerate(data):
            first = seen.setdefault(as_compared(item), index)
            if first != index:
                what = f"{_literal(item)} is already item {first + 1} of this list"
                yield (*at, index), f"{what}; each may be listed once"
    elif keyword in _SEVERAL:
        yield from _SEVERAL[keyword](fault)
    elif keyword == "type":
        as_text = wanted in ("string", ["string"]) and isinstance(data, bool | int | float)
        right = "; put it in quotes" if as_text else right_form(data, word)
        yield at, f"expected {_types(wanted)}, not {_after_not(data)}{right}"
    elif keyword == "const":
        yield at, f"expected {_literal(wanted)}, not {_literal(data)}"
    elif keyword == "enum" and _is_key(at):
        yield at, _unknown_key(data, [each for each in wanted if isinstance(each, str)])
    elif keyword == "enum":
        yield at, _not_one_of(data, wanted)
    else:
        form = schema.get("description")
        how = f"have the expected form: {_phrase(form)}" if form else f"match the pattern {wanted}"
        yield at, f"{_literal(data)} does not {how}"


def right_form(value: Any, word: Word) -> str:
    """Return the end of a message about a value of the wrong kind: the same as a list, or else an example of a correct one."""

    def of_text(word: Word) -> bool:
        """Return whether this is a list of single words: cards, players, calls."""
        if word.schema.get("type") != "array":
            return False
        item = word.below(word.schema.get("items", {}))
        types = [kind.schema.get("type") for kind in item.forms or (item,)]
        return "string" in types and not any(" " in str(part) for part in word.schema.get("examples", [[]])[0])

    parts = [part for part in re.split(r"[\s,;]+", value) if part] if isinstance(value, str) else []
    kinds = word.forms or (word,)
    if parts and any(map(of_text, kinds)):
        return f"; write {yaml_line([*map(shorten, parts)])}"
    if isinstance(value, list) and len(value) == 1 and any(kind.schema.get("type") == "string" for kind in kinds):
        return f"; write {yaml_line(shorten(value[0]))}" if isinstance(value[0], str) else ""
    example = next((kind.schema["examples"][0] for kind in (word, *kinds) if kind.schema.get("examples")), None)
    return "" if example is None else f"; write for example {yaml_line(example)}"


def _is_key(pointer: Pointer) -> bool:
    return bool(pointer) and isinstance(pointer[-1], Key)


def _after_not(value: Any) -> str:
    """Return a value after "not": the text 'three', the number 3, true, a list."""
    if isinstance(value, str):
        return f"the text {quote(value)}"
    if isinstance(value, int | float):
        return _literal(value) if isinstance(value, bool) else f"the number {value}"
    return _types([*_KINDS[type(value)]])


def _literal(value: Any) -> str:
    """Return a value as it is written, shortened: 'left', 3, true, null."""
    if isinstance(value, str):
        return quote(value)
    import json  # which most runs do not need

    return shorten(json.dumps(value, ensure_ascii=False))


def _types(wanted: str | Sequence[str]) -> str:
    return in_list(dict.fromkeys(_TYPES[kind] for kind in ([wanted] if isinstance(wanted, str) else wanted)), "or")


def _phrase(description: str) -> str:
    """Return the first sentence of a description, for use inside another sentence."""
    first = description.strip().split(". ")[0].rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() or first[1:2] == " " else first


def _describe(word: Word) -> str:
    """Return what fits a schema, in words: its title or description, or else its values and types."""
    schema = word.schema
    if says := schema.get("title") or schema.get("description"):
        return _phrase(says)
    if "const" in schema or "enum" in schema:
        return in_list(map(_literal, _values(schema)), "or")
    if keys := schema.get("required"):
        return f"a map with {in_list(dict.fromkeys(map(quote, keys)))}"
    if "anyOf" in schema:
        return in_list(dict.fromkeys(map(_describe, word.forms)), "or")
    return _types(schema["type"]) if "type" in schema else "something else"


def _values(schema: Mapping[str, Any]) -> Sequence[Any]:
    """Return the values that a schema lists."""
    return schema["enum"] if "enum" in schema else [schema["const"]]


def _unknown_key(key: str, known: Sequence[str], cut: str = "") -> str:
    rest = f"; known here: {_first(known)}" if known else "; no key is allowed here"
    return with_fix(f"unknown key {quote(key)}", cut or did_you_mean(key, known) or rest)


def _not_one_of(value: Any, allowed: Sequence[Any]) -> str:
    near = did_you_mean(value, [each for each in allowed if isinstance(each, str)]) if isinstance(value, str) else ""
    shown = [each if isinstance(each, str) and each else _literal(each) for each in allowed]
    return with_fix(f"{_literal(value)} is not one of {_first(shown)}", near)


def _first(texts: Sequence[str]) -> str:
    return ", ".join([*texts[:_MOST_LISTED], *(["…"] if len(texts) > _MOST_LISTED else [])])


def _forbidden(fault: SchemaFault) -> Iterator[Sentence]:
    schema = fault.word.below(fault.wanted).schema
    choices = schema.get("anyOf", [schema])
    if not isinstance(fault.data, dict) and ("propertyNames" in schema or any("required" in one for one in choices)):
        return  # only a map has keys; that this is not a map is reported elsewhere
    together: list[list[str]] = [one["required"] for one in choices if "required" in one]
    keys = next((keys for keys in together if fault.data.keys() >= {*keys}), [])
    if why := schema.get("description"):
        yield fault.at, f"this is not allowed here: {_phrase(why)}"
    else:
        what = f"the keys {in_list(map(quote, keys))} do not go together"
        yield fault.at, what if len(keys) > 1 else f"{_literal(fault.data)} is not allowed here"


def _not_one_key(fault: SchemaFault) -> Iterator[Sentence]:
    """Yield the fault of a map with several of some keys of which it must have one, or with none of them.

    A key that the schema does not mention is reported elsewhere: it may be meant for one of them.
    """
    schema, keys = fault.word.schema, [one["required"][0] for one in fault.wanted]
    if several := [quote(key) for key in keys if key in fault.data]:
        yield fault.at, f"the keys {in_list(several)} do not go together"
    elif fault.data.keys() <= schema.get("properties", fault.data).keys():
        why = schema.get("description", "A map without any of the keys")
        yield fault.at, f"this is not allowed here: {_phrase(why)} {in_list(keys)}"


def _no_alternative(fault: SchemaFault) -> Iterable[Sentence]:
    depth = len(fault.at)
    of_type = [way for way in fault.ways if _is_of_type(way, depth)]
    if len(of_type) > 1 and all(len(way) == 1 and _lists_values(way[0], depth) for way in of_type):
        values = [value for (only,) in of_type for value in _values({only.keyword: only.wanted})]
        return [(fault.at, _not_one_of(fault.data, values))]
    inside = [way for way in of_type if all(len(each.at) > depth for each in way)]
    if len(inside) != 1:  # the alternatives of which it has the keys and the fixed values
        deepest = {"required": depth, "const": depth + 1, "enum": depth + 1}
        inside = [way for way in of_type if all(len(each.at) > deepest.get(each.keyword, -1) for each in way)]
    sentences = [[sentence for each in way for sentence in in_words(each)] for way in inside or of_type]
    if sentences and all(one == sentences[0] for one in sentences):
        return sentences[0]
    choices = dict.fromkeys(map(_describe, fault.word.forms))
    shape = _after_not(fault.data)
    if isinstance(fault.data, dict):
        shape = f"a map with {in_list(map(quote, list(fault.data)[:5]))}" if fault.data else "an empty map"
    message, right = f"expected {in_list(choices, 'or')}, not {shape}", right_form(fault.data, fault.word)
    has_form = any(sign in choice for choice in choices for sign in "{[") and "for example" in right
    return [(fault.at, message if has_form else message + right)]


def _is_of_type(way: Sequence[SchemaFault], depth: int) -> bool:
    """Return whether the data at this depth at least has the type that an alternative with these faults expects."""
    for fault in way:
        if _lists_values(fault, depth):
            of_type = any(type(fault.data) is type(value) for value in _values({fault.keyword: fault.wanted}))
        elif fault.keyword == "anyOf":
            of_type = any(_is_of_type(each, len(fault.at)) for each in fault.ways)
        else:
            of_type = fault.keyword not in ("type", "false")
        if len(fault.at) == depth and not of_type:
            return False
    return True


def _lists_values(fault: SchemaFault, depth: int) -> bool:
    """Return whether data at this depth is none of the values that a schema lists."""
    return len(fault.at) == depth and fault.keyword in ("const", "enum")


_SEVERAL: Mapping[str, Callable[[SchemaFault], Iterable[Sentence]]] = {
    "anyOf": _no_alternative,
    "oneOf": _not_one_key,
    "not": _forbidden,
}
