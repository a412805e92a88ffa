"""The state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.core import fields
from referee.core.cards import members
from referee.core.kinds import Write
from referee.engines.conspiracy.log.position import RUNNING, SAID
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.state import DEAD, UNCONTROLLED, Battle, Played, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import SIDES

Data = dict[str, Any]


def written(rules: CompiledRules, state: State) -> Data:
    """The state as a position; reading it back gives an equal state."""
    return fields.written(State.all_fields, rules, state, WRITERS)


def _structures(rules: CompiledRules, state: State, _: Any) -> Data:
    return {player: _structure(rules, state, seat) for seat, player in enumerate(state.players)}


def _structure(rules: CompiledRules, state: State, seat: int) -> Data:
    names = rules.pack.names
    top = state.illuminati[seat]
    entry: Data = {"illuminati": names[top]}
    if state.money[top]:
        entry["money"] = state.money[top]
    if state.alive[seat]:
        groups: Data = {}
        for card in structure.below(rules, state, top)[1:]:
            groups[names[card]] = {"on": {names[state.master[card]]: SIDES[state.arrow[card]]}}
            if state.money[card]:
                groups[names[card]]["money"] = state.money[card]
        if groups:
            entry["groups"] = groups
    return entry


def _lying(rules: CompiledRules, state: State, place: int) -> list[str]:
    return [rules.pack.names[card] for card in rules.pack.groups if state.place[card] == place]


def _specials(rules: CompiledRules, state: State, specials: list[list[int]]) -> dict[str, list[str]]:
    names = rules.pack.names
    return {
        player: [names[card] for card in known] + ["special"] * hidden
        for player, known, hidden in zip(state.players, specials, state.hidden, strict=True)
        if known or hidden
    }


def _gone(rules: CompiledRules, state: State, _: Any) -> list[str]:
    """Specials that are known to be out of the game."""
    gone = []
    for card in rules.pack.specials:
        held = sum(hand.count(card) for hand in state.specials)
        gone += [rules.pack.names[card]] * (rules.pack.cards[card].copies - state.left[card] - held)
    return gone


def _goals(rules: CompiledRules, state: State, goals: list[int]) -> dict[str, str]:
    """The goals that players chose, as far as they are known."""
    return {
        state.players[seat]: rules.pack.names[goal]
        for seat, goal in enumerate(goals)
        if goal >= 0 and (rules.any_goal or "chosen" in rules.pack.cards[state.illuminati[seat]].goal)
    }


def _out(rules: CompiledRules, state: State, _: Any) -> list[str]:
    return [player for player, alive in zip(state.players, state.alive, strict=True) if not alive]


def _attack(rules: CompiledRules, state: State, battle: Battle) -> Data:
    names = rules.pack.names
    data: Data = {battle.kind: names[battle.target], "with": names[battle.attacker]}
    if battle.aid:
        data["aid"] = [names[card] for card in battle.aid]
    if battle.privilege >= 0:
        data["privilege"] = names[battle.privilege]
    if battle.special >= 0:
        data["special"] = names[battle.special]
    if battle.stated >= 0:
        data["power"] = battle.stated
    if battle.silent >> state.illuminati[battle.seat] & 1:
        data["ability"] = False
    for key in (*RUNNING, *SAID):
        if getattr(battle, key):
            data[key] = getattr(battle, key)
    if battle.joined:
        data["joined"] = [state.players[seat] for seat in members(battle.joined)]
    return data


def _played(rules: CompiledRules, state: State, played: Played) -> Data:
    names = rules.pack.names
    data: Data = {"by": state.players[played.seat], "play": names[played.card], "use": played.use}
    if "group" in played.value:
        data["group"] = names[played.value["group"]]
    if "onto" in played.value:
        master, side = played.value["onto"]
        data["onto"] = {names[master]: SIDES[side]}
    if "treasuries" in played.value:
        data["treasuries"] = {names[card]: amount for card, amount in played.value["treasuries"].items()}
    if "player" in played.value:
        data["player"] = state.players[played.value["player"]]
    return data


WRITERS: dict[str, Write] = {
    "structures": _structures,
    "uncontrolled": lambda rules, state, _: _lying(rules, state, UNCONTROLLED),
    "destroyed": lambda rules, state, _: _lying(rules, state, DEAD),
    "specials": _specials,
    "gone": _gone,
    "goals": _goals,
    "out": _out,
    "attack": _attack,
    "played": _played,
}
"""What takes more than to be written."""
