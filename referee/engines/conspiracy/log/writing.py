"""The state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.core.cards import members
from referee.engines.conspiracy.log.position import COUNTS, FLAGS, RUNNING, SAID
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.state import DEAD, OVER, UNCONTROLLED, Battle, Played, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import SIDES

Data = dict[str, Any]


def written(rules: CompiledRules, state: State) -> Data:
    """The state as a position; reading it back gives an equal state."""
    pack, players = rules.pack, state.players
    names = pack.names
    seats = range(rules.players)
    data: Data = {"turn": players[state.turn], "phase": state.phase}
    data["structures"] = {players[seat]: _structure(rules, state, seat) for seat in seats}
    for key, place in (("uncontrolled", UNCONTROLLED), ("destroyed", DEAD)):
        found = [names[card] for card in pack.groups if state.place[card] == place]
        if found:
            data[key] = found
    held = {players[seat]: _hand(rules, state, seat) for seat in seats if state.specials[seat] or state.hidden[seat]}
    if held:
        data["specials"] = held
    gone = _gone(rules, state)
    if gone:
        data["gone"] = gone
    for key, numbers in (("turns", state.turns), ("kills", state.kills)):
        if any(numbers):
            data[key] = {players[seat]: number for seat, number in enumerate(numbers) if number}
    goals = {
        players[seat]: names[goal] for seat, goal in enumerate(state.goals) if _chosen(rules, state, seat) and goal >= 0
    }
    if goals:
        data["goals"] = goals
    out = [players[seat] for seat in seats if not state.alive[seat]]
    if out:
        data["out"] = out
    if rules.hidden and any(state.shown):
        data["shown"] = [players[seat] for seat in seats if state.shown[seat]]
    if any(state.cheated):
        data["cheated"] = [players[seat] for seat in seats if state.cheated[seat]]
    if state.phase == OVER:
        data["winners"] = [players[seat] for seat in state.winners]
    _turn(rules, state, data)
    return data


def _chosen(rules: CompiledRules, state: State, seat: int) -> bool:
    return rules.any_goal or "chosen" in rules.pack.cards[state.illuminati[seat]].goal


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


def _hand(rules: CompiledRules, state: State, seat: int) -> list[str]:
    return [rules.pack.names[card] for card in state.specials[seat]] + ["special"] * state.hidden[seat]


def _gone(rules: CompiledRules, state: State) -> list[str]:
    """Specials that are known to be out of the game."""
    gone = []
    for card in rules.pack.specials:
        held = sum(hand.count(card) for hand in state.specials)
        gone += [rules.pack.names[card]] * (rules.pack.cards[card].copies - state.left[card] - held)
    return gone


def _turn(rules: CompiledRules, state: State, data: Data) -> None:
    names = rules.pack.names
    for key in COUNTS:
        data[key] = getattr(state, key)
    for key in FLAGS:
        if getattr(state, key) or key == "begun":
            data[key] = getattr(state, key)
    if rules.sequence == "staggered":
        data["first"] = state.players[state.first]
    used = {names[card]: times for card, times in state.used.items() if times}
    if used:
        data["used"] = used
    if state.aligned:
        data["aligned"] = {names[card]: rules.pack.aligned(mask) for card, mask in state.aligned.items()}
    if state.attack is not None:
        data["attack"] = _attack(rules, state, state.attack)
    if state.played is not None:
        data["played"] = _played(rules, state, state.played)


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
