"""What a file says: opened with care, decoded, and read by its suffix."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import BinaryIO, NoReturn

from referee.core.places import Complaint, Place, SourceError
from referee.source.document import Document

LIMIT = 64 * 1024 * 1024
"""The most bytes of a YAML or JSON file."""

LINE_LIMIT = 16 * 1024 * 1024
"""The most bytes of one line of a JSON Lines file."""

STDIN = "<stdin>"
_BOM = b"\xef\xbb\xbf"


def read_text(path: str) -> str:
    """The text of a file, or of standard input for "-": UTF-8, a leading byte order mark dropped."""
    shown = _shown(path)
    with _opened(path) as stream:
        raw = _read(stream, LIMIT + 1, shown)
    if len(raw) > LIMIT:
        _refuse(shown, f"the file is larger than {LIMIT >> 20} MB; write one game a line into a .jsonl file")
    return _decoded(raw.removeprefix(_BOM), shown)


def parse(text: str, path: str) -> Document:
    """The document that a text holds: JSON when `path` ends in .json, otherwise YAML.

    Standard input is JSON when it begins with "{" or "[".
    """
    path = _shown(path)
    text = text.removeprefix("\ufeff")
    if _is_json(text, path):
        from referee.source import json_text

        return Document(path, json_text.read(text, path), text, json_text.places)
    from referee.source import yaml_text

    return Document(path, yaml_text.read(text, path), text, yaml_text.places)


def load(path: str) -> Document:
    """The document in a file, or in standard input for "-"."""
    return parse(read_text(path), path)


def load_lines(path: str) -> Iterator[Document | SourceError]:
    """The documents of a JSON Lines file, one a line, as they are read; blank lines are skipped.

    A line that cannot be read is yielded as a SourceError, and reading goes on. A file that cannot be opened
    raises at the first step.
    """
    with _opened(path) as stream:
        yield from _documents(_lines(stream, _shown(path)), _shown(path))


def load_piped() -> Iterator[Document | SourceError]:
    """The documents in standard input: one a line when the first line is a whole JSON map, otherwise one in all.

    A line that cannot be read is yielded, as by `load_lines`; one document in all that cannot be read raises.
    """
    with _opened("-") as stream:
        first = _read_line(stream, STDIN)
        if _is_json_map(first.removeprefix(_BOM)):
            yield from _documents(_lines(stream, STDIN, first), STDIN)
            return
        raw = first + _read(stream, LIMIT + 1, STDIN)
    if len(raw) > LIMIT:
        _refuse(STDIN, f"more than {LIMIT >> 20} MB; write one game a line, as in a .jsonl file")
    yield parse(_decoded(raw.removeprefix(_BOM), STDIN), "-")


def _is_json_map(line: bytes) -> bool:
    if not line.lstrip().startswith(b"{"):
        return False
    import json

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def parse_lines(text_lines: Iterable[str], path: str) -> Iterator[Document | SourceError]:
    """The documents of JSON Lines, as `load_lines` yields them."""
    return _documents(text_lines, _shown(path))


def _documents(lines: Iterable[str | SourceError], path: str) -> Iterator[Document | SourceError]:
    from referee.source import json_text

    empty = True
    for number, line in enumerate(lines, 1):
        if isinstance(line, SourceError):
            empty = False
            yield line
            continue
        text = (line.removeprefix("\ufeff") if number == 1 else line).rstrip("\r\n")
        if not text or text.isspace():
            continue
        empty = False
        try:
            yield Document(path, json_text.read(text, path, number), text, json_text.places, number)
        except SourceError as error:
            yield error
    if empty:
        yield _complaint(path, "the file is empty; expected one JSON document a line")


def _lines(stream: BinaryIO, path: str, first: bytes = b"") -> Iterator[str | SourceError]:
    """The lines of a stream; `first` is its first line where that has been read already."""
    number = 0
    while raw := (first if first and not number else _read_line(stream, path)):
        number += 1
        if len(raw) > LINE_LIMIT:
            yield _complaint(path, f"the line is longer than {LINE_LIMIT >> 20} MB; write one game a line", number)
            while raw and not raw.endswith(b"\n"):
                raw = _read_line(stream, path)
            continue
        try:
            yield _decoded(raw.removeprefix(_BOM) if number == 1 else raw, path, number)
        except SourceError as error:
            yield error


def _is_json(text: str, path: str) -> bool:
    if path == STDIN:
        return text.lstrip()[:1] in ("{", "[")
    return path.lower().endswith(".json")


def _shown(path: str) -> str:
    return STDIN if path == "-" else path


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    """A file opened for reading; only a regular file or a pipe: to open a device may hang or never end."""
    if path == "-":
        if sys.stdin is None:
            _refuse(STDIN, "standard input is closed; name a file")
        return nullcontext(sys.stdin.buffer)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - pathlib costs more at start-up than all of this module
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            _refuse(path, _kind(mode))
        return closing(open(path, "rb"))  # noqa: PTH123
    except (OSError, ValueError) as error:
        _refuse(path, _reason(error))


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "this is a folder; expected a file"
    if stat.S_ISSOCK(mode):
        return "this is a socket; expected a file, or - for standard input"
    return "this is a device; expected a file, or - for standard input"


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "no such file"
    if isinstance(error, PermissionError):
        return "you have no permission to read this file"
    if isinstance(error, OSError) and error.strerror:
        return f"the file cannot be read: {error.strerror.lower()}"
    return "no file can have this name"


def _read(stream: BinaryIO, most: int, path: str) -> bytes:
    try:
        return stream.read(most)
    except OSError as error:
        _refuse(path, _reason(error))


def _read_line(stream: BinaryIO, path: str) -> bytes:
    try:
        return stream.readline(LINE_LIMIT + 1)
    except OSError as error:
        _refuse(path, _reason(error))


def _decoded(raw: bytes, path: str, first_line: int = 1) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        at = error.start
    before = raw[:at].decode()
    line_start = before.rfind("\n") + 1
    raise _complaint(
        path,
        f"the byte 0x{raw[at]:02X} is not UTF-8; save the file as UTF-8",
        first_line + before.count("\n"),
        len(before) - line_start + 1,
    )


def _complaint(path: str, message: str, line: int = 1, column: int = 1) -> SourceError:
    return SourceError([Complaint(Place(path, line, column), message)])


def _refuse(path: str, message: str) -> NoReturn:
    raise _complaint(path, message) from None
