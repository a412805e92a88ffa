"""JSON Lines: a document a line, read as it comes, alone or in batches that can be judged elsewhere."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from referee.core.places import SourceError
from referee.source import json_places, json_text
from referee.source.document import Document
from referee.source.files import BOM, LIMIT, PACKED, STDIN, decoded, opened, parse, read, reason, shown
from referee.source.quick import quick_reader
from referee.source.text import complaint, refuse

LINE_LIMIT = 16 * 1024 * 1024
"""The most bytes of one line."""

BATCH, LARGE_BATCH = 64 * 1024, 1024 * 1024
"""About so many bytes make a batch: the lines of a large file are judged together, those of a small one still by all cores."""
BATCHES = 16
"""So many batches at least make a file that is larger than as many of the smallest."""
PIPED_BATCH = 256 * 1024
"""Of what is piped a batch may be so large, once so much has come: nobody knows when the rest comes."""
PACKED_TIGHTER = 8
"""About so many times its size is what a packed file holds."""

CHANGED = "the file changed while it was read; judge it again when nobody writes to it"

Line = bytes | SourceError
"""A line as it stands in the file with its end, or why it cannot be read."""


class Batch(NamedTuple):
    """Some lines of a file, the first of which has number `first`. `until` is how far the file had been read, in bytes."""

    path: str
    first: int
    lines: list[Line]
    until: int = 0

    @property
    def size(self) -> int:
        """How many bytes there are in the lines."""
        return sum(len(line) for line in self.lines if isinstance(line, bytes))


def load_lines(path: str) -> Iterator[Document | SourceError]:
    """The documents of a JSON Lines file, one a line, as they are read; blank lines are skipped.

    A line that cannot be read is yielded as a SourceError, and reading goes on. A file that cannot be opened
    raises at the first step.
    """
    with opened(path) as stream:
        yield from documents(shown(path), _unless_empty(shown(path), _watched(path, stream)))


def load_piped() -> Iterator[Document | SourceError]:
    """The documents in standard input: one a line when the first line is a whole JSON map, otherwise one in all.

    A line that cannot be read is yielded, as by `load_lines`; one document in all that cannot be read raises.
    """
    with opened("-") as stream:
        first = _read_line(stream, STDIN)
        if _is_json_map(first.removeprefix(BOM)):
            yield from documents(STDIN, _lines(stream, STDIN, first))
        else:
            yield _in_all(stream, first)


def load_batches(path: str, begins: Callable[[bytes], bool]) -> Iterator[Batch]:
    """A JSON Lines file in batches; a batch ends only before a line that `begins` something."""
    name = shown(path)
    with opened(path) as stream:
        enough = worth_together(path)
        yield from _batches(name, stream, _unless_empty(name, _watched(path, stream)), begins, enough, enough)


def worth_together(path: str) -> int:
    """About how many bytes of a file are worth judging together."""
    size = Path(path).stat().st_size * (PACKED_TIGHTER if path.endswith(PACKED) else 1)
    return min(max(size // BATCHES, BATCH), LARGE_BATCH)


def load_range(path: str, begin: int, end: int, before: int, begins: Callable[[bytes], bool]) -> Batch:
    """The lines of a file from the first that begins at byte `begin` or later, and `begins` something, up to the next that
    does at byte `end` or later. `before` is how many line ends come before `begin`: so ranges part a file without a gap."""
    with opened(path) as stream:
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
        for line in _lines(stream, path, before=number):
            if at >= end and (not lines or (isinstance(line, bytes) and begins(line))):
                break
            at = stream.tell()
            if lines or not begin or (isinstance(line, bytes) and begins(line)):
                lines.append(line)
            else:
                first += 1
        else:
            if not begin:  # this range is the whole file
                lines = list(_unless_empty(path, lines))
        return Batch(path, first, lines, end)


def count_lines(path: str, begin: int, end: int) -> int:
    """How many line ends there are in a range of a file's bytes."""
    with opened(path) as stream:
        stream.seek(begin)
        found, left = 0, end - begin
        while left > 0 and (piece := stream.read(min(left, 1 << 20))):
            found += piece.count(b"\n")
            left -= len(piece)
        return found


def load_piped_batches(
    begins: Callable[[bytes], bool], grows: Callable[[bytes], bool]
) -> Iterator[Batch | Document | Iterator[Document | SourceError]]:
    """Standard input in batches, or as the one document that it is in all; its documents as they come when its first line
    `grows`."""
    with opened("-") as stream:
        first = _read_line(stream, STDIN)
        if not _is_json_map(first.removeprefix(BOM)):
            yield _in_all(stream, first)
        elif grows(first.removeprefix(BOM)):
            yield documents(STDIN, _lines(stream, STDIN, first))
        else:
            yield from _batches(STDIN, stream, _lines(stream, STDIN, first), begins, BATCH, PIPED_BATCH)


