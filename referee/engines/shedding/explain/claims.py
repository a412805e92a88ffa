"""What a log claims about itself, what it leaves unknown, and how much of it was judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core import claims
from referee.core.findings import Finding
from referee.core.places import Pointer
from referee.engines.shedding.log.reading import SheddingReading
from referee.engines.shedding.rules import rounds
from referee.engines.shedding.state import DEAL, OVER, SHOW, SheddingState
from referee.engines.shedding.words.compiled import SheddingRules


def check(
    rules: SheddingRules, reading: SheddingReading, state: SheddingState, expected: Mapping[str, Any]
) -> Iterator[Finding]:
    """Return what is false in the claims made just after an event. A claimed score or winner says that the round is over."""
    if state.phase == SHOW and expected.keys() & {"score", "totals", "winners"}:
        state = state.copy()
        rounds.finish(rules, state)
    return claims.check(CLAIMS, rules, reading, state, expected)


def _dealer(
    rules: SheddingRules, reading: SheddingReading, state: SheddingState, claimed: Any, at: Pointer
) -> Iterator[Finding]:
    if reading.seat(state, claimed, at) != state.dealer:
        message = f"{claimed} is claimed to deal; {state.players[state.dealer]} deals"
        yield Finding("claim", message, reading.seat(state, claimed, at), at=at)


def _turn(
    rules: SheddingRules, reading: SheddingReading, state: SheddingState, claimed: Any, at: Pointer
) -> Iterator[Finding]:
    if reading.seat(state, claimed, at) != state.turn:
        now = f"it is {state.players[state.turn]}'s turn" if state.turn >= 0 else "nobody has a turn now"
        message = f"it is claimed to be {claimed}'s turn; {now}"
        yield Finding("claim", message, reading.seat(state, claimed, at), at=at)


CLAIMS = {
    "dealer": _dealer,
    "turn": _turn,
    "winners": claims.winners_of_rounds,
    "score": claims.score_of_round,
    "totals": claims.known_total,
}
DOUBTS = {
    "unseen-deal": "not every hand is recorded, so it is not known who could have played what",
    "unseen-stock": "cards were drawn unseen, so it is not known who could have played what",
    "unseen-score": "the score is taken from the pad, because the cards left at the end of the round are not recorded",
    "unseen-points": "the points of a round depend on hands that are not recorded, so it is not known who leads",
    "unseen-turns": "only results are recorded, so no turn could be judged",
}
"""What a log may leave in doubt, by id."""


def doubts(rules: SheddingRules, state: SheddingState, *, goes_on: bool = False) -> Iterator[Finding]:
    """Yield what the log leaves unknown."""
    yield from claims.unseen(state.unseen, DOUBTS)


def spot(rules: SheddingRules, state: SheddingState) -> dict[str, int]:
    """Return the number of the round."""
    return {"round": state.round}


def counts(rules: SheddingRules, state: SheddingState) -> dict[str, int]:
    """Return how many rounds, plays and cards drawn have been judged, and how many rounds were scored."""
    rounds_begun = len(state.history) + (state.phase not in (DEAL, OVER))
    some = {what: state.plays.get(what, 0) for what in ("plays", "draws")}
    return {"rounds": rounds_begun, **some, "scores": len(state.history)}
