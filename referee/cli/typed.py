"""Lines as typed at a terminal, with completion if that is installed, or from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Protocol

from referee.cli.output import say_all

PROMPT = "> "


class Choosing(Protocol):
    """What a terminal shows of a game that is being recorded."""

    def toolbar(self) -> str:
        """Whose turn it is, and the score."""

    def choices(self) -> Iterable[tuple[str, str]]:
        """What may be typed here, each with its meaning."""


class Typed(Protocol):
    """Where lines come from."""

    def ask(self, told: Sequence[str], game: Choosing | None = None) -> str | None:
        """Prints something and reads the next line; None if there are no more."""


class Plain:
    """Lines of standard input."""

    def ask(self, told: Sequence[str], game: Choosing | None = None) -> str | None:
        """Prints something and reads the next line."""
        say_all(told)
        if sys.stdin.isatty():
            sys.stdout.write(PROMPT)
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
