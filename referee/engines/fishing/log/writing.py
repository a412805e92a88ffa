"""A state written out as the `position:` of a log."""

from __future__ import annotations

from typing import Any

from referee.core import fields
from referee.core.fields import GAME
from referee.core.kinds import Write
from referee.engines.fishing.rules.board import short_name
from referee.engines.fishing.rules.notation import written as thing
from referee.engines.fishing.state import BOX, State, Step, in_round
from referee.engines.fishing.words.compiled import CompiledRules


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives a state that goes on in the same way."""
    there = [field for field in State.all_fields if field.lasts is GAME or in_round(state)]
    return fields.written(there, rules, state, WRITERS)


def _fields(rules: CompiledRules, state: State, board: Any) -> dict[str, list[str]]:
    return {
        short_name(rules, state, field): [_thing(rules, state, one) for one in lying]
        for field, lying in enumerate(board)
    }


def _thing(rules: CompiledRules, state: State, one: Any) -> str:
    """What lies in a field, with its owner where that matters."""
    return f"{thing(rules, one)} {state.players[one.owner]}" if one.owner >= 0 else thing(rules, one)


def _face_up(rules: CompiledRules, state: State, luminaries: list[str | None]) -> dict[str, str]:
    return {
        short_name(rules, state, field): name for field, name in enumerate(luminaries) if name and state.faces[field]
    }


def _face_down(rules: CompiledRules, state: State, faces: list[bool]) -> dict[str, str | None]:
    return {
        short_name(rules, state, field): name or None
        for field, name in enumerate(state.luminaries)
        if name is not None and not faces[field]
    }


def _okus(rules: CompiledRules, state: State, okus: list[int]) -> dict[str, int]:
    held = {who: number for who, number in zip(state.players, okus, strict=True) if number}
    return {BOX: state.box_okus, **held}


def _steps(rules: CompiledRules, state: State, steps: list[Step]) -> list[dict[str, Any]]:
    return [_step(rules, state, step) for step in steps]


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


WRITERS: dict[str, Write] = {
    "fields": _fields,
    "luminaries": _face_up,
    "faces": _face_down,
    "okus": _okus,
    "queue": _steps,
}
"""Fields that take more than to be written."""
