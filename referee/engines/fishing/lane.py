"""The fast lane: plays and draws in a row while they are plainly legal, without an event for each.

It judges and applies with the functions that judge single events; whatever is not plain is left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.events import Event
from referee.engines.fishing import extras, steps, turns
from referee.engines.fishing.state import PLAY, State
from referee.engines.fishing.terms import Terms

Sweep = Callable[[State, Sequence[Mapping[str, Any]], int], tuple[int, int]]


def lane(terms: Terms, read: Mapping[str, Event]) -> Sweep:
    """`Game.sweep` for one table; `read` are the plays that were read before, by their text."""

    def sweep(state: State, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        place, number = start, len(items)
        while place < number and len(items[place]) == 1:
            ((verb, value),) = items[place].items()
            if verb == "play":
                if type(value) is not str or value not in read or state.queue or state.phase != PLAY:
                    break
                judged = turns.judge(terms, state, read[value])
                if judged.faults:
                    break
                turns.make(terms, state, judged)
            elif verb != "draw" or type(value) is not list or not _drawn(terms, state, value):
                break
            state.clock += 1
            place += 1
        return place - start, place - start

    return sweep


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
    if extras.owed(terms, state) is not None:
        return False
    state.queue.pop(0)
    steps.draw_cards(terms, state, step.seat, cards, len(listed))
    steps.advance(terms, state)
    return True
