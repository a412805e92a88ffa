"""Corrections of a text that are clear: misspelt names, words and keys.

A fix does not change a word that can be read. It is made only if exactly one known word is near, if the text then says the same
except for that word, and if nothing is wrong any more at its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from referee import source
from referee.core.events import Finding
from referee.core.places import Complaint, Place, SourceError, Trust, Unjudgeable
from referee.core.wording import Fix
from referee.judging.judge import judge, no_verdict
from referee.judging.log import make_log
from referee.rules.checking import soundness_of
from referee.source.files import with_unsaved
from referee.source.text import line_starts


class Edit(NamedTuple):
    """Characters of a text, and their replacement."""

    start: int
    end: int
    text: str


QUOTES = ("'", '"')
starts_of = lru_cache(maxsize=4)(line_starts)
"""Offsets at which lines begin, in a text that is looked up often."""


def offset_of(text: str, place: Place) -> int:
    """The offset of a place in a text."""
    starts = starts_of(text)
    return min(starts[min(place.line, len(starts)) - 1] + place.column - 1, len(text))


def edit_for(text: str, place: Place, fix: Fix | None) -> Edit | None:
    """The edit that corrects a word at a place: the word that begins there, the only such word within the value
    there, or the key before it.

    None if it is not there, or there more than once, or if nothing is to be corrected.
    """
    if fix is None:
        return None
    at = offset_of(text, place)
    word = re.compile(rf"(?<!\w){re.escape(fix.wrong)}(?!\w)")
    quote = ""
    if text[at : at + 1] in QUOTES:
        quote = text[at : at + 1]
    for start in (at, at + len(quote)):
        if word.match(text, start):
            return Edit(start, start + len(fix.wrong), fix.right)
    end = len(text)
    ending = re.compile(quote or r"\s#|\r|\n").search(text, at + len(quote))
    if ending:
        end = ending.start()
    within = list(word.finditer(text, at, end))
    if len(within) == 1:
        return Edit(*within[0].span(), fix.right)
    key_before = re.compile(rf"(?<!\w){re.escape(fix.wrong)}[\"']?\s*:\s*(?:-\s*)?\Z").search(text, 0, at)
    if key_before and not within:
        return Edit(key_before.start(), key_before.start() + len(fix.wrong), fix.right)
    return None


def apply_edit(text: str, edit: Edit) -> str:
    """A text after an edit."""
    return text[: edit.start] + edit.text + text[edit.end :]


MOST = 1_000
"""The most words of one file that are corrected."""


class Fixed(NamedTuple):
    """A corrected text, the fixes that were made, each with its place, and why it can still not be read, if so."""

    text: str
    made: tuple[tuple[Place, Fix], ...]
    left: tuple[Complaint, ...] = ()


Wrong = Finding | Complaint
Look = Callable[[str], list[Wrong]]
"""Finds what is wrong with a text."""


def is_log(data: object) -> bool:
    """Whether plain data is, or is meant to be, a log and not a ruleset, its examples, a house rule or a deck."""
    return not isinstance(data, dict) or not data.keys() & {"extends", "family", "suits", "name", "rules", "examples"}


def correct(text: str, path: str, real: str, trust: Trust = "folder") -> Fixed:
    """The text of a log or ruleset with every possible correction.

    path, real: the file, as its places name it, and its real path. trust: which rules a log may load.
    """
    try:
        log = is_log(source.parse(text, path).data)
    except SourceError as error:
        return Fixed(text, (), error.complaints)

    def look_everywhere(text: str) -> Sequence[Wrong]:
        """The faults of the file, and of files that it names, in order."""
        if log:
            try:
                verdict = judge(make_log(source.parse(text, path), trust), as_played=True)
            except Unjudgeable as unjudgeable:
                verdict = no_verdict(path, unjudgeable)
            wrong: list[Wrong] = list(verdict.complaints)
            wrong += verdict.violations
            return wrong
        with with_unsaved({real: text}):
            return soundness_of(path).complaints

    def look(text: str) -> list[Wrong]:
        """The faults of the file itself, in order."""
        return [each for each in look_everywhere(text) if each.place.file == path]

    fixes: list[tuple[Place, Fix]] = []
    tried: set[tuple[Place, Fix]] = set()
    wrong = look(text)
    while len(fixes) < MOST:
        spot = _first_fix(wrong, tried)
        if spot is None:
            break
        better = _correct(text, path, *spot, look)
        if better is None:
            tried.add(spot)
        else:
            text, wrong = better
            fixes.append(spot)
    left = tuple(each for each in look_everywhere(text) if isinstance(each, Complaint))
    return Fixed(text, tuple(fixes), left)


def _first_fix(wrong: Sequence[Wrong], tried: Set[tuple[Place, Fix]]) -> tuple[Place, Fix] | None:
    """The first fix of some faults, with its place, that was not tried in vain; None if there is none."""
    for each in wrong:
        if each.fix and (each.place, each.fix) not in tried:
            return each.place, each.fix
    return None


def _correct(text: str, path: str, place: Place, fix: Fix, look: Look) -> tuple[str, list[Wrong]] | None:
    """The text with one word corrected, and its faults then; None if it cannot be read, if more than that word has
    changed, or if that word is still wrong.

    look: finds the faults of the file in a text.
    """
    edit = edit_for(text, place, fix)
    if edit is None:
        return None
    corrected = apply_edit(text, edit)
    try:
        old = source.parse(text, path).data
        new = source.parse(corrected, path).data
    except Unjudgeable:
        return None
    if _changes(old, new, fix) != 1:
        return None
    wrong = look(corrected)
    for each in wrong:
        at = offset_of(corrected, each.place)
        if corrected[at : at + 1] in QUOTES:
            at += 1
        again = edit_for(corrected, each.place, each.fix)
        if edit.start == at or (again and edit.start == again.start):
            return None
    return corrected, wrong


def _changes(old: object, new: object, fix: Fix) -> int:
    """How often a fix turns `old` into `new`; 2 or more if they differ in another way."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _changes(list(old), list(new), fix) + _changes(list(old.values()), list(new.values()), fix)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return sum(_changes(*items, fix) for items in zip(old, new, strict=True))
    if type(old) is type(new) and old == new:
        return 0
    if not isinstance(old, str) or not isinstance(new, str):
        return 2
    if old.count(fix.wrong) == 1 and new == old.replace(fix.wrong, fix.right):
        return 1
    return 2
