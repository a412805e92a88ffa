"""JSON Schema checks (draft 2020-12) with faults as sentences for the person who wrote the file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import chain, islice
from types import MappingProxyType
from typing import Any

from referee.core.places import Key
from referee.core.wording import MOST_COUNTED, shortened
from referee.source.schema_faults import MOST_FAULTS, SchemaFault
from referee.source.schema_lane import fits

_NO_STORE: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
_MOST_VALIDATORS = 64
_MOST_REGISTRIES = 8
_validators: dict[tuple[int, int], tuple[object, object, Any]] = {}
_registries: dict[int, tuple[object, Any]] = {}


def schema_faults(
    data: Any,
    schema: Mapping[str, Any],
    *,
    store: Mapping[str, Mapping[str, Any]] = _NO_STORE,
    trusted: Collection[int] = (),
) -> list[SchemaFault]:
    """Return what is wrong with plain data according to a JSON Schema, sorted by pointer; an empty list if nothing is.

    store: the schemas that a `$ref` may name, by file name; nothing is ever fetched. A schema and a store are prepared once as
    long as they are the same objects: do not change them after the first use. One that is only a `$ref` may be a new object
    each time.
    trusted: ids of values inside the data that need no check, as `schema_lane.fits` takes them.
    """
    if schema.keys() == {"$ref"}:
        schema = _reference(schema["$ref"])
    if fits(data, schema, store, trusted):
        return []
    errors = _validator(schema, store).iter_errors(data)
    first = next(errors, None)
    if first is None:
        return []
    from referee.source.schema_words import Words

    words = Words([schema, *store.values()])
    faults = (fault for error in chain([first], errors) for fault in words.faults(error))
    found = sorted(set(islice(faults, MOST_COUNTED + 1)), key=_order)
    return shortened(found, MOST_FAULTS, lambda last, more: (last[0], more))


@cache
def _reference(name: str) -> Mapping[str, Any]:
    """Return the schema that only refers to another: always the same object, so that it is prepared once."""
    return {"$ref": name}


def _order(fault: SchemaFault) -> tuple[object, ...]:
    pointer, message = fault
    steps = [(0, step, "") if isinstance(step, int) else (1, 0, step) for step in pointer]
    return steps, bool(pointer) and isinstance(pointer[-1], Key), message


def _validator(schema: Mapping[str, Any], store: Mapping[str, Mapping[str, Any]]) -> Any:
    # The schemas are kept with the validator, so that no other object can get their ids.
    known = _validators.get((id(schema), id(store)))
    if known is not None:
        return known[2]
    if len(_validators) >= _MOST_VALIDATORS:
        _validators.clear()
    if len(_registries) >= _MOST_REGISTRIES:
        _registries.clear()
    if id(store) not in _registries:
        _registries[id(store)] = store, _registry(store)
    found = _validator_class()(schema, registry=_registries[id(store)][1])
    _validators[id(schema), id(store)] = schema, store, found
    return found


def _registry(store: Mapping[str, Mapping[str, Any]]) -> Any:
    from referencing import Registry, Resource
    from referencing.exceptions import NoSuchResource
    from referencing.jsonschema import DRAFT202012

    # A `$schema` in a referenced schema would make jsonschema fall back to its own classes and lose our rules.
    by_uri: dict[str, Resource[Any]] = {}
    for name, schema in store.items():
        contents = {key: value for key, value in schema.items() if key != "$schema"}
        for uri in (name, schema.get("$id", name)):
            by_uri[uri] = Resource.from_contents(contents, default_specification=DRAFT202012)

    def retrieve(uri: str) -> Resource[Any]:
        found = by_uri.get(uri.rpartition("/")[2])
        if found is None:
            raise NoSuchResource(uri)
        return found

    # What is not crawled in advance would be crawled again at every `$ref`.
    make: Any = Registry  # type checkers do not see its keywords
    return make(retrieve=retrieve).with_resources(by_uri.items()).crawl()


@cache
def _validator_class() -> Any:
    """Draft 2020-12, except that 3.0 is not a whole number and the errors about a key know which key."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    make_error: Any = ValidationError
    standard: Any = Draft202012Validator.VALIDATORS

    def is_whole(_: object, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    def names(validator: Any, schema: Any, data: Any, _: object) -> Iterator[Any]:
        for key in data if isinstance(data, dict) else ():
            yield from validator.descend(key, schema, path=Key(key))

    def properties(validator: Any, schemas: Any, data: Any, schema: Any) -> Iterator[Any]:
        # The original forgets which key a schema of `false` does not allow.
        allowed = {key: below for key, below in schemas.items() if below is not False}
        yield from standard["properties"](validator, allowed, data, schema)
        for key in schemas if isinstance(data, dict) else ():
            if key in data and key not in allowed:
                yield make_error("not allowed", validator=None, instance=data, path=[Key(key)])

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
    changed = {"propertyNames": names, "properties": properties}
    extend: Any = validators.extend
    return extend(Draft202012Validator, validators=changed, type_checker=types)
