"""The score pad, and how a game stands: places, captures so far, and the hauls of the rounds that have ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from referee.core import pads
from referee.core.family import Block, Standing, Tally
from referee.core.table import Data, Standings, number_text, spoken_name
from referee.core.wording import listed
from referee.engines.fishing.rules import rounds
from referee.engines.fishing.state import OVER, Round, State
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.scoring import Haul, Line


def standings(rules: CompiledRules, state: State) -> Standings:
    """Return how the game stands."""
    totals = pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else rounds.winners(rules, state)
    return Standings(state.phase == OVER, totals, leaders, rules.sides)


def pad(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, a row for each line of each round."""
    players, stands = state.players, standings(rules, state)
    rows: list[tuple[Any, ...]] = []
    for ended in state.history:
        for name, points in ended.lines.items():
            if any(points):
                rows.append((ended.number, players[ended.dealer], name, *(f"{one:+}" if one else "" for one in points)))
        gained = ("?" if seat in ended.untold else points for seat, points in enumerate(ended.points))
        rows.append((ended.number, players[ended.dealer], "round", *gained))
    rows.append(("total", "", "", *map(number_text, stands.totals)))
    unknown = "A score pad omits points, so the totals are not known."
    line = stands.ending(state, "rounds", unknown, before=_before(rules, state, stands) if stands.over else "")
    data = stands.pad(state, [_round(players, ended) for ended in state.history], {})
    return data, [Block("Score", ("round", "dealer", "for", *players), tuple(rows), (line,))]


def _before(rules: CompiledRules, state: State, stands: Standings) -> str:
    """Return before whom the winners are who has as many points, and what decided that."""
    decided = rounds.decided_by(rules, state) if stands.leaders else ""
    best = {stands.totals[seat] for seat in stands.leaders}
    level = [who for seat, who in enumerate(state.players)
             if stands.totals[seat] in best and seat not in stands.leaders]  # fmt: skip
    return f", before {listed(level)} with as many: the {decided} of the last round decide" if decided else ""


def _round(players: tuple[str, ...], ended: Round) -> Data:
    def by_player(values: tuple[Any, ...]) -> Data:
        return dict(zip(players, values, strict=True))

    return {
        "hand": ended.number,
        "dealer": players[ended.dealer],
        "lines": {name: by_player(points) for name, points in ended.lines.items()},
        "counts": {who: dict(haul.counts) for who, haul in zip(players, ended.hauls, strict=False)},
        "unseen": {who: number for who, number in zip(players, ended.hidden, strict=True) if number},
        "points": {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold},
        "totals": by_player(ended.totals),
    }


def standing(rules: CompiledRules, state: State) -> Standing:
    """Return the places, and the tallies of each player; of what is captured partners have the same."""
    return standings(rules, state).standing(_tallies(rules, state))


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    ended = state.history
    yield Tally("rounds", (len(ended),) * rules.players)
    yield Tally("captures", (None,) * rules.players if "rounds" in state.unseen else tuple(state.harvests))

    def sums(count: Callable[[Haul], int | None]) -> tuple[int | None, ...]:
        """Return what each player has of something in all rounds, if it is known of every round."""
        each = [[count(one.hauls[seat]) if one.hauls else None for one in ended] for seat in range(rules.players)]
        return tuple([None if None in numbers else sum(filter(None, numbers)) for numbers in each])

    counted = {name for each in ended for haul in each.hauls for name in haul.counts}
    for line in rules.scoring.lines:
        if line.name in counted:
            yield Tally(spoken_name(line.name), sums(partial(_counted, line)))
    if rules.scoring.sweeps:
        yield Tally("sweeps", sums(lambda haul: haul.sweeps))
    if rules.okus:
        yield Tally("okus", sums(lambda haul: haul.okus))
    if rules.luminaries:
        yield Tally("Luminaries", sums(lambda haul: haul.luminaries))


def _counted(line: Line, haul: Haul) -> int | None:
    """Return how many cards of a line somebody has; not known where only who had most is."""
    return haul.counts.get(line.name, None if line.most else 0)
