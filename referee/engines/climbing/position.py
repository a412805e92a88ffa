"""The set-up of a log, and a `position:` that starts in the middle of a game; a state as a position."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import fields
from referee.core.cards import mask_of, members
from referee.core.fields import AT, Data
from referee.core.places import Pointer
from referee.core.values import NUMBER, SEAT, list_of, refuse
from referee.engines.climbing import hands
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.reading import ClimbingReading
from referee.engines.climbing.state import BID, DEAL, GIVE, HAND, MASK, PLAY, REST, TALON, TRICK, ClimbingState

PHASE_OF_KEY = {"bids": BID, "giving": GIVE, "hands": PLAY, "unseen": PLAY, "turn": PLAY, "table": PLAY}
"""Keys of a position that imply a phase, where none is written; the first counts."""


def start(
    rules: ClimbingRules, reading: ClimbingReading, players: Sequence[str], setup: Data, position: Data | None
) -> ClimbingState:
    """The state before the first event. Raises Misread with pointers into the head of the log."""
    state = fields.first_state(ClimbingState(), reading, players, setup, position)
    if position is None:
        return state
    state.phase = _phase(position)
    rest = [field for field in ClimbingState.all_fields if not field.setup]
    fields.read(rest, reading, state, position, AT, BY_HAND)
    if not HAND.there(rules, state):
        return state
    if "unseen" not in position:
        _hide_rest(rules, state, position)
    if any(state.hidden):
        state.miss("deal")
    if _number_held(rules, state) > len(rules.deck):
        raise refuse("more cards are placed than the deck has", AT)
    _require_players(rules, state)
    return state


def _phase(position: Data) -> str:
    """The phase that a position names, or that of the first key which only one phase has."""
    if "phase" in position:
        return str(position["phase"])
    for key, phase in PHASE_OF_KEY.items():
        if key in position:
            return phase
    return DEAL


def _number_held(rules: ClimbingRules, state: ClimbingState) -> int:
    """The number of cards in all hands, seen and unseen."""
    return sum(hands.holds(state, seat) for seat in range(rules.players))


def _hide_rest(rules: ClimbingRules, state: ClimbingState, position: Data) -> None:
    """Give unseen cards to the players whose hands are not written: as many as they were dealt, as long as there are
    cards left."""
    for seat in range(rules.players):
        if state.players[seat] in position.get("hands", {}) or seat in state.out:
            continue
        free = len(rules.deck) - _number_held(rules, state) - state.gone.bit_count()
        if state.phase == REST:
            size = rules.first
        else:
            size = rules.size(state.dealer, seat)
            if seat == state.landlord and state.phase in (GIVE, PLAY):
                size += rules.talon
        state.hidden[seat] = min(size, free)


def _require_players(rules: ClimbingRules, state: ClimbingState) -> None:
    """Refuse a position in which nobody can act, and set whose turn it is where that follows."""
    if state.phase in (BID, TALON):
        _require_bidding(rules, state)
    if state.phase == GIVE:
        _require_givers(rules, state)
    if state.phase == REST and not rules.first:
        raise refuse("all cards are dealt at once in this game", AT + ("phase",))
    if state.phase == TRICK and (state.on is None or not state.on.kind.gives_trick):
        raise refuse("no trick is given away here; that takes such a combination as the `table:`", AT + ("phase",))
    if state.phase in (PLAY, TRICK):
        _require_play(rules, state)
        _require_turn(rules, state)


def _require_bidding(rules: ClimbingRules, state: ClimbingState) -> None:
    """Refuse bids or a talon without bidding, or a talon without a landlord; bidding begins left of the dealer."""
    if not rules.bids:
        raise refuse("nobody bids in this game", AT + ("phase",))
    if state.phase == TALON and state.landlord < 0:
        raise refuse("the talon is for a landlord; write `landlord: PLAYER`", AT)
    if state.phase == BID and state.turn < 0:
        state.turn = (state.dealer + 1) % rules.players


def _require_givers(rules: ClimbingRules, state: ClimbingState) -> None:
    """Refuse an exchange without anybody who gives cards, or without the titles that it depends on."""
    in_force = rules.exchange.each
    if len(state.finish) == rules.players and rules.exchange.cards:
        in_force = True
    if not state.giving or not in_force:
        raise refuse("no cards are given here; that takes `finish:` with all players, and who is `giving:`", AT)


def _require_play(rules: ClimbingRules, state: ClimbingState) -> None:
    """Refuse a hand in play without its landlord, with half of a trick, or that is over."""
    if rules.bids and state.landlord < 0:
        raise refuse("this game is played with a landlord; write `landlord: PLAYER`", AT)
    if (state.on is None) != (state.last < 0):
        at = AT + ("table",)
        if state.on is None:
            at = AT + ("last",)
        raise refuse("what lies on the table needs who played it; write `table:` and `last:`", at)
    if state.phase == PLAY and hands.ends(rules, state.out, state.landlord):
        raise refuse("the hand is over; write the position after it", AT + ("out",))


def _require_turn(rules: ClimbingRules, state: ClimbingState) -> None:
    """Set whose turn it is where that follows; refuse one that does not follow, or of somebody who is out."""
    if state.turn < 0 and state.on is None:
        trial = state.copy()
        hands.begin_play(rules, trial)
        state.turn = trial.turn
    if state.phase == TRICK:
        state.turn = state.last
    elif state.turn in state.out or (state.on is not None and state.turn < 0):
        raise refuse("whose turn is it? write `turn: PLAYER`, of somebody who has cards", AT)


def _cards_at(reading: ClimbingReading, state: ClimbingState, names: list[str], at: Pointer) -> int:
    """The cards that a position places, which may lie in one place only."""
    cards: int = MASK.read(reading, state, names, at)
    cards = mask_of(hands.copies_for(reading.rules, state, members(cards), 0))
    double = cards & (sum(state.hands) | state.gone | sum(state.given))
    if double:
        raise refuse(f"{reading.rules.names(double)} is in two places", at)
    return cards


def _finish(reading: ClimbingReading, state: ClimbingState, names: list[str], at: Pointer) -> list[int]:
    seats: list[int] = list_of(SEAT).read(reading, state, names, at)
    if len(set(seats)) != reading.rules.players or len(seats) != reading.rules.players:
        raise refuse("the order in which the last hand ended names each player once", at)
    return seats


def _bid(reading: ClimbingReading, state: ClimbingState, number: int, at: Pointer) -> int:
    if number and number not in reading.rules.bids:
        raise refuse(f"there is no bid of {number} in this game", at)
    return number


BY_HAND: fields.ByHand = {
    "hands": MASK._replace(read=_cards_at),
    "gone": MASK._replace(read=_cards_at),
    "given": MASK._replace(read=_cards_at),
    "finish": list_of(SEAT)._replace(read=_finish),
    "bid": NUMBER._replace(read=_bid),
    "bids": NUMBER._replace(read=_bid),
}
"""Keys of a position that take more than the state declares."""
