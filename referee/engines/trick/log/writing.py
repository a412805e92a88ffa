"""A state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.core import fields
from referee.engines.trick.state import HAND, State
from referee.engines.trick.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    data = fields.written(State.all_fields, rules, state)
    if not HAND.there(rules, state):
        return data
    seen = state.gone | state.table
    for who, hand, known in zip(state.players, state.hands, state.known, strict=True):
        if known:
            seen |= hand
        else:
            del data["hands"][who]
    lacks = {
        who: rules.deck.names(rules.pack & ~seen & ~hand)
        for who, hand, known in zip(state.players, state.hands, state.known, strict=True)
        if not known and rules.pack & ~seen & ~hand
    }
    if lacks:
        data["lacks"] = lacks
    return data
