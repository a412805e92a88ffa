"""Turns without a play: for players who can make none, as where one field only is open and bars everything."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.fishing.rules import legal_plays, rounds
from referee.engines.fishing.rules.board import move_text
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import CompiledRules


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with a turn without a play."""
    seat = state.turn
    who = state.players[seat]
    if event.seat is not None and event.seat != seat:
        message = f"{state.players[event.seat]} passes, but it is {who}'s turn"
        return (Fault("turn", message, event.seat, at=("by",), bars=True),)
    if state.hidden[seat]:
        return ()
    found = legal_plays.legal(rules, state, seat).plays
    if not found:
        return ()
    message = f"{who} passes, but can play, as in: {move_text(rules, state, found[0])}"
    return (Fault("turn", message, seat, at=event.at, bars=True),)


def give_up(rules: CompiledRules, state: State) -> None:
    """Passes the turn on; when nobody can play any more, the round ends."""
    state.plays["passes"] = state.plays.get("passes", 0) + 1
    if state.plays["passes"] < sum(1 for seat in range(rules.players) if state.held(seat)):
        rounds.end_turn(rules, state)
        return
    state.plays["passes"] = 0
    rounds.end_round(rules, state)
