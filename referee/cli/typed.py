"""Lines as they are typed: by somebody at a terminal, with completion where that is installed, or from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Protocol

from referee.cli.output import say_all

PROMPT = "> "


class Choosing(Protocol):
    """What a terminal shows of a game that is recorded."""

    def toolbar(self) -> str:
        """Who is to act, and the score."""

    def choices(self) -> Iterable[tuple[str, str]]:
        """What may be typed here, each with its meaning."""


class Typed(Protocol):
    """Where lines come from."""

    def ask(self, told: Sequence[str], game: Choosing | None = None) -> str | None:
        """Tells something and takes the next line; None where no more come."""


class Plain:
    """Lines of standard input."""

    def ask(self, told: Sequence[str], game: Choosing | None = None) -> str | None:
        """Tells something and takes the next line."""
        say_all(told)
        if sys.stdin.isatty():
            sys.stdout.write(PROMPT)
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
