"""What differs between two rulesets, as text and JSON."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from referee.core.ruleset import Ruleset
from referee.core.wording import counted
from referee.report.plain import as_json
from referee.rules.differences import Change

SHORT = 80
"""Two values that are longer than this together get lines of their own."""


class Side(NamedTuple):
    """One of the two rulesets, as it was named, and in one line."""

    label: str
    rules: Ruleset
    brief: str


def text(old: Side, new: Side, changes: Sequence[Change]) -> str:
    """Both rulesets in one line each, then by section every key with its two values, and the sentences that changed."""
    lines = [f"- {old.brief}", f"+ {new.brief}"] if old.brief != new.brief else [f"  {old.brief}"]
    section = ""
    for change in changes:
        if change.pointer[0] != section:
            section = str(change.pointer[0])
            lines += ["", section] if len(change.pointer) > 1 else [""]
        lines += _change(new.rules, change)
    end = f"{counted(len(changes), 'keys')} changed." if changes else "Nothing changes."
    return "\n".join([*lines, "", end])


def _change(rules: Ruleset, change: Change) -> list[str]:
    key = "  " + ".".join(map(str, change.pointer[1:])) if change.pointer[1:] else str(change.pointer[0])
    old, new = (_shown(value) for value in (change.old, change.new))
    place = _set_at(rules, change)
    at = f" [{place}]" if place else ""
    if change.old is None and change.new is None:
        lines = [f"{key}{at}"]
    elif len(old) + len(new) > SHORT:
        lines = [f"{key}:{at}", f"    - {old}", f"    + {new}"]
    else:
        lines = [f"{key}: {old} → {new}{at}"]
    lines += [f"    was: {sentence}" for sentence in change.was]
    return lines + [f"    now: {sentence}" for sentence in change.now]


def _set_at(rules: Ruleset, change: Change) -> str:
    """The file and line that set the new value or removed the key; empty if it never existed."""
    place = rules.origin_if_changed(change.pointer)
    if place is None and change.new is not None:
        place = rules.origin(change.pointer)
    return place.where if place else ""


def _shown(value: Any) -> str:
    """A value in one line, as a ruleset could have it; 'nothing' for a missing key."""
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json_text.dumps(value, ensure_ascii=False)


def json(old: Side, new: Side, changes: Sequence[Change]) -> str:
    """schemas/report.schema.json, $defs/diff."""
    return as_json(
        {
            "old": {"rules": old.label, "brief": old.brief},
            "new": {"rules": new.label, "brief": new.brief},
            "changes": [_data(new.rules, change) for change in changes],
        }
    )


def _data(rules: Ruleset, change: Change) -> dict[str, Any]:
    values = {name: value for name, value in (("old", change.old), ("new", change.new)) if value is not None}
    return {
        "key": ".".join(map(str, change.pointer)),
        **values,
        "set_at": _set_at(rules, change),
        "was": list(change.was),
        "now": list(change.now),
    }


FORMATS: dict[str, Callable[[Side, Side, Sequence[Change]], str]] = {"text": text, "json": json}
