"""Players who leave the game or are eliminated."""

from __future__ import annotations

from referee.engines.conspiracy.rules import goals, structure
from referee.engines.conspiracy.state import OUT, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


def eliminate(rules: CompiledRules, state: State, by: int = ABSENT, *, ends: bool = False) -> None:
    """Eliminates everybody who has no group left, once the turns of grace are over; `by` took somebody's last group.

    A player who wins is not eliminated: when the turn `ends` by any goal, before by the goal to destroy groups.
    """
    for seat in range(rules.players):
        if not state.alive[seat] or state.turns[seat] < rules.safe_turns or goals.groups(state, seat) > 1:
            continue
        if goals.meets(rules, state, seat) if ends else goals.has_destroyed(rules, state, seat):
            continue
        if by != ABSENT and by != seat:
            state.kills[by] += 1
        put_out(rules, state, seat)


def put_out(rules: CompiledRules, state: State, seat: int) -> None:
    """Takes a player out of the game: the groups become uncontrolled, the money goes to the bank."""
    top = state.illuminati[seat]
    structure.free(state, [card for card in structure.below(rules, state, top) if card != top])
    structure.free(state, (top,))
    state.place[top] = OUT
    state.alive[seat] = False
    state.turns[seat] = 0
    held = state.specials[seat]
    if not rules.specials_stay_out:
        for card in held:
            state.left[card] += 1
        state.deck += len(held) + state.hidden[seat]
    state.specials[seat] = []
    state.hidden[seat] = 0
