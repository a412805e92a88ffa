"""A state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.engines.trick.state import DEAL, OVER, PLAY, State
from referee.engines.trick.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    names, players = rules.deck.names, state.players
    everyone = range(rules.players)
    data: dict[str, Any] = {"hand": state.hand, "dealer": players[state.dealer], "phase": state.phase}
    if state.roles is not None:
        data["roles"] = {players[seat]: rules.roles[state.roles[seat]] for seat in everyone}
    if rules.rotation_lasts == "hand" and state.chosen is not None and state.chosen != state.roles:
        data["chosen_roles"] = {players[seat]: rules.roles[state.chosen[seat]] for seat in everyone}
    data["scores"] = {players[seat]: state.scores[seat] for seat in everyone}
    if any(bags != 0 for bags in state.bags):
        data["bags"] = {players[seat]: state.bags[seat] for seat in everyone}
    if state.target is not None:
        data["target"] = state.target
    if state.phase in (DEAL, OVER):
        return data
    data["cards"] = state.cards
    data["hands"] = {players[seat]: names(state.hands[seat]) for seat in everyone if state.known[seat]}
    if any(bid is not None for bid in state.bids):
        data["bids"] = {players[seat]: bid for seat, bid in enumerate(state.bids) if bid is not None}
    if any(state.passed):
        data["passed"] = {players[seat]: names(mask) for seat, mask in enumerate(state.passed) if mask}
    if state.turned >= 0:
        data["turned"] = rules.deck.ids[state.turned]
    if state.trump >= 0 or rules.trump_from == "named":
        data["trump"] = rules.suits[state.trump] if state.trump >= 0 else "none"
    if state.phase == PLAY:
        _write_play(rules, state, data)
    seen = state.gone | state.table
    for seat in everyone:
        if state.known[seat]:
            seen |= state.hands[seat]
    lacks = {
        players[seat]: names(rules.pack & ~seen & ~state.hands[seat]) for seat in everyone if not state.known[seat]
    }
    if any(lacks.values()):
        data["lacks"] = {who: cards for who, cards in lacks.items() if cards}
    return data


def _write_play(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    players = state.players
    data["won"] = {players[seat]: tricks for seat, tricks in enumerate(state.won)}
    data["taken"] = {players[seat]: rules.deck.names(mask) for seat, mask in enumerate(state.taken) if mask}
    if state.leader >= 0:
        data["leader"] = players[state.leader]
    if state.trick:
        data["trick"] = [rules.deck.ids[card] + "!" * (state.said >> card & 1) for card in state.trick]
        if state.roles is not None:
            data["own"] = rules.deck.names(state.own)
            data["grace"] = rules.deck.names(state.graced)
