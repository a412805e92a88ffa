"""Captures: what one card, or several played as one, could take or fuse in a field as far as sums go, and what may be wrong
with the sets that a play takes or fuses. `plays.check` has the last word.

Harvests that take the same things, and stockpiles that fuse the same things to the same value, are one play, however their
cards are parted into sets. How many sums and unions of sums there are grows without bound with the field, so finding them
stops at a number; whether one given play adds up lists nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice
from operator import or_
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.events import Faults, Finding
from referee.engines.fishing.compiled import HARVEST, ONLY_ITS_LIKE, SOW, STOCKPILE, FishingRules
from referee.engines.fishing.rules.effects import ban, barred_by, season_ban
from referee.engines.fishing.rules.moves import Element, Play, all_sets, contents, field_name, in_sum, lying_text
from referee.engines.fishing.state import FishingState, Lying
from referee.engines.fishing.words.powers import FaceUp, Word, in_field

MOST = 400
"""The most harvests, and the most stockpiles, that a card is listed with in a field; eight loose cards never make as many."""
MOST_SUMS = 1_000
MOST_WAYS = 5_000
"""The most ways of fusing that are looked at for a value; several may come to the same stockpile."""


class Listed(NamedTuple):
    """Plays, and whether these are all."""

    plays: list[Play]
    whole: bool = True

    @classmethod
    def cut(cls, lists: Iterable[Listed], most: int) -> Listed:
        """Return lists as one, up to a number of plays; those beyond are not looked for."""
        kept: list[Play] = []
        whole = True
        for one in lists:
            kept += one.plays
            whole = whole and one.whole
            if len(kept) > most:
                return cls(kept[:most], whole=False)
        return cls(kept, whole)


class Pool(NamedTuple):
    """Things to be taken together, with their places, what each may count (a Fool is 1 or 14), and as a mask of places
    those that stand alone: they match their value and are never a term of a sum."""

    elements: list[Element]
    values: list[tuple[int, ...]]
    alone: int

    @classmethod
    def of(cls, rules: FishingRules, state: FishingState, fields: Sequence[int], words: Mapping[str, Any]) -> Pool:
        """Return everything that lies in some fields; `words` say which stockpiles may be terms of a sum."""
        elements = [Element(field, one, None) for field in fields for one in state.fields[field]]
        values = [worths(rules, one.lying) for one in elements]
        alone = 0
        for place, (_, one, _) in enumerate(elements):
            if one.sets:
                term = _is_term(one, words)
            else:
                term = values[place][0] < ONLY_ITS_LIKE
            alone |= (not term) << place
        return cls(elements, values, alone)

    def elements_of(self, things: int) -> tuple[Element, ...]:
        """Return the elements of a set of things."""
        return tuple([self.elements[place] for place in members(things)])

    def sums(self, total: int) -> tuple[list[int], bool]:
        """Return sets of things that add up to the total, as masks of their places, those of the fewest things first; and
        whether these are all, as their number is limited. Things are taken up or left one by one; what the later ones cannot
        complete is dropped at once, so that there are never more beginnings than sums."""
        terms = [() if self.alone >> place & 1 else values for place, values in enumerate(self.values)]
        # from the last thing on, which sums these can make, as bits up to the total
        able = [1]
        up_to = (2 << total) - 1
        for values in reversed(terms):
            reached = able[-1]
            for value in values:
                reached |= able[-1] << value
            able.append(reached & up_to)
        begun = {(0, total)}
        whole = True
        for place, values in enumerate(terms):
            rest = able[-2 - place]
            bit = 1 << place
            left = {(taken, missing) for taken, missing in begun if rest >> missing & 1}
            begun = left | {
                (taken | bit, missing - value)
                for taken, missing in begun
                for value in values
                if missing >= value and rest >> (missing - value) & 1
            }
            if len(begun) > MOST_SUMS:
                begun = set(sorted(begun)[:MOST_SUMS])
                whole = False
        found = set()
        for taken, missing in begun:
            if taken and not missing:
                found.add(taken)
        found |= {1 << place for place in members(self.alone) if total in self.values[place]}
        return sorted(found, key=lambda taken: (taken.bit_count(), taken)), whole


def worths(rules: FishingRules, one: Lying) -> tuple[int, ...]:
    """Return the values that something in a field may have."""
    if one.sets:
        return (one.value,)
    return rules.values[one.cards.bit_length() - 1]


def unions(sets: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield every union of sets that share nothing, each once, as the sets that it falls apart into."""
    parted: dict[int, tuple[int, ...]] = {0: ()}
    for one in sets:
        for taken, parts in list(parted.items()):
            both = taken | one
            if not taken & one and both not in parted:
                parted[both] = (*parts, one)
                yield parted[both]


