"""Where values stand in JSON that has no space between its tokens: counted from the values, without reading the text again.

What orjson writes back byte for byte is as long in the file as it is written, so the way to a place costs only the writing of
what stands before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.source.text import Below, Node


def compact_places(data: Any, dumps: Callable[[Any], bytes]) -> Node:
    """The place tree of an ASCII text that is `dumps(data)`; what lies below a value is found when asked for."""
    return _node(data, 0, dumps)


def _node(data: Any, at: int, dumps: Callable[[Any], bytes]) -> Node:
    return (at, _Below(data, at, dumps)) if type(data) is dict or type(data) is list else at


class _Below:
    """What lies below a map or list, looked up once."""

    __slots__ = ("at", "data", "dumps", "found")

    def __init__(self, data: Any, at: int, dumps: Callable[[Any], bytes]) -> None:
        self.data = data
        self.at = at
        self.dumps = dumps
        self.found: Below | None = None

    def __call__(self) -> Below:
        if self.found is None:
            self.found = self._map() if type(self.data) is dict else self._list()
        return self.found

    def _map(self) -> Below:
        found: dict[str, tuple[int, Node]] = {}
        at, dumps = self.at + 1, self.dumps
        for key, value in self.data.items():
            begin, at = at, at + len(dumps(key)) + 1
            found[key] = begin, _node(value, at, dumps)
            at += len(dumps(value)) + 1
        return found

    def _list(self) -> Below:
        found: list[Node] = []
        at, dumps = self.at + 1, self.dumps
        for value in self.data:
            found.append(_node(value, at, dumps))
            at += len(dumps(value)) + 1
        return found
