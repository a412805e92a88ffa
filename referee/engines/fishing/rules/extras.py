"""What Luminaries add to the turn of the player to act: plays, repeated actions and swaps that have not been made yet."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.powers import Extra, Repeat, Swap

END = "end"
"""The last step of a turn."""


def extras(rules: CompiledRules, state: State) -> Sequence[Extra]:
    """The extra plays that are open to the player to act."""
    every = rules.in_force(state).extras
    return [extra for extra in every if _open(rules, state, extra.name)] if every else ()


def repeats(rules: CompiledRules, state: State) -> Sequence[Repeat]:
    """The repeated actions that are open: the turn's own play was of their kind and in their field."""
    own, every = state.own, rules.in_force(state).repeats
    if own is None or not every:
        return ()
    at_end = not state.queue or state.queue[0].kind == END
    return [
        repeat
        for repeat in every
        if own[1] == repeat.field
        and own[0] in repeat.actions
        and repeat.late == at_end
        and _open(rules, state, repeat.name)
    ]


def swaps(rules: CompiledRules, state: State) -> Sequence[Swap]:
    """The swaps that are open."""
    every = rules.in_force(state).swaps
    return [swap for swap in every if _open(rules, state, swap.name)] if every else ()


def owed(rules: CompiledRules, state: State) -> Extra | None:
    """An extra play that must still be made this turn; it lapses with an empty hand."""
    every = extras(rules, state)
    if not every or not state.held(state.turn):
        return None
    for extra in every:
        if extra.must and (rules.extra_after_clearing or extra.field not in state.cleared):
            return extra
    return None


def _open(rules: CompiledRules, state: State, name: str) -> bool:
    return name not in state.used and (rules.in_force_at_once or name not in state.fresh)
