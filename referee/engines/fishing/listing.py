"""Every legal play of a hand: sows, and what can be harvested and stockpiled, each union of sets once.

How many there are grows without bound with what lies in the fields, so a list stops at a number and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from referee.core.cards import members
from referee.engines.fishing import bans, matching, plays, turns
from referee.engines.fishing.board import Element, Play
from referee.engines.fishing.extras import extras as open_extras
from referee.engines.fishing.extras import repeats as open_repeats
from referee.engines.fishing.matching import Thing
from referee.engines.fishing.powers import InForce
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.terms import HARVEST, ONLY_ITS_LIKE, SOW, STOCKPILE, Terms

MOST = 2_000
"""How many plays a list has at most."""
MOST_OF_A_CARD = 400


class Listed(NamedTuple):
    """Plays, and whether these are all."""

    plays: list[Play]
    whole: bool


class Pool(NamedTuple):
    """What can be taken together: things with their places, in the order of their numbers."""

    elements: list[Element]
    things: list[Thing]


def pool(terms: Terms, state: State, fields: tuple[int, ...], *, sums: bool) -> Pool:
    """Everything that lies in some fields; a multiple stockpile is a term of a sum only where `sums` says so."""
    elements = [Element(field, one, None) for field in fields for one in state.fields[field]]
    return Pool(elements, [thing(terms, one.lying, sums=sums) for one in elements])


def thing(terms: Terms, one: Lying, *, sums: bool) -> Thing:
    """What something in a field counts as when adding up."""
    if one.sets:
        return Thing((one.value,), one.locked and not sums)
    values = terms.values[one.cards.bit_length() - 1]
    return Thing(values, values[0] >= ONLY_ITS_LIKE)


def legal(terms: Terms, state: State, seat: int) -> Listed:
    """Every legal play of a known hand; the season after it is left open where the card leaves a choice."""
    found: list[Play] = []
    for play in every(terms, state, seat):
        if len(found) >= MOST:
            return Listed(found, whole=False)
        found.append(play)
    return Listed(found, whole=not _Cut.cut)


class _Cut:
    """Whether the last list was cut short by one card."""

    cut = False


def every(terms: Terms, state: State, seat: int) -> Iterator[Play]:
    """The legal plays one after another: card by card, fields clockwise."""
    _Cut.cut = False
    force = terms.force(state.up)
    hand = sorted(members(state.hands[seat]), key=terms.deck.sort_key)
    for card in hand:
        for field in range(terms.fields):
            for play in of_card(terms, state, seat, card, field, force):
                if not tuple(plays.check(terms, state, play)):
                    yield play
    for field in range(terms.fields):
        if bans.ban(terms, state, HARVEST, field, force) is None:
            yield from together(terms, state, seat, field, force)


def of_card(
    terms: Terms, state: State, seat: int, card: int, field: int, force: InForce, actions: tuple[str, ...] = ()
) -> Iterator[Play]:
    """What a card might do in a field, as far as sums go; bans are respected unless an action is asked for."""
    wanted = actions or tuple(
        action for action in (SOW, HARVEST, STOCKPILE) if bans.ban(terms, state, action, field, force) is None
    )
    values = (terms.values[card],)
    if SOW in wanted:
        yield Play(SOW, seat, field, 1 << card, (), 0, values, "", "")
    if HARVEST in wanted:
        for value in terms.values[card]:
            yield from harvests(terms, state, seat, field, 1 << card, value, force)
    if STOCKPILE in wanted and terms.stockpiles and terms.values[card][0] < ONLY_ITS_LIKE:
        yield from stockpiles(terms, state, seat, field, card)


def harvests(
    terms: Terms, state: State, seat: int, field: int, active: int, value: int, force: InForce
) -> Iterator[Play]:
    """Every harvest with cards that are worth so much."""
    fields = (field,)
    reach = force.reach.get(field)
    if reach is not None:
        fields += tuple(
            other
            for other in reach.fields
            if not reach.seasons or bans.ban(terms, state, HARVEST, other, force) is None
        )
    table = pool(terms, state, fields, sums=terms.locked_in_harvest)
    sets = matching.sums(table.things, value)
    if not terms.sums:
        sets = [mask for mask in sets if mask.bit_count() == 1]
    if reach is not None and not reach.mixed:
        sets = [mask for mask in sets if len({table.elements[place].field for place in members(mask)}) == 1]
    found = matching.unions(sets, MOST_OF_A_CARD) if terms.several else _singles(sets)
    _Cut.cut |= not found.whole
    fixed = (value,) if active.bit_count() == 1 else ()
    for parts in found.found.values():
        elements = tuple(tuple(table.elements[place] for place in members(part)) for part in parts)
        values = (fixed,) if fixed else tuple(terms.values[card] for card in members(active))
        yield Play(HARVEST, seat, field, active, elements, 0, values, "", "")


def _singles(sets: list[int]) -> matching.Unions:
    return matching.Unions({mask: (mask,) for mask in sets[:MOST_OF_A_CARD]}, whole=len(sets) <= MOST_OF_A_CARD)


def stockpiles(terms: Terms, state: State, seat: int, field: int, card: int) -> Iterator[Play]:
    """Every stockpile that a card makes with another card kept in hand."""
    kept = state.hands[seat] & ~(1 << card)
    makes = {value for other in members(kept) for value in terms.values[other] if value < ONLY_ITS_LIKE}
    table = pool(terms, state, (field,), sums=terms.locked_in_stockpile)
    for make in sorted(makes):
        count = 0
        for mine, others in _fused(terms, table, card, make):
            own = (Element(-1, Lying(1 << card), None), *(table.elements[place] for place in members(mine)))
            rest = tuple(tuple(table.elements[place] for place in members(part)) for part in others)
            yield Play(STOCKPILE, seat, field, 1 << card, (own, *rest), make, (terms.values[card],), "", "")
            count += 1
            if count >= MOST_OF_A_CARD:
                _Cut.cut = True
                break


def _fused(terms: Terms, table: Pool, card: int, make: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The sets that the card joins, as masks of things, each with every union of sets of the same value beside it."""
    joined = dict.fromkeys(
        mask
        for value in terms.values[card]
        if value < make
        for mask in matching.sums(table.things, make - value)
        if not any(table.things[place].alone for place in members(mask))
    )
    if make in terms.values[card]:
        joined[0] = None
    for mine in joined:
        free = [place for place in range(len(table.things)) if not mine >> place & 1]
        sets = [
            sum(1 << free[bit] for bit in members(mask))
            for mask in matching.sums([table.things[p] for p in free], make)
        ]
        if mine:
            yield mine, ()
        found = matching.unions(sets, MOST_OF_A_CARD)
        _Cut.cut |= not found.whole
        for parts in found.found.values():
            yield mine, parts


