"""The set-up of a log, and a `position:` that starts in the middle of a game; a state as a position."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.core import fields
from referee.core.events import Misread
from referee.core.fields import AT, GAME, Data
from referee.core.places import Pointer
from referee.core.values import SEAT, WHOLE, YES_NO, Kind, list_of, one_of, record, refuse
from referee.core.wording import number_of
from referee.engines.fishing import state as phases
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.reading import FishingReading
from referee.engines.fishing.rules import effects, moves, possible
from referee.engines.fishing.rules.moves import field_in, short_name
from referee.engines.fishing.rules.rounds import first_seat, line_up, place_of
from referee.engines.fishing.state import CARDS, FIELD, LUMINARY, FishingState, Lying, PendingStep

KINDS = (*phases.STEPS, "turn", "name", "give", "okus", "exchange", "lay", "swap")
TOLD = Kind(
    (object,),
    lambda reading, state, told, at: tuple(told) if isinstance(told, list) else told,
    lambda rules, state, told: list(told) if isinstance(told, tuple) else told,
)
STEP = {
    "do": one_of(*KINDS),
    "by": SEAT,
    "field": FIELD,
    "number": WHOLE,
    "told": TOLD,
    "free": YES_NO,
    "for": LUMINARY,
}
"""Keys by which a log writes the parts of a step, in the order of the step's own, each with its kind."""
USUAL = dict(zip(list(STEP)[2:], PendingStep._field_defaults.values(), strict=True))
STEP_KIND = record(STEP, needs=("do", "by"), usual=USUAL).into(lambda said: PendingStep(*(said[key] for key in STEP)))


def start(
    rules: FishingRules, reading: FishingReading, players: Sequence[str], setup: Data, position: Data | None
) -> FishingState:
    """The state before the first event of a log. Raises Misread with pointers into its head."""
    state = fields.first_state(FishingState(), reading, players, setup, position)
    if position is not None:
        _set_position(rules, reading, state, position)
    where = "position"
    if position is None or "scores" not in position:
        where = "setup"
    for who, message in possible.totals(rules, state, goes_on=position is not None):
        raise refuse(message, (where, "scores", who))
    for seats in rules.sides:
        if len({state.scores[seat] for seat in seats}) > 1:
            names = " and ".join(players[seat] for seat in seats)
            raise refuse(f"{names} are partners and have the same score; write both", (where, "scores"))
    return state


def _set_position(rules: FishingRules, reading: FishingReading, state: FishingState, position: Data) -> None:
    """Set the table up from a `position:`. Without any of the keys about the middle of a round, the position is one
    between rounds. Raises Misread for a table that cannot be."""
    in_middle = position.keys() & {"fields", "hands", "turn"}
    state.phase = phases.PLAY if in_middle else phases.DEAL
    fields.read(fields.lasting(FishingState, GAME), reading, state, position, AT, BY_HAND)
    if state.phase == phases.OVER or not in_middle:
        return
    state.turn = first_seat(rules, state)
    state.stock = rules.size
    for seat, player in enumerate(state.players):
        state.hidden[seat] = 0 if player in position.get("hands", {}) else rules.hand
    fields.read(fields.lasting(FishingState, phases.ROUND), reading, state, position, AT, BY_HAND)
    if "okus" not in position:
        state.box_okus = rules.okus
    effects.pool(rules, state)
    if rules.deal["in_order"]:
        for seat, player in enumerate(state.players):
            if player in position.get("hands", {}) and not state.order[seat]:
                line_up(state, seat, reading.cards(position["hands"][player], AT + ("hands", player)))
    out = state.located.bit_count() + sum(state.hidden) + sum(state.piles_hidden) + state.aside_hidden
    out += sum(state.under.values()) + sum(state.covered.values())
    state.stock = position.get("stock", rules.size - out)
    if state.stock < 0:
        raise refuse(f"{out} cards are placed; there are {rules.size}", ("position",))
    if state.stock > rules.size - out:
        left = f"only {rules.size - out} of {rules.size} are nowhere else"
        raise refuse(f"{number_of(state.stock, 'cards')} are in the pile; {left}", AT + ("stock",))
    for where, message in (*possible.okus(rules, state), *possible.luminaries(rules, state)):
        raise refuse(message, where)
    if not state.irregular:
        for where, message in possible.hands(rules, state, position):
            raise refuse(message, where)
    if "stock" not in position and any(possible.sizes(rules, state)):
        state.irregular = True  # not all is written, and what is makes no whole table
    if any(state.hidden):
        state.unseen["hands"] = [0]


