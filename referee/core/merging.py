"""Patches applied to a ruleset: JSON Merge Patch (RFC 7396)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.data import Data, Words
from referee.core.places import Pointer


def merge(target: object, patch: object) -> Any:
    """Return data patched as by JSON Merge Patch: maps merge, null removes, all else replaces. Neither argument is changed."""
    if not isinstance(patch, dict):
        return patch
    if isinstance(target, dict):
        merged = dict(target)
    else:
        merged = {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


def lay_over(data: Words, layer: Words) -> Data:
    """The data of a ruleset with a layer, such as a house rule, merged over them.

    The patch of a variant and the value of a reading keep their nulls: these must act later, when it is picked.
    """
    merged: Data = merge(data, layer)
    changed = layer.get("deck")
    below = data.get("deck")
    if isinstance(changed, Mapping):  # its nulls act on the deck that it extends
        if "extends" in changed:
            merged["deck"] = dict(changed)
        elif isinstance(below, Mapping) and "extends" in below:
            merged["deck"] = both(below, changed)
    _keep(("variants",), "patch", merged, data, layer)
    if isinstance(layer.get("rulings"), Mapping):
        for name in layer["rulings"]:
            _keep(("rulings", name, "readings"), "value", merged, data, layer)
    return merged


def _keep(path: Pointer, key: str, merged: object, data: object, layer: object) -> None:
    """Restore, in `merged`, the value under `key` of each entry at `path` with its nulls, which merging has dropped.

    `data` are the ruleset below, `layer` the patch on it that had the nulls.
    """
    entries = at(merged, path)
    patches = at(layer, path)
    if not (isinstance(entries, dict) and isinstance(patches, Mapping)):
        return
    for name, entry in patches.items():
        if isinstance(entry, Mapping) and key in entry and isinstance(entries.get(name), Mapping):
            entries[name] = {**entries[name], key: both(at(data, path + (name, key)), entry[key])}


def holds(value: object, current: object) -> bool:
    """Return whether a reading's value is in force if the value is `current`: applying it would change nothing."""
    return bool(merge(current, value) == current)


def both(first: object, second: object) -> Any:
    """One patch that does the same as two patches one after the other; the nulls of both are kept."""
    if not (isinstance(first, Mapping) and isinstance(second, Mapping)):
        return second
    later = {}
    for key, value in second.items():
        later[key] = None if value is None else both(first.get(key), value)
    return {**first, **later}


def at(data: object, pointer: Pointer) -> Any:
    """The value at a pointer in maps and lists; None if there is nothing."""
    for key in pointer:
        if isinstance(data, dict):
            data = data.get(key)
        else:
            if isinstance(data, list) and isinstance(key, int) and key < len(data):
                data = data[key]
            else:
                data = None
    return data


def at_each(patch: object, data: object) -> Any:
    """The part of data in the places where a patch sets something."""
    if isinstance(patch, Mapping) and isinstance(data, Mapping):
        return {key: at_each(patch[key], data[key]) for key in patch if key in data}
    return data


def has(data: object, pointer: Pointer) -> bool:
    """Return whether there is something at a pointer, even if it is null."""
    *above, last = pointer or (None,)
    holder = at(data, tuple(above))
    if isinstance(holder, list):
        return isinstance(last, int) and last < len(holder)
    return not pointer or (isinstance(holder, Mapping) and last in holder)


def meet(one: Pointer, other: Pointer) -> bool:
    """Return whether what is at one pointer holds what is at the other, or is part of it."""
    return all(here == there for here, there in zip(one, other, strict=False))


def replace(data: Any, pointer: Pointer, value: Any) -> Any:
    """A copy of the data with another value at a pointer, or with nothing there if the value is None."""
    key: Any = pointer[0]
    if value is None and not has(data, pointer):
        return data
    new: Any = list(data) if isinstance(data, list) else dict(data or {})
    if pointer[1:]:
        new[key] = replace(at(data, pointer[:1]), pointer[1:], value)
    elif value is not None:
        new[key] = value
    elif isinstance(new, list) or key in new:
        del new[key]
    return new
