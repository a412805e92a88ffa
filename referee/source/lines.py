"""JSON Lines: one document per line, read as it comes, alone or in batches that can be judged elsewhere."""

from __future__ import annotations

import os
import select
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from referee.core.places import SourceError
from referee.source import json_places, json_text
from referee.source.document import Document
from referee.source.files import BOM, LIMIT, PACKED, STDIN, UNPACKED, decoded, opened, parse, read, reason, shown
from referee.source.quick import quick_reader
from referee.source.text import complaint, refuse, size_in_words

LINE_LIMIT = LIMIT
"""The most bytes of one line."""
GAME_LINES = 20_000
"""The most lines of one game, blank ones aside."""

BATCH, LARGE_BATCH = 64 * 1024, 1024 * 1024
"""About so many bytes make a batch: the lines of a large file are judged together, those of a small one still by all cores."""
BATCHES, ALONE = 16, 4
"""The fewest batches of a file that is larger than this many of the smallest: for several cores, and for one."""
PIPED_BATCH = 256 * 1024
"""Of what is piped a batch may be so large, once so much has come: nobody knows when the rest comes."""
PIECE = 64 * 1024
"""The most bytes of a pipe that are taken at a time."""
MOMENT = 0.05
"""How many seconds without more input before what has come through a pipe is judged."""
AHEAD = 64 * 1024 * 1024
"""The most bytes of a pipe that are read to find out whether it has one game per line."""
MANY_LINES = 10_000
"""The most lines of a batch, however short they are."""
FEW_BLANK = 16
"""After how many blank lines in a row the rest are looked at all at once."""
PACKED_TIGHTER = 8
"""About how many times larger a packed file is once unpacked."""

YAML_ASIDE = (b"#", b"---", b"%")
"""How lines of YAML begin that hold nothing."""

PASSED_OVER = "what follows is skipped up to the next game"
CHANGED = "the file changed while it was read; judge it again when nobody writes to it"

Stamp = tuple[int, int] | str | None
"""What changes when a file is written, the same on every machine that sees it; None for anything else."""


class Gap(NamedTuple):
    """Lines that say nothing: blank ones, or lines `passed` over because no game begins for too long."""

    lines: int
    passed: bool = False


BLANK, PASSED = Gap(1), Gap(1, passed=True)

Line = bytes | SourceError | Gap
"""A line as it stands in the file with its end, or why it cannot be read; or lines in whose place there is nothing."""

Begins = Callable[[bytes], bool]
"""Whether a game begins on a line."""


