"""Cards that players owe each other at the beginning of a hand because of an earlier one: who gives how many to whom, and
what is given back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.cards import members
from referee.core.formula import FormulaError
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import seats
from referee.engines.trick.state import TrickState


class Gift(NamedTuple):
    """A part of an exchange of cards that are owed: `seat` gives `many` cards to the player at seat `to`; `back`: for as
    many just received."""

    seat: int
    to: int
    many: int
    back: bool


def steps(rules: TrickRules, state: TrickState) -> Sequence[Gift] | None:
    """The exchange of this hand by `pass: owed`, in order: whoever owes cards, the dealer first and then in order of play,
    gives them to those who are owed some, in the same order, and each of these gives as many back at once. None if
    something that was carried into the hand is not known. Raises FormulaError if somebody owes no whole number of cards."""
    if rules.owed is None:
        return ()
    rows = seats.before_hand(rules, state)
    if seats.is_unknown(rules.owed, rows):
        return None
    owed = {}
    for seat in rules.orders[state.dealer]:
        if seat in state.seats:
            number = rules.owed.run(rows[seat], rows)
            owed[seat] = int(number)
            if owed[seat] != number:
                who = state.players[seat]
                raise FormulaError(
                    f"{who} owes {number} cards by '{rules.owed.text}', not a whole number", rules.owed.text
                )
    found: list[Gift] = []
    for seat in owed:
        for to in owed:
            many = min(owed[seat], -owed[to])
            if many > 0:
                found += (Gift(seat, to, many, back=False), Gift(to, seat, many, back=True))
                owed[seat] -= many
                owed[to] += many
    return found


def step_now(rules: TrickRules, state: TrickState) -> Gift | None:
    """The part of the exchange that comes next; None if there is none, or it is not known."""
    each = steps(rules, state) or ()
    if state.passes < len(each):
        return each[state.passes]
    return None


def due_back(rules: TrickRules, state: TrickState, step: Gift, held: int) -> int:
    """The cards, as a mask, that are given back out of the cards `held`: for each card received the highest of its suit."""
    due = 0
    for card in members(state.passed[step.to]):
        same_suit = state.ranking.members[state.ranking.suit_led([card])] | 1 << card
        due |= 1 << state.ranking.best(same_suit & held & ~due)
    return due
