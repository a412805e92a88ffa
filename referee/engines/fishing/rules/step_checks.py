"""What the answers to a step have in common: cards that are known or only counted, and faults that cite its Luminary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.engines.fishing.rules.hands import place_of
from referee.engines.fishing.state import State, Step
from referee.engines.fishing.words.compiled import CompiledRules

Check = Callable[[CompiledRules, State, Event, Step], Iterator[Fault]]
Apply = Callable[[CompiledRules, State, Event, Step], None]

BOX = -1
"""In place of a seat: the box, from which an okus may be taken."""


class Cards(NamedTuple):
    """Cards taken from the pile or given up: a mask of those that are known, how many they are in all, the known in order."""

    known: int
    number: int
    listed: tuple[int, ...] = ()


class Reseeded(NamedTuple):
    """Cards laid into a field, and the season of the field where the log names it."""

    cards: tuple[int, ...]
    field: str
    written: Pointer = ()
    """The way from the event to the cards: the name of the field as the log has it."""


class Exchange(NamedTuple):
    """Cards given up and cards drawn for them; None if the log does not mention them."""

    discard: Cards | None
    draw: Cards | None


def fault(
    rule: str,
    message: str,
    step: Step,
    event: Event,
    *,
    word: tuple[str, ...] = (),
    bars: bool = False,
    at: Pointer = (),
    seat: int | None = None,
) -> Fault:
    """A fault at a place within an event, of whoever a step is for unless a seat is named; it cites the Luminary that the step
    is owed to unless a word is named."""
    seat = step.seat if seat is None else seat
    return Fault(rule, message, seat, word=word or word_of(step), at=(*event.at, *at), bars=bars)


def word_of(step: Step) -> tuple[str, ...]:
    """Where the ruleset has the Luminary of a step."""
    return ("luminaries", "cards", step.name) if step.name else ()


def moment(state: State, step: Step) -> str:
    """The rule of what a Luminary does now: of being claimed, or of being revealed."""
    return "claiming" if any(step.name in names for names in state.claimed) else "reveal"


def among(listed: Sequence[int], cards: int) -> Pointer:
    """The place in a list of the first of these cards."""
    return next(((place,) for place, card in enumerate(listed) if cards >> card & 1), ())


def from_pile(
    rules: CompiledRules,
    state: State,
    cards: int,
    step: Step,
    event: Event,
    verb: str,
    listed: Sequence[int] = (),
    at: Pointer = (),
) -> Iterator[Fault]:
    """Whether cards can come from the pile; they are `listed` at the place `at` in the event."""
    who = state.players[step.seat]
    out = cards & ~rules.pack
    if out:
        message = f"{who} {verb} {rules.names(out)}, which is left out with {rules.players} players"
        yield fault("deck", message, step, event, word=("leave_out",), bars=True, at=(*at, *among(listed, out)))
    known = cards & state.located & rules.pack
    if known:
        message = (
            f"{who} {verb} {rules.names(known)}, which {place_of(rules, state, known)}; it comes from the draw pile"
        )
        yield fault("deck", message, step, event, bars=True, at=(*at, *among(listed, known)))
