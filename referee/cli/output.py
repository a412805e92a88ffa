"""What is written where: answers to standard output, in colour only where somebody sees it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from referee.report.plain import Paint, no_paint

COLOURS = {"good": {"fg": "green"}, "bad": {"fg": "red"}, "doubt": {"fg": "yellow"}, "dim": {"dim": True}}


def paint() -> Paint:
    """Colours for a terminal; none for a file or a pipe, a dumb terminal, or where NO_COLOR is set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return no_paint
    return lambda text, what: click.style(text, **COLOURS[what])  # type: ignore[arg-type]


def say(text: str) -> None:
    """An answer, to standard output."""
    sys.stdout.write(text + "\n")


def say_all(lines: Iterable[str]) -> None:
    """An answer in pieces, written as they come."""
    for line in lines:
        sys.stdout.write(line + "\n")


def warn(text: str) -> None:
    """A remark about usage or files, to standard error."""
    click.echo(text, err=True)
