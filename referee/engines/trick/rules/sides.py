"""Sides that nobody names: the holders of certain cards against all the others, or the declarer with the first other player to
win a trick.

Of unseen hands it is known only what they may still hold, so there may be several ways in which the sides can be. Nobody is
on a side before there is only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from referee.core.cards import mask_of, members
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import seats
from referee.engines.trick.rules.hands import speaking_order, surely
from referee.engines.trick.state import TrickState

Side = tuple[int, ...]
"""The seats of those who play with the declarer, or who hold the cards that make the sides."""


def possible(rules: TrickRules, state: TrickState) -> list[Side]:
    """The sides that the declarer may have, as far as is known: one, or several where cards make the sides and their holders
    are not known. Where nobody declares, the only side is empty."""
    if state.declarer >= 0:
        return [seats.side_of(rules, state, state.declarer)]
    if not seats.made_by_cards(rules, state):
        return [()]
    return by_cards(rules, state)


def by_cards(rules: TrickRules, state: TrickState) -> list[Side]:
    """Those who may have been dealt the cards that make the sides, in every way that is possible as far as is known."""
    holders = [_may_have_held(rules, state, card) for card in members(rules.holders)]
    found = {tuple(sorted(set(each))) for each in product(*holders)}
    return sorted(found)


def _may_have_held(rules: TrickRules, state: TrickState, card: int) -> Sequence[int]:
    """The seats of all who may have been dealt a card; only one if somebody has played it or is known to hold it."""
    for seat in state.seats:
        if (laid(rules, state, seat) | surely(state, seat)) >> card & 1:
            return (seat,)
    return [seat for seat in state.seats if state.hands[seat] >> card & 1] or state.seats


def laid(rules: TrickRules, state: TrickState, seat: int) -> int:
    """The cards that a player is known to have laid in this hand, as a mask."""
    return on_table(rules, state, seat) | max(state.played[seat], 0)


def on_table(rules: TrickRules, state: TrickState, seat: int) -> int:
    """The card of the trick in progress that a player has laid, as a mask; 0 if none."""
    return mask_of(card for by, card in seats.cards_laid(rules, state) if by == seat)


def settle_by_cards(rules: TrickRules, state: TrickState) -> None:
    """Note who plays together in a hand that nobody bid on, once the cards that make the sides show it. The first of them to
    speak stands as the declarer."""
    if state.declarer >= 0 or not seats.made_by_cards(rules, state):
        return
    ways = by_cards(rules, state)
    if len(ways) == 1:
        together = sorted(ways[0], key=speaking_order(rules, state).index)
        state.declarer = together[0]
        state.partner = together[-1]


def settle_by_trick(rules: TrickRules, state: TrickState, led: int, winner: int) -> None:
    """Let the winner of the trick that has just ended join the declarer, if the contract has that; after the last trick in
    which somebody may, the declarer plays alone. `led` is the card that was led, as a mask."""
    if rules.joined is None or state.partner >= 0 or not seats.is_joined(rules, state):
        return
    number = state.length - state.left + 1
    if winner != state.declarer and led & rules.joined.led[state.trump]:
        state.partner = winner
    elif number == rules.joined.within:
        state.partner = state.declarer
    else:
        return
    state.joined = number
