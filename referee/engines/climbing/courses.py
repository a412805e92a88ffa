"""What several courses of one game have in common, as far as a log leaves open who led a hand."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.unseen.courses import every
from referee.engines.climbing.state import PLAY, ClimbingState

SCORED = frozenset(("scores", "untold", "history"))
"""The fields that say what came of the hands before."""


def forget_scores(one: ClimbingState, group: Sequence[ClimbingState]) -> None:
    """Note whose totals and points these courses score differently: they are not known."""
    players = range(len(one.players))
    for seat in players:
        if any(course.scores[seat] != one.scores[seat] for course in group):
            one.untold[seat] = True
    for number, hand in enumerate(one.history):
        others = [course.history[number] for course in group]
        untold = []
        left = list(hand.left)
        for seat in players:
            if seat in hand.untold or any(other.points[seat] != hand.points[seat] for other in others):
                untold.append(seat)
            if any(other.left[seat] != hand.left[seat] for other in others):
                left[seat] = None
        if any(other != hand for other in others):
            one.history[number] = hand._replace(untold=tuple(untold), left=tuple(left), seats=())


def in_common(state: ClimbingState) -> ClimbingState:
    """Return what all courses agree on, as a state to look at."""
    seen = state.copy()
    courses = every(state)
    if any(len(course.history) != len(state.history) for course in courses):
        return seen
    forget_scores(seen, courses)
    if state.phase == PLAY and any(course.turn != state.turn for course in courses):
        seen.turn = -1
    return seen
