"""The set-up of a log, and a `position:` that starts in the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import fields
from referee.core.fields import AT, Data
from referee.core.places import Pointer
from referee.core.values import NUMBER, SEAT, list_of, refuse
from referee.engines.climbing import hands
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.reading import ClimbingReading
from referee.engines.climbing.state import BID, DEAL, GIVE, HAND, MASK, PLAY, REST, TALON, TRICK, ClimbingState


def start(
    rules: ClimbingRules, reading: ClimbingReading, players: Sequence[str], setup: Data, position: Data | None
) -> ClimbingState:
    """Return the state before the first event. Raises Misread with pointers into the head of the log."""
    state = fields.first_state(ClimbingState(), reading, players, setup, position)
    if position is None:
        return state
    by_key = {"bids": BID, "giving": GIVE, "hands": PLAY, "unseen": PLAY, "turn": PLAY, "table": PLAY}
    state.phase = str(position.get("phase", next((by_key[key] for key in by_key if key in position), DEAL)))
    rest = [field for field in ClimbingState.all_fields if not field.setup]
    fields.read(rest, reading, state, position, AT, BY_HAND)
    if not HAND.there(rules, state):
        return state
    every = range(rules.players)
    if "unseen" not in position:
        for seat in every:
            if state.players[seat] not in position.get("hands", {}) and seat not in state.out:
                # as many cards as were dealt, as long as nothing was played
                extra = rules.talon * (seat == state.landlord and state.phase in (GIVE, PLAY))
                free = len(rules.deck) - sum(hands.holds(state, other) for other in every) - state.gone.bit_count()
                if state.phase == REST:
                    size = rules.first
                else:
                    size = rules.size(state.dealer, seat) + extra
                state.hidden[seat] = min(size, free)
    if any(state.hidden):
        state.miss("deal")
    if sum(hands.holds(state, seat) for seat in every) > len(rules.deck):
        raise refuse("more cards are placed than the deck has", AT)
    _require_players(rules, state)
    return state


def _require_players(rules: ClimbingRules, state: ClimbingState) -> None:
    """Refuse a position in which nobody can act, and set whose turn it is where that follows."""
    if state.phase in (BID, TALON) and not rules.bids:
        raise refuse("nobody bids in this game", (*AT, "phase"))
    ranked = rules.exchange.cards and len(state.finish) == rules.players
    if state.phase == GIVE and not (state.giving and (ranked or rules.exchange.each)):
        raise refuse("no cards are given here; that takes `finish:` with all players, and who is `giving:`", AT)
    if state.phase == TALON and state.landlord < 0:
        raise refuse("the talon is for a landlord; write `landlord: PLAYER`", AT)
    if state.phase == BID and state.turn < 0:
        state.turn = (state.dealer + 1) % rules.players
    if state.phase == REST and not rules.first:
        raise refuse("all cards are dealt at once in this game", (*AT, "phase"))
    if state.phase == TRICK and not (state.on and state.on.kind.gives_trick):
        raise refuse("no trick is given away here; that takes such a combination as the `table:`", (*AT, "phase"))
    if state.phase in (PLAY, TRICK):
        if rules.bids and state.landlord < 0:
            raise refuse("this game is played with a landlord; write `landlord: PLAYER`", AT)
        if (state.on is None) != (state.last < 0):
            at = (*AT, "last" if state.on is None else "table")
            raise refuse("what lies on the table needs who played it; write `table:` and `last:`", at)
        if state.phase == PLAY and hands.ends(rules, state.out, state.landlord):
            raise refuse("the hand is over; write the position after it", (*AT, "out"))
        if state.turn < 0 and state.on is None:
            turned = state.copy()
            hands.begin_play(rules, turned)
            state.turn = turned.turn
        if state.phase == TRICK:
            state.turn = state.last
        elif state.turn in state.out or (state.on is not None and state.turn < 0):
            raise refuse("whose turn is it? write `turn: PLAYER`, of somebody who has cards", AT)


def _cards_at(reading: ClimbingReading, state: ClimbingState, names: list[str], at: Pointer) -> int:
    """Return the cards that a position places, which may lie in one place only."""
    cards: int = MASK.read(reading, state, names, at)
    double = cards & (sum(state.hands) | state.gone | sum(state.given))
    if double:
        raise refuse(f"{reading.rules.names(double)} is in two places", at)
    return cards


def _finish(reading: ClimbingReading, state: ClimbingState, names: list[str], at: Pointer) -> list[int]:
    seats: list[int] = list_of(SEAT).read(reading, state, names, at)
    if len({*seats}) != reading.rules.players or len(seats) != reading.rules.players:
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
