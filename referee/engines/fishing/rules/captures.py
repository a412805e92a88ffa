"""What may be wrong with the sets that a card takes, or with the stockpile that it makes or adds to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from referee.core.cards import members
from referee.core.findings import Fault
from referee.engines.fishing.rules.allowed import ban, barred_by
from referee.engines.fishing.rules.candidates import added, plain_sum, set_totals
from referee.engines.fishing.rules.moves import Element, Play, field_name, in_sum, lying_text
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import HARVEST, ONLY_ITS_LIKE, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import InForce


def check_harvest(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Yield everything that is wrong with the sets that a play takes."""
    if rules.plain_harvests and play.field not in force.reach and _plainly_adds_up(rules, play):
        return
    who, seat, sets = state.players[play.seat], play.seat, play.sets
    if any(one.played for one in play.elements):
        name = rules.names(play.active)
        yield Fault(HARVEST, f"{who} takes {name} with itself; only what lies in a field is taken", seat, bars=True)
        return
    possible = added(play.values)
    if not possible:
        lone = rules.deck.ids[next(card for card in members(play.active) if not rules.counts(card))]
        message = f"{who} plays {rules.names(play.active)} together; {lone} has no value and is played alone"
        yield Fault(HARVEST, message, seat)
        return
    reached = sorted(possible)
    for elements in sets:
        pile = _no_term(elements, single=rules.single_in_harvest, multiple=rules.locked_in_harvest)
        if pile is not None:
            kind = "multiple" if pile.locked else "single"
            message = f"{who} adds {lying_text(rules, pile)} to other cards"
            message += f"; a {kind} {rules.called} is taken by its own value only"
            yield Fault(HARVEST, message, seat, word=("harvest", f"{kind}_in_sums"))
            return
        totals = set_totals(rules, elements)
        if not rules.both_values:
            reached = [value for value in reached if value in totals]
        if not (totals & possible) or not reached:
            yield _wrong_sum(rules, state, play, elements, totals, sorted(possible))
            return
    several = any(len(elements) > 1 for elements in sets)
    if several and not rules.sums:
        message = f"{who} takes cards by their sum; only equal cards are taken"
        yield Fault(HARVEST, message, seat, word=("harvest", "sums"))
    if len(sets) > 1:
        if not rules.several:
            yield Fault(HARVEST, f"{who} takes {len(sets)} sets; a card takes one", seat, word=("harvest", "several"))
        yield from _check_equal(rules, state, play, force)
    if several and rules.single_first:
        yield from _check_single_first(rules, state, play, reached)
    if rules.ripe_next_turn and state.fused:
        for one in play.elements:
            if one.lying.cards in state.fused:
                message = (
                    f"{who} takes {lying_text(rules, one.lying)}, which was made this turn; it is taken in a later turn"
                )
                yield Fault(STOCKPILE, message, seat, word=("stockpile", "ripe"))
    if play.field in force.reach:
        yield from _check_reach(rules, state, play, force)
    together = force.together.get(play.field)
    if together and together.single and play.active & play.active - 1:
        single = {
            value
            for one in state.fields[play.field]
            for value in ((one.value,) if one.sets else rules.values[one.cards.bit_length() - 1])
            if not (one.locked or (one.sets and together.loose))
        }
        if not single & set(reached):
            total, place = " or ".join(map(str, reached)), field_name(rules, state, play.field)
            message = f"{who} plays {rules.names(play.active)} as {total}; no single card in {place} has that value"
            yield Fault(HARVEST, message, seat, word=together.word)


def _plainly_adds_up(rules: CompiledRules, play: Play) -> bool:
    """Return whether every set adds up to the one value of the one card played, and nothing in it has a choice of values.

    The card itself is in none of them then: with anything else it comes to more.
    """
    if len(play.values) != 1 or len(play.values[0]) != 1 or play.values[0][0] >= ONLY_ITS_LIKE:
        return False
    worth = play.values[0][0]
    return all(elements[0].field >= 0 and plain_sum(rules, elements) == worth for elements in play.sets)


def _no_term(elements: Sequence[Element], *, single: bool, multiple: bool) -> Lying | None:
    """Return a stockpile that is a term of a sum although it may not be: single and multiple ones may or may not."""
    piles = [one.lying for one in elements if one.lying.sets] if len(elements) > 1 else []
    return next((pile for pile in piles if not (multiple if pile.locked else single)), None)


