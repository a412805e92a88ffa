"""How a round begins and ends: the table before the deal, the stock, the score, and what comes afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

from referee.engines.meld import packs
from referee.engines.meld.arrange import Arrangement
from referee.engines.meld.scoring import seats_of
from referee.engines.meld.state import DEAL, DRAW, OVER, ROLE, SHOW, TAKE, Round, State
from referee.engines.meld.terms import SHUFFLE_PILE, WINNER, Terms

STEPS = {"left": 1, "right": -1, "same": 0}
"""How many seats to the left the deal passes, where that does not hang on the score."""


def clear(terms: Terms, state: State) -> None:
    """Puts all cards back into the stock, before a deal."""
    players = terms.players
    state.hands, state.hidden, state.fresh = [0] * players, [0] * players, [0] * players
    state.located = state.recycled = state.aside = 0
    state.stock = sum(terms.copies)
    state.pile, state.upcard = [], -1
    state.turn = state.declarer = state.discarder = state.taken = -1
    state.late = state.offers = state.last_turns = 0
    state.last_take = False
    state.action, state.penalty = [0] * players, [0] * players
    state.shown, state.tabled, state.laid = [None] * players, [], [0] * players
    state.drawing, state.contenders, state.drawn = [], [], [-1] * players


def begin_draw(terms: Terms, state: State) -> None:
    """Everybody is to draw a card for the deal."""
    state.phase = DRAW
    state.contenders, state.drawing = list(range(terms.players)), list(range(terms.players))


def stock_used_up(terms: Terms, state: State) -> bool:
    """Whether the stock is as small as it may be."""
    return state.stock <= terms.stock_left


def can_shuffle(terms: Terms, state: State) -> bool:
    """Whether the face-up pile can become the stock."""
    return terms.stock_empty == SHUFFLE_PILE and len(state.pile) > 1


def is_dead(state: State) -> bool:
    """Whether the stock is used up, so that the round is void unless somebody still ends it."""
    return state.last_take and state.phase == TAKE


def shuffle_pile(state: State) -> None:
    """The face-up pile, all but its top card, becomes the stock. What was in the stock before may have been taken since."""
    *under, top = state.pile
    gone = packs.pack(under)
    state.pile = [top]
    state.located -= gone
    state.recycled = gone
    state.stock += len(under)
    state.fresh = [0] * len(state.fresh)
    state.hinges.append(("stock.empty", state.clock + 1))


def holds(state: State, seat: int) -> int:
    """How many cards a player holds, seen and unseen."""
    return packs.size(state.hands[seat]) + state.hidden[seat]


def to_show(state: State) -> list[int]:
    """Who has still to show a hand, clockwise from the player who ended the round."""
    seats = len(state.players)
    return [seat for step in range(seats) if state.shown[seat := (state.declarer + 1 + step) % seats] is None]


def begin_last_turns(terms: Terms, state: State) -> None:
    """Somebody has ended the round: the others have one more turn where the game says so, while there is a stock."""
    state.taken, state.discarder = -1, -1
    if not terms.last_turn or state.last_take:
        begin_showing(terms, state)
        return
    state.phase, state.turn = TAKE, (state.declarer + 1) % terms.players
    state.last_turns = terms.players - 1


def end_last_turn(terms: Terms, state: State) -> None:
    """A last turn is over; after the last of them, or when the stock is used up, the hands are shown."""
    state.last_turns = max(0, state.last_turns - 1)
    if not state.last_turns or (terms.stock_empty != SHUFFLE_PILE and stock_used_up(terms, state)):
        state.last_turns = 0
        begin_showing(terms, state)


def begin_showing(terms: Terms, state: State) -> None:
    """Play is over: the hands that are not shown yet are shown."""
    state.phase = SHOW
    if not to_show(state):
        finish(terms, state)


def show(terms: Terms, state: State, seat: int, arrangement: Arrangement) -> None:
    """Takes a hand down as it is arranged."""
    state.shown[seat] = arrangement
    if any(meld.wild > 1 for meld in arrangement.melds):
        state.hinges.append(("wild.most", state.clock + 1))
    for about in terms.read_otherwise(arrangement):
        state.hinges.append((about, state.clock + 1))


def finish(terms: Terms, state: State) -> None:
    """All hands are shown: the round is scored and the next one prepared. What was unseen is known now."""
    for what in ("deal", "stock"):
        state.unseen[what] = [event for event in state.unseen.get(what, ()) if event <= state.round_began]
        if not state.unseen[what]:
            del state.unseen[what]
    seats = seats_of(
        state.shown,
        declarer=state.declarer,
        dealer=state.dealer,
        action=state.action,
        penalty=state.penalty,
        totals=state.scores,
    )
    _score(terms, state, terms.scoring.points(state.round, seats))


def call_off(terms: Terms, state: State) -> None:
    """The round is void: nobody scores."""
    state.shown = [None] * terms.players
    state.declarer = -1
    _score(terms, state, [0] * terms.players)


def _score(terms: Terms, state: State, points: list[float]) -> None:
    state.scores = list(map(add, state.scores, points))
    state.history.append(
        Round(
            state.round, state.dealer, state.declarer, tuple(state.shown), tuple(state.action), tuple(points),
            tuple(state.scores),
        )
    )  # fmt: skip
    state.round_began = state.clock
    winner = terms.scoring.won(points)
    if winner >= 0:
        state.won[winner] += 1
    if terms.scoring.over(state.scores, state.target, state.round):
        if terms.scoring.bonuses:
            state.bonus = terms.scoring.bonus(state.scores, state.won, state.target, state.round)
            state.scores = list(map(add, state.scores, state.bonus))
        state.phase = ROLE if terms.roles else OVER
        return
    state.phase = DEAL
    state.round += 1
    state.dealer = next_dealer(terms, state.dealer, points, void=state.declarer < 0 and terms.may_be_void)
    clear(terms, state)


def next_dealer(terms: Terms, dealer: int, points: Sequence[float], *, void: bool) -> int:
    """Who deals after a round that was scored like this."""
    if void and terms.same_after_void:
        return dealer
    step = STEPS.get(terms.next_dealer)
    if step is not None:
        return (dealer + step) % terms.players
    best, worst = terms.scoring.best(points), terms.scoring.worst(points)
    if best == worst:
        return dealer
    wanted = best if terms.next_dealer == WINNER else worst
    clockwise = ((dealer + 1 + step) % terms.players for step in range(terms.players))
    return next(seat for seat in clockwise if points[seat] == wanted)
