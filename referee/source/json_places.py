"""Where values are in a JSON text that has been read: looked up level by level, only as deep as needed.

The scanner of the standard library skips what is in between, so that one place in a long line costs about as much as reading
the line once more.
"""

from __future__ import annotations

import json
import re

from referee.source.text import Below, Node

_SPACE = re.compile(r"[ \t\r\n]*")
_skip = json.JSONDecoder().raw_decode


def places(text: str) -> Node:
    """Return the place tree of a text that `json_text.read` accepts; what is below a value is found when it is needed."""
    return _node(text, _past_space(text, 0))


def _node(text: str, at: int) -> Node:
    return (at, _Below(text, at)) if text[at] in "{[" else at


class _Below:
    """What is below a map or list, looked up once."""

    __slots__ = ("at", "found", "text")

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.found: Below | None = None

    def __call__(self) -> Below:
        if self.found is None:
            below = _below_map if self.text[self.at] == "{" else _below_list
            self.found = below(self.text, self.at)
        return self.found


def _below_map(text: str, at: int) -> Below:
    found: dict[str, tuple[int, Node]] = {}
    at = _past_space(text, at + 1)
    while text[at] != "}":
        key, end = _skip(text, at)
        value = _past_space(text, _past_space(text, end) + 1)
        found[key] = at, _node(text, value)
        at = _next(text, value)
    return found


def _below_list(text: str, at: int) -> Below:
    found: list[Node] = []
    at = _past_space(text, at + 1)
    while text[at] != "]":
        found.append(_node(text, at))
        at = _next(text, at)
    return found


def _next(text: str, value: int) -> int:
    """Return where the value after this one begins, or where its container ends."""
    at = _past_space(text, _skip(text, value)[1])
    return _past_space(text, at + 1) if text[at] == "," else at


def _past_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
