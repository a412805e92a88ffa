"""Plain data that remembers where each value is in its file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.places import Key, Place, Pointer
from referee.core.trust import ANYTHING
from referee.source.text import Node, line_starts, place_at


class Document:
    """What a file, or one line of a JSON Lines file, says: `data`, and the place of every value in it.

    path: as the user gave it; standard input is "<stdin>". line: the number of its first line there.
    data: dict, list, str, int, float, bool and None only; the keys of a dict are strings.
    reach: which files it may name.
    again: reads it once more from something that is kept anyway, so that it need not be kept itself; None if impossible.
    """

    __slots__ = ("_find_places", "_layout", "_text", "again", "data", "line", "path", "reach")

    def __init__(
        self,
        path: str,
        data: Any,
        text: str | bytes,
        find_places: Callable[[str], Node],
        line: int = 1,
        again: Callable[[], Document] | None = None,
    ) -> None:
        self.path = path
        self.data = data
        self._text = text
        self._find_places = find_places
        self.line = line
        self.again = again
        self.reach = ANYTHING
        self._layout: tuple[list[int], Node] | None = None

    def __repr__(self) -> str:
        return f"<Document {self.path}:{self.line}>"

    def put_away(self) -> None:
        """Drops what it says; only `path`, `line` and `again` can be used from here on."""
        self.data = self._layout = None
        self._find_places = _nowhere

    def place(self, pointer: Pointer) -> Place:
        """Return the place of the value or key at `pointer`, or of its nearest ancestor if there is none.

        The first call reads the text a second time; reading a document without needing places stays cheap.
        """
        if self._layout is None:
            text = self._text if isinstance(self._text, str) else self._text.decode()
            self._layout = line_starts(text), self._find_places(text)
        starts, tree = self._layout
        return place_at(starts, _offset(tree, pointer), self.path, self.line)


def _nowhere(text: str) -> Node:
    raise AssertionError("a document that was put away is asked for a place")


def _offset(node: Node, pointer: Pointer) -> int:
    key_offset: int | None = None
    for step in pointer:
        found = _child(node, step)
        if found is None:
            key_offset = None
            break
        key_offset, node = found
    if key_offset is not None and isinstance(pointer[-1], Key):
        return key_offset
    return node if isinstance(node, int) else node[0]


def _child(node: Node, step: str | int) -> tuple[int | None, Node] | None:
    if isinstance(node, int):
        return None
    children = node[1]() if callable(node[1]) else node[1]
    if isinstance(children, dict):
        return children.get(step) if isinstance(step, str) else None
    return (None, children[step]) if isinstance(step, int) and 0 <= step < len(children) else None
