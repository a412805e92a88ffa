"""Captures: what one card, or several played as one, could take or fuse in a field as far as sums go, and what may be wrong
with the sets that a play takes or fuses. `plays.check` has the last word.

Harvests that take the same things, and stockpiles that fuse the same things to the same value, are one play, however their
cards are parted into sets. How many sums and unions of sums there are grows without bound with the field, so finding them
stops at a number; whether one given play adds up lists nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from referee.core.cards import members
from referee.core.data import Words
from referee.core.events import Faults, Finding
from referee.engines.fishing.compiled import HARVEST, ONLY_ITS_LIKE, SOW, STOCKPILE, FishingRules
from referee.engines.fishing.rules.effects import ban, rule_of_ban, season_ban
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
        """Join several lists into one of at most `most` plays; lists beyond that are not even made."""
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
    def of(cls, rules: FishingRules, state: FishingState, fields: Sequence[int], words: Words) -> Pool:
        """Everything that lies in some fields. `words`, the words of the ruleset on harvests or on stockpiles, say
        which stockpiles may be terms of a sum."""
        elements: list[Element] = []
        for field in fields:
            elements += [Element(field, one, None) for one in state.fields[field]]
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

    def is_in_one_field(self, things: int) -> bool:
        """Return whether a set of things lies in one field."""
        return len({self.elements[place].field for place in members(things)}) == 1

    def sums(self, total: int) -> tuple[list[int], bool]:
        """Sets of things that add up to the total, as masks of their places, the smallest sets first; and whether these
        are all, as their number is limited.

        Things are taken or left one after another, and what the later ones cannot complete is dropped at once.
        """
        terms = list(self.values)
        for place in members(self.alone):
            terms[place] = ()
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
            further = {(taken, missing) for taken, missing in begun if rest >> missing & 1}
            for value in values:
                for taken, missing in begun:
                    if missing >= value and rest >> (missing - value) & 1:
                        further.add((taken | bit, missing - value))
            begun = further
            if len(begun) > MOST_SUMS:
                begun = set(sorted(begun)[:MOST_SUMS])
                whole = False
        found = set()
        for taken, missing in begun:
            if taken and not missing:
                found.add(taken)
        found |= {1 << place for place in members(self.alone) if total in self.values[place]}
        return sorted(found, key=_fewest_first), whole


def _fewest_first(things: int) -> tuple[int, int]:
    """Return the key that sorts sets of things by their size."""
    return things.bit_count(), things


def worths(rules: FishingRules, one: Lying) -> tuple[int, ...]:
    """Return the values that something in a field may have."""
    if one.sets:
        return (one.value,)
    return rules.values[one.cards.bit_length() - 1]


def unions(sets: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield every union of sets that share nothing, each once, as the tuple of sets that it consists of. Sets are
    masks."""
    parted: dict[int, tuple[int, ...]] = {0: ()}
    for one in sets:
        for taken, parts in list(parted.items()):
            both = taken | one
            if not taken & one and both not in parted:
                parted[both] = parts + (one,)
                yield parted[both]


def sums(values: Sequence[tuple[int, ...]]) -> set[int]:
    """All totals of some things, each with one of its values; empty if there are several and one has no value of its
    own (it is worth ONLY_ITS_LIKE or more)."""
    if len(values) == 1:
        return set(values[0])
    if any(able[0] >= ONLY_ITS_LIKE for able in values):
        return set()
    reached = {0}
    for choices in values:
        reached = {before + value for before in reached for value in choices}
    return reached


def set_totals(rules: FishingRules, elements: Sequence[Element]) -> set[int]:
    """All totals that a set may have. A value that the move fixes (a Fool as 1 or 14) is the only one of its card."""
    if len(elements) == 1:
        _, lying, value = elements[0]  # `sets` is empty for a loose card
        if lying.sets or value is None:
            return set(worths(rules, lying))
        return {value}
    values = []
    for _, lying, value in elements:
        if lying.sets or value is None:
            values.append(worths(rules, lying))
        else:
            values.append((value,))
    return sums(values)


