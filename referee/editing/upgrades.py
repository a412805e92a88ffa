"""A ruleset or house rule of an older format brought up to date: words that have another name now, and those that moved.

Each step changes one word, and is taken only if the file says the same after it in today's words. Comments and layout stay as
they are.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from referee import source
from referee.core.places import Complaint, Pointer, Unjudgeable
from referee.core.suggest import fix_in
from referee.editing.fixes import is_log
from referee.editing.spans import Edit, changed, edit_for, offset_of
from referee.rules.rulesets import gather
from referee.source.document import Document
from referee.source.files import unsaved


class Upgraded(NamedTuple):
    """A text in today's words, how many words were changed, and those that must be changed by hand."""

    text: str
    changes: int
    left: tuple[Complaint, ...]


def upgraded(text: str, path: str, real: str) -> Upgraded:
    """The text of the file at a path, whose real path is `real`, brought up to date. Raises Unjudgeable if it cannot be read.

    A log stays as it is: every log that could be read can still be read.
    """
    if is_log(source.parse(text, path).data):
        return Upgraded(text, 0, ())
    document, changes = _renewed(text, path, real), 0
    left: list[Complaint] = []
    while len(document.old) > len(left):
        for pointer, message in list(document.old.items())[len(left) :]:
            after = _step(text, document, pointer, message)
            better = after and _says_the_same(after, document, real)
            if after and better:
                text, document, changes = after, better, changes + 1
                break
            left.append(Complaint(document.place(pointer, key=True), f"{message}; change it by hand"))
    return Upgraded(text, changes, tuple(left))


def _renewed(text: str, path: str, real: str) -> Document:
    """The document in a text, with what it says in today's words."""
    with unsaved({real: text}):
        return gather(path).documents[-1][0]


def _says_the_same(text: str, before: Document, real: str) -> Document | None:
    """The document in a text, if it says the same as another with fewer old words."""
    try:
        found = _renewed(text, before.path, real)
    except Unjudgeable:
        return None
    return found if found.data == before.data and len(found.old) < len(before.old) else None


def _step(text: str, document: Document, pointer: Pointer, message: str) -> str | None:
    """The text with one old word changed."""
    fix = fix_in(message)
    if fix is not None:
        edit = edit_for(text, document.place(pointer, key=fix.wrong == pointer[-1]), fix)
        return edit and changed(text, edit)
    target = next((new for new, old in document.moved.items() if old == pointer), None)
    after = None if target is None else _moved(text, document, pointer, target)
    return after and _with_comments(text, after, document.path, target or ())


class _Entry(NamedTuple):
    """A key with its value in a text: its start and end, whether in brackets or on lines of its own, and its indentation."""

    start: int
    end: int
    within_brackets: bool
    indent: str


def _moved(text: str, document: Document, pointer: Pointer, target: Pointer) -> str | None:
    """The text with an entry moved to another map under another name."""
    plain = source.parse(text, document.path)
    entry = _entry(text, plain, pointer)
    said = text[entry.start : entry.end]
    first = re.match(r"""(\s*)(["']?)([^\s"':]+)(["']?\s*:)""", said)
    if first is None or (entry.within_brackets and "\n" in said.strip()):
        return None
    named = f"{first[2]}{target[-1]}{first[4]}{said[first.end() :]}"
    away = _with_empty_maps(plain, pointer, target)
    holder = _at(plain, target[:-1])
    if target[:-1] == away[: len(target) - 1]:
        beside, new = away[: len(target)], named
    elif isinstance(holder, dict) and holder:
        beside, new = (*target[:-1], next(iter(holder))), named
    else:
        beside, key = away[: len(target) - 1], f"{first[2]}{target[-2]}{first[2]}:"
        lines = f"{key}\n{_entry(text, plain, beside).indent}  {named.lstrip()}"
        new = f"{key} {{{named}}}" if entry.within_brackets else lines
    put, gone = _before(text, plain, beside, new), _without(text, plain, away)
    if beside == away:
        there = _entry(text, plain, away)
        return changed(text, Edit(there.start, there.end, put.text.removesuffix(", ")))
    for edit in sorted((put, gone), key=lambda each: each.start, reverse=True):
        text = changed(text, edit)
    return text


