"""What is written where: answers to standard output, in colour only where somebody sees it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from referee.cli.exit_codes import remark
from referee.core.harmless import visible
from referee.core.wording import counted
from referee.report.plain import Paint, no_paint
from referee.report.verdict_lines import finding_line

if TYPE_CHECKING:
    from referee.core.verdict import Verdict

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
def output_to(out: str | None, inputs: Iterable[str] = ()) -> Iterator[Callable[[str], None]]:
    """A function that writes a line: to standard output, or to a file that appears when it is whole and is no input."""
    if out is None:
        yield say
        return
    from referee.cli.out_file import file_for

    with (
        file_for(out, inputs=inputs) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream,
    ):
        yield lambda line: print(harmless(line), file=stream)


def counted_out(number: int, plural: str) -> str:
    """'1 log', '12,345 logs', from the plural."""
    return counted(number, plural) if number == 1 else f"{number:,} {plural}"


def warn(text: str) -> None:
    """A remark about usage or files, to standard error."""
    remark(text)


def warn_of(verdict: Verdict) -> None:
    """Why a log is not legal, or cannot be judged, to standard error."""
    for complaint in verdict.complaints:
        warn(str(complaint))
    for finding in verdict.violations:
        warn(finding_line(finding))
