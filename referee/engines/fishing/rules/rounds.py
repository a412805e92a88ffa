"""How turns pass on, how a round ends and is scored, and how the next begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from referee.core import pads
from referee.engines.fishing.state import DEAL, OVER, Round, State
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.formulas import Ended
from referee.engines.fishing.words.scoring import LUMINARIES, NOTHING, Haul

T = TypeVar("T")
MOVED = "moved"
"""What is kept for the turn on which everybody changed seats, where the seats decide who plays next."""


def end_turn(rules: CompiledRules, state: State) -> None:
    """Passes the turn on to the next player who holds a card; the round ends when nobody does."""
    # by seats, everybody's hand went on by one, so that its holder now sits where the turn goes to
    ahead = rules.direction - int(state.used.get(MOVED, "0"))
    state.own, state.used, state.cleared, state.fused = None, {}, [], []
    state.fresh, state.ended = [], state.turn
    for step in range(rules.players):
        seat = (state.turn + ahead + step * rules.direction) % rules.players
        if state.held(seat):
            state.turn = seat
            return
    if rules.deals_again and state.stock:
        state.phase = DEAL
        return
    end_round(rules, state)


def deals_hands_only(state: State) -> bool:
    """Whether the next deal is one of further hands in the middle of a round."""
    return state.phase == DEAL and state.stock > 0


def end_round(rules: CompiledRules, state: State) -> None:
    """Scores what everybody harvested."""
    if rules.leftovers == "last_taker" and state.last_taker >= 0:
        for lying in state.fields:
            for one in lying:
                state.piles[rules.keeper[state.last_taker]] |= one.cards
        state.fields = [[] for _ in state.fields]
    if any(state.piles_hidden):
        state.see("piles")
    score(rules, state, tuple(_haul(rules, state, seats) for seats in rules.sides))


def _totals(rules: CompiledRules, state: State) -> list[int]:
    """The total of each side."""
    return [state.scores[seats[0]] for seats in rules.sides]


def _ended(rules: CompiledRules, state: State) -> Ended:
    return Ended(state.round, rules.players, rules.side_of[state.dealer])


def _haul(rules: CompiledRules, state: State, seats: Sequence[int]) -> Haul:
    """What a side has harvested and claimed so far this round."""
    keeper = seats[0]
    counts = rules.scoring.counts(state.piles[keeper], state.named)
    for line in rules.scoring.lines:
        if line.cards == rules.deck.all and not line.best:
            counts[line.name] += state.piles_hidden[keeper]
    claimed = [name for seat in seats for name in state.claimed[seat]]
    okus, sweeps = (sum(held[seat] for seat in seats) for held in (state.okus, state.sweeps))
    return haul_of(rules, counts, okus, claimed, sweeps)._replace(last=int(state.last_taker in seats))


def haul_of(rules: CompiledRules, counts: Mapping[str, int], okus: int, luminaries: Sequence[str], sweeps: int) -> Haul:
    """What somebody has who harvested so much and claimed these Luminaries."""
    changed: dict[str, int] = {}
    for name in luminaries:
        for word, told in rules.luminaries[name].claim:
            if word == "score":
                changed |= told
    worth = sum(rules.luminaries[name].worth for name in luminaries)
    return Haul(counts, okus, len(luminaries), worth, sweeps, changed)


def score(
    rules: CompiledRules,
    state: State,
    hauls: tuple[Haul, ...],
    claimed: tuple[tuple[str, ...], ...] = (),
    told: Mapping[str, int] = NOTHING,
) -> None:
    """Adds the points of a round up, from what each side has, and begins the next, or ends the game. `told` are lines of which
    only is known which side had most, -1 for none."""

    def by_seat(values: Sequence[T]) -> tuple[T, ...]:
        return tuple([values[side] for side in rules.side_of])

    scored = rules.scoring.score(hauls, _totals(rules, state), _ended(rules, state), told)
    points = by_seat(scored.points)
    state.scores = [total + more for total, more in zip(state.scores, points, strict=True)]
    claimed = claimed or tuple(map(tuple, state.claimed))
    lines = {name: by_seat(line) for name, line in scored.lines.items()}
    hidden = tuple([state.piles_hidden[seat] for seat in rules.keeper])
    totals, won = pads.known_totals(state.scores, state.untold), by_seat(scored.won) if scored.won else ()
    state.history.append(Round(state.round, state.dealer, lines, points, totals, by_seat(hauls), hidden, claimed, won))
    begin_next(rules, state)


def put_points(rules: CompiledRules, state: State, points: tuple[int, ...], untold: tuple[int, ...]) -> None:
    """A round with only its points known, except those of the seats that a pad omits."""
    state.begin_round(rules)
    state.phase = DEAL
    state.scores = [total + more for total, more in zip(state.scores, points, strict=True)]
    nothing: tuple[tuple[str, ...], ...] = ((),) * rules.players
    unseen = (0,) * rules.players
    totals = pads.known_totals(state.scores, state.untold)
    state.history.append(Round(state.round, state.dealer, {}, points, totals, (), unseen, nothing, untold=untold))
    begin_next(rules, state)


def tie_unknown(rules: CompiledRules, state: State) -> bool:
    """Whether the winner depends on what was harvested in a last round of which only the points are known."""
    scoring = rules.scoring
    if not state.history or state.history[-1].hauls:
        return False
    return bool(scoring.formulas.won) or (
        bool(scoring.final_ties) and len({rules.side_of[seat] for seat in winners(rules, state)}) > 1
    )


def begin_next(rules: CompiledRules, state: State) -> None:
    """Clears the table for the next round, unless the game is over."""
    scoring, hauls, won = rules.scoring, state.history[-1].hauls or None, state.history[-1].won
    reached = scoring.reached(_totals(rules, state), state.target, _ended(rules, state))
    best = scoring.winners(state.scores, hauls, won)
    one_side = len({rules.side_of[seat] for seat in best}) <= 1
    over = reached and (scoring.shared or one_side)
    last = state.round
    state.begin_round(rules)
    state.phase = OVER if over else DEAL
    state.turn = -1
    state.round_began = state.clock + 1
    if not over:
        state.round = last + 1
        state.dealer = (state.dealer + rules.next_dealer) % rules.players


def decided_by(rules: CompiledRules, state: State) -> str:
    """What of the last round decided between equal totals; '' where nothing did."""
    hauls = (state.history[-1].hauls or None) if state.history else None
    what = rules.scoring.decided_by(state.scores, hauls)
    return "Luminaries" if what == LUMINARIES else what


def winners(rules: CompiledRules, state: State) -> list[int]:
    """Who leads, or has won."""
    ended = state.history[-1] if state.history else None
    return (
        rules.scoring.winners(state.scores, ended.hauls or None, ended.won)
        if ended
        else rules.scoring.winners(state.scores, None)
    )
