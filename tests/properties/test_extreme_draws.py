"""Games drawn with chance at its ends: the first of all possible cards, the last of them, or any. They are legal all the same.

A draw out of one too many, or one too few, shows at the ends; where all draws are equally likely, hardly ever.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from drawn_rules import games
from recorded import at_most

from referee.core.family import Draw
from referee.judging.fold import fold
from referee.play.simulate import details, simulate_game
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
KINDS = ("last", "ends", "first")


def drawing(kind: str, seed: str) -> Draw:
    """Chance that mostly draws the first, or the last, or one of both."""
    chance = random.Random(seed)

    def draw(choices: int) -> int:
        assert choices >= 1, "a draw out of nothing"
        first, last, any_one = 0, choices - 1, chance.randrange(choices)
        drawn = {"first": (first,) * 7, "last": (last,) * 7, "ends": (first, last)}[kind]
        return chance.choice((*drawn, any_one))  # always the first would be a tie without end where cards are drawn

    return draw


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", games())
def test_a_game_drawn_at_the_ends_of_chance_is_legal(name: str, kind: str) -> None:
    rules = rulesets.load_ruleset(name)
    number = min(rules.get("players")) if kind == "first" else max(rules.get("players"))
    players, game = PLAYERS[:number], rulesets.table(rules, number)
    scores: list[Any] = []
    with at_most(rules.family, 2):
        for detail in details(rules):
            drawn = simulate_game(rules, players, detail, drawing(kind, name))
            folded = fold(game, game.start(players, drawn.setup, None), drawn.items)
            assert not folded.faults, folded.faults[0]
            assert not folded.halted
            scores.append(drawn.score)
    assert scores == scores[:1] * len(scores)
