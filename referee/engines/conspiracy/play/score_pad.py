"""The score pad as a race: groups, Power, money, and how close everybody is to a goal."""

from __future__ import annotations

from typing import Any

from referee.core.cards import members
from referee.core.family import Block
from referee.core.findings import counted
from referee.core.wording import listed
from referee.engines.conspiracy.rules import goals, race
from referee.engines.conspiracy.rules.goals import Progress
from referee.engines.conspiracy.state import OVER, State
from referee.engines.conspiracy.words.compiled import CompiledRules

Data = dict[str, Any]


def pad(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """The race as data (see schemas/report.schema.json) and as a table, one row per player; `hands` has one entry per turn."""
    players, seats = state.players, range(rules.players)
    over = state.phase == OVER
    winners = [players[seat] for seat in state.winners] if over else []
    data: Data = {
        "players": list(players),
        "hands": _turns(rules, state),
        "totals": {players[seat]: goals.groups(state, seat) for seat in seats},
        "over": over,
        "winners": winners,
        "race": [_player(rules, state, seat) for seat in seats],
    }
    rows = tuple(_row(rules, state, seat) for seat in seats)
    headers = ("player", "Illuminati", "groups", "Power", "MB", "basic goal", "special goal")
    return data, [Block("Score", headers, rows, (_ending(state, winners),))]


def _turns(rules: CompiledRules, state: State) -> list[Data]:
    """What everybody had at the end of each turn. The points of a turn are the groups gained or lost in it."""
    entries: list[Data] = []
    powers = [card.power for card in rules.pack.cards]
    before = [1] * rules.players
    for turn in state.history:
        groups = [holds.bit_count() for holds in turn.holds]
        gained = [now - then for now, then in zip(groups, before, strict=True)]
        power = [sum(powers[card] for card in members(holds)) for holds in turn.holds]
        money = [sum(turn.money[card] for card in members(holds)) for holds in turn.holds]
        columns = {"points": gained, "totals": groups, "power": power, "money": money}
        entry: Data = {"hand": turn.number, "player": state.players[turn.seat]}
        entry |= {key: dict(zip(state.players, values, strict=True)) for key, values in columns.items()}
        entries.append(entry)
        before = groups
    return entries


def _player(rules: CompiledRules, state: State, seat: int) -> Data:
    own = _special(rules, state, seat)
    return {
        "player": state.players[seat],
        "illuminati": rules.pack.names[state.illuminati[seat]],
        "in_game": state.alive[seat],
        "groups": goals.groups(state, seat),
        "power": goals.power(rules, state, seat),
        "money": goals.money(state, seat),
        "destroyed": state.kills[seat],
        "basic": _progress(goals.basic(rules, state, seat)) if rules.basic else None,
        "special": _progress(own) if own is not None else None,
    }


def _special(rules: CompiledRules, state: State, seat: int) -> Progress | None:
    """A player's progress towards the special goal, as far as it is known."""
    return race.progress(rules, state, seat, race.SPECIAL) if state.seen_race else goals.special(rules, state, seat)


def _progress(progress: Progress) -> Data:
    return {"what": progress.what, "have": progress.have, "need": progress.need, "met": progress.met}


def _row(rules: CompiledRules, state: State, seat: int) -> tuple[Any, ...]:
    top = rules.pack.names[state.illuminati[seat]]
    who = state.players[seat]
    if not state.alive[seat]:
        return who, top, "out", "", "", "", ""
    own = _special(rules, state, seat)
    basic = f"{goals.groups(state, seat)} of {rules.basic}" if rules.basic and rules.until == "met" else "none"
    written = ("not known" if state.seen_race else "written down") if rules.special_goals else "none"
    special = written if own is None else f"{own.have} of {own.need} {own.what}"
    return (
        who,
        top,
        goals.groups(state, seat),
        goals.power(rules, state, seat),
        goals.money(state, seat),
        basic,
        special,
    )


def _ending(state: State, winners: list[str]) -> str:
    if state.phase != OVER:
        return f"Not over: {counted(len(state.history), 'turns')} played."
    if not winners:
        return "The game is over; nobody is left."
    wins = "wins" if len(winners) == 1 else "share the victory"
    if state.seen_race:
        return f"{listed(winners)} {wins}."
    return f"{listed(winners)} {wins} after {counted(len(state.history), 'turns')}."
