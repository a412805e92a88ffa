"""The shapes of values in a log, strictly read: what does not fit is explained by the schema."""

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
    """A map with no other keys than these."""
    if not isinstance(value, Mapping) or not value.keys() <= frozenset(known):
        raise shapeless()
    return value


def whole(value: Any) -> int:
    """A whole number that is not negative."""
    if type(value) is not int or value < 0:
        raise shapeless()
    return value