def sums(values: Sequence[tuple[int, ...]]) -> set[int]:
    """Return everything that things may add up to, one value of each: nothing, where one of several has no value."""
    if len(values) == 1:
        return {*values[0]}
    if any(able[0] >= ONLY_ITS_LIKE for able in values):
        return set()
    reached = {0}
    for choices in values:
        reached = {before + value for before in reached for value in choices}
    return reached


def set_totals(rules: FishingRules, elements: Sequence[Element]) -> set[int]:
    """Return everything that a set may add up to."""
    if len(elements) == 1:
        _, lying, value = elements[0]
        if lying.sets or value is None:
            return {*worths(rules, lying)}
        return {value}
    return sums([worths(rules, lying) if lying.sets or value is None else (value,) for _, lying, value in elements])


def of_card(
    rules: FishingRules, state: FishingState, seat: int, card: int, field: int, action: str, unseen: int = 0
) -> Listed:
    """Return what a card might do in a field, whether or not that is barred there; `unseen` cards may be in the hand, too."""
    worth = rules.values[card]
    if action == SOW:
        return Listed([Play(SOW, seat, field, 1 << card, values=(worth,))])
    if action == HARVEST:
        return harvests(rules, state, seat, field, 1 << card, set(worth))
    if not rules.stockpile["allowed"] or not rules.counts(card):
        return Listed([])
    kept = (rules.pack if rules.stockpile["passive"] == "said" else state.hands[seat] | unseen) & ~(1 << card)
    values = set()
    for other in members(kept):
        for value in rules.values[other]:
            if value < ONLY_ITS_LIKE:
                values.add(value)
    if rules.stockpile["equals_added"] == "freely":
        values |= {one.value for one in state.fields[field] if one.sets}
    table = Pool.of(rules, state, (field,), rules.stockpile)
    return Listed.cut((_stockpiles(rules, table, seat, field, card, make) for make in sorted(values)), MOST)


def harvests(rules: FishingRules, state: FishingState, seat: int, field: int, active: int, values: set[int]) -> Listed:
    """Return every harvest with cards that have one of these values together, or all of them where the rules let them."""
    if rules.takes_all(active):
        sets_of_all = tuple(all_sets(rules, state, field))
        play = Play(HARVEST, seat, field, active, sets_of_all, 0, (tuple(sorted(values)),))
        return Listed([play] if sets_of_all else [])
    reach = in_field(state.force.reach, field)
    others: list[int] = []
    if reach:
        others = [other for other in reach.fields if _barred_from(rules, state, reach, other) is None]
    table = Pool.of(rules, state, (field, *others), rules.harvest)
    plays: dict[int, Play] = {}
    whole = True
    for able in [sorted(values)] if rules.harvest["both_values"] else [[value] for value in sorted(values)]:
        sums = [table.sums(value) for value in rules.takes(able) if value > 0]
        sets = dict.fromkeys(one for found_here, _ in sums for one in found_here)
        if not rules.harvest["sums"]:
            sets = {one: None for one in sets if one.bit_count() == 1}
        elif reach and not reach.told["mixed"]:
            sets = {one: None for one in sets if len({element.field for element in table.elements_of(one)}) == 1}
        parted = list(islice(unions(sets) if rules.harvest["several"] else ((one,) for one in sets), MOST + 1))
        whole = whole and len(parted) <= MOST and all(all_ for _, all_ in sums)
        worth = (tuple(able),) if active.bit_count() == 1 else tuple(rules.values[card] for card in members(active))
        for parts in parted[:MOST]:
            taken = tuple(map(table.elements_of, parts))
            plays.setdefault(reduce(or_, parts), Play(HARVEST, seat, field, active, taken, 0, worth))
    return Listed(list(plays.values()), whole)


