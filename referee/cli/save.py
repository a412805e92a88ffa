"""A file that is written again and again, and is complete at any moment, even if the program is killed."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError

PAUSES = (0.01, 0.05, 0.2, 0.5)
"""How many seconds to wait for a file on Windows, one pause after another."""


def save(path: str, text: str) -> None:
    """Replaces a file by a text, on disk before this returns: a reader finds the old file or the new one."""
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
    """Gives a file the name of another; on Windows this waits while another program, such as a virus scanner, has it open."""
    for pause in PAUSES if sys.platform == "win32" else ():
        try:
            part.replace(whole)
            return
        except PermissionError:
            time.sleep(pause)
    part.replace(whole)


def _sync_folder(folder: Path) -> None:
    """Makes the new name of a file survive a loss of power, if the system offers that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
