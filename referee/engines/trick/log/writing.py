"""A state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.core import fields
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    data = fields.written(State.all_fields, rules, state, {"lacks": _lacks})
    for who, known in zip(state.players, state.known, strict=True):
        if not known and "hands" in data:
            del data["hands"][who]
    return data


def _lacks(rules: CompiledRules, state: State, _: Any) -> dict[str, list[str]]:
    """What is known not to be in hands that are not recorded: cards of the deck that can still be somewhere."""
    hands = list(zip(state.players, state.hands, state.known, strict=True))
    seen = state.gone | state.table
    for _who, hand, known in hands:
        seen |= hand * known
    lacks = {who: rules.deck.names(rules.pack & ~seen & ~hand) for who, hand, known in hands if not known}
    return {who: cards for who, cards in lacks.items() if cards}
