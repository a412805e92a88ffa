"""Every word of a family, sub-words included, with an example of each: from its record, or else from a shipped ruleset."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core.places import Pointer
from referee.core.text import yaml_line
from referee.core.words import Word
from referee.rules import shipped
from referee.rules.words import words

NAME = "…"
"""Stands in a path for a name that the ruleset chooses."""
ITEM = "[…]"
"""Stands in a path for the number of an item of a list."""
LONGEST = 90
"""The longest example that is shown whole; of a longer map of named things the shortest is enough."""
OF_EVERY_FAMILY = {
    "$schema", "name", "title", "version", "summary", "family", "abstract", "extends", "why", "reads", "club", "seats", "deck",
    "players", "rules", "ruling", "rulings", "variants", "changes", "given", "examples",
}  # fmt: skip
"""Sections that are the same in every family; `writing-a-ruleset.md` has them."""


class FamilyWord(NamedTuple):
    """A word of a family: its path, with `NAME` for chosen names; what it does; and a value that it may have."""

    path: tuple[str, ...]
    description: str
    example: object


@functools.cache
def every_word(family: str) -> tuple[FamilyWord, ...]:
    """The words of a family in the order of its schema; one that may stand in several places stands here at the first."""
    known = dict(_in_rulesets(family))
    found: dict[tuple[str, str], FamilyWord] = {}
    for path, word in _below(words(family), ()):
        if path[0] in OF_EVERY_FAMILY:
            continue
        description = word.description.partition(". ")[0].removesuffix(".")
        found.setdefault((path[-1], description), FamilyWord(path, description, _example(word, known.get(path))))
    return tuple(found.values())


def nested(path: tuple[str, ...], value: object) -> tuple[Any, Pointer]:
    """A ruleset that only sets the word at a path to a value, and the pointer to it."""
    data = value
    at: list[str | int] = []
    for key in reversed(path):
        if key == ITEM:
            data = [data]
            at.append(0)
        else:
            data = {key: data}
            at.append(key)
    return data, tuple(reversed(at))


def _below(word: Word, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Word]]:
    """Yield the words in a word, each with its path; not the keys of selectors, which stand everywhere."""
    if word.names == "cards" or {"card", "any", "not"} <= word.parts.keys():
        return
    for key, part in word.parts.items():
        yield (*path, key), part
        yield from _below(part, (*path, key))
    if path and word.entry.schema and len(path) < 8:
        yield from _below(word.entry, (*path, _step_into(word)))


def _step_into(word: Word) -> str:
    """What stands in a path for the key of an entry of a map or a list."""
    if "items" in word.schema:
        return ITEM
    return NAME


def _in_rulesets(family: str) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the values of words in shipped rulesets by path, of the same path the shortest last."""
    found = []
    for file in shipped.rulesets():
        if file.parent.name == family:
            found += _values(words(family), shipped.document(str(file)).data, ())
    found.sort(key=_length, reverse=True)
    yield from found


def _length(found: tuple[tuple[str, ...], object]) -> int:
    return len(yaml_line(found[1]))


def _values(word: Word, data: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the values in the data of a word, by path."""
    if isinstance(data, list):
        data = dict.fromkeys(range(len(data))) | dict(enumerate(data))
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        name = _step_into(word)
        if str(key) in word.parts:
            name = str(key)
        if value not in (None, {}, []):
            yield (*path, name), value
            yield from _values(word.part(key), value, (*path, name))


def _example(word: Word, known: object) -> object:
    """A value that a word may have: from its record; one of its choices, rather not the usual one; or one `known` from
    rulesets; None if there is none."""
    for form in (word, *word.forms):
        if form.examples:
            return form.examples[0]
        if "const" in form.schema:
            return form.schema["const"]
    for form in (word, *word.forms):
        for choice in form.choices:
            if choice != word.default:
                return choice
    if known is not None:
        return _shortened(word, known)
    types = [form.schema.get("type") for form in (word, *word.forms)]
    if any("boolean" in (kind or ()) for kind in types):
        return not word.default
    if any("integer" in (kind or ()) or "number" in (kind or ()) for kind in types):
        return max(word.schema.get("minimum", 1), 1)
    return None


def _shortened(word: Word, known: object) -> object:
    """A value that is shown; of a long map of named things only the shortest of them."""
    if not isinstance(known, dict) or len(yaml_line(known)) <= LONGEST or not word.entry.schema:
        return known
    named = [key for key in known if key not in word.keys and known[key] is not None]
    if not named:
        return known
    shortest = min(named, key=lambda key: len(yaml_line(known[key])))
    return {shortest: known[shortest]}