def _with_comments(before: str, after: str, path: str, target: Pointer) -> str:
    """The text after an entry moved, with the comments of the map that it left: after the entry, or above it."""
    lost = list((Counter(_comments(before)) - Counter(_comments(after))).elements())
    if not lost:
        return after
    start = offset_of(after, source.parse(after, path).place(target[:1], key=True))
    line, end = after.rfind("\n", 0, start) + 1, _next_line(after, start)
    row = after[line:end].rstrip("\r\n")
    if len(lost) == 1 and row.endswith("}"):
        return f"{after[:line]}{row}  {lost[0]}{after[line + len(row) :]}"
    ending = "\r\n" if "\r\n" in after else "\n"
    return after[:line] + "".join(f"{comment}{ending}" for comment in lost) + after[line:]


def _comments(text: str) -> list[str]:
    """The comments of a YAML text; a sign in quotes begins none."""
    found = []
    for line in text.splitlines():
        quote = ""
        for at, sign in enumerate(line):
            last = line[at - 1 : at]
            if quote:
                quote = "" if sign == quote and last != "\\" else quote
            elif sign in "\"'" and last in ("", " ", ":", ",", "[", "{"):
                quote = sign
            elif sign == "#" and not last.strip():
                found.append(line[at:].rstrip())
                break
    return found


def _with_empty_maps(document: Document, pointer: Pointer, target: Pointer) -> Pointer:
    """The entry to remove when one moves: with the maps that would be left empty."""
    while pointer[:-1] != target[: len(pointer) - 1]:
        around = _at(document, pointer[:-1])
        if not isinstance(around, dict) or len(around) > 1:
            break
        pointer = pointer[:-1]
    return pointer


def _at(document: Document, pointer: Pointer) -> object:
    value = document.data
    for step in pointer:
        if not isinstance(value, dict) or step not in value:
            return None
        value = value[step]
    return value


def _entry(text: str, document: Document, pointer: Pointer) -> _Entry:
    """Where a key is with its value; if on lines of its own, with all of them, including the last line end."""
    start = offset_of(text, document.place(pointer, key=True))
    line = text.rfind("\n", 0, start) + 1
    around = offset_of(text, document.place(pointer[:-1]))
    if text[around : around + 1] == "{":
        return _Entry(start, _end_in_brackets(text, start), True, "")
    indent = text[line:start]
    end = at = _next_line(text, line)
    while at < len(text):
        row = text[at : _next_line(text, at)]
        deeper = row.startswith((f"{indent} ", f"{indent}\t", f"{indent}- "))
        if row.strip() and not deeper:
            break
        at += len(row)
        end = at if row.strip() else end
    return _Entry(line, end, False, indent)


def _next_line(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _end_in_brackets(text: str, start: int) -> int:
    """Where an entry within brackets ends: before the comma or bracket after it."""
    depth, quote = 0, ""
    for at in range(start, len(text)):
        sign = text[at]
        if quote:
            quote = "" if sign == quote and text[at - 1] != "\\" else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "{[":
            depth += 1
        elif sign in "}]" and depth:
            depth -= 1
        elif sign in "},]" and not depth:
            return at
    return len(text)


def _without(text: str, document: Document, pointer: Pointer) -> Edit:
    """Removes an entry, with the comma between it and the next or the last."""
    entry = _entry(text, document, pointer)
    if not entry.within_brackets:
        return Edit(entry.start, entry.end, "")
    after = re.compile(r"\s*,\s*").match(text, entry.end)
    if after:
        return Edit(entry.start, after.end(), "")
    before = re.compile(r",?\s*\Z").search(text, 0, entry.start)
    return Edit(before.start() if before else entry.start, entry.end, "")


def _before(text: str, document: Document, pointer: Pointer, said: str) -> Edit:
    """Puts an entry before another one."""
    entry = _entry(text, document, pointer)
    if entry.within_brackets:
        return Edit(entry.start, entry.start, f"{said.strip()}, ")
    said = said.strip("\r\n")
    end = "\r\n" if "\r\n" in text else "\n"
    lines = f"{entry.indent}{said.lstrip()}\n".replace("\r\n", "\n").replace("\n", end)
    return Edit(entry.start, entry.start, lines)
