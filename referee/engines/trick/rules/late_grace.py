"""Grace said after the card was laid: by anybody, until the trick is gathered, at the latest when the next card is played."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.trick.rules import plays
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def cards_open(state: State) -> list[int]:
    """The cards over which Grace may still be said: the trick in progress, or else a full one with nothing after it."""
    if state.trick:
        return state.trick
    last = state.last_trick()
    return list(last.cards) if last else []


def check_grace(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with saying Grace over a card on the table."""
    name = rules.deck.ids[event.value]
    if rules.grace == "none":
        message = f"Grace is said over {name}, but this game has no Grace"
        return (Fault("grace", message, event.seat, bars=True),)
    there = cards_open(state)
    if event.value in there:
        if rules.grace_until == "gathered":
            return ()
        message = f"Grace is said over {name} after it was laid; here it is said as the card is laid ({name}!)"
        return (Fault("grace", message, event.seat, word=("trick", "grace_until"), bars=True),)
    on_table = " ".join(rules.deck.ids[card] for card in there) or "no card"
    until = " before the next card is played" if rules.grace_until == "gathered" else ""
    message = (
        f"Grace is said over {name}, which is not in the trick on the table ({on_table}); it is said over a card "
        f"of that trick{until}, or as the card is laid ({name}!)"
    )
    return (Fault("grace", message, event.seat, bars=True),)


def say_grace(rules: CompiledRules, state: State, event: Event) -> None:
    """From now on a card that had its player's symbol when it was laid is Grace."""
    full = not state.trick
    if full:
        plays.put_back(rules, state)
    bit = 1 << event.value
    state.said |= bit
    state.ever_said = True
    state.graced |= state.own & bit
    state.clock += 1
    if full:
        plays.gather(rules, state)
