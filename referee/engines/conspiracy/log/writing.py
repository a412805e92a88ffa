"""Parts of a state written for the `position:` of a log, where one field does not say enough."""

from __future__ import annotations

from typing import Any

from referee.core.cards import members
from referee.core.kinds import Write
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.state import RUNNING, SAID, UNKNOWN, Battle, Played, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, SIDES

Data = dict[str, Any]


def structures(rules: CompiledRules, state: State, _: Any) -> Data:
    """Every power structure by its player."""
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


def lying(place: int) -> Write:
    """Writes the groups that are in a place."""
    return lambda rules, state, _: [rules.pack.names[card] for card in rules.pack.groups if state.place[card] == place]


def specials(rules: CompiledRules, state: State, hands: list[list[int]]) -> dict[str, list[str]]:
    """The Specials in hands, known or not."""
    names = rules.pack.names
    return {
        player: [names[card] for card in known] + ["special"] * hidden
        for player, known, hidden in zip(state.players, hands, state.hidden, strict=True)
        if known or hidden
    }


def gone(rules: CompiledRules, state: State, _: Any) -> list[str]:
    """Specials that are known to be out of the game."""
    gone = []
    for card in rules.pack.specials:
        held = sum(hand.count(card) for hand in state.specials)
        gone += [rules.pack.names[card]] * (rules.pack.cards[card].copies - state.left[card] - held)
    return gone


def goals(rules: CompiledRules, state: State, chosen: list[int]) -> dict[str, str]:
    """The goals that players chose, as far as they are known."""
    return {
        state.players[seat]: rules.pack.names[goal]
        for seat, goal in enumerate(chosen)
        if goal != ABSENT and (rules.any_goal or "chosen" in rules.pack.cards[state.illuminati[seat]].goal)
    }


def out(rules: CompiledRules, state: State, _: Any) -> list[str]:
    """The players who are out of the game."""
    return [player for player, alive in zip(state.players, state.alive, strict=True) if not alive]


def attack(rules: CompiledRules, state: State, battle: Battle) -> Data:
    """An attack under way."""
    names = rules.pack.names
    data: Data = {battle.kind: names[battle.target], "with": names[battle.attacker]}
    if battle.aid:
        data["aid"] = [names[card] for card in battle.aid]
    if battle.privilege != ABSENT:
        data["privilege"] = names[battle.privilege] if battle.privilege != UNKNOWN else "special"
    if battle.special != ABSENT:
        data["special"] = names[battle.special]
    if battle.stated != ABSENT:
        data["power"] = battle.stated
    if battle.silent >> state.illuminati[battle.seat] & 1:
        data["ability"] = False
    for key in (*RUNNING, *SAID):
        if getattr(battle, key):
            data[key] = getattr(battle, key)
    if battle.privilege != ABSENT and not battle.privileged:
        data["privileged"] = False
    if battle.abolisher != ABSENT:
        data["abolisher"] = state.players[battle.abolisher]
    if battle.joined:
        data["joined"] = [state.players[seat] for seat in members(battle.joined)]
    return data


def played(rules: CompiledRules, state: State, special: Played) -> Data:
    """A Special that may still be answered."""
    names = rules.pack.names
    data: Data = {
        "by": state.players[special.seat],
        "play": names[special.card] if special.card != UNKNOWN else "special",
        "use": special.use,
    }
    if "group" in special.value:
        data["group"] = names[special.value["group"]]
    if "onto" in special.value:
        master, side = special.value["onto"]
        data["onto"] = {names[master]: SIDES[side]}
    if "treasuries" in special.value:
        data["treasuries"] = {names[card]: amount for card, amount in special.value["treasuries"].items()}
    if "player" in special.value:
        data["player"] = state.players[special.value["player"]]
    if special.also:
        data["also"] = [names[card] if card != UNKNOWN else "special" for card in special.also]
    return data
