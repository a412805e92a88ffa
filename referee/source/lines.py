"""JSON Lines from files, archives and pipes: a document in each line, one by one or in batches that can be judged elsewhere.

A batch ends before a line on which a game begins, so that every game is in one batch.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from referee.core.places import SourceError
from referee.source.files import BOM, LIMIT, STDIN, UNPACKED, bare, decode, open_regular, parse, read, reason
from referee.source.records import RecordFile, records_in
from referee.source.text import Document, complaint, json_map, size_in_words

LINE_LIMIT = LIMIT
"""The most bytes of one line."""
GAME_LINES = 20_000
"""The most lines of one game, blank ones aside."""
MOST_BLANK = 1 << 24
"""A packed file that begins with more blank lines than this is read no further: it can hold a billion of them."""
CHANGED = "the file changed while it was read; judge it again when nobody writes to it"

BATCH, LARGE_BATCH = 200 * 1024, 1024 * 1024
"""At least, and at most about, how many bytes make a batch: as many as are worth judging together as columns."""
BATCHES = 8
"""The fewest batches of a file that is larger than this many of the smallest."""
MANY_LINES = 10_000
"""The most lines of a batch, however short they are."""
PACKED_TIGHTER = 8
"""About how many times larger a packed file becomes when it is unpacked."""
PIPED_BATCH = 256 * 1024
"""The size that a batch of piped input may reach, if that much has already come: it is not known when the rest comes."""
PIECE = 64 * 1024
"""The most bytes of a pipe that are taken at a time."""
MOMENT = 0.05
"""Seconds without more input that pass before what has come through a pipe is judged."""
AHEAD = 64 * 1024 * 1024
"""The most bytes of a pipe that are read to find out whether it has one game per line."""
YAML_ASIDE = (b"#", b"---", b"%")
"""Beginnings of lines of YAML that hold no data."""
BLANK_LINES = re.compile(rb"\s*\n")

Stamp = tuple[int, int] | str | None
"""Something that changes when a file is written, the same on every machine that sees it; None for anything else."""

Line = tuple[int, bytes | SourceError]
"""The number of a line that is not blank, and the line as it is in the file, with its end, or why it cannot be read."""

Begins = Callable[[bytes], bool]
"""A function that returns whether a game begins on a line."""


class LineBatch(NamedTuple):
    """Some lines of a file, beginning with number `first`, and how many bytes of the file there are `until` their end
    (for a packed file packed bytes, for a pipe 0). Lines that are still to come are no list, and cannot travel."""

    path: str
    first: int
    lines: list[Line] | Iterator[Line]
    until: int = 0

    @property
    def size(self) -> int:
        """How many bytes there are in the lines that have come."""
        come = self.lines if isinstance(self.lines, list) else ()
        return sum(len(line) for _, line in come if isinstance(line, bytes))

    @property
    def documents(self) -> Iterator[Document | SourceError]:
        """Yield the document in each line, or the error why it cannot be read."""
        for number, line in self.lines:
            if isinstance(line, SourceError):
                yield line
                continue
            raw = line.rstrip(b"\r\n")
            try:
                yield _in_line(raw, self.path, number)
            except SourceError as error:
                error.raw = raw
                yield error


def load_lines(
    path: str, begins: Begins = lambda line: True, unpacked: int = UNPACKED
) -> Iterator[Document | SourceError | RecordFile]:
    """Yield the documents of a JSON Lines file, one per line, or a SourceError for a line that cannot be read.

    Blank lines are skipped. Standard input is yielded as it comes, and may also hold a single document, or records of
    another program. `begins` tells whether a game begins on a line. A file that cannot be opened, and a single
    document that cannot be read, raise SourceError.
    """
    for part in load_batches(path, begins, lambda line: False, unpacked):
        if isinstance(part, LineBatch):
            yield from part.documents
        else:
            yield from [part]


def load_batches(
    path: str, begins: Begins, is_whole: Callable[[bytes], bool], unpacked: int = UNPACKED, size: int = 0
) -> Iterator[LineBatch | Document | RecordFile]:
    """Yield a JSON Lines file in batches of lines that each begin with a game.

    The lines of standard input come one by one, in a batch that is still to come, unless the first that can be read
    `is_whole`, a game with its events; or standard input is a single document, or records of another program. `size`
    is about how many bytes make a batch; 0 for as many as are worth judging together.
    """
    if path == "-":
        yield from _piped_batches(begins, is_whole)
        return
    with open_regular(path, unpacked) as stream:
        raw: Any = getattr(stream, "raw", None)

        def position() -> int:
            """The number of bytes of the file that have been read; packed bytes for a packed file, 0 for a pipe."""
            try:
                if hasattr(raw, "packed"):
                    return int(raw.tell())
                return stream.tell()
            except (OSError, ValueError):
                return 0

        if not size:
            share_of_file = os.stat(path).st_size * (PACKED_TIGHTER if bare(path) != path else 1) // BATCHES
            size = min(max(share_of_file, BATCH), LARGE_BATCH)
        lines = in_games(path, _lines_of_file(path, stream), begins)
        yield from in_batches(path, lines, begins, size, size, read=position)


def _in_line(raw: bytes, path: str, number: int) -> Document:
    from referee.source import json_text

    data = json_text.read(decode(raw, path, number), path, number, raw)
    return Document(path, data, raw, json_text.places, number, partial(_in_line, raw, path, number))


def _lines_of_file(path: str, stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file with their numbers, and a SourceError at the end if it is empty or changed while it
    was read."""
    before = stamp(path)
    number = 0
    for number, line in lines_of(stream, path):
        yield number, line
    if stamp(path) != before:
        yield number + 1, complaint(path, CHANGED, number + 1)
    elif not number:
        yield 1, complaint(path, "the file is empty; expected one JSON document per line")


