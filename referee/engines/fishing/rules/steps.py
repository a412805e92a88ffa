"""What is still to be taken care of before the next turn: a queue of steps, some done at once, some waiting to be recorded."""

from __future__ import annotations

from functools import cache

from referee.engines.fishing.rules import effects, extras, rounds
from referee.engines.fishing.rules.bans import ban
from referee.engines.fishing.rules.effects import LIES, TOP_UP
from referee.engines.fishing.rules.extras import END
from referee.engines.fishing.rules.hands import leave_hand, line_up
from referee.engines.fishing.rules.step_checks import Cards
from referee.engines.fishing.state import PLAY, Lying, State, Step
from referee.engines.fishing.words.compiled import SOW, CompiledRules

DRAW, CLEAR, RESEED, REVEAL, UNCOVER, COVER = "draw", "clear", "reseed", "reveal", "uncover", "cover"


@cache
def closing(seat: int) -> tuple[Step, Step]:
    """What every turn ends with: drawing up, and the end."""
    return Step(DRAW, seat), Step(END, seat)


def to_draw(rules: CompiledRules, state: State, step: Step) -> int:
    """How many cards a player draws now."""
    if not rules.draw_up:
        return 0
    number = rules.draw_up - state.held(step.seat)
    if number < 0 or (rules.draws_when_empty and number < rules.draw_up):
        number = 0
    if rules.drawn_for_fallow and effects.FALLOW in state.used and not step.name:
        number += rules.drawn_for_fallow
    return number if number < state.stock else state.stock


def may_do_more(rules: CompiledRules, state: State) -> bool:
    """Whether the player to act might still do something before the end of the turn, with a card left for it."""
    force = rules.in_force(state)
    if not (force.extras or force.repeats or force.swaps) or not state.held(state.turn):
        return False
    if state.queue and state.queue[0].kind == END:
        revealed = any(extra.name in state.fresh for extra in extras.extras(rules, state))
        return revealed or any(repeat.late for repeat in extras.repeats(rules, state))
    if extras.extras(rules, state) or extras.repeats(rules, state):
        return True
    return any(state.fields[field] for swap in extras.swaps(rules, state) for field in swap.fields)


def advance(rules: CompiledRules, state: State) -> None:
    """Takes every step that needs no event; stops at the first that must be recorded."""
    while state.queue and state.phase == PLAY:
        step = state.queue[0]
        if waits(rules, state, step):
            return
        state.queue.pop(0)
        DO[step.kind](rules, state, step)


def waits(rules: CompiledRules, state: State, step: Step) -> bool:
    """Whether a step waits for something in the log."""
    kind = step.kind
    if kind == DRAW:
        return to_draw(rules, state, step) > 0 or (not step.name and may_do_more(rules, state))
    if kind == END:
        return may_do_more(rules, state)
    if kind == CLEAR:
        return rules.cleared_by_choice and any(later.kind == CLEAR for later in state.queue[1:])
    if kind == COVER:
        return False
    if kind == RESEED:
        if step.told == "hand":
            return state.held(step.seat) > 0
        topped_up = step.told == TOP_UP and rules.top_up_takes_all
        return state.stock >= (max(step.number, rules.reseeded) if topped_up else step.number)
    if kind == REVEAL:
        return not (short_of_reseed(rules, state, step) or state.faces[step.field])
    if kind == "give":
        return any(could_give(rules, state, seat, step) for seat in range(rules.players) if seat != step.seat)
    if kind == "okus":
        others = any(number for seat, number in enumerate(state.okus) if seat != step.seat)
        return others or (step.told.get("from") == "anywhere" and state.box_okus > 0)
    if kind == "lay":
        barred = (
            step.told.get("seasons") == "hold" and ban(rules, state, SOW, step.field, rules.in_force(state)) is not None
        )
        return not barred and any(state.held(seat) for seat in range(rules.players))
    if kind in ("exchange", "swap"):
        return state.held(step.seat) > 0
    return True


def may_pass(rules: CompiledRules, state: State, step: Step) -> bool:
    """Whether a log may omit a step: it is free, or happens unseen."""
    if step.free or step.kind in (DRAW, END, CLEAR):
        return True
    return step.kind == REVEAL and bool(state.luminaries[step.field])


def pass_over(rules: CompiledRules, state: State) -> None:
    """Lets the first step happen unrecorded."""
    step = state.queue[0]
    if step.kind == DRAW:
        number = to_draw(rules, state, step)
        state.queue.pop(0)
        if number:
            state.see("draws")
            draw_cards(rules, state, step.seat, Cards(0, number))
    elif step.kind == REVEAL:
        state.queue.pop(0)
        turn_up(rules, state, step, state.luminaries[step.field] or "")
    elif step.kind in (CLEAR, END):
        state.queue.pop(0)
        DO[step.kind](rules, state, step)
    else:
        state.queue.pop(0)
    advance(rules, state)


