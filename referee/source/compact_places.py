"""Where values are in JSON without spaces between its tokens: computed from the values, without reading the text again.

What orjson writes back byte for byte is as long in the file as it is written, so finding a place costs only the writing of
everything before it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from referee.source.text import Node


def compact_places(data: Any, dumps: Callable[[Any], bytes]) -> Node:
    """The place tree of an ASCII text that is `dumps(data)`; what is below a value is found when it is needed."""
    return _node(data, 0, dumps)


def _node(data: Any, at: int, dumps: Callable[[Any], bytes]) -> Node:
    return (at, _Below(data, at, dumps)) if type(data) is dict or type(data) is list else at


class _Below:
    """What is below a map or list that begins at `at`."""

    __slots__ = ("at", "data", "dumps")

    def __init__(self, data: Any, at: int, dumps: Callable[[Any], bytes]) -> None:
        self.data = data
        self.at = at
        self.dumps = dumps

    def child(self, step: str | int) -> tuple[int | None, Node] | None:
        """The offset of the key, if it has one, and the value at a step; None if there is none."""
        data = self.data
        if type(data) is dict:
            if step not in data:
                return None
            key = self._after({name: data[name] for name in takewhile(lambda name: name != step, data)})
            return key, _node(data[step], key + len(self.dumps(step)) + 1, self.dumps)
        if type(step) is not int or not 0 <= step < len(data):
            return None
        return None, _node(data[step], self._after(data[:step]), self.dumps)

    def _after(self, before: Any) -> int:
        """Where the next child after these begins: a comma takes the place of their closing bracket."""
        return self.at + (len(self.dumps(before)) if before else 1)
