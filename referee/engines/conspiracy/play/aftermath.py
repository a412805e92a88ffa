"""What an event caused, in sentences for the players: whether an attack succeeded."""

from __future__ import annotations

from referee.engines.conspiracy.attack import highest
from referee.engines.conspiracy.rules.outcomes import outcome
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.compiled import CompiledRules


def told(rules: CompiledRules, before: State, after: State) -> list[str]:
    """What an event caused between two states."""
    battle = after.attack
    if battle is None or not battle.roll or (before.attack is not None and before.attack.roll):
        return []
    wanted, succeeded = outcome(rules, battle)
    needed = highest(rules, wanted)
    names = rules.pack.names
    attempt = f"the attempt to {battle.kind} {names[battle.target]}"
    return [f"{battle.roll} was rolled, {needed} or less was needed: {attempt} {'succeeds' if succeeded else 'fails'}."]
