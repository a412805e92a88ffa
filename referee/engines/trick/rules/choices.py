"""What a player decides once the last trick is in: what may be wrong with it, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.core.wording import listed
from referee.engines.trick.rules import outcomes
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.ended_hands import Choice


def waiting(rules: CompiledRules, state: State) -> tuple[int, Choice]:
    """Who must choose now (a seat), and what."""
    found = outcomes.undecided(rules, state, outcomes.played_out(rules, state))
    assert found is not None
    return found


def between(choice: Choice) -> str:
    """The options in words: 'they or me'."""
    return listed([option.replace("_", " ") for option in choice.options], "or")


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with what a player chooses."""
    seat, choice = waiting(rules, state)
    who = state.players[seat]
    if event.seat is not None and event.seat != seat:
        message = f"{state.players[event.seat]} chose {event.value}, but {who} must choose {between(choice)}"
        return (Fault("turn", message, event.seat, bars=True),)
    if event.value not in choice.options:
        message = f"{who} chose {event.value}; the choice is {between(choice)}"
        pointer = ("choices", choice.name)
        return (Fault(rules.cited(pointer), message, seat, word=pointer, bars=True),)
    return ()


def check_written(rules: CompiledRules, state: State, out: outcomes.Outcome, at: Pointer) -> Iterator[Fault]:
    """What is wrong with the choices in the result of a hand, if enough else is known about it."""
    if not outcomes.all_known(rules, state, out):
        return
    for seat, choice, options in rules.scoring.chosen_wrongly(outcomes.ended(rules, state, out)):
        who, pointer = state.players[seat], ("choices", choice.name)
        message = f"the result says that {who} chose {' and '.join(options)}"
        message += ", but only one may be chosen" if len(options) > 1 else f", but {who} had nothing to choose"
        yield Fault(rules.cited(pointer), message, seat, word=pointer, at=(*at, "choices", who))


def choose(rules: CompiledRules, state: State, event: Event) -> None:
    """A player chooses; when nobody has anything left to choose, the hand is scored."""
    state.choices[state.turn].append(event.value)
    state.clock += 1
    outcomes.settle(rules, state)
