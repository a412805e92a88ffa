"""Steps still to be taken before the next turn: a queue of them, some done at once, some waiting for their answers
in the log: cards drawn, laid, given and exchanged, Luminaries turned up, and what these let players choose."""

from __future__ import annotations

from referee.core.events import Event, Faults, Finding
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules.step_kinds import KINDS
from referee.engines.fishing.state import PLAY, FishingState, PendingStep


def advance(rules: FishingRules, state: FishingState) -> None:
    """Take every step that needs no answer, up to the first that waits for one."""
    while state.queue and state.phase == PLAY:
        step = state.queue[0]
        kind = KINDS[step.kind]
        if kind.waits(rules, state, step):
            return
        state.queue.pop(0)
        kind.lapse(rules, state, step)


def may_pass(rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
    """Return whether a log may omit a step: it is free, or happens unseen."""
    return KINDS[step.kind].may_pass(state, step)


def pass_over(rules: FishingRules, state: FishingState) -> None:
    """Let the first step happen unrecorded."""
    step = state.queue.pop(0)
    KINDS[step.kind].pass_over(rules, state, step)
    advance(rules, state)


def describe(rules: FishingRules, state: FishingState, step: PendingStep) -> str:
    """Return what a step waits for, as a sentence without its end: 'Ann must draw 2 cards'."""
    return KINDS[step.kind].describe(rules, state, step)


def _may_be_short_by_others(rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
    """Return whether the pile is too small for this draw, and others may have drawn wrongly before, because nobody wrote it."""
    too_small = state.stock < rules.draw_up - state.hand_size(step.seat)
    return too_small and any(event > state.round_began for event in state.unseen.get("draws", ()))


def check(rules: FishingRules, state: FishingState, event: Event) -> Faults:
    """Yield everything wrong with the answer to the first step in the queue."""
    step = state.queue[0]
    if event.seat is not None and event.seat != step.seat:
        message = f"{state.players[event.seat]} is said to do this, but {state.players[step.seat]} must do it"
        yield Finding("turn", message, event.seat, at=("by",), bars=True)
        return
    for fault in KINDS[event.verb].check(rules, state, event.value, step):
        seat = step.seat if fault.seat is None else fault.seat
        fault = fault._replace(seat=seat, word=fault.word or step.word, at=(*event.at, *fault.at))
        if fault.rule == "draw" and _may_be_short_by_others(rules, state, step):
            message = f"a draw is wrong, this one or one that is not written: {fault.message}"
            fault = fault._replace(seat=None, message=message)
        yield fault


def apply(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Take the step that comes first as it is recorded, and those that follow of themselves."""
    step = state.queue.pop(0)
    KINDS[event.verb].answer(rules, state, event.value, step)
    advance(rules, state)
