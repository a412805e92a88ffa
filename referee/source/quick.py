"""JSON read by `orjson` if it is installed, and only if that cannot make a difference.

A line that orjson writes back byte for byte holds no repeated key, no number that it would change, and no half character: it
reads what the strict reader reads. The same is true of a line that differs only by spaces, as Python's own `json` writes it,
if no text holds a space. Any other line, and any that is deep or holds a long number, is left to the strict reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from referee.source.json_text import is_shallow, may_hold_a_long_number
from referee.source.text import MAX_DEPTH, Node

DEEPEST = 254
"""How deep lists may be nested for orjson to write them. A line is put into enough lists that it may only be as deep as the
strict reader allows. That is faster than checking its depth, which is done if an orjson has another limit."""

_SPACED = re.compile(rb'\{"[^"]*": ')

Read = tuple[Any, Callable[[str], Node] | None]
"""Plain data, and how to find its places if there is a faster way than reading the text again."""


@cache
def quick_reader() -> Callable[[bytes], Read | None]:
    """A function from a line to what it says, or None if the strict reader must read it."""
    try:
        import orjson
    except ImportError:
        return lambda line: None
    from referee.source.compact_places import compact_places

    loads, dumps = orjson.loads, orjson.dumps
    hole: list[Any] = [None]
    around = _nested(hole, DEEPEST - MAX_DEPTH - 1)
    within = slice(DEEPEST - MAX_DEPTH, MAX_DEPTH - DEEPEST)
    measured = _writes(_nested(hole, DEEPEST - 1), dumps) and not _writes(_nested(hole, DEEPEST), dumps)

    def places(data: Any, text: str) -> Node:
        return compact_places(data, dumps)

    def written(data: Any, line: bytes) -> bool:
        """Whether orjson writes this very line; it does not if the line is too deep."""
        if line.count(b"[") + line.count(b"{") <= MAX_DEPTH:
            return dumps(data) == line
        if not measured:
            return dumps(data) == line and is_shallow(line)
        hole[0] = data
        try:
            return dumps(around)[within] == line
        except TypeError:
            return False
        finally:
            hole[0] = None

    def read(line: bytes) -> Read | None:
        try:
            data = loads(line)
        except ValueError:
            return None
        compact = line.replace(b" ", b"") if _SPACED.match(line) else line
        if not written(data, compact) or may_hold_a_long_number(line):
            return None
        return data, partial(places, data) if line.isascii() and compact is line else None

    return read


def _nested(data: Any, times: int) -> Any:
    for _ in range(times):
        data = [data]
    return data


def _writes(data: Any, dumps: Callable[[Any], bytes]) -> bool:
    try:
        return bool(dumps(data))
    except TypeError:
        return False
