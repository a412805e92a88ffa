"""Harvests: what may be wrong with the sets that a card takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.cards import members
from referee.core.findings import Fault
from referee.engines.fishing.rules.bans import ban
from referee.engines.fishing.rules.board import Element, Play, field_name
from referee.engines.fishing.rules.notation import written
from referee.engines.fishing.rules.sums import no_term, plain_sum, set_totals, values_played
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import HARVEST, ONLY_ITS_LIKE, CompiledRules
from referee.engines.fishing.words.powers import InForce, Reach, Together


def check(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Everything that is wrong with the sets that a play takes."""
    if rules.plain_harvests and play.field not in force.reach and _plainly_adds_up(rules, play):
        return
    who, seat = state.players[play.seat], play.seat
    if _takes_itself(play):
        name = rules.names(play.active)
        yield Fault(HARVEST, f"{who} takes {name} with itself; only what lies in a field is taken", seat, bars=True)
        return
    possible = values_played(play)
    if not possible:
        yield _no_total(rules, state, play)
        return
    reached = sorted(possible)
    for elements in play.sets:
        pile = no_term(elements, single=rules.single_in_harvest, multiple=rules.locked_in_harvest)
        if pile is not None:
            kind = "multiple" if pile.locked else "single"
            message = f"{who} adds {written(rules, pile)} to other cards"
            message += f"; a {kind} {rules.called} is taken by its own value only"
            yield Fault(HARVEST, message, seat, word=("harvest", f"{kind}_in_sums"))
            return
        totals = set_totals(rules, elements)
        if not rules.both_values:
            reached = [value for value in reached if value in totals]
        if not (totals & possible) or not reached:
            yield _wrong_sum(rules, state, play, elements, totals, sorted(possible))
            return
    if not rules.sums and any(len(elements) > 1 for elements in play.sets):
        yield Fault(
            HARVEST, f"{who} takes cards by their sum; only equal cards are taken", seat, word=("harvest", "sums")
        )
    if not rules.several and len(play.sets) > 1:
        yield Fault(HARVEST, f"{who} takes {len(play.sets)} sets; a card takes one", seat, word=("harvest", "several"))
    if len(play.sets) > 1:
        yield from _check_equal(rules, state, play, force)
    if rules.single_first and any(len(elements) > 1 for elements in play.sets):
        yield from _check_single_first(rules, state, play, reached)
    if rules.ripe_next_turn and state.fused:
        yield from _check_ripe(rules, state, play)
    if play.field in force.reach:
        yield from _check_reach(rules, state, play, force.reach[play.field], force)
    if play.field in force.together and play.active & play.active - 1:
        yield from _check_single(rules, state, play, force.together[play.field], reached)


def _plainly_adds_up(rules: CompiledRules, play: Play) -> bool:
    """Whether every set adds up to the one value of the one card played, and nothing in it has a choice of values.

    The card itself is in none of them then: with anything else it comes to more.
    """
    if len(play.values) != 1 or len(play.values[0]) != 1 or play.values[0][0] >= ONLY_ITS_LIKE:
        return False
    worth = play.values[0][0]
    return all(elements[0].field >= 0 and plain_sum(rules, elements) == worth for elements in play.sets)


def _takes_itself(play: Play) -> bool:
    for elements in play.sets:
        for field, _, _ in elements:
            if field < 0:
                return True
    return False


