"""Trumps in a row from the highest down that the declarer's side held together or all lacked."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules

NOT_KNOWN = -1
"""Instead of the cards that somebody has played."""


def note(rules: CompiledRules, state: State) -> None:
    """Records who has played which card of a full trick."""
    if min(state.played) >= 0:
        for seat, card in _laid(rules, state):
            state.played[seat] |= 1 << card


def _laid(rules: CompiledRules, state: State) -> Iterator[tuple[int, int]]:
    """Who has played which card of the trick on the table."""
    order = [seat for seat in rules.orders[state.leader] if seat in state.seats]
    yield from zip(order, state.trick, strict=False)


def matadors(rules: CompiledRules, state: State, side: Collection[int]) -> int | None:
    """How many there were; None if it does not matter or is impossible to know. Cards set aside are the declarer's if the
    declarer counts them."""
    if not rules.matadors_count or state.declarer < 0 or min(state.played) < 0:
        return None
    theirs = sum(1 << card for seat, card in _laid(rules, state) if seat not in side)
    for seat in state.seats:
        if seat in side:
            continue
        if state.left and not state.known[seat]:
            return None
        theirs |= state.played[seat] | state.hands[seat] * bool(state.left)
    if rules.talon and rules.talon.counts_for != "declarer" and state.talon_to != state.declarer:
        theirs |= state.talon
    return in_a_row(rules, state.trump, rules.pack & ~theirs)


def in_a_row(rules: CompiledRules, trump: int, held: int) -> int:
    """How many of the trumps from the highest down are all among these cards, or all missing."""
    ranking, many = rules.rankings[trump], 0
    rest = ranking.trumps & rules.pack
    has = rest and held >> ranking.best(rest) & 1
    while rest and held >> ranking.best(rest) & 1 == has:
        many, rest = many + 1, rest & ~(1 << ranking.best(rest))
    return many