def _check_equal(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Check whether several equal cards may be taken: of one field, or of all where they count as one."""
    by_field: dict[int, list[Lying]] = {}
    reach = force.reach.get(play.field)
    for elements in play.sets:
        if len(elements) == 1 and not elements[0].lying.sets:
            field = play.field if reach is None or reach.mixed else elements[0].field
            by_field.setdefault(field, []).append(elements[0].lying)
    lone = max(by_field.values(), key=len, default=[])
    only_its_like = [one for one in lone if rules.values[one.cards.bit_length() - 1][0] >= ONLY_ITS_LIKE]
    if len(lone) > 1 and (not rules.equal_cards or (len(only_its_like) > 1 and not rules.equal_faces)):
        names = " and ".join(lying_text(rules, one) for one in lone[:2])
        path = ("harvest", "equal_cards" if not rules.equal_cards else "equal_faces")
        message = f"{state.players[play.seat]} takes {names} as two equal cards; a card takes one of its like"
        yield Fault(HARVEST, message, play.seat, word=path)


def _check_single_first(rules: CompiledRules, state: State, play: Play, reached: Sequence[int]) -> Iterator[Fault]:
    """Check whether a sum is taken of a value that a single card of the field has."""
    single = {
        value: one
        for one in state.fields[play.field]
        if not one.sets
        for value in rules.values[one.cards.bit_length() - 1]
    }
    for elements in play.sets:
        able = set_totals(rules, elements) & set(reached)
        if len(elements) > 1 and able <= single.keys():
            message = f"{state.players[play.seat]} takes {in_sum(rules, elements)} with {rules.names(play.active)}"
            message += f"; {lying_text(rules, single[min(able)])} has that value by itself and comes before a sum"
            yield Fault(HARVEST, message, play.seat, word=("harvest", "single_first"))


def _check_reach(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Check whether a harvest that takes from several fields may."""
    who, seat, reach = state.players[play.seat], play.seat, force.reach[play.field]
    fields = {one.field for one in play.elements}
    if play.field not in fields:
        own = field_name(rules, state, play.field)
        message = f"{who} takes nothing from {own}; a harvest takes at least one card from the field where it is made"
        yield Fault(HARVEST, message, seat, word=reach.word)
    for elements in play.sets:
        if len({one.field for one in elements}) > 1 and not reach.mixed:
            message = f"{who} makes {in_sum(rules, elements)} of cards in two fields; each set lies in one"
            yield Fault(HARVEST, message, seat, word=reach.word)
    for field in sorted(fields - {play.field}):
        word = ban(rules, state, HARVEST, field, force)
        rule, by = barred_by(word) if word else ("", "")
        if word and (reach.luminaries if by else reach.seasons):
            message = f"{who} harvests in {field_name(rules, state, field)}, too, where harvesting is barred{by}"
            yield Fault(rule, message, seat, word=word)


def _wrong_sum(
    rules: CompiledRules, state: State, play: Play, elements: Sequence[Element], totals: set[int], wanted: Sequence[int]
) -> Fault:
    who, need = state.players[play.seat], " or ".join(map(rules.worth, wanted))
    if len(wanted) > 1 and totals & set(wanted):
        message = f"{who} harvests with {rules.names(play.active)} at two values; it has one value in a play, {need}"
        return Fault(HARVEST, message, play.seat, word=("harvest", "both_values"))
    by = "+".join(rules.deck.ids[card] for card in members(play.active))
    message = f"{who} takes {in_sum(rules, elements)}, which is {_worth(rules, totals)}, with {by}; it must be {need}"
    return Fault(HARVEST, message, play.seat)


def _worth(rules: CompiledRules, totals: set[int]) -> str:
    return " or ".join(map(rules.worth, sorted(totals))) or "no sum"


def check_stockpile(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Yield everything that is wrong with the stockpile that a play makes."""
    if rules.stockpiles and rules.combined and not rules.raised_from_hand and _plainly_fuses(rules, play):
        yield from _check_passive(rules, state, play)
        return
    who, seat = state.players[play.seat], play.seat
    does, played = f"{who} makes a {rules.called}", rules.names(play.active)
    if not rules.stockpiles:
        yield Fault(STOCKPILE, f"{does}; this game has none", seat, word=("stockpile", "allowed"))
        return
    if play.make >= ONLY_ITS_LIKE:
        message = f"{does} of {rules.worth(play.make)}, which has no value; it is taken by its like only"
        yield Fault(STOCKPILE, message, seat, bars=True)
        return
    if not any(one.played for one in play.elements):
        message = f"{who} leaves {played} out of the {rules.called}; the card played is part of it"
        yield Fault(STOCKPILE, message, seat, bars=True)
        return
    if all(one.played for one in play.elements):
        yield Fault(STOCKPILE, f"{does} of {played} alone; at least one card of the field belongs to it", seat)
        return
    for elements in play.sets:
        pile, totals = _no_term(elements, single=True, multiple=rules.locked_in_stockpile), set_totals(rules, elements)
        if pile is not None:
            message = f"{who} makes {play.make} of {lying_text(rules, pile)}"
            message += f"; a multiple {rules.called} keeps its value, {pile.value}"
            yield Fault(STOCKPILE, message, seat, word=("stockpile", "multiple_in_sums"))
            return
        if play.make not in totals:
            message = f"{who} makes {play.make} of {in_sum(rules, elements)}, which is {_worth(rules, totals)}"
            yield Fault(STOCKPILE, message, seat, bars=not totals or max(totals) >= ONLY_ITS_LIKE)
            return
    raised = [(elements, [one.lying for one in elements if one.lying.sets]) for elements in play.sets]
    for elements, piles in raised if rules.raised_from_hand else ():
        if piles and len(elements) > 1 and (len(elements) > 2 or not any(one.played for one in elements)):
            message = f"{who} raises {lying_text(rules, piles[0])} in {in_sum(rules, elements)}"
            message += f"; only the card played raises a {rules.called}"
            yield Fault(STOCKPILE, message, seat, word=("stockpile", "raised"))
    both = next((piles for _, piles in raised if len(piles) > 1), None)
    if both and not rules.combined:
        text = " and ".join(lying_text(rules, one) for one in both)
        message = f"{who} adds {text} up; each {rules.called} is raised by itself"
        yield Fault(STOCKPILE, message, seat, word=("stockpile", "combined"))
    yield from _check_passive(rules, state, play)


def _plainly_fuses(rules: CompiledRules, play: Play) -> bool:
    """Return whether the card played and something of the field are in it, and every set has its value without a choice of
    values."""
    fused = all(plain_sum(rules, elements) == play.make for elements in play.sets)
    return fused and sum(map(len, play.sets)) > 1 and any(one.field < 0 for one in play.sets[0])


def check_kept(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Check whether the owner of stockpiles that stay as they are keeps a card for each of them."""
    used = {one.lying for one in play.elements}
    for _, one in state.everything():
        if one.owner != play.seat or one in used or _may_keep(rules, state, play, one.value):
            continue
        message = (
            f"{state.players[play.seat]} plays {rules.names(play.active)}, the last card for {lying_text(rules, one)}"
        )
        message += "; its owner keeps one until it is taken or built on"
        yield Fault(STOCKPILE, message, play.seat, word=("stockpile", "keep"))


def _may_keep(rules: CompiledRules, state: State, play: Play, value: int) -> bool:
    """Return whether a card of this value may be in the hand after a play."""
    able = rules.of_value.get(value, 0) & ~play.active
    unknown = state.hidden[play.seat] - (play.active & ~state.hands[play.seat]).bit_count()
    return bool(state.hands[play.seat] & able or (unknown > 0 and able & rules.pack & ~state.located))


def needs_none(rules: CompiledRules, state: State, play: Play) -> bool:
    """Return whether nobody need ask for the card kept: it is known to be in that hand, or none is needed for what is added."""
    kept = state.hands[play.seat] & ~play.active & rules.of_value.get(play.make, 0)
    return bool(kept) or (rules.equals_added_freely and _adds_equals(play))


def _adds_equals(play: Play) -> bool:
    """Return whether sets are added to a stockpile that has their value already."""
    return any(len(elements) == 1 and elements[0].lying.sets for elements in play.sets)


def _check_passive(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    if needs_none(rules, state, play):
        return
    seat, who = play.seat, state.players[play.seat]
    does = f"{who} makes a {rules.called} of {play.make}"
    if not rules.of_value.get(play.make, 0) & rules.pack:
        yield Fault(STOCKPILE, f"{does}; no card has that value", seat)
    elif not (rules.passive_said or _may_keep(rules, state, play, play.make)):
        unknown = state.hidden[seat] - (play.active & ~state.hands[seat]).bit_count()
        kept = f"keeps {rules.names(state.hands[seat] & ~play.active)}"
        holds = kept if not unknown else "cannot hold one: all of them are elsewhere"
        message = f"{does} without another card of that value in hand; {who} {holds}"
        yield Fault(STOCKPILE, message, seat, word=("stockpile", "equals_added" if _adds_equals(play) else "passive"))


def stockpiled(rules: CompiledRules, play: Play) -> Lying:
    """Return the stockpile that a play makes."""
    sets: list[int] = []
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            sets += elements[0].lying.sets
        else:
            sets.append(reduce(or_, [one.lying.cards for one in elements]))
    return Lying(reduce(or_, sets), play.make, tuple(sets), play.seat if rules.owned else -1)
