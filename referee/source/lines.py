"""JSON Lines: one document per line, read as it comes."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import BinaryIO, NamedTuple, Protocol

from referee.core.places import SourceError
from referee.source import json_places, json_text
from referee.source.document import Document
from referee.source.files import BOM, LIMIT, PACKED, UNPACKED, decoded, opened, reason, shown
from referee.source.text import complaint, size_in_words

LINE_LIMIT = LIMIT
"""The most bytes of one line."""
GAME_LINES = 20_000
"""The most lines of one game, blank ones aside."""
FEW_BLANK = 16
"""After this many blank lines in a row the rest are skipped at once."""
MOST_BLANK = 1 << 24
"""A packed file that begins with more blank lines than this is read no further: it can hold a billion of them."""
PASSED_OVER = "what follows is skipped up to the next game"
CHANGED = "the file changed while it was read; judge it again when nobody writes to it"

Stamp = tuple[int, int] | str | None
"""Something that changes when a file is written, the same on every machine that sees it; None for anything else."""


class Gap(NamedTuple):
    """Lines that say nothing: blank ones, or lines `passed` over because no game begins for too long."""

    lines: int
    passed: bool = False


BLANK, PASSED = Gap(1), Gap(1, passed=True)

Line = bytes | SourceError | Gap
"""A line as it is in the file, with its end, or why it cannot be read; or lines that say nothing."""

Begins = Callable[[bytes], bool]
"""Whether a game begins on a line."""


class Stream(Protocol):
    """What lines are read from."""

    def readline(self, most: int, /) -> bytes:
        """The next line, or this many bytes of it; nothing at the end."""

    def read(self, most: int, /) -> bytes:
        """This many bytes, or everything that is left."""


def load_lines(
    path: str, begins: Begins = lambda line: True, unpacked: int = UNPACKED
) -> Iterator[Document | SourceError]:
    """The documents of a JSON Lines file, one per line, as they are read; blank lines are skipped.

    A line that cannot be read is yielded as a SourceError, and reading continues. A file that cannot be opened raises at the
    first step.
    """
    name = shown(path)
    with opened(path, unpacked) as stream:
        yield from documents(name, in_games(name, unless_empty(name, watched(path, stream)), begins))


def documents(path: str, lines: Iterable[Line], first: int = 1) -> Iterator[Document | SourceError]:
    """The documents of lines, the first of which has number `first`; blank lines are skipped."""
    number = first - 1
    for line in lines:
        if isinstance(line, Gap):
            number += line.lines
            continue
        number += 1
        if isinstance(line, SourceError):
            yield line
            continue
        raw = (line.removeprefix(BOM) if number == 1 else line).rstrip(b"\r\n")
        if not raw or raw.isspace():
            continue
        try:
            yield _in_line(raw, path, number)
        except SourceError as error:
            error.raw = raw
            yield error


def _in_line(raw: bytes, path: str, number: int) -> Document:
    data = json_text.read(decoded(raw, path, number), path, number, raw)
    return Document(path, data, raw, json_places.places, number, partial(_in_line, raw, path, number))


def _empty(path: str) -> SourceError:
    return complaint(path, "the file is empty; expected one JSON document per line")


def unless_empty(path: str, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, and a complaint if all of them are blank."""
    blank, empty = 0, True
    for line in lines:
        if empty:
            empty = isinstance(line, Gap) or (isinstance(line, bytes) and not line.removeprefix(BOM).strip())
            blank += line.lines if isinstance(line, Gap) else 1
            if empty and blank > MOST_BLANK and path.endswith(PACKED):
                yield complaint(
                    path,
                    f"the file begins with more than {MOST_BLANK:,} blank lines; expected one JSON document per line",
                )
                return
        yield line
    if empty:
        yield _empty(path)


def watched(path: str, stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, and a complaint if the file changed while it was read."""
    before = stamp(path)
    number = 1
    for line in lines_of(stream, shown(path)):
        number += line.lines if isinstance(line, Gap) else 1
        yield line
    if stamp(path) != before:
        yield complaint(shown(path), CHANGED, number)


def in_games(path: str, lines: Iterable[Line], begins: Begins, number: int = 1) -> Iterator[Line]:
    """The lines, the first of which has this number. From where there are too many, the lines of a game that is too long, or
    that belong to no game, are skipped up to the next game."""
    count = size = 0
    for line in lines:
        if isinstance(line, Gap):
            number += line.lines
        else:
            number += 1
        if not isinstance(line, bytes):
            yield line
            continue
        if begins(line):
            count = size = 0
        elif count > GAME_LINES or size > LIMIT:
            yield PASSED
            continue
        else:
            count += 1
            size += len(line)
            if count > GAME_LINES or size > LIMIT:
                far = f"{GAME_LINES:,} lines" if count > GAME_LINES else size_in_words(LIMIT)
                yield complaint(path, f"no game begins in the {far} before this line; {PASSED_OVER}", number - 1)
                continue
        yield line


def stamp(path: str) -> Stamp:
    """The stamp of what a path names now, or "gone"."""
    if path == "-":
        return None
    try:
        return stamp_of(os.stat(path))
    except OSError:
        return "gone"


def stamp_of(now: os.stat_result) -> Stamp:
    return (now.st_size, now.st_mtime_ns) if stat.S_ISREG(now.st_mode) else None


def lines_of(stream: Stream, path: str, ahead: Sequence[bytes] = (), before: int = 0) -> Iterator[Line]:
    """The lines of a stream, with `before` lines before them in its file; `ahead` is what has already been read."""
    number, blank = before, 0
    begun = deque(ahead)
    peek = getattr(stream, "peek", None)

    def more() -> bytes:
        return begun.popleft() if begun else read_line(stream, path, number)

    while True:
        number += 1
        try:
            raw = more()
            if not raw:
                return
            if len(raw) <= LINE_LIMIT:
                blank = blank + 1 if raw.isspace() else 0
                yield raw if not blank else BLANK
                while blank > FEW_BLANK and peek and (found := _blank_lines(peek())):
                    number += (ends := stream.read(found).count(b"\n"))
                    yield Gap(ends)
                continue
            while raw and not raw.endswith(b"\n"):
                raw = more()
        except SourceError as error:
            if number == 1:
                raise
            yield error
            return
        yield complaint(path, f"the line is longer than {LINE_LIMIT >> 20} MB; write one game per line", number)


def _blank_lines(come: bytes) -> int:
    """How many of these bytes are blank lines, each with its end."""
    return come.rfind(b"\n", 0, len(come) - len(come.lstrip())) + 1


def read_line(stream: Stream, path: str, number: int = 1) -> bytes:
    try:
        return stream.readline(LINE_LIMIT + 1)
    except OSError as error:
        raise complaint(path, reason(error), number) from None
