"""Turns without a play: for players who can make none, as where one field only is open and bars everything."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.fishing.rules import bans, legal_plays, rounds
from referee.engines.fishing.rules.board import move_text, within
from referee.engines.fishing.state import PLAY, State
from referee.engines.fishing.words.compiled import SOW, CompiledRules


def superfluous(state: State, event: Event) -> bool:
    """Whether a turn may be said to be over that has just ended."""
    untouched = not (state.queue or state.own or state.used)
    return untouched and state.ended >= 0 and event.seat in (None, state.ended)


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with saying that a turn is over where nothing is left to be done in it."""
    return () if superfluous(state, event) else faults(rules, state, event)


def faults(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with a turn without a play."""
    seat = state.turn
    who = state.players[seat]
    if event.seat is not None and event.seat != seat:
        message = f"{state.players[event.seat]} passes, but it is {who}'s turn"
        return (Fault("turn", message, event.seat, at=("by",), bars=True),)
    if state.hidden[seat]:
        force = rules.in_force(state)
        free = rules.sow_while_owning or all(one.owner != seat for _, one in state.everything())
        fields = [field for field in range(rules.fields) if bans.ban(rules, state, SOW, field, force) is None]
        if not (free and fields):
            return ()
        message = f"{who} passes, but any card can be played {within(rules, state, fields[0])}"
        return (Fault("turn", message, seat, at=event.at, bars=True),)
    found = legal_plays.legal(rules, state, seat).plays
    if not found:
        return ()
    message = f"{who} passes, but can play, as in: {move_text(rules, state, found[0])}"
    return (Fault("turn", message, seat, at=event.at, bars=True),)


def give_up(rules: CompiledRules, state: State, event: Event) -> None:
    """Passes the turn on; when nobody can play any more, the round ends."""
    if superfluous(state, event) and (state.phase != PLAY or faults(rules, state, event)):
        return
    state.plays["passes"] = state.plays.get("passes", 0) + 1
    if state.plays["passes"] < sum(1 for seat in range(rules.players) if state.held(seat)):
        rounds.end_turn(rules, state)
        return
    state.plays["passes"] = 0
    rounds.end_round(rules, state)