def together(terms: Terms, state: State, seat: int, field: int, force: InForce) -> Iterator[Play]:
    """Harvests with several cards played as one."""
    hand = sorted(members(state.hands[seat]), key=terms.deck.sort_key)
    together = force.together.get(field)
    most = min(together.most, len(hand)) if together else 1
    sizes = set(range(2, most + 1))
    if terms.whole_hand and len(hand) == terms.draw_up == state.held(seat):
        sizes.add(len(hand))
    for size in sorted(sizes):
        for cards in combinations(hand, size):
            active = sum(1 << card for card in cards)
            totals = {sum(values) for values in product(*(terms.values[card] for card in cards))}
            for total in sorted(totals):
                for play in harvests(terms, state, seat, field, active, total, force):
                    if not tuple(plays.check(terms, state, play)):
                        yield play


def extras(terms: Terms, state: State, seat: int) -> Iterator[Play]:
    """The legal plays that Luminaries add to the turn, of those not made yet."""
    force = terms.force(state.up)
    wanted: list[tuple[str, tuple[int, ...], str, bool]] = [
        (extra.name, (extra.field,), extra.action, True) for extra in open_extras(terms, state)
    ]
    if state.own is not None:
        wanted += [(repeat.name, repeat.fields, state.own[0], False) for repeat in open_repeats(terms, state)]
    for name, fields, action, any_season in wanted:
        for card in sorted(members(state.hands[seat]), key=terms.deck.sort_key):
            for field in fields:
                if not any_season and bans.ban(terms, state, action, field, force) is not None:
                    continue
                for play in of_card(terms, state, seat, card, field, force, (action,)):
                    named = play._replace(extra=name)
                    if not tuple(plays.check(terms, state, named)):
                        yield named


def with_seasons(terms: Terms, state: State, play: Play) -> list[Play]:
    """A play with each season that its card leaves to choose; itself where there is no choice."""
    possible = turns.seasons_after(terms, state, play)
    return [play._replace(turn=one) for one in possible] if len(possible) > 1 else [play]
