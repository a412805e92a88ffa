"""What one card, or several played as one, could do in a field as far as sums go; `plays.check` has the last word.

Harvests that take the same things, and stockpiles that fuse the same things to the same value, are one play, however their
cards are parted into sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from referee.core.cards import members
from referee.engines.fishing.rules import bans, matching
from referee.engines.fishing.rules.board import Element, Play
from referee.engines.fishing.rules.matching import Thing
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import HARVEST, ONLY_ITS_LIKE, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import InForce

MOST = 400
"""How many harvests and how many stockpiles a card is listed with in a field; eight loose cards never make as many."""
MOST_SUMS = 1_000
MOST_WAYS = 5_000
"""How many ways of fusing are looked at for a value; several may come to the same stockpile."""


class Listed(NamedTuple):
    """Plays, and whether these are all."""

    plays: list[Play]
    whole: bool

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

    def named(self, things: int) -> tuple[Element, ...]:
        """The elements of a set of things."""
        return tuple([self.elements[place] for place in members(things & (1 << len(self.elements)) - 1)])

    def fields(self, things: int) -> set[int]:
        """The fields in which these things lie."""
        return {element.field for element in self.named(things)}


def of_card(
    rules: CompiledRules, state: State, seat: int, card: int, field: int, action: str, unseen: int = 0
) -> Listed:
    """What a card might do in a field, whether or not that is barred there; `unseen` cards may be in the hand, too."""
    worth = rules.values[card]
    if action == SOW:
        return Listed([Play(SOW, seat, field, 1 << card, (), 0, (worth,), "", "")], whole=True)
    if action == HARVEST:
        return harvests(rules, state, seat, field, 1 << card, set(worth))
    if not rules.stockpiles or not rules.counts(card):
        return Listed([], whole=True)
    return _stockpiles(rules, state, seat, field, card, unseen)


def might_harvest(rules: CompiledRules, state: State, field: int, card: int, force: InForce) -> bool:
    """Whether a card's value can be added up in a field at all, whatever the rules let be taken. A quick no saves the list."""
    if field in force.reach:
        return True
    able = 1
    for one in state.fields[field]:
        for value in (one.value,) if one.sets else rules.values[one.cards.bit_length() - 1]:
            able |= able << value
    return any(able >> value & 1 for value in rules.values[card])


def harvests(rules: CompiledRules, state: State, seat: int, field: int, active: int, values: set[int]) -> Listed:
    """Every harvest with cards that have one of these values together, or all of them where the rules let them."""
    force = rules.in_force(state)
    reached = _reached(rules, state, field, force)
    table = _pool(rules, state, reached, single=rules.single_in_harvest, multiple=rules.locked_in_harvest)
    each = [sorted(values)] if rules.both_values else [[value] for value in sorted(values)]
    found: dict[int, Play] = {}
    whole = True
    for able in each:
        sums = [matching.sums(table.things, value, MOST_SUMS) for value in able]
        sets = _allowed(rules, table, chain.from_iterable(one.sets for one in sums), force, field)
        unions = list(islice(matching.unions(sets) if rules.several else ((one,) for one in sets), MOST + 1))
        whole = whole and len(unions) <= MOST and all(one.whole for one in sums)
        worth = (tuple(able),) if active.bit_count() == 1 else tuple(rules.values[card] for card in members(active))
        for parts in unions[:MOST]:
            taken = tuple(map(table.named, parts))
            found.setdefault(_together(parts), Play(HARVEST, seat, field, active, taken, 0, worth, "", ""))
    return Listed(list(found.values()), whole)


def _reached(rules: CompiledRules, state: State, field: int, force: InForce) -> tuple[int, ...]:
    """The field of a harvest, and those besides it from which it may take."""
    reach = force.reach.get(field)
    if reach is None:
        return (field,)
    others = reach.fields
    if reach.seasons:
        others = tuple(other for other in others if bans.ban(rules, state, HARVEST, other, force) is None)
    return (field, *others)


