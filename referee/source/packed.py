"""Compressed files, read like others: gzip, bzip2, xz, and zstd if Python or the package `zstandard` supports it."""

from __future__ import annotations

import errno
import importlib
import io
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from referee.source.text import refuse, size_in_words

# A hostile file unpacks a piece of this size to some tens of megabytes, not more.
GZIP_PIECE, ZSTD_PIECE = 1 << 14, 1 << 10
# Of bzip2 and xz, which unpack a kilobyte to a gigabyte, no more than this is taken at a time.
AT_ONCE = 1 << 20
XZ_MEMORY = 128 << 20
SMALLER = "pack it again with a smaller dictionary, as xz does by itself"

MORE = "`referee validate` reads more with --max-unpacked"


def unpacked(stream: BinaryIO, path: str, most: int) -> BinaryIO:
    """Return what a compressed file holds, up to a number of bytes. Raises SourceError if nothing here can unpack it."""
    return io.BufferedReader(_Unpacked(stream, _beginner(path), path.endswith(".zst"), most), 1 << 18)


def _beginner(path: str) -> Callable[[], Any]:
    """Return what begins to unpack a stream of a file. Raises SourceError if nothing here can."""
    if path.endswith(".zst"):
        return _zstd(path)
    try:
        if path.endswith(".bz2"):
            import bz2

            return bz2.BZ2Decompressor
        if path.endswith(".xz"):
            import lzma

            return lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    except ImportError:
        refuse(path, f"this Python was built without what unpacks .{path.rpartition('.')[2]} files; unpack it yourself")
    return lambda: zlib.decompressobj(31)


def _zstd(path: str) -> Callable[[], Any]:
    try:
        decompressor: Any = importlib.import_module("compression.zstd").ZstdDecompressor
    except ImportError:
        try:
            known: Any = importlib.import_module("zstandard")
        except ImportError:
            refuse(path, "to read .zst files, install the package zstandard: pip install 'referee[fast]'")
        return lambda: known.ZstdDecompressor().decompressobj()
    return lambda: decompressor()


class _Unpacked(io.RawIOBase):
    """The bytes of one or several compressed streams, one after another."""

    def __init__(self, packed: BinaryIO, begin: Callable[[], Any], is_zstd: bool, most: int) -> None:
        self.packed = packed
        self._pieces = _pieces(packed, begin, ZSTD_PIECE if is_zstd else GZIP_PIECE, most)
        self._ready: memoryview | None = memoryview(b"")

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        """Return how far the packed file has been read, in its own bytes."""
        return self.packed.tell()

    def readinto(self, buffer: Any) -> int:
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


def _pieces(packed: BinaryIO, begin: Callable[[], Any], size: int, most: int) -> Iterator[memoryview]:
    """Yield what compressed streams hold. Raises OSError if they are damaged, cut off or longer than `most`, once everything
    before that has been yielded."""
    unpack: Any = None
    streams, left, last = 0, most, b""
    while raw := packed.read(size):
        while raw or not getattr(unpack, "needs_input", True):  # bzip2 and xz keep the rest of what was read back
            begins = unpack is None
            if begins and not raw.strip(b"\0"):  # gzip files may be padded
                break
            unpack = begin() if begins else unpack
            try:
                found = unpack.decompress(raw, *([AT_ONCE] if hasattr(unpack, "needs_input") else []))
            except Exception as error:  # each module has its own
                why = "its compressed data is damaged"
                if "emory" in str(error):
                    why = f"unpacking it takes more than {XZ_MEMORY >> 20} MB of memory; {SMALLER}"
                elif begins and streams:
                    why = "something that is not compressed follows its compressed data"
                    yield memoryview(b"" if last == b"\n" else b"\n")  # the last line counts as whole anyway
                raise OSError(errno.EIO, why) from None
            left -= len(found)
            last = found[-1:] or last
            yield memoryview(found)[: left if left < 0 else None]
            if left < 0:
                more = size_in_words(2 * most).removesuffix(" bytes").replace(" ", "")
                raise OSError(errno.EIO, f"it unpacks to more than {size_in_words(most)}; {MORE} {more}")
            raw = b""
            if unpack.eof:
                raw, unpack = unpack.unused_data, None
                streams += 1
    if unpack is not None:
        raise OSError(errno.EIO, "its compressed data ends too early")
