"""The points of a round from the hands in which it ended, and when the game is over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.formula import Parser
from referee.core.named_tuple import NamedTuple
from referee.core.pads import RoundScoring, score_names
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement

SCORE_NAMES = score_names(
    {
        "melds": "points of the player's melds",
        "idle": "points of the player's idle cards",
        "left": "number of the player's idle cards",
        "cards": "number of the player's cards, without those laid off",
        "declared": "true for the player who ended the round",
        "action": "points of the Action cards that ended with the player",
        "penalty": "points for the player's false declarations",
        "laid": "points of the cards that the player laid on the table during play",
        "long": "number of long melds on the table",
        "pure": "number of long melds without a wild card",
        "put": "number of cards put down",
        "at_once": "true for a player who laid nothing before the last turn",
        "dealer": "true for the dealer",
    }
)
BONUS_NAMES = {
    "total": "the player's score, without any bonus",
    "won": "number of rounds that the player won, alone",
    "target": "the target",
    "round": "number of the last round, from 1",
    "rounds": "number of rounds in the game, 0 when open",
    "players": "number of players",
}


def _comparisons(texts: Sequence[str], name: str) -> list[tuple[str, int]] | None:
    """Return the numbers that a name is compared with wherever it appears; None where it is used in any other way."""
    found = [
        (sign, int(number))
        for text in texts
        for sign, number in re.findall(rf"\b{name} *([=!<>]=|[<>]) *(\d+)\b(?! *[-+*/%.])", text)
    ]
    stands = sum(len(re.findall(rf"\b{name}\b(?! *['\"]:)", text)) for text in texts)
    before = any(re.search(rf"[-+*/%] *{name}\b", text) for text in texts)
    return found if len(found) == stands and not before else None


class RoundSeat(NamedTuple):
    """How a round ended for one player."""

    melds: Any
    idle: Any
    left: int
    cards: int
    declared: bool
    action: Any
    penalty: Any
    dealer: bool
    total: Any
    laid: Any = 0
    long: int = 0
    pure: int = 0
    put: int = 0
    at_once: bool = False


SHARED = ("melds", "idle", "left", "cards", "action", "penalty", "laid", "long", "pure", "put")
"""What partners add up."""


def together(seats: Sequence[RoundSeat], sides: Sequence[Sequence[int]]) -> list[RoundSeat]:
    """Return how a round ended for each player, with what the partners of a side have together."""
    if all(len(side) == 1 for side in sides):
        return list(seats)
    shared = list(seats)
    for side in sides:
        sums = {name: sum(getattr(seats[seat], name) for seat in side) for name in SHARED}
        ended = {name: any(getattr(seats[seat], name) for seat in side) for name in ("declared", "at_once")}
        for seat in side:
            shared[seat] = seats[seat]._replace(**sums, **ended)
    return shared


def seat_of(arrangement: Arrangement | None, **rest: Any) -> RoundSeat:
    """Return how a round ended for a player who arranged a hand like this; None where nobody saw one."""
    if arrangement is None:
        return RoundSeat(0, 0, 0, 0, **rest)
    idle = arrangement.idle_points
    return RoundSeat(arrangement.score - idle, idle, packs.size(arrangement.idle), arrangement.cards, **rest)


class MeldScoring(RoundScoring):
    """The compiled scoring of a ruleset."""

    def __init__(self, data: Mapping[str, Any], players: int, parser: Parser) -> None:
        super().__init__(data, players, parser, SCORE_NAMES)
        texts = [str(text) for text in (data["define"], data["scoring"])]
        self.used = frozenset(name for name in SCORE_NAMES for text in texts if name in re.findall(r"\w+", text))
        """The names of a hand that the score of a round asks for."""
        self.compared = {name: found for name in ("left", "cards") if (found := _comparisons(texts, name)) is not None}
        """Of these the numbers that are only compared, with what: 'left == 0'."""
        unknown = set() if "target" in data["end"] else {"target"}
        self.bonuses = list(parser.parts(("bonuses",), data["bonuses"], BONUS_NAMES.keys() - unknown).values())

    def won(self, points: Sequence[Any]) -> int:
        """Return who won a round that was scored like this: whoever did best, alone; -1 when nobody did."""
        best = self.best(points)
        return points.index(best) if points.count(best) == 1 else -1

    def bonus(self, totals: Sequence[Any], won: Sequence[int], target: Any, round_: int) -> list[Any]:
        """Return what is added to the totals at the end of the game."""
        game = {"target": target, "round": round_, "rounds": self.rounds, "players": self.players}
        rows = [{**game, "total": total, "won": rounds} for total, rounds in zip(totals, won, strict=True)]
        return [sum(part.run(row, rows) for part in self.bonuses) for row in rows]

    def worst(self, points: Sequence[Any]) -> Any:
        """Return the points of whoever did worst."""
        return max(points) if self.lowest_wins else min(points)

    def places(self, totals: Sequence[Any]) -> list[list[int]]:
        """Return the seats in the order of their totals, the best first; equal totals share a place."""
        best_first = sorted(set(totals), reverse=not self.lowest_wins)
        return [[seat for seat, total in enumerate(totals) if total == best] for best in best_first]