def _allowed(rules: CompiledRules, table: Pool, sets: Iterable[int], force: InForce, field: int) -> list[int]:
    """The sets that the rules let be taken, in which those that exclude one another share a bit beyond the things."""
    reach = force.reach.get(field)
    allowed = []
    for one in dict.fromkeys(sets):
        lone = one.bit_count() == 1
        if not lone and not rules.sums:
            continue
        if reach is not None and not reach.mixed and len(table.fields(one)) > 1:
            continue
        allowed.append(one | _clash(rules, table, one, apart=reach is not None and not reach.mixed) if lone else one)
    return allowed


def _clash(rules: CompiledRules, table: Pool, lone: int, *, apart: bool) -> int:
    """A bit shared by cards when a harvest takes only one of them, or only one from each field."""
    place = lone.bit_length() - 1
    (field, lying, _), thing = table.elements[place], table.things[place]
    one_only = not rules.equal_cards or (not rules.equal_faces and thing.values[0] >= ONLY_ITS_LIKE)
    return 1 << len(table.things) + field * apart if one_only and not lying.sets else 0


def _together(parts: Iterable[int]) -> int:
    both = 0
    for part in parts:
        both |= part
    return both


def _stockpiles(rules: CompiledRules, state: State, seat: int, field: int, card: int, unseen: int) -> Listed:
    """Every stockpile that a card makes with another card kept in hand, or with any where one is only said to be kept."""
    kept = (rules.pack if rules.passive_said else state.hands[seat] | unseen) & ~(1 << card)
    values = {value for other in members(kept) for value in rules.values[other] if value < ONLY_ITS_LIKE}
    if rules.equals_added_freely:
        values |= {one.value for one in state.fields[field] if one.sets}
    table = _pool(rules, state, (field,), single=True, multiple=rules.locked_in_stockpile)
    return Listed.cut((_of_value(rules, table, seat, field, card, make) for make in sorted(values)), MOST)


def _of_value(rules: CompiledRules, table: Pool, seat: int, field: int, card: int, make: int) -> Listed:
    """The stockpiles of one value."""
    worth = rules.values[card]
    played = Element(-1, Lying(1 << card), None)
    joined = [matching.sums(table.things, make - value, MOST_SUMS) for value in worth if value < make]
    alone = sum(1 << place for place, thing in enumerate(table.things) if thing.alone)
    mine = [one for sums in joined for one in sums.sets if not one & alone]
    beside = matching.sums(table.things, make, MOST_SUMS)
    whole = beside.whole and all(sums.whole for sums in joined)
    made: dict[tuple[int, bool], Play] = {}
    for ways, (own, others) in enumerate(_fused([0, *mine] if make in worth else mine, beside.sets)):
        if len(made) == MOST or ways == MOST_WAYS:
            return Listed(list(made.values()), whole=False)
        sets = ((played, *table.named(own)), *map(table.named, others))
        play = Play(STOCKPILE, seat, field, 1 << card, sets, make, (worth,), "", "")
        made.setdefault((own | _together(others), bool(others)), play)
    return Listed(list(made.values()), whole)


def _fused(mine: Iterable[int], beside: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The things that a card is added to, with every union of sets of the same value beside them."""
    for own in dict.fromkeys(mine):
        if own:
            yield own, ()
        for others in matching.unions(one for one in beside if not one & own):
            yield own, others


def _pool(rules: CompiledRules, state: State, fields: tuple[int, ...], *, single: bool, multiple: bool) -> Pool:
    """Everything that lies in some fields, and whether single and multiple stockpiles may be terms of a sum."""
    elements = [Element(field, one, None) for field in fields for one in state.fields[field]]
    return Pool(elements, [_thing(rules, one.lying, single=single, multiple=multiple) for one in elements])


def _thing(rules: CompiledRules, one: Lying, *, single: bool, multiple: bool) -> Thing:
    """What something in a field counts as when adding up."""
    if one.sets:
        return Thing((one.value,), not (multiple if one.locked else single))
    values = rules.values[one.cards.bit_length() - 1]
    return Thing(values, values[0] >= ONLY_ITS_LIKE)
