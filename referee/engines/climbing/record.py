"""A played game written down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.data import Data, Item
from referee.core.family import DEALS, RESULTS, Record
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.game import ClimbingGame
from referee.engines.climbing.hands import order_matters
from referee.engines.climbing.reading import PASS
from referee.engines.climbing.state import ClimbingState


class ClimbingRecord(Record[ClimbingGame, ClimbingRules, ClimbingState]):
    """The log items of a game as it is played: a trick in one item, and claims at the end of each hand."""

    LENGTH = "hands"
    MOST = 60

    def before(self, state: ClimbingState, item: Item) -> None:
        """Record an item that is about to happen; plays and passes of a trick are one."""
        entry = PASS if PASS in item else item.get("play")
        if self.detail == RESULTS or (self.detail != DEALS and "deal" in item):
            return
        if entry is None or state.phase != "play":
            self.add(dict(item))
        elif state.on is None or "by" in item or "round" not in self.items[-1]:
            new: Data = {}
            if self.detail != DEALS and not state.gone and state.turn >= 0:  # it cannot be seen who leads
                new["by"] = state.players[state.turn]
            if "by" in item:
                new["by"] = item["by"]
            new["round"] = [entry]
            self.add(new)
        else:
            self.items[-1]["round"].append(entry)

    def result(self, state: ClimbingState) -> Data:
        """The last hand as a score pad has it: everything on which its score depends."""
        ended = state.history[-1]
        players = state.players
        needs = self.rules.scoring.used
        result: Data = {"out": [players[seat] for seat in ended.out]}
        if ended.landlord >= 0:
            result |= {"landlord": players[ended.landlord], "bid": ended.bid}
        if "left" in needs:
            result["left"] = {who: number for who, number in zip(players, ended.left, strict=True) if number}
        for name in ("plays", "held", "taken"):
            if name in needs:
                result[name] = {who: row[name] for who, row in zip(players, ended.seats, strict=True)}
        rows = zip(players, ended.seats, strict=True)
        calls = {}
        for who, row in rows:
            for name in self.rules.calls:
                if row[name]:
                    calls[who] = name
        if calls:
            result["calls"] = calls
        if needs & {"bombs", "doubling"}:
            result["bombs"] = ended.seats[0]["bombs"]
        return result

    def on_pad(self, before: ClimbingState, after: ClimbingState) -> Iterator[Data]:
        """Yield the result of the hand that was just played: everything on which its score depends, and its points alone."""
        result = self.result(after)
        points = self.score(after)
        yield result
        yield {"out": result["out"], **points} if order_matters(self.rules) else points
