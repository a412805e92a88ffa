"""The score pad: round by round, the points of every player, line by line."""

from __future__ import annotations

from typing import Any

from referee.core import pads
from referee.core.family import Block
from referee.core.wording import listed
from referee.engines.fishing.rules import rounds
from referee.engines.fishing.state import OVER, Round, State
from referee.engines.fishing.words.compiled import CompiledRules


def pad(rules: CompiledRules, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The score pad as data (see schemas/report.schema.json) and as a table, a row for each line of each round."""
    players = state.players
    over = state.phase == OVER
    totals = pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else [players[seat] for seat in rounds.winners(rules, state)]
    data: dict[str, Any] = {
        "players": list(players),
        "hands": [_round(players, ended) for ended in state.history],
        "totals": dict(zip(players, totals, strict=True)),
        "over": over,
        "winners": leaders if over else [],
    }
    if state.target is not None:
        data["target"] = state.target
    rows: list[tuple[Any, ...]] = []
    for ended in state.history:
        for name, points in ended.lines.items():
            if any(points):
                rows.append((ended.number, players[ended.dealer], name, *(f"{one:+}" if one else "" for one in points)))
        gained = ("?" if seat in ended.untold else points for seat, points in enumerate(ended.points))
        rows.append((ended.number, players[ended.dealer], "round", *gained))
    rows.append(("total", "", "", *("?" if total is None else total for total in totals)))
    lines = (_ending(rules, state, leaders),)
    return data, [Block("Score", ("round", "dealer", "for", *players), tuple(rows), lines)]


def _round(players: tuple[str, ...], ended: Round) -> dict[str, Any]:
    def by_player(values: tuple[Any, ...]) -> dict[str, Any]:
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


def _ending(rules: CompiledRules, state: State, leaders: list[str]) -> str:
    if any(state.untold):
        return "A score pad omits points, so the totals are not known."
    if state.phase != OVER:
        left = f"; the game goes to {state.target}" if state.target is not None else ""
        number = len(state.history)
        return f"Not over: {number} round{'' if number == 1 else 's'} scored{left}."
    if not leaders:
        return "Nobody wins."
    best = state.scores[state.players.index(leaders[0])]
    level = [
        who for who, total in zip(state.players, state.scores, strict=True) if total == best and who not in leaders
    ]
    decided = rounds.decided_by(rules, state)
    by = f", before {' and '.join(level)} with as many: the {decided} of the last round decide" if decided else ""
    if len(leaders) == 1:
        return f"{leaders[0]} wins with {best}{by}."
    share = "win" if len(leaders) == len(rules.sides[0]) else "share the win"
    return f"{listed(leaders)} {share} with {best}{by}."
