"""A state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.core import fields
from referee.engines.meld.state import State
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement
from referee.engines.meld.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    data = fields.written(State.all_fields, rules, state, {"shown": lambda rules, state, hand: laid_out(rules, hand)})
    for player in data.get("shown", ()):
        data["hands"].pop(player, None)
    return data


def laid_out(rules: CompiledRules, arrangement: Arrangement) -> list[str]:
    """An arrangement as a log writes it: its melds, each a text, then the idle cards."""
    return [meld.notation for meld in arrangement.melds] + [
        rules.deck.ids[card] for card in packs.unpack(arrangement.idle)
    ]
