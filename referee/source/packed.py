"""Compressed files, read as if they were not: gzip, and zstd where Python or the package `zstandard` knows it."""

from __future__ import annotations

import errno
import importlib
import io
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO

from referee.source.text import refuse

# A hostile file unpacks a piece of this size to some tens of megabytes, and no more.
GZIP_PIECE, ZSTD_PIECE = 1 << 14, 1 << 10


def unpacked(stream: BinaryIO, path: str) -> BinaryIO:
    """What a compressed file holds. Raises SourceError when nothing here can unpack it."""
    if path.endswith(".gz"):
        return io.BufferedReader(_Unpacked(stream, lambda: zlib.decompressobj(31), GZIP_PIECE), 1 << 18)
    return io.BufferedReader(_Unpacked(stream, _zstd(path), ZSTD_PIECE), 1 << 18)


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
    """Bytes of one or several compressed streams, one after another. Raises OSError for what is damaged or cut off."""

    def __init__(self, packed: BinaryIO, begin: Callable[[], Any], piece: int) -> None:
        self.packed = packed
        self._begin = begin
        self._piece = piece
        self._unpack: Any = None
        self._ready = b""

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        """How far the packed file has been read, in its own bytes."""
        return self.packed.tell()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            raw = self.packed.read(self._piece)
            if not raw:
                if self._unpack is not None:
                    raise OSError(errno.EIO, "its compressed data ends too early")
                return 0
            self._ready = self._next(raw)
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _next(self, raw: bytes) -> bytes:
        found = []
        while raw:
            if self._unpack is None:
                if not raw.strip(b"\0"):  # gzip files may be padded
                    break
                self._unpack = self._begin()
            try:
                found.append(self._unpack.decompress(raw))
            except Exception as error:  # zlib.error or zstandard's own
                raise OSError(errno.EIO, "its compressed data is damaged") from error
            raw = b""
            if self._unpack.eof:
                raw, self._unpack = self._unpack.unused_data, None
        return b"".join(found)

    def close(self) -> None:
        self.packed.close()
        super().close()