def _stockpiles(rules: FishingRules, table: Pool, seat: int, field: int, card: int, make: int) -> Listed:
    """Return the stockpiles of one value that a card makes."""
    worth = rules.values[card]
    played = Element(-1, Lying(1 << card), None)
    joined = [table.sums(make - value) for value in worth if value < make]
    mine = [one for sets, _ in joined for one in sets if not one & table.alone]
    beside, whole = table.sums(make)
    whole = whole and all(all_ for _, all_ in joined)
    fused = (
        (own, others)
        for own in dict.fromkeys([0, *mine] if make in worth else mine)
        for others in chain([()] if own else [], unions(one for one in beside if not one & own))
    )
    plays: dict[tuple[int, bool], Play] = {}
    for ways, (own, others) in enumerate(fused):
        if len(plays) == MOST or ways == MOST_WAYS:
            return Listed(list(plays.values()), whole=False)
        sets = ((played, *table.elements_of(own)), *map(table.elements_of, others))
        play = Play(STOCKPILE, seat, field, 1 << card, sets, make, (worth,))
        plays.setdefault((reduce(or_, others, own), bool(others)), play)
    return Listed(list(plays.values()), whole)


def _fault(state: FishingState, play: Play, message: str, *word: str, bars: bool = False) -> Finding:
    """Return what is wrong with what a player takes or fuses."""
    return Finding(play.action, f"{state.players[play.seat]} {message}", play.seat, word=word, bars=bars)


def check_harvest(rules: FishingRules, state: FishingState, play: Play, named: int) -> Faults:
    """Yield everything that is wrong with the sets that a play takes, in which these cards are named."""
    if named & play.active and any(one.field < 0 for one in play.elements):
        message = f"takes {rules.names(play.active)} with itself; only what lies in a field is taken"
        yield _fault(state, play, message, bars=True)
        return
    if rules.takes_all(play.active):
        able = [one.lying for elements in all_sets(rules, state, play.field) for one in elements]
        taken = [one.lying for one in play.elements]
        if set(taken) != set(able):
            message = f"takes {contents(rules, taken)} with {rules.names(play.active)}"
            message += f", which takes all that it may: {contents(rules, able)}"
            yield _fault(state, play, message, "harvest", "takes_all")
        return
    possible = set(rules.takes(sums(play.values)))
    if not possible:
        lone = rules.deck.ids[next(card for card in members(play.active) if not rules.counts(card))]
        yield _fault(state, play, f"plays {rules.names(play.active)} together; {lone} has no value and is played alone")
        return
    reached = sorted(possible)
    several = False
    for elements in play.sets:
        several = several or len(elements) > 1
        pile = None
        if len(elements) > 1:
            pile = _no_term(elements, rules.harvest)
        if pile is not None:
            kind = "multiple" if pile.locked else "single"
            does = f"adds {lying_text(rules, pile)} to other cards"
            message = f"{does}; a {kind} {rules.called} is taken by its own value only"
            yield _fault(state, play, message, "harvest", f"{kind}_in_sums")
            return
        totals = set_totals(rules, elements)
        fitting = [value for value in reached if value in totals]
        if len(fitting) < len(reached) and not rules.harvest["both_values"]:
            reached = fitting
        if not (totals & possible) or not reached:
            yield _wrong_sum(rules, state, play, elements, totals, possible)
            return
    if several and not rules.harvest["sums"]:
        yield _fault(state, play, "takes cards by their sum; only single cards are taken", "harvest", "sums")
    if len(play.sets) > 1:
        if not rules.harvest["several"]:
            yield _fault(state, play, f"takes {len(play.sets)} sets; a card takes one", "harvest", "several")
        yield from _check_equal(rules, state, play)
    if several and rules.harvest["single_first"]:
        yield from _check_single_first(rules, state, play, reached)
    if state.fused:
        for one in play.elements:
            if one.lying.cards in state.fused and rules.stockpile["ripe"] == "next_turn":
                does = f"{state.players[play.seat]} takes {lying_text(rules, one.lying)}, which was made this turn"
                yield Finding(STOCKPILE, f"{does}; it is taken in a later turn", play.seat, word=("stockpile", "ripe"))
    if state.force.reach and (reach := in_field(state.force.reach, play.field)):
        yield from _check_reach(rules, state, play, reach)
    together = None
    if play.active & play.active - 1:
        together = in_field(state.force.together, play.field)
    if together and together.told.get("matching"):
        single = {
            value
            for one in state.fields[play.field]
            for value in worths(rules, one)
            if not (one.locked or (one.sets and together.told["matching"] == "loose"))
        }
        if not single & set(reached):
            total = " or ".join(map(str, reached))
            place = field_name(rules, state, play.field)
            message = f"plays {rules.names(play.active)} as {total}; no single card in {place} has that value"
            yield _fault(state, play, message, *together.word)


