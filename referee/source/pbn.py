"""Portable Bridge Notation 2.1, as clubs and championships publish it: boards as plain data, everything with its line.

Public files do not always keep to the standard, so they are read leniently: tags without quotes, sections on the line of their
tag, calls and cards in upper or lower case. What cannot be understood is a `Remark` and stays with its board; nothing stops the
reading.

Source: the PBN standard, version 2.1 (tistis.nl/pbn).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SEATS = "NESW"
SECTIONS = ("Auction", "Play")
"""Tags after which calls or cards follow; after any other tag, lines without brackets are the rows of a table."""
UNKNOWN = ("", "?", "-")
"""Values of a tag that say nothing."""

_TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s*(?:"((?:[^"\\]|\\.)*)"?|([^\]"]*))\s*\]?')
_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\{[^}]*\}?|;[^\n]*)
      | (?P<note>=\s*(?P<number>\d+)\s*=)
      | (?P<glyph>\$\d+|[!?]+)
      | (?P<irregular>\^[A-Za-z])
      | (?P<text>[^\s{;=$!?^]+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_OPENED = re.compile(r"\{[^}]*$|^\s*\[[^\]\"]*$")
"""A comment, or a tag, that continues on the next line."""
_SPECIAL = re.compile(r"[{;=$!?^]")


class Token(NamedTuple):
    """A call or a card as it is written: its line, the number of the note on it, and the mark of an irregularity, if any."""

    text: str
    line: int
    note: str = ""
    irregular: str = ""


class Remark(NamedTuple):
    """Something that was not understood: its line, and a sentence."""

    line: int
    message: str


class Board:
    """One board: its tags by name (lower case) with their lines, the calls and cards, the notes on them by section and number,
    comments, the rows of its tables, and what was not understood."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, tuple[str, int]] = {}
        self.tokens: dict[str, list[Token]] = {}
        self.notes: dict[tuple[str, str], str] = {}
        self.comments: list[str] = []
        self.tables: list[str] = []
        self.remarks: list[Remark] = []

    def __getitem__(self, tag: str) -> str:
        """The value of a tag; empty without one."""
        value = self.tags.get(tag.lower(), ("", 0))[0].strip()
        return "" if value in UNKNOWN else value

    def line_of(self, tag: str) -> int:
        """The line of a tag, or the line on which the board begins."""
        return self.tags.get(tag.lower(), ("", self.line))[1]


def boards(text: str) -> Iterator[Board]:
    """The boards of a file, in order. A tag with the value "#" has the value that it had on the board before."""
    before: Board | None = None
    for board in _apart(text):
        for tag, (value, line) in board.tags.items():
            if value.startswith("#") and before is not None and tag in before.tags:
                board.tags[tag] = (before.tags[tag][0], line)
        yield board
        before = board


def _apart(text: str) -> Iterator[Board]:
    """The boards with their own tags. An empty line ends a board; so does a tag that begins the next one, if the line is
    missing."""
    reading: _Reading | None = None
    waiting = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("%") and not waiting:
            continue
        if waiting or _OPENED.search(line):
            waiting += line + "\n"  # including empty lines of a comment
            if _OPENED.search(waiting):
                continue
            line, waiting = waiting, ""
        if not line.strip():
            if reading is not None:
                yield reading.board
            reading = None
            continue
        reading = reading or _Reading(number)
        found = _TAG.match(line.lstrip())
        if found and reading.begins_anew(found[1].lower()):
            yield reading.board
            reading = _Reading(number)
        reading.take(line.strip(), number)
    if reading is not None:
        yield reading.board


class _Reading:
    """Reads a board line by line: the section that is being read, and the place in it."""

    def __init__(self, line: int) -> None:
        self.board = Board(line)
        self.section = ""

    def begins_anew(self, tag: str) -> bool:
        """Whether a board already has a tag with which a board begins."""
        return tag in ("event", "board", "deal") and tag in self.board.tags

    def take(self, line: str, number: int) -> None:
        """Reads a line: tags, then calls or cards of the section, or rows of a table."""
        while found := _TAG.match(line):
            self._tag(found[1], found[2] if found[2] is not None else found[3] or "", number)
            line = line[found.end() :].strip()
        if not line:
            return
        if self.section.lower() in map(str.lower, SECTIONS):
            self._tokens(line, number)
        elif line[0] in "{;":
            self.board.comments.append(line.strip("{}; \n"))
        elif self.section:
            self.board.tables.append(line)
        else:
            self.board.remarks.append(Remark(number, f"{line[:60]!r} belongs to no tag"))

    def _tag(self, name: str, value: str, number: int) -> None:
        value = re.sub(r"\\(.)", r"\1", value)
        if name.lower() == "note":
            what, colon, said = value.partition(":")
            self.board.notes[self.section.lower(), what.strip()] = (said if colon else value).strip()
            return
        self.section = name
        if name.lower() in self.board.tags:
            self.board.remarks.append(Remark(number, f"a second tag {name}, {value!r}"))
            return
        self.board.tags[name.lower()] = (value, number)

    def _tokens(self, line: str, number: int) -> None:
        tokens = self.board.tokens.setdefault(self.section.lower(), [])
        if not _SPECIAL.search(line):
            tokens += [Token(text, number) for text in line.split()]
            return
        irregular = ""
        for found in _TOKEN.finditer(line):
            if found["comment"]:
                self.board.comments.append(found["comment"].strip("{}; \n"))
            elif found["note"]:
                if tokens:
                    tokens[-1] = tokens[-1]._replace(note=found["number"])
            elif found["irregular"]:
                irregular = found["irregular"][1].upper()
                if irregular == "S" and self.section.lower() == "auction":
                    tokens.append(Token("-", number, irregular=irregular))
                    irregular = ""
            elif found["text"]:
                tokens.append(Token(found["text"], number, irregular=irregular))
                irregular = ""
            elif found["other"]:
                self.board.remarks.append(
                    Remark(number, f"{found['other']!r} among the {self.section.lower()} is not a call or card")
                )
