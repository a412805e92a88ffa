"""House rules drawn at random: one to four words of a shipped game, each with another value that its schema knows."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from every_word import Word, words

from referee import source
from referee.core.places import Complaint, RulesetError
from referee.core.ruleset import Ruleset
from referee.rules import rulesets, shipped

GENERIC = ("0", "1", "2", "cards", "players", "hand", "-1", "cards // 2", "min(cards, 3)", "total", "won")
"""Formulas of all kinds: most have no place where they land, and that must be said."""


@cache
def games() -> tuple[str, ...]:
    """Every shipped game."""
    return tuple(
        path.stem
        for path in shipped.rulesets()
        if path.parent.name != "decks" and not source.load(str(path)).data.get("abstract")
    )


@cache
def seen(family: str, word: Word) -> tuple[Any, ...]:
    """Every value that some shipped ruleset, variant or house rule of the family gives a word."""
    found: list[Any] = []
    for path in (*shipped.rulesets(), *shipped.houses()):
        data = source.load(str(path)).data
        for patch in (data, *(entry["patch"] for entry in (data.get("variants") or {}).values() if entry)):
            found += _at(patch, word.path)
    kept: list[Any] = []
    for value in found:
        if value not in kept:
            kept.append(value)
    return tuple(kept)


def _at(data: Any, path: tuple[str, ...]) -> list[Any]:
    if not path:
        return [data]
    step, *rest = path
    if step == "*" and isinstance(data, dict):
        return [value for part in data.values() for value in _at(part, tuple(rest))]
    if step == "[]" and isinstance(data, list):
        return [value for part in data for value in _at(part, tuple(rest))]
    return _at(data[step], tuple(rest)) if isinstance(data, dict) and step in data else []


def drawn(game: str, chance: random.Random) -> dict[str, Any]:
    """A house rule of a game."""
    rules = rulesets.load_ruleset(game)
    patch: dict[str, Any] = {}
    known = words(rules.family)
    for _ in range(chance.randint(1, 4)):
        word = chance.choice(known)
        _lay(patch, rules.data, word.path, _value(rules.family, word, chance), chance)
    return {"extends": game, "why": "drawn at random", **patch}


def written(game: str, number: int, folder: Path) -> tuple[Path, Ruleset | None, tuple[Complaint, ...]]:
    """House rule `number` of a game in a file, with texts for rules that it newly cites: the rules, or why they are refused."""
    patch = drawn(game, random.Random(f"{game}:{number}"))
    path = folder / "drawn.json"
    for _ in range(3):
        path.write_text(json.dumps(patch), encoding="utf-8")
        try:
            return path, rulesets.load_ruleset(str(path)), ()
        except RulesetError as error:
            complaints = tuple(error.complaints)
        wordless = [
            found[1] for _, message in complaints if (found := re.search("cites the rule '([a-z-]+)'", message))
        ]
        if not wordless:
            break
        patch.setdefault("rules", {}).update({rule: {"text": "As drawn.", "source": "drawn"} for rule in wordless})
    return path, None, complaints


def _value(family: str, word: Word, chance: random.Random) -> Any:
    pool: list[Any] = [*word.choices, *seen(family, word)]
    kind = chance.random()
    if kind < 0.1:
        return None
    numbers = [value for value in pool if isinstance(value, int) and not isinstance(value, bool)]
    if numbers and kind < 0.4:
        return chance.choice(numbers) + chance.randint(-2, 2)
    if kind < 0.2 or not pool:
        return chance.choice((0, 1, 2, 3, True, False, *GENERIC))
    return chance.choice(pool)


def _lay(patch: dict[str, Any], data: Any, path: tuple[str, ...], value: Any, chance: random.Random) -> None:
    """Puts a value at a path of the patch; free keys are those of the game, a list is replaced as a whole."""
    step, *rest = path
    if step == "*":
        if not isinstance(data, dict) or not data:
            return
        step = chance.choice(sorted(data))
    inner = data.get(step) if isinstance(data, dict) else None
    if not rest:
        patch[step] = value
    elif rest[0] == "[]":
        if isinstance(inner, list) and inner and isinstance(inner[0], dict) and len(rest) > 1:
            place = chance.randrange(len(inner))
            patch[step] = [{**entry, rest[1]: value} if at == place else entry for at, entry in enumerate(inner)]
    else:
        below = patch.setdefault(step, {})
        if isinstance(below, dict):
            _lay(below, inner, tuple(rest), value, chance)


def sources() -> tuple[Path, ...]:
    """Every shipped game and house rule."""
    named = {path.stem: path for path in shipped.rulesets()}
    return (*(named[game] for game in games()), *shipped.houses())


TEXTS = ("rules", "rulings", "variants", "examples")
"""What makes up most of a ruleset and least of a game: a change falls there one time in eight."""


def mutated(path: Path, number: int) -> dict[str, Any]:
    """A shipped file with one value, anywhere in it, replaced, dropped, doubled or of another kind."""
    chance = random.Random(f"{path.stem}:{number}")
    data: dict[str, Any] = json.loads(json.dumps(source.load(str(path)).data))
    data.pop("$schema", None)
    texts = chance.random() < 1 / 8
    keys = [key for key in data if (key in TEXTS) is texts and key not in ("name", "extends")] or [*data]
    places = [(data, key) for key in keys] + [place for key in keys for place in _places(data[key])]
    place, key = chance.choice(places)
    kind = chance.randrange(5)
    value = place[key]
    if kind == 0:
        del place[key]
    elif kind == 1:
        _double(place, key)
    elif kind == 2:
        place[key] = copy.deepcopy(chance.choice([other[at] for other, at in places]))
    elif kind == 3 and isinstance(value, int | float) and not isinstance(value, bool):
        place[key] = value + chance.choice((-1, 1, 10, -value, 0.5))
    else:
        place[key] = chance.choice(
            (None, True, False, 0, 1, -1, 2.5, 10**9, "", "cards", "QS", "x", [], [1], {}, {"a": 1}, value)
        )
    return data


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every value inside a map or list, as what holds it and its key there."""
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield data, key
        yield from _places(data[key])


def _double(place: Any, key: Any) -> None:
    """What is at a key twice: an item of a list twice in it, text and lists twice as long, a number doubled."""
    value = place[key]
    if isinstance(place, list):
        place.insert(key, value)
    elif isinstance(value, dict):
        place[f"{key}2"] = value
    elif value is not None:
        place[key] = value * 2
