"""Where a game stands: the set-up of a log, and a `position:` that starts in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.events import Misread
from referee.core.findings import Fault
from referee.core.items import Shape, put_setup, refuse, require_shape
from referee.core.places import Pointer
from referee.engines.meld.log.reading import Reading
from referee.engines.meld.rules import rounds, whereabouts
from referee.engines.meld.rules.events import Shown
from referee.engines.meld.rules.shows import claimed, meld_faults
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import CompiledRules

SETUP: dict[str, Shape] = {"dealer": str, "target": int, "scores": (dict, int, float)}
POSITION: dict[str, Shape] = {
    **SETUP,
    "round": int,
    "phase": str,
    "contenders": list,
    "drawing": list,
    "drawn": (dict, str),
    "hands": (dict, list),
    "won": (dict, int),
    "unseen": (dict, int),
    "fresh": (dict, int),
    "pile": list,
    "upcard": str,
    "recycled": list,
    "stock": int,
    "aside": list,
    "action": (dict, int, float),
    "penalty": (dict, int, float),
    "turn": str,
    "taken": str,
    "offered": int,
    "last_take": bool,
    "last_turns": int,
    "discarder": str,
    "declared": str,
    "shown": (dict, list),
    "table": list,
    "laid_off": (dict, list),
    "roles": (dict, str),
}
"""What may stand in `setup:` and `position:`: a type, or a map and the types of its values."""
PHASES = frozenset((DRAW, DEAL, ACTION, FACE_UP, TAKE, DISCARD, SHOW, ROLE, OVER))
UNSEEN_CARD = "stock"
"""What a position writes for a card just taken unseen."""


def start(
    rules: CompiledRules,
    reading: Reading,
    players: Sequence[str],
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
) -> State:
    """The state before the first event. Raises Misread with pointers into the head of the log."""
    state = State()
    state.players = tuple(players)
    state.phase = DEAL
    state.clock = state.round_began = 0
    state.round = 1
    state.scores = [0] * rules.players
    state.target = rules.scoring.target({"players": rules.players}, ()) if rules.scoring.target else None
    state.history, state.notes, state.hinges = [], [], []
    state.plays, state.unseen = {}, {}
    state.won, state.bonus = [0] * rules.players, []
    state.roles = [None] * rules.players
    state.dealer = -1
    rounds.clear(rules, state)
    _require_shape(setup, SETUP)
    _require_shape(position or {}, POSITION)
    put_setup(reading, state, setup, ("setup",), has_target=rules.scoring.target is not None)
    if position is not None:
        put_setup(reading, state, position, ("position",), has_target=rules.scoring.target is not None)
        if state.dealer < 0 and not (rules.dealer_drawn and position.get("phase") == DRAW):
            state.dealer = rules.players - 1
        _put_position(rules, reading, state, position)
    elif state.dealer < 0 and rules.dealer_drawn:
        rounds.begin_draw(rules, state)
    if state.dealer < 0 and state.phase != DRAW:
        message = f"who deals the first round? write `setup: {{dealer: {players[-1]}}}`"
        raise Misread([Fault("setup", message, at=("setup",))], shapeless=True)
    return state


def _require_shape(data: Mapping[str, Any], shapes: Mapping[str, Shape]) -> None:
    """Refuses unknown keys and values of the wrong type, which the schema then puts into words."""
    require_shape(data, shapes)
    if data.get("phase", DEAL) not in PHASES:
        raise Misread([], shapeless=True)
    for key in ("round", "stock", "offered", "last_turns"):
        least = {"round": 1, "offered": -1}.get(key, 0)
        if data.get(key, least) < least:
            raise Misread([], shapeless=True)
    if any(number < 0 for key in ("won", "unseen", "fresh") for number in data.get(key, {}).values()):
        raise Misread([], shapeless=True)


def _put_position(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position",)
    state.phase = _phase(position)
    state.round = position.get("round", 1)
    if rules.scoring.rounds and state.round > rules.scoring.rounds:
        raise refuse(f"there is no round {state.round} in this game", (*at, "round"))
    for seat, role in reading.by_seat(state, position.get("roles", {}), (*at, "roles")).items():
        state.roles[seat] = _role(rules, role, (*at, "roles", state.players[seat]))
    for seat, number in reading.by_seat(state, position.get("won", {}), (*at, "won")).items():
        state.won[seat] = number
    if state.phase == DRAW:
        _put_draw(rules, reading, state, position)
    if state.phase in (DRAW, DEAL, ROLE, OVER):
        return
    _put_hands(rules, reading, state, position)
    _put_table(rules, reading, state, position)
    _put_numbers(reading, state, position)
    if state.phase == SHOW or state.declarer >= 0:
        _put_shown(rules, reading, state, position)
    _put_stock(rules, state, position)


def _phase(position: Mapping[str, Any]) -> str:
    """The phase that a position is in, told by what it mentions."""
    if "phase" in position:
        return str(position["phase"])
    if "declared" in position:
        return SHOW
    if "taken" in position:
        return DISCARD
    if "pile" in position:
        return TAKE
    return FACE_UP if "hands" in position else DEAL


def _role(rules: CompiledRules, role: str, at: Pointer) -> str:
    named = rules.role(role)
    if named is None:
        raise refuse(f"{role!r} is not a role; the roles are {', '.join(rules.roles) or 'none'}", at)
    return named


def _put_draw(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position",)
    rounds.begin_draw(rules, state)
    for key, seats in (("contenders", state.contenders), ("drawing", state.drawing)):
        if key in position:
            seats[:] = [reading.seat(state, name, (*at, key, place)) for place, name in enumerate(position[key])]
    for seat, card in reading.by_seat(state, position.get("drawn", {}), (*at, "drawn")).items():
        state.drawn[seat] = reading.card(card, (*at, "drawn", state.players[seat]))
        state.located += packs.UNITS[state.drawn[seat]]


def _cards(reading: Reading, position: Mapping[str, Any], key: str) -> list[int]:
    return [reading.card(text, ("position", key, place)) for place, text in enumerate(position.get(key, ()))]


def _put_hands(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position",)
    for seat, listed in reading.by_seat(state, position.get("hands", {}), (*at, "hands")).items():
        here = (*at, "hands", state.players[seat])
        state.hands[seat] = reading.cards(listed, here).cards
        _locate(rules, state, state.hands[seat], f"{state.players[seat]} holds", here)
    for key, numbers in (("unseen", state.hidden), ("fresh", state.fresh)):
        for seat, number in reading.by_seat(state, position.get(key, {}), (*at, key)).items():
            numbers[seat] = number


def _locate(rules: CompiledRules, state: State, cards: int, says: str, at: Pointer) -> None:
    """Takes cards down that a position places, if the deck has so many."""
    for fault in whereabouts.faults(rules, state, cards, says, None, at):
        raise refuse(fault.message, at)
    state.located += cards


def _put_table(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    pile = _cards(reading, position, "pile")
    _locate(rules, state, packs.pack(pile), "the face-up pile holds", ("position", "pile"))
    aside = packs.pack(_cards(reading, position, "aside"))
    _locate(rules, state, aside, "set aside are", ("position", "aside"))
    state.pile, state.aside = pile, aside
    if "upcard" in position:
        state.upcard = reading.card(position["upcard"], ("position", "upcard"))
    state.recycled = packs.pack(_cards(reading, position, "recycled"))
    if state.phase in (TAKE, DISCARD) or (state.phase == ACTION and "turn" in position):
        state.turn = (state.dealer + 1) % rules.players
        if "turn" in position:
            state.turn = reading.seat(state, position["turn"], ("position", "turn"))
    state.late = int(state.phase == ACTION and state.turn >= 0)
    taken = position.get("taken")
    if taken is not None:
        state.taken = -2 if taken == UNSEEN_CARD else reading.card(taken, ("position", "taken"))
    if "discarder" in position:
        state.discarder = reading.seat(state, position["discarder"], ("position", "discarder"))
    if "declared" in position:
        state.declarer = reading.seat(state, position["declared"], ("position", "declared"))


def _put_numbers(reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    for key, values in (("action", state.action), ("penalty", state.penalty)):
        for seat, value in reading.by_seat(state, position.get(key, {}), ("position", key)).items():
            values[seat] = value
    state.offers = position.get("offered", 0)
    state.last_take = position.get("last_take", False)
    state.last_turns = position.get("last_turns", 0)


def _put_shown(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position", "shown")
    for seat, listed in reading.by_seat(state, position.get("shown", {}), at).items():
        here = (*at, state.players[seat])
        shown = reading.cards(listed, here)
        for fault in meld_faults(rules, f"{state.players[seat]} lays out", seat, shown, here):
            raise refuse(fault.message, here)
        known = state.hands[seat] or shown.cards
        if not state.hands[seat]:
            _locate(rules, state, shown.cards, f"{state.players[seat]} shows", here)
            state.hands[seat] = shown.cards
        state.hidden[seat] = 0
        state.shown[seat] = claimed(rules, Shown(known, shown.melds)) or _best(rules, state, seat, known)
    state.tabled = [
        reading.cards([text], ("position", "table", place)).cards
        for place, text in enumerate(position.get("table", ()))
    ]
    for seat, listed in reading.by_seat(state, position.get("laid_off", {}), ("position", "laid_off")).items():
        state.laid[seat] = reading.cards(listed, ("position", "laid_off", state.players[seat])).cards
    ended = state.shown[state.declarer] if state.declarer >= 0 else None
    if rules.lays_off and ended is not None:
        state.tabled = state.tabled or [meld.cards for meld in ended.melds]
        state.hands[state.declarer] = ended.idle


def _best(rules: CompiledRules, state: State, seat: int, hand: int) -> Any:
    return rules.declared(hand, state.upcard) if seat == state.declarer else rules.arranger.best(hand)


def _put_stock(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> None:
    """Fills unseen hands up to their size, and counts the stock."""
    each = rules.cards_each(state.round)
    if "unseen" not in position:
        for seat in range(rules.players):
            wanted = each + (state.phase == DISCARD and seat == state.turn) - packs.size(state.laid[seat])
            if state.shown[seat] is None and not state.hands[seat]:
                state.hidden[seat] = wanted
    if any(state.hidden):
        state.unseen["deal"] = [0]
    out = packs.size(state.located) + sum(state.hidden)
    state.stock = position.get("stock", sum(rules.copies) - out)
    if state.stock < 0:
        raise refuse(f"{out} cards are placed; the deck has {sum(rules.copies)}", ("position",))
