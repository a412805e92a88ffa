"""What differs between two rulesets, in effect: key by key, and sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.family import RuleLine
from referee.core.places import Pointer

Section = tuple[str, list[RuleLine]]

TOLD = ("rules", "rulings", "variants")
"""Sections that describe the others; they come last."""


class RuleChange(NamedTuple):
    """A key with its values in two rulesets, None if one does not have it; `was` and `now` are the sentences about it."""

    pointer: Pointer
    old: Any
    new: Any
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


def differences(
    old: Mapping[str, Any], new: Mapping[str, Any], old_words: Sequence[Section], new_words: Sequence[Section]
) -> list[RuleChange]:
    """Return every key that differs, in the order of the rulesets, with the differing sentences of both descriptions.

    Examples are not rules, and are skipped. Sentences that belong to none of the keys, such as the size of a deck in a file,
    are a change of their own.
    """
    was, now = _only_in(old_words, new_words), _only_in(new_words, old_words)
    found = []
    keys = [change for change in changed_keys(old, new, ()) if "examples" not in change[0]]
    for pointer, before, after in sorted(keys, key=lambda change: change[0][0] in TOLD):
        about = [_taken(lines, pointer) for lines in (was, now)]
        found.append(RuleChange(pointer, before, after, *about))
    for line in [*was, *now]:
        if not any(change.pointer == line.pointer for change in found):
            about = [_taken(lines, line.pointer) for lines in (was, now)]
            found.append(RuleChange(line.pointer, None, None, *about))
    return found


def changed_keys(old: Any, new: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Any, Any]]:
    """Yield the leaves at which two trees of maps differ; lists are compared as a whole."""
    if old == new and type(old) is type(new):
        return
    maps = [value for value in (old, new) if isinstance(value, Mapping)]
    if not all(isinstance(value, Mapping) or value is None for value in (old, new)) or not any(maps):
        yield pointer, old, new
        return
    for key in dict.fromkeys(key for value in maps for key in value):
        yield from changed_keys((old or {}).get(key), (new or {}).get(key), (*pointer, key))


def _only_in(words: Sequence[Section], others: Sequence[Section]) -> list[RuleLine]:
    said = {line.text for _, lines in others for line in lines}
    return [line for _, lines in words for line in lines if line.text not in said]


def _taken(lines: list[RuleLine], pointer: Pointer) -> tuple[str, ...]:
    """Takes the lines out of a list that are about a key, about what holds it, or about something in it."""
    about = [line for line in lines if all(a == b for a, b in zip(line.pointer, pointer, strict=False))]
    lines[:] = [line for line in lines if line not in about]
    return tuple(line.text for line in about)
