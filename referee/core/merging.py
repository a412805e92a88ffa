"""How a patch is laid over a ruleset: JSON Merge Patch (RFC 7396)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.places import Pointer


def merge(target: Any, patch: Any) -> Any:
    """JSON Merge Patch: maps merge, null removes, everything else replaces. Neither argument is changed."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


def laid_over(data: Mapping[str, Any], layer: Mapping[str, Any]) -> dict[str, Any]:
    """A layer merged over what lies below it. A variant's patch keeps its nulls: they act when it is picked."""
    merged: dict[str, Any] = merge(data, layer)
    if isinstance(layer.get("variants"), Mapping):
        for name in layer["variants"].keys() & merged["variants"].keys():
            variant = merged["variants"][name]
            if isinstance(variant, Mapping) and "patch" in variant:
                below, above = (at(holder, ("variants", name, "patch")) for holder in (data, layer))
                merged["variants"][name] = {**variant, "patch": _both(below, above)}
    return merged


def _both(first: Any, second: Any) -> Any:
    """The patch that does what two patches do one after the other."""
    if not (isinstance(first, Mapping) and isinstance(second, Mapping)):
        return first if second is None else second
    later = {key: None if value is None else _both(first.get(key), value) for key, value in second.items()}
    return {**first, **later}


def at(data: Any, pointer: Pointer) -> Any:
    """The value at a pointer, or None."""
    for key in pointer:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data
