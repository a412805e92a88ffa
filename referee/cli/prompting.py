"""Lines typed at a terminal with completion: legal moves with their meanings, and below whose turn it is and the score."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import ColorDepth

from referee.cli.terminal import say_all
from referee.core.cards import fold_name
from referee.core.harmless import visible

if TYPE_CHECKING:
    from referee.recording.recorder import Recorder


class Prompting:
    """Lines of a terminal, each edited and completed before Return."""

    def __init__(self, prompt: str) -> None:
        self._prompt = prompt
        plain = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
        self._session: PromptSession[str] = PromptSession(color_depth=plain)

    def ask(self, lines: Sequence[str], game: Recorder | None = None) -> str | None:
        """Prints something and reads the next line."""
        say_all(lines)
        completer = None if game is None else Legal(game)
        below = None if game is None else visible(game.toolbar())
        try:
            return self._session.prompt(self._prompt, completer=completer, bottom_toolbar=below)
        except EOFError:
            return None


class Legal(Completer):
    """Legal moves and cards: a move matches from the beginning of the line, a card from the beginning of its word."""

    def __init__(self, game: Recorder) -> None:
        self._choices = list(game.choices())

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Everything that continues the line."""
        line = document.text_before_cursor.lstrip()
        words = line.split(" ")
        for choice, meaning in self._choices:
            typed = line if " " in choice else words[-1]
            if fold_name(choice).startswith(fold_name(typed)):
                yield Completion(visible(choice), -len(typed), display_meta=visible(meaning))
