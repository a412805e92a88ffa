"""Which unsettled rules matter to a play that is about to happen."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from referee.core.cards import members
from referee.engines.fishing.rules import bans, extras, harvests, plays, stockpiles
from referee.engines.fishing.rules.board import Play, season, season_of
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import HARVEST, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import InForce

REPEATS_BY = {"repeat": "after", "reach": "card"}
"""By the words that let a play be repeated in another field: what of each is unsettled."""


def may_matter(rules: CompiledRules, state: State, play: Play) -> bool:
    """Whether an unsettled rule might matter to a play while no Luminary lies open."""
    if play.action == SOW:
        return not rules.sow_while_capturing and _single_stockpiles(state)
    if state.fused or rules.passive_said or rules.equals_added_freely or play.active & play.active - 1:
        return True
    lone = 0
    for elements in play.sets:
        if len(elements) == 1:
            lone += not elements[0].lying.sets
        elif any(lying.sets for _, lying, _ in elements):
            return True
    return lone > 1 and play.action == HARVEST


def of_play(rules: CompiledRules, state: State, play: Play, replaces: str) -> Iterator[str]:
    """The paths in the ruleset of the words whose other reading would have judged this play, or what follows, differently."""
    force = rules.in_force(state)
    if play.action == HARVEST:
        yield from _of_harvest(rules, state, play, force)
    if play.make and any(one.lying.locked for elements in play.sets if len(elements) > 1 for one in elements):
        yield "stockpile.multiple_in_sums"
    if rules.turning(play.action, play.active).bit_count() > 1 and not force.seasons_stay:
        seasons = {season_of(rules, state, card) for card in members(rules.turning(play.action, play.active))}
        if seasons != {season(rules, state, play.field)}:
            yield "box.several"
    if play.action == STOCKPILE and rules.passive_said and not stockpiles.passive(rules, state, play):
        yield "stockpile.passive"
    if play.action == STOCKPILE and stockpiles.combined(play):
        yield "stockpile.combined"
    freely = rules.equals_added_freely and play.action == STOCKPILE and stockpiles.adds_equals(play)
    if freely and not stockpiles.passive(rules, state, play):
        yield "stockpile.equals_added"
    if force.confined is not None:
        here = play.action, season(rules, state, play.field)
        if not force.confined[1] and here in rules.forbids:
            yield ".".join((*force.confined[2], "seasons"))
        if here in force.barred or here in force.allowed:
            yield ".".join((*force.confined[2], "luminaries"))
    if play.field in force.turned_by and play.active & rules.of_no_season & ~rules.turners and not force.seasons_stay:
        yield f"luminaries.cards.{state.up[play.field]}.in_play.turned_by"
    if force.seasons_stay and rules.turning(play.action, play.active) & rules.of_no_season:
        yield ".".join(force.seasons_stay)
    must_capture = play.action == SOW and not rules.sow_while_capturing
    if must_capture and _single_stockpiles(state) and _captures_by_sums(rules, state, play):
        yield "harvest.single_in_sums"
    for repeat in force.repeats:
        if repeat.name == play.extra:
            word = ".".join(repeat.word)
            yield f"{word}.{REPEATS_BY[repeat.word[-1]]}"
            banned = bans.ban(rules, state, play.action, play.field, force)
            if not repeat.seasons and banned is not None and banned[0] == "box":
                yield f"{word}.seasons"
    if force.extras:
        yield from _of_extra(rules, state, play, replaces)


def _of_harvest(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[str]:
    if len(play.sets) > 1 and len(harvests.lone_cards(play, force)) > 1:
        yield "harvest.equal_cards"
    if any(one.lying.locked for elements in play.sets if len(elements) > 1 for one in elements):
        yield "harvest.multiple_in_sums"
    if any(one.lying.sets and not one.lying.locked for elements in play.sets if len(elements) > 1 for one in elements):
        yield "harvest.single_in_sums"
    if state.fused and any(one.lying.cards in state.fused for elements in play.sets for one in elements):
        yield "stockpile.ripe"
    together = force.together.get(play.field)
    if together is not None and play.active & play.active - 1:
        cards_only = copy(force)
        cards_only.together = {play.field: together._replace(loose=True)}
        if any(harvests.check(rules, state, play, cards_only)):
            yield f"{'.'.join(together.word)}.matching"
    reach = force.reach.get(play.field)
    if reach is None:
        return
    others = {one.field for elements in play.sets for one in elements} - {play.field}
    if others:
        yield ".".join((*reach.word, "card"))
    banned = [bans.ban(rules, state, HARVEST, field, force) for field in others]
    if any(word is not None and word[0] == "box" for word in banned):
        yield ".".join((*reach.word, "seasons"))
    if any(
        _emptied(state, play, field) and (state.box_okus or state.luminaries[field] is not None) for field in others
    ):
        yield ".".join((*reach.word, "clears"))


def _single_stockpiles(state: State) -> bool:
    """Whether a stockpile lies on the board that could be a term of a sum."""
    return any(one.sets and not one.locked for field in state.fields for one in field)


def _captures_by_sums(rules: CompiledRules, state: State, play: Play) -> bool:
    """Whether a card that is sown could capture something if stockpiles were added to other cards."""
    otherwise = copy(rules)
    otherwise.single_in_harvest = True
    return any(plays.check_capturing(otherwise, state, play))


def _emptied(state: State, play: Play, field: int) -> bool:
    taken = {one.lying for elements in play.sets for one in elements}
    return all(one in taken for one in state.fields[field])


def _of_extra(rules: CompiledRules, state: State, play: Play, replaces: str) -> Iterator[str]:
    owed = extras.owed(rules, state)
    if owed is None or replaces == owed.name:
        return
    word = ".".join(owed.word)
    if state.held(play.seat) == 1 and play.extra != owed.name:
        yield f"{word}.last_card"
    if owed.field in state.cleared:
        yield "luminaries.extra_first"
