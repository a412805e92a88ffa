"""What a hand can have scored of which a score pad says too little: what its tricks, and the cards in them, can give.

Nothing is known about where the cards lie but how many each player took. So every way to share them out is tried that the
scoring can tell apart. Where the scoring looks at one player at a time, the ways are those of each player, and a flow says
whether they go together; where it looks at everybody, they are ways for the whole table. Where there are too many ways nothing
is said to be impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.findings import Fault
from referee.engines.trick.rules import outcomes
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.rules.ways import MOST_WAYS, Apart, Known, Together
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def faults(rules: CompiledRules, state: State, value: Mapping[str, Any]) -> Iterator[Fault]:
    """What is claimed of a hand that no sharing out of its tricks and cards can give."""
    claim = _claimed(state, value)
    ways = _ways(rules, state, value) if claim else None
    if claim is not None and ways is not None:
        yield from _impossible(state, claim, ways)


def close(rules: CompiledRules, state: State, value: Mapping[str, Any], out: Outcome) -> None:
    """Ends a hand that cannot be scored from its results: with the points that alone are possible, or with those claimed."""
    ways, claim = _ways(rules, state, value), _claimed(state, value)
    points: list[Any] | None = None
    if claim is not None and ways is not None and any(_impossible(state, claim, ways)):
        pass
    elif ways is not None and all(len(scores) == 1 for scores in ways.scores):
        points = [next(iter(scores)) for scores in ways.scores]
    elif claim is not None and len(claim.points) == rules.players:
        points = [claim.points[seat] for seat in range(rules.players)]
        state.unseen.setdefault("score", []).append(state.clock)
    totals = value.get("totals", {})
    if None in state.scores and len(totals) == rules.players:
        outcomes.close_unscored(rules, state, out, points, [totals[seat] for seat in range(rules.players)])
    else:
        outcomes.close_unscored(rules, state, out, points, outcomes.added(state.scores, points))


class Claimed(NamedTuple):
    """The points that are claimed for a hand, by seat, and the claim that they were taken from: score or totals."""

    points: Mapping[int, Any]
    what: str


def _claimed(state: State, value: Mapping[str, Any]) -> Claimed | None:
    """What a result claims that its hand scored; from the totals where nothing else is said and those before are known."""
    if value.get("score"):
        return Claimed(value["score"], "score")
    if value.get("totals") and None not in state.scores:
        return Claimed({seat: total - state.scores[seat] for seat, total in value["totals"].items()}, "totals")
    return None


def _impossible(state: State, claim: Claimed, ways: Apart | Together) -> Iterator[Fault]:
    fine = True
    for seat, points in claim.points.items():
        if points not in ways.scores[seat]:
            fine = False
            who = state.players[seat]
            says = f"the score of {who} is claimed to be {points}"
            if claim.what == "totals":
                before = state.scores[seat]
                says = f"the total of {who} is claimed to be {before + points}, {points} more than before"
            yield Fault("claim", f"{says}; {ways.bounds(seat)}", seat, at=("expect", claim.what, who))
    if fine and not ways.together(claim.points):
        scores = [f"{state.players[seat]} {points}" for seat, points in sorted(claim.points.items())]
        message = f"the scores of this hand cannot be {', '.join(scores)} together{ways.in_all()}"
        yield Fault("claim", message, at=("expect", claim.what))


def _ways(rules: CompiledRules, state: State, value: Mapping[str, Any]) -> Apart | Together | None:
    """The ways in which a hand can have gone; None where there are too many, or what its scoring needs is not known, or not
    everybody played it."""
    scoring = rules.scoring
    if (
        scoring.compares
        or scoring.choices
        or scoring.asks_declared
        or rules.talon_goes_to
        or len(state.seats) < rules.players
    ):
        return None
    said = value.get("bids", {}) if rules.bids_spoken else {}
    bids = [said.get(seat) if said else bid for seat, bid in enumerate(state.bids)]
    won = [value["won"].get(seat) for seat in range(rules.players)] if "won" in value else None
    hand = Known(rules, state, bids, won, value.get("last_trick"))
    known = outcomes.can_score(rules, state, Outcome(bids, won or [0] * rules.players, (), 0, (), None))
    if not known or rules.goes_back:
        return None
    by_trump = scoring.by_trump and not outcomes.counts_known(rules, state)
    if by_trump or (state.roles is None and hand.by_role and not scoring.each_alone):
        return None
    ways: Apart | Together = Apart(hand) if scoring.each_alone else Together(hand)
    return ways if ways.many <= MOST_WAYS else None
