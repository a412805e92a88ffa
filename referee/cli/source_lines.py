"""The lines of the files that findings are about."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager

from referee import source
from referee.core.places import COMMAND_LINE, SourceError
from referee.source.files import STDIN, Heard, located, overhearing

MOST = 4 * 1024 * 1024


class SourceLines:
    """The lines of a file, read again when first needed; those of the latest file are kept.

    Those of standard input, which can be read only once, are kept while it is `overheard`: of the first `MOST` bytes. There are
    none for a file of more bytes, unpacked.
    """

    def __init__(self, unpacked: int) -> None:
        self._unpacked = unpacked
        self._path = ""
        self._lines: Sequence[str] = ()
        self._heard, self._split = Heard(MOST), 0

    def overheard(self) -> AbstractContextManager[None]:
        """While standard input is read, its lines are kept."""
        return overhearing(self._heard)

    def __call__(self, path: str) -> Sequence[str]:
        if path == STDIN and self._split != self._heard.size:
            self._path, self._split = "", self._heard.size
        if path != self._path:
            self._path, self._lines = path, self._read(path)
        return self._lines

    def _read(self, path: str) -> Sequence[str]:
        if path == STDIN:
            return source.lines_of(self._heard.text)
        if path == COMMAND_LINE or _size(path) > MOST:
            return ()
        try:
            return source.lines_of(source.read_text(path, min(self._unpacked, MOST)))
        except SourceError:  # it is gone, or cannot be read, and its complaint says so
            return ()


def _size(path: str) -> int:
    try:
        return os.stat(located(path)).st_size  # noqa: PTH116 - pathlib would take a part of every start
    except (OSError, ValueError):
        return 0
