"""Standard input: one document per line, judged as they come, or one document in all."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from referee.core.places import SourceError
from referee.source import batches, lines
from referee.source.batches import Batch, in_batches
from referee.source.document import Document
from referee.source.files import BOM, LIMIT, STDIN, decoded, opened, parse, read
from referee.source.lines import Begins, documents, in_games, lines_of, read_line
from referee.source.text import refuse

PIPED_BATCH = 256 * 1024
"""The size that a batch of piped input may reach, if that much has already come: it is not known when the rest comes."""
PIECE = 64 * 1024
"""The most bytes of a pipe that are taken at a time."""
MOMENT = 0.05
"""How many seconds without more input pass before what has come through a pipe is judged."""
AHEAD = 64 * 1024 * 1024
"""The most bytes of a pipe that are read to find out whether it has one game per line."""
YAML_ASIDE = (b"#", b"---", b"%")
"""How lines of YAML begin that hold no data."""


class Piped:
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
            return False  # no pipe at all, or a system that cannot tell


def load_piped(begins: Begins) -> Iterator[Document | SourceError]:
    """The documents in standard input: one per line, or a single one (see `_ahead`).

    A line that cannot be read is yielded, as by `load_lines`; a single document that cannot be read raises.
    """
    with opened("-") as stream:
        piped = Piped(stream)
        ahead, in_lines = _ahead(piped, begins)
        if in_lines:
            yield from documents(STDIN, in_games(STDIN, lines_of(piped, STDIN, ahead), begins))
        else:
            yield _in_all(piped, ahead)


def _ahead(piped: Piped, begins: Begins) -> tuple[list[bytes], bool]:
    """The first lines of standard input, or pieces of them, and whether it holds one document per line. It does if its first
    line, blank ones aside, is a whole JSON map; or if after another line a whole map comes that `begins` something; or any
    whole map after a line that should have begun something and does not break off like a text over many lines."""
    ahead: list[bytes] = []
    size, other, broken, at_start = 0, False, False, True
    while size <= AHEAD and len(ahead) <= lines.GAME_LINES and (raw := read_line(piped, STDIN)):
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


def load_piped_batches(
    begins: Begins, is_whole: Callable[[bytes], bool]
) -> Iterator[Batch | Document | Iterator[Document | SourceError]]:
    """Standard input in batches, or as its only document; or its documents as they come, unless the first that can be read
    `is_whole`. If a whole one is the last of it, a batch does not wait for more than has come."""
    with opened("-") as stream:
        piped = Piped(stream)
        ahead, in_lines = _ahead(piped, begins)
        if not in_lines:
            yield _in_all(piped, ahead)
        elif is_whole(ahead[-1].removeprefix(BOM)):

            def at_once(line: bytes) -> bool:
                return piped.waits() and is_whole(line)

            found = in_games(STDIN, lines_of(piped, STDIN, ahead), begins)
            yield from in_batches(STDIN, stream, found, begins, batches.BATCH, PIPED_BATCH, at_once)
        else:
            yield documents(STDIN, in_games(STDIN, lines_of(piped, STDIN, ahead), begins))


def _in_all(piped: Piped, ahead: list[bytes]) -> Document:
    begun = b"".join(ahead)
    raw = begun + read(piped, LIMIT + 1 - len(begun), STDIN) if len(begun) <= LIMIT else begun
    if len(raw) > LIMIT:
        refuse(STDIN, f"more than {LIMIT >> 20} MB; write one game per line, as in a .jsonl file")
    return parse(decoded(raw.removeprefix(BOM), STDIN), "-")


def _is_json_map(line: bytes) -> bool:
    if not line.lstrip().startswith(b"{"):
        return False
    import json

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