def _check_ripe(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether a stockpile is harvested in the turn that made it, where it may not be."""
    for elements in play.sets:
        for one in elements:
            if one.lying.cards in state.fused:
                text = written(rules, one.lying)
                message = (
                    f"{state.players[play.seat]} takes {text}, which was made this turn; it is taken in a later turn"
                )
                yield Fault("stockpile", message, play.seat, word=("stockpile", "ripe"))


def lone_cards(play: Play, force: InForce) -> list[Lying]:
    """The cards that are sets by themselves: the most that lie in one field, or all of them where fields count as one."""
    by_field: dict[int, list[Lying]] = {}
    reach = force.reach.get(play.field)
    for elements in play.sets:
        if len(elements) == 1 and not elements[0].lying.sets:
            field = play.field if reach is None or reach.mixed else elements[0].field
            by_field.setdefault(field, []).append(elements[0].lying)
    return max(by_field.values(), key=len, default=[])


def _check_equal(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    lone = lone_cards(play, force)
    if len(lone) < 2:
        return
    only_its_like = [one for one in lone if rules.values[one.cards.bit_length() - 1][0] >= ONLY_ITS_LIKE]
    if not rules.equal_cards or (len(only_its_like) > 1 and not rules.equal_faces):
        names = " and ".join(written(rules, one) for one in lone[:2])
        path = ("harvest", "equal_cards" if not rules.equal_cards else "equal_faces")
        message = f"{state.players[play.seat]} takes {names} as two equal cards; a card takes one of its like"
        yield Fault(HARVEST, message, play.seat, word=path)


def _check_single_first(rules: CompiledRules, state: State, play: Play, reached: Sequence[int]) -> Iterator[Fault]:
    """Whether a sum is taken of a value that a single card of the field has."""
    single = {
        value: one
        for one in state.fields[play.field]
        if not one.sets
        for value in rules.values[one.cards.bit_length() - 1]
    }
    for elements in play.sets:
        able = set_totals(rules, elements) & set(reached)
        if len(elements) > 1 and able <= single.keys():
            text, alone = "+".join(written(rules, one.lying) for one in elements), written(rules, single[min(able)])
            message = f"{state.players[play.seat]} takes {text} with {rules.names(play.active)}"
            message += f"; {alone} has that value by itself and comes before a sum"
            yield Fault(HARVEST, message, play.seat, word=("harvest", "single_first"))


def _check_reach(rules: CompiledRules, state: State, play: Play, reach: Reach, force: InForce) -> Iterator[Fault]:
    """Whether a harvest that takes from several fields may."""
    who, seat, own = state.players[play.seat], play.seat, field_name(rules, state, play.field)
    fields = {one.field for elements in play.sets for one in elements}
    if play.field not in fields:
        message = f"{who} takes nothing from {own}; a harvest takes at least one card from the field where it is made"
        yield Fault(HARVEST, message, seat, word=reach.word)
    for elements in play.sets:
        if len({one.field for one in elements}) > 1 and not reach.mixed:
            text = "+".join(written(rules, one.lying) for one in elements)
            yield Fault(
                HARVEST, f"{who} makes {text} of cards in two fields; each set lies in one", seat, word=reach.word
            )
    for field in sorted(fields - {play.field}):
        word = ban(rules, state, HARVEST, field, force)
        if word is None:
            continue
        by = f" while {word[2]} lies open" if word[0] == "luminaries" else ""
        if reach.luminaries if by else reach.seasons:
            message = f"{who} harvests in {field_name(rules, state, field)}, too, where harvesting is barred{by}"
            yield Fault("luminaries" if by else "seasons", message, seat, word=word)


def _check_single(
    rules: CompiledRules, state: State, play: Play, together: Together, reached: Sequence[int]
) -> Iterator[Fault]:
    """Whether a single thing has the total of several cards played as one, where that is asked for."""
    if not together.single:
        return
    single = {
        value
        for one in state.fields[play.field]
        for value in ((one.value,) if one.sets else rules.values[one.cards.bit_length() - 1])
        if not (one.locked or (one.sets and together.loose))
    }
    if not single & set(reached):
        total = " or ".join(map(str, reached))
        who, place = state.players[play.seat], field_name(rules, state, play.field)
        message = f"{who} plays {rules.names(play.active)} as {total}; no single card in {place} has that value"
        yield Fault(HARVEST, message, play.seat, word=together.word)


def _no_total(rules: CompiledRules, state: State, play: Play) -> Fault:
    """That cards are played as one card of their total, but one has no value."""
    lone = next(card for card in members(play.active) if not rules.counts(card))
    message = (
        f"{state.players[play.seat]} plays {rules.names(play.active)} together; {rules.deck.ids[lone]} has no value"
    )
    return Fault(HARVEST, f"{message} and is played alone", play.seat)


def _wrong_sum(
    rules: CompiledRules,
    state: State,
    play: Play,
    elements: Sequence[Element],
    totals: set[int],
    wanted: Sequence[int],
) -> Fault:
    text = "+".join(written(rules, one.lying) for one in elements)
    who = state.players[play.seat]
    if len(wanted) > 1 and totals & set(wanted):
        played = rules.names(play.active)
        one = " or ".join(map(rules.worth, wanted))
        message = f"{who} harvests with {played} at two values; it has one value in a play, {one}"
        return Fault(HARVEST, message, play.seat, word=("harvest", "both_values"))
    worth = " or ".join(rules.worth(total) for total in sorted(totals)) or "no sum"
    need = " or ".join(map(rules.worth, wanted))
    by = "+".join(rules.deck.ids[card] for card in members(play.active))
    return Fault(HARVEST, f"{who} takes {text}, which is {worth}, with {by}; it must be {need}", play.seat)
