"""What forbids an action in a field: its season, a Luminary, or that everybody acts in one field only."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.findings import Fault
from referee.engines.fishing.rules.board import Play, field_name, season, short_name
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import HARVEST, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import InForce, Repeat, Word

BANNED = {SOW: "sowing", HARVEST: "harvesting", STOCKPILE: "stockpiling"}
DOES = {SOW: "sows", HARVEST: "harvests", STOCKPILE: "stockpiles"}


def ban(rules: CompiledRules, state: State, action: str, field: int, force: InForce) -> Word | None:
    """The word that forbids this action in this field now, if there is one: its season, or a Luminary."""
    if not force.any:
        return rules.forbids.get((action, season(rules, state, field)))
    if force.confined is not None and field != force.confined[0]:
        return force.confined[2]
    here = (action, season(rules, state, field))
    if force.others_hold and here in force.barred:
        return force.barred[here]
    if force.confined is not None and not force.confined[1]:
        return None
    return None if force.others_hold and here in force.allowed else rules.forbids.get(here)


def ban_of_repeat(
    rules: CompiledRules, state: State, action: str, field: int, force: InForce, repeat: Repeat | None
) -> Word | None:
    """The word that forbids this action in this field now, for a Luminary that lets it be repeated there."""
    word = ban(rules, state, action, field, force)
    waived = repeat is not None and not repeat.seasons and word is not None and word[0] == "box"
    return None if waived else word


def check(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    who, place = state.players[play.seat], field_name(rules, state, play.field)
    if any(extra.name == play.extra for extra in force.extras):
        return
    repeat = next((one for one in force.repeats if one.name == play.extra), None)
    word = ban_of_repeat(rules, state, play.action, play.field, force, repeat)
    if word is None:
        return
    if force.confined is not None and word == force.confined[2]:
        yield _confined(rules, state, play, force)
        return
    open_in = [
        short_name(rules, state, field)
        for field in (repeat.fields if repeat else range(rules.fields))
        if ban_of_repeat(rules, state, play.action, field, force, repeat) is None
    ]
    nowhere = "" if repeat else "; no field allows it now"
    right = f"; it is allowed in {', '.join(open_in)}" if open_in else nowhere
    by = f" while {word[2]} lies open" if word[0] == "luminaries" else ""
    does = f"{who} plays {rules.names(play.active)} to {play.action} in {place}"
    message = f"{does}, where {BANNED[play.action]} is barred{by}{right}"
    yield Fault("luminaries" if by else "seasons", message, play.seat, word=word)


def _confined(rules: CompiledRules, state: State, play: Play, force: InForce) -> Fault:
    field, _, word = force.confined or (0, False, ())
    only, there = field_name(rules, state, field), field_name(rules, state, play.field)
    message = f"{state.players[play.seat]} acts in {there}; while {word[2]} lies open everybody acts in {only} only"
    return Fault("luminaries", message, play.seat, word=word)
