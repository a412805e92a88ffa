"""JSON read by `orjson` where that is installed, and only where it cannot make a difference.

A line that orjson writes back byte for byte holds no repeated key, no number that it would change, and no half character: what
it read is what the strict reader reads. Any other line, and any that is deep or holds a long number, is left to the strict
reader.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from referee.source.json_text import is_shallow, may_hold_a_long_number

UNSURE = object()
"""What `quick_reader()` answers when the strict reader must be asked."""


@cache
def quick_reader() -> Callable[[bytes], Any]:
    """A function from a line to its plain data, or UNSURE."""
    try:
        import orjson
    except ImportError:
        return lambda line: UNSURE
    loads, dumps = orjson.loads, orjson.dumps

    def read(line: bytes) -> Any:
        try:
            data = loads(line)
        except ValueError:
            return UNSURE
        if dumps(data) != line or may_hold_a_long_number(line) or not is_shallow(line):
            return UNSURE
        return data

    return read
