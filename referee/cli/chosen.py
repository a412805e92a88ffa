"""The rules that the command line asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cli.endings import COMMAND_LINE
from referee.core.places import Place
from referee.corpus.shelf import Chosen, Shelf

if TYPE_CHECKING:
    from referee.core.ruleset import Ruleset

__all__ = ["Chosen", "Shelf", "ruleset", "typed"]


def typed() -> Place:
    """Where a name stands that was typed."""
    return Place(COMMAND_LINE, 1, 1)


def ruleset(game: str, chosen: Chosen) -> Ruleset:
    """The rules of a game as chosen. Raises Unjudgeable."""
    from referee import book

    houses, variants, ruling = chosen
    return book.load_ruleset(game, houses=houses, variants=variants, ruling=ruling, at=lambda pointer: typed())