def draw_cards(rules: CompiledRules, state: State, seat: int, drawn: Cards) -> None:
    """Puts cards of the pile into a hand."""
    cards, number = drawn.known, drawn.number
    state.hands[seat] |= cards
    if rules.in_order:
        line_up(state, seat, drawn.listed)
    state.located |= cards
    state.hidden[seat] += number - cards.bit_count()
    state.stock -= number


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
    chosen = [step for step in state.queue if step.kind == CLEAR and step.field == field]
    state.queue = [*chosen, *(step for step in state.queue if step not in chosen)]


def short_of_reseed(rules: CompiledRules, state: State, step: Step) -> bool:
    """Whether a Luminary goes, instead of being revealed, because its field cannot be reseeded."""
    if state.luminaries[step.field] is None and not step.name:
        return True
    if rules.reveal_last or rules.short == "keep":
        return False
    return state.stock < sum(
        later.number for later in state.queue if later.kind == RESEED and later.field == step.field
    )


def could_give(rules: CompiledRules, state: State, seat: int, step: Step) -> bool:
    """Whether a player has, or might have, a card to give."""
    if step.told["from"] == "hands":
        return state.held(seat) > 0
    if rules.side_of[seat] == rules.side_of[step.seat]:
        return False
    wanted = effects.wanted(rules, step.told)
    if state.piles[seat] & wanted:
        return True
    return bool(state.piles_hidden[seat] and wanted & ~state.located)


def _clear(rules: CompiledRules, state: State, step: Step) -> None:
    """Okus, Luminary and reseeding of a field that was emptied."""
    seat, field = step.seat, step.field
    state.cleared.remove(field)
    state.plays["clearing"] = state.plays.get("clearing", 0) + 1
    taken = min(rules.okus_taken, state.box_okus)
    state.box_okus -= taken
    state.okus[seat] += taken
    claimed: list[Step] = []
    name, faces = state.luminaries[field], state.faces[field]
    face_down = name is not None and not faces
    by_hand = False
    if name is not None and faces:
        claimed = effects.claim(rules, state, seat, field)
        by_hand = any(one.kind == RESEED for one in claimed)
    due = rules.reseeded and (taken or face_down) and not by_hand
    reseed = [Step(RESEED, seat, field, rules.reseeded, told="okus" if taken else None)] if due else []
    reveal = [Step(REVEAL, seat, field)] if face_down else []
    state.queue[0:0] = [*claimed, *reseed, *reveal] if rules.reveal_last else [*claimed, *reveal, *reseed]


def _no_reseed(rules: CompiledRules, state: State, step: Step) -> None:
    """A reseeding that the pile is too small for: face-down Luminaries go, as far as the rules say."""
    if step.told == "hand":
        return
    state.queue = [
        later._replace(number=0) if later.kind == REVEAL and later.field == step.field else later
        for later in state.queue
    ]
    if rules.short == "keep":
        return
    if not state.faces[step.field]:
        if state.luminaries[step.field] is not None:
            effects.discard(state, step.field)
        state.queue = [later for later in state.queue if later.kind != REVEAL or later.field != step.field]
    if rules.short == "discard_all":
        for field, up in enumerate(state.faces):
            if not up and state.luminaries[field] is not None:
                effects.discard(state, field)


def _no_reveal(rules: CompiledRules, state: State, step: Step) -> None:
    """A reveal that does not happen: the Luminary is gone already, or goes because its field cannot be reseeded."""
    if state.luminaries[step.field] is not None and not state.faces[step.field]:
        _no_reseed(rules, state, step)


def _cover(rules: CompiledRules, state: State, step: Step) -> None:
    effects.cover_last(state, step.field, step.number or effects.EVERY)


def _end(rules: CompiledRules, state: State, step: Step) -> None:
    rounds.end_turn(rules, state)


def _nothing(rules: CompiledRules, state: State, step: Step) -> None:
    """A step that turns out to ask for nothing."""


DO = {
    CLEAR: _clear,
    COVER: _cover,
    RESEED: _no_reseed,
    REVEAL: _no_reveal,
    END: _end,
    DRAW: _nothing,
    "give": _nothing,
    "okus": _nothing,
    "lay": _nothing,
    "exchange": _nothing,
    "swap": _nothing,
}


def put_into(state: State, field: int, cards: list[int]) -> None:
    """Lays cards of the pile open in a field."""
    for card in cards:
        state.fields[field].append(Lying(1 << card))
        state.located |= 1 << card
    state.stock -= len(cards)


def put_hand(state: State, seat: int, field: int, cards: list[int]) -> None:
    """Lays cards of a hand open in a field."""
    for card in cards:
        leave_hand(state, seat, 1 << card)
        state.fields[field].append(Lying(1 << card))
