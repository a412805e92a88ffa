"""Claims of a log about itself, doubts that it leaves, and how much of it was judged."""

from __future__ import annotations

from functools import partial

from referee.core import claims
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.reading import SheddingReading
from referee.engines.shedding.state import SheddingState

CLAIMS: dict[str, claims.Claim[SheddingRules, SheddingReading, SheddingState]] = {
    "dealer": claims.of_one("{} is claimed to deal", lambda state: state.dealer, "{} deals"),
    "turn": claims.of_one(
        "it is claimed to be {}'s turn", lambda state: state.turn, "it is {}'s turn", "nobody has a turn now"
    ),
    **claims.OF_ROUNDS,
}
DOUBTS = {
    "unseen-deal": (
        "not every hand is recorded, so it is not known who could have played what; write every hand in `deal:`"
    ),
    "unseen-stock": "cards were drawn unseen, so it is not known who could have played what; write them in `draw:`",
    "unseen-challenge": (
        "not every hand is recorded, so it is not known whether a challenge was won; write every hand in `deal:`"
    ),
    "unseen-score": (
        "the score is taken from the pad, because the cards left at the end of the round are not recorded; "
        "write them in `hands:`"
    ),
    "unseen-points": (
        "the points of a round depend on hands that are not recorded, so it is not known who leads; "
        "write them in `show:`, or in `hands:`"
    ),
    "unseen-turns": "only results are recorded, so no turn could be judged; write the turns, not only a `result:`",
}
"""Doubts that a log may leave, by id."""
doubts = claims.only_unseen(DOUBTS)
progress = claims.round_of
counts = partial(claims.counts, kinds=("plays", "draws"))
