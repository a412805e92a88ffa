"""The climbing family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.core.events import Event
from referee.core.game import LONGEST, Act, Omission
from referee.core.unseen.leader import GameWithLeaders
from referee.engines.climbing import courses, hands, plays
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.reading import ClimbingReading
from referee.engines.climbing.state import BID, DEAL, GIVE, OVER, PLAY, REST, TALON, TRICK, ClimbingState

UNRECORDED: dict[str, frozenset[str]] = {
    DEAL: frozenset(("bid", "pass", "give", "play", "call")),
    REST: frozenset(("bid", "pass", "give", "play")),
    TALON: frozenset(("give", "play")),
    GIVE: frozenset(("play",)),
}
"""Phases whose own event a log may omit, each with what may come instead."""
ACTS: dict[str, Act[ClimbingRules, ClimbingState]] = {
    "deal": Act(hands.check_deal, hands.deal, (DEAL, REST)),
    "call": Act(hands.check_call, hands.call, (REST, GIVE, PLAY, TRICK)),
    "bid": Act(hands.check_bid, hands.bid, (BID,)),
    "talon": Act(hands.check_talon, hands.take_talon, (TALON,), "the talon"),
    "give": Act(hands.check_give, hands.give, (GIVE,), "a card given"),
    "play": Act(plays.check_play, plays.play, (PLAY,)),
    "pass": Act(plays.check_pass, plays.skip, (BID, PLAY)),
    "wish": Act(plays.check_wish, plays.make_wish, (PLAY,)),
    "trick_to": Act(plays.check_trick_to, plays.give_trick, (TRICK,), "a trick given away"),
    "result": Act(hands.check_result, hands.put_result, (DEAL,)),
}


class ClimbingGame(GameWithLeaders[ClimbingRules, ClimbingReading, ClimbingState]):
    """One ruleset at a table of a given size. A log may leave open who led a hand."""

    acts = ACTS
    scored = courses.SCORED

    def possible(self, state: ClimbingState, event: Event) -> bool:
        """Return whether an event like this may come now; a bomb may, before a trick is given away."""
        if state.phase == TRICK and plays.interrupts(self.rules, state, event):
            return True
        return state.phase in self.acts[event.verb].when

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about."""
        last = self.rules.scoring.rounds
        if not last:
            last = LONGEST
        return {"hand": range(1, last + 1), "players": (self.rules.players,)}

    def may_lead(self, state: ClimbingState) -> Sequence[int]:
        """Return the seats that may lead this hand."""
        return self.in_order(state, (state.dealer + 1) % self.rules.players)

    def in_order(self, state: ClimbingState, opener: int) -> Sequence[int]:
        """Return all seats in order of play from `opener` on."""
        return [(opener + step) % self.rules.players for step in range(self.rules.players)]

    def between_rounds(self, state: ClimbingState) -> bool:
        """Return whether a hand has ended and the next has not begun."""
        return state.phase in (DEAL, OVER)

    def forget_scores(self, one: ClimbingState, group: Sequence[ClimbingState]) -> None:
        """Make unknown in a state all points that these courses score differently."""
        courses.forget_scores(one, group)

    def omission(self, state: ClimbingState, event: Event) -> Omission | None:
        """Return a deal, a talon or an exchange that comes first and that the log does not show."""
        if hands.deals_rest_only(self.rules, state, event):
            return partial(hands.deal, self.rules, state, Event("deal", {}))
        if event.verb not in UNRECORDED.get(state.phase, ()):
            return None
        if state.phase == GIVE:
            return partial(hands.give_unseen, self.rules, state)
        if state.phase == TALON:
            return partial(hands.take_talon, self.rules, state, Event("talon", None))
        return partial(hands.deal, self.rules, state, Event("deal", {}))
