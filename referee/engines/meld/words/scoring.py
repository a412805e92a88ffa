"""The points of a round from the hands in which it ended, and when the game is over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.data import Data
from referee.core.formula import Parser, Value
from referee.core.pads import RoundScoring
from referee.core.ruleset import Ruleset
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement


def _comparisons(texts: Sequence[str], name: str) -> list[tuple[str, int]] | None:
    """The signs and numbers that a name is compared with in these formulas; None if it is used in any other way, so
    that its exact value matters."""
    text = "\n".join(texts)
    compared = re.findall(rf"\b{name} *([=!<>]=|[<>]) *(\d+)\b(?! *[-+*/%.])", text)
    if len(compared) < len(re.findall(rf"\b{name}\b(?! *['\"]:)", text)) or re.search(rf"[-+*/%] *{name}\b", text):
        return None
    return [(sign, int(number)) for sign, number in compared]


class RoundSeat(NamedTuple):
    """The end of a round for one player."""

    melds: Value
    idle: Value
    left: int
    cards: int
    declared: bool = False
    action: Value = 0
    penalty: Value = 0
    dealer: bool = False
    total: Value = 0
    laid: Value = 0
    long: int = 0
    pure: int = 0
    put: int = 0
    at_once: bool = False


SHARED = ("melds", "idle", "left", "cards", "action", "penalty", "laid", "long", "pure", "put")
"""Numbers that partners add up."""


def together(seats: Sequence[RoundSeat], sides: Sequence[Sequence[int]]) -> list[RoundSeat]:
    """The end of a round for each player, with the numbers of partners added up. `sides` are the seats of each side."""
    shared = list(seats)
    if len(sides) < len(seats):
        for side in sides:
            ended = {}
            for name in SHARED:
                ended[name] = sum(getattr(seats[seat], name) for seat in side)
            for name in ("declared", "at_once"):
                ended[name] = any(getattr(seats[seat], name) for seat in side)
            for seat in side:
                shared[seat] = seats[seat]._replace(**ended)
    return shared


class HandPoints(NamedTuple):
    """The points of a hand at the end of a round."""

    melds: Value
    idle: Value
    left: int
    cards: int


def hand_points(arrangement: Arrangement | None) -> HandPoints:
    """Return what an arranged hand comes to; None is one that nobody saw."""
    if arrangement is None:
        return HandPoints(0, 0, 0, 0)
    idle = arrangement.idle_points
    return HandPoints(arrangement.score - idle, idle, packs.size(arrangement.idle), arrangement.cards)


class MeldScoring(RoundScoring):
    """The compiled scoring of a ruleset."""

    def __init__(self, ruleset: Ruleset, players: int, parser: Parser) -> None:
        """Read the scoring of a ruleset for a number of players. Faulty formulas are noted in the parser."""
        super().__init__(ruleset, players, parser)
        data = ruleset.full
        known = ruleset.words.formulas
        texts = [str(text) for text in (data["define"], data["scoring"])]
        self.compared: dict[str, list[tuple[str, int]]] = {}
        """Those of these numbers that are only compared, with what: 'left == 0'."""
        for name in ("left", "cards"):
            compared = _comparisons(texts, name)
            if compared is not None:
                self.compared[name] = compared
        names = set(known["bonus"])
        if "target" not in data["end"]:
            names.discard("target")
        self.bonuses = list(parser.parts(("bonuses",), data["bonuses"], names).values())

    def winner(self, points: Sequence[Value]) -> int:
        """Return who won a round that was scored like this: whoever did best, alone; -1 when nobody did."""
        best = self.leaders(points)
        if len(best) == 1:
            return best[0]
        return -1

    def bonus(self, totals: Sequence[Value], won: Sequence[int], target: Value | None, round_: int) -> list[Value]:
        """The points added to each total at the end of the game; `won` has the rounds that each player won."""
        game: Data = {"target": target, "hand": round_, "hands": self.rounds, "players": self.players}
        rows = [{**game, "total": total, "won": rounds} for total, rounds in zip(totals, won, strict=True)]
        added: list[Value] = []
        for row in rows:
            added.append(sum(part.run(row, rows) for part in self.bonuses))
        return added
