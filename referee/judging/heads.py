"""The form of a log, its events and claims aside: what nearly every log looks like, at a glance, and the schema of the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from referee.rules import rulesets

MOST_NAMES = 100
"""The most players, house rules, variants or readings that a log may name."""
LONGEST_NAME = 1_000
"""The most characters of such a name."""
_NAME = {"type": "string", "maxLength": LONGEST_NAME}
_NAMES = {"type": "array", "items": _NAME, "maxItems": MOST_NAMES, "uniqueItems": True}
_MAP = {"type": "object"}
HEAD: dict[str, dict[str, Any]] = {
    "game": _NAME,
    "house": {"anyOf": [_NAME, _NAMES]},
    "variants": _NAMES,
    "ruling": {"type": "object", "maxProperties": MOST_NAMES, "additionalProperties": {"maxLength": LONGEST_NAME}},
    "players": {**_NAMES, "items": {**_NAME, "pattern": r"\S", "description": "the name of a player"}},
    "date": {"type": "string"},
    "setup": _MAP,
    "position": _MAP,
    "events": {"type": ["array", "null"]},
    "expect": _MAP,
}
"""The form of those keys of a log of which more is known with its rules, or said in plainer words than by its schema."""


@cache
def form() -> dict[str, Any]:
    """The schema of a log whose rules are not known, with the examples of the whole one."""
    whole = rulesets.schema("log.schema.json")
    shown = {key: {"examples": part["examples"]} for key, part in whole["properties"].items() if "examples" in part}
    known = {key: {**shown.get(key, {}), **form} for key, form in HEAD.items()}
    return {**whole, "properties": {**whole["properties"], **known}}


def fits_at_a_glance(data: Mapping[str, object]) -> bool:
    """Return whether a log is so plain that it surely has this form; if not, only the schema can say.

    Nearly every log is. To load jsonschema takes longer than to judge one.
    """
    if "game" not in data or "players" not in data:
        return False
    for key, value in data.items():
        is_plain = _PLAIN.get(key)
        if is_plain is None or not is_plain(value):
            return False
    return True


def _is_name(value: object) -> bool:
    return type(value) is str and 0 < len(value) <= LONGEST_NAME


def _are_names(value: object) -> bool:
    if type(value) is not list or len(value) > MOST_NAMES:
        return False
    return all(map(_is_name, value)) and len(set(value)) == len(value)


def _are_players(value: Any) -> bool:
    return _are_names(value) and all(map(str.strip, value))


def _is_house(value: object) -> bool:
    return _is_name(value) or _are_names(value)


def _is_ruling(value: object) -> bool:
    return type(value) is dict and len(value) <= MOST_NAMES and all(map(_is_name, value.values()))


def _is_hash(value: object) -> bool:
    return type(value) is str and re.fullmatch("sha256:[0-9a-f]{64}", value) is not None


def _is_text(value: object) -> bool:
    return type(value) is str


def _are_sentences(value: object) -> bool:
    return type(value) is list and all(map(_is_name, value))


def _is_map(value: object) -> bool:
    return type(value) is dict


def _is_list(value: object) -> bool:
    return value is None or type(value) is list


def _is_board(value: object) -> bool:
    """Return whether this is a board that was played; one with an awarded result is left to the schema."""
    if type(value) is not dict or "number" not in value or not value.keys() <= {"number", "session", "table"}:
        return False
    if not _is_name(value.get("session", "final")):
        return False
    return all(type(part) is int or _is_name(part) for part in value.values())


_PLAIN: Mapping[str, Callable[[Any], bool]] = {
    "$schema": _is_text,
    "game": _is_name,
    "house": _is_house,
    "variants": _are_names,
    "ruling": _is_ruling,
    "rules": _is_hash,
    "players": _are_players,
    "date": _is_text,
    "place": _is_name,
    "event": _is_name,
    "board": _is_board,
    "setup": _is_map,
    "position": _is_map,
    "events": _is_list,
    "expect": _is_map,
    "note": _is_text,
    "unsure": _are_sentences,
}
"""Whether the value of a key is as nearly everybody writes it. Each must be stricter than the schema."""