def in_games(path: str, lines: Iterable[Line], begins: Begins) -> Iterator[Line]:
    """Yield the lines without those of a game that is too long, from where it is too long, and without lines in no
    game for as long.

    In place of the first line skipped there is a SourceError.
    """
    lines_in_game = bytes_in_game = 0
    for number, line in lines:
        skipping = lines_in_game > GAME_LINES or bytes_in_game > LIMIT
        if isinstance(line, bytes):
            lines_in_game, bytes_in_game = (0, 0) if begins(line) else (lines_in_game + 1, bytes_in_game + len(line))
        if isinstance(line, SourceError) or (lines_in_game <= GAME_LINES and bytes_in_game <= LIMIT):
            yield number, line
        elif not skipping:
            if lines_in_game > GAME_LINES:
                far = f"{GAME_LINES:,} lines"
            else:
                far = size_in_words(LIMIT)
            why = f"no game begins in the {far} before this line; what follows is skipped up to the next game"
            yield number, complaint(path, why, number)


def in_batches(
    path: str,
    lines: Iterable[Line],
    begins: Begins,
    enough: int,
    most: int,
    at_once: Callable[[bytes], bool] = lambda line: False,
    read: Callable[[], int] = lambda: 0,
) -> Iterator[LineBatch]:
    """Yield lines in batches that end before the line on which a game begins: of `enough` bytes, then growing up to
    `most`.

    A batch also ends after a line that is judged `at_once`. `read` gives how many bytes of the file have been read.
    """
    batch: list[Line] = []
    size = 0
    first = 1
    for number, line in lines:
        raw = None
        if isinstance(line, bytes):
            raw = line
        if raw and (size >= enough or len(batch) >= MANY_LINES) and begins(raw):
            yield LineBatch(path, first, batch, read())
            batch = []
            size = 0
            first = number
            enough = min(2 * enough, most)
        batch.append((number, line))
        if raw:
            size += len(raw)
        else:
            size += 1
        if raw and at_once(raw):
            yield LineBatch(path, first, batch)
            batch = []
            size = 0
            first = number + 1
    yield LineBatch(path, first, batch, read())


def stamp(path: str) -> Stamp:
    """Return the stamp of what a path names now, or "gone"."""
    try:
        now = os.stat(path)
    except OSError:
        return "gone"
    if not stat.S_ISREG(now.st_mode):
        return None
    return (now.st_size, now.st_mtime_ns)


def lines_of(stream: BinaryIO | Piped, path: str) -> Iterator[Line]:
    """Yield the lines of a stream that are not blank with their numbers, or a SourceError for one that cannot be
    read."""
    number = 0
    blank = True
    # many blank lines are skipped at once, if the stream shows what comes
    peek = getattr(stream, "peek", None)
    while True:
        number += 1
        try:
            raw = read_line(stream, path, number)
            if not raw:
                return
            if len(raw) <= LINE_LIMIT:
                if number == 1:
                    raw = raw.removeprefix(BOM)
                if raw.strip():
                    blank = False
                    yield number, raw
                    continue
                while peek and (more_blank := BLANK_LINES.match(peek())):
                    number += stream.read(more_blank.end()).count(b"\n")
                    if blank and number > MOST_BLANK and bare(path) != path:
                        why = f"the file begins with more than {MOST_BLANK:,} blank lines"
                        yield number, complaint(path, f"{why}; expected one JSON document per line")
                        return
                continue
            while raw and not raw.endswith(b"\n"):
                raw = read_line(stream, path, number)
        except SourceError as error:
            if number == 1:
                raise
            yield number, error
            return
        blank = False
        yield number, complaint(path, f"the line is longer than {LINE_LIMIT >> 20} MB; write one game per line", number)


