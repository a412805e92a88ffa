"""The talon: cards left over that somebody takes with a trick."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules.whereabouts import elsewhere
from referee.engines.trick.state import PLAY, State
from referee.engines.trick.words.compiled import CompiledRules


def size(rules: CompiledRules, state: State) -> int:
    """How many cards lie in the talon of this hand."""
    return rules.talon_beside(state.cards, len(state.seats))


def may_be_shown(rules: CompiledRules, state: State) -> bool:
    """Whether the talon may be written now: after the trick that it goes with, which is the first."""
    after = state.phase == PLAY and not state.trick and state.left == state.length - 1
    return after and rules.talon_goes_to == "first_trick" and not state.talon


def why_not(rules: CompiledRules, state: State) -> str:
    """Why the talon may not be written now, in a sentence."""
    if not rules.talon_goes_to:
        return "the cards of a talon are written, but nobody takes one in this game"
    if rules.talon_goes_to == "last_trick":
        return "the cards of the talon are written, but they are those that nobody played; leave them out"
    if state.talon:
        return "the cards of the talon are written twice"
    return "the cards of the talon are written, but whoever wins the first trick finds them, just after it"


def check_talon(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that somebody found in the talon."""
    many, there = len(event.value), size(rules, state)
    if event.seat not in (None, state.talon_to):
        assert event.seat is not None
        message = f"{state.players[event.seat]} took the talon, but {state.players[state.talon_to]} won the first trick"
        return (Fault("turn", message, event.seat, at=event.at, bars=True),)
    if many != there:
        message = f"the talon is written with {counted(many, 'cards')}; it has {there}"
        return (Fault("talon", message, word=("talon",), at=event.at, bars=True),)
    faults = []
    for place, card in enumerate(event.value):
        name, at = rules.deck.ids[card], (*event.at, place)
        where = elsewhere(rules, state, card)
        if not rules.pack >> card & 1:
            message = f"{name} is left out of the deck with {rules.players} players"
            faults.append(Fault("deck", message, at=at, bars=True))
        elif where:
            faults.append(Fault("deck", f"the talon is written with {name}, which {where}", at=at, bars=True))
        elif card in event.value[:place]:
            faults.append(Fault("deck", f"{name} stands here twice", at=at, bars=True))
    return tuple(faults)


def show(rules: CompiledRules, state: State, event: Event) -> None:
    """The cards of the talon are known from now on: they are in no hand."""
    state.clock += 1
    state.talon = sum(1 << card for card in event.value)
    for seat in state.seats:
        if not state.known[seat]:
            state.hands[seat] &= ~state.talon


def take(rules: CompiledRules, state: State) -> None:
    """The hand is played out: the cards that nobody played go to whom the talon belongs."""
    left = rules.pack & ~state.gone
    if rules.talon_goes_to == "last_trick":
        state.talon_to = state.tricks[-1][2]
    if state.talon_to < 0 or left.bit_count() != size(rules, state):
        state.unseen.setdefault("captured", []).append(state.clock)
        return
    state.talon = left
    state.taken[state.talon_to] |= left
