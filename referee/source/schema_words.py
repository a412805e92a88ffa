"""JSON Schema errors as sentences, by keyword: what is wrong, and what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.core.places import Key, Pointer
from referee.core.suggest import cut_texts, did_you_mean, told
from referee.source.schema_faults import SchemaFault
from referee.source.schema_reading import (
    described,
    followed,
    known_keys,
    listed,
    literal,
    named,
    phrase,
    right_form,
    typed,
)
from referee.source.text import quoted

Error = Any  # jsonschema.ValidationError, which is imported only when schemas are checked

_SHORT: dict[str, Callable[[Any, Any], str]] = {
    "minimum": lambda limit, data: f"expected at least {limit}, not {data}",
    "maximum": lambda limit, data: f"expected at most {limit}, not {data}",
    "exclusiveMinimum": lambda limit, data: f"expected more than {limit}, not {data}",
    "exclusiveMaximum": lambda limit, data: f"expected less than {limit}, not {data}",
    "multipleOf": lambda limit, data: f"expected a multiple of {limit}, not {data}",
    "minItems": lambda limit, data: f"expected at least {_count(limit, 'item')}, not {len(data)}",
    "maxItems": lambda limit, data: f"expected at most {_count(limit, 'item')}, not {len(data)}",
    "minProperties": lambda limit, data: f"expected at least {_count(limit, 'key')}, not {len(data)}",
    "maxProperties": lambda limit, data: f"expected at most {_count(limit, 'key')}, not {len(data)}",
    "minLength": lambda limit, data: f"expected at least {_count(limit, 'character')}, not {len(data)}",
    "maxLength": lambda limit, data: f"expected at most {_count(limit, 'character')}, not {len(data)}",
    "const": lambda value, data: f"expected {literal(value)}, not {literal(data)}",
}


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _pointer(error: Error) -> Pointer:
    return tuple(error.absolute_path)


def _is_key(pointer: Pointer) -> bool:
    return bool(pointer) and isinstance(pointer[-1], Key)


class Words:
    """Wording for the errors of one schema; `schemas` are the schema and those that it may refer to."""

    def __init__(self, schemas: Sequence[Mapping[str, Any]]) -> None:
        self.schemas = schemas
        self.by_keyword: dict[str | None, Callable[[Error], Iterable[SchemaFault]]] = {
            None: self.nothing_allowed,
            "additionalProperties": self.unknown_keys,
            "unevaluatedProperties": self.unknown_keys,
            "required": self.missing_keys,
            "dependentRequired": self.missing_companions,
            "anyOf": self.no_alternative,
            "oneOf": self.no_alternative,
            "uniqueItems": self.repeated_items,
            "not": self.forbidden,
        }
        self.sentences: dict[str, Callable[[Error], str]] = {
            "type": self.wrong_type,
            "enum": self.not_one_of,
            "pattern": self.wrong_form,
            "items": self.too_many_items,
            "contains": self.too_few_of,
            "minContains": self.too_few_of,
            "maxContains": self.too_many_of,
        }

    def faults(self, error: Error) -> Iterable[SchemaFault]:
        """Return the faults that one error stands for."""
        if error.validator in self.by_keyword:
            return self.by_keyword[error.validator](error)
        return [(_pointer(error), self.sentence(error))]

    def sentence(self, error: Error) -> str:
        if short := _SHORT.get(error.validator):
            sentence = short(error.validator_value, error.instance)
            return f"key {quoted(error.instance)}: {sentence}" if _is_key(_pointer(error)) else sentence
        if say := self.sentences.get(error.validator):
            return say(error)
        return f"this does not fit {error.validator!r} of the schema; see its description"

    def nothing_allowed(self, error: Error) -> Iterator[SchemaFault]:
        pointer = _pointer(error)
        if _is_key(pointer):
            yield pointer, f"the key {quoted(str(pointer[-1]))} is not allowed here; remove it"
        else:
            yield pointer, "nothing is allowed here; remove it"

    def unknown_keys(self, error: Error) -> Iterator[SchemaFault]:
        pointer = _pointer(error)
        known, patterns = known_keys(error.schema, self.schemas)
        # Only the message of the error says which keys it means.
        meant = (key for key in error.instance if repr(key) in error.message)
        cut = cut_texts(error.instance)
        for key in meant:
            yield (*pointer, Key(key)), _unknown_key(key, known, patterns, cut.get(key, ""))

    def missing_keys(self, error: Error) -> Iterator[SchemaFault]:
        for key in error.validator_value:
            if key not in error.instance:
                yield _pointer(error), f"key {quoted(key)} is missing"

    def missing_companions(self, error: Error) -> Iterator[SchemaFault]:
        pointer = _pointer(error)
        for key, companions in error.validator_value.items():
            for companion in companions if key in error.instance else ():
                if companion not in error.instance:
                    message = f"the key {quoted(key)} needs the key {quoted(companion)} too; add it"
                    yield (*pointer, Key(key)), message

    def repeated_items(self, error: Error) -> Iterator[SchemaFault]:
        pointer = _pointer(error)
        seen: dict[str, int] = {}
        for index, item in enumerate(error.instance):
            first = seen.setdefault(json.dumps(item, sort_keys=True), index)
            if first != index:
                what = f"{literal(item)} is already item {first + 1} of this list"
                yield (*pointer, index), f"{what}; each may be listed once"
        if len(seen) == len(error.instance):
            yield pointer, "two items of this list are equal; each may be listed once"

    def forbidden(self, error: Error) -> Iterator[SchemaFault]:
        pointer = _pointer(error)
        schema = followed(error.validator_value, self.schemas)
        of_keys = "propertyNames" in schema or any("required" in choice for choice in schema.get("anyOf", [schema]))
        if of_keys and not isinstance(error.instance, dict):
            return  # only a map has keys; that this is not a map is reported elsewhere
        if why := schema.get("description") or schema.get("title"):
            yield pointer, f"this is not allowed here: {phrase(why)}"
            return
        for choice in schema.get("anyOf", [schema]):
            keys = choice.get("required", [])
            if not keys or any(key not in error.instance for key in keys):
                continue
            if len(keys) == 1:
                yield (*pointer, Key(keys[0])), f"the key {quoted(keys[0])} is not allowed here; remove it"
            else:
                yield pointer, f"the keys {listed(map(quoted, keys), 'and')} do not go together"
            return
        yield pointer, f"{literal(error.instance)} is not allowed here"

    def not_one_key(self, error: Error, keys: Sequence[str]) -> Iterator[SchemaFault]:
        """Yield the fault of a map with several of some keys of which it must have one, or with none of them.

        A key that the schema does not mention is reported elsewhere: it may be meant for one of them.
        """
        if not isinstance(error.instance, dict):
            return  # reported elsewhere
        if several := [quoted(key) for key in keys if key in error.instance]:
            yield _pointer(error), f"the keys {listed(several, 'and')} do not go together"
        elif error.instance.keys() <= error.schema.get("properties", error.instance).keys():
            why = error.schema.get("description", "A map without any of the keys")
            yield _pointer(error), f"this is not allowed here: {phrase(why)} {listed(keys, 'and')}"

    def no_alternative(self, error: Error) -> Iterable[SchemaFault]:
        if error.validator == "oneOf" and all([*one] == ["required"] for one in error.validator_value):
            return self.not_one_key(error, [key for one in error.validator_value for key in one["required"]])
        choices = [described(choice, self.schemas) for choice in error.validator_value]
        if not error.context:
            return [
                (
                    _pointer(error),
                    f"this fits more than one of {listed(choices, 'and')}; it may fit only one",
                )
            ]
        groups: dict[int, list[Error]] = {}
        for each in error.context:
            groups.setdefault(each.schema_path[0], []).append(each)
        of_type = [group for group in groups.values() if _is_of_type(group)]
        values = _values(of_type)
        if len(of_type) > 1 and values is not None:
            return [(_pointer(error), _not_one_of(error.instance, values))]
        meant = of_type if len(of_type) == 1 else [group for group in of_type if _is_meant(group)]
        told = [[fault for each in group for fault in self.faults(each)] for group in (meant or of_type)]
        if told and all(faults == told[0] for faults in told):
            return told[0]
        message = f"expected {listed(choices, 'or')}, not {_shape(error.instance)}"
        right = right_form(error.instance, error.schema, self.schemas)
        shown = any(sign in choice for choice in choices for sign in "{[") and "for example" in right
        return [(_pointer(error), message if shown else message + right)]

    def wrong_type(self, error: Error) -> str:
        wanted = error.validator_value
        wanted = [wanted] if isinstance(wanted, str) else list(wanted)
        message = f"expected {listed(map(typed, wanted), 'or')}, not {named(error.instance)}"
        is_scalar = isinstance(error.instance, bool | int | float)
        if wanted == ["string"] and is_scalar:
            return f"{message}; put it in quotes"
        return message + right_form(error.instance, error.schema, self.schemas)

    def not_one_of(self, error: Error) -> str:
        if _is_key(_pointer(error)):
            return _unknown_key(error.instance, [each for each in error.validator_value if isinstance(each, str)])
        return _not_one_of(error.instance, error.validator_value)

    def wrong_form(self, error: Error) -> str:
        if form := error.schema.get("description"):
            return f"{literal(error.instance)} does not have the expected form: {phrase(form)}"
        return f"{literal(error.instance)} does not match the pattern {error.validator_value}"

    def too_many_items(self, error: Error) -> str:
        most = len(error.schema.get("prefixItems", ()))
        return f"expected at most {_count(most, 'item')}, not {len(error.instance)}"

    def too_few_of(self, error: Error) -> str:
        least = error.schema.get("minContains", 1)
        return f"expected at least {_count(least, 'item')} to be {self.wanted_item(error)}"

    def too_many_of(self, error: Error) -> str:
        most = error.schema["maxContains"]
        return f"expected at most {_count(most, 'item')} to be {self.wanted_item(error)}"

    def wanted_item(self, error: Error) -> str:
        return described(error.schema["contains"], self.schemas)


def _unknown_key(key: str, known: Sequence[str], patterns: Sequence[str] = (), cut: str = "") -> str:
    near = cut or did_you_mean(key, known)
    if not near:
        here = [
            *known[:20],
            *(["…"] if len(known) > 20 else []),
            *(f"keys that match {each}" for each in patterns),
        ]
        near = f"; known here: {', '.join(here)}" if here else "; no key is allowed here"
    return told(f"unknown key {quoted(key)}", near)


def _not_one_of(value: Any, allowed: Sequence[Any]) -> str:
    near = did_you_mean(value, [each for each in allowed if isinstance(each, str)]) if isinstance(value, str) else ""
    shown = [each if isinstance(each, str) and each else literal(each) for each in allowed]
    cut = [*shown[:20], "…"] if len(shown) > 20 else shown
    return told(f"{literal(value)} is not one of {', '.join(cut)}", near)


def _shape(value: Any) -> str:
    """Return a value after "not"; a map with its first keys."""
    if not isinstance(value, dict):
        return named(value)
    return f"a map with {listed(map(quoted, list(value)[:5]), 'and')}" if value else "an empty map"


def _is_of_type(group: list[Error]) -> bool:
    """Return whether the data at least has the type that an alternative with these errors expects."""
    return all(each.path or _allows_type(each) for each in group)


def _allows_type(error: Error) -> bool:
    if error.validator == "const":
        return type(error.instance) is type(error.validator_value)
    if error.validator == "enum":
        return any(type(error.instance) is type(each) for each in error.validator_value)
    if error.validator in ("anyOf", "oneOf") and error.context:
        groups: dict[int, list[Error]] = {}
        for each in error.context:
            groups.setdefault(each.schema_path[0], []).append(each)
        return any(map(_is_of_type, groups.values()))
    return error.validator is not None and error.validator != "type"


def _is_meant(group: list[Error]) -> bool:
    """Return whether data has the keys and fixed values that the alternative with these errors expects."""
    return not any(
        (each.validator == "required" and not each.path) or (each.validator in ("const", "enum") and len(each.path) < 2)
        for each in group
    )


def _values(groups: list[list[Error]]) -> list[Any] | None:
    """Return all values that these alternatives allow, if each is only a list of values."""
    values: list[Any] = []
    for group in groups:
        if len(group) != 1 or group[0].path or group[0].validator not in ("const", "enum"):
            return None
        value = group[0].validator_value
        values += value if group[0].validator == "enum" else [value]
    return values
