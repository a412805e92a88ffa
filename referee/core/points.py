"""What a log can exercise of a ruleset: its words that decide something, and the rules that they cite."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from referee.core.family import Point
from referee.core.places import Pointer
from referee.core.ruleset import TOLD, Ruleset
from referee.core.words import Word


def points(rules: Ruleset, found: Iterable[tuple[Pointer, Word]], faults: Collection[str]) -> dict[str, Point]:
    """The points of coverage that words are, by path, then the rules that they cite; `faults` are cited in any game."""
    known = rules.get("rules", default={})
    listed = {
        ".".join(map(str, pointer)): Point(pointer, next((rule for rule in word.cites if rule in known), ""))
        for pointer, word in found
    }
    cited = {*faults, *(point.cites for point in listed.values())}
    return listed | {f"rules.{rule}": Point(("rules", rule), rule) for rule in known if rule in cited}


def deciding(rules: Ruleset) -> Iterator[tuple[Pointer, Word]]:
    """The words written in a ruleset that cite a rule and decide something, in the order of the schema."""
    data = {key: value for key, value in rules.data.items() if key not in TOLD}
    yield from _deciding(rules, rules.words, data, ())


def _deciding(rules: Ruleset, word: Word, value: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Word]]:
    if value is None or not word.speaks_in(rules.full):
        return
    if word.cites:
        if not word.is_off(value):
            yield pointer, word
    elif isinstance(value, Mapping):
        for key in (*word.keys, *(key for key in value if key not in word.keys)):
            yield from _deciding(rules, word.at((key,)), value.get(key), (*pointer, key))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _deciding(rules, word.at((place,)), part, (*pointer, place))
