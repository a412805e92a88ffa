"""Strict JSON: the standard library reads it; this module says what is wrong, and finds places.

`read` is fast for good text: the C scanner, and a few cheap looks at the whole text. A text that fails or looks suspicious goes
to `_Walk`, which is slow, sees each token with its offset, and says what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, partial
from itertools import chain
from typing import Any, NoReturn

from referee.core.data import Data
from referee.core.exact import exact
from referee.source import text as source
from referee.source.text import MAX_DEPTH, MAX_DIGITS, Below, Node

_ALL_BUT_BRACKETS_AND_QUOTES = bytes(set(range(256)) - set(b'[]{}"'))
_ANY_DIGIT = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * (MAX_DIGITS + 1)
_HALF_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_SPACE = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"[-+.\w]+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_LIKE_NUMBER = re.compile(r"[-+.]*[0-9]")
_MEANT = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_skip = json.JSONDecoder().raw_decode


def read(text: str, path: str, line: int = 1, raw: bytes | None = None) -> Any:
    """The plain data of one JSON document, which begins on line `line` of its file; `raw` is the text as UTF-8, if at
    hand.

    Raises SourceError with the place of the first fault.
    """
    try:
        data = _decoder.decode(text)
        if source.may_change_form(text):
            data = source.data_in_one_form(data)
    except (ValueError, RecursionError) as error:
        _explain(text, path, line)
        at = 0
        if isinstance(error, json.JSONDecodeError):
            at = error.pos
        raise source.fault(text, at, "this is not JSON; expected one JSON document", path, line) from None
    if _is_suspect(text, data, raw):
        _explain(text, path, line)
    return data


def _map(pairs: list[tuple[str, object]]) -> Data:
    entries = {}
    for key, value in pairs:  # faster than dict(pairs) for the small maps of a log
        entries[key] = value
    if len(entries) == len(pairs):
        return entries
    raise ValueError("a repeated key")


# `exact` is also called for `NaN` and `Infinity`, which are no numbers.
_decoder = json.JSONDecoder(object_pairs_hook=_map, parse_float=exact, parse_constant=exact)


def _is_suspect(text: str, data: object, raw: bytes | None) -> bool:
    """Whether a JSON text must be looked at closely: it may be nested too deep, or hold half a surrogate or a long
    number.

    It may be said of a good text, but no bad one is missed.
    """
    try:
        if not raw:
            raw = text.encode()
    except UnicodeEncodeError:
        return True
    if b"\\" in raw and _HALF_ESCAPED.search(text):
        return True
    if _LONG_NUMBER in raw.translate(_ANY_DIGIT):  # even in a string
        return True
    return isinstance(data, dict | list) and not _is_shallow(raw) and _is_deep(data)


def _is_deep(data: Data | list[object]) -> bool:
    """Whether maps and lists are nested more than `MAX_DEPTH` deep: then some are left after that many steps inwards."""
    level = [data]
    for _ in range(MAX_DEPTH):
        level = list(chain.from_iterable(map(_containers_in, level)))
    return bool(level)


def _containers_in(node: Data | list[object]) -> list[Data | list[object]]:
    """The maps and lists in a map or list."""
    values: Iterable[object] = node
    if isinstance(node, dict):
        values = node.values()
    return [value for value in values if isinstance(value, dict | list)]


def _is_shallow(raw: bytes) -> bool:
    """Whether the brackets alone show that a JSON text is not too deep; False if they do not show it."""
    if b"\\" in raw:
        raw = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    kept = raw.translate(None, _ALL_BUT_BRACKETS_AND_QUOTES)
    if len(kept) <= 2 * MAX_DEPTH:
        return True
    # Without escaped quotes, every quote begins or ends a string. If they do not all come in pairs here, there are brackets
    # inside strings, and counting those would be wrong.
    if 2 * kept.count(b'""') != kept.count(b'"'):
        return False
    brackets = kept.translate(None, b'"')
    for _ in range(MAX_DEPTH // 2):  # each round removes the innermost brackets, one or two levels of them
        if not brackets:
            return True
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def _explain(text: str, path: str, line: int) -> None:
    control = _CONTROL.search(text)
    if control:
        raise source.fault(text, control.start(), source.not_allowed(control.group()), path, line)
    _Walk(text, 0, path, line).document()


class _Walk:
    """One pass over the tokens of a JSON text, up to the first error. It calls itself for what is nested, which has a limit."""

    def __init__(self, text: str, at: int = 0, path: str = "", first_line: int = 1) -> None:
        self.text = text
        self.at = at
        self.path = path
        self.first_line = first_line

    def refuse(self, at: int, message: str) -> NoReturn:
        raise source.fault(self.text, at, message, self.path, self.first_line) from None

    def expected(self, what: str, hint: str = "") -> NoReturn:
        self.refuse(self.at, f"expected {what}, not {source.character_at(self.text, self.at)}{hint}")

    def document(self) -> None:
        if self.look() == "":
            self.refuse(0, source.EMPTY)
        self.value(0)
        if self.look():
            self.expected("the end", "; one file, or one line of a .jsonl file, holds one document")

    def look(self) -> str:
        """Return the next character that is not space, or "" at the end."""
        space = _SPACE.match(self.text, self.at)
        if space:
            self.at = space.end()
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Node:
        """The place of the next value, with the places below it."""
        character = self.look()
        at = self.at
        if character == '"':
            self.string()
        elif character not in ("{", "["):
            self.word()
        elif depth == MAX_DEPTH:
            self.refuse(at, source.TOO_DEEP)
        else:
            return at, self.container(depth + 1)
        return at

    def container(self, depth: int) -> Below:
        """The places below the map or list that begins here: of each key and value, or of each item.

        It refuses a missing colon or comma, one comma too many, and a repeated key.
        """
        items: list[Node] = []
        entries: dict[str, tuple[int, Node]] = {}
        closer = "}" if self.text[self.at] == "{" else "]"
        self.at += 1
        more = self.look() != closer
        while more:
            if closer == "]":
                items.append(self.value(depth))
            else:
                if self.look() != '"':
                    self.expected("a key in double quotes")
                begin = self.at
                key = self.string()
                if key in entries:
                    line = source.line_at(self.text, entries[key][0], self.first_line)
                    self.refuse(begin, source.repetition(key, line))
                if self.look() != ":":
                    self.expected(f"':' after the key {source.quote(key)}")
                self.at += 1
                entries[key] = begin, self.value(depth)
            more = self.look() != closer
            if more and self.look() != ",":
                self.expected(f"',' or '{closer}' after {'a list item' if closer == ']' else 'a value'}")
            if more:
                comma = self.at
                self.at += 1
                if self.look() == closer:
                    self.refuse(comma, f"the ',' before '{closer}' is one too many; remove it")
        self.at += 1
        if closer == "}":
            return entries
        return items

    def string(self) -> str:
        """The text in quotes that begins here, after which the walk goes on."""
        begin = self.at
        try:
            text, self.at = _skip(self.text, begin)
        except json.JSONDecodeError as error:
            if error.msg.startswith("Unterminated"):
                self.refuse(begin, "the text that begins here is not closed; end it with '\"'")
            if not error.msg.startswith("Invalid control"):
                self.refuse(error.pos, "this escape is not known; write a backslash as \\\\")
            escape = {"\n": "\\n", "\r": "\\r"}.get(self.text[error.pos], "\\t")
            what = "a tab" if escape == "\\t" else "a line break"
            self.refuse(error.pos, f"{what} is not allowed inside text; write it as {escape}")
        if source.has_surrogate(text):
            self.refuse(begin, "this text holds half of a surrogate pair; write the character itself")
        return source.in_one_form(text)

    def word(self) -> None:
        """Pass over a number, `true`, `false` or `null`; anything else that is not in quotes is refused."""
        match = _WORD.match(self.text, self.at)
        if match is None:
            hints = {"'": "; write text in double quotes", "/": "; JSON has no comments", "#": "; JSON has no comments"}
            self.expected("a value", hints.get(self.text[self.at : self.at + 1], ""))
        word = match[0]
        shown = source.quote(match[0])
        number = _NUMBER.fullmatch(word)
        if word in _MEANT:
            self.refuse(self.at, f"{shown} is not a word of JSON; write {_MEANT[word]}")
        elif word.lstrip("+-") in ("NaN", "Infinity"):
            self.refuse(self.at, f"{shown} is not a number in JSON; write a number, or null")
        elif number is None and _LIKE_NUMBER.match(word):
            self.refuse(self.at, f"{shown} is not a number in JSON; write it like 1, -2 or 0.5")
        elif number is None and word not in ("true", "false", "null"):
            self.refuse(self.at, f"expected a value, not {shown}; write text in double quotes")
        elif number is not None:
            self.check_number(number)
        self.at = match.end()

    def check_number(self, number: re.Match[str]) -> None:
        """Refuse a number that has too many digits."""
        message = None
        if number[2] is None:  # with one, the number of digits says nothing about its size
            message = source.digits_fault(number[0])
        if not message and number.lastindex:
            message = source.decimals_fault(number[0])
        if message:
            self.refuse(self.at, message)


class _Skim(_Walk):
    """A walk over good text that has the scanner of the standard library skip what is below a value until that is needed: one
    place in a long line costs about as much as reading the line once more."""

    def value(self, depth: int) -> Node:
        self.look()
        at = self.at
        self.at = _skip(self.text, at)[1]
        if self.text[at] in "{[":
            return (at, cache(partial(_Skim(self.text, at).container, depth)))
        return at


def places(text: str) -> Node:
    """Return the place tree of a text that `read` accepts."""
    return _Skim(text).value(0)
