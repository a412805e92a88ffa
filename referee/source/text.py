"""Places of offsets in a text, complaints about them, days, and plain data that remembers where each value is."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NoReturn, Union

from referee.core.data import Data
from referee.core.exact import MOST_DECIMALS, exact
from referee.core.places import ANYTHING, Key, Place, Pointer, SourceError

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


def line_starts(text: str) -> list[int]:
    """Return the offset at which each line begins."""
    if "\n" not in text and "\r" not in text:
        return [0]  # a line of JSON Lines, usually a long one
    return [0, *(end.end() for end in _BREAK.finditer(text))]


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
    return SourceError.at(place_at(line_starts(text), offset, path, first_line), message)


def complaint(path: str, message: str, line: int = 1, column: int = 1) -> SourceError:
    """Return the error that says `message` about a place in a file."""
    return SourceError.at(Place(path, line, column), message)


def refuse(path: str, message: str) -> NoReturn:
    """Raise what is wrong with a file as a whole."""
    raise complaint(path, message) from None


def json_map(line: bytes) -> Data | None:
    """The map in JSON that a line holds; None if it is anything else."""
    import json  # which most runs do not need

    try:
        data = None
        if line.lstrip().startswith(b"{"):
            data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data


def size_in_words(size: int) -> str:
    """Return '1 GB', '1500 MB', '7 bytes': a number of bytes in the largest unit that gives a whole number."""
    for unit, name in UNITS.items():
        if size >= unit and not size % unit:
            return f"{size // unit} {name}"
    return f"{size} bytes"


def has_surrogate(text: str) -> bool:
    """Return whether the text holds half of a surrogate pair, which no file can hold."""
    return not text.isascii() and re.search("[\ud800-\udfff]", text) is not None


def in_one_form(text: str) -> str:
    """Return a text in the composed form of Unicode (NFC), in which a name is the same however it was typed."""
    if text.isascii():
        return text
    import unicodedata  # which most runs do not need

    return unicodedata.normalize("NFC", text)


def data_in_one_form(data: object) -> Any:
    """Plain data with every text and key in the composed form of Unicode. Raises ValueError if two keys become the
    same."""
    if isinstance(data, str):
        return in_one_form(data)
    if isinstance(data, list):
        return [data_in_one_form(value) for value in data]
    if not isinstance(data, dict):
        return data
    entries = {in_one_form(key): data_in_one_form(value) for key, value in data.items()}
    if len(entries) < len(data):
        raise ValueError("a repeated key")
    return entries


def may_change_form(text: str) -> bool:
    """Return whether texts in it may have another form than NFC, perhaps by an escape."""
    if "\\" in text:
        return True
    return in_one_form(text) != text


def shorten(text: str, longest: int = 40) -> str:
    """Return the text, or its two ends when it is long."""
    half = longest // 2
    if len(text) <= longest:
        return text
    return f"{text[:half]}…{text[-half:]}"


def quote(text: str) -> str:
    """Return the text in quotes, short and on one line, whatever it holds."""
    return repr(shorten(text))


def character_at(text: str, offset: int) -> str:
    """Return the character at an offset, for the end of the sentence "expected x, not …"."""
    if offset < len(text):
        return quote(text[offset])
    return "the end"


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


def decimals_fault(number: str) -> str:
    """The fault of a number that is too large, or has too many digits after its point; "" if it has neither."""
    try:
        exact(number)
    except ValueError:
        shown = shorten(number, 20)
        if math.isinf(float(number)):
            return f"the number {shown} is too large; write a smaller one"
        return f"the number {shown} has too many decimals; write at most {MOST_DECIMALS}"
    return ""


def repetition(key: str, line: int) -> str:
    """Return the sentence about a key that a map has twice."""
    return f"the key {quote(key)} is already on line {line}; keep one of the two"


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def wrong_day(text: str) -> str:
    """The fault of a day such as '2026-02-30', as the end of a sentence; "" if there is such a day."""
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
    if match is None:
        return f"is not a day; write the year, the month and the day, like {meant_by(text) or '2026-09-18'}"
    year, month, day = map(int, match.groups())
    if not 1 <= month <= 12:
        return "is not a day; a year has months 01 to 12, and the month comes second"
    leap = year % 4 == 0 and (year % 100 or year % 400 == 0)
    if month == 2:
        last = 28 + bool(leap)
    elif month in (4, 6, 9, 11):
        last = 30
    else:
        last = 31
    if not 1 <= day <= last:
        return f"is not a day; {MONTHS[month - 1]} {year} has days 01 to {last}"
    return ""


TIME_OF_DAY = re.compile(
    r"(?i)(?<=[0-9])[T ]\s*[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?\s?(?:[ap]m|z|utc|[+-][0-9]{2}:?[0-9]{2})?\s*\Z"
)
"""A time after a day."""


def meant_by(text: str) -> str:
    """The day that a text in another form means, as '2026-09-18'; "" if it means none.

    Read are 2026.09.18, 2026/9/18, 18.9.2026 or 18-Sep-2026, perhaps with a time of day; not 3/4/2026, which may be
    either.
    """
    text = TIME_OF_DAY.sub("", text)
    name = re.search("[A-Za-z]{3,}", text)
    months = []
    if name:
        months = [str(at) for at, month in enumerate(MONTHS, 1) if month.lower().startswith(name[0].lower())]
    if name and months:
        text = text.replace(name[0], months[0])
    # without the name of a month only dots tell that the day comes first
    between = r"[-./ ]\s?" if months else r"\.\s?"
    year_first = re.fullmatch(r"([0-9]{4})[-./ ]([0-9]{1,2})[-./ ]([0-9]{1,2})", text.strip())
    day_first = re.fullmatch(rf"([0-9]{{1,2}}){between}([0-9]{{1,2}}){between}([0-9]{{4}})", text.strip())
    if year_first:
        parts = year_first.groups()
    elif day_first:
        parts = day_first.groups()[::-1]
    else:
        parts = ()
    day = "-".join(part.zfill(2) for part in parts)
    if not day or wrong_day(day):
        return ""
    return day


def _below(node: Node) -> Any:
    """The places below a node; none if it is a value without parts."""
    if isinstance(node, int):
        return ()
    if callable(node[1]):
        return node[1]()
    return node[1]


class Document:
    """The document in a file, or in one line of a JSON Lines file: `data`, and the place of every value in it.

    path: as the user gave it; standard input is "<stdin>". line: the number of its first line there.
    data: dict, list, str, int, Exact, bool and None only; the keys of a dict are strings.
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
        """A document with its plain data and the text they were read from; for `again` and `reach` see the class.

        `find_places` gives the tree of places in the text, and is called only if a place is asked for.
        """
        self.path = path
        self.data: Any = data
        self._text = text
        self._find_places = find_places
        self.line = line
        self.again = again
        self.reach = ANYTHING
        self._layout: tuple[list[int], Node] | None = None

    def __repr__(self) -> str:
        return f"<Document {self.path}:{self.line}>"

    def put_away(self) -> None:
        """Drop what it says; only `path`, `line` and `again` are of use from here on."""
        self.data = self._layout = None

    def place(self, pointer: Pointer) -> Place:
        """The place of the value or key at a pointer, or of what is around it if there is none.

        The first call reads the text a second time; reading a document without needing places stays cheap.
        """
        if self._layout is None:
            if isinstance(self._text, str):
                text = self._text
            else:
                text = self._text.decode()
            self._layout = line_starts(text), self._find_places(text)
        starts, node = self._layout
        key_offset: int | None = None
        for step in pointer:
            below = _below(node)
            if isinstance(below, dict) and isinstance(step, str) and step in below:
                key_offset, node = below[step]
            elif isinstance(below, list) and isinstance(step, int) and 0 <= step < len(below):
                key_offset = None
                node = below[step]
            else:
                key_offset = None
                break
        if isinstance(node, int):
            offset = node
        else:
            offset = node[0]
        if key_offset is not None and isinstance(pointer[-1], Key):
            offset = key_offset
        return place_at(starts, offset, self.path, self.line)
