"""Who plays a hand and who does not, who deals the next, and who is ahead."""

from __future__ import annotations

from referee.core.formula import FormulaError
from referee.engines.trick.state import State
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
    """Who may name trump: several if they tied for most tricks in the previous hand, and everybody if that is not known."""
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
    """Numbers by seat, unknown for those who do not play this hand."""
    if len(state.seats) == len(numbers):
        return numbers
    return [number if seat in state.seats else 0 for seat, number in enumerate(numbers)]


def first_out(rules: CompiledRules, state: State) -> list[int]:
    """The side of a declarer who reached the target in the last hand and so wins, whoever else did; or none."""
    return declarer_out(rules, state) if rules.scoring.declarer_first else []


def declarer_out(rules: CompiledRules, state: State) -> list[int]:
    """The side of the declarer of the last hand, if it has reached the target."""
    declarer = state.history[-1].declarer if state.history else -1
    if declarer < 0 or None in state.scores or state.target is None or state.scores[declarer] < state.target:
        return []
    return sorted(next(side for side in rules.sides if declarer in side))


def out_at_once(rules: CompiledRules, state: State) -> list[list[int]]:
    """The sides that reached the target together in the last hand, if it is not known which of them declared and so wins."""
    last = state.history[-1] if state.history else None
    if (
        not rules.scoring.declarer_first
        or last is None
        or last.declarer >= 0
        or last.passed_out
        or None in state.scores
    ):
        return []
    out = [sorted(side) for side in rules.sides if state.target is not None and state.scores[side[0]] >= state.target]
    return out if len(out) > 1 else []


def leaders(rules: CompiledRules, state: State) -> list[int]:
    """The seats with the best total; if players are knocked out, among those who are still in, or were in the last hand."""
    if out := first_out(rules, state):
        return out
    if rules.scoring.knock_out is None:
        return rules.scoring.leaders(state.scores)
    still_in = [seat for seat in rules.circle if seat not in state.out]
    return rules.scoring.leaders(state.scores, still_in or state.seats)
