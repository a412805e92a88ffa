"""How a game stands: places, and what each player did: captures so far, and the hauls of the rounds that have ended."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core import placing
from referee.core.family import Standing, Tally
from referee.core.placing import named
from referee.engines.fishing.rules import rounds
from referee.engines.fishing.state import OVER, State
from referee.engines.fishing.words.compiled import CompiledRules


def standing(rules: CompiledRules, state: State) -> Standing:
    """The places, and the tallies of each player; of what is captured partners have the same."""
    over, leaders = state.phase == OVER, rounds.winners(rules, state)
    return placing.standing(rules.sides, state.scores, leaders, _tallies(rules, state), over=over, lowest_wins=False)


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    ended, every = state.history, range(rules.players)
    yield Tally("rounds", (len(ended),) * rules.players)
    unseen = "rounds" in state.unseen
    yield Tally("captures", (None,) * rules.players if unseen else tuple(state.harvests))
    names = dict.fromkeys(name for each in ended for haul in each.hauls for name in haul.counts)
    for name in names:
        counted = [sum([each.hauls[seat].counts.get(name, 0) for each in ended]) for seat in every]
        yield Tally(named(name), tuple(counted))
    if rules.scoring.sweeps:
        yield Tally("sweeps", tuple([sum([each.hauls[seat].sweeps for each in ended]) for seat in every]))
    if rules.okus:
        yield Tally("okus", tuple([sum([each.hauls[seat].okus for each in ended]) for seat in every]))
    if rules.luminaries:
        yield Tally("Luminaries", tuple([sum([each.hauls[seat].luminaries for each in ended]) for seat in every]))
