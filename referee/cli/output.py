"""What is written where: answers to standard output, in colour only where somebody sees it."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from referee.cli.exit_codes import DISK, Misuse, remark
from referee.core.harmless import visible
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.wording import counted
from referee.report.plain import Paint, no_paint

COLOURS = {"good": "\x1b[32m", "bad": "\x1b[31m", "doubt": "\x1b[33m", "dim": "\x1b[2m", "": "\x1b[0m"}
_MARKS = {what: chr(0xD800 + number) for number, what in enumerate(COLOURS)}
"""What stands for a colour until a text is printed: halves of surrogate pairs, which no file and no argument can hold."""
_CODES = {ord(mark): COLOURS[what] for what, mark in _MARKS.items()}


def paint(out: str | None = None) -> Paint:
    """Colours for a terminal; none for a file or a pipe, a dumb terminal, or where NO_COLOR is set."""
    if out is not None or not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return no_paint
    return coloured


def coloured(text: str, what: str) -> str:
    """A text in the colour of what it is, once it is printed."""
    return f"{_MARKS[what]}{text}{_MARKS['']}"


def harmless(text: str) -> str:
    """A text as it is printed."""
    return visible(text).translate(_CODES) if not text.isprintable() else visible(text)


def say(text: str) -> None:
    """An answer, to standard output."""
    sys.stdout.write(harmless(text) + "\n")


def say_all(lines: Iterable[str]) -> None:
    """An answer in pieces, written as they come."""
    for line in lines:
        say(line)


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
                part.replace(whole)
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
            warn(f"{out}.partial holds what was written; {out} is as it was")


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


@contextlib.contextmanager
def written(out: str | None, inputs: Iterable[str] = ()) -> Iterator[Callable[[str], None]]:
    """A function that writes a line: to standard output, or to a file that appears when it is whole and is no input."""
    if out is None:
        yield say
        return
    with (
        file_for(out, inputs=inputs) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream,
    ):
        yield lambda line: print(harmless(line), file=stream)


def counted_out(number: int, plural: str) -> str:
    """'1 log', '12,345 logs', from the plural."""
    return counted(number, plural) if number == 1 else f"{number:,} {plural}"


def _why(error: OSError) -> str:
    return (os.strerror(error.errno) if error.errno else str(error)).lower()


def warn(text: str) -> None:
    """A remark about usage or files, to standard error."""
    remark(text)