class _Piped:
    """Standard input read line by line; it is known whether the next line has come, and nothing waits for it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream: Any = stream
        self._come = b""
        self._at = 0

    def readline(self, most: int) -> bytes:
        """The next line, or this many bytes of it; nothing at the end."""
        pieces: list[bytes] = []
        while most > 0:
            end = self._come.find(b"\n", self._at, self._at + most) + 1
            piece = self._come[self._at : end or self._at + most]
            self._at += len(piece)
            most -= len(piece)
            pieces.append(piece)
            if end:
                break
            if most and self._at == len(self._come):
                self._come, self._at = self._stream.read1(PIECE), 0
                if not self._come:
                    break
        return b"".join(pieces)

    def read(self, most: int) -> bytes:
        """This many bytes, or everything that is left."""
        begun = self._come[self._at : self._at + most]
        self._at += len(begun)
        rest: bytes = self._stream.read(most - len(begun))
        return begun + rest

    def waits(self) -> bool:
        """Whether nothing more has come yet, and nothing comes within the moment in which a program continues to write."""
        if self._come.find(b"\n", self._at) >= 0:
            return False
        try:
            return not select.select([self._stream], [], [], MOMENT)[0]
        except (OSError, ValueError):
            return False  # not a pipe, or a system that cannot tell


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


def load_lines(
    path: str, begins: Begins = lambda line: True, unpacked: int = UNPACKED
) -> Iterator[Document | SourceError]:
    """The documents of a JSON Lines file, one per line, as they are read; blank lines are skipped.

    A line that cannot be read is yielded as a SourceError, and reading continues. A file that cannot be opened raises at the
    first step.
    """
    name = shown(path)
    with opened(path, unpacked) as stream:
        yield from documents(name, _in_games(name, _unless_empty(name, _watched(path, stream)), begins))


def load_piped(begins: Begins) -> Iterator[Document | SourceError]:
    """The documents in standard input: one per line, or a single one (see `_ahead`).

    A line that cannot be read is yielded, as by `load_lines`; a single document that cannot be read raises.
    """
    with opened("-") as stream:
        piped = _Piped(stream)
        ahead, in_lines = _ahead(piped, begins)
        if in_lines:
            yield from documents(STDIN, _in_games(STDIN, _lines(piped, STDIN, ahead), begins))
        else:
            yield _in_all(piped, ahead)


def _ahead(piped: _Piped, begins: Begins) -> tuple[list[bytes], bool]:
    """The first lines of standard input, or pieces of them, and whether it holds one document per line. It does if its first
    line, blank ones aside, is a whole JSON map; or if after another line a whole map comes that `begins` something; or any
    whole map after a line that should have begun something and does not break off like a text over many lines."""
    ahead: list[bytes] = []
    size, other, broken, at_start = 0, False, False, True
    while size <= AHEAD and len(ahead) <= GAME_LINES and (raw := _read_line(piped, STDIN)):
        text = raw if ahead else raw.removeprefix(BOM)
        ahead.append(raw)
        size += len(raw)
        if at_start and text.strip():
            if _is_json_map(text) and (broken or begins(text) if other else not _is_yaml(ahead)):
                return ahead, True
            broken = not other and begins(text) and not text.rstrip().endswith((b"{", b"[", b",", b":"))
            other = other or not text.startswith(YAML_ASIDE)
        at_start = raw.endswith(b"\n")
    return ahead, False


def _is_yaml(ahead: list[bytes]) -> bool:
    """Whether a line before the last one is a comment or a mark of YAML."""
    return any(line.removeprefix(BOM).startswith(YAML_ASIDE) for line in ahead[:-1])


def load_batches(path: str, begins: Begins, unpacked: int = UNPACKED, size: int = 0) -> Iterator[Batch]:
    """A JSON Lines file in batches; a batch ends only before a line that `begins` something.

    size: about how many bytes make a batch, whatever is added to the file; 0 for as many as are worth judging together.
    """
    name = shown(path)
    with opened(path, unpacked) as stream:
        enough = size or worth_together(path, os.stat(path).st_size, ALONE)
        found = _in_games(name, _unless_empty(name, _watched(path, stream)), begins)
        yield from _batches(name, stream, found, begins, enough, enough)


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
            changed = _stamp(os.fstat(stream.fileno())) != known
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
    for line in _in_games(path, _lines(stream, path, before=number), begins, first):
        head = isinstance(line, bytes) and begins(line)
        if at >= end and (not lines or head or (isinstance(line, Gap) and line.passed)):
            break
        at = stream.tell()
        if lines or not begin or head:
            _put(lines, line)
        else:
            first += line.lines if isinstance(line, Gap) else 1
    else:
        if not begin:  # the range is the whole file
            lines = list(_unless_empty(path, lines))
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


def load_piped_batches(
    begins: Begins, is_whole: Callable[[bytes], bool]
) -> Iterator[Batch | Document | Iterator[Document | SourceError]]:
    """Standard input in batches, or as its only document; or its documents as they come, unless the first that can be read
    `is_whole`. If a whole one is the last of it, a batch does not wait for more than has come."""
    with opened("-") as stream:
        piped = _Piped(stream)
        ahead, in_lines = _ahead(piped, begins)
        if not in_lines:
            yield _in_all(piped, ahead)
        elif is_whole(ahead[-1].removeprefix(BOM)):

            def at_once(line: bytes) -> bool:
                return piped.waits() and is_whole(line)

            found = _in_games(STDIN, _lines(piped, STDIN, ahead), begins)
            yield from _batches(STDIN, stream, found, begins, BATCH, PIPED_BATCH, at_once)
        else:
            yield documents(STDIN, _in_games(STDIN, _lines(piped, STDIN, ahead), begins))


def _in_all(piped: _Piped, ahead: list[bytes]) -> Document:
    begun = b"".join(ahead)
    raw = begun + read(piped, LIMIT + 1 - len(begun), STDIN) if len(begun) <= LIMIT else begun
    if len(raw) > LIMIT:
        refuse(STDIN, f"more than {LIMIT >> 20} MB; write one game per line, as in a .jsonl file")
    return parse(decoded(raw.removeprefix(BOM), STDIN), "-")


def _batches(
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
    known = quick_reader()(raw)
    if known is None:
        return _document(decoded(raw, path, number), path, number)
    data, places = known
    return Document(path, data, raw, places or json_places.places, number, partial(_in_line, raw, path, number))


def _document(text: str, path: str, number: int) -> Document:
    return Document(path, json_text.read(text, path, number), text, json_places.places, number)


def _empty(path: str) -> SourceError:
    return complaint(path, "the file is empty; expected one JSON document per line")


def _unless_empty(path: str, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, and a complaint if all of them are blank."""
    empty = True
    for line in lines:
        if empty:
            empty = isinstance(line, Gap) or (isinstance(line, bytes) and not line.removeprefix(BOM).strip())
        yield line
    if empty:
        yield _empty(path)


def _watched(path: str, stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, and a complaint if the file changed while it was read."""
    before = stamp(path)
    number = 1
    for line in _lines(stream, shown(path)):
        number += line.lines if isinstance(line, Gap) else 1
        yield line
    if stamp(path) != before:
        yield complaint(shown(path), CHANGED, number)


def _in_games(path: str, lines: Iterable[Line], begins: Begins, number: int = 1) -> Iterator[Line]:
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
        return _stamp(os.stat(path))
    except OSError:
        return "gone"


def _stamp(now: os.stat_result) -> Stamp:
    return (now.st_size, now.st_mtime_ns) if stat.S_ISREG(now.st_mode) else None


def _lines(stream: BinaryIO | _Piped, path: str, ahead: Sequence[bytes] = (), before: int = 0) -> Iterator[Line]:
    """The lines of a stream, with `before` lines before them in its file; `ahead` is what has already been read."""
    number, blank = before, 0
    begun = deque(ahead)
    peek = getattr(stream, "peek", None)

    def more() -> bytes:
        return begun.popleft() if begun else _read_line(stream, path, number)

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


def _read_line(stream: BinaryIO | _Piped, path: str, number: int = 1) -> bytes:
    try:
        return stream.readline(LINE_LIMIT + 1)
    except OSError as error:
        raise complaint(path, reason(error), number) from None


def _position(stream: BinaryIO) -> int:
    """How many bytes of its file a stream has been read from, packed bytes for a packed file; 0 for a pipe."""
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
