"""A file that an answer is written to: it appears once complete, and never replaces a file that is read."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from referee.cli.exit_codes import DISK, Misuse, remark
from referee.cli.save import put_in_place
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.rules import find


@contextlib.contextmanager
def file_for(out: str, option: str = "--out", inputs: Iterable[str] = (), *, rewrites: bool = False) -> Iterator[Path]:
    """A place to write a file; the file appears under its own name once everything went well.

    Otherwise what was there is kept. After an interruption, what was written so far is kept as `NAME.partial`. A device or a
    pipe is written to directly. `inputs` are files that are read, and may not be replaced, nor may rules that were loaded,
    unless the command `rewrites` what it reads.
    """
    whole = Path(os.path.realpath(out))
    straight = whole.exists() and not whole.is_file()
    part = whole if straight else Path(f"{whole}.{os.getpid()}.part")
    replaces = f"{option} {out} would replace a file that this command reads; name another"
    if any(map(partial(_same, str(whole)), () if straight else inputs)):
        raise Misuse(replaces)
    with contextlib.nullcontext() if straight else _gone_when_ended(part):
        try:
            try:
                if whole.is_dir():
                    raise IsADirectoryError(errno.EISDIR, out)
                if not straight:
                    part.touch()
            except OSError as error:
                raise Misuse(f"{option} {out} cannot be written: {_why(error)}") from None
            yield part
            if not straight:
                if any(map(partial(_same, str(whole)), () if rewrites or not whole.exists() else find.LOADED)):
                    raise Misuse(replaces)
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


def write_plot(plot: str, picture: str, inputs: Iterable[str]) -> None:
    """Write a picture to the file that `--plot` names."""
    with file_for(plot, "--plot", inputs) as part:
        part.write_text(picture, encoding="utf-8", newline="\n")


def _keep(part: Path, out: str, name: str) -> None:
    """Keeps the part of a file that was written, next to it."""
    with contextlib.suppress(OSError):
        if part.stat().st_size:
            part.replace(name)
            remark(f"{out}.partial holds what was written; {out} is unchanged")


def folder_for(out: str, option: str = "--out") -> Path:
    """A folder to write files into, created if it is missing."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"{option} {out} cannot be written: {_why(error)}") from None
    return folder


@contextlib.contextmanager
def _gone_when_ended(part: Path) -> Iterator[None]:
    """Removes a file when a signal ends the program, which then ends by that signal."""

    def ended(number: int, _: Any) -> None:
        part.unlink(missing_ok=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    before = {}
    for deadly in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(deadly) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the first thread, as when another program runs the command
                before[deadly] = signal.signal(deadly, ended)
    try:
        yield
    finally:
        for deadly, handler in before.items():
            signal.signal(deadly, handler)


def _same(one: str, other: str) -> bool:
    try:
        if other == "-":
            return os.path.samestat(Path(one).stat(), os.fstat(sys.stdin.fileno()))
        return Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def _why(error: OSError) -> str:
    return (os.strerror(error.errno) if error.errno else str(error)).lower()
