"""Claims of a log about itself, doubts that it leaves, and how much of it was judged."""

from __future__ import annotations

from functools import partial

from referee.core import claims
from referee.core.events import Faults
from referee.core.places import Pointer
from referee.core.unseen import courses
from referee.core.values import TEXT, by_player
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.reading import ClimbingReading
from referee.engines.climbing.state import ClimbingState


def _titles(
    rules: ClimbingRules, reading: ClimbingReading, state: ClimbingState, claimed: object, at: Pointer
) -> Faults:
    """Check the claim `titles:`, which title each of some players has after the last hand."""
    for seat, title in by_player(TEXT).of(reading, state, claimed, at).items():
        true = ""
        if state.finish:
            true = rules.title(state.finish.index(seat))
        if true and title.casefold() == true.casefold():
            continue
        if not true:
            true = "none"
        who = state.players[seat]
        yield claims.wrong(f"the title of {who}", title, true, seat, at + (who,))


CLAIMS = {**claims.OF_ROUNDS, "titles": _titles}
DOUBTS = {
    "unseen-deal": (
        "not every hand is recorded, so it is not known whether each card was held that was played; "
        "write every hand in `deal:`"
    ),
    "unseen-leader": "who led a hand is not recorded, so it is not known whose points these are",
    "unseen-give": (
        "the cards given are not recorded, so it is not known whether they were the right ones; write them in `give:`"
    ),
    "unseen-score": (
        "the score is taken from the pad, because what it follows from is not recorded; write that in `result:`"
    ),
    "unseen-points": (
        "a score pad has no points for somebody who may have scored, so it is not known who leads; "
        "write them in `score:`"
    ),
    "unseen-wish": (
        "not every hand is recorded, so it is not known whether a wish could be granted; write every hand in `deal:`"
    ),
    "unseen-held": (
        "the cards left in hand are not all known, so it is not known what they are worth; write every hand in `deal:`"
    ),
    "unseen-plays": "only results are recorded, so no play could be judged; write the plays, not only a `result:`",
}
"""Doubts that a log may leave, by id."""


def doubts(rules: ClimbingRules, state: ClimbingState, *, goes_on: bool = False) -> Faults:
    """Yield the doubts about everything that the log leaves unknown."""
    yield from courses.doubts(state.courses, ("unseen-leader", DOUBTS["unseen-leader"]))
    yield from claims.unseen_doubts(state.unseen, DOUBTS)


progress = claims.round_of
counts = partial(claims.counts, kinds=("tricks", "plays"))
