"""Who plays a hand and who does not, who deals the next, and who is ahead."""

from __future__ import annotations

from referee.core.formula import FormulaError
from referee.engines.trick.state import OVER, Hand, State
from referee.engines.trick.words.compiled import CompiledRules


def seats_in(rules: CompiledRules, state: State) -> tuple[int, ...]:
    """The seats that play the hand that is next, in order of play: without those knocked out, and those who sit it out."""
    left = tuple([seat for seat in rules.circle if seat not in state.out]) if state.out else rules.circle
    formula = rules.sits_out
    if formula is None or ("total" in formula.names and None in state.scores):
        return left
    rows = [
        {"players": rules.players, "hand": state.hand, "dealer": seat == state.dealer, "total": state.scores[seat]}
        for seat in range(rules.players)
    ]
    playing = tuple([seat for seat in left if not formula.run(rows[seat], rows)])
    if not playing:
        raise FormulaError(f"everybody sits out hand {state.hand} by '{formula.text}'", formula.text)
    return playing


def namers(state: State) -> tuple[int, ...]:
    """Who may name trump: several where as many won most tricks in the hand before, and everybody where that is not known."""
    return (state.turn,) if state.turn >= 0 else state.most or state.seats


def next_dealer(rules: CompiledRules, state: State) -> int:
    """Who deals the next hand, among those who are still in."""
    seat = (state.dealer + rules.next_dealer) % rules.players
    while seat in state.out:
        seat = (seat + (rules.next_dealer or 1)) % rules.players
    return seat


def absence(state: State, seat: int) -> str:
    """Why a player does not play this hand, as the end of a sentence."""
    return f"{state.players[seat]} {'is knocked out' if seat in state.out else 'sits this hand out'}"


def in_play(state: State, numbers: list[int | None] | list[int]) -> list[int | None] | list[int]:
    """Numbers by seat: none for those who do not play this hand, whose numbers nobody knows."""
    if len(state.seats) == len(numbers):
        return numbers
    return [number if seat in state.seats else 0 for seat, number in enumerate(numbers)]


def counting_first(rules: CompiledRules, state: State, hand: Hand) -> tuple[int, ...]:
    """The seats that win before all others if the game is over with this hand; none where nobody does."""
    formula = rules.scoring.counts_first
    if formula is None or None in hand.totals:
        return ()
    game = {"target": state.target, "hand": hand.number, "hands": rules.hands, "players": rules.players}
    rows = [{**game, "total": total} for total in hand.totals]
    for side in hand.sides:
        for seat in side:
            rows[seat] |= {"dealer": hand.dealer in side, "declarer": hand.declarer in side}
    return tuple([seat for seat, row in enumerate(rows) if hand.played(seat) and formula.run(row, rows)])


def leaders(rules: CompiledRules, state: State) -> list[int]:
    """The seats with the best total; where players are knocked out, of those who are still in, or were in the last hand."""
    if rules.scoring.knock_out is None:
        first = counting_first(rules, state, state.history[-1]) if state.phase == OVER and state.history else ()
        return rules.scoring.leaders(state.scores, first)
    still_in = [seat for seat in rules.circle if seat not in state.out]
    return rules.scoring.leaders(state.scores, still_in or state.seats)
