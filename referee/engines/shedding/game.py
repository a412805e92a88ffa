"""The shedding family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from functools import partial

from referee.core.data import Said
from referee.core.events import Event, Faults
from referee.core.game import Act, Omission, TableGame
from referee.engines.shedding import rules
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.reading import SheddingReading
from referee.engines.shedding.state import DEAL, FACE_UP, SHOW, TURN, SheddingState

ACTS: dict[str, Act[SheddingRules, SheddingState]] = {
    "deal": Act(rules.check_deal, rules.deal, (DEAL,)),
    "face_up": Act(rules.check_face_up, rules.turn_up, (DEAL, FACE_UP), "a card turned up"),
    "play": Act(rules.check_play, rules.play, (TURN,)),
    "draw": Act(rules.check_draw, rules.draw, (TURN,), "a card drawn", "draws"),
    "pass": Act(rules.check_pass, rules.pass_turn, (TURN,), does="passes"),
    "challenge": Act(rules.check_challenge, rules.challenge, (TURN,), does="challenges"),
    "forgot": Act(rules.check_forgot, rules.forget, (TURN,), "a last card forgotten"),
    "show": Act(rules.check_show, rules.show, (SHOW,), "a hand shown"),
    "result": Act(rules.check_result, rules.put_result, (DEAL,)),
}


class SheddingGame(TableGame[SheddingRules, SheddingReading, SheddingState]):
    """One ruleset at a table of a given size."""

    acts = ACTS

    def possible(self, state: SheddingState, event: Event) -> bool:
        """Return whether an event like this may come now; once somebody is out, only cards are drawn that still must be."""
        if event.verb == "forgot" and not self.rules.penalty:
            return False
        return super().possible(state, event) and (state.out < 0 or event.verb in ("draw", "show"))

    def claims(self, state: SheddingState, expected: Said) -> Faults:
        """Return what is false in `expect:`; a claimed score or winner says that the round is over."""
        if state.phase == SHOW and expected.keys() & {"score", "totals", "winners"}:
            state = state.copy()
            rules.finish(self.rules, state)
        return super().claims(state, expected)

    def omission(self, state: SheddingState, event: Event) -> Omission | None:
        """Return the end of a round with hands that are not shown, or a deal that was not seen."""
        if state.phase == SHOW and DEAL in self.acts[event.verb].when:
            return partial(rules.finish, self.rules, state)
        if state.phase == DEAL and event.verb == "face_up":
            return partial(rules.deal, self.rules, state, Event("deal", {}))
        return None
