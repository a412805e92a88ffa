"""The score pad: round by round, the points of every player and who ended it."""

from __future__ import annotations

from typing import Any

from referee.core import pads
from referee.core.family import Block
from referee.core.findings import counted
from referee.core.wording import listed
from referee.engines.meld.state import OVER, ROLE, Round, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement
from referee.engines.meld.words.compiled import CompiledRules


def pad(rules: CompiledRules, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The score pad as data (see schemas/report.schema.json) and as a table, one row per round."""
    players = state.players
    over = state.phase in (ROLE, OVER)
    totals = pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else [players[seat] for seat in rules.scoring.places(state.scores)[0]]
    data: dict[str, Any] = {
        "players": list(players),
        "hands": [_round(rules, players, ended) for ended in state.history],
        "totals": dict(zip(players, totals, strict=True)),
        "over": over,
        "winners": leaders if over else [],
    }
    if state.target is not None:
        data["target"] = state.target
    if state.bonus:
        data["bonuses"] = dict(zip(players, state.bonus, strict=True))
    if any(state.roles):
        data["roles"] = {player: role for player, role in zip(players, state.roles, strict=True) if role}
    rows: list[tuple[Any, ...]] = [
        (ended.number, players[ended.dealer], *(_cell(ended, seat) for seat in range(rules.players)))
        for ended in state.history
    ]
    if state.bonus:
        rows.append(("bonuses", "", *(f"{points:+}" if points else "0" for points in state.bonus)))
    rows.append(("total", "", *("?" if total is None else total for total in totals)))
    if "roles" in data:
        rows.append(("role", "", *(role or "" for role in state.roles)))
    lines = (_legend(rules), _ending(rules, state, leaders))
    return data, [Block("Score", ("round", "dealer", *players), tuple(rows), lines)]


def arranged(rules: CompiledRules, arrangement: Arrangement) -> dict[str, Any]:
    """An arrangement as data: 'score', 'melds' with 'kind', 'cards' and 'points', and 'idle'."""
    return {
        "score": arrangement.score,
        "melds": [
            {"kind": meld.kind, "cards": [rules.deck.ids[card] for card in meld.laid], "points": meld.points}
            for meld in arrangement.melds
        ],
        "idle": [rules.deck.ids[card] for card in sorted(packs.unpack(arrangement.idle), key=rules.deck.sort_key)],
    }


def _round(rules: CompiledRules, players: tuple[str, ...], ended: Round) -> dict[str, Any]:
    entry: dict[str, Any] = {"hand": ended.number, "dealer": players[ended.dealer]}
    entry["declared"] = players[ended.declarer] if ended.declarer >= 0 else None
    entry["arranged"] = {
        player: None if hand is None else arranged(rules, hand)
        for player, hand in zip(players, ended.hands, strict=True)
    }
    if rules.action_cards:
        entry["action"] = dict(zip(players, ended.action, strict=True))
    entry["points"] = {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold}
    entry["totals"] = dict(zip(players, ended.totals, strict=True))
    return entry


def _cell(ended: Round, seat: int) -> str:
    if seat in ended.untold:
        return "?"
    return f"{ended.points[seat]:+}{'*' * (seat == ended.declarer)}" if ended.points[seat] else "0"


def _legend(rules: CompiledRules) -> str:
    return f"* declared {rules.called}" if not rules.called.startswith(("a ", "to ")) else "* ended the round"


def _ending(rules: CompiledRules, state: State, leaders: list[str]) -> str:
    if any(state.untold):
        return "Not all points are recorded, so the totals are not known."
    best = state.scores[rules.scoring.places(state.scores)[0][0]]
    if state.phase not in (ROLE, OVER):
        left = f"; the game goes to {state.target}" if state.target is not None else ""
        of = f" of {rules.scoring.rounds}" if rules.scoring.rounds else ""
        number = len(state.history)
        scored = f"{number}{of} rounds" if of else counted(number, "rounds")
        return f"Not over: {scored} scored{left}."
    if len(leaders) == 1:
        return f"{leaders[0]} wins with {best}."
    return f"{listed(leaders)} share the win with {best}."
