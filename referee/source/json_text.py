"""Strict JSON: the standard library reads it; this module says what is wrong, and finds places.

`read` is fast for good text: the C scanner, and a few cheap looks at the whole text. A text that fails or looks suspicious goes
to `_Walk`, which is slow, sees each token with its offset, and says what is wrong.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from referee.source import text as source
from referee.source.text import MAX_DEPTH, MAX_DIGITS, Node

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
_strings = json.JSONDecoder()


def read(text: str, path: str, line: int = 1, raw: bytes | None = None) -> Any:
    """Return the plain data of one JSON document, which begins on line `line` of its file; `raw` is the text as UTF-8."""
    try:
        data = _decoder.decode(text)
    except (ValueError, RecursionError) as error:
        _explain(text, path, line)
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        raise source.fault(text, at, "this is not JSON; expected one JSON document", path, line) from None
    if _is_suspect(text, data, raw):
        _explain(text, path, line)
    return data


def _map(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = {}
    for key, value in pairs:  # faster than dict(pairs) for the small maps of a log
        found[key] = value  # noqa: PERF403
    if len(found) == len(pairs):
        return found
    raise ValueError("a repeated key")


def _decimal(number: str) -> float:
    found = float(number)
    if math.isinf(found):
        raise ValueError("too large")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


_decoder = json.JSONDecoder(object_pairs_hook=_map, parse_float=_decimal, parse_constant=_refuse_constant)


def _is_suspect(text: str, data: Any, raw: bytes | None) -> bool:
    """Return whether the text is too deep, or may hold half a surrogate or a long number; no such text is missed."""
    try:
        raw = raw or text.encode()
    except UnicodeEncodeError:
        return True
    if b"\\" in raw and _HALF_ESCAPED.search(text):
        return True
    if _LONG_NUMBER in raw.translate(_ANY_DIGIT):  # even in a string
        return True
    return not _is_shallow(raw) and _is_deep(data)


def _is_shallow(raw: bytes) -> bool:
    """Return whether the brackets alone show that a JSON text is not too deep; False if they do not show it."""
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


def _is_deep(data: Any) -> bool:
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(MAX_DEPTH):
        below = [value for node in level for value in (node.values() if type(node) is dict else node)]
        level = [value for value in below if type(value) is dict or type(value) is list]
    return bool(level)


def _explain(text: str, path: str, line: int) -> None:
    try:
        _Walk(text, line).tree()
    except _Refused as found:
        raise source.fault(text, found.offset, found.message, path, line) from None


class _Refused(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, offset: int, message: str) -> None:
        self.offset = offset
        self.message = message


class _Walk:
    """One pass over the tokens of a JSON text, without recursion."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.first_line = first_line
        self.at = 0
        self.key: tuple[str, int] | None = None
        self.open: list[tuple[int, dict[str, tuple[int, Node]]] | tuple[int, list[Node]]] = []
        self.root: Node = 0

    def tree(self) -> Node:
        """Return the place tree; raises _Refused at the first error."""
        if control := _CONTROL.search(self.text):
            raise _Refused(control.start(), source.not_allowed(control.group()))
        if self.look() == "":
            raise _Refused(0, source.EMPTY)
        while True:
            if not self.value() and not self.after_value():
                return self.root

    def look(self) -> str:
        """Return the next character that is not space, or "" at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> bool:
        """Reads a scalar or opens a container; whether a value must follow."""
        character = self.look()
        if character == "{" or character == "[":
            return self.opening(character)
        self.attach(self.at)
        if character == '"':
            self.string()
        else:
            self.word()
        return False

    def opening(self, character: str) -> bool:
        if len(self.open) == MAX_DEPTH:
            raise _Refused(self.at, source.TOO_DEEP)
        node: Any = (self.at, {} if character == "{" else [])
        self.attach(node)
        self.open.append(node)
        self.at += 1
        if self.look() == self.closer():
            return False
        if character == "{":
            self.map_key()
        return True

    def after_value(self) -> bool:
        """Closes what ends here; whether a value must follow."""
        while self.open:
            character = self.look()
            if character == self.closer():
                self.open.pop()
                self.at += 1
                continue
            if character != ",":
                kind = "a list item" if self.closer() == "]" else "a value"
                self.expected(f"',' or '{self.closer()}' after {kind}")
            comma = self.at
            self.at += 1
            if self.look() == self.closer():
                raise _Refused(comma, f"the ',' before '{self.closer()}' is one too many; remove it")
            if self.closer() == "}":
                self.map_key()
            return True
        if self.look():
            self.expected("the end", "; one file, or one line of a .jsonl file, holds one document")
        return False

    def closer(self) -> str:
        return "}" if isinstance(self.open[-1][1], dict) else "]"

    def map_key(self) -> None:
        if self.look() != '"':
            self.expected("a key in double quotes")
        begin = self.at
        key = self.string()
        children: Any = self.open[-1][1]
        if key in children:
            first = source.line_at(self.text, children[key][0], self.first_line)
            raise _Refused(begin, source.repeated(key, first))
        if self.look() != ":":
            self.expected(f"':' after the key {source.quoted(key)}")
        self.at += 1
        self.key = key, begin

    def attach(self, node: Node) -> None:
        if not self.open:
            self.root = node
            return
        children: Any = self.open[-1][1]
        if self.key is None:
            children.append(node)
        else:
            key, begin = self.key
            children[key] = begin, node
            self.key = None

    def string(self) -> str:
        begin = self.at
        try:
            found, self.at = _strings.raw_decode(self.text, begin)
        except json.JSONDecodeError as error:
            raise self.string_fault(begin, error) from None
        if source.has_surrogate(found):
            raise _Refused(begin, "this text holds half of a surrogate pair; write the character itself")
        return str(found)

    def string_fault(self, begin: int, error: json.JSONDecodeError) -> _Refused:
        if error.msg.startswith("Unterminated"):
            return _Refused(begin, "the text that begins here is not closed; end it with '\"'")
        if error.msg.startswith("Invalid control"):
            escape = {"\n": "\\n", "\r": "\\r"}.get(self.text[error.pos], "\\t")
            what = "a tab" if escape == "\\t" else "a line break"
            return _Refused(error.pos, f"{what} is not allowed inside text; write it as {escape}")
        return _Refused(error.pos, "this escape is not known; write a backslash as \\\\")

    def word(self) -> None:
        found = _WORD.match(self.text, self.at)
        if found is None:
            self.expected("a value", self.hint())
        word = found.group()
        if word not in ("true", "false", "null"):
            self.number(word)
        self.at = found.end()

    def number(self, word: str) -> None:
        found = _NUMBER.fullmatch(word)
        if found is None:
            self.expected_value(word)
        elif found.group(2) is None and (message := source.digits_fault(word)):
            raise _Refused(self.at, message)
        elif found.lastindex and math.isinf(float(word)):
            raise _Refused(self.at, f"the number {source.shorten(word, 20)} is too large; write a smaller one")

    def expected_value(self, word: str) -> NoReturn:
        shown = source.quoted(word)
        if word.lstrip("+-") in ("NaN", "Infinity"):
            raise _Refused(self.at, f"{shown} is not a number in JSON; write a number, or null")
        if word in _MEANT:
            raise _Refused(self.at, f"{shown} is not a word of JSON; write {_MEANT[word]}")
        if _LIKE_NUMBER.match(word):
            raise _Refused(self.at, f"{shown} is not a number in JSON; write it like 1, -2 or 0.5")
        raise _Refused(self.at, f"expected a value, not {shown}; write text in double quotes")

    def hint(self) -> str:
        character = self.text[self.at : self.at + 1]
        if character == "'":
            return "; write text in double quotes"
        return "; JSON has no comments" if character in ("/", "#") and character else ""

    def expected(self, what: str, hint: str = "") -> NoReturn:
        raise _Refused(self.at, f"expected {what}, not {source.character_at(self.text, self.at)}{hint}")
