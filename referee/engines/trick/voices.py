"""Grace said after the card was laid: by anybody, until the trick is gathered in."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.trick.state import State
from referee.engines.trick.terms import Terms


def check_grace(terms: Terms, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with saying Grace over a card on the table."""
    name = terms.deck.ids[event.value]
    if terms.grace == "none":
        message = f"Grace is said over {name}, but this game has no Grace"
        return (Fault("grace", message, event.seat, at=event.at, bars=True),)
    if state.table >> event.value & 1:
        if terms.grace_until == "gathered":
            return ()
        message = f"Grace is said over {name} after it was laid; here it is said as the card is laid ({name}!)"
        return (Fault("grace", message, event.seat, word=("trick", "grace_until"), at=event.at, bars=True),)
    on_table = " ".join(terms.deck.ids[card] for card in state.trick) or "no card"
    message = (
        f"Grace is said over {name}, which is not in the trick on the table ({on_table}); "
        f"over the last card of a trick it is written as {name}!"
    )
    return (Fault("grace", message, event.seat, at=event.at, bars=True),)


def say_grace(state: State, event: Event) -> None:
    """Grace holds from now on for a card that bore its player's symbol when it was laid."""
    bit = 1 << event.value
    state.said |= bit
    state.ever_said = True
    state.graced |= state.own & bit
    state.clock += 1
