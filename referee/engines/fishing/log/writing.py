"""A state written out as the `position:` of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engines.fishing.rules.board import short_name
from referee.engines.fishing.rules.notation import written as thing
from referee.engines.fishing.state import BOX, State, Step, in_round
from referee.engines.fishing.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    players = state.players
    data: dict[str, Any] = {"round": state.round, "dealer": players[state.dealer], "phase": state.phase}
    data["scores"] = dict(zip(players, state.scores, strict=True))
    if state.target is not None:
        data["target"] = state.target
    if not in_round(state):
        return data
    if state.turn >= 0:
        data["turn"] = players[state.turn]
    _board(rules, state, data)
    _seats(rules, state, data)
    _turn(rules, state, data)
    return data


def _board(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    names = [short_name(rules, state, field) for field in range(rules.fields)]
    data["fields"] = {
        name: [_thing(rules, state, one) for one in lying] for name, lying in zip(names, state.fields, strict=True)
    }
    up = {names[field]: name for field, name in enumerate(state.luminaries) if name and state.faces[field]}
    down = {
        names[field]: name or None
        for field, name in enumerate(state.luminaries)
        if name is not None and not state.faces[field]
    }
    bare = [names[field] for field in state.bare]
    told: dict[str, Any] = {"luminaries": up, "face_down": down, "discarded": list(state.discarded), "bare": bare}
    data |= {key: value for key, value in told.items() if value}
    if state.covered:
        data["covered"] = {rules.deck.ids[card]: number for card, number in state.covered.items()}
    if any(state.under):
        data["under"] = {name: number for name, number in zip(names, state.under, strict=True) if number}
    if state.named:
        data["named"] = dict(state.named)
    data["stock"] = state.stock


def _thing(rules: CompiledRules, state: State, one: Any) -> str:
    """What lies in a field, with its owner where that matters."""
    return f"{thing(rules, one)} {state.players[one.owner]}" if one.owner >= 0 else thing(rules, one)


def _seats(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    players, names = state.players, rules.deck.names
    data["hands"] = {who: names(hand) for who, hand in zip(players, state.hands, strict=True)}
    data["unseen"] = dict(zip(players, state.hidden, strict=True))
    data["piles"] = {who: names(pile) for who, pile in zip(players, state.piles, strict=True) if pile}
    numbers: tuple[tuple[str, Sequence[int]], ...] = (("piles_unseen", state.piles_hidden), ("sweeps", state.sweeps))
    for key, counted in numbers:
        if any(counted):
            data[key] = {who: number for who, number in zip(players, counted, strict=True) if number}
    if rules.okus:
        data["okus"] = {BOX: state.box_okus} | {
            who: number for who, number in zip(players, state.okus, strict=True) if number
        }
    claimed = {who: list(listed) for who, listed in zip(players, state.claimed, strict=True) if listed}
    if claimed:
        data["claimed"] = claimed
    if state.aside:
        data["aside"] = names(state.aside)
    if state.aside_hidden:
        data["aside_unseen"] = state.aside_hidden
    if state.last_taker >= 0:
        data["last_taker"] = players[state.last_taker]


def _turn(rules: CompiledRules, state: State, data: dict[str, Any]) -> None:
    if state.own is not None:
        data["own"] = {"action": state.own[0], "field": short_name(rules, state, state.own[1])}
    if state.used:
        data["used"] = dict(state.used)
    if state.fresh:
        data["fresh"] = list(state.fresh)
    if state.fused:
        data["fused"] = ["+".join(rules.deck.names(cards)) for cards in state.fused]
    if state.cleared:
        data["cleared"] = [short_name(rules, state, field) for field in state.cleared]
    if state.queue:
        data["steps"] = [_step(rules, state, step) for step in state.queue]


def _step(rules: CompiledRules, state: State, step: Step) -> dict[str, Any]:
    entry: dict[str, Any] = {"do": step.kind, "by": state.players[step.seat]}
    if step.field >= 0:
        entry["field"] = short_name(rules, state, step.field)
    if step.number:
        entry["number"] = step.number
    if step.told is not None:
        entry["told"] = list(step.told) if isinstance(step.told, tuple) else step.told
    if step.free:
        entry["free"] = True
    if step.name:
        entry["for"] = step.name
    return entry
