"""Where an offset is in a text, and the complaint about it: what YAML and JSON have in common."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NoReturn, Union

from referee.core.places import Complaint, Place, SourceError

MAX_DEPTH = 64
MAX_DIGITS = 18
UNITS = {1 << 40: "TB", 1 << 30: "GB", 1 << 20: "MB", 1 << 10: "KB"}

# A place tree: a scalar is its offset; a map is its offset and, for each key, the key's offset and the value; a list is its
# offset and its items. What is below a map or list may be a function that looks it up.
Below = Union[dict[str, tuple[int, "Node"]], list["Node"]]  # noqa: UP007 - recursive
Node = Union[int, tuple[int, Below], tuple[int, Callable[[], Below]]]  # noqa: UP007

EMPTY = "the file is empty; expected a map, such as 'key: value', or a list"
TOO_DEEP = f"lists and maps are nested more than {MAX_DEPTH} deep here; at most {MAX_DEPTH} are allowed"

_BREAK = re.compile(r"\r\n?|\n")
_SURROGATE = re.compile("[\ud800-\udfff]")


def line_starts(text: str) -> list[int]:
    """Return the offset at which each line begins."""
    if "\n" not in text and "\r" not in text:
        return [0]  # a line of JSON Lines, usually a long one
    return [0, *(found.end() for found in _BREAK.finditer(text))]


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, without their ends."""
    return _BREAK.split(text)


def place_at(starts: list[int], offset: int, path: str, first_line: int = 1) -> Place:
    """Return the place of an offset, from the `line_starts` of the text; its first line has number `first_line`."""
    row = bisect_right(starts, offset) - 1
    return Place(path, first_line + row, offset - starts[row] + 1)


def line_at(text: str, offset: int, first_line: int = 1) -> int:
    """Return the number of the line that holds an offset."""
    return place_at(line_starts(text), offset, "", first_line).line


def fault(text: str, offset: int, message: str, path: str, first_line: int = 1) -> SourceError:
    """Return the error that says `message` about the text at an offset."""
    return SourceError([Complaint(place_at(line_starts(text), offset, path, first_line), message)])


def complaint(path: str, message: str, line: int = 1, column: int = 1) -> SourceError:
    """Return the error that says `message` about a place in a file."""
    return SourceError([Complaint(Place(path, line, column), message)])


def refuse(path: str, message: str) -> NoReturn:
    """Raises what is wrong with a file as a whole."""
    raise complaint(path, message) from None


def size_in_words(size: int) -> str:
    """'1 GB', '1500 MB', '7 bytes': a number of bytes in the largest unit that gives a whole number."""
    for unit, name in UNITS.items():
        if size >= unit and not size % unit:
            return f"{size // unit} {name}"
    return f"{size} bytes"


def has_surrogate(text: str) -> bool:
    """Return whether the text holds half of a surrogate pair, which no file can hold."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def shorten(text: str, longest: int = 40) -> str:
    """Return the text, or its two ends when it is long."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]}…{text[-half:]}"


def quoted(text: str) -> str:
    """Return the text in quotes, short and on one line, whatever it holds."""
    return repr(shorten(text))


def character_at(text: str, offset: int) -> str:
    """Return the character at an offset, for the end of the sentence "expected x, not …"."""
    return quoted(text[offset]) if offset < len(text) else "the end"


def not_allowed(character: str) -> str:
    """Return the sentence about a character that a file may not contain."""
    return f"the character U+{ord(character):04X} is not allowed; remove it"


def digits_fault(number: str) -> str | None:
    """Return what is wrong with a decimal number with too many digits before its point; None for any other."""
    digits = len(number.lstrip("-").partition(".")[0])
    if digits <= MAX_DIGITS:
        return None
    right = f"write at most {MAX_DIGITS}, or put it in quotes"
    return f"the number {shorten(number, 20)} has {digits} digits; {right}"


def repeated(key: str, line: int) -> str:
    """Return the sentence about a key that a map has twice."""
    return f"the key {quoted(key)} is already on line {line}; keep one of the two"
