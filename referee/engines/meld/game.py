"""The meld family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.core.data import Said
from referee.core.events import Event, Finding
from referee.core.game import Act, Omission, TableGame
from referee.engines.meld.compiled import BEFORE_TAKING, MeldRules
from referee.engines.meld.reading import MeldReading
from referee.engines.meld.rules import laying, results, rounds, shows, turns
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, ROLE, SHOW, TAKE, MeldState

UNRECORDED = frozenset(("action", "face_up"))
"""Events after a deal that happened at the table but are not in the log."""
ACTS: dict[str, Act[MeldRules, MeldState]] = {
    "draw": Act(turns.check_draw, turns.draw, (DRAW,), "a draw for the deal"),
    "deal": Act(turns.check_deal, turns.deal, (DEAL,)),
    "action": Act(turns.check_action, turns.draw_action, (DEAL, ACTION, DISCARD), "an Action card"),
    "face_up": Act(turns.check_face_up, turns.turn_up, (DEAL, ACTION, FACE_UP), "a card turned up"),
    "take": Act(laying.check_take, turns.take, (TAKE,), "a card taken", "takes a card"),
    "discard": Act(turns.check_discard, turns.discard, (DISCARD,), does="discards"),
    "declare": Act(shows.check_declare, shows.declare, (TAKE, DISCARD, SHOW), "a declaration"),
    "lay": Act(laying.check_lay, laying.lay, (DISCARD,), "a meld laid on the table", "lays melds on the table"),
    "swap": Act(laying.check_swap, laying.swap, (DISCARD,), "a wild card swapped", "swaps a wild card"),
    "put_down": Act(laying.check_put_down, laying.put_down, (TAKE, DISCARD), "a card put down", "puts a card down"),
    "buy": Act(laying.check_buy, laying.buy, (TAKE,), "a card taken out of turn"),
    "call": Act(laying.check_call, laying.call, (TAKE,), "a card called"),
    "lay_off": Act(laying.check_lay_off, laying.lay_off, (DISCARD, SHOW), "a card laid off"),
    "show": Act(shows.check_show, shows.show, (SHOW,), "a hand shown"),
    "result": Act(results.check_result, results.put_result, (DEAL,)),
    "role": Act(rounds.check_role, rounds.choose_role, (ROLE,)),
}


class MeldGame(TableGame[MeldRules, MeldReading, MeldState]):
    """One ruleset at a table of a given size."""

    acts = ACTS

    def possible(self, state: MeldState, event: Event) -> bool:
        """Whether an event with this verb may come now."""
        verb = event.verb
        after_taking = state.phase == DISCARD
        if verb in self.rules.absent or state.phase not in self.acts[verb].when:
            return False
        if verb == "declare":
            return after_taking or state.discarder >= 0 or BEFORE_TAKING in self.rules.declare_when
        if verb == "action":  # a card taken unseen may be a draw card
            return not after_taking or state.taken == turns.UNSEEN_TAKE
        return verb != "lay_off" or self.rules.lays or not after_taking

    def claims(self, state: MeldState, expected: Said) -> Iterator[Finding]:
        """Return what is false in `expect:`; a claimed score or winner says that the round is over."""
        state = self.settle(state)
        if rounds.is_dead(state) and expected.keys() & {"score", "winners"}:
            state = state.copy()
            rounds.call_off(self.rules, state)
        return super().claims(state, expected)

    def settle(self, state: MeldState) -> MeldState:
        """Return the state with the round over once all hands are shown except the one that ended it."""
        if rounds.ends_unseen(state):
            state = state.copy()
            rounds.finish(self.rules, state)
        return state

    def omission(self, state: MeldState, event: Event) -> Omission | None:
        """A function for what the log omits before an event: the end of a round that is void or whose last hand was not
        shown, or a deal that was not seen. None if nothing is omitted."""
        if state.phase == SHOW and rounds.ends_unseen(state):
            if SHOW in self.acts[event.verb].when:
                return None
            return partial(rounds.finish, self.rules, state)
        if state.last_take and rounds.is_dead(state):
            if TAKE in self.acts[event.verb].when:
                return None
            return partial(rounds.call_off, self.rules, state)
        if state.phase == DEAL and event.verb in UNRECORDED:
            return partial(turns.deal, self.rules, state, Event("deal", {}))
        return None