def _is_term(pile: Lying, words: Mapping[str, Any]) -> bool:
    """Return whether a stockpile may be a term of a sum by the words about harvests, or about stockpiles."""
    return bool(words["multiple_in_sums"] if pile.locked else words.get("single_in_sums", True))


def _no_term(elements: Sequence[Element], words: Mapping[str, Any]) -> Lying | None:
    """Return a stockpile that is a term of a sum, of these things, although it may not be."""
    return next((one.lying for one in elements if one.lying.sets and not _is_term(one.lying, words)), None)


def _check_equal(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Check whether several equal cards may be taken: of one field, or of all where they count as one."""
    by_field: dict[int, list[Lying]] = {}
    reach = in_field(state.force.reach, play.field)
    for field, lying, _ in (elements[0] for elements in play.sets if len(elements) == 1):
        if not lying.sets:
            by_field.setdefault(play.field if reach is None or reach.told["mixed"] else field, []).append(lying)
    lone = max(by_field.values(), key=len, default=[])
    only_its_like = [one for one in lone if worths(rules, one)[0] >= ONLY_ITS_LIKE]
    word = "equal_cards"
    if len(lone) > 1 and rules.harvest["equal_cards"]:
        word = "equal_faces"
    if len(only_its_like if word == "equal_faces" else lone) > 1 and not rules.harvest[word]:
        names = " and ".join(lying_text(rules, one) for one in lone[:2])
        yield _fault(state, play, f"takes {names} as two equal cards; a card takes one of its like", "harvest", word)


def _check_single_first(rules: FishingRules, state: FishingState, play: Play, reached: Sequence[int]) -> Faults:
    """Check whether a sum is taken of a value that a single card of the field has."""
    loose = [one for one in state.fields[play.field] if not one.sets]
    single = {value: one for one in loose for value in worths(rules, one)}
    for elements in play.sets:
        able = set_totals(rules, elements) & set(reached)
        if len(elements) > 1 and able <= single.keys():
            first = f"{lying_text(rules, single[min(able)])} has that value by itself and comes before a sum"
            message = f"takes {in_sum(rules, elements)} with {rules.names(play.active)}; {first}"
            yield _fault(state, play, message, "harvest", "single_first")


def _check_reach(rules: FishingRules, state: FishingState, play: Play, reach: FaceUp) -> Faults:
    """Check whether a harvest that takes from several fields may."""
    fields = {one.field for one in play.elements}
    if play.field not in fields:
        own = field_name(rules, state, play.field)
        message = f"takes nothing from {own}; a harvest takes at least one card from the field where it is made"
        yield _fault(state, play, message, *reach.word)
    for elements in play.sets:
        if len({one.field for one in elements}) > 1 and not reach.told["mixed"]:
            message = f"makes {in_sum(rules, elements)} of cards in two fields; each set lies in one"
            yield _fault(state, play, message, *reach.word)
    for field in sorted(fields - {play.field}):
        word = _barred_from(rules, state, reach, field)
        if word is not None:
            rule, by = barred_by(word)
            does = f"{state.players[play.seat]} harvests in {field_name(rules, state, field)}, too"
            yield Finding(rule, f"{does}, where harvesting is barred{by}", play.seat, word=word)


def _barred_from(rules: FishingRules, state: FishingState, reach: FaceUp, field: int) -> Word | None:
    """The word that keeps a harvest of another field from reaching into this one: a Luminary, or its season."""
    word = ban(rules, state, HARVEST, field)
    if word is not None and barred_by(word)[1] and reach.told["luminaries"] == "ignored":
        word = season_ban(rules, state, HARVEST, field)
    if word is not None and not barred_by(word)[1] and reach.told["seasons"] == "ignored":
        return None
    return word


def _wrong_sum(
    rules: FishingRules,
    state: FishingState,
    play: Play,
    elements: Sequence[Element],
    totals: set[int],
    wanted: set[int],
) -> Finding:
    if totals & wanted:
        able = _worth(rules, rules.takes(wanted))
        message = f"harvests with {rules.names(play.active)} at two values; it has one value in a play, {able}"
        return _fault(state, play, message, "harvest", "both_values")
    by = "+".join(rules.deck.ids[card] for card in members(play.active))
    if rules.total:
        sums = {rules.total + more - less for more in totals for less in wanted}
    else:
        sums = set()
    if sums and max(totals | wanted) < ONLY_ITS_LIKE:
        message = f"takes {in_sum(rules, elements)} with {by}, which is {_worth(rules, sums)}; it must be {rules.total}"
        return _fault(state, play, message, "harvest", "total")
    which = f"{in_sum(rules, elements)}, which is {_worth(rules, totals)}"
    return _fault(state, play, f"takes {which}, with {by}; it must be {_worth(rules, wanted)}")


def _worth(rules: FishingRules, totals: Iterable[int]) -> str:
    return " or ".join(map(rules.worth, sorted(totals))) or "no sum"


def check_stockpile(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield everything that is wrong with the stockpile that a play makes."""
    does = f"makes a {rules.called}"
    played = [one.field < 0 for one in play.elements]
    if not rules.stockpile["allowed"]:
        yield _fault(state, play, f"{does}; this game has none", "stockpile", "allowed")
        return
    if play.make >= ONLY_ITS_LIKE:
        message = f"{does} of {rules.worth(play.make)}, which has no value; it is taken by its like only"
        yield _fault(state, play, message, bars=True)
        return
    if not any(played):
        message = f"leaves {rules.names(play.active)} out of the {rules.called}; the card played is part of it"
        yield _fault(state, play, message, bars=True)
        return
    if all(played):
        message = f"{does} of {rules.names(play.active)} alone; at least one card of the field belongs to it"
        yield _fault(state, play, message)
        return
    for elements in play.sets:
        pile = None
        if len(elements) > 1:
            pile = _no_term(elements, rules.stockpile)
        totals = set_totals(rules, elements)
        if pile is not None:
            makes = f"makes {play.make} of {lying_text(rules, pile)}"
            message = f"{makes}; a multiple {rules.called} keeps its value, {pile.value}"
            yield _fault(state, play, message, "stockpile", "multiple_in_sums")
            return
        if play.make not in totals:
            message = f"makes {play.make} of {in_sum(rules, elements)}, which is {_worth(rules, totals)}"
            yield _fault(state, play, message, bars=not totals or max(totals) >= ONLY_ITS_LIKE)
            return
    raised = [(elements, [one.lying for one in elements if one.lying.sets]) for elements in play.sets]
    for elements, piles in raised:
        wholly = len(elements) == 2 and any(one.field < 0 for one in elements)
        if piles and len(elements) > 1 and not wholly and rules.stockpile["raised"] == "from_hand":
            raises = f"raises {lying_text(rules, piles[0])} in {in_sum(rules, elements)}"
            yield _fault(state, play, f"{raises}; only the card played raises a {rules.called}", "stockpile", "raised")
    both = next((piles for _, piles in raised if len(piles) > 1), None)
    if both and not rules.stockpile["combined"]:
        text = " and ".join(lying_text(rules, one) for one in both)
        yield _fault(state, play, f"adds {text} up; each {rules.called} is raised by itself", "stockpile", "combined")
    if needs_none(rules, state, play):
        return
    if not rules.of_value.get(play.make, 0) & rules.pack:
        yield _fault(state, play, f"{does} of {play.make}; no card has that value")
    elif not (rules.stockpile["passive"] == "said" or _may_keep(rules, state, play, play.make)):
        kept = f"keeps {rules.names(state.hands[play.seat] & ~play.active)}"
        if _unknown(state, play):
            holds = "cannot hold one: all of them are elsewhere"
        else:
            holds = kept
        message = (
            f"{does} of {play.make} without another card of that value in hand; {state.players[play.seat]} {holds}"
        )
        yield _fault(state, play, message, "stockpile", "equals_added" if _adds_equals(play) else "passive")


def check_kept(rules: FishingRules, state: FishingState, play: Play, owned: Sequence[Lying]) -> Faults:
    """Check whether the owner of stockpiles that stay as they are keeps a card for each of them."""
    for one in owned:
        used = any(one == other.lying for other in play.elements)
        if not used and not _may_keep(rules, state, play, one.value):
            does = f"{state.players[play.seat]} plays {rules.names(play.active)}"
            message = f"{does}, the last card for {lying_text(rules, one)}"
            message += "; its owner keeps one until it is taken or built on"
            yield Finding(STOCKPILE, message, play.seat, word=("stockpile", "keep"))


def _may_keep(rules: FishingRules, state: FishingState, play: Play, value: int) -> bool:
    """Return whether a card of this value may be in the hand after a play."""
    able = rules.of_value.get(value, 0) & ~play.active
    return bool(state.hands[play.seat] & able or (_unknown(state, play) > 0 and able & rules.pack & ~state.located))


def _unknown(state: FishingState, play: Play) -> int:
    """Return how many cards that are not known are left in the hand after a play."""
    return state.hidden[play.seat] - (play.active & ~state.hands[play.seat]).bit_count()


def needs_none(rules: FishingRules, state: FishingState, play: Play) -> bool:
    """Return whether nobody need ask for the card kept: it is known to be in that hand, or none is needed for what is added."""
    kept = state.hands[play.seat] & ~play.active & rules.of_value.get(play.make, 0)
    return bool(kept) or (rules.stockpile["equals_added"] == "freely" and _adds_equals(play))


def _adds_equals(play: Play) -> bool:
    """Return whether sets are added to a stockpile that has their value already."""
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            return True
    return False


def new_stockpile(rules: FishingRules, play: Play) -> Lying:
    """Return the stockpile that a play makes."""
    sets: list[int] = []
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            sets += elements[0].lying.sets
        else:
            sets.append(reduce(or_, [one.lying.cards for one in elements]))
    return Lying(reduce(or_, sets), play.make, tuple(sets), play.seat if rules.stockpile["owned"] else -1)
