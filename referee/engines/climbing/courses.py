"""The common part of several courses of one game, as far as a log leaves open who led a hand."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engines.climbing.state import ClimbingState

SCORED = frozenset(("scores", "untold", "history"))
"""The fields with the outcome of the hands before."""


def forget_scores(one: ClimbingState, group: Sequence[ClimbingState]) -> None:
    """Note in the state `one` whose totals and points the courses of the group score differently: these are not
    known."""
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
