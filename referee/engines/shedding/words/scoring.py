"""What formulas may use of a round of shedding that has ended, and of the game."""

from __future__ import annotations

from typing import Any, NamedTuple

SCORE_NAMES = {
    "points": "points of the cards left in the player's hand",
    "left": "number of these cards",
    "out": "true for the player who got rid of all cards",
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


class SheddingSeat(NamedTuple):
    """How a round ended for one player."""

    points: Any
    left: int
    out: bool
    dealer: bool
    total: Any
