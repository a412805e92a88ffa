"""A file that a command changes: the change is shown as a diff, and written unless it should only be shown."""

from __future__ import annotations

import difflib
from pathlib import Path

from referee.cli.out_file import file_for
from referee.cli.output import say
from referee.source.files import BOM


def show_and_write(path: str, before: str, after: str, *, only_show: bool) -> None:
    """Shows what differs between two texts of a file, and writes the later one."""
    old, new = (each.splitlines(keepends=True) for each in (before, after))
    for line in difflib.unified_diff(old, new, path, path, n=1):
        say(line.rstrip("\r\n"), "diff")
    if not only_show and before != after:
        _write(path, after)


def _write(path: str, text: str) -> None:
    """Replaces a file by a text in one step, and keeps its line ends, byte order mark and permissions."""
    file = Path(path)
    mark = BOM if file.read_bytes().startswith(BOM) else b""
    with file_for(path, "FILE", rewrites=True) as part:
        part.chmod(file.stat().st_mode)
        part.write_bytes(mark + text.encode())
