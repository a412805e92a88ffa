"""What the season of a field and the face-up Luminaries forbid, and what Luminaries add to the turn of the player to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.findings import Fault
from referee.engines.fishing.rules.moves import Play, field_name, season, short_name
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import HARVEST, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import Extra, InForce, Repeat, Swap, Word

BANNED = {SOW: "sowing", HARVEST: "harvesting", STOCKPILE: "stockpiling"}
END = "end"
"""The last step of a turn."""


def ban(rules: CompiledRules, state: State, action: str, field: int, force: InForce) -> Word | None:
    """Return the word that forbids this action in this field now, if there is one: its season, or a Luminary."""
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
    """Return the word that forbids this action in this field now, for a Luminary that lets it be repeated there."""
    word = ban(rules, state, action, field, force)
    waived = repeat is not None and not repeat.seasons and word is not None and word[0] == "box"
    return None if waived else word


def check_ban(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Check whether something forbids the action of a play in its field."""
    if any(extra.name == play.extra for extra in force.extras):
        return
    repeat = next((one for one in force.repeats if one.name == play.extra), None)
    word = ban_of_repeat(rules, state, play.action, play.field, force, repeat)
    if word is None:
        return
    who, place = state.players[play.seat], field_name(rules, state, play.field)
    if force.confined is not None and word == force.confined[2]:
        only = field_name(rules, state, force.confined[0])
        message = f"{who} acts in {place}; while {word[2]} lies open everybody acts in {only} only"
        yield Fault("luminaries", message, play.seat, word=word)
        return
    open_in = [
        short_name(rules, state, field)
        for field in (repeat.fields if repeat else range(rules.fields))
        if ban_of_repeat(rules, state, play.action, field, force, repeat) is None
    ]
    right = f"; it is allowed in {', '.join(open_in)}" if open_in else "" if repeat else "; no field allows it now"
    rule, by = barred_by(word)
    does = f"{who} plays {rules.names(play.active)} to {play.action} in {place}"
    yield Fault(rule, f"{does}, where {BANNED[play.action]} is barred{by}{right}", play.seat, word=word)


def barred_by(word: Word) -> tuple[str, str]:
    """Return the rule that a ban is of, and the end of a sentence about it: ' while The Maiden lies open'."""
    return ("luminaries", f" while {word[2]} lies open") if word[0] == "luminaries" else ("seasons", "")


def extras(rules: CompiledRules, state: State) -> Sequence[Extra]:
    """Return the extra plays that are open to the player to act."""
    every = rules.in_force(state).extras
    return [extra for extra in every if _open(rules, state, extra.name)] if every else ()


def repeats(rules: CompiledRules, state: State) -> Sequence[Repeat]:
    """Return the repeated actions that are open: the turn's own play was of their kind and in their field."""
    own, every = state.own, rules.in_force(state).repeats
    if own is None or not every:
        return ()
    at_end = not state.queue or state.queue[0].kind == END
    return [
        repeat
        for repeat in every
        if own[1] == repeat.field
        and own[0] in repeat.actions
        and repeat.late == at_end
        and _open(rules, state, repeat.name)
    ]


def swaps(rules: CompiledRules, state: State) -> Sequence[Swap]:
    """Return the swaps that are open."""
    every = rules.in_force(state).swaps
    return [swap for swap in every if _open(rules, state, swap.name)] if every else ()


def owed(rules: CompiledRules, state: State) -> Extra | None:
    """Return an extra play that must still be made this turn; it lapses with an empty hand."""
    if not rules.in_force(state).extras or not state.held(state.turn):
        return None
    for extra in extras(rules, state):
        if extra.must and (rules.extra_after_clearing or extra.field not in state.cleared):
            return extra
    return None


def _open(rules: CompiledRules, state: State, name: str) -> bool:
    return name not in state.used and (rules.in_force_at_once or name not in state.fresh)