def _in_all(stream: BinaryIO, first: bytes) -> Document:
    raw = first + read(stream, LIMIT + 1, STDIN)
    if len(raw) > LIMIT:
        refuse(STDIN, f"more than {LIMIT >> 20} MB; write one game a line, as in a .jsonl file")
    return parse(decoded(raw.removeprefix(BOM), STDIN), "-")


def _batches(
    name: str, stream: BinaryIO, found: Iterable[Line], begins: Callable[[bytes], bool], enough: int, most: int
) -> Iterator[Batch]:
    """The lines in batches of `enough` bytes, and of more and more up to `most`."""
    lines: list[Line] = []
    number, size = 1, 0
    for line in found:
        if size >= enough and isinstance(line, bytes) and begins(line):
            yield Batch(name, number, lines, _position(stream))
            number += len(lines)
            lines, size, enough = [], 0, min(2 * enough, most)
        lines.append(line)
        size += len(line) if isinstance(line, bytes) else 1
    yield Batch(name, number, lines, _position(stream))


def documents(path: str, lines: Iterable[Line], first: int = 1) -> Iterator[Document | SourceError]:
    """The documents of lines, the first of which has number `first`; blank ones are skipped."""
    for number, line in enumerate(lines, first):
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
    known = quick_reader()(raw)
    if known is None:
        return _document(decoded(raw, path, number), path, number)
    data, places = known
    return Document(path, data, raw, places or json_places.places, number, partial(_in_line, raw, path, number))


def parse_lines(texts: Iterable[str], path: str) -> Iterator[Document | SourceError]:
    """The documents of JSON Lines that are text already, as `load_lines` yields them."""
    name = shown(path)
    empty = True
    for number, line in enumerate(texts, 1):
        text = (line.removeprefix("\ufeff") if number == 1 else line).rstrip("\r\n")
        if not text or text.isspace():
            continue
        empty = False
        try:
            yield _document(text, name, number)
        except SourceError as error:
            yield error
    if empty:
        yield _empty(name)


def _document(text: str, path: str, number: int) -> Document:
    return Document(path, json_text.read(text, path, number), text, json_places.places, number)


def _empty(path: str) -> SourceError:
    return complaint(path, "the file is empty; expected one JSON document a line")


def _unless_empty(path: str, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, and a complaint where all of them are blank."""
    empty = True
    for line in lines:
        if empty:
            empty = isinstance(line, bytes) and not line.removeprefix(BOM).strip()
        yield line
    if empty:
        yield _empty(path)


def _watched(path: str, stream: BinaryIO, first: bytes = b"") -> Iterator[Line]:
    """The lines of a stream, and a complaint where the file did not stay the same while it was read."""
    before = stamp(path)
    number = 1
    for line in _lines(stream, shown(path), first):
        number += 1
        yield line
    if stamp(path) != before:
        yield complaint(shown(path), CHANGED, number)


def stamp(path: str) -> object:
    """What changes when somebody writes to a regular file."""
    if path == "-":
        return None
    try:
        now = os.stat(path)  # noqa: PTH116
    except OSError:
        return "gone"
    return (now.st_ino, now.st_size, now.st_mtime_ns) if stat.S_ISREG(now.st_mode) else None


def _lines(stream: BinaryIO, path: str, first: bytes = b"", before: int = 0) -> Iterator[Line]:
    """The lines of a stream, of whose file `before` lines come before; `first` is a line that has been read already."""
    number = before
    while True:
        number += 1
        try:
            raw = first if first and number == 1 else _read_line(stream, path, number)
            if not raw:
                return
            if len(raw) <= LINE_LIMIT:
                yield raw
                continue
            while raw and not raw.endswith(b"\n"):
                raw = _read_line(stream, path, number)
        except SourceError as error:
            if number == 1:
                raise
            yield error
            return
        yield complaint(path, f"the line is longer than {LINE_LIMIT >> 20} MB; write one game a line", number)


def _read_line(stream: BinaryIO, path: str, number: int = 1) -> bytes:
    try:
        return stream.readline(LINE_LIMIT + 1)
    except OSError as error:
        raise complaint(path, reason(error), number) from None


def _position(stream: BinaryIO) -> int:
    """How many bytes of its file a stream has been read from, packed ones where it is packed; 0 for a pipe."""
    source: Any = getattr(stream, "raw", stream)
    try:
        return int(source.tell())
    except (OSError, ValueError):
        return 0


def _is_json_map(line: bytes) -> bool:
    if not line.lstrip().startswith(b"{"):
        return False
    import json

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
