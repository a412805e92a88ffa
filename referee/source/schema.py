"""Faults that a JSON Schema finds in plain data, as sentences for whoever wrote the file.

The module `validator` finds the faults; here each keyword of a schema has a function that makes the sentences of a fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Any, NamedTuple

from referee.core.cards_named import InCards
from referee.core.data import Schema
from referee.core.places import Key, Pointer
from referee.core.text import yaml_line
from referee.core.wording import cut_texts, did_you_mean, in_list, number_of, slip_of, with_fix
from referee.core.words import Word
from referee.source.text import quote, shorten

Sentence = tuple[Pointer, str]
"""The place of something wrong, and a sentence about it."""

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "nothing (null)",
}
_OTHER_TYPES: Mapping[type, str] = {list: "array", dict: "object", NoneType: "null"}
"""The types of plain data that are not shown by their value in a message."""
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
"""Keywords that set a limit: to which side, and what is counted; without that it is the value."""
_MOST_LISTED = 20


class SchemaFault(NamedTuple):
    """A fault of the value or key at a pointer: the keyword of the schema that it does not fit, or "false" where nothing is
    allowed.

    `word` is what the schema says there, `form` what it says of all of the data. Of alternatives, `ways` are the faults by each
    of them. `in_cards` puts an example in a message into the cards of the game in hand.
    """

    keyword: str
    data: Any
    at: Pointer
    word: Word
    form: Word
    ways: Sequence[Sequence[SchemaFault]] = ()
    in_cards: InCards = str

    @property
    def wanted(self) -> Any:
        """The value of the keyword in the schema."""
        return self.word.schema[self.keyword]


def sentences_of(fault: SchemaFault) -> Iterable[Sentence]:
    """The sentences that one fault comes to, each with its place."""
    return SENTENCES[fault.keyword](fault)


def is_key(pointer: Pointer) -> bool:
    """Whether a pointer leads to a key rather than to a value."""
    return bool(pointer) and isinstance(pointer[-1], Key)


def as_compared(item: object) -> str:
    """A key that two items of a list share if they are equal."""
    if isinstance(item, str):
        return item
    return "\0" + json.dumps(item, sort_keys=True)


# -- keys --------------------------------------------------------------------------------------------------------------


def _not_allowed(fault: SchemaFault) -> Iterator[Sentence]:
    what = "nothing is"
    if is_key(fault.at):
        what = f"the key {quote(str(fault.at[-1]))} is not"
    yield fault.at, f"{what} allowed here; remove it"


def _missing_keys(fault: SchemaFault) -> Iterator[Sentence]:
    for key in fault.wanted:
        if key not in fault.data:
            yield fault.at, f"key {quote(key)} is missing"


def _unknown_keys(fault: SchemaFault) -> Iterator[Sentence]:
    parts = fault.word.schema.get("properties", {})
    known = [key for key, part in parts.items() if part is not False]
    cut = cut_texts(fault.data)
    for key in fault.data:
        if key not in parts:
            end = cut.get(key, "")
            if not end:
                end = _meant(fault, key, known)
            yield fault.at + (Key(key),), with_fix(f"unknown key {quote(key)}", end)


def _meant(fault: SchemaFault, key: str, known: Sequence[str]) -> str:
    """Return the end of the sentence about an unknown key: the key that is meant, where it belongs, or all known keys."""
    beside = fault.word.key_also_called(key)
    if beside:
        return f"; did you mean {beside!r}?"
    near = did_you_mean(key, known)
    if near and slip_of(key, known):
        return near
    # a word of this very name comes before one that only looks a little like it: `lead` is not meant for `reads`
    elsewhere = fault.form.path_below(key)
    if elsewhere and elsewhere not in fault.at:  # whoever writes `stock: {draw: 4}` has found the stock already
        return f"; did you mean `{elsewhere}`?"
    return near or _all_known(known)


def _all_known(known: Sequence[str]) -> str:
    if not known:
        return "; no key is allowed here"
    return f"; known here: {', '.join(known)}"


def _forbidden(fault: SchemaFault) -> Iterator[Sentence]:
    """Yield the sentence about data that fit a schema under `not`: keys that do not go together, or what its
    description says."""
    schema = fault.word.below(fault.wanted).schema
    ways = schema.get("anyOf", [schema])
    together: list[list[str]] = [choice["required"] for choice in ways if "required" in choice]
    if not isinstance(fault.data, dict) and ("propertyNames" in schema or together):
        return  # only a map has keys; that this is not a map is reported elsewhere
    message = f"{_literal(fault.data)} is not allowed here"
    for keys in together:
        if fault.data.keys() >= set(keys):
            if len(keys) > 1:
                message = f"the keys {in_list(map(quote, keys))} do not go together"
            break
    why = schema.get("description")
    if why:
        message = f"this is not allowed here: {fault.in_cards(_phrase(why))}"
    yield fault.at, message


def _not_one_key(fault: SchemaFault) -> Iterator[Sentence]:
    """Yield the fault of a map that must have exactly one of some keys, and has several of them or none.

    A key that the schema does not mention is reported elsewhere: it may be meant for one of them.
    """
    schema = fault.word.schema
    keys = [choice["required"][0] for choice in fault.wanted]
    several = [quote(key) for key in keys if key in fault.data]
    if several:
        yield fault.at, f"the keys {in_list(several)} do not go together"
    elif fault.data.keys() <= schema.get("properties", fault.data).keys():
        why = schema.get("description", "A map without any of the keys")
        yield fault.at, f"this is not allowed here: {fault.in_cards(_phrase(why))} {in_list(keys)}"


# -- values ------------------------------------------------------------------------------------------------------------


def _wrong_type(fault: SchemaFault) -> Iterator[Sentence]:
    right = right_form(fault)
    if fault.wanted in ("string", ["string"]) and isinstance(fault.data, bool | int | float):
        right = "; put it in quotes"
    yield fault.at, f"expected {_types(fault.wanted)}, not {_after_not(fault.data)}{right}"


def _another_value(fault: SchemaFault) -> Iterator[Sentence]:
    yield fault.at, f"expected {_literal(fault.wanted)}, not {_literal(fault.data)}"


def _none_of_the_values(fault: SchemaFault) -> Iterator[Sentence]:
    if is_key(fault.at):
        known = [value for value in fault.wanted if isinstance(value, str)]
        yield (
            fault.at,
            with_fix(f"unknown key {quote(fault.data)}", did_you_mean(fault.data, known) or _all_known(known)),
        )
    else:
        yield fault.at, _not_one_of(fault.data, fault.wanted)


def _not_one_of(value: object, allowed: Sequence[object]) -> str:
    near = ""
    if isinstance(value, str):
        near = did_you_mean(value, [each for each in allowed if isinstance(each, str)])
    return with_fix(f"{_literal(value)} is not one of {_first(list(map(_in_list, allowed)))}", near)


def _in_list(value: object) -> str:
    """A value among others: a text is not in quotes, unless it is empty."""
    if value and isinstance(value, str):
        return value
    return _literal(value)


def _wrong_pattern(fault: SchemaFault) -> Iterator[Sentence]:
    how = f"match the pattern {fault.wanted}"
    form = fault.word.schema.get("description")
    if form:
        how = f"have the expected form: {fault.in_cards(_phrase(form))}"
    yield fault.at, f"{_literal(fault.data)} does not {how}"


def _beyond_a_limit(fault: SchemaFault) -> Iterator[Sentence]:
    """Yield the sentence about a number, or a number of items, keys or letters, that is beyond a limit."""
    side, things = _LIMITS[fault.keyword]
    limit = fault.wanted
    size = fault.data
    if things:
        limit = number_of(fault.wanted, things)
        size = len(fault.data)
    message = f"expected at {side} {limit}, not {size}"
    if "instead" in fault.word.schema:
        message = f"{message}; {fault.word.schema['instead']}"
    if is_key(fault.at):
        message = f"key {quote(fault.data)}: {message}"
    yield fault.at, message


def _repeated_items(fault: SchemaFault) -> Iterator[Sentence]:
    seen: dict[str, int] = {}
    for index, item in enumerate(fault.data):
        first = seen.setdefault(as_compared(item), index)
        if first != index:
            what = f"{_literal(item)} is already item {first + 1} of this list"
            yield fault.at + (index,), f"{what}; each may be listed once"


def _no_items(fault: SchemaFault) -> Iterator[Sentence]:
    for index in range(len(fault.data)):
        yield fault.at + (index,), "nothing is allowed here; remove it"


# -- alternatives ------------------------------------------------------------------------------------------------------


def _no_alternative(fault: SchemaFault) -> Iterable[Sentence]:
    """The sentences about data that fit no alternative: those of the alternative that seems to be meant, if one does.

    If several do and disagree, one sentence says what was expected; if all that fit the type only list values, the values of
    all are listed. A way is the faults by one alternative.
    """
    depth = len(fault.at)
    of_type = [way for way in fault.ways if _is_of_type(way, depth)]
    if len(of_type) > 1 and all(_only_lists_values(way, depth) for way in of_type):
        values: list[object] = []
        for (only,) in of_type:  # each has exactly one fault
            values += _values(only.word.schema, only.keyword)
        return [(fault.at, _not_one_of(fault.data, values))]
    meant = _meant_ways(of_type, depth) or of_type
    in_words = [_sentences_of_way(way) for way in meant]
    if in_words and all(each == in_words[0] for each in in_words):
        return in_words[0]
    return [(fault.at, _expected_alternatives(fault))]


def _meant_ways(of_type: Sequence[Sequence[SchemaFault]], depth: int) -> list[Sequence[SchemaFault]]:
    """The alternatives that seem to be meant, each as its faults.

    It is the only one whose faults are all further inside the data than `depth`, or else those whose keys and fixed
    values the data have.
    """
    inside = [way for way in of_type if all(len(each.at) > depth for each in way)]
    if len(inside) == 1:
        return inside
    deepest = {"required": depth, "const": depth + 1, "enum": depth + 1}
    return [way for way in of_type if all(len(each.at) > deepest.get(each.keyword, -1) for each in way)]


def _sentences_of_way(way: Sequence[SchemaFault]) -> list[Sentence]:
    found: list[Sentence] = []
    for fault in way:
        found += sentences_of(fault)
    return found


def _expected_alternatives(fault: SchemaFault) -> str:
    """The sentence that lists what was expected in place of data that fit no alternative."""
    choices = dict.fromkeys(map(_describe, fault.word.forms))
    expected = fault.in_cards(in_list(choices, "or"))
    message = f"expected {expected}, not {_shape(fault.data)}"
    right = right_form(fault)
    if "for example" in right and any("{" in choice or "[" in choice for choice in choices):
        return message  # which shows an example already
    return message + right


def _shape(data: object) -> str:
    """Data in a few words; of a map the first keys."""
    if not isinstance(data, dict):
        return _after_not(data)
    if not data:
        return "an empty map"
    return f"a map with {in_list(map(quote, list(data)[:5]))}"


def _is_of_type(way: Sequence[SchemaFault], depth: int) -> bool:
    """Whether the data at this depth at least has the type that an alternative with these faults expects."""
    return all(_is_of_its_type(fault) for fault in way if len(fault.at) == depth)


def _is_of_its_type(fault: SchemaFault) -> bool:
    if fault.keyword in ("const", "enum"):
        values = _values(fault.word.schema, fault.keyword)
        return any(type(fault.data) is type(value) for value in values)
    if fault.keyword == "anyOf":
        return any(_is_of_type(way, len(fault.at)) for way in fault.ways)
    return fault.keyword not in ("type", "false")


def _only_lists_values(way: Sequence[SchemaFault], depth: int) -> bool:
    """Whether the one fault by an alternative is that data at this depth is none of the values that it lists."""
    return len(way) == 1 and len(way[0].at) == depth and way[0].keyword in ("const", "enum")


SENTENCES: Mapping[str, Callable[[SchemaFault], Iterable[Sentence]]] = {
    "false": _not_allowed,
    "required": _missing_keys,
    "additionalProperties": _unknown_keys,
    "not": _forbidden,
    "oneOf": _not_one_key,
    "type": _wrong_type,
    "const": _another_value,
    "enum": _none_of_the_values,
    "pattern": _wrong_pattern,
    "uniqueItems": _repeated_items,
    "items": _no_items,
    "anyOf": _no_alternative,
} | dict.fromkeys(_LIMITS, _beyond_a_limit)
"""What a fault says, by the keyword that the data do not fit."""


# -- parts of sentences ------------------------------------------------------------------------------------------------


def right_form(fault: SchemaFault) -> str:
    """The end of a message about a value of the wrong kind: the same value as a list or text, or an example of a
    correct one."""
    value = fault.data
    word = fault.word
    kinds = word.forms or (word,)
    if isinstance(value, str) and any(map(_is_list_of_single_words, kinds)):
        parts = list(filter(None, re.split(r"[\s,;]+", value)))
        if parts:
            return f"; write {yaml_line(list(map(shorten, parts)))}"
    if isinstance(value, list) and len(value) == 1 and any(kind.schema.get("type") == "string" for kind in kinds):
        if isinstance(value[0], str):
            return f"; write {yaml_line(shorten(value[0]))}"
        return ""
    for kind in (word, *kinds):
        examples = kind.schema.get("examples")
        if examples:
            if examples[0] is None:
                return ""
            return f"; write for example {fault.in_cards(yaml_line(examples[0]))}"
    return ""


def _is_list_of_single_words(word: Word) -> bool:
    """Whether a word of the schema is a list of texts without spaces, such as cards, players or calls."""
    if word.schema.get("type") != "array":
        return False
    item = word.below(word.schema.get("items", {}))
    types = [kind.schema.get("type") for kind in item.forms or (item,)]
    example = word.schema.get("examples", [[]])[0]
    return "string" in types and not any(" " in str(part) for part in example)


def _after_not(value: object) -> str:
    """A value after "not": the text 'three', the number 3, true, a list."""
    if isinstance(value, str):
        return f"the text {quote(value)}"
    if isinstance(value, bool):
        return _literal(value)
    if isinstance(value, int | float):
        return f"the number {value}"
    return _TYPES[_OTHER_TYPES[type(value)]]


def _literal(value: object) -> str:
    """A value as it is written, shortened: 'left', 3, true, null."""
    if isinstance(value, str):
        return quote(value)
    return shorten(json.dumps(value, ensure_ascii=False))


def _types(wanted: str | Sequence[str]) -> str:
    kinds = [wanted] if isinstance(wanted, str) else wanted
    return in_list(dict.fromkeys(_TYPES[kind] for kind in kinds), "or")


def _phrase(description: str) -> str:
    """The first sentence of a description, for use inside another sentence."""
    first = description.strip().split(". ")[0].rstrip(".")
    if first[1:2].islower() or first[1:2] == " ":
        return first[:1].lower() + first[1:]
    return first


def _describe(word: Word) -> str:
    """The data that fit a schema, in words: its title or description, or else its values, keys or types."""
    schema = word.schema
    says = schema.get("title") or schema.get("description")
    if says:
        return _phrase(says)
    for keyword in ("enum", "const"):
        if keyword in schema:
            return in_list(map(_literal, _values(schema, keyword)), "or")
    keys = schema.get("required")
    if keys:
        return f"a map with {in_list(dict.fromkeys(map(quote, keys)))}"
    if "anyOf" in schema:
        return in_list(dict.fromkeys(map(_describe, word.forms)), "or")
    if "type" in schema:
        return _types(schema["type"])
    return "something else"


def _values(schema: Schema, keyword: str) -> Collection[object]:
    """The values that a schema lists with `enum` or `const`."""
    if keyword == "const":
        return [schema["const"]]
    values: Collection[object] = schema["enum"]
    return values


def _first(texts: Sequence[str]) -> str:
    shown = list(texts[:_MOST_LISTED])
    if len(texts) > _MOST_LISTED:
        shown.append("…")
    return ", ".join(shown)