def read_line(stream: BinaryIO | Piped, path: str, number: int = 1) -> bytes:
    try:
        return stream.readline(LINE_LIMIT + 1)
    except OSError as error:
        raise complaint(path, reason(error), number) from None


HEARD = bytearray()
"""The part of standard input that has been read, which can be read only once: its first `MOST_HEARD` bytes."""
MOST_HEARD = 4 * 1024 * 1024


def heard() -> str:
    """Return the text of what is kept of standard input, without a last line for which there was no room."""
    if len(HEARD) < MOST_HEARD:
        whole = len(HEARD)
    else:
        whole = HEARD.rfind(b"\n") + 1
    return HEARD[:whole].removeprefix(BOM).decode("utf-8", "replace")


class Piped:
    """Standard input read line by line; it is known whether the next line has come, and nothing waits for it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream: Any = stream
        self._come = bytearray()
        HEARD.clear()

    def readline(self, most: int) -> bytes:
        """The next line that came through the pipe, or its first `most` bytes; empty at the end. It waits until there
        is one."""
        looked = 0
        while not (end := self._come.find(b"\n", looked, most) + 1) and len(self._come) < most:
            looked = len(self._come)
            self._come += _keep(self._stream.read1(PIECE))
            if len(self._come) == looked:
                break
        return self._take(end or most)

    def read(self, most: int) -> bytes:
        """Return this many bytes, or everything that is left."""
        begun = self._take(most)
        return begun + _keep(self._stream.read(most - len(begun)))

    def put_back(self, lines: Iterable[bytes]) -> None:
        """Let lines that have been read come once more."""
        self._come[:0] = b"".join(lines)

    def _take(self, most: int) -> bytes:
        """Return this many of the bytes that have come."""
        taken = bytes(self._come[:most])
        del self._come[:most]
        return taken

    def waits(self) -> bool:
        """Whether whoever writes to the pipe has paused: nothing comes within a moment."""
        import select  # which only a pipe needs

        if b"\n" in self._come:
            return False
        try:
            return not select.select([self._stream], [], [], MOMENT)[0]
        except (OSError, ValueError):
            return False  # no pipe at all, or a system that cannot tell


def _keep(raw: bytes) -> bytes:
    """Return the same bytes, and keep them if there is room."""
    HEARD.extend(raw[: MOST_HEARD - len(HEARD)])
    return raw


def _piped_batches(begins: Begins, is_whole: Callable[[bytes], bool]) -> Iterator[LineBatch | Document | RecordFile]:
    """Yield standard input in batches, as a single document, or as records of another program.

    A batch is judged as soon as nothing more comes for a moment after a whole game.
    """
    with open_regular("-") as stream:
        pipe = Piped(stream)
        first = _first_document(pipe, begins)
        if first is None:
            large = f"more than {LIMIT >> 20} MB; write one game per line, as in a .jsonl file"
            raw = read(pipe, LIMIT, STDIN, large)
            yield records_in(raw) or parse(decode(raw.removeprefix(BOM), STDIN), "-")
            return
        lines = in_games(STDIN, lines_of(pipe, STDIN), begins)
        if is_whole(first):
            yield from in_batches(
                STDIN, lines, begins, BATCH, PIPED_BATCH, lambda line: pipe.waits() and is_whole(line)
            )
        else:
            yield LineBatch(STDIN, 1, lines)


def _first_document(pipe: Piped, begins: Begins) -> bytes | None:
    """The first line with a document, if standard input holds one document per line; None if not. Everything can
    still be read.

    It does if its first line, blank ones aside, is a whole JSON map; or if after another line a whole map comes on
    which a game `begins`; or any whole map after a line that should have begun a game and does not break off like a
    text over many lines.
    """
    lines_ahead: list[bytes] = []
    size = 0
    first_was_no_map = False
    broken = False
    at_start = True
    is_yaml = False
    try:
        while size <= AHEAD and len(lines_ahead) <= GAME_LINES and (raw := read_line(pipe, STDIN)):
            if lines_ahead:
                text = raw
            else:
                text = raw.removeprefix(BOM)
            lines_ahead.append(raw)
            size += len(raw)
            if at_start and text.strip():
                if json_map(text) is not None and (broken or begins(text) if first_was_no_map else not is_yaml):
                    return text
                broken = not first_was_no_map and begins(text) and not text.rstrip().endswith((b"{", b"[", b",", b":"))
                first_was_no_map = first_was_no_map or not text.startswith(YAML_ASIDE)
            is_yaml = is_yaml or text.startswith(YAML_ASIDE)
            at_start = raw.endswith(b"\n")
    finally:
        pipe.put_back(lines_ahead)
    return None
