"""Words of rulesets that had another name once: older files are read as if they used today's names.

A schema lists under `renamed` what became of a word, by paths: `left_out: leave_out`; or, with a value that now has another
name at the same path: `end.tied=another_round: end.tied=play_on`. What a file says about such a word is moved, also in the
patches of its variants and in its rulings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.places import Pointer
from referee.core.suggest import Fix, Told


class Renamed(NamedTuple):
    """What a file says in today's names: its data, the place of each part that moved, and the old words."""

    data: dict[str, Any]
    moved: dict[Pointer, Pointer]
    old: dict[Pointer, str]
    """By place, today's name of the word."""


def renew(data: Mapping[str, Any], names: Mapping[str, str]) -> Renamed:
    """A ruleset or a house rule in today's names."""
    found = Renamed(_copied(data), {}, {})
    patches: list[Pointer] = [(), *(("variants", name, "patch") for name in _keys(data, "variants"))]
    for old, new in names.items():
        for base in patches:
            _rename(found, base, old, new)
        for ruling in _keys(data, "rulings"):
            _rename_ruling(found, ("rulings", ruling), old, new)
    return found


def _keys(data: Mapping[str, Any], section: str) -> list[str]:
    told = data.get(section)
    return list(told) if isinstance(told, Mapping) else []


def _rename(found: Renamed, base: Pointer, old: str, new: str) -> None:
    (path, *value), (to, *other) = old.split("="), new.split("=")
    pointer, target = (*base, *path.split(".")), (*base, *to.split("."))
    holder = _at(found.data, pointer[:-1])
    if not isinstance(holder, dict) or pointer[-1] not in holder:
        return
    if value:
        if holder[pointer[-1]] == value[0]:
            holder[pointer[-1]] = other[0]
            message = f"`{pointer[-1]}: {value[0]}` is called `{pointer[-1]}: {other[0]}` now"
            found.old[pointer] = Told(message, Fix(value[0], other[0]))
        return
    there: Any = found.data
    for key in target[:-1]:
        there = there.setdefault(key, {})
        if not isinstance(there, dict):
            return
    if target[-1] in there:
        return
    there[target[-1]] = holder.pop(pointer[-1])
    if not holder:
        del _at(found.data, pointer[:-2])[pointer[-2]]
    found.moved[target] = pointer
    beside = target[:-1] == pointer[:-1]
    found.old[pointer] = Told(
        f"`{path}:` is called `{to}:` now", Fix(str(pointer[-1]), str(target[-1])) if beside else None
    )


def _rename_ruling(found: Renamed, base: Pointer, old: str, new: str) -> None:
    """The word that a ruling is about, and the values of its readings."""
    ruling = _at(found.data, base)
    (path, *value), (to, *other) = old.split("="), new.split("=")
    if not isinstance(ruling, dict) or ruling.get("about") != path:
        return
    if not value:
        ruling["about"] = to
        found.old[*base, "about"] = Told(f"`{path}` is called `{to}` now", Fix(path, to))
        return
    for name, reading in _entries(ruling.get("readings")):
        if reading.get("value") == value[0]:
            reading["value"] = other[0]
            message = f"{value[0]} is called {other[0]} now"
            found.old[*base, "readings", name, "value"] = Told(message, Fix(value[0], other[0]))


def _entries(readings: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, reading in readings.items() if isinstance(readings, dict) else ():
        if isinstance(reading, dict):
            yield name, reading


def _at(data: Any, pointer: Pointer) -> Any:
    for key in pointer:
        if not isinstance(data, dict) or key not in data:
            return None
        data = data[key]
    return data


def _copied(data: Any) -> Any:
    """Maps copied, so that the file keeps what it says."""
    return {key: _copied(value) for key, value in data.items()} if isinstance(data, Mapping) else data
