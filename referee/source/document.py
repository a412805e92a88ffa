"""Plain data that remembers where in its file each value stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.places import Place, Pointer
from referee.source.text import Node, line_starts, place_at


class Document:
    """What a file, or one line of a JSON Lines file, says: `data`, and the place of every value in it.

    path: as the user gave it; standard input is "<stdin>".
    data: dict, list, str, int, float, bool and None only; the keys of a dict are strings.
    """

    __slots__ = ("_find_places", "_layout", "_line", "_text", "data", "path")

    def __init__(self, path: str, data: Any, text: str, find_places: Callable[[str], Node], line: int = 1) -> None:
        self.path = path
        self.data = data
        self._text = text
        self._find_places = find_places
        self._line = line
        self._layout: tuple[list[int], Node] | None = None

    def __repr__(self) -> str:
        return f"<Document {self.path}:{self._line}>"

    def place(self, pointer: Pointer, *, key: bool = False) -> Place:
        """The place of the value at `pointer`, or of its key; of the nearest ancestor where there is none.

        The first call reads the text a second time; reading a document without asking for places stays cheap.
        """
        if self._layout is None:
            self._layout = line_starts(self._text), self._find_places(self._text)
        starts, tree = self._layout
        return place_at(starts, _offset(tree, pointer, key), self.path, self._line)


def _offset(node: Node, pointer: Pointer, key: bool) -> int:
    key_offset: int | None = None
    for step in pointer:
        found = _child(node, step)
        if found is None:
            key_offset = None
            break
        key_offset, node = found
    if key and key_offset is not None:
        return key_offset
    return node if isinstance(node, int) else node[0]


def _child(node: Node, step: str | int) -> tuple[int | None, Node] | None:
    if isinstance(node, int):
        return None
    children = node[1]
    if isinstance(children, dict):
        return children.get(step) if isinstance(step, str) else None
    if isinstance(step, int) and 0 <= step < len(children):
        return None, children[step]
    return None
