"""What is written where: answers to standard output, in colour only where somebody sees it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

from referee.cli.console import is_terminal
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
    """Colours as `--color` says, or else the environment; for a terminal, but not for a file, a pipe or a dumb terminal."""
    context = click.get_current_context(silent=True)
    chosen = (context.find_root().obj or {}).get("color", "auto") if context else "auto"
    if chosen == "auto":
        set_to = {name: os.environ.get(name) for name in ("NO_COLOR", "FORCE_COLOR")}
        wanted = out is None and not set_to["NO_COLOR"] and (is_terminal(sys.stdout) or set_to["FORCE_COLOR"])
        chosen = "always" if wanted else "never"
    return coloured if chosen == "always" else no_paint


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