def _fields(
    reading: FishingReading, state: FishingState, board: dict[str, list[str]], at: Pointer
) -> list[list[Lying]]:
    """Read the fields of a position. If all are there, their order is clockwise from the first, which says how the box
    is turned."""
    rules = reading.rules
    named = [reading.resolve_name("field", name, at + (name,)) for name in board]
    if len(named) == rules.fields and named[0] in rules.seasons:
        state.turned = rules.seasons.index(named[0])
        if [field_in(rules, state, name) for name in named] != list(range(rules.fields)):
            state.turned = 0  # they are not in the order of the seasons
        state.turned_from = state.turned
    for name, field in zip(board, named, strict=True):
        for place, text in enumerate(board[name]):
            lying = _lying(rules, state, text, at + (name, place))
            _locate(reading, state, lying.cards, at + (name, place))
            state.fields[field_in(rules, state, field)].append(lying)
    return state.fields


def _lying(rules: FishingRules, state: FishingState, text: str, at: Pointer) -> Lying:
    """A thing in a field, read from '5wi' or from a stockpile with the name of its owner behind it: 'S10(6sp+4wi)
    Ann'."""
    name, owner = re.fullmatch(r"(.*\)|\S*)\s*(.*)", text.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
    try:
        lying = moves.lying(rules, name)
    except Misread as misread:
        raise refuse(misread.faults[0].message, at) from None
    if lying.sets and not state.irregular and (wrong := possible.stockpile(rules, lying)):
        raise refuse(wrong, at)
    if owner and owner not in state.players:
        raise refuse(f"{owner!r} after {name} is not a player", at)
    if owner:
        return lying._replace(owner=state.players.index(owner))
    return lying


def _locate(reading: FishingReading, state: FishingState, cards: int, at: Pointer) -> int:
    """Note that these cards have a place now, and return them. Raises Misread for cards that are left out or placed
    already."""
    rules = reading.rules
    out = cards & ~rules.pack
    twice = cards & state.located
    if out:
        raise refuse(f"{rules.names(out)} is left out with {rules.players} players", at)
    if twice:
        raise refuse(f"{rules.names(twice)} is placed twice; it already {place_of(rules, state, twice)}", at)
    state.located |= cards
    return cards


def _cards(reading: FishingReading, state: FishingState, names: list[str], at: Pointer) -> int:
    return _locate(reading, state, CARDS.read(reading, state, names, at), at)


def _facing(*, up: bool) -> Kind:
    """The codec of the Luminaries that lie face up, or of those face down, by field; a name may be missing for one face
    down."""

    def read(reading: FishingReading, state: FishingState, named: dict[str, str | None], at: Pointer) -> object:
        """Read the Luminaries into the state. Gives the attribute of the state that they are read into."""
        for name, luminary in named.items():
            here = at + (name,)
            field = FIELD.read(reading, state, name, here)
            known = ""
            if luminary:
                known = LUMINARY.read(reading, state, luminary, here)
            state.show(reading.rules, field, known, face_up=up)
        if up:
            return state.luminaries
        return state.faces

    def write(rules: FishingRules, state: FishingState, _: object) -> dict[str, str | None]:
        found = {}
        for field, name in enumerate(state.luminaries):
            if name is not None and state.faces[field] == up and (name or not up):
                found[short_name(rules, state, field)] = name or None
        return found

    return Kind((object,), read, write)


def _okus(reading: FishingReading, state: FishingState, okus: dict[str, int], at: Pointer) -> list[int]:
    """Read how many okus each player has; the box gets what is written for it, or else the rest."""
    okus_of = [0] * reading.rules.players
    for name, number in okus.items():
        if name != phases.BOX:
            okus_of[reading.seat(state, name, at + (name,))] = number
    state.box_okus = okus.get(phases.BOX, max(reading.rules.okus - sum(okus_of), 0))
    return okus_of


BY_HAND: fields.ByHand = {
    "fields": Kind(
        ((dict, list),),
        _fields,
        lambda rules, state, board: {
            short_name(rules, state, field): [
                moves.lying_text(rules, one) + (f" {state.players[one.owner]}" if one.owner >= 0 else "")
                for one in lying
            ]
            for field, lying in enumerate(board)
        },
    ),
    "luminaries": _facing(up=True),
    "faces": _facing(up=False),
    "hands": CARDS._replace(read=_cards),
    "piles": CARDS._replace(read=_cards),
    "okus": Kind(
        ((dict, int),),
        _okus,
        lambda rules, state, okus: {
            phases.BOX: state.box_okus,
            **{who: number for who, number in zip(state.players, okus, strict=True) if number},
        },
    ),
    "aside": CARDS._replace(read=_cards),
    "queue": list_of(
        Kind(
            (object,),
            STEP_KIND.of,
            lambda rules, state, step: STEP_KIND.write(rules, state, dict(zip(STEP, step, strict=True))),
        )
    ),
}
"""Keys of a position that take more than the state declares."""
