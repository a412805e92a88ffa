"""How a game stands: places, and what each player did: captures so far, and the hauls of the rounds that have ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from referee.core import pads, placing
from referee.core.family import Standing, Tally
from referee.core.placing import named
from referee.engines.fishing.rules import rounds
from referee.engines.fishing.state import OVER, Round, State
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.scoring import Haul, Line


def standing(rules: CompiledRules, state: State) -> Standing:
    """The places, and the tallies of each player; of what is captured partners have the same."""
    over, totals = state.phase == OVER, pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else rounds.winners(rules, state)
    return placing.standing(rules.sides, totals, leaders, _tallies(rules, state), over=over, lowest_wins=False)


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    ended = state.history
    yield Tally("rounds", (len(ended),) * rules.players)
    unseen = "rounds" in state.unseen
    yield Tally("captures", (None,) * rules.players if unseen else tuple(state.harvests))
    counted = {name for each in ended for haul in each.hauls for name in haul.counts}
    for line in rules.scoring.lines:
        if line.name in counted:
            yield Tally(named(line.name), _sums(rules, ended, partial(_counted, line)))
    if rules.scoring.sweeps:
        yield Tally("sweeps", _sums(rules, ended, lambda haul: haul.sweeps))
    if rules.okus:
        yield Tally("okus", _sums(rules, ended, lambda haul: haul.okus))
    if rules.luminaries:
        yield Tally("Luminaries", _sums(rules, ended, lambda haul: haul.luminaries))


def _counted(line: Line, haul: Haul) -> int | None:
    """How many cards of a line somebody has; not known where only who had most is."""
    return haul.counts.get(line.name, None if line.most else 0)


def _sums(rules: CompiledRules, ended: Sequence[Round], count: Callable[[Haul], int | None]) -> tuple[int | None, ...]:
    """What each player has of something in all rounds, if it is known of every round."""
    return tuple(
        [_sum([count(each.hauls[seat]) if each.hauls else None for each in ended]) for seat in range(rules.players)]
    )


def _sum(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None
