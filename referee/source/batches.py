"""JSON Lines in batches that can be judged elsewhere: each ends before a line on which a game begins."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from referee.core.places import SourceError
from referee.source.files import PACKED, UNPACKED, opened, shown
from referee.source.lines import (
    CHANGED,
    LINE_LIMIT,
    Begins,
    Gap,
    Line,
    Stamp,
    in_games,
    lines_of,
    stamp_of,
    unless_empty,
    watched,
)
from referee.source.text import complaint

BATCH, LARGE_BATCH = 64 * 1024, 1024 * 1024
"""About how many bytes make a batch: the lines of a large file are judged together, and those of a small one still by all
cores."""
BATCHES, ALONE = 16, 4
"""The fewest batches of a file that is larger than this many of the smallest: for several cores, and for one."""
MANY_LINES = 10_000
"""The most lines of a batch, however short they are."""
PACKED_TIGHTER = 8
"""About how many times larger a packed file becomes when it is unpacked."""


class Batch(NamedTuple):
    """Some lines of a file; the first of them has number `first`. `until` is how far the file had been read, in bytes."""

    path: str
    first: int
    lines: list[Line]
    until: int = 0

    @property
    def size(self) -> int:
        """How many bytes there are in the lines."""
        return sum(len(line) for line in self.lines if isinstance(line, bytes))


def load_batches(path: str, begins: Begins, unpacked: int = UNPACKED, size: int = 0) -> Iterator[Batch]:
    """A JSON Lines file in batches; a batch ends only before a line that `begins` something.

    size: about how many bytes make a batch, whatever is added to the file; 0 for as many as are worth judging together.
    """
    name = shown(path)
    with opened(path, unpacked) as stream:
        enough = size or worth_together(path, os.stat(path).st_size, ALONE)
        found = in_games(name, unless_empty(name, watched(path, stream)), begins)
        yield from in_batches(name, stream, found, begins, enough, enough)


def worth_together(path: str, size: int, batches: int = BATCHES) -> int:
    """About how many bytes of a file of this size are worth judging together."""
    held = size * (PACKED_TIGHTER if path.endswith(PACKED) else 1)
    return min(max(held // batches, BATCH), LARGE_BATCH)


def load_range(path: str, begin: int, end: int, before: int, known: Stamp, begins: Begins) -> Batch:
    """The lines of a file from the first one that begins at byte `begin` or later, and `begins` something, up to the next such
    line at byte `end` or later. `before` is how many line ends come before `begin`, so ranges divide a file without a gap.

    Raises SourceError, at the range's first line, if the file cannot be read or no longer has the stamp `known`.
    """
    try:
        with opened(path) as stream:
            batch = _in_range(stream, path, begin, end, before, begins)
            changed = stamp_of(os.fstat(stream.fileno())) != known
    except SourceError as error:
        raise complaint(path, error.complaints[0].message, before + 1) from None
    if changed:
        raise complaint(path, CHANGED, before + 1)
    return batch


def _in_range(stream: BinaryIO, path: str, begin: int, end: int, before: int, begins: Begins) -> Batch:
    number = before
    if begin:
        stream.seek(begin - 1)
        while rest := stream.readline(LINE_LIMIT):
            if rest.endswith(b"\n"):
                break
        number += stream.tell() > begin
    lines: list[Line] = []
    first = number + 1
    at = stream.tell()
    for line in in_games(path, lines_of(stream, path, before=number), begins, first):
        head = isinstance(line, bytes) and begins(line)
        if at >= end and (not lines or head or (isinstance(line, Gap) and line.passed)):
            break
        at = stream.tell()
        if lines or not begin or head:
            _put(lines, line)
        else:
            first += line.lines if isinstance(line, Gap) else 1
    else:
        if not begin:  # this range is the whole file
            lines = list(unless_empty(path, lines))
    return Batch(path, first, lines, end)


def _put(lines: list[Line], line: Line) -> None:
    """Adds a line to others; gaps in a row become one."""
    if lines and isinstance(line, Gap) and isinstance(last := lines[-1], Gap):
        lines[-1] = Gap(last.lines + line.lines)
    else:
        lines.append(line)


def count_lines(path: str, begin: int, end: int) -> int:
    """How many line ends there are in a range of a file's bytes."""
    with opened(path) as stream:
        stream.seek(begin)
        found, left = 0, end - begin
        while left > 0 and (piece := stream.read(min(left, 1 << 20))):
            found += piece.count(b"\n")
            left -= len(piece)
        return found


def in_batches(
    name: str,
    stream: BinaryIO,
    found: Iterable[Line],
    begins: Begins,
    enough: int,
    most: int,
    at_once: Callable[[bytes], bool] = lambda line: False,
) -> Iterator[Batch]:
    """The lines in batches of `enough` bytes, growing up to `most`, and smaller if each line is judged `at_once`."""
    lines: list[Line] = []
    number, size, first = 1, 0, 1
    for line in found:
        full = size >= enough or len(lines) >= MANY_LINES
        if full and ((isinstance(line, bytes) and begins(line)) or (isinstance(line, Gap) and line.passed)):
            yield Batch(name, first, lines, _position(stream))
            lines, size, first, enough = [], 0, number, min(2 * enough, most)
        _put(lines, line)
        number += line.lines if isinstance(line, Gap) else 1
        size += len(line) if isinstance(line, bytes) else 1
        if isinstance(line, bytes) and at_once(line):
            yield Batch(name, first, lines, _position(stream))
            lines, size, first = [], 0, number
    yield Batch(name, first, lines, _position(stream))


def _position(stream: BinaryIO) -> int:
    """How many bytes of its file a stream has been read from, packed bytes for a packed file; 0 for a pipe."""
    source: Any = getattr(stream, "raw", stream)
    try:
        return int(source.tell())
    except (OSError, ValueError):
        return 0
