"""Files that commands write: they appear once complete, and never replace a file that is read."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from referee.cli.exit_codes import Misuse
from referee.cli.terminal import DISK, paper, say, shown, speak_for, warn
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.rules import find
from referee.source.files import BOM


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
            warn(f"{out}.partial holds what was written; {out} is unchanged")


@contextlib.contextmanager
def output_to(out: str | None, inputs: Iterable[str] = (), form: str = "text") -> Iterator[Callable[[str], None]]:
    """A function that writes a line: to standard output, or to a file that appears once complete and is not an input."""
    sheet = paper(out, form)
    if out is None:
        speak_for(form)
        yield lambda line: print(shown(line, form, sheet))
        return
    with (
        file_for(out, inputs=inputs) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream,
    ):
        yield lambda line: print(shown(line, form, sheet), file=stream)


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


def show_and_write(path: str, before: str, after: str, *, only_show: bool) -> None:
    """Shows what differs between two texts of a file, and writes the later one."""
    import difflib

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
