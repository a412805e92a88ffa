"""What is still to be taken care of before the next turn: a queue of steps, some done at once, some waiting to be recorded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee.core.wording import counted
from referee.engines.fishing.rules import allowed, effects, rounds
from referee.engines.fishing.rules.allowed import END, ban
from referee.engines.fishing.rules.cards import Cards, draw_cards
from referee.engines.fishing.rules.effects import LIES, TOP_UP
from referee.engines.fishing.rules.moves import field_name
from referee.engines.fishing.state import PLAY, State, Step
from referee.engines.fishing.words.compiled import SOW, CompiledRules

DRAW, CLEAR, RESEED, REVEAL, UNCOVER, COVER = "draw", "clear", "reseed", "reveal", "uncover", "cover"


@cache
def closing(seat: int) -> tuple[Step, Step]:
    """Return what every turn ends with: drawing up, and the end."""
    return Step(DRAW, seat), Step(END, seat)


def to_draw(rules: CompiledRules, state: State, step: Step) -> int:
    """Return how many cards a player draws now."""
    if not rules.draw_up:
        return 0
    number = rules.draw_up - state.held(step.seat)
    if number < 0 or (rules.draws_when_empty and number < rules.draw_up):
        number = 0
    if rules.drawn_for_fallow and effects.FALLOW in state.used and not step.name:
        number += rules.drawn_for_fallow
    return number if number < state.stock else state.stock


def may_do_more(rules: CompiledRules, state: State) -> bool:
    """Return whether the player to act might still do something before the end of the turn, with a card left for it."""
    force = rules.in_force(state)
    if not (force.extras or force.repeats or force.swaps) or not state.held(state.turn):
        return False
    extras, repeats = allowed.extras(rules, state), allowed.repeats(rules, state)
    if state.queue and state.queue[0].kind == END:
        return any(extra.name in state.fresh for extra in extras) or any(repeat.late for repeat in repeats)
    swaps = (swap for swap in allowed.swaps(rules, state) if any(state.fields[field] for field in swap.fields))
    return bool(extras or repeats or any(swaps))


def advance(rules: CompiledRules, state: State) -> None:
    """Takes every step that needs no event; stops at the first that must be recorded."""
    while state.queue and state.phase == PLAY:
        step = state.queue[0]
        if waits(rules, state, step):
            return
        state.queue.pop(0)
        _lapse(rules, state, step)


def waits(rules: CompiledRules, state: State, step: Step) -> bool:
    """Return whether a step waits for something in the log."""
    kind, told = step.kind, step.told
    if kind == DRAW:
        return to_draw(rules, state, step) > 0 or (not step.name and may_do_more(rules, state))
    if kind == END:
        return may_do_more(rules, state)
    if kind == CLEAR:
        return rules.cleared_by_choice and any(later.kind == CLEAR for later in state.queue[1:])
    if kind == RESEED and told != "hand":
        topped_up = told == TOP_UP and rules.top_up_takes_all
        return state.stock >= (max(step.number, rules.reseeded) if topped_up else step.number)
    if kind == REVEAL:
        return not (_short_of_reseed(rules, state, step) or state.faces[step.field])
    if kind == "give":
        others = (seat for seat in range(rules.players) if seat != step.seat)
        return any(_could_give(rules, state, seat, step) for seat in others)
    if kind == "okus":
        others_have = any(number for seat, number in enumerate(state.okus) if seat != step.seat)
        return others_have or (told.get("from") == "anywhere" and state.box_okus > 0)
    if kind == "lay":
        force = rules.in_force(state)
        barred = told.get("seasons") == "hold" and ban(rules, state, SOW, step.field, force) is not None
        return not barred and any(map(state.held, range(rules.players)))
    if kind in (RESEED, "exchange", "swap"):
        return state.held(step.seat) > 0
    return kind != COVER


def may_pass(rules: CompiledRules, state: State, step: Step) -> bool:
    """Return whether a log may omit a step: it is free, or happens unseen."""
    if step.free or step.kind in (DRAW, END, CLEAR):
        return True
    return step.kind == REVEAL and bool(state.luminaries[step.field])


def pass_over(rules: CompiledRules, state: State) -> None:
    """Lets the first step happen unrecorded."""
    step = state.queue[0]
    number = to_draw(rules, state, step) if step.kind == DRAW else 0
    state.queue.pop(0)
    if number:
        state.see("draws")
        draw_cards(rules, state, step.seat, Cards(0, number))
    elif step.kind == REVEAL:
        turn_up(rules, state, step, state.luminaries[step.field] or "")
    elif step.kind in (CLEAR, END):
        _lapse(rules, state, step)
    advance(rules, state)


def turn_up(rules: CompiledRules, state: State, step: Step, name: str) -> None:
    """Turns a Luminary up and lets its effects happen."""
    state.show(step.field, name, face_up=True)
    state.fresh.append(name)
    if name in state.discarded:
        state.discarded.remove(name)
    state.plays["reveal"] = state.plays.get("reveal", 0) + 1
    if step.told != LIES:
        effects.reveal(rules, state, step)
    effects.converge(rules, state)


def clear_first(state: State, field: int) -> None:
    """Lets a field that is still to be cleared come before the others."""
    state.queue.sort(key=lambda step: step.kind != CLEAR or step.field != field)


def _short_of_reseed(rules: CompiledRules, state: State, step: Step) -> bool:
    """Return whether a Luminary goes, instead of being revealed, because its field cannot be reseeded."""
    if state.luminaries[step.field] is None and not step.name:
        return True
    if rules.reveal_last or rules.short == "keep":
        return False
    return state.stock < sum(later.number for later in effects.reseeds(state, step.field))


def _could_give(rules: CompiledRules, state: State, seat: int, step: Step) -> bool:
    """Return whether a player has, or might have, a card to give."""
    if step.told["from"] == "hands":
        return state.held(seat) > 0
    wanted = effects.wanted(rules, step.told)
    unseen = state.piles_hidden[seat] and wanted & ~state.located
    return rules.side_of[seat] != rules.side_of[step.seat] and bool(state.piles[seat] & wanted or unseen)


def _lapse(rules: CompiledRules, state: State, step: Step) -> None:
    """A step happens that needs no event; what waited for one turns out to ask for nothing."""
    if step.kind == CLEAR:
        _clear(rules, state, step)
    elif step.kind == COVER:
        effects.cover_last(state, step.field, step.number or effects.EVERY)
    elif step.kind == END:
        rounds.end_turn(rules, state)
    elif (step.kind == RESEED and step.told != "hand") or (
        step.kind == REVEAL and state.luminaries[step.field] is not None and not state.faces[step.field]
    ):
        _no_reseed(rules, state, step.field)


def _clear(rules: CompiledRules, state: State, step: Step) -> None:
    """Okus, Luminary and reseeding of a field that was emptied."""
    seat, field = step.seat, step.field
    state.cleared.remove(field)
    state.plays["clearing"] = state.plays.get("clearing", 0) + 1
    taken = min(rules.okus_taken, state.box_okus)
    state.box_okus -= taken
    state.okus[seat] += taken
    there, face_up = state.luminaries[field] is not None, state.faces[field]
    claimed = effects.claim(rules, state, seat, field) if there and face_up else []
    by_hand = any(one.kind == RESEED for one in claimed)
    due = rules.reseeded and (taken or (there and not face_up)) and not by_hand
    reseed = [Step(RESEED, seat, field, rules.reseeded, told="okus" if taken else None)] if due else []
    reveal = [Step(REVEAL, seat, field)] if there and not face_up else []
    state.queue[0:0] = [*claimed, *reseed, *reveal] if rules.reveal_last else [*claimed, *reveal, *reseed]


def _no_reseed(rules: CompiledRules, state: State, field: int) -> None:
    """A field that the pile is too small to reseed: face-down Luminaries go, as far as the rules say."""
    reveals = [step for step in state.queue if step.kind == REVEAL and step.field == field]
    goes = rules.short != "keep" and not state.faces[field]
    state.queue = [
        step._replace(number=0) if step in reveals else step for step in state.queue if not goes or step not in reveals
    ]
    others = [other for other, up in enumerate(state.faces) if not up and rules.short == "discard_all"]
    for gone in [field, *others] if goes else others:
        if state.luminaries[gone] is not None:
            effects.discard(state, gone)


def describe(rules: CompiledRules, state: State, step: Step) -> str:
    """Return what a step waits for, as a sentence without its end: 'Ann must draw 2 cards'."""
    who, cards = state.players[step.seat], counted(step.number, "cards")
    if step.kind in (DRAW, END):
        number = to_draw(rules, state, step) if step.kind == DRAW else 0
        return f"{who} must draw {counted(number, 'cards')}" if number else f"{who} may do more or end the turn"
    may, place = "may" if step.free else "must", field_name(rules, state, step.field)
    by = str(step.told.get("chosen_by")) if isinstance(step.told, Mapping) else ""
    chosen = {"claimer": f"as {who} chooses", "chance": "drawn at random"}.get(by, "as each giver chooses")
    return {
        CLEAR: f"{who} must choose which field is cleared first",
        RESEED: f"{place} must be reseeded with {f'the hand of {who}' if step.told == 'hand' else cards}",
        REVEAL: f"the Luminary of {place} must be turned up",
        UNCOVER: f"{counted(step.number, 'hidden cards')} {may} be turned up",
        "give": f"cards must be given to {who}, {chosen}",
        "lay": f"everybody must lay {cards} into {place}",
        "turn": f"{who} {may} turn the box",
        "name": f"{who} {may} name a season",
        "okus": f"{who} {may} take an okus from another player",
        "exchange": f"{who} {may} give up cards and draw others",
        "swap": f"{who} {may} swap {cards}",
    }[step.kind]
