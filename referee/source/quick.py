"""JSON read by `orjson` where that is installed, and only where it cannot make a difference.

A line that orjson writes back byte for byte holds no repeated key, no number that it would change, and no half character: what
it read is what the strict reader reads. Any other line, and any that is deep or holds a long number, is left to the strict
reader.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from referee.source.json_text import is_shallow, may_hold_a_long_number
from referee.source.text import Node

Read = tuple[Any, Callable[[str], Node] | None]
"""Plain data, and how its places are found where there is a quicker way than to read the text again."""


@cache
def quick_reader() -> Callable[[bytes], Read | None]:
    """A function from a line to what it says, or None where the strict reader must be asked."""
    try:
        import orjson
    except ImportError:
        return lambda line: None
    from referee.source.compact_places import compact_places

    loads, dumps = orjson.loads, orjson.dumps

    def places(data: Any, text: str) -> Node:
        return compact_places(data, dumps)

    def read(line: bytes) -> Read | None:
        try:
            data = loads(line)
        except ValueError:
            return None
        if dumps(data) != line or may_hold_a_long_number(line) or not is_shallow(line):
            return None
        return data, partial(places, data) if line.isascii() else None

    return read
