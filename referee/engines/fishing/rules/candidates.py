"""What one card, or several played as one, could do in a field as far as sums go; `plays.check` has the last word.

Harvests that take the same things, and stockpiles that fuse the same things to the same value, are one play, however their
cards are parted into sets. How many sums and unions of sums there are grows without bound with the field, so finding them
stops at a number; whether one given play adds up lists nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, islice
from operator import or_
from typing import NamedTuple

from referee.core.cards import members
from referee.engines.fishing.rules.allowed import ban
from referee.engines.fishing.rules.moves import Element, Play
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import HARVEST, ONLY_ITS_LIKE, SOW, STOCKPILE, CompiledRules

MOST = 400
"""How many harvests and how many stockpiles a card is listed with in a field; eight loose cards never make as many."""
MOST_SUMS = 1_000
MOST_WAYS = 5_000
"""How many ways of fusing are looked at for a value; several may come to the same stockpile."""


class Thing(NamedTuple):
    """What lies in a field, as far as adding up goes: one value or several (a Fool is 1 or 14); one that stands alone matches
    its value and is never a term of a sum."""

    values: tuple[int, ...]
    alone: bool = False


class Sums(NamedTuple):
    """Sets of things of one value, as masks of their places, and whether these are all."""

    sets: list[int]
    whole: bool


class Listed(NamedTuple):
    """Plays, and whether these are all."""

    plays: list[Play]
    whole: bool = True

    @classmethod
    def cut(cls, lists: Iterable[Listed], most: int) -> Listed:
        """Lists as one, up to a number of plays; those beyond are not looked for."""
        kept: list[Play] = []
        whole = True
        for one in lists:
            kept += one.plays
            whole = whole and one.whole
            if len(kept) > most:
                return cls(kept[:most], whole=False)
        return cls(kept, whole)


class Pool(NamedTuple):
    """What can be taken together: things with their places, in the order of their numbers."""

    elements: list[Element]
    things: list[Thing]

    @classmethod
    def of(cls, rules: CompiledRules, state: State, fields: Sequence[int], *, single: bool, multiple: bool) -> Pool:
        """Return everything that lies in some fields, and whether single and multiple stockpiles may be terms of a sum."""
        elements = [Element(field, one, None) for field in fields for one in state.fields[field]]
        things = []
        for _, one, _ in elements:
            values = (one.value,) if one.sets else rules.values[one.cards.bit_length() - 1]
            alone = not (multiple if one.locked else single) if one.sets else values[0] >= ONLY_ITS_LIKE
            things.append(Thing(values, alone))
        return cls(elements, things)

    def elements_of(self, things: int) -> tuple[Element, ...]:
        """Return the elements of a set of things."""
        return tuple([self.elements[place] for place in members(things)])

    def sums(self, total: int) -> Sums:
        """Sets of things that add up to the total, a limited number of them, those of the fewest things first.

        Things are taken up or left one by one; what the later ones cannot complete is dropped at once, so that there are
        never more beginnings than sums.
        """
        able, up_to = (
            [1],
            (2 << total) - 1,
        )  # from the last thing on, which sums these can make, as bits up to the total
        for thing in reversed(self.things):
            reached = able[-1]
            for value in () if thing.alone else thing.values:
                reached |= able[-1] << value
            able.append(reached & up_to)
        begun, whole = {(0, total)}, True
        for number, (values, alone) in enumerate(self.things):
            if alone:
                continue
            rest, bit = able[-2 - number], 1 << number
            left = {(taken, missing) for taken, missing in begun if rest >> missing & 1}
            begun = left | {
                (taken | bit, missing - value)
                for taken, missing in begun
                for value in values
                if missing >= value and rest >> (missing - value) & 1
            }
            if len(begun) > MOST_SUMS:
                begun, whole = set(sorted(begun)[:MOST_SUMS]), False
        found = {taken for taken, missing in begun if taken and not missing}
        found |= {1 << number for number, thing in enumerate(self.things) if thing.alone and total in thing.values}
        return Sums(sorted(found, key=lambda taken: (taken.bit_count(), taken)), whole)


def unions(sets: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield every union of sets that share nothing, each once, as the sets that it falls apart into."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for one in sets:
        for taken, parts in list(found.items()):
            both = taken | one
            if not taken & one and both not in found:
                found[both] = (*parts, one)
                yield found[both]


def added(values: Sequence[tuple[int, ...]]) -> set[int]:
    """Return everything that things may add up to, one value of each: nothing, where one of several has no value."""
    if len(values) > 1 and any(able[0] >= ONLY_ITS_LIKE for able in values):
        return set()
    reached = {0}
    for choices in values:
        reached = {before + value for before in reached for value in choices}
    return reached


def set_totals(rules: CompiledRules, elements: Sequence[Element]) -> set[int]:
    """Return everything that a set may add up to."""
    return added(
        [
            (lying.value,) if lying.sets else rules.values[lying.cards.bit_length() - 1] if value is None else (value,)
            for _, lying, value in elements
        ]
    )


def plain_sum(rules: CompiledRules, elements: Sequence[Element]) -> int:
    """Return what a set adds up to where nothing in it has a choice of values or stands alone; -1 otherwise."""
    total = 0
    for _, lying, fixed in elements:
        if fixed is not None:
            return -1
        if lying.sets:
            if len(lying.sets) > 1 and len(elements) > 1:
                return -1
            total += lying.value
        else:
            able = rules.values[lying.cards.bit_length() - 1]
            if len(able) != 1 or able[0] >= ONLY_ITS_LIKE:
                return -1
            total += able[0]
    return total


def of_card(
    rules: CompiledRules, state: State, seat: int, card: int, field: int, action: str, unseen: int = 0
) -> Listed:
    """Return what a card might do in a field, whether or not that is barred there; `unseen` cards may be in the hand, too."""
    worth = rules.values[card]
    if action == SOW:
        return Listed([Play(SOW, seat, field, 1 << card, values=(worth,))])
    if action == HARVEST:
        return harvests(rules, state, seat, field, 1 << card, set(worth))
    if not rules.stockpiles or not rules.counts(card):
        return Listed([])
    kept = (rules.pack if rules.passive_said else state.hands[seat] | unseen) & ~(1 << card)
    values = {value for other in members(kept) for value in rules.values[other] if value < ONLY_ITS_LIKE}
    if rules.equals_added_freely:
        values |= {one.value for one in state.fields[field] if one.sets}
    table = Pool.of(rules, state, (field,), single=True, multiple=rules.locked_in_stockpile)
    return Listed.cut((_stockpiles(rules, table, seat, field, card, make) for make in sorted(values)), MOST)


def harvests(rules: CompiledRules, state: State, seat: int, field: int, active: int, values: set[int]) -> Listed:
    """Return every harvest with cards that have one of these values together, or all of them where the rules let them."""
    force = rules.in_force(state)
    reach = force.reach.get(field)
    others: Iterable[int] = reach.fields if reach else ()
    if reach and reach.seasons:
        others = (other for other in others if ban(rules, state, HARVEST, other, force) is None)
    table = Pool.of(rules, state, (field, *others), single=rules.single_in_harvest, multiple=rules.locked_in_harvest)
    found: dict[int, Play] = {}
    whole = True
    for able in [sorted(values)] if rules.both_values else [[value] for value in sorted(values)]:
        sums = [table.sums(value) for value in able]
        sets = dict.fromkeys(chain.from_iterable(one.sets for one in sums))
        if not rules.sums:
            sets = {one: None for one in sets if one.bit_count() == 1}
        elif reach and not reach.mixed:
            sets = {one: None for one in sets if len({element.field for element in table.elements_of(one)}) == 1}
        parted = list(islice(unions(sets) if rules.several else ((one,) for one in sets), MOST + 1))
        whole = whole and len(parted) <= MOST and all(one.whole for one in sums)
        worth = (tuple(able),) if active.bit_count() == 1 else tuple(rules.values[card] for card in members(active))
        for parts in parted[:MOST]:
            taken = tuple(map(table.elements_of, parts))
            found.setdefault(reduce(or_, parts), Play(HARVEST, seat, field, active, taken, 0, worth))
    return Listed(list(found.values()), whole)


def _stockpiles(rules: CompiledRules, table: Pool, seat: int, field: int, card: int, make: int) -> Listed:
    """Return the stockpiles of one value that a card makes."""
    worth = rules.values[card]
    played = Element(-1, Lying(1 << card), None)
    joined = [table.sums(make - value) for value in worth if value < make]
    alone = sum(1 << place for place, thing in enumerate(table.things) if thing.alone)
    mine = [one for sums in joined for one in sums.sets if not one & alone]
    beside = table.sums(make)
    whole = beside.whole and all(sums.whole for sums in joined)
    fused = (
        (own, others)
        for own in dict.fromkeys([0, *mine] if make in worth else mine)
        for others in chain([()] if own else [], unions(one for one in beside.sets if not one & own))
    )
    made: dict[tuple[int, bool], Play] = {}
    for ways, (own, others) in enumerate(fused):
        if len(made) == MOST or ways == MOST_WAYS:
            return Listed(list(made.values()), whole=False)
        sets = ((played, *table.elements_of(own)), *map(table.elements_of, others))
        play = Play(STOCKPILE, seat, field, 1 << card, sets, make, (worth,))
        made.setdefault((reduce(or_, others, own), bool(others)), play)
    return Listed(list(made.values()), whole)