def of_card(
    rules: FishingRules, state: FishingState, seat: int, card: int, field: int, action: str, unseen: int = 0
) -> Listed:
    """The plays of a card in a field that add up, whether or not a season or a Luminary bars them. `unseen` is a mask
    of cards that may be in the hand as well, as a stockpile needs a card kept for it."""
    worth = rules.values[card]
    if action == SOW:
        return Listed([Play(SOW, seat, field, 1 << card, values=(worth,))])
    if action == HARVEST:
        return harvests(rules, state, seat, field, 1 << card, set(worth))
    if not rules.stockpile["allowed"] or not rules.counts(card):
        return Listed([])
    kept = state.hands[seat] | unseen
    if rules.stockpile["passive"] == "said":
        kept = rules.pack
    values: set[int] = set()
    for other in members(kept & ~(1 << card)):
        for value in rules.values[other]:
            if value < ONLY_ITS_LIKE:
                values.add(value)
    if rules.stockpile["equals_added"] == "freely":
        values |= {one.value for one in state.fields[field] if one.sets}
    table = Pool.of(rules, state, (field,), rules.stockpile)
    return Listed.cut((_stockpiles(rules, table, seat, field, card, make) for make in sorted(values)), MOST)


def harvests(rules: FishingRules, state: FishingState, seat: int, field: int, active: int, values: set[int]) -> Listed:
    """Every harvest in a field with the cards in the mask `active`, which have one of these `values` together."""
    if rules.takes_all(active):
        sets_of_all = tuple(all_sets(rules, state, field))
        if not sets_of_all:
            return Listed([])
        return Listed([Play(HARVEST, seat, field, active, sets_of_all, 0, (tuple(sorted(values)),))])
    reach = in_field(state.force.reach, field)
    table = Pool.of(rules, state, [field] + _fields_in_reach(rules, state, reach), rules.harvest)
    plays: dict[int, Play] = {}
    whole = True
    for able in _values_at_once(rules, values):
        sets, all_sums = _sets_worth(rules, table, reach, able)
        parted: Iterable[tuple[int, ...]] = [(one,) for one in sets]
        if rules.harvest["several"]:
            parted = unions(sets)
        listed = list(islice(parted, MOST + 1))
        whole = whole and all_sums and len(listed) <= MOST
        worth: tuple[tuple[int, ...], ...] = (able,)
        if active & active - 1:  # more than one card
            worth = tuple([rules.values[card] for card in members(active)])
        for parts in listed[:MOST]:
            things = reduce(or_, parts)
            if things not in plays:
                plays[things] = Play(HARVEST, seat, field, active, tuple(map(table.elements_of, parts)), 0, worth)
    return Listed(list(plays.values()), whole)


def _fields_in_reach(rules: FishingRules, state: FishingState, reach: FaceUp | None) -> list[int]:
    """Return the other fields from which a harvest may take."""
    if reach is None:
        return []
    return [other for other in reach.fields if _word_that_bars(rules, state, reach, other) is None]


def _values_at_once(rules: FishingRules, values: set[int]) -> list[tuple[int, ...]]:
    """The values of a card, grouped by those that it may use together in one play."""
    able = sorted(values)
    if rules.harvest["both_values"]:
        return [tuple(able)]
    return [(value,) for value in able]


def _sets_worth(
    rules: FishingRules, table: Pool, reach: FaceUp | None, values: Sequence[int]
) -> tuple[list[int], bool]:
    """The sets that a card with these values takes, as masks of places in the pool, each once; and whether these are
    all. `reach` is the power of a Luminary to take from other fields."""
    found: dict[int, None] = {}
    whole = True
    for value in rules.takes(values):
        if value > 0:
            sums, all_sums = table.sums(value)
            found |= dict.fromkeys(sums)
            whole = whole and all_sums
    if not rules.harvest["sums"]:
        return [one for one in found if one.bit_count() == 1], whole
    if reach and not reach.argument["mixed"]:
        return [one for one in found if table.is_in_one_field(one)], whole
    return list(found), whole


