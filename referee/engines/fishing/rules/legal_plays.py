"""Every legal play of a hand: sows, and what can be harvested and stockpiled, each set of things taken or fused once.

How many there are grows without bound with what lies in the fields, so a list stops at a number and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.core.cards import members
from referee.engines.fishing.rules import bans, candidates, plays, turns
from referee.engines.fishing.rules.board import Play
from referee.engines.fishing.rules.candidates import Listed
from referee.engines.fishing.rules.extras import extras as open_extras
from referee.engines.fishing.rules.extras import repeats as open_repeats
from referee.engines.fishing.rules.sums import added
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import ACTIONS, HARVEST, CompiledRules

MOST = 1_200
"""How many plays a list has at most, the cards of the hand sharing them evenly."""


def legal(rules: CompiledRules, state: State, seat: int) -> Listed:
    """The legal plays of a known hand, card by card; the season after them is left open where the card leaves a choice."""
    hand = sorted(members(state.hands[seat]), key=rules.deck.sort_key)
    lists = [Listed.cut(of_hand_card(rules, state, seat, card), MOST // len(hand)) for card in hand]
    several = [together(rules, state, seat, field) for field in range(rules.fields)]
    return Listed.cut([*lists, *several], MOST)


def of_hand_card(rules: CompiledRules, state: State, seat: int, card: int, unseen: int = 0) -> Iterator[Listed]:
    """The legal plays of one card: sows, harvests, stockpiles, each field by field; `unseen` cards may be in the hand, too."""
    force = rules.in_force(state)
    for action in ACTIONS:
        for field in range(rules.fields):
            if bans.ban(rules, state, action, field, force) is None:
                yield of_card(rules, state, seat, card, field, action, unseen=unseen)


def of_unseen_card(rules: CompiledRules, state: State, seat: int, card: int) -> list[Play]:
    """The plays of a card that may be in a hand of which not everything is known; none if it cannot be there."""
    unseen = rules.pack & ~state.located & ~(1 << card)
    if not state.hidden[seat] or (state.located | ~rules.pack) >> card & 1:
        return []
    here = state.copy()
    here.hidden[seat] -= 1
    here.hands[seat] |= 1 << card
    here.located |= 1 << card
    return Listed.cut(of_hand_card(rules, here, seat, card, unseen if here.hidden[seat] else 0), MOST).plays


def of_card(
    rules: CompiledRules, state: State, seat: int, card: int, field: int, action: str, extra: str = "", unseen: int = 0
) -> Listed:
    """The legal plays of a card in one field, for a Luminary where one is named."""
    return _checked(rules, state, candidates.of_card(rules, state, seat, card, field, action, unseen), extra)


def _checked(rules: CompiledRules, state: State, listed: Listed, extra: str = "") -> Listed:
    named = [play._replace(extra=extra) for play in listed.plays] if extra else listed.plays
    return Listed([play for play in named if not any(plays.check(rules, state, play))], listed.whole)


def together(rules: CompiledRules, state: State, seat: int, field: int) -> Listed:
    """Legal harvests in a field with several cards played as one."""
    force = rules.in_force(state)
    hand = sorted(members(state.hands[seat]), key=rules.deck.sort_key)
    sizes = _sizes(rules, state, seat, field)
    if not sizes or bans.ban(rules, state, HARVEST, field, force) is not None:
        return Listed([], whole=True)
    chosen = (cards for size in sizes for cards in combinations(hand, size))
    return Listed.cut((_of_several(rules, state, seat, field, cards) for cards in chosen), MOST)


def _of_several(rules: CompiledRules, state: State, seat: int, field: int, cards: Sequence[int]) -> Listed:
    active = sum(1 << card for card in cards)
    values = added([rules.values[card] for card in cards])
    return _checked(rules, state, candidates.harvests(rules, state, seat, field, active, values))


def _sizes(rules: CompiledRules, state: State, seat: int, field: int) -> list[int]:
    """How many cards may be played as one in a field, other than a single one."""
    number = state.hands[seat].bit_count()
    found = rules.in_force(state).together.get(field)
    sizes = set(range(2, min(found.most, number) + 1)) if found else set()
    if rules.whole_hand and number == rules.draw_up == state.held(seat):
        sizes.add(number)
    return sorted(sizes)


def extras(rules: CompiledRules, state: State, seat: int) -> Listed:
    """The legal plays that Luminaries add to the turn, of those not made yet."""
    force = rules.in_force(state)
    wanted = [(extra.name, extra.field, extra.action) for extra in open_extras(rules, state)]
    if state.own is not None:
        wanted += [
            (repeat.name, field, state.own[0])
            for repeat in open_repeats(rules, state)
            for field in repeat.fields
            if bans.ban_of_repeat(rules, state, state.own[0], field, force, repeat) is None
        ]
    hand = sorted(members(state.hands[seat]), key=rules.deck.sort_key)
    lists = (of_card(rules, state, seat, card, field, action, name) for name, field, action in wanted for card in hand)
    return Listed.cut(lists, MOST)


def instead(rules: CompiledRules, state: State, seat: int) -> Listed:
    """The legal plays of the turn's own that may still be made, where the one made can be the play that a Luminary gives."""
    given = open_extras(rules, state)
    if state.own is None or not any(turns.fits(extra, *state.own) for extra in given):
        return Listed([], whole=True)
    found = legal(rules, state, seat)
    own = [play for play in found.plays if not any(turns.fits(extra, play.action, play.field) for extra in given)]
    return Listed(own, found.whole)


def with_seasons(rules: CompiledRules, state: State, play: Play) -> list[Play]:
    """A play with each season that its card leaves to choose; itself where there is no choice."""
    possible = turns.seasons_after(rules, state, play)
    return [play._replace(turn=one) for one in possible] if len(possible) > 1 else [play]
