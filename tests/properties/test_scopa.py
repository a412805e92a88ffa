"""Scopa, Scopone and Escoba against a twin that shares nothing with the engine: legal plays, turns, and what a round scores.

The twin tries every set of cards on the table. Source: the usual rules of Scopa and of Escoba, as in rulesets/fishing.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, cast

import pytest

from referee.engines.fishing.game import FishingGame
from referee.play.simulate import draw_of, happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
WORTH = {rank: value for value, rank in enumerate(("A", "2", "3", "4", "5", "6", "7", "J", "N", "K"), 1)}
PRIME = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "N": 10, "K": 10}
TABLES: list[tuple[str, int, tuple[str, ...], int]] = [
    ("scopa", 2, (), 0),
    ("scopa", 3, (), 0),
    ("scopa", 6, (), 0),
    ("scopa", 4, ("partners",), 2),
    ("scopa", 6, ("partners",), 3),
    ("scopone", 4, (), 2),
    ("scopone", 4, ("scientific",), 2),
    ("escoba", 2, (), 0),
    ("escoba", 3, (), 0),
    ("escoba", 4, ("partners",), 2),
]
"""A game, its players, its variants, and how many seats apart partners sit (0 for none)."""


class Twin:
    """A round as somebody keeps it with cards in hand."""

    def __init__(self, players: int, apart: int, fifteen: bool) -> None:
        self.players, self.apart, self.fifteen = players, apart, fifteen
        self.table: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.sweeps = [0] * players
        self.last = -1

    def plays(self, seat: int) -> set[tuple[str, frozenset[str]]]:
        """Every card that may be played, with what it takes."""
        found = set()
        for card in self.hands[seat] if self.fifteen else ():
            found |= {(card, taken) for taken in (frozenset[str](), *self.making(15 - WORTH[card[0]]))}
        for card in self.hands[seat] if not self.fifteen else ():
            single = [frozenset((other,)) for other in self.table if WORTH[other[0]] == WORTH[card[0]]]
            sums = [taken for taken in self.making(WORTH[card[0]]) if len(taken) > 1]
            found |= {(card, taken) for taken in single or sums or [frozenset[str]()]}
        return found

    def making(self, number: int) -> list[frozenset[str]]:
        """The cards on the table that make a number together."""
        return [
            frozenset(some)
            for size in range(1, len(self.table) + 1)
            for some in combinations(self.table, size)
            if sum(WORTH[other[0]] for other in some) == number
        ]

    def deal_table(self, cards: list[str], dealer: int) -> None:
        """Lays the table; in Escoba the dealer takes what is fifteen, or twice."""
        self.table += cards
        whole = sum(WORTH[card[0]] for card in cards)
        if self.fifteen and cards and (whole == 15 or (whole == 30 and self.making(15))):
            self.won[dealer] += cards
            self.table, self.last = [], dealer
            self.sweeps[dealer] += whole // 15

    def play(self, seat: int, card: str, taken: frozenset[str]) -> None:
        """Plays a card; whoever takes all that lies there has a sweep, but not with the last card of the round."""
        self.hands[seat].remove(card)
        self.table = [other for other in self.table if other not in taken]
        if not taken:
            self.table.append(card)
            return
        self.won[seat] += [card, *taken]
        self.last = seat
        if not self.table and not self.done:
            self.sweeps[seat] += 1

    @property
    def done(self) -> bool:
        return sum(map(len, self.won)) + len(self.table) == 40

    def side(self, seat: int) -> int:
        """The number of a player's side."""
        return seat % self.apart if self.apart else seat

    def points(self) -> list[int]:
        """What each player scores, with what is left for whoever took last."""
        if self.last >= 0:
            self.won[self.last] += self.table
        sides = sorted({self.side(seat) for seat in range(self.players)})
        piles = [
            [card for seat in range(self.players) if self.side(seat) == side for card in self.won[seat]]
            for side in sides
        ]
        score = [sum(self.sweeps[seat] for seat in range(self.players) if self.side(seat) == side) for side in sides]
        for counts in (
            [len(pile) for pile in piles],
            [sum(card[1] == "D" for card in pile) for pile in piles],
            [sum(card[0] == "7" for card in pile) for pile in piles] if self.fifteen else list(map(prime, piles)),
        ):
            best = [side for side in sides if counts[side] == max(counts)]
            if len(best) == 1:
                score[best[0]] += 1
        for side in sides:
            score[side] += "7D" in piles[side]
        return [score[self.side(seat)] for seat in range(self.players)]


def prime(pile: list[str]) -> int:
    """The primiera of a pile."""
    best = [max((PRIME[card[0]] for card in pile if card[1] == suit), default=0) for suit in "DCSB"]
    return sum(best) if all(best) else 0


def parted(text: str) -> tuple[str, frozenset[str]]:
    """A play in notation as the card and what it takes."""
    words = text.split()
    return words[1], frozenset(words[3].split("+") if words[0] == "harvest" else ())


@pytest.mark.parametrize(("name", "players", "variants", "apart"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_a_round_is_what_the_twin_makes_of_it(
    name: str, players: int, variants: tuple[str, ...], apart: int, seed: int
) -> None:
    game = cast(FishingGame, rulesets.table(rulesets.load_ruleset(name, variants=variants), players))
    seats, draw = PLAYERS[:players], draw_of(seed, players)
    state: Any = game.start(seats, {"dealer": seats[seed % players]}, None)
    twin, turn = Twin(players, apart, name == "escoba"), seed % players
    while not state.history:
        item: Any = game.draw_next(state, draw)
        if "deal" in item:
            twin.deal_table(item["deal"].get("fields", {}).get("table", []), seed % players)
            twin.hands = [list(item["deal"]["hands"][who]) for who in seats]
            turn = (seed - 1) % players
        else:
            assert state.turn == turn
            legal = {parted(option.item["play"]) for option in game.options(state).legal}
            assert legal == twin.plays(turn)
            card, taken = parted(item["play"])
            twin.play(turn, card, taken)
            turn = (turn - 1) % players
        happen(game, state, item)
    assert twin.done
    assert list(state.history[0].points) == twin.points()
