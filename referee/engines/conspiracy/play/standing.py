"""How a game stands: places by groups, the winners first, and the attacks that each player won and lost."""

from __future__ import annotations

from referee.core import placing
from referee.core.family import Standing, Tally
from referee.engines.conspiracy.rules import goals
from referee.engines.conspiracy.state import OVER, State
from referee.engines.conspiracy.words.compiled import CompiledRules


def standing(rules: CompiledRules, state: State) -> Standing:
    """The places, and the tallies of each player."""
    every = range(rules.players)
    sides = [(seat,) for seat in every]
    groups = [goals.groups(state, seat) for seat in every]
    turns = [turn.seat for turn in state.history]
    tallies = (
        Tally("turns", tuple([turns.count(seat) for seat in every])),
        Tally("attacks won", tuple(state.attacks_won), tuple(state.attacks)),
        Tally("attacks beaten off", tuple(state.defences_won), tuple(state.defences)),
        Tally("groups destroyed", tuple(state.kills)),
    )
    over = state.phase == OVER
    return placing.standing(sides, groups, state.winners if over else (), tallies, over=over, lowest_wins=False)
