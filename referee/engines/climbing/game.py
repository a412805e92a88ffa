"""The climbing family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.events import Event
from referee.core.findings import Finding
from referee.core.game import LONGEST, Act, TableGame
from referee.engines.climbing import hands, plays
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.reading import ClimbingReading
from referee.engines.climbing.state import BID, DEAL, GIVE, OVER, PLAY, REST, TALON, TRICK, ClimbingState

POSSIBLE: dict[str, frozenset[str]] = {
    DEAL: frozenset(("deal", "result")),
    REST: frozenset(("deal", "call")),
    BID: frozenset(("bid", "pass")),
    TALON: frozenset(("talon",)),
    GIVE: frozenset(("give", "call")),
    PLAY: frozenset(("play", "pass", "wish", "call")),
    TRICK: frozenset(("trick_to",)),
    OVER: frozenset(),
}
"""What may be written in each phase."""
UNRECORDED: dict[str, frozenset[str]] = {
    DEAL: frozenset(("bid", "pass", "give", "play", "call")),
    REST: frozenset(("bid", "pass", "give", "play")),
    TALON: frozenset(("give", "play")),
    GIVE: frozenset(("play",)),
}
"""Phases whose own event a log may omit, each with what may come instead."""
ACTS: dict[str, Act[ClimbingRules, ClimbingState]] = {
    "deal": Act(hands.check_deal, hands.deal),
    "call": Act(hands.check_call, hands.call),
    "bid": Act(hands.check_bid, hands.bid),
    "talon": Act(hands.check_talon, hands.take_talon, "the talon"),
    "give": Act(hands.check_give, hands.give, "a card given"),
    "play": Act(plays.check_play, plays.play),
    "pass": Act(plays.check_pass, plays.skip),
    "wish": Act(plays.check_wish, plays.make_wish),
    "trick_to": Act(plays.check_trick_to, plays.give_trick, "a trick given away"),
    "result": Act(hands.check_result, hands.put_result),
}


class ClimbingGame(TableGame[ClimbingRules, ClimbingState]):
    """One ruleset at a table of a given size."""

    possible_in = POSSIBLE
    acts = ACTS
    reading: ClimbingReading

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about."""
        return {"hand": range(1, (self.rules.scoring.rounds or LONGEST) + 1), "players": (self.rules.players,)}

    def behind(self, state: ClimbingState, event: Event) -> bool:
        """Return whether a deal, a talon or an exchange comes first that the log does not show."""
        return event.verb in UNRECORDED.get(state.phase, ())

    def catch_up(self, state: ClimbingState, event: Event) -> tuple[Finding, ...]:
        """Deal, turn up the talon and exchange unseen, as far as that comes before the event."""
        while self.behind(state, event):
            if state.phase == GIVE:
                hands.give_unseen(self.rules, state)
            elif state.phase == TALON:
                hands.take_talon(self.rules, state, Event("talon", None))
            else:
                hands.deal(self.rules, state, Event("deal", {}))
        return ()
