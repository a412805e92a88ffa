"""The shedding family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.events import Event
from referee.core.findings import Faults, Finding
from referee.core.game import Act, TableGame
from referee.engines.shedding import rules
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.state import DEAL, FACE_UP, OVER, SHOW, TURN, SheddingState

POSSIBLE: dict[str, frozenset[str]] = {
    DEAL: frozenset(("deal", "face_up", "result")),
    FACE_UP: frozenset(("face_up",)),
    TURN: frozenset(("play", "draw", "pass", "forgot")),
    SHOW: frozenset(("show",)),
    OVER: frozenset(),
}
"""What may be written in each phase. The card turned up may come at once where the deal was not seen."""
ACTS: dict[str, Act[SheddingRules, SheddingState]] = {
    "deal": Act(rules.check_deal, rules.deal),
    "face_up": Act(rules.check_face_up, rules.turn_up, "a card turned up"),
    "play": Act(rules.check_play, rules.play),
    "draw": Act(rules.check_draw, rules.draw, "a card drawn"),
    "pass": Act(rules.check_pass, rules.pass_turn),
    "forgot": Act(rules.check_forgot, rules.forget, "a last card forgotten"),
    "show": Act(rules.check_show, rules.show, "a hand shown"),
    "result": Act(rules.check_result, rules.put_result),
}


class SheddingGame(TableGame[SheddingRules, SheddingState]):
    """One ruleset at a table of a given size."""

    possible_in = POSSIBLE
    acts = ACTS

    def possible(self, state: SheddingState, event: Event) -> bool:
        """Return whether an event like this may come now; once somebody is out, only cards are drawn that still must be."""
        if event.verb == "forgot" and not self.rules.penalty:
            return False
        return event.verb in POSSIBLE[state.phase] and (state.out < 0 or event.verb in ("draw", "show"))

    def faults(self, here: SheddingState, event: Event, before: SheddingState) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event; nothing else matters if it is somebody else's turn."""
        does = {"play": "plays", "draw": "draws", "pass": "passes", "deal": "deals"}.get(event.verb)
        turn = here.dealer if event.verb == "deal" else here.turn
        if does and self.possible(here, event) and event.seat not in (None, turn):
            message = f"{here.players[event.seat or 0]} {does}, but it is {here.players[turn]}'s turn"
            return (Finding("turn", message, event.seat, at=("by",), bars=True),)
        return super().faults(here, event, before)

    def claims(self, state: SheddingState, expected: Mapping[str, Any]) -> Faults:
        """Return what is false in `expect:`; a claimed score or winner says that the round is over."""
        if state.phase == SHOW and expected.keys() & {"score", "totals", "winners"}:
            state = state.copy()
            rules.finish(self.rules, state)
        return super().claims(state, expected)

    def behind(self, state: SheddingState, event: Event) -> bool:
        """Return whether a deal was not seen, or hands that are not shown end a round."""
        if state.phase == SHOW:
            return event.verb in POSSIBLE[DEAL]
        return state.phase == DEAL and event.verb == "face_up"

    def catch_up(self, state: SheddingState, event: Event) -> tuple[Finding, ...]:
        """End a round with hands unseen, and deal unseen."""
        if state.phase == SHOW:
            rules.finish(self.rules, state)
        if state.phase == DEAL and event.verb == "face_up":
            rules.deal(self.rules, state, Event("deal", {}))
        return ()
