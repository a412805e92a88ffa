"""Every legal play of a hand: sows, and what can be harvested and stockpiled, each set of things taken or fused once.

How many there are grows without bound with what lies in the fields, so a list stops at a number and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.core.cards import members
from referee.engines.fishing import bans, candidates, plays, turns
from referee.engines.fishing.board import Play
from referee.engines.fishing.candidates import Listed
from referee.engines.fishing.extras import extras as open_extras
from referee.engines.fishing.extras import repeats as open_repeats
from referee.engines.fishing.state import State
from referee.engines.fishing.sums import added
from referee.engines.fishing.terms import ACTIONS, HARVEST, Terms

MOST = 1_200
"""How many plays a list has at most, the cards of the hand sharing them evenly."""


def legal(terms: Terms, state: State, seat: int) -> Listed:
    """The legal plays of a known hand, card by card; the season after them is left open where the card leaves a choice."""
    hand = sorted(members(state.hands[seat]), key=terms.deck.sort_key)
    lists = [Listed.cut(of_hand_card(terms, state, seat, card), MOST // len(hand)) for card in hand]
    several = [together(terms, state, seat, field) for field in range(terms.fields)]
    return Listed.cut([*lists, *several], MOST)


def of_hand_card(terms: Terms, state: State, seat: int, card: int) -> Iterator[Listed]:
    """The legal plays of one card: sows, harvests, stockpiles, each field by field."""
    force = terms.in_force(state)
    for action in ACTIONS:
        for field in range(terms.fields):
            if bans.ban(terms, state, action, field, force) is None:
                yield of_card(terms, state, seat, card, field, action)


def of_card(terms: Terms, state: State, seat: int, card: int, field: int, action: str, extra: str = "") -> Listed:
    """The legal plays of a card in one field, for a Luminary where one is named."""
    return _checked(terms, state, candidates.of_card(terms, state, seat, card, field, action), extra)


def _checked(terms: Terms, state: State, listed: Listed, extra: str = "") -> Listed:
    named = [play._replace(extra=extra) for play in listed.plays] if extra else listed.plays
    return Listed([play for play in named if not any(plays.check(terms, state, play))], listed.whole)


def together(terms: Terms, state: State, seat: int, field: int) -> Listed:
    """Legal harvests in a field with several cards played as one."""
    force = terms.in_force(state)
    hand = sorted(members(state.hands[seat]), key=terms.deck.sort_key)
    sizes = _sizes(terms, state, seat, field)
    if not sizes or bans.ban(terms, state, HARVEST, field, force) is not None:
        return Listed([], whole=True)
    chosen = (cards for size in sizes for cards in combinations(hand, size))
    return Listed.cut((_of_several(terms, state, seat, field, cards) for cards in chosen), MOST)


def _of_several(terms: Terms, state: State, seat: int, field: int, cards: Sequence[int]) -> Listed:
    active = sum(1 << card for card in cards)
    values = added([terms.values[card] for card in cards])
    return _checked(terms, state, candidates.harvests(terms, state, seat, field, active, values))


def _sizes(terms: Terms, state: State, seat: int, field: int) -> list[int]:
    """How many cards may be played as one in a field, besides a single one."""
    number = state.hands[seat].bit_count()
    found = terms.in_force(state).together.get(field)
    sizes = set(range(2, min(found.most, number) + 1)) if found else set()
    if terms.whole_hand and number == terms.draw_up == state.held(seat):
        sizes.add(number)
    return sorted(sizes)


def extras(terms: Terms, state: State, seat: int) -> Listed:
    """The legal plays that Luminaries add to the turn, of those not made yet."""
    force = terms.in_force(state)
    wanted = [(extra.name, extra.field, extra.action) for extra in open_extras(terms, state)]
    if state.own is not None:
        wanted += [
            (repeat.name, field, state.own[0])
            for repeat in open_repeats(terms, state)
            for field in repeat.fields
            if bans.ban(terms, state, state.own[0], field, force) is None
        ]
    hand = sorted(members(state.hands[seat]), key=terms.deck.sort_key)
    lists = (of_card(terms, state, seat, card, field, action, name) for name, field, action in wanted for card in hand)
    return Listed.cut(lists, MOST)


def with_seasons(terms: Terms, state: State, play: Play) -> list[Play]:
    """A play with each season that its card leaves to choose; itself where there is no choice."""
    possible = turns.seasons_after(terms, state, play)
    return [play._replace(turn=one) for one in possible] if len(possible) > 1 else [play]
