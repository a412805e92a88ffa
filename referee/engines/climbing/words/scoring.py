"""What formulas may use of a climbing hand that has ended, and of the game."""

from __future__ import annotations

SCORE_NAMES = {
    "place": "1 for the player who went out first; those who still have cards when the hand ends share a place",
    "left": "number of the player's cards left",
    "held": "value of the player's cards left",
    "taken": "value of the cards in the player's tricks; the last trick goes to whoever played last",
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
