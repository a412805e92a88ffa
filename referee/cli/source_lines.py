"""The lines of the files that findings are about."""

from __future__ import annotations

from collections.abc import Sequence

from referee import source
from referee.core.places import COMMAND_LINE, SourceError
from referee.source.files import STDIN


class SourceLines:
    """The lines of a file, read again when they are first asked for; those of the latest file are kept.

    None of standard input, which can be read only once, nor of a file that is larger than a game may be.
    """

    def __init__(self, unpacked: int) -> None:
        self._unpacked = unpacked
        self._path = ""
        self._lines: Sequence[str] = ()

    def __call__(self, path: str) -> Sequence[str]:
        if path != self._path:
            self._path, self._lines = path, self._read(path)
        return self._lines

    def _read(self, path: str) -> Sequence[str]:
        if path in (STDIN, COMMAND_LINE):
            return ()
        try:
            return source.lines_of(source.read_text(path, self._unpacked))
        except SourceError:  # it is gone, or cannot be read, which is what its complaint says
            return ()
