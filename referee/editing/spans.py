"""Where words are in a text: from a place to characters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from referee.core.places import Place
from referee.core.suggest import Fix
from referee.source.text import line_starts


class Edit(NamedTuple):
    """Characters of a text, and their replacement."""

    start: int
    end: int
    text: str


def offset_of(text: str, place: Place) -> int:
    """The offset of a place in a text."""
    starts = _line_starts(text)
    return min(starts[min(place.line, len(starts)) - 1] + place.column - 1, len(text))


@lru_cache(maxsize=4)
def _line_starts(text: str) -> list[int]:
    """Where lines begin, in a text that is looked up often."""
    return line_starts(text)


def edit_for(text: str, place: Place, fix: Fix) -> Edit | None:
    """The edit that corrects a word at a place, within the value there or as the key before it.

    None if it is not there, or there more than once.
    """
    at = offset_of(text, place)
    word = re.compile(rf"(?<!\w){re.escape(fix.wrong)}(?!\w)")
    for start in (at, at + 1) if text[at : at + 1] in ("'", '"') else (at,):
        if word.match(text, start):
            return Edit(start, start + len(fix.wrong), fix.right)
    within = list(word.finditer(text, at, _end_of_value(text, at)))
    if len(within) == 1:
        return Edit(*within[0].span(), fix.right)
    before = re.compile(rf"(?<!\w){re.escape(fix.wrong)}[\"']?\s*:\s*(?:-\s*)?\Z").search(text, 0, at)
    if before and not within:
        return Edit(before.start(), before.start() + len(fix.wrong), fix.right)
    return None


def _end_of_value(text: str, at: int) -> int:
    """Where the value that begins at an offset ends, or its line."""
    if text[at : at + 1] in ("'", '"'):
        end = text.find(text[at], at + 1)
        return len(text) if end < 0 else end
    found = re.compile(r"\s#|\r|\n").search(text, at)
    return found.start() if found else len(text)


def changed(text: str, edit: Edit) -> str:
    """A text after an edit."""
    return text[: edit.start] + edit.text + text[edit.end :]
