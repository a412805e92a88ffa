"""Roles chosen at the end of the game, in the order of the totals."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.meld.state import OVER, State
from referee.engines.meld.words.compiled import CompiledRules


def places(rules: CompiledRules, state: State) -> list[list[int]]:
    """The seats by totals, the best first; anybody may come first where totals are not known."""
    return [[*range(rules.players)]] if any(state.untold) else rules.scoring.places(state.scores)


def choosers(rules: CompiledRules, state: State) -> list[int]:
    """Who may choose now: those of the best place that has not chosen yet."""
    for place in places(rules, state):
        waiting = [seat for seat in place if state.roles[seat] is None]
        if waiting:
            return waiting
    return []


def chooser(rules: CompiledRules, state: State, event: Event) -> int:
    """Who chooses: as the log says, or the first of those who may."""
    return choosers(rules, state)[0] if event.seat is None else event.seat


def taken_by(rules: CompiledRules, state: State, role: str, seat: int) -> int:
    """Who has taken a role so that this player cannot; -1 when nobody has. Tied players may share one."""
    if rules.roles_shared:
        return -1
    tied = next(place for place in places(rules, state) if seat in place)
    return next((other for other, chosen in enumerate(state.roles) if chosen == role and other not in tied), -1)


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with choosing a role."""
    seat = chooser(rules, state, event)
    who = state.players[seat]
    if state.roles[seat] is not None:
        return (Fault("roles", f"{who} has already chosen a role, {state.roles[seat]}", seat, bars=True),)
    if seat not in choosers(rules, state):
        names = " and ".join(state.players[other] for other in choosers(rules, state))
        message = f"{who} chooses a role before {names}, who scored better"
        return (Fault("roles", message, seat, bars=True),)
    other = taken_by(rules, state, event.value, seat)
    if other >= 0:
        free = tuple(role for role in rules.roles if taken_by(rules, state, role, seat) < 0)
        message = f"{who} chooses {event.value}, which {state.players[other]} has taken"
        return (Fault("roles", message, seat, free),)
    return ()


def choose(rules: CompiledRules, state: State, event: Event) -> None:
    """A player takes a role; after the last one the game is over."""
    state.roles[chooser(rules, state, event)] = event.value
    if not choosers(rules, state):
        state.phase = OVER
