"""The fast lane: plays and draws in a row while they are plainly legal, without an event for each.

It judges and applies with the functions that judge single events; whatever is not plain is left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.events import Event
from referee.engines.fishing.rules import extras, rounds, steps, turns
from referee.engines.fishing.rules.bans import ban
from referee.engines.fishing.rules.board import field_in
from referee.engines.fishing.rules.notation import Move
from referee.engines.fishing.state import PLAY, Lying, State
from referee.engines.fishing.words.compiled import SOW, CompiledRules

Sweep = Callable[[State, Sequence[Mapping[str, Any]], int], tuple[int, int]]


def lane(rules: CompiledRules, read: Mapping[str, Event]) -> Sweep:
    """`Game.sweep` for one table; `read` are the plays that were read before, by their text."""

    def sweep(state: State, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        place, number = start, len(items)
        while place < number and len(items[place]) == 1:
            ((verb, value),) = items[place].items()
            if verb == "play":
                if type(value) is not str or value not in read or state.phase != PLAY:
                    break
                event = read[value]
                if state.queue and not turns.goes_on(rules, state, event):
                    break
                if state.queue or not _sown(rules, state, event.value):
                    judged = turns.judge(rules, state, event)
                    if judged.faults:
                        break
                    turns.make(rules, state, judged)
            elif verb != "draw" or type(value) is not list or not _drawn(rules, state, value):
                break
            state.clock += 1
            place += 1
        return place - start, place - start

    return sweep


def _sown(rules: CompiledRules, state: State, move: Move) -> bool:
    """Sows a card that turns nothing, by nobody's leave and for nobody, into a field open to it: the most frequent play."""
    cards, seat = move.cards, state.turn
    if move.action != SOW or not move.field or move.turn or move.extra or cards & (rules.turners | cards - 1):
        return False
    force = rules.in_force(state)
    if force.extras or force.covers or force.turned_by or force.confined or not rules.plain_sows:
        return False
    if not state.hands[seat] & cards:
        return False
    field = field_in(rules, state, move.field)
    barred = ban(rules, state, SOW, field, force) is not None if force.any else (SOW, move.field) in rules.forbids
    if barred:
        return False
    state.hands[seat] ^= cards
    state.fields[field].append(Lying(cards))
    state.own = (SOW, field)
    state.plays[SOW] = state.plays.get(SOW, 0) + 1
    draw, end = steps.closing(seat)
    state.queue = [draw, end]
    if not steps.to_draw(rules, state, draw):
        steps.advance(rules, state)
    return True


def _drawn(rules: CompiledRules, state: State, listed: list[Any]) -> bool:
    """Draws these cards up at the end of a turn, if they are what is to be drawn."""
    step = state.queue[0] if state.queue else None
    if step is None or step.kind != steps.DRAW or step.name or len(listed) != steps.to_draw(rules, state, step):
        return False
    cards, free = 0, rules.pack & ~state.located
    for text in listed:
        card = rules.deck.by_id.get(text) if type(text) is str else None
        if card is None or not free & ~cards & 1 << card:
            return False
        cards |= 1 << card
    force = rules.in_force(state)
    if force.extras and extras.owed(rules, state) is not None:
        return False
    queue = state.queue
    queue.pop(0)
    steps.draw_cards(rules, state, step.seat, cards, len(listed))
    if len(queue) == 1 and not force.any:
        queue.clear()
        rounds.end_turn(rules, state)
    else:
        steps.advance(rules, state)
    return True
