"""What a log claims about itself, what it leaves unknown, and how much of it was judged."""

from __future__ import annotations

from typing import Any

from referee.core import claims
from referee.core.findings import Faults, Finding
from referee.core.places import Pointer
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.reading import SheddingReading
from referee.engines.shedding.state import SheddingState


def _dealer(rules: SheddingRules, reading: SheddingReading, state: SheddingState, claimed: Any, at: Pointer) -> Faults:
    if reading.seat(state, claimed, at) != state.dealer:
        message = f"{claimed} is claimed to deal; {state.players[state.dealer]} deals"
        yield Finding("claim", message, reading.seat(state, claimed, at), at=at)


def _turn(rules: SheddingRules, reading: SheddingReading, state: SheddingState, claimed: Any, at: Pointer) -> Faults:
    if reading.seat(state, claimed, at) != state.turn:
        now = f"it is {state.players[state.turn]}'s turn" if state.turn >= 0 else "nobody has a turn now"
        message = f"it is claimed to be {claimed}'s turn; {now}"
        yield Finding("claim", message, reading.seat(state, claimed, at), at=at)


CLAIMS = {"dealer": _dealer, "turn": _turn, **claims.OF_ROUNDS}
DOUBTS = {
    "unseen-deal": "not every hand is recorded, so it is not known who could have played what",
    "unseen-stock": "cards were drawn unseen, so it is not known who could have played what",
    "unseen-score": "the score is taken from the pad, because the cards left at the end of the round are not recorded",
    "unseen-points": "the points of a round depend on hands that are not recorded, so it is not known who leads",
    "unseen-turns": "only results are recorded, so no turn could be judged",
}
"""What a log may leave in doubt, by id."""
doubts = claims.only_unseen(DOUBTS)
spot = claims.round_of
counts = claims.counter("plays", "draws")
