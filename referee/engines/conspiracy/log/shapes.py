"""Strict readers for the shapes of values in a log. If a value does not fit, the schema explains why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.items import shapeless
from referee.engines.conspiracy.words.pack import SIDES


def side(value: Any) -> int:
    """A side of a card by name."""
    if value not in SIDES or not isinstance(value, str):
        raise shapeless()
    return SIDES.index(value)


def mapping(value: Any) -> Mapping[str, Any]:
    """A map."""
    if not isinstance(value, Mapping):
        raise shapeless()
    return value


def fields_of(value: Any, *known: str) -> Mapping[str, Any]:
    """A map with only these keys."""
    if not isinstance(value, Mapping) or not value.keys() <= frozenset(known):
        raise shapeless()
    return value


def whole(value: Any) -> int:
    """A whole number that is not negative."""
    if type(value) is not int or value < 0:
        raise shapeless()
    return value
