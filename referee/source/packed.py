"""Compressed files, read like others: gzip, bzip2, xz, and zstd if Python or the package `zstandard` supports it."""

from __future__ import annotations

import errno
import importlib
import io
import zlib
from collections.abc import Callable
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
    piece = ZSTD_PIECE if path.endswith(".zst") else GZIP_PIECE
    return io.BufferedReader(_Unpacked(stream, _beginner(path), piece, most), 1 << 18)


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
    """Bytes of one or several compressed streams, one after another. Raises OSError if they are damaged, cut off or longer than
    `most`, once everything before that has been read."""

    def __init__(self, packed: BinaryIO, begin: Callable[[], Any], piece: int, most: int) -> None:
        self.packed = packed
        self._begin = begin
        self._piece = piece
        self._most = self._left = most
        self._unpack: Any = None
        self._streams = 0
        self._ready = memoryview(b"")
        self._fault = ""
        self._last = b""

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        """Return how far the packed file has been read, in its own bytes."""
        return self.packed.tell()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            if self._fault:
                raise OSError(errno.EIO, self._fault)
            raw = self.packed.read(self._piece) if self._wants_more() else None
            if raw == b"":
                if self._unpack is not None:
                    raise OSError(errno.EIO, "its compressed data ends too early")
                return 0
            self._ready = memoryview(self._next(raw or b""))
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _wants_more(self) -> bool:
        """Return whether what was read of the packed file is unpacked; bzip2 and xz keep the rest of it back."""
        return bool(getattr(self._unpack, "needs_input", True))

    def _next(self, raw: bytes) -> bytes:
        found = []
        while raw or not self._wants_more():
            begins = self._unpack is None
            if begins:
                if not raw.strip(b"\0"):  # gzip files may be padded
                    break
                self._unpack = self._begin()
            try:
                most = (AT_ONCE,) if hasattr(self._unpack, "needs_input") else ()
                found.append(self._unpack.decompress(raw, *most))
            except Exception as error:  # each module has its own
                self._fault = "its compressed data is damaged"
                if "emory" in str(error):
                    self._fault = f"unpacking it takes more than {XZ_MEMORY >> 20} MB of memory; {SMALLER}"
                elif begins and self._streams:
                    self._fault = "something that is not compressed follows its compressed data"
                    found.append(b"" if self._last == b"\n" else b"\n")  # the last line counts as whole anyway
                break
            self._left -= len(found[-1])
            self._last = found[-1][-1:] or self._last
            if self._left < 0:
                more = size_in_words(2 * self._most).removesuffix(" bytes").replace(" ", "")
                self._fault = f"it unpacks to more than {size_in_words(self._most)}; {MORE} {more}"
                return b"".join(found)[: self._left]
            raw = b""
            if self._unpack.eof:
                raw, self._unpack = self._unpack.unused_data, None
                self._streams += 1
            elif not self._wants_more():
                break
        return b"".join(found)

    def close(self) -> None:
        self.packed.close()
        super().close()
