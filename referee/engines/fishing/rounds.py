"""How turns pass on, how a round ends and is scored, and how the next begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engines.fishing.scoring import LUMINARIES, Haul
from referee.engines.fishing.state import DEAL, OVER, Round, State, sweep_table
from referee.engines.fishing.terms import Terms

MOVED = "moved"
"""What is kept for the turn on which everybody changed seats, where the seats decide who plays next."""


def end_turn(terms: Terms, state: State) -> None:
    """Passes the turn on to the next player who holds a card; the round ends when nobody does."""
    # by seats, everybody's hand went on by one, so that its holder now sits where the turn goes to
    ahead = 1 - int(state.used.get(MOVED, "0"))
    state.own, state.used, state.cleared, state.fresh, state.fused = None, {}, [], [], []
    for step in range(terms.players):
        seat = (state.turn + ahead + step) % terms.players
        if state.held(seat):
            state.turn = seat
            return
    if terms.deals_again and state.stock:
        state.phase = DEAL
        return
    end_round(terms, state)


def deals_hands_only(state: State) -> bool:
    """Whether the deal that is next is one of further hands in a round that goes on."""
    return state.phase == DEAL and state.stock > 0


def end_round(terms: Terms, state: State) -> None:
    """Scores what everybody harvested."""
    if terms.leftovers == "last_taker" and state.last_taker >= 0:
        for lying in state.fields:
            for one in lying:
                state.piles[state.last_taker] |= one.cards
        state.fields = [[] for _ in state.fields]
    if any(state.piles_hidden):
        state.see("piles")
    score(terms, state, tuple(haul(terms, state, seat) for seat in range(terms.players)))


def haul(terms: Terms, state: State, seat: int) -> Haul:
    """What a player has harvested and claimed so far this round."""
    counts = terms.scoring.counts(state.piles[seat], state.named)
    for line in terms.scoring.lines:
        if line.cards == terms.deck.all:
            counts[line.name] += state.piles_hidden[seat]
    found = haul_of(terms, counts, state.okus[seat], state.claimed[seat], state.sweeps[seat])
    return found._replace(last=1) if seat == state.last_taker else found


def haul_of(terms: Terms, counts: Mapping[str, int], okus: int, luminaries: Sequence[str], sweeps: int) -> Haul:
    """What somebody has who harvested so much and claimed these Luminaries."""
    changed: dict[str, int] = {}
    for name in luminaries:
        for word, told in terms.luminaries[name].claim:
            if word == "score":
                changed |= told
    worth = sum(terms.luminaries[name].worth for name in luminaries)
    return Haul(counts, okus, len(luminaries), worth, sweeps, changed)


def score(terms: Terms, state: State, hauls: tuple[Haul, ...], claimed: tuple[tuple[str, ...], ...] = ()) -> None:
    """Adds the points of a round up and begins the next, or ends the game."""
    scoring = terms.scoring
    scored = scoring.score(hauls, state.scores)
    state.scores = [total + points for total, points in zip(state.scores, scored.points, strict=True)]
    claimed = claimed or tuple(map(tuple, state.claimed))
    totals, hidden = tuple(state.scores), tuple(state.piles_hidden)
    state.history.append(Round(state.round, state.dealer, scored.lines, scored.points, totals, hauls, hidden, claimed))
    begin_next(terms, state, hauls)


def begin_next(terms: Terms, state: State, hauls: tuple[Haul, ...]) -> None:
    """Clears the table for the next round, unless the game is over."""
    scoring = terms.scoring
    if state.target is not None and scoring.target != state.target:
        over = max(state.scores) >= state.target and (scoring.shared or len(scoring.winners(state.scores, hauls)) == 1)
    else:
        over = scoring.over(state.scores, state.round, hauls)
    last = state.round
    sweep_table(state, terms.fields)
    state.phase = OVER if over else DEAL
    state.turn = -1
    state.round_began = state.clock + 1
    if not over:
        state.round = last + 1
        state.dealer = (state.dealer + terms.next_dealer) % terms.players


def decided_by(terms: Terms, state: State) -> str:
    """What of the last round decided between equal totals; '' where nothing did."""
    hauls = state.history[-1].hauls if state.history else None
    what = terms.scoring.decided_by(state.scores, hauls)
    return "Luminaries" if what == LUMINARIES else what


def winners(terms: Terms, state: State) -> list[int]:
    """Who leads, or has won."""
    return terms.scoring.winners(state.scores, state.history[-1].hauls if state.history else None)
