"""The shapes of values in a log, strictly read: what does not fit is explained by the schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from referee.core.items import shapeless
from referee.engines.conspiracy.pack import SIDES

V = TypeVar("V")


class ByCard(dict[int, V]):
    """Something for each of some cards, with the names that the log calls them by (`written`)."""

    def __init__(self) -> None:
        super().__init__()
        self.written: dict[int, str] = {}


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
