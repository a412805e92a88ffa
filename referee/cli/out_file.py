"""Files that commands write: they appear once complete, and never replace a file that is read."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from referee.cli.terminal import DISK, RUNS, Misuse, as_printed, paper, speak_for, warn
from referee.core.places import COMMAND_LINE, Place, SourceError
from referee.rules import files
from referee.source.files import BOM

if TYPE_CHECKING:
    from pathlib import Path


def _path(name: str) -> Path:
    """A path; most commands write no files, and importing pathlib takes as long as everything else here."""
    from pathlib import Path

    return Path(name)


@contextlib.contextmanager
def file_for(
    out: str, option: str = "--out", inputs: Iterable[str] = (), *, rewrites: bool = False, named: bool = True
) -> Iterator[Path]:
    """Give a path to write a file to, within a `with` block; the file appears under its own name once everything went
    well.

    Otherwise what was there is kept. After an interruption, what was written so far is kept as `NAME.partial`. A
    device or a pipe is written to directly. `inputs` are files that are read, and may not be replaced, nor may rules
    that were loaded, unless the command `rewrites` what it reads. A link or anything but a file is replaced only if
    the user `named` it.
    """
    target = _path(os.path.realpath(out))
    is_device_or_pipe = target.exists() and not target.is_file() and not target.is_dir()
    if not named and (is_device_or_pipe or _path(out).is_symlink()):
        raise Misuse(
            f"{option} {out} is not replaced, because it is not a regular file; remove it, or name another place"
        )
    option_and_name = f"{option} {out}"
    if target.is_dir():
        raise Misuse(f"{option_and_name} cannot be written: {os.strerror(errno.EISDIR).lower()}")
    if is_device_or_pipe:
        with _disk_errors_named(option_and_name, target):
            yield target
        return
    _require_other(target, inputs, option_and_name)
    part = _path(f"{target}.{os.getpid()}.part")
    with _remove_when_ended(part), _disk_errors_named(option_and_name, part):
        try:
            try:
                _begin(part)
            except OSError as error:
                raise Misuse(f"{option_and_name} cannot be written: {_why(error)}") from None
            yield part
            if target.exists() and not rewrites:
                _require_other(target, files.LOADED, option_and_name)
            put_in_place(part, target, keeps=rewrites)
        except KeyboardInterrupt:
            with contextlib.suppress(OSError):
                if part.stat().st_size:
                    part.replace(f"{target}.partial")
                    warn(f"{out}.partial holds what was written; {out} is unchanged")
            raise
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _require_other(whole: Path, read: Iterable[str], what: str) -> None:
    """Raise Misuse if a file to be replaced is one of those that are `read`; `-` names standard input."""
    for each in read:
        with contextlib.suppress(OSError, ValueError):
            if each == "-":
                stamp = os.fstat(sys.stdin.fileno())
            else:
                stamp = _path(each).stat()
            if os.path.samestat(whole.stat(), stamp):
                raise Misuse(f"{what} would replace a file that this command reads; name another")


@contextlib.contextmanager
def _disk_errors_named(what: str, part: Path) -> Iterator[None]:
    """Turn errors of the disk within a `with` block into SourceError: "`what` cannot be written".

    `part` is the file being written; other errors of the system are raised as they are.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in DISK and error.filename != str(part):
            raise
        raise _unwritten(what, error) from None


def _begin(part: Path) -> None:
    """Create an empty file with a name of our own; a link that somebody put there is removed and not followed."""
    part.unlink(missing_ok=True)
    part.touch(exist_ok=False)


def write_whole(text: str, out: str, option: str = "--out", inputs: Iterable[str] = (), *, named: bool = True) -> int:
    """Write a text into a file, as `file_for` does, and return its size."""
    content = text.encode("utf-8", "backslashreplace")
    with file_for(out, option, inputs, named=named) as part:
        part.write_bytes(content)
    return len(content)


