"""The points of a round from the hands in which it ended, and when the game is over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.parsing import Parser, define
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement

SCORE_NAMES = {
    "melds": "points of the player's melds",
    "idle": "points of the player's idle cards",
    "left": "number of the player's idle cards",
    "cards": "number of the player's cards, without those laid off",
    "declared": "true for the player who ended the round",
    "action": "points of the Action cards that ended with the player",
    "penalty": "points for the player's false declarations",
    "dealer": "true for the dealer",
    "total": "the player's score before this round",
    "round": "number of this round, from 1",
    "rounds": "number of rounds in the game, 0 when open",
    "players": "number of players",
}
END_NAMES = {
    "total": "score after this round",
    "target": "the target",
    "round": "number of the round just ended, from 1",
    "rounds": "number of rounds in the game, 0 when open",
    "players": "number of players",
}


BONUS_NAMES = {
    "total": "the player's score, without any bonus",
    "won": "number of rounds that the player won, alone",
    "target": "the target",
    "round": "number of the last round, from 1",
    "rounds": "number of rounds in the game, 0 when open",
    "players": "number of players",
}


def counts_target(data: Mapping[str, Any]) -> bool:
    """Return whether the end of the game, or a bonus at its end, asks for the target."""
    return _mention(data["bonuses"], "target") or _mention(data["end"].get("when"), "target")


def counted(data: Mapping[str, Any], name: str) -> bool:
    """Return whether the score of a round asks for a name."""
    return _mention(data["define"], name) or _mention(data["scoring"], name)


def _mention(texts: Any, name: str) -> bool:
    if isinstance(texts, Mapping):
        return any(_mention(text, name) for text in texts.values())
    return name in re.findall(r"\w+", str(texts))


def _compared(texts: Sequence[str], name: str) -> list[tuple[str, int]] | None:
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


def seat_of(arrangement: Arrangement | None, **rest: Any) -> RoundSeat:
    """Return how a round ended for a player who arranged a hand like this; None where nobody saw one."""
    if arrangement is None:
        return RoundSeat(0, 0, 0, 0, **rest)
    idle = arrangement.idle_points
    return RoundSeat(arrangement.score - idle, idle, packs.size(arrangement.idle), arrangement.cards, **rest)


class MeldScoring:
    """The compiled scoring of a ruleset."""

    def __init__(self, data: Mapping[str, Any], players: int, parser: Parser) -> None:
        self.players = players
        self.rounds: int = data["deal"].get("rounds", 0)
        names = set(SCORE_NAMES)
        self.defined = parser.definitions(data["define"], names)
        self.parts = list(parser.parts(("scoring",), data["scoring"], names).values())
        self.each_alone = not any(formula.over for formula in (*self.parts, *(formula for _, formula in self.defined)))
        """Whether the points of a player depend on no other hand."""
        texts = [str(text) for text in (data["define"], data["scoring"])]
        self.used = frozenset(name for name in SCORE_NAMES for text in texts if name in re.findall(r"\w+", text))
        """The names of a hand that the score of a round asks for."""
        self.compared = {name: found for name in ("left", "cards") if (found := _compared(texts, name)) is not None}
        """Of these the numbers that are only compared, with what: 'left == 0'."""
        end = data["end"]
        self.target = None
        unknown = set() if "target" in end else {"target"}
        if "target" in end and counts_target(data):
            self.target = parser.at(("end", "target"), end["target"], {"players"}).run
        self.bonuses = list(parser.parts(("bonuses",), data["bonuses"], BONUS_NAMES.keys() - unknown).values())
        when = parser.at(("end", "when"), end["when"], END_NAMES.keys() - unknown) if "when" in end else None
        self.end_when = when.run if when else None
        self.lowest_wins = end["winner"] == "lowest"

    def points(self, round_: int, seats: Sequence[RoundSeat]) -> list[Any]:
        """Return the points of every player for one round."""
        game = {"round": round_, "rounds": self.rounds, "players": self.players}
        rows = [seat._asdict() | game for seat in seats]
        define(rows, self.defined)
        return [sum(part.run(row, rows) for part in self.parts) for row in rows]

    def won(self, points: Sequence[Any]) -> int:
        """Return who won a round that was scored like this: whoever did best, alone; -1 when nobody did."""
        best = self.best(points)
        return points.index(best) if points.count(best) == 1 else -1

    def bonus(self, totals: Sequence[Any], won: Sequence[int], target: Any, round_: int) -> list[Any]:
        """Return what is added to the totals at the end of the game."""
        game = {"target": target, "round": round_, "rounds": self.rounds, "players": self.players}
        rows = [{**game, "total": total, "won": rounds} for total, rounds in zip(totals, won, strict=True)]
        return [sum(part.run(row, rows) for part in self.bonuses) for row in rows]

    def over(self, totals: Sequence[Any], target: Any, round_: int) -> bool:
        """Return whether the game is over after this round."""
        if self.rounds and round_ >= self.rounds:
            return True
        game = {"target": target, "round": round_, "rounds": self.rounds, "players": self.players}
        rows = [{**game, "total": total} for total in totals]
        return self.end_when is not None and bool(self.end_when(rows[0], rows))

    def best(self, points: Sequence[Any]) -> Any:
        """Return the points of whoever did best."""
        return min(points) if self.lowest_wins else max(points)

    def worst(self, points: Sequence[Any]) -> Any:
        """Return the points of whoever did worst."""
        return max(points) if self.lowest_wins else min(points)

    def places(self, totals: Sequence[Any]) -> list[list[int]]:
        """Return the seats in the order of their totals, the best first; equal totals share a place."""
        best_first = sorted(set(totals), reverse=not self.lowest_wins)
        return [[seat for seat, total in enumerate(totals) if total == best] for best in best_first]
