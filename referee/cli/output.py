"""What is written where: answers to standard output, in colour only where somebody sees it."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from referee.cli.endings import DISK, Misuse
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.report.plain import Paint, counted, no_paint

COLOURS = {"good": {"fg": "green"}, "bad": {"fg": "red"}, "doubt": {"fg": "yellow"}, "dim": {"dim": True}}


def paint(out: str | None = None) -> Paint:
    """Colours for a terminal; none for a file or a pipe, a dumb terminal, or where NO_COLOR is set."""
    if out is not None or not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return no_paint
    return lambda text, what: click.style(text, **COLOURS[what])  # type: ignore[arg-type]


def say(text: str) -> None:
    """An answer, to standard output."""
    sys.stdout.write(text + "\n")


def say_all(lines: Iterable[str]) -> None:
    """An answer in pieces, written as they come."""
    for line in lines:
        sys.stdout.write(line + "\n")


@contextlib.contextmanager
def file_for(out: str, option: str = "--out") -> Iterator[Path]:
    """A place to write a file at; it appears under its own name when everything went well, and not at all otherwise.

    A device or a pipe is written to as it is.
    """
    whole = Path(os.path.realpath(out))
    straight = whole.exists() and not whole.is_file()
    part = whole if straight else Path(f"{whole}.{os.getpid()}.part")
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
    finally:
        if not straight:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


@contextlib.contextmanager
def written(out: str | None) -> Iterator[Callable[[str], None]]:
    """A function that writes a line: to standard output, or to a file that appears when it is whole."""
    if out is None:
        yield say
        return
    with file_for(out) as part, part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        yield lambda line: print(line, file=stream)


def counted_out(number: int, plural: str) -> str:
    """'1 log', '12,345 logs', from the plural."""
    return counted(number, plural) if number == 1 else f"{number:,} {plural}"


def _why(error: OSError) -> str:
    return (os.strerror(error.errno) if error.errno else str(error)).lower()


def warn(text: str) -> None:
    """A remark about usage or files, to standard error."""
    click.echo(text, err=True)
