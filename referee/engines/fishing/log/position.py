"""Where a game stands: the set-up of a log, and a `position:` that starts in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Misread
from referee.core.findings import Fault
from referee.core.items import Shape, put_setup, refuse, require_shape
from referee.core.places import Pointer
from referee.engines.fishing.log.reading import Reading
from referee.engines.fishing.rules import notation
from referee.engines.fishing.rules.board import field_in
from referee.engines.fishing.rules.hands import place_of
from referee.engines.fishing.state import BOX, DEAL, OVER, PLAY, Lying, State, Step, blank
from referee.engines.fishing.words.compiled import ACTIONS, TABLE, CompiledRules

SETUP: dict[str, Shape] = {"dealer": str, "target": int, "scores": (dict, int)}
POSITION: dict[str, Shape] = {
    **SETUP,
    "round": int,
    "phase": str,
    "turn": str,
    "fields": (dict, list),
    "luminaries": (dict, str),
    "face_down": (dict, str, type(None)),
    "discarded": list,
    "bare": list,
    "covered": (dict, int),
    "under": (dict, int),
    "named": (dict, str),
    "stock": int,
    "hands": (dict, list),
    "unseen": (dict, int),
    "piles": (dict, list),
    "piles_unseen": (dict, int),
    "sweeps": (dict, int),
    "okus": (dict, int),
    "claimed": (dict, list),
    "aside": list,
    "aside_unseen": int,
    "last_taker": str,
    "own": (dict, str),
    "used": (dict, str),
    "cleared": list,
    "fresh": list,
    "fused": list,
}
"""What may stand in `setup:` and `position:`, besides `steps`: a type, or a map and the types of its values."""
STEP: dict[str, Shape] = {"do": str, "by": str, "field": str, "number": int, "free": bool, "for": str}
KINDS = frozenset(
    (
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
    )
)


def start(
    rules: CompiledRules,
    reading: Reading,
    players: Sequence[str],
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
) -> State:
    """The state before the first event. Raises Misread with pointers into the head of the log."""
    state = blank(tuple(players), rules.fields)
    state.target = rules.scoring.target
    _require_shape(setup, SETUP)
    put_setup(reading, state, setup, ("setup",), has_target=rules.scoring.target is not None)
    if position is not None:
        _require_shape({key: value for key, value in position.items() if key != "steps"}, POSITION)
        put_setup(reading, state, position, ("position",), has_target=rules.scoring.target is not None)
        if state.dealer < 0:
            state.dealer = rules.players - 1
        _put_position(rules, reading, state, position)
    elif state.dealer < 0:
        message = f"who deals the first round? write `setup: {{dealer: {players[-1]}}}`"
        raise Misread([Fault("setup", message, at=("setup",))], shapeless=True)
    return state


def _require_shape(data: Mapping[str, Any], shapes: Mapping[str, Shape]) -> None:
    """Refuses unknown keys and values of the wrong type, which the schema then puts into words."""
    require_shape(data, shapes)
    if data.get("phase", DEAL) not in (DEAL, PLAY, OVER) or data.get("round", 1) < 1:
        raise Misread([], shapeless=True)
    if any(type(value) is int and value < 0 for key, value in data.items()):
        raise Misread([], shapeless=True)
    for key in ("unseen", "piles_unseen", "okus", "sweeps", "covered", "under"):
        if any(number < 0 for number in data.get(key, {}).values()):
            raise Misread([], shapeless=True)


def _put_position(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    state.round = position.get("round", 1)
    in_middle = position.keys() & {"fields", "hands", "turn"}
    state.phase = position.get("phase", PLAY if in_middle else DEAL)
    if state.phase == OVER or not in_middle:
        return
    state.turn = (state.dealer + 1) % rules.players
    if "turn" in position:
        state.turn = reading.seat(state, position["turn"], ("position", "turn"))
    _put_board(rules, reading, state, position)
    _put_luminaries(rules, reading, state, position)
    _put_seats(rules, reading, state, position)
    _put_turn(rules, reading, state, position)
    _put_stock(rules, state, position)


def _put_board(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    """What lies in the fields. The order of the fields, where all are there, is clockwise from the first."""
    fields = position.get("fields", {})
    at: Pointer = ("position", "fields")
    seasons = [_season(rules, name, (*at, name)) for name in fields]
    if rules.seasons and len(seasons) == rules.fields:
        state.turned = rules.seasons.index(seasons[0])
        if [field_in(rules, state, season) for season in seasons] != list(range(rules.fields)):
            state.turned = 0
    for name, season in zip(fields, seasons, strict=True):
        field = field_in(rules, state, season)
        for place, text in enumerate(fields[name]):
            here = (*at, name, place)
            lying = _lying(rules, state, text, here)
            _locate(rules, state, lying.cards, here)
            state.fields[field].append(lying)


def _season(rules: CompiledRules, name: str, at: Pointer) -> str:
    season = rules.season(name) if rules.seasons else (TABLE if name == TABLE else None)
    if season is None:
        raise refuse(f"there is no field {name!r}; the fields are {', '.join(rules.field_names)}", at)
    return season


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


def _locate(rules: CompiledRules, state: State, cards: int, at: Pointer) -> None:
    """Takes cards down that a position places, each once."""
    out, twice = cards & ~rules.pack, cards & state.located
    if out:
        raise refuse(f"{rules.names(out)} is left out with {rules.players} players", at)
    if twice:
        raise refuse(f"{rules.names(twice)} is placed twice; it already {place_of(rules, state, twice)}", at)
    state.located |= cards


def _put_luminaries(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    for key, up in (("luminaries", True), ("face_down", False)):
        for name, told in position.get(key, {}).items():
            at = ("position", key, name)
            field = field_in(rules, state, _season(rules, name, at))
            state.show(field, _luminary(rules, reading, told, at) if told else "", face_up=up)
    state.discarded = [
        _luminary(rules, reading, name, ("position", "discarded", place))
        for place, name in enumerate(position.get("discarded", ()))
    ]
    state.bare = [
        field_in(rules, state, _season(rules, name, ("position", "bare", place)))
        for place, name in enumerate(position.get("bare", ()))
    ]
    for name, number in position.get("covered", {}).items():
        state.covered[reading.card(name, ("position", "covered", name))] = number
    for name, number in position.get("under", {}).items():
        state.under[field_in(rules, state, _season(rules, name, ("position", "under", name)))] = number
    state.named = {
        suit: _season(rules, name, ("position", "named", suit)) for suit, name in position.get("named", {}).items()
    }


def _luminary(rules: CompiledRules, reading: Reading, text: str, at: Pointer) -> str:
    """A Luminary that can be in the round."""
    name = reading.luminary(text, at)
    wrong = rules.not_in_round(name)
    if wrong is not None:
        raise refuse(wrong[0], at)
    return name


def _put_seats(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position",)
    for key, held in (("hands", state.hands), ("piles", state.piles)):
        for seat, listed in reading.by_seat(state, position.get(key, {}), (*at, key)).items():
            here = (*at, key, state.players[seat])
            cards = mask_of(reading.cards(listed, here))
            _locate(rules, state, cards, here)
            held[seat] = cards
    for seat in range(rules.players):
        if state.players[seat] not in position.get("hands", {}):
            state.hidden[seat] = rules.hand
    for key, numbers in (
        ("unseen", state.hidden),
        ("piles_unseen", state.piles_hidden),
        ("sweeps", state.sweeps),
    ):
        for seat, number in reading.by_seat(state, position.get(key, {}), (*at, key)).items():
            numbers[seat] = number
    for seat, names in reading.by_seat(state, position.get("claimed", {}), (*at, "claimed")).items():
        here = (*at, "claimed", state.players[seat])
        state.claimed[seat] = [_luminary(rules, reading, name, (*here, place)) for place, name in enumerate(names)]
    for name, number in position.get("okus", {}).items():
        if name != BOX:
            state.okus[reading.seat(state, name, (*at, "okus", name))] = number
    state.box_okus = position.get("okus", {}).get(BOX, max(rules.okus - sum(state.okus), 0))
    state.aside = mask_of(reading.cards(position.get("aside", []), (*at, "aside")))
    _locate(rules, state, state.aside, (*at, "aside"))
    state.aside_hidden = position.get("aside_unseen", 0)
    if "last_taker" in position:
        state.last_taker = reading.seat(state, position["last_taker"], (*at, "last_taker"))


def _put_turn(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position",)
    own = position.get("own")
    if own is not None:
        if own.keys() != {"action", "field"} or own["action"] not in ACTIONS:
            raise Misread([], shapeless=True)
        state.own = (own["action"], field_in(rules, state, _season(rules, own["field"], (*at, "own", "field"))))
    state.used = dict(position.get("used", {}))
    state.cleared = [
        field_in(rules, state, _season(rules, name, (*at, "cleared", place)))
        for place, name in enumerate(position.get("cleared", ()))
    ]
    state.fresh = [
        _luminary(rules, reading, name, (*at, "fresh", place)) for place, name in enumerate(position.get("fresh", ()))
    ]
    for place, text in enumerate(position.get("fused", ())):
        here = (*at, "fused", place)
        state.fused.append(mask_of(reading.card(name.strip(), here) for name in text.split("+")))
    listed = position.get("steps", [])
    if not isinstance(listed, list):
        raise Misread([], shapeless=True)
    state.queue = [_step(rules, reading, state, entry, (*at, "steps", place)) for place, entry in enumerate(listed)]


def _step(rules: CompiledRules, reading: Reading, state: State, entry: Any, at: Pointer) -> Step:
    if not isinstance(entry, dict) or not {"do", "by"} <= entry.keys():
        raise Misread([], shapeless=True)
    _require_shape({key: value for key, value in entry.items() if key != "told"}, STEP)
    if entry["do"] not in KINDS:
        raise Misread([], shapeless=True)
    field = field_in(rules, state, _season(rules, entry["field"], (*at, "field"))) if "field" in entry else -1
    told = entry.get("told")
    return Step(
        entry["do"],
        reading.seat(state, entry["by"], (*at, "by")),
        field,
        entry.get("number", 0),
        tuple(told) if isinstance(told, list) else told,
        entry.get("free", False),
        _luminary(rules, reading, entry["for"], (*at, "for")) if "for" in entry else "",
    )


def _put_stock(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> None:
    """Counts the pile: what is nowhere else."""
    out = state.located.bit_count() + sum(state.hidden) + sum(state.piles_hidden) + state.aside_hidden
    out += sum(state.under) + sum(state.covered.values())
    state.stock = position.get("stock", rules.size - out)
    if state.stock < 0:
        raise refuse(f"{out} cards are placed; there are {rules.size}", ("position",))
    if any(state.hidden):
        state.unseen["hands"] = [0]