def _stockpiles(rules: FishingRules, table: Pool, seat: int, field: int, card: int, make: int) -> Listed:
    """The stockpiles of the value `make` that a card makes in a field: it is added to some things, or laid to other
    sets that have the value."""
    worth = rules.values[card]
    played = Element(-1, Lying(1 << card), None)  # in no field, as it comes from the hand
    beside, whole = table.sums(make)
    joined: dict[int, None] = {}  # the sets that the card may be added to; a dict keeps their order
    if make in worth:
        joined[0] = None
    for value in worth:
        if value < make:
            sums, all_sums = table.sums(make - value)
            whole = whole and all_sums
            joined |= dict.fromkeys(one for one in sums if not one & table.alone)
    plays: dict[tuple[int, bool], Play] = {}
    for ways, (own, others) in enumerate(_fusions(joined, beside)):
        if len(plays) == MOST or ways == MOST_WAYS:
            return Listed(list(plays.values()), whole=False)
        things = (reduce(or_, others, own), bool(others))
        if things not in plays:
            sets = ((played,) + table.elements_of(own),) + tuple(map(table.elements_of, others))
            plays[things] = Play(STOCKPILE, seat, field, 1 << card, sets, make, (worth,))
    return Listed(list(plays.values()), whole)


def _fusions(joined: Iterable[int], beside: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every way to make a stockpile: the set that the played card is added to (0 for none), and the sets beside
    it."""
    for own in joined:
        if own:
            yield own, ()
        for others in unions([one for one in beside if not one & own]):
            yield own, others


def _fault(state: FishingState, play: Play, message: str, *word: str, bars: bool = False) -> Finding:
    """Return what is wrong with what a player takes or fuses."""
    return Finding(play.action, f"{state.players[play.seat]} {message}", play.seat, word=word, bars=bars)


def check_harvest(rules: FishingRules, state: FishingState, play: Play, named: int) -> Faults:
    """Yield everything wrong with the sets that a harvest takes. `named` is the mask of all cards in these sets."""
    if named & play.active and any(one.field < 0 for one in play.elements):
        message = f"takes {rules.names(play.active)} with itself; only what lies in a field is taken"
        yield _fault(state, play, message, bars=True)
        return
    if rules.takes_all(play.active):
        yield from _check_takes_all(rules, state, play)
        return
    possible = set(rules.takes(sums(play.values)))
    if not possible:
        lone = [rules.deck.ids[card] for card in members(play.active) if not rules.counts(card)]
        message = f"plays {rules.names(play.active)} together; {lone[0]} has no value and is played alone"
        yield _fault(state, play, message)
        return
    reached, wrong = _values_taken(rules, state, play, possible)
    if wrong is not None:
        yield wrong
        return
    takes_sums = any(len(elements) > 1 for elements in play.sets)
    if takes_sums and not rules.harvest["sums"]:
        yield _fault(state, play, "takes cards by their sum; only single cards are taken", "harvest", "sums")
    if len(play.sets) > 1:
        if not rules.harvest["several"]:
            yield _fault(state, play, f"takes {len(play.sets)} sets; a card takes one", "harvest", "several")
        yield from _check_equal(rules, state, play)
    if takes_sums and rules.harvest["single_first"]:
        yield from _check_single_first(rules, state, play, reached)
    if state.fused and rules.stockpile["ripe"] == "next_turn":
        yield from _check_ripe(rules, state, play)
    if state.force.reach:
        yield from _check_reach(rules, state, play)
    if play.active & play.active - 1:  # several cards are played as one
        yield from _check_matching(rules, state, play, reached)


def _check_takes_all(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that a card that takes everything is said to take something else."""
    able = [one.lying for elements in all_sets(rules, state, play.field) for one in elements]
    taken = [one.lying for one in play.elements]
    if set(taken) != set(able):
        message = f"takes {contents(rules, taken)} with {rules.names(play.active)}"
        message += f", which takes all that it may: {contents(rules, able)}"
        yield _fault(state, play, message, "harvest", "takes_all")


def _values_taken(
    rules: FishingRules, state: FishingState, play: Play, possible: set[int]
) -> tuple[list[int], Finding | None]:
    """The values, of those `possible`, that all sets of a harvest can have, in ascending order, and the finding about
    the first set that can have none of them (None if all can)."""
    reached = sorted(possible)
    for elements in play.sets:
        pile = _no_term(elements, rules.harvest)
        if pile is not None:
            kind = "multiple" if pile.locked else "single"
            does = f"adds {lying_text(rules, pile)} to other cards"
            message = f"{does}; a {kind} {rules.called} is taken by its own value only"
            return reached, _fault(state, play, message, "harvest", f"{kind}_in_sums")
        totals = set_totals(rules, elements)
        if not rules.harvest["both_values"]:
            reached = [value for value in reached if value in totals]
        if not (totals & possible) or not reached:
            return reached, _wrong_sum(rules, state, play, elements, totals, possible)
    return reached, None


def _check_ripe(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield stockpiles that are taken in the turn in which they were made."""
    for one in play.elements:
        if one.lying.cards in state.fused:
            does = f"{state.players[play.seat]} takes {lying_text(rules, one.lying)}, which was made this turn"
            yield Finding(STOCKPILE, f"{does}; it is taken in a later turn", play.seat, word=("stockpile", "ripe"))


def _check_matching(rules: FishingRules, state: FishingState, play: Play, reached: Sequence[int]) -> Faults:
    """Yield that several cards played as one do not have the value of a single card in the field, where a Luminary asks
    for that."""
    together = in_field(state.force.together, play.field)
    if together is None or not together.argument.get("matching"):
        return
    single: set[int] = set()
    for one in state.fields[play.field]:
        is_excluded = one.locked or (one.sets and together.argument["matching"] == "loose")
        if not is_excluded:
            single.update(worths(rules, one))
    if not single & set(reached):
        total = " or ".join(map(str, reached))
        place = field_name(rules, state, play.field)
        message = f"plays {rules.names(play.active)} as {total}; no single card in {place} has that value"
        yield _fault(state, play, message, *together.word)


def _is_term(pile: Lying, words: Words) -> bool:
    """Whether a stockpile may be added to other cards; `words` are those of the ruleset on harvests or on
    stockpiles."""
    if pile.locked:
        return bool(words["multiple_in_sums"])
    return bool(words.get("single_in_sums", True))


def _no_term(elements: Sequence[Element], words: Words) -> Lying | None:
    """The first stockpile of a set that may not be added to other cards; None if there is none. A thing alone is no
    sum."""
    if len(elements) == 1:
        return None
    for _, lying, _ in elements:
        if lying.sets and not _is_term(lying, words):
            return lying
    return None


def _check_equal(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that several cards of one rank are taken, where a card takes only one. Cards from different fields count
    together if a Luminary's reach lets sets be mixed."""
    by_field: dict[int, list[Lying]] = {}
    reach = in_field(state.force.reach, play.field)
    as_one = reach is None or reach.argument["mixed"]
    for elements in play.sets:
        field, lying, _ = elements[0]
        if len(elements) == 1 and not lying.sets:
            if as_one:
                field = play.field
            by_field.setdefault(field, []).append(lying)
    lone = max(by_field.values(), key=len, default=[])
    if len(lone) < 2:
        return
    word = "equal_cards"
    if rules.harvest["equal_cards"]:  # then cards without a value may still be excepted
        word = "equal_faces"
        only_its_like = [one for one in lone if worths(rules, one)[0] >= ONLY_ITS_LIKE]
        if len(only_its_like) < 2:
            return
    if not rules.harvest[word]:
        names = " and ".join(lying_text(rules, one) for one in lone[:2])
        yield _fault(state, play, f"takes {names} as two equal cards; a card takes one of its like", "harvest", word)


def _check_single_first(rules: FishingRules, state: FishingState, play: Play, reached: Sequence[int]) -> Faults:
    """Yield sums that are taken although a single card of the field has the same value, which comes first. `reached`
    are the values that all sets of the harvest can have."""
    loose = [one for one in state.fields[play.field] if not one.sets]
    single = {value: one for one in loose for value in worths(rules, one)}
    for elements in play.sets:
        able = set_totals(rules, elements) & set(reached)
        if len(elements) > 1 and able <= single.keys():
            first = f"{lying_text(rules, single[min(able)])} has that value by itself and comes before a sum"
            message = f"takes {in_sum(rules, elements)} with {rules.names(play.active)}; {first}"
            yield _fault(state, play, message, "harvest", "single_first")


def _check_reach(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield what is wrong with taking cards from other fields, as a Luminary's reach allows."""
    reach = in_field(state.force.reach, play.field)
    if reach is None:
        return
    fields = {one.field for one in play.elements}
    if play.field not in fields:
        own = field_name(rules, state, play.field)
        message = f"takes nothing from {own}; a harvest takes at least one card from the field where it is made"
        yield _fault(state, play, message, *reach.word)
    for elements in play.sets:
        if len({one.field for one in elements}) > 1 and not reach.argument["mixed"]:
            message = f"makes {in_sum(rules, elements)} of cards in two fields; each set lies in one"
            yield _fault(state, play, message, *reach.word)
    for field in sorted(fields - {play.field}):
        word = _word_that_bars(rules, state, reach, field)
        if word is not None:
            rule, by = rule_of_ban(word)
            does = f"{state.players[play.seat]} harvests in {field_name(rules, state, field)}, too"
            yield Finding(rule, f"{does}, where harvesting is barred{by}", play.seat, word=word)


def _word_that_bars(rules: FishingRules, state: FishingState, reach: FaceUp, field: int) -> Word | None:
    """The word of the ruleset that keeps a harvest made elsewhere from reaching into this field, of a Luminary or the
    season; None if nothing does."""
    word = ban(rules, state, HARVEST, field)
    if word is not None and rule_of_ban(word)[1] and reach.argument["luminaries"] == "ignored":
        word = season_ban(rules, state, HARVEST, field)
    if word is not None and not rule_of_ban(word)[1] and reach.argument["seasons"] == "ignored":
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
    """The finding that a set does not have a value that the harvest needs. `totals` are those that it can have,
    `wanted` those that the card takes."""
    if totals & wanted:
        able = _worth(rules, rules.takes(wanted))
        message = f"harvests with {rules.names(play.active)} at two values; it has one value in a play, {able}"
        return _fault(state, play, message, "harvest", "both_values")
    by = "+".join(rules.deck.ids[card] for card in members(play.active))
    if rules.total:  # what is wanted is the total less the card, so these are the sums with the card
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
    """Yield everything wrong with the stockpile that a play makes."""
    wrong = _no_stockpile(rules, state, play) or _wrong_set(rules, state, play)
    if wrong is not None:
        yield wrong
        return
    if rules.stockpile["raised"] == "from_hand":
        yield from _check_raised(rules, state, play)
    if not rules.stockpile["combined"]:
        yield from _check_combined(rules, state, play)
    if not needs_none(rules, state, play):
        yield from _check_passive(rules, state, play)


def _no_stockpile(rules: FishingRules, state: FishingState, play: Play) -> Finding | None:
    """The finding that a play makes no stockpile at all, as the game has none or the card is not fused with cards of
    the field; None if it makes one."""
    does = f"makes a {rules.called}"
    if not rules.stockpile["allowed"]:
        return _fault(state, play, f"{does}; this game has none", "stockpile", "allowed")
    if play.make >= ONLY_ITS_LIKE:
        message = f"{does} of {rules.worth(play.make)}, which has no value; it is taken by its like only"
        return _fault(state, play, message, bars=True)
    played = [one.field < 0 for one in play.elements]
    if not any(played):
        message = f"leaves {rules.names(play.active)} out of the {rules.called}; the card played is part of it"
        return _fault(state, play, message, bars=True)
    if all(played):
        message = f"{does} of {rules.names(play.active)} alone; at least one card of the field belongs to it"
        return _fault(state, play, message)
    return None


def _wrong_set(rules: FishingRules, state: FishingState, play: Play) -> Finding | None:
    """The finding about the first set of a stockpile that does not have the value made; None if all have it."""
    for elements in play.sets:
        pile = _no_term(elements, rules.stockpile)
        if pile is not None:
            makes = f"makes {play.make} of {lying_text(rules, pile)}"
            message = f"{makes}; a multiple {rules.called} keeps its value, {pile.value}"
            return _fault(state, play, message, "stockpile", "multiple_in_sums")
        totals = set_totals(rules, elements)
        if play.make not in totals:
            message = f"makes {play.make} of {in_sum(rules, elements)}, which is {_worth(rules, totals)}"
            return _fault(state, play, message, bars=not totals or max(totals) >= ONLY_ITS_LIKE)
    return None


def _check_raised(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield stockpiles whose value is raised by other cards than the one played from hand."""
    for elements in play.sets:
        piles = _piles_in(elements)
        by_card_played = len(elements) == 2 and any(one.field < 0 for one in elements)
        if piles and len(elements) > 1 and not by_card_played:
            raises = f"raises {lying_text(rules, piles[0])} in {in_sum(rules, elements)}"
            yield _fault(state, play, f"{raises}; only the card played raises a {rules.called}", "stockpile", "raised")


def _check_combined(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that two stockpiles are added together, in the first set where that happens."""
    for elements in play.sets:
        piles = _piles_in(elements)
        if len(piles) > 1:
            text = " and ".join(lying_text(rules, one) for one in piles)
            message = f"adds {text} up; each {rules.called} is raised by itself"
            yield _fault(state, play, message, "stockpile", "combined")
            return


def _piles_in(elements: Sequence[Element]) -> list[Lying]:
    """Return the stockpiles of a set."""
    return [one.lying for one in elements if one.lying.sets]


def _check_passive(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that no other card of the value made is in the hand, nor can be."""
    does = f"makes a {rules.called} of {play.make}"
    if not rules.of_value.get(play.make, 0) & rules.pack:
        yield _fault(state, play, f"{does}; no card has that value")
        return
    if rules.stockpile["passive"] == "said" or _may_keep(rules, state, play, play.make):
        return
    holds = f"keeps {rules.names(state.hands[play.seat] & ~play.active)}"
    if _unknown(state, play):
        holds = "cannot hold one: all of them are elsewhere"
    word = "passive"
    if _adds_equals(play):
        word = "equals_added"
    message = f"{does} without another card of that value in hand; {state.players[play.seat]} {holds}"
    yield _fault(state, play, message, "stockpile", word)


def check_kept(rules: FishingRules, state: FishingState, play: Play, owned: Sequence[Lying]) -> Faults:
    """Yield stockpiles for which their owner keeps no card after this play, unless the play takes them or builds on
    them."""
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
    """Whether a stockpile needs no question about a card kept for it: one is known to be in the hand, or the rules ask
    for none, as sets are added to a stockpile of their own value."""
    kept = state.hands[play.seat] & ~play.active & rules.of_value.get(play.make, 0)
    return bool(kept) or (rules.stockpile["equals_added"] == "freely" and _adds_equals(play))


def _adds_equals(play: Play) -> bool:
    """Return whether sets are added to a stockpile that has their value already."""
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            return True
    return False


def new_stockpile(rules: FishingRules, play: Play) -> Lying:
    """The stockpile that a play makes. A stockpile added by itself keeps its sets; everything else becomes one set."""
    sets: list[int] = []
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            sets += elements[0].lying.sets
        else:
            sets.append(reduce(or_, [one.lying.cards for one in elements]))
    return Lying(reduce(or_, sets), play.make, tuple(sets), play.seat if rules.stockpile["owned"] else -1)
