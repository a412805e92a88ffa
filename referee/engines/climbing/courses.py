"""Several courses of one game, as far as a log leaves open who led a hand."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.unseen.side_by_side import in_groups
from referee.engines.climbing.state import PLAY, ClimbingState

SCORED = frozenset(("scores", "untold"))
"""The fields that say what came of the hands before."""


def merge(every: Sequence[ClimbingState]) -> list[ClimbingState]:
    """Return fewer courses: those that differ only in what was scored are one, of which the score is not known."""
    merged = []
    for group in in_groups(every, _goes_on_alike):
        one = group[0].copy()
        one.merged = one.merged or len(group) > 1
        _forget_scores(one, group)
        merged.append(one)
    return merged


def _goes_on_alike(course: ClimbingState, other: ClimbingState) -> bool:
    """Return whether the same may follow in two courses, whatever was scored."""
    names = []
    for field in ClimbingState.all_fields:
        if field.stored and field.kind and field.name not in SCORED:
            names.append(field.name)
    return all(getattr(course, name) == getattr(other, name) for name in names)


def _forget_scores(one: ClimbingState, group: Sequence[ClimbingState]) -> None:
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
    if any(len(course.history) != len(state.history) for course in state.courses):
        return seen
    _forget_scores(seen, (state, *state.courses))
    if state.phase == PLAY and any(course.turn != state.turn for course in state.courses):
        seen.turn = -1
    return seen
