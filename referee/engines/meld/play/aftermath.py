"""The effect of an event, in sentences for those at the table: of melds the score says it."""

from __future__ import annotations

from referee.engines.meld.state import State
from referee.engines.meld.words.compiled import CompiledRules


def told(rules: CompiledRules, before: State, after: State) -> list[str]:
    """What an event changed between two states."""
    return []
