"""The points of a hand, and when the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.parsing import Parser, define

SCORE_NAMES = {
    "place": "1 for the player who went out first; those who still have cards when the hand ends share a place",
    "left": "number of the player's cards left",
    "plays": "number of combinations that the player played",
    "bombs": "number of bombs that all players played",
    "doubling": "2 multiplied by itself as often as a bomb was played, 1 without any",
    "bid": "the bid of the landlord, 0 without one",
    "landlord": "true for the landlord",
    "won": "true for everybody on the side of the player who went out first",
    "total": "the player's score before this hand",
    "hand": "number of this hand, from 1",
    "hands": "number of hands in the game, 0 when open",
    "players": "number of players",
}
END_NAMES = {
    "total": "score after this hand",
    "target": "the target",
    "hand": "number of the hand just ended, from 1",
    "hands": "number of hands in the game, 0 when open",
    "players": "number of players",
}


class HandSeat(NamedTuple):
    """How a hand ended for one player."""

    place: int
    left: int
    plays: int
    bombs: int
    doubling: int
    bid: int
    landlord: bool
    won: bool
    total: Any


class ClimbingScoring:
    """The compiled scoring of a ruleset."""

    def __init__(self, data: Mapping[str, Any], players: int, parser: Parser) -> None:
        self.players = players
        self.hands: int = data["deal"].get("hands", 0)
        names = set(SCORE_NAMES)
        self.defined = parser.definitions(data["define"], names)
        self.parts = list(parser.parts(("scoring",), data["scoring"], names).values())
        formulas = (*self.parts, *(formula for _, formula in self.defined))
        self.needs = frozenset(name for formula in formulas for name in formula.names) & SCORE_NAMES.keys()
        """What must be known of a hand to score it."""
        end = data["end"]
        unknown = set() if "target" in end else {"target"}
        self.target = parser.at(("end", "target"), end["target"], {"players"}).run if "target" in end else None
        when = parser.at(("end", "when"), end["when"], END_NAMES.keys() - unknown) if "when" in end else None
        self.asks_target = when is not None and "target" in when.names
        self.end_when = when.run if when else None
        self.lowest_wins = end["winner"] == "lowest"

    def points(self, hand: int, seats: Sequence[HandSeat]) -> list[Any]:
        """Return the points of every player for one hand."""
        game = {"hand": hand, "hands": self.hands, "players": self.players}
        rows = [seat._asdict() | game for seat in seats]
        define(rows, self.defined)
        return [sum(part.run(row, rows) for part in self.parts) for row in rows]

    def over(self, totals: Sequence[Any], target: Any, hand: int) -> bool:
        """Return whether the game is over after this hand."""
        if self.hands and hand >= self.hands:
            return True
        game = {"target": target, "hand": hand, "hands": self.hands, "players": self.players}
        rows = [{**game, "total": total} for total in totals]
        return self.end_when is not None and bool(self.end_when(rows[0], rows))

    def leaders(self, totals: Sequence[Any]) -> list[int]:
        """Return who has the best total."""
        best = min(totals) if self.lowest_wins else max(totals)
        return [seat for seat, total in enumerate(totals) if total == best]
