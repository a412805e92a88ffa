"""Where a game stands: the set-up of a log, and a `position:` that starts in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import fields
from referee.core.events import Misread
from referee.core.fields import GAME
from referee.core.findings import Fault
from referee.core.items import Shape, refuse, require_shape, shapeless
from referee.core.kinds import Read
from referee.core.places import Pointer
from referee.engines.fishing.log.reading import Reading
from referee.engines.fishing.rules import notation
from referee.engines.fishing.rules.board import field_in
from referee.engines.fishing.rules.hands import place_of
from referee.engines.fishing.state import BOX, CARDS, DEAL, FIELD, LUMINARY, OVER, PLAY, ROUND, Lying, State, Step
from referee.engines.fishing.words.compiled import CompiledRules

AT: Pointer = ("position",)
KINDS = frozenset(
    [
        "draw",
        "clear",
        "reseed",
        "reveal",
        "uncover",
        "cover",
        "end",
        "turn",
        "name",
        "give",
        "okus",
        "exchange",
        "lay",
        "swap",
    ]
)
STEP: dict[str, Shape] = {"do": KINDS, "by": str, "field": str, "number": int, "free": bool, "for": str}


def start(
    rules: CompiledRules,
    reading: Reading,
    players: Sequence[str],
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
) -> State:
    """The state before the first event. Raises Misread with pointers into the head of the log."""
    state = State()
    state.begin(rules)
    state.players = tuple(players)
    fields.require(State.setup_fields, setup)
    fields.put(State.setup_fields, reading, state, setup, ("setup",))
    if position is not None:
        fields.require(State.all_fields, position)
        fields.put(State.setup_fields, reading, state, position, AT)
        if state.dealer < 0:
            state.dealer = rules.players - 1
        _put_position(rules, reading, state, position)
    elif state.dealer < 0:
        message = f"who deals the first round? write `setup: {{dealer: {players[-1]}}}`"
        raise Misread([Fault("setup", message, at=("setup",))], shapeless=True)
    return state


def _put_position(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    in_middle = position.keys() & {"fields", "hands", "turn"}
    state.phase = PLAY if in_middle else DEAL
    fields.put(fields.lasting(State, GAME), reading, state, position, AT)
    if state.phase == OVER or not in_middle:
        return
    state.turn = (state.dealer + 1) % rules.players
    for seat, player in enumerate(state.players):
        state.hidden[seat] = 0 if player in position.get("hands", {}) else rules.hand
    fields.put(fields.lasting(State, ROUND), reading, state, position, AT, READERS)
    if "okus" not in position:
        state.box_okus = rules.okus
    _put_stock(rules, state, position)


def _fields(reading: Reading, state: State, board: dict[str, list[str]], at: Pointer) -> list[list[Lying]]:
    """What lies in the fields. The order of the fields, where all are there, is clockwise from the first."""
    rules = reading.rules
    seasons = [reading.season_at(name, (*at, name)) for name in board]
    if rules.seasons and len(seasons) == rules.fields:
        state.turned = rules.seasons.index(seasons[0])
        if [field_in(rules, state, season) for season in seasons] != list(range(rules.fields)):
            state.turned = 0
    for name, season in zip(board, seasons, strict=True):
        field = field_in(rules, state, season)
        for place, text in enumerate(board[name]):
            here = (*at, name, place)
            lying = _lying(rules, state, text, here)
            _located(reading, state, lying.cards, here)
            state.fields[field].append(lying)
    return state.fields


def _lying(rules: CompiledRules, state: State, text: str, at: Pointer) -> Lying:
    name, _, owner = text.strip().partition(" ") if ")" not in text else _owned(text)
    try:
        lying = notation.lying(rules, name)
    except notation.Unreadable as unreadable:
        raise refuse(str(unreadable), at) from None
    if not owner:
        return lying
    if owner not in state.players:
        raise refuse(f"behind {name} stands {owner!r}, which is no player", at)
    return lying._replace(owner=state.players.index(owner))


def _owned(text: str) -> tuple[str, str, str]:
    name, bracket, owner = text.rpartition(")")
    return name + bracket, "", owner.strip()


def _located(reading: Reading, state: State, cards: int, at: Pointer) -> int:
    """Takes cards down that a position places, each once."""
    rules = reading.rules
    out, twice = cards & ~rules.pack, cards & state.located
    if out:
        raise refuse(f"{rules.names(out)} is left out with {rules.players} players", at)
    if twice:
        raise refuse(f"{rules.names(twice)} is placed twice; it already {place_of(rules, state, twice)}", at)
    state.located |= cards
    return cards


def _cards(reading: Reading, state: State, listed: list[str], at: Pointer) -> int:
    return _located(reading, state, CARDS.read(reading, state, listed, at), at)


def _face_up(reading: Reading, state: State, named: dict[str, str], at: Pointer) -> list[str | None]:
    for name, luminary in named.items():
        here = (*at, name)
        field = FIELD.read(reading, state, name, here)
        state.show(field, LUMINARY.read(reading, state, luminary, here) if luminary else "", face_up=True)
    return state.luminaries


def _face_down(reading: Reading, state: State, named: dict[str, str | None], at: Pointer) -> list[bool]:
    for name, luminary in named.items():
        here = (*at, name)
        field = FIELD.read(reading, state, name, here)
        state.show(field, LUMINARY.read(reading, state, luminary, here) if luminary else "", face_up=False)
    return state.faces


def _okus(reading: Reading, state: State, okus: dict[str, int], at: Pointer) -> list[int]:
    held = [0] * reading.rules.players
    for name, number in okus.items():
        if name != BOX:
            held[reading.seat(state, name, (*at, name))] = number
    state.box_okus = okus.get(BOX, max(reading.rules.okus - sum(held), 0))
    return held


def _steps(reading: Reading, state: State, steps: Any, at: Pointer) -> list[Step]:
    if not isinstance(steps, list):
        raise shapeless()
    return [_step(reading, state, entry, (*at, place)) for place, entry in enumerate(steps)]


def _step(reading: Reading, state: State, entry: Any, at: Pointer) -> Step:
    if not isinstance(entry, dict) or not {"do", "by"} <= entry.keys():
        raise shapeless()
    require_shape({key: value for key, value in entry.items() if key != "told"}, STEP)
    if entry.get("number", 0) < 0:
        raise shapeless()
    told = entry.get("told")
    return Step(
        entry["do"],
        reading.seat(state, entry["by"], (*at, "by")),
        FIELD.read(reading, state, entry["field"], (*at, "field")) if "field" in entry else -1,
        entry.get("number", 0),
        tuple(told) if isinstance(told, list) else told,
        entry.get("free", False),
        LUMINARY.read(reading, state, entry["for"], (*at, "for")) if "for" in entry else "",
    )


READERS: dict[str, Read] = {
    "fields": _fields,
    "luminaries": _face_up,
    "faces": _face_down,
    "hands": _cards,
    "piles": _cards,
    "okus": _okus,
    "aside": _cards,
    "queue": _steps,
}
"""Fields that take more than to be read."""


def _put_stock(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> None:
    """Counts the pile: what is nowhere else."""
    out = state.located.bit_count() + sum(state.hidden) + sum(state.piles_hidden) + state.aside_hidden
    out += sum(state.under) + sum(state.covered.values())
    state.stock = position.get("stock", rules.size - out)
    if state.stock < 0:
        raise refuse(f"{out} cards are placed; there are {rules.size}", ("position",))
    if any(state.hidden):
        state.unseen["hands"] = [0]
