"""The shedding family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.events import Event
from referee.core.findings import Faults, Finding
from referee.core.game import Act, TableGame
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.rules import rounds, turns
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
    "deal": Act(turns.check_deal, turns.deal),
    "face_up": Act(turns.check_face_up, turns.turn_up, "a card turned up"),
    "play": Act(turns.check_play, turns.play),
    "draw": Act(turns.check_draw, turns.draw, "a card drawn"),
    "pass": Act(turns.check_pass, turns.pass_turn),
    "forgot": Act(turns.check_forgot, turns.forget, "a last card forgotten"),
    "show": Act(rounds.check_show, rounds.show, "a hand shown"),
    "result": Act(rounds.check_result, rounds.put_result),
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
        turn = (
            here.dealer if event.verb == "deal" else here.turn if event.verb in ("play", "draw", "pass") else event.seat
        )
        if self.possible(here, event) and event.seat not in (None, turn):
            who, other = here.players[event.seat or 0], here.players[turn or 0]
            does = {"play": "plays", "draw": "draws", "pass": "passes", "deal": "deals"}[event.verb]
            message = f"{who} {does}, but it is {other}'s turn"
            return (Finding("turn", message, event.seat, at=("by",), bars=True),)
        return super().faults(here, event, before)

    def claims(self, state: SheddingState, expected: Mapping[str, Any]) -> Faults:
        """Return what is false in `expect:`; a claimed score or winner says that the round is over."""
        if state.phase == SHOW and expected.keys() & {"score", "totals", "winners"}:
            state = state.copy()
            rounds.finish(self.rules, state)
        return super().claims(state, expected)

    def behind(self, state: SheddingState, event: Event) -> bool:
        """Return whether a deal was not seen, or hands that are not shown end a round."""
        if state.phase == SHOW:
            return event.verb in POSSIBLE[DEAL]
        return state.phase == DEAL and event.verb == "face_up"

    def catch_up(self, state: SheddingState, event: Event) -> tuple[Finding, ...]:
        """End a round with hands unseen, and deal unseen."""
        if state.phase == SHOW:
            rounds.finish(self.rules, state)
        if state.phase == DEAL and event.verb == "face_up":
            turns.deal(self.rules, state, Event("deal", {}))
        return ()
