"""Claims of a log about itself, doubts that it leaves, and how much of it was judged."""

from __future__ import annotations

from functools import partial

from referee.core import claims
from referee.core.events import Faults, Finding, doubt
from referee.core.places import Pointer
from referee.core.values import TEXT, by_player
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.reading import MeldReading
from referee.engines.meld.rules import rounds
from referee.engines.meld.state import DRAW, ROUND, MeldState


def _dealer(rules: MeldRules, reading: MeldReading, state: MeldState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `dealer:`, who deals this round. Nothing is said where the dealer depends on points that are not
    known."""
    seat = reading.seat(state, claimed, at)
    if state.phase == DRAW:
        yield Finding("claim", f"{claimed} is claimed to deal, but the draw for the deal is not over", seat, at=at)
    elif seat != state.dealer and not rounds.dealer_unknown(rules, state):
        yield Finding("claim", f"{claimed} is claimed to deal; {state.players[state.dealer]} deals", seat, at=at)


def _roles(rules: MeldRules, reading: MeldReading, state: MeldState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `roles:`, the role that each player has chosen."""
    for seat, value in by_player(TEXT).of(reading, state, claimed, at).items():
        if state.roles[seat] is None or state.roles[seat] != rules.role(value):
            who = state.players[seat]
            truth = "none is chosen yet"
            if state.roles[seat]:
                truth = f"it is {state.roles[seat]}"
            yield Finding("claim", f"the role of {who} is claimed to be {value}; {truth}", seat, at=at + (who,))


CLAIMS = {"dealer": _dealer, **claims.OF_ROUNDS, "roles": _roles}
DOUBTS = {
    "unseen-deal": (
        "not every hand is recorded, and they were not shown at the end, so it is not known whether they were possible; "
        "write every hand in `deal:`, or in `show:` at the end"
    ),
    "unseen-stock": (
        "cards were taken from the stock unseen, and the hands were not shown at the end; "
        "write them in `take:`, or the hands in `show:`"
    ),
    "unseen-score": (
        "the score is taken from the pad, because the hands at the end of the round are not recorded; "
        "write them in `hands:`"
    ),
    "unseen-points": (
        "a score pad has no points for somebody who may have scored, so it is not known who leads; "
        "write them in `score:`"
    ),
    "unseen-declared": (
        "the hand that ended a round is not recorded, so it is not known whether it was good enough, nor what it scored; "
        "write it in `declare:`, or in `hands:`"
    ),
    "unseen-left": (
        "the cards left in a hand are not recorded at the end of a round, so it is not known what the round scored; "
        "write them in `show:`, or in `hands:`"
    ),
    "unseen-table": (
        "cards were laid off on melds that were not recorded, so it is not known whether they fit; "
        "write the melds in `lay:`"
    ),
    "unseen-turns": "only results are recorded, so no turn could be judged; write the turns, not only a `result:`",
    "unseen-upcard": (
        "whether a hand was good enough depends on the card first turned up, which is not recorded; "
        "write it in `face_up:`, or in `upcard:`"
    ),
    "undeclared": "the log does not say that anybody ended the round, but somebody had the cards to; write `declare:`",
    "unusual-copies": "this round has more equal cards than the deck is thought to have; the true number is not certain",
    "arrangement": "a hand counts as it was laid out, though it could have been arranged for a better score",
}
"""Doubts that a log may leave, by id."""


def doubts(rules: MeldRules, state: MeldState, *, goes_on: bool = False) -> Faults:
    """Yield the doubts of a log. While the game `goes_on`, cards that the end of this round will show are no doubt
    yet."""
    unseen = state.unseen
    if goes_on and ROUND.there(rules, state):
        unseen = rounds.still_unseen(state)
    yield from claims.unseen_doubts(unseen, DOUBTS)
    for rule, message, event in state.notes:
        yield doubt(rule, message, (event,))


progress = claims.round_of
counts = partial(claims.counts, kinds=("turns",), rare=("action cards",))
