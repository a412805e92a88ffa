"""The content of a file: opened with care, decoded, and read according to its suffix."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING, BinaryIO, Protocol, TypeVar

from referee.core.wording import slip_of
from referee.source.text import Document, fault, refuse

T = TypeVar("T")


LIMIT = 16 * 1024 * 1024
"""The most bytes of a game: of a YAML or JSON file, of a line, of a head and the lines of its events."""

YAML_LIMIT = 4 * 1024 * 1024
"""The most characters of a YAML file, which is read much more slowly."""
UNPACKED = 1024 * 1024 * 1024
"""The most bytes to which a compressed file unpacks, unless more is allowed."""

STDIN = "<stdin>"
PACKED = (".gz", ".bz2", ".xz", ".zst")
"""The suffixes of compressed files; the one before says what they hold."""

BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


_asker: ContextVar[str] = ContextVar("folder", default="")


@contextmanager
def _holding(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Give a context variable this value while the `with` block runs, and then its former value."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def relative_to(folder: str) -> AbstractContextManager[None]:
    """Let relative paths begin in this folder, the caller's, and not in the working folder of this process."""
    return _holding(_asker, folder)


_unsaved: ContextVar[Mapping[str, str] | None] = ContextVar("unsaved", default=None)


def with_unsaved(texts: Mapping[str, str]) -> AbstractContextManager[None]:
    """Let files have these texts, by their real paths, as in an editor that has not saved them yet."""
    return _holding(_unsaved, texts)


def real_path(path: str) -> str:
    """Return where the file is that is shown under this path."""
    return os.path.join(_asker.get(), path)  # noqa: PTH118 - as above


def read_text(path: str, unpacked: int = UNPACKED) -> str:
    """The text of a file, or of standard input for "-": UTF-8, a leading byte order mark dropped. Raises SourceError.

    At most `unpacked` bytes are read out of a compressed file. A text that an editor has not saved yet counts
    instead.
    """
    name = display_path(path)
    texts = _unsaved.get()
    if texts and (text := texts.get(os.path.realpath(real_path(path)))) is not None:
        return text
    with open_regular(path, unpacked) as stream:
        large = f"the file is larger than {LIMIT >> 20} MB; write one game per line into a .jsonl file"
        raw = read(stream, LIMIT, name, large)
    return decode(raw.removeprefix(BOM), name)


def read_foreign(path: str, most: int = UNPACKED) -> tuple[str, int]:
    """Return the text of a file that another program wrote, and the first line that is not UTF-8 (0: none)."""
    name = display_path(path)
    with open_regular(path, most) as stream:
        raw = read(stream, LIMIT, name, f"the file is larger than {LIMIT >> 20} MB; split it into several")
    if raw.startswith(COMPRESSED):
        refuse(name, UNPACK)
    return foreign_text(raw)


def foreign_text(raw: bytes) -> tuple[str, int]:
    """The text of bytes that another program wrote, and the number of the first line that is not UTF-8, 0 if all are.

    Bytes that are not UTF-8 are read as Latin 1, and only they: a file may have been put together from several.
    """
    raw = raw.removeprefix(BOM)
    try:
        return raw.decode("utf-8"), 0
    except UnicodeDecodeError as error:
        # a byte that is not UTF-8 becomes U+DC00 plus the byte, and below the Latin 1 letter of that number
        text = raw.decode("utf-8", "surrogateescape")
        line = raw.count(b"\n", 0, error.start) + 1
        return re.sub("[\udc80-\udcff]", lambda match: chr(ord(match[0]) - 0xDC00), text), line


def parse(text: str, path: str) -> Document:
    """The document that a text holds: JSON if `path` ends in .json, otherwise YAML. Raises SourceError.

    Standard input is JSON if it begins with "{" or "[".
    """
    path = display_path(path)
    text = text.removeprefix("\ufeff")
    if path == STDIN:
        is_json = text.lstrip()[:1] in ("{", "[")
    else:
        is_json = bare(path).lower().endswith(".json")
    if is_json:
        from referee.source import json_text

        return Document(path, json_text.read(text, path), text, json_text.places)
    if len(text) > YAML_LIMIT:
        instead = "write JSON, or one game per line into a .jsonl file"
        refuse(path, f"the YAML is larger than {YAML_LIMIT >> 20} MB; {instead}")
    from referee.source import yaml_text

    data, tree = yaml_text.read(text, path)
    return Document(path, data, text, lambda text: tree)


def load(path: str, unpacked: int = UNPACKED) -> Document:
    """Return the document in a file, or in standard input for "-"."""
    return parse(read_text(path, unpacked), path)


def bare(path: str) -> str:
    """Return a path without the ending that says how it is compressed."""
    if path.lower().endswith(PACKED):
        return path.rpartition(".")[0]
    return path


def is_lines(path: str) -> bool:
    """Return whether a file holds one document per line."""
    return bare(path).lower().endswith(".jsonl")


def display_path(path: str) -> str:
    """Return a path as it is shown to people."""
    if path == "-":
        return STDIN
    return path


