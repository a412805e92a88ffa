"""From a log to events and states: what each verb says, the head of a log, and a `position:`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.core import fields
from referee.core.data import Head
from referee.core.events import Finding, Unknown
from referee.core.fields import AT
from referee.core.items import CardItems, Row
from referee.core.places import Pointer
from referee.core.values import CARD, DONE, SEAT, Kind, by_player, list_of, pair, refuse
from referee.core.wording import unknown_name
from referee_gofish.game import pass_turn
from referee_gofish.state import ASK, AskingRules, AskingState

AskingReading = CardItems[AskingRules, AskingState]


def read_rank(reading: AskingReading, state: AskingState, text: str, at: Pointer) -> str:
    """The rank that a log names. Raises Unknown."""
    if text in reading.rules.ranks:
        return text
    near = unknown_name(f"{text!r} is not a rank", text, reading.rules.ranks, "the ranks are")
    raise Unknown([Finding("deck", near, at=at)], reading.rules.ranks[0])


RANK = Kind((str,), read_rank)
VERBS: dict[str, Row] = {
    "deal": by_player(list_of(CARD)),
    "ask": pair(SEAT, RANK),
    "give": list_of(CARD),
    "fish": DONE,
    "draw": CARD,
}
BY_HAND: fields.ByHand = {"rank": RANK}


def start(
    rules: AskingRules, reading: AskingReading, players: Sequence[str], setup: Head, position: Any
) -> AskingState:
    """The state before the first event. Raises Misread with pointers into the head of the log."""
    state = fields.first_state(AskingState(), reading, players, setup, position)
    if position is None:
        return state
    state.phase = ASK
    fields.read(AskingState.all_fields, reading, state, position, AT, BY_HAND)
    placed = Counter[int]()
    for cards in state.hands + state.laid:
        placed.update(cards)
    for card, number in placed.items():
        if number > 1:
            raise refuse(f"{rules.deck.ids[card]} is in two places", AT)
    state.stock = len(rules.deck) - placed.total()
    if position.get("stock", state.stock) != state.stock:
        raise refuse(f"{state.stock} cards are in no hand and no book, so they are the stock", (*AT, "stock"))
    state.scores = [len(laid) // rules.book for laid in state.laid]
    if state.turn < 0:
        pass_turn(rules, state, state.dealer)
    return state
