"""A file that is written anew again and again, and is whole at any moment, whatever becomes of the program."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError

PAUSES = (0.01, 0.05, 0.2, 0.5)
"""So many seconds a file of Windows is waited for, one after the other."""


def save(path: str, text: str) -> None:
    """Puts a text in place of a file, on the disk before this returns: whoever reads the file finds the old one or the new."""
    whole = Path(os.path.realpath(path))
    part = Path(f"{whole}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if whole.exists():
            part.chmod(whole.stat().st_mode & 0o777)
        put_in_place(part, whole)
        _sync_folder(whole.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        why = (os.strerror(error.errno) if error.errno else str(error)).lower()
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), f"{path} cannot be written: {why}")]) from None


def put_in_place(part: Path, whole: Path) -> None:
    """Gives a file the name of another; on Windows that has to wait while somebody else, such as a scanner, has it open."""
    for pause in PAUSES if sys.platform == "win32" else ():
        try:
            part.replace(whole)
            return
        except PermissionError:
            time.sleep(pause)
    part.replace(whole)


def _sync_folder(folder: Path) -> None:
    """Lets the new name of a file survive a loss of power, where the system offers that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
