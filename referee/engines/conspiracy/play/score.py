"""The score pad as a race: groups, Power, money, how close everybody is to a goal; and the places, the winners first."""

from __future__ import annotations

from typing import Any

from referee.core.cards import members
from referee.core.family import Block, Standing, Tally
from referee.core.table import Data, Standings
from referee.core.wording import counted, listed
from referee.engines.conspiracy.rules import goals
from referee.engines.conspiracy.state import OVER, State
from referee.engines.conspiracy.words.compiled import CompiledRules


def standings(rules: CompiledRules, state: State) -> Standings:
    """Return how the game stands by groups."""
    over, seats = state.phase == OVER, range(rules.players)
    sides = [(seat,) for seat in seats]
    return Standings(over, [goals.groups(state, seat) for seat in seats], state.winners if over else (), sides)


def pad(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the race as data (see schemas/report.schema.json) and as a table, one row per player; `hands` has one entry per
    turn."""
    entries = [_player(rules, state, seat) for seat in range(rules.players)]
    data = standings(rules, state).pad(state, _turns(rules, state), {"race": entries})
    rows = tuple(_row(rules, state, entry) for entry in entries)
    headers = ("player", "Illuminati", "groups", "Power", "MB", "basic goal", "special goal")
    return data, [Block("Score", headers, rows, (_ending(state, data["winners"]),))]


def _turns(rules: CompiledRules, state: State) -> list[Data]:
    """Return what everybody had at the end of each turn. The points of a turn are the groups gained or lost in it."""
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
        entries.append(entry | {key: dict(zip(state.players, values, strict=True)) for key, values in columns.items()})
        before = groups
    return entries


def _player(rules: CompiledRules, state: State, seat: int) -> Data:
    ways = goals.ways(rules, state, seat)
    basic, own = ways.get(goals.BASIC), ways.get(goals.SPECIAL)
    return {
        "player": state.players[seat],
        "illuminati": rules.pack.names[state.illuminati[seat]],
        "in_game": state.alive[seat],
        "groups": goals.groups(state, seat),
        "power": goals.power(rules, state, seat),
        "money": goals.money(state, seat),
        "destroyed": state.kills[seat],
        "basic": basic and {**basic._asdict(), "met": basic.met},
        "special": own and {**own._asdict(), "met": own.met},
    }


def _row(rules: CompiledRules, state: State, entry: Data) -> tuple[Any, ...]:
    if not entry["in_game"]:
        return entry["player"], entry["illuminati"], "out", "", "", "", ""
    basic = f"{entry['groups']} of {rules.basic}" if rules.basic and rules.goals.until == "met" else "none"
    special = ("not known" if state.seen_race else "written down") if rules.goals.special else "none"
    if (own := entry["special"]) is not None:
        special = f"{own['have']} of {own['need']} {own['what']}"
    return (*(entry[key] for key in ("player", "illuminati", "groups", "power", "money")), basic, special)


def _ending(state: State, winners: list[str]) -> str:
    turns = counted(len(state.history), "turns")
    if state.phase != OVER:
        return f"Not over: {turns} played."
    if not winners:
        return "The game is over; nobody is left."
    wins = "wins" if len(winners) == 1 else "share the victory"
    return f"{listed(winners)} {wins}." if state.seen_race else f"{listed(winners)} {wins} after {turns}."


def standing(rules: CompiledRules, state: State) -> Standing:
    """Return the places, and the tallies of each player: the turns, and the attacks won and lost."""
    turns = [turn.seat for turn in state.history]
    tallies = (
        Tally("turns", tuple([turns.count(seat) for seat in range(rules.players)])),
        Tally("attacks won", tuple(state.attacks_won), tuple(state.attacks)),
        Tally("attacks beaten off", tuple(state.defences_won), tuple(state.defences)),
        Tally("groups destroyed", tuple(state.kills)),
    )
    return standings(rules, state).standing(tallies)
