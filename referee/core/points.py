"""What a log can exercise of a ruleset: its words that decide something, and the rules that they cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.places import Pointer
from referee.core.ruleset import TOLD, Ruleset
from referee.core.words import Word


class Point(NamedTuple):
    """Something in a ruleset that a log can exercise: its place, and the rule that it cites, if any."""

    pointer: Pointer
    cites: str = ""


Cited = tuple[Pointer, tuple[str, ...]]
"""A word and its rules; it cites the first that the ruleset has."""


def points(rules: Ruleset, words: Iterable[Cited]) -> dict[str, Point]:
    """Return the points of coverage that are words, by path, then the rules that they or any fault of the family cite."""
    known = rules.get("rules", default={})
    listed = {
        ".".join(map(str, pointer)): Point(pointer, next((rule for rule in told if rule in known), ""))
        for pointer, cites in words
        for told in ((*cites, rules.ruling_about(pointer) or ""),)
    }
    cited = {*rules.words.faults, *(point.cites for point in listed.values())}
    return listed | {f"rules.{rule}": Point(("rules", rule), rule) for rule in known if rule in cited}


def deciding(rules: Ruleset, *, left_out: bool = False, anywhere: bool = False) -> Iterator[Cited]:
    """Yield the words written in a ruleset that cite a rule and decide something, in the order of the schema.

    `left_out` adds those with only their default; `anywhere` adds those that other words make irrelevant.
    """
    data = rules.full if left_out else rules.data
    here = None if anywhere else rules.full
    yield from _deciding(rules.words, {key: data[key] for key in data if key not in TOLD}, (), here)


def _deciding(word: Word, value: Any, pointer: Pointer, full: Mapping[str, Any] | None) -> Iterator[Cited]:
    if value is None or word.is_off(value) or not (full is None or word.speaks_in(full)):
        return
    if word.cites:
        word_itself = pointer[3:] if pointer[0] == "changes" else pointer  # in a patch the words stand as in a ruleset
        named = str(word_itself[1]).replace("_", "-") if word_itself[1:] else ""
        yield pointer, tuple(rule.format(name=named) for rule in word.cites)
    inside: Iterable[tuple[Any, Word | None]] = ()
    if isinstance(value, dict):
        inside = [(key, part) for key, part in word.parts.items() if key in value]
        inside += [(key, word.entry) for key in value if key not in word.parts]
    elif isinstance(value, list):
        inside = ((place, word.entry) for place in range(len(value)))
    for key, part in inside:
        if part is not None:
            yield from _deciding(part, value[key], (*pointer, key), full)
