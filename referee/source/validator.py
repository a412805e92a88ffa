"""Plain data validated by JSON Schema (draft 2020-12) with jsonschema; what it finds becomes faults, and these sentences.

Import it only when there is something to validate: jsonschema takes longer to load than a whole `referee resolve`.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from referee.core.cards_named import InCards
from referee.core.data import Data, Schema
from referee.core.places import Key, Pointer
from referee.core.wording import MOST_COUNTED, MOST_FAULTS, abridge
from referee.core.words import Schemas, Word
from referee.source.schema import SchemaFault, Sentence, as_compared, is_key, sentences_of

Check = Callable[[Any, Any, object, Schema], Iterable[ValidationError]]
"""Finds the errors of data by one keyword, given a validator, what the schema says with the keyword, the data, the schema."""

_NOTHING: Collection[int] = frozenset()
_trusted: ContextVar[Collection[int]] = ContextVar("_trusted", default=_NOTHING)
"""The ids of values that need no check where the validator is now."""
_registries: dict[int, tuple[Schemas, Any]] = {}
"""The registry of each store of schemas, by the id of the store, which is kept so that no other gets its id."""


def schema_faults(
    data: object, schema: Mapping[str, object], store: Schemas, trusted: Collection[int], in_cards: InCards = str
) -> list[Sentence]:
    """The faults of data, as `source.schema_faults` returns them."""
    found: list[Sentence] = []
    for fault in faults(data, schema, store, trusted, most=MOST_COUNTED + 1):
        found += islice(sentences_of(_in_cards(fault, in_cards)), MOST_COUNTED + 1 - len(found))
    return abridge(sorted(set(found), key=_order), MOST_FAULTS, _with_rest)


def faults(data: object, schema: Schema, store: Schemas, trusted: Collection[int], *, most: int) -> list[SchemaFault]:
    """The first `most` faults of data by a schema; `store` has the schemas it refers to, `trusted` ids of values
    known to be right."""
    home = schema.get("$id", "")
    schemas: Schemas = ChainMap({home: schema}, store)  # type: ignore[arg-type]
    validator = _Validator(_bare(schema), registry=_registry(store))
    before = _trusted.set(trusted)
    form = Word(schema, home, schemas)
    try:
        return [_fault(error, home, schemas, form) for error in islice(validator.iter_errors(data), most)]
    finally:
        _trusted.reset(before)


def _in_cards(fault: SchemaFault, in_cards: InCards) -> SchemaFault:
    """A fault whose sentences show examples in the cards of a game, also those by each alternative."""
    if in_cards is str:
        return fault
    ways = []
    for way in fault.ways:
        ways.append([_in_cards(below, in_cards) for below in way])
    return fault._replace(ways=ways, in_cards=in_cards)


def _order(sentence: Sentence) -> tuple[object, ...]:
    """Sorts sentences by place: the items of a list before the keys of a map, values before keys."""
    pointer, message = sentence
    return list(map(_order_of_step, pointer)), is_key(pointer), message


def _order_of_step(step: str | int) -> tuple[int, int, str]:
    if isinstance(step, int):
        return 0, step, ""
    return 1, 0, step


def _with_rest(last: Sentence, more: str) -> Sentence:
    return last[0], more


# -- schemas -----------------------------------------------------------------------------------------------------------


def _registry(store: Schemas) -> Any:
    """The schemas of a store as the library wants them, made once for each store."""
    kept = _registries.get(id(store))
    if kept is None:
        files = [(name, DRAFT202012.create_resource(_bare(schema))) for name, schema in store.items()]

        @cache
        def retrieve(name: str) -> Any:
            """The schema of a family of another package, which a store has, but does not list."""
            return DRAFT202012.create_resource(_bare(store[name]))

        kept = store, Registry[Any](retrieve=retrieve).with_resources(files)  # type: ignore[call-arg]
        _registries[id(store)] = kept
    return kept[1]


def _bare(schema: Mapping[str, object]) -> Data:
    """A schema known by its file name alone, and validated by the validator below whatever it says about its draft."""
    return {keyword: said for keyword, said in schema.items() if keyword not in ("$id", "$schema")}


# -- errors ------------------------------------------------------------------------------------------------------------


class _File(str):
    """A step in the schema path of an error: here the path goes on in the schema file with this name."""

    __slots__ = ()


def _fault(error: ValidationError, home: str, schemas: Schemas, form: Word) -> SchemaFault:
    """An error of the library as a fault; `home` is the file of the schema with which validation began, and `form` the word for
    all of the data."""
    if error.validator is None:
        keyword = "false"
    else:
        keyword = str(error.validator)
    for step in error.absolute_schema_path:
        if isinstance(step, _File):
            home = step
    # the faults by each alternative, by its number
    ways: dict[object, list[SchemaFault]] = {}
    if keyword == "anyOf":
        for below in error.context or ():
            ways.setdefault(below.relative_schema_path[0], []).append(_fault(below, home, schemas, form))
    at: Pointer = tuple(error.absolute_path)
    return SchemaFault(keyword, error.instance, at, Word(error.schema, home, schemas), form, list(ways.values()))


# -- keywords that need more than jsonschema does ----------------------------------------------------------------------

_USUAL: Mapping[str, Check] = Draft202012Validator.VALIDATORS


def _reference(validator: object, reference: str, data: object, schema: Schema) -> Iterator[ValidationError]:
    """Note in each error the file in which its schema is."""
    file = reference.partition("#")[0]
    for error in _USUAL["$ref"](validator, reference, data, schema):
        if file:
            error.schema_path.appendleft(_File(file))
        yield error


def _known_keys(
    validator: Draft202012Validator, parts: Schema, data: object, schema: Schema
) -> Iterator[ValidationError]:
    """Yield the errors in values of keys that the schema names, except trusted values, and keys that may not be
    there."""
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        if key not in parts or id(value) in _trusted.get():
            continue
        if parts[key] is False:
            yield ValidationError("", validator="false", path=[Key(key)], instance=value, schema=False)
        else:
            yield from validator.descend(value, parts[key], path=key, schema_path=key)


def _other_keys(
    validator: Draft202012Validator, wanted: Any, data: object, schema: Schema
) -> Iterator[ValidationError]:
    """Yield the errors of the keys that the schema does not name, in the order of the data."""
    if not isinstance(data, dict):
        return
    known = schema.get("properties", ())
    others = [key for key in data if key not in known]
    if wanted is False and others:
        yield ValidationError("")
        return
    for key in others:
        if id(data[key]) not in _trusted.get():
            yield from validator.descend(data[key], wanted, path=key)


def _names_of_keys(
    validator: Draft202012Validator, wanted: Any, data: object, schema: Schema
) -> Iterator[ValidationError]:
    """Find what is wrong with keys, each at its place."""
    if isinstance(data, dict):
        for key in data:
            yield from validator.descend(key, wanted, path=Key(key))


def _needed_keys(validator: object, keys: object, data: object, schema: Schema) -> Iterator[ValidationError]:
    """Find one error for all keys that are missing."""
    yield from islice(_USUAL["required"](validator, keys, data, schema), 1)


def _one_of_the_keys(validator: object, choices: object, data: object, schema: Schema) -> Iterator[ValidationError]:
    """Find a map with none or several of some keys, where it must have one; nothing else has keys."""
    if isinstance(data, dict):
        yield from _USUAL["oneOf"](validator, choices, data, schema)


def _different_items(validator: object, wanted: object, data: object, schema: Schema) -> Iterator[ValidationError]:
    """Find a list with equal items, in a time that grows only with its length."""
    if wanted and isinstance(data, list) and len({as_compared(item) for item in data}) < len(data):
        yield ValidationError("")


@contextmanager
def _no_trust() -> Iterator[None]:
    """Trust nothing for a while: where data that fit are not always right, they may have fitted otherwise."""
    before = _trusted.set(_NOTHING)
    try:
        yield
    finally:
        _trusted.reset(before)


def _alternatives(validator: Draft202012Validator, choices: Any, data: object, schema: Schema) -> list[ValidationError]:
    """The error that data fit no alternative, with the errors by each of them; [] if they fit one.

    The library itself would write all of the data into its message, however long.
    """
    found: list[ValidationError] = []
    with _no_trust():
        for number, choice in enumerate(choices):
            by_this = list(validator.descend(data, choice, schema_path=number))
            if not by_this:
                return []
            found += by_this
    return [ValidationError("", context=found)]


def _prohibition(validator: object, barred: object, data: object, schema: Schema) -> list[ValidationError]:
    with _no_trust():
        return list(_USUAL["not"](validator, barred, data, schema))


def _condition(validator: Draft202012Validator, wanted: Any, data: Any, schema: Schema) -> Iterator[ValidationError]:
    with _no_trust():
        branch = "else"
        if validator.evolve(schema=wanted).is_valid(data):
            branch = "then"
    yield from validator.descend(data, schema.get(branch, True), schema_path=branch)


def _is_whole(checker: object, value: object) -> bool:
    """Return whether this is a whole number; 3.0 is written as a number with a fraction, and true is no number."""
    return isinstance(value, int) and not isinstance(value, bool)


_extend: Any = validators.extend  # which has no types
_Validator = _extend(
    Draft202012Validator,
    {
        "$ref": _reference,
        "properties": _known_keys,
        "additionalProperties": _other_keys,
        "propertyNames": _names_of_keys,
        "required": _needed_keys,
        "oneOf": _one_of_the_keys,
        "uniqueItems": _different_items,
        "anyOf": _alternatives,
        "not": _prohibition,
        "if": _condition,
    },
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole),
)
