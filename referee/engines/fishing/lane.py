"""The fast lane: plays and draws in a row while they are plainly legal, without an event for each.

It judges and applies with the functions that judge single events; whatever is not plain is left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.events import Event
from referee.engines.fishing import extras, rounds, steps, turns
from referee.engines.fishing.bans import ban
from referee.engines.fishing.board import field_in
from referee.engines.fishing.notation import Move
from referee.engines.fishing.state import PLAY, Lying, State
from referee.engines.fishing.terms import SOW, Terms

Sweep = Callable[[State, Sequence[Mapping[str, Any]], int], tuple[int, int]]


def lane(terms: Terms, read: Mapping[str, Event]) -> Sweep:
    """`Game.sweep` for one table; `read` are the plays that were read before, by their text."""

    def sweep(state: State, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        place, number = start, len(items)
        while place < number and len(items[place]) == 1:
            ((verb, value),) = items[place].items()
            if verb == "play":
                if type(value) is not str or value not in read or state.phase != PLAY:
                    break
                event = read[value]
                if state.queue and not turns.goes_on(terms, state, event):
                    break
                if state.queue or not _sown(terms, state, event.value):
                    judged = turns.judge(terms, state, event)
                    if judged.faults:
                        break
                    turns.make(terms, state, judged)
            elif verb != "draw" or type(value) is not list or not _drawn(terms, state, value):
                break
            state.clock += 1
            place += 1
        return place - start, place - start

    return sweep


def _sown(terms: Terms, state: State, move: Move) -> bool:
    """Sows a card that turns nothing, by nobody's leave and for nobody, into a field open to it: the most frequent play."""
    cards, seat = move.cards, state.turn
    if move.action != SOW or not move.field or move.turn or move.extra or cards & (terms.turners | cards - 1):
        return False
    force = terms.in_force(state)
    if force.extras or force.covers or force.turned_by or force.confined or not terms.plain_sows:
        return False
    if not state.hands[seat] & cards:
        return False
    field = field_in(terms, state, move.field)
    barred = ban(terms, state, SOW, field, force) is not None if force.any else (SOW, move.field) in terms.forbids
    if barred:
        return False
    state.hands[seat] ^= cards
    state.fields[field].append(Lying(cards))
    state.own = (SOW, field)
    state.plays[SOW] = state.plays.get(SOW, 0) + 1
    draw, end = steps.closing(seat)
    state.queue = [draw, end]
    if not steps.to_draw(terms, state, draw):
        steps.advance(terms, state)
    return True


def _drawn(terms: Terms, state: State, listed: list[Any]) -> bool:
    """Draws these cards up at the end of a turn, if they are what is to be drawn."""
    step = state.queue[0] if state.queue else None
    if step is None or step.kind != steps.DRAW or step.name or len(listed) != steps.to_draw(terms, state, step):
        return False
    cards, free = 0, terms.pack & ~state.located
    for text in listed:
        card = terms.deck.by_id.get(text) if type(text) is str else None
        if card is None or not free & ~cards & 1 << card:
            return False
        cards |= 1 << card
    force = terms.in_force(state)
    if force.extras and extras.owed(terms, state) is not None:
        return False
    queue = state.queue
    queue.pop(0)
    steps.draw_cards(terms, state, step.seat, cards, len(listed))
    if len(queue) == 1 and not force.any:
        queue.clear()
        rounds.end_turn(terms, state)
    else:
        steps.advance(terms, state)
    return True