@contextlib.contextmanager
def output_to(out: str | None, inputs: Iterable[str] = (), form: str = "text") -> Iterator[Callable[[str], None]]:
    """Give, within a `with` block, a function that writes a line: to standard output, or to the file `out`, not among
    the inputs."""
    sheet = paper(out, form)
    if out is None:
        speak_for(form)

        def write(line: str) -> None:
            RUNS[-1].printed = True
            print(as_printed(line, form, sheet))

        yield write
        return
    with (
        file_for(out, inputs=inputs) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream,
    ):
        yield lambda line: print(as_printed(line, form, sheet), file=stream)


def write_lines(lines: Iterable[str], out: str | None, inputs: Iterable[str] = (), form: str = "text") -> None:
    """Write an answer, piece by piece as it comes, to standard output or to a file, as `output_to` does."""
    with output_to(out, inputs, form) as write:
        for line in lines:
            write(line)


def folder_for(out: str, option: str = "--out") -> Path:
    """A folder to write files into, created if it is missing. Raises Misuse."""
    folder = _path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"{option} {out} cannot be written: {_why(error)}") from None
    return folder


def folder_named(out: str | None) -> Path | None:
    """The folder that `--out` names, one that is there or ends in a slash, created if it is missing; None for a file."""
    if out and (out.endswith(("/", os.sep)) or _path(out).is_dir()):
        return folder_for(out)
    return None


@contextlib.contextmanager
def _remove_when_ended(part: Path) -> Iterator[None]:
    """Remove a file if a signal ends the program within a `with` block; the program then ends by that signal."""

    def end(number: int, _: object) -> None:
        part.unlink(missing_ok=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    handlers_before = {}
    for deadly in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(deadly) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the first thread, as when another program runs the command
                handlers_before[deadly] = signal.signal(deadly, end)
    try:
        yield
    finally:
        for deadly, handler in handlers_before.items():
            signal.signal(deadly, handler)


def _why(error: OSError) -> str:
    if error.errno:
        return os.strerror(error.errno).lower()
    return str(error).lower()


def _unwritten(what: str, error: OSError) -> SourceError:
    return SourceError.at(Place(COMMAND_LINE, 1, 1), f"{what} cannot be written: {_why(error)}")


PAUSES = (0.01, 0.05, 0.2, 0.5)
"""Seconds to wait for a file on Windows, one pause after another."""


def save(path: str, text: str) -> None:
    """Replace the content of a file by a text, safely on disk when this returns: a reader finds the old file or the
    new one.

    What was there keeps its line ends, its byte order mark, its mode and its other names. Raises SourceError.
    """
    target = _path(os.path.realpath(path))
    old_content = b""
    if target.exists():
        old_content = target.read_bytes()
    mark = ""
    if old_content.startswith(BOM):
        mark = BOM.decode()
    newline = "\n"
    if b"\r\n" in old_content:
        newline = "\r\n"
    part = _path(f"{target}.{os.getpid()}.part")
    try:
        _begin(part)
        with part.open("w", encoding="utf-8", newline=newline) as stream:
            stream.write(mark + text)
            stream.flush()
            os.fsync(stream.fileno())
        put_in_place(part, target, keeps=True)
        with contextlib.suppress(OSError):  # the new name survives a loss of power, where the system offers that
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise _unwritten(path, error) from None


def put_in_place(part: Path, whole: Path, *, keeps: bool = False) -> None:
    """Give a file that is complete, `part`, the name of another, `whole`, which it replaces.

    With `keeps`, the mode of the other file stays, and so do its other names (hard links), for which its content is
    rewritten in place. On Windows this waits while another program, such as a virus scanner, has it open.
    """
    if keeps and whole.exists():
        there = whole.stat()
        if there.st_nlink > 1:
            with whole.open("r+b") as stream:
                stream.write(part.read_bytes())
                stream.truncate()
                stream.flush()
                os.fsync(stream.fileno())
            part.unlink()
            return
        part.chmod(stat.S_IMODE(there.st_mode))
    if sys.platform == "win32":
        for pause in PAUSES:
            try:
                part.replace(whole)
                return
            except PermissionError:
                time.sleep(pause)
    part.replace(whole)
