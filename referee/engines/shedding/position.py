"""The set-up of a log, and a `position:` that starts in the middle of a game; a state as a position."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import fields
from referee.core.events import number_of
from referee.core.fields import AT, Data
from referee.core.places import Pointer
from referee.core.values import TEXT, Kind, refuse
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.reading import SUIT, SheddingReading
from referee.engines.shedding.rules import available, elsewhere, move_on
from referee.engines.shedding.state import CARDS, DEAL, FACE_UP, ROUND, SHOW, TURN, SheddingState


def start(
    rules: SheddingRules, reading: SheddingReading, players: Sequence[str], setup: Data, position: Data | None
) -> SheddingState:
    """Return the state before the first event. Raises Misread with pointers into the head of the log."""
    state = fields.first_state(SheddingState(), reading, players, setup, position)
    if position is None:
        return state
    # keys that imply a phase; the first counts
    by_key = {"out": SHOW, "pile": TURN, "hands": FACE_UP}
    state.phase = position.get("phase", next((phase for key, phase in by_key.items() if key in position), DEAL))
    fields.read(SheddingState.all_fields, reading, state, position, AT, BY_HAND)
    if not ROUND.there(rules, state):
        return state
    if state.phase == TURN and state.turn < 0:
        move_on(rules, state, state.dealer)
    if state.phase in (TURN, SHOW) and not state.pile:
        if "pile" in position:
            at = AT + ("pile",)
        else:
            at = AT
        raise refuse("no card lies face up; write the pile, its top card last", at)
    if "unseen" not in position:
        # hands that are not written are whole and unseen
        each = rules.cards_each(state.round)
        state.hidden = [each * (not hand and seat != state.out) for seat, hand in enumerate(state.hands)]
    if any(state.hidden):
        state.unseen["deal"] = [0]
    placed = sum(map(len, state.hands)) + sum(state.hidden) + len(state.pile)
    state.stock = position.get("stock", sum(rules.copies) - placed)
    if state.stock < 0:
        raise refuse(f"{placed} cards are placed; the deck has {sum(rules.copies)}", AT)
    if state.phase == TURN:
        _require_move(rules, state)
    return state


def _require_move(rules: SheddingRules, state: SheddingState) -> None:
    """Refuse a turn on which nothing could be done. Raises Misread."""
    if state.owed and not available(rules, state):
        message = f"there is no card left for the {number_of(state.owed, 'cards')} to be drawn; leave out `owed`"
        raise refuse(message, AT + ("owed",))
    if state.out >= 0 and not state.owed:
        who = state.players[state.out]
        message = f"{who} is out, and nobody has cards to draw for the last card; write `owed`, or leave out the phase"
        raise refuse(message, AT + ("out",))


def _cards_kind(says: str) -> Kind:
    """The kind of value for cards that lie somewhere; the deck must have enough of them; `says` begins the refusal: '{}
    holds'."""

    def read(reading: SheddingReading, state: SheddingState, names: list[str], at: Pointer) -> list[int]:
        cards: list[int] = CARDS.read(reading, state, names, at)
        for fault in elsewhere(reading.rules, state, cards, says.format(at[-1]), None, at):
            raise refuse(fault.message, at)
        return cards

    return CARDS._replace(read=read)


BY_HAND: fields.ByHand = {
    "hands": _cards_kind("{} holds"),
    "pile": _cards_kind("the pile holds"),
    "named": TEXT._replace(read=SUIT.read),
}
"""Keys of a position that take more than the state declares."""
