"""The meld family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import Event
from referee.core.findings import Finding
from referee.core.game import Act, TableGame
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.reading import MeldReading
from referee.engines.meld.rules import laying, results, rounds, shows, turns
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, MeldState

POSSIBLE: dict[str, frozenset[str]] = {
    DRAW: frozenset(("draw",)),
    DEAL: frozenset(("deal", "result", "action", "face_up")),
    ACTION: frozenset(("action", "face_up")),
    FACE_UP: frozenset(("face_up",)),
    TAKE: frozenset(("take", "declare", "buy", "call", "put_down")),
    DISCARD: frozenset(("discard", "declare", "action", "lay", "lay_off", "swap", "put_down")),
    SHOW: frozenset(("show", "lay_off", "declare")),
    ROLE: frozenset(("role",)),
    OVER: frozenset(),
}
"""What may be written in each phase. What follows a deal may come at once where the deal was not seen."""
UNRECORDED = frozenset(("action", "face_up"))
"""What follows a deal that happened at the table but is not in the log."""
ACTS: dict[str, Act[MeldRules, MeldState]] = {
    "draw": Act(turns.check_draw, turns.draw, "a draw for the deal"),
    "deal": Act(turns.check_deal, turns.deal),
    "action": Act(turns.check_action, turns.draw_action, "an Action card"),
    "face_up": Act(turns.check_face_up, turns.turn_up, "a card turned up"),
    "take": Act(laying.check_take, turns.take, "a card taken"),
    "discard": Act(turns.check_discard, turns.discard),
    "declare": Act(shows.check_declare, shows.declare, "a declaration"),
    "lay": Act(laying.check_lay, laying.lay, "a meld laid on the table"),
    "swap": Act(laying.check_swap, laying.swap, "a wild card swapped"),
    "put_down": Act(laying.check_put_down, laying.put_down, "a card put down"),
    "buy": Act(laying.check_buy, laying.buy, "a card taken out of turn"),
    "call": Act(laying.check_call, laying.call, "a card called"),
    "lay_off": Act(laying.check_lay_off, laying.lay_off, "a card laid off"),
    "show": Act(shows.check_show, shows.show, "a hand shown"),
    "result": Act(results.check_result, results.put_result),
    "role": Act(rounds.check_role, rounds.choose_role),
}


class MeldGame(TableGame[MeldRules, MeldState]):
    """One ruleset at a table of a given size."""

    possible_in = POSSIBLE
    acts = ACTS
    reading: MeldReading

    def possible(self, state: MeldState, event: Event) -> bool:
        """Return whether an event like this may come now."""
        rules, turn = self.rules, state.phase == DISCARD
        able: dict[str, Any] = {
            "action": rules.action_cards and (not turn or state.taken == turns.UNSEEN_TAKE),
            "declare": not rules.lays and (turn or state.discarder >= 0),
            "buy": rules.buys,
            "call": rules.calls,
            "put_down": rules.put_down,
            **dict.fromkeys(("lay", "lay_off", "swap"), rules.lays or not turn),
        }
        return event.verb in POSSIBLE[state.phase] and bool(able.get(event.verb, True))

    def claims(self, state: MeldState, expected: Mapping[str, Any]) -> Iterator[Finding]:
        """Return what is false in `expect:`; a claimed score or winner says that the round is over."""
        state = self.settled(state)
        if rounds.is_dead(state) and expected.keys() & {"score", "winners"}:
            state = state.copy()
            rounds.call_off(self.rules, state)
        return super().claims(state, expected)

    def settled(self, state: MeldState) -> MeldState:
        """Return the state with the round over once all hands are shown except the one that ended it."""
        if rounds.ends_unseen(state):
            state = state.copy()
            rounds.finish(self.rules, state)
        return state

    def behind(self, state: MeldState, event: Event) -> bool:
        """Return whether a round must be over first, void or with a hand unseen, or a deal is unseen."""
        if rounds.ends_unseen(state):
            return event.verb not in POSSIBLE[SHOW]
        if rounds.is_dead(state):
            return event.verb not in POSSIBLE[TAKE]
        return state.phase == DEAL and event.verb in UNRECORDED

    def catch_up(self, state: MeldState, event: Event) -> tuple[Finding, ...]:
        """End a round that nobody can continue, and deal unseen."""
        if rounds.ends_unseen(state):
            rounds.finish(self.rules, state)
        if rounds.is_dead(state):
            rounds.call_off(self.rules, state)
        if state.phase == DEAL and event.verb in UNRECORDED:
            turns.deal(self.rules, state, Event("deal", {}))
        return ()
