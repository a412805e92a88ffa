"""A file that an answer is written to: it appears when it is whole, and never replaces what is read."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from referee.cli.exit_codes import DISK, Misuse, remark
from referee.cli.save import put_in_place
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError


@contextlib.contextmanager
def file_for(out: str, option: str = "--out", inputs: Iterable[str] = ()) -> Iterator[Path]:
    """A place to write a file at; it appears under its own name when everything went well.

    Otherwise what was there is kept. After an interruption the part that was written stands beside it as `NAME.partial`. A
    device or a pipe is written to as it is. `inputs` are files that are read, which it may not be.
    """
    whole = Path(os.path.realpath(out))
    straight = whole.exists() and not whole.is_file()
    part = whole if straight else Path(f"{whole}.{os.getpid()}.part")
    if any(map(partial(_same, str(whole)), () if straight else inputs)):
        raise Misuse(f"{option} {out} would replace a file that is read here; name another")
    with contextlib.nullcontext() if straight else _gone_when_ended(part):
        try:
            if whole.is_dir():
                raise IsADirectoryError(errno.EISDIR, out)
            if not straight:
                part.touch()
        except OSError as error:
            raise Misuse(f"{option} {out} cannot be written: {_why(error)}") from None
        try:
            yield part
            if not straight:
                put_in_place(part, whole)
        except OSError as error:
            if error.errno not in DISK and error.filename != str(part):
                raise
            message = f"{option} {out} cannot be written: {_why(error)}"
            raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), message)]) from None
        except KeyboardInterrupt:
            if not straight:
                _keep(part, out, f"{whole}.partial")
            raise
        finally:
            if not straight:
                with contextlib.suppress(OSError):
                    part.unlink(missing_ok=True)


def _keep(part: Path, out: str, name: str) -> None:
    """Keeps what was written of a file beside it."""
    with contextlib.suppress(OSError):
        if part.stat().st_size:
            part.replace(name)
            remark(f"{out}.partial holds what was written; {out} is as it was")


def folder_for(out: str, option: str = "--out") -> Path:
    """A folder to write files into, made where it is missing."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"{option} {out} cannot be written: {_why(error)}") from None
    return folder


@contextlib.contextmanager
def _gone_when_ended(part: Path) -> Iterator[None]:
    """Removes a file where a signal ends the program, which then ends by that signal."""

    def ended(number: int, _: Any) -> None:
        part.unlink(missing_ok=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    before = {}
    for deadly in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(deadly) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the first thread, as when somebody else runs the command
                before[deadly] = signal.signal(deadly, ended)
    try:
        yield
    finally:
        for deadly, handler in before.items():
            signal.signal(deadly, handler)


def _same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def _why(error: OSError) -> str:
    return (os.strerror(error.errno) if error.errno else str(error)).lower()
