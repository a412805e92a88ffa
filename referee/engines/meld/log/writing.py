"""A state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.engines.meld.log.position import UNSEEN_CARD
from referee.engines.meld.state import DEAL, DRAW, OVER, ROLE, SHOW, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement
from referee.engines.meld.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    players, ids = state.players, rules.deck.ids
    data: dict[str, Any] = {"round": state.round}
    if state.dealer >= 0:
        data["dealer"] = players[state.dealer]
    data["phase"] = state.phase
    data["scores"] = dict(zip(players, state.scores, strict=True))
    if state.target is not None:
        data["target"] = state.target
    if rules.scoring.bonuses and any(state.won):
        data["won"] = {player: number for player, number in zip(players, state.won, strict=True) if number}
    chosen = {player: role for player, role in zip(players, state.roles, strict=True) if role is not None}
    if chosen:
        data["roles"] = chosen
    if state.phase == DRAW:
        data["contenders"] = [players[seat] for seat in state.contenders]
        data["drawing"] = [players[seat] for seat in state.drawing]
        data["drawn"] = {players[seat]: ids[card] for seat, card in enumerate(state.drawn) if card >= 0}
    if state.phase in (DRAW, DEAL, ROLE, OVER):
        return data
    _write_hands(rules, state, data)
    _write_table(rules, state, data)
    if state.phase == SHOW or state.declarer >= 0:
        _write_shown(rules, state, data)
    return data


def _names(rules: CompiledRules, held: int) -> list[str]:
    return rules.names(held).split()


def _write_hands(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    players = state.players
    data["hands"] = {player: _names(rules, held) for player, held in zip(players, state.hands, strict=True)}
    for key, numbers in (("unseen", state.hidden), ("fresh", state.fresh)):
        if any(numbers) or key == "unseen":
            data[key] = {player: number for player, number in zip(players, numbers, strict=True) if number}
    for key, values in (("action", state.action), ("penalty", state.penalty)):
        if any(values):
            data[key] = {player: value for player, value in zip(players, values, strict=True) if value}


def _write_table(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    players, ids = state.players, rules.deck.ids
    data["pile"] = [ids[card] for card in state.pile]
    if rules.by_upcard and state.upcard >= 0:
        data["upcard"] = ids[state.upcard]
    data["stock"] = state.stock
    for key, held in (("aside", state.aside), ("recycled", state.recycled)):
        if held:
            data[key] = _names(rules, held)
    if state.turn >= 0 and state.phase != SHOW:
        data["turn"] = players[state.turn]
    if state.taken != -1:
        data["taken"] = UNSEEN_CARD if state.taken < 0 else ids[state.taken]
    if state.offers:
        data["offered"] = state.offers
    if state.last_take:
        data["last_take"] = True
    if state.last_turns:
        data["last_turns"] = state.last_turns
    if state.discarder >= 0:
        data["discarder"] = players[state.discarder]
    if state.declarer >= 0:
        data["declared"] = players[state.declarer]


def _write_shown(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    players = state.players
    data["shown"] = {
        player: laid_out(rules, arrangement)
        for player, arrangement in zip(players, state.shown, strict=True)
        if arrangement is not None
    }
    for player in data["shown"]:
        data["hands"].pop(player, None)
    if state.tabled:
        data["table"] = [rules.names(meld) for meld in state.tabled]
    laid = {player: _names(rules, held) for player, held in zip(players, state.laid, strict=True) if held}
    if laid:
        data["laid_off"] = laid


def laid_out(rules: CompiledRules, arrangement: Arrangement) -> list[str]:
    """An arrangement as a log writes it: its melds, each a text, then the idle cards."""
    return [meld.notation for meld in arrangement.melds] + [
        rules.deck.ids[card] for card in packs.unpack(arrangement.idle)
    ]
