"""Compressed files, read like others: gzip, bzip2, xz, and zstd if Python or the package `zstandard` supports it."""

from __future__ import annotations

import errno
import importlib
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, BinaryIO, Protocol

from referee.source.text import complaint, size_in_words

# A hostile file unpacks a piece of this size to some tens of megabytes, not more.
GZIP_PIECE, ZSTD_PIECE = 1 << 14, 1 << 10
# Of bzip2 and xz, which unpack a kilobyte to a gigabyte, no more than this is taken at a time.
AT_ONCE = 1 << 20
XZ_MEMORY = 128 << 20
SMALLER = "pack it again with a smaller dictionary, as xz does by itself"

MORE = "`referee validate` reads more with --max-unpacked"


class Unpacker(Protocol):
    """What unpacks one compressed stream, as the modules of Python have it; some keep the rest, and then say `needs_input`."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What follows its end."""
        ...

    def decompress(self, packed: bytes, /, *most: int) -> bytes:
        """Return the next piece. Raises an error of the module."""
        ...


BEGINNERS: Mapping[str, Mapping[str, Callable[[Any], Unpacker]]] = {
    "gz": {"zlib": lambda module: module.decompressobj(31)},
    "bz2": {"bz2": lambda module: module.BZ2Decompressor()},
    "xz": {"lzma": lambda module: module.LZMADecompressor(module.FORMAT_XZ, memlimit=XZ_MEMORY)},
    "zst": {
        "compression.zstd": lambda module: module.ZstdDecompressor(),
        "zstandard": lambda module: module.ZstdDecompressor().decompressobj(),
    },
}
"""Functions that begin to unpack a stream, by the ending of a file and by the module, which this Python may lack."""


def unpack(stream: BinaryIO, path: str, most: int) -> BinaryIO:
    """The content of a compressed file as a stream, at most `most` bytes. Raises SourceError if nothing here can
    unpack it."""
    ending = path.rpartition(".")[2].lower()
    for name, begin in BEGINNERS[ending].items():
        with suppress(ImportError):
            begins = partial(begin, importlib.import_module(name))
            return io.BufferedReader(_Unpacked(stream, begins, ending == "zst", most), 1 << 18)
    built = f"this Python was built without what unpacks .{ending} files; unpack it yourself"
    zstd = "to read .zst files, install the package zstandard: pip install 'referee[fast]'"
    raise complaint(path, zstd if ending == "zst" else built)


class _Unpacked(io.RawIOBase):
    """The bytes of one or several compressed streams, one after another."""

    def __init__(self, packed: BinaryIO, begin: Callable[[], Unpacker], is_zstd: bool, most: int) -> None:
        self.packed = packed
        self._pieces = _pieces(packed, begin, ZSTD_PIECE if is_zstd else GZIP_PIECE, most)
        self._ready: memoryview | None = memoryview(b"")

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        """Return how far the packed file has been read, in its own bytes."""
        return self.packed.tell()

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with the next unpacked bytes; their number, 0 at the end. It is called by the buffered reader
        above this."""
        while self._ready is not None and not self._ready:
            self._ready = next(self._pieces, None)
        if self._ready is None:
            return 0
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def close(self) -> None:
        self.packed.close()
        super().close()


def _pieces(packed: BinaryIO, begin: Callable[[], Unpacker], size: int, most: int) -> Iterator[memoryview]:
    """Yield the unpacked content piece by piece; the packed file is read `size` bytes at a time.

    Raises OSError if it is damaged, cut off or holds more than `most` bytes, once everything before that has been
    yielded.
    """
    unpack: Unpacker | None = None
    streams = 0
    bytes_left = most
    last = b""
    while raw := packed.read(size):
        while raw or not getattr(unpack, "needs_input", True):  # bzip2 and xz keep the rest of what was read back
            begins = unpack is None
            if begins and not raw.strip(b"\0"):  # gzip files may be padded
                break
            if unpack is None:
                unpack = begin()
            try:
                piece = unpack.decompress(raw, *([AT_ONCE] if hasattr(unpack, "needs_input") else []))
            except Exception as error:  # each module has its own
                why = "its compressed data is damaged"
                if "emory" in str(error):
                    why = f"unpacking it takes more than {XZ_MEMORY >> 20} MB of memory; {SMALLER}"
                elif begins and streams:
                    why = "something that is not compressed follows its compressed data"
                    yield memoryview(b"" if last == b"\n" else b"\n")  # the last line counts as whole anyway
                raise OSError(errno.EIO, why) from None
            bytes_left -= len(piece)
            last = piece[-1:] or last
            yield memoryview(piece)[: bytes_left if bytes_left < 0 else None]
            if bytes_left < 0:
                more = size_in_words(2 * most).removesuffix(" bytes").replace(" ", "")
                raise OSError(errno.EIO, f"it unpacks to more than {size_in_words(most)}; {MORE} {more}")
            raw = b""
            if unpack.eof:
                raw = unpack.unused_data
                unpack = None
                streams += 1
    if unpack is not None:
        raise OSError(errno.EIO, "its compressed data ends too early")