def open_regular(path: str, unpacked: int = UNPACKED) -> AbstractContextManager[BinaryIO]:
    """A file opened for reading, to be used in a `with` block; only a regular file or a pipe, as a device may hang or
    never end.

    Of a compressed file the content is read, at most `unpacked` bytes. Raises SourceError.
    """
    if path == "-":
        if sys.stdin is None:
            refuse(STDIN, "standard input is closed; name a file")
        return nullcontext(sys.stdin.buffer)
    try:
        mode = os.stat(real_path(path)).st_mode  # noqa: PTH116 - pathlib costs more at start-up than all of this module
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            kind = _kind(mode)
            refuse(path, f"this is a {kind}; expected a file" + ", or - for standard input" * (kind != "folder"))
        stream: BinaryIO = open(real_path(path), "rb")  # noqa: PTH123, SIM115
    except (OSError, ValueError) as error:
        refuse(path, reason(error) + _file_meant(path, error))
    if bare(path) == path:
        return closing(stream)
    from referee.source import packed

    return closing(packed.unpack(stream, path, unpacked))


def _file_meant(path: str, error: OSError | ValueError) -> str:
    """The end of a sentence about a file that is not there: the one beside it whose name is nearly the same, if any."""
    if not isinstance(error, FileNotFoundError):
        return ""
    folder, name = os.path.split(real_path(path))
    try:
        there = os.listdir(folder or os.curdir)  # noqa: PTH208 - as above
    except OSError:
        return ""
    near = slip_of(name, there)
    if near is None:
        near = _only_with_stem(name, there)
    if near is None:
        return ""
    return f"; did you mean {os.path.join(os.path.dirname(path), near)}?"  # noqa: PTH118, PTH120 - as above


def _only_with_stem(name: str, there: Iterable[str]) -> str | None:
    """The only file with the same name and another ending, or with an ending; None if there is none, or several."""
    stem = os.path.splitext(name)[0]  # noqa: PTH122 - as above
    alike = [other for other in there if os.path.splitext(other)[0] == stem]  # noqa: PTH122 - as above
    if len(alike) != 1:
        return None
    return alike[0]


def _kind(mode: int) -> str:
    """Return the word for something that is not a regular file, by its mode."""
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISFIFO(mode):
        return "pipe"
    if stat.S_ISSOCK(mode):
        return "socket"
    return "device"


def lies_in(path: str, folder: str) -> bool:
    """Return whether a file is in a folder or below it, and no link leads out of it on the way."""
    top = os.path.join(os.path.realpath(real_path(folder)), "")  # noqa: PTH118 - as above
    return os.path.realpath(real_path(path)).startswith(top)


def require_own_file(path: str, instead: str = "") -> None:
    """Refuse a file that was found and not named, unless it is a regular file that lies in its own folder. Raises
    SourceError.

    A link that leads out of the folder is not followed, and a pipe or a device is not opened; `instead` ends the
    message with what to do. What is not there is for the reader to report.
    """
    if not lies_in(path, os.path.dirname(path)):  # noqa: PTH120 - as above
        refuse(path, f"this link leads out of its folder and is not followed{instead}")
    try:
        mode = os.stat(real_path(path)).st_mode  # noqa: PTH116 - as above
    except OSError:
        return
    if not stat.S_ISREG(mode):
        refuse(path, f"this is a {_kind(mode)}; expected a file")


def reason(error: OSError | ValueError) -> str:
    """The reason why a file cannot be opened or read, in words."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "no such file"
    if isinstance(error, PermissionError):
        return "you have no permission to read this file"
    if isinstance(error, OSError) and error.strerror:
        return f"the file cannot be read: {error.strerror[0].lower()}{error.strerror[1:]}"
    return "no file can have this name"


if TYPE_CHECKING:

    class Readable(Protocol):
        """A file or pipe that is read once."""

        def read(self, most: int, /) -> bytes:
            """Return at most so many bytes."""
            ...


def read(stream: Readable, most: int, path: str, too_large: str) -> bytes:
    """Return the bytes that are left in a stream, if there are not more than so many."""
    try:
        raw: bytes = stream.read(most + 1)
    except OSError as error:
        refuse(path, reason(error))
    if len(raw) > most:
        refuse(path, too_large)
    return raw


COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"PK\x03\x04", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x04\x22\x4d\x18")
"""The first bytes of files made by gzip, zstd, bzip2, zip, xz, 7-Zip and lz4."""
UNPACK = f"this is compressed; unpack it, or if its name lacks {', '.join(PACKED[:-1])} or {PACKED[-1]}, add that"


def decode(raw: bytes, path: str, first_line: int = 1) -> str:
    """Bytes as text. Raises SourceError at the first place that is not UTF-8; the bytes begin on line `first_line` of
    the file."""
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        at = error.start
    before = raw[:at].decode()
    message = f"the byte 0x{raw[at]:02X} is not UTF-8; save the file as UTF-8"
    if at == 0 and raw.startswith(UTF_16):
        message = "this is UTF-16; save the file as UTF-8"
    if first_line == 1 and raw.startswith(COMPRESSED):
        message = UNPACK
    raise fault(before, len(before), message, path, first_line)
