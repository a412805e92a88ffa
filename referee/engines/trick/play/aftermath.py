"""The outcome of an event, in sentences for the players: who won a trick, and with what."""

from __future__ import annotations

from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def told(rules: CompiledRules, before: State, after: State) -> list[str]:
    """What an event changed between two states."""
    trick = after.last_trick()
    if trick is None or after.clock == before.clock:
        return []
    return [f"{after.players[trick.winner]} won the trick with {rules.deck.ids[trick.card]}."]
