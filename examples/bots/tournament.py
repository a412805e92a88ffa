"""Bots at a table of Illuminate: one that says Grace against three that play at random.

    python examples/bots/tournament.py 100

A bot is a function of a table and the player that it plays for; it sees the table as that player sees it, and returns a move.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable

import referee

Bot = Callable[[referee.Table, str], str]
ROLES = ("doctor", "neighbor", "preacher", "teacher")


def at_random(table: referee.Table, player: str) -> str:
    """Return any legal move."""
    return random.choice(table.legal())


def graceful(table: referee.Table, player: str) -> str:
    """Bid a trick for each card that can be Grace, say Grace until the bid is made, and throw cards away after that."""
    view, legal = table.view(player), table.legal()
    seat = next(seat for seat in view.seats if seat.player == player)
    if view.phase == "bid":
        deck = table.ruleset.deck
        graces = sum(seat["role"] in deck.cards[deck.by_id[card]].symbols for card in seat.hand or ())
        return min(legal, key=lambda bid: abs(int(bid) - graces) if bid.isdecimal() else 99)
    said = [card for card in legal if card.endswith("!")]
    plain = [card for card in legal if not card.endswith("!")]
    return said[0] if said and seat["won"] < seat["bid"] else plain[-1]


def game(bots: dict[str, Bot], seed: int) -> tuple[str, ...]:
    """Return who wins a game; whatever no bot decides, such as the deals, is drawn."""
    players, chance = list(bots), random.Random(seed)
    random.seed(seed)
    table = referee.Table(
        "illuminate", players, setup={"dealer": players[-1], "roles": dict(zip(players, ROLES, strict=False))}
    )
    while not table.over:
        player = table.player
        if player is None:
            table.draw(chance.randrange)
        else:
            table.play(bots[player](table, player))
    return table.score().winners


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seats: dict[str, Bot] = {"Grace": graceful, "Ann": at_random, "Ben": at_random, "Cyd": at_random}
    won = Counter(winner for seed in range(number) for winner in game(seats, seed))
    for name in seats:
        print(f"{name} won {won[name]} of {number} games")
