"""A played game written down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.data import Data, Item
from referee.core.family import PLAYS, Record
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.state import FishingState


class FishingRecord(Record[FishingGame, FishingRules, FishingState]):
    """The log items of a game as it is played, and claims at the end of each round."""

    LENGTH = "rounds"
    MOST = 60
    _moves = 0

    def before(self, state: FishingState, item: Item) -> None:
        """Write down an item that is about to happen: all of it, or only what everybody at the table sees. A play on
        top of the turn's own says whose turn it is."""
        written = dict(item)
        if self.detail == PLAYS:
            if " for " in item.get("play", ()) or "swap" in item:
                written = {"by": state.players[state.turn], **item}
            elif "draw" in item:
                # said if more follows, or a swap by claiming would look like one before the draw
                if len(state.queue) > 2:
                    written = {"draw": len(item["draw"])}
                else:
                    written = {}
            elif "deal" in item:
                fields = item["deal"].get("fields")
                written = {"deal": {"fields": fields} if fields else {}}
            elif "exchange" in item:
                written["exchange"] = {"discard": len(item["exchange"]["discard"])}
        if written:
            self.add(written)

    def result(self, state: FishingState) -> Data:
        """The result of the last round, with everything that a score pad can have of it."""
        rules = self.rules
        ended = state.history[-1]
        players = state.players
        hauls = {players[seats[0]]: ended.hauls[seats[0]] for seats in rules.sides}
        result: Data = {"piles": {who: dict(haul.counts) for who, haul in hauls.items()}}
        if rules.convergence:
            moves = state.plays.get("convergences", 0)  # in all rounds; `_moves` has those before this one
            result["convergences"], self._moves = moves - self._moves, moves
        more = {
            "okus": {who: haul.okus for who, haul in hauls.items() if haul.okus},
            "luminaries": {who: list(names) for who, names in zip(players, ended.claimed, strict=True) if names},
            "sweeps": {who: haul.sweeps for who, haul in hauls.items() if haul.sweeps},
            "last_capture": next((who for who, haul in hauls.items() if haul.last and rules.scoring.last), None),
        }
        return result | {key: value for key, value in more.items() if value}

    def on_pad(self, before: FishingState, after: FishingState) -> Iterator[Data]:
        """Yield what a score pad has of the round just played: what it is scored by, and then its points alone."""
        self._moves = before.plays.get("convergences", 0)
        result = self.result(after)
        piles = {}
        for who, pile in result["piles"].items():
            piles[who] = {name: number for name, number in pile.items() if number}
        yield {key: value for key, value in (result | {"piles": piles}).items() if value != 0}
        yield self.score(after)
