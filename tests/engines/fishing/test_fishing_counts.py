"""Counts of a harvest pile: every pile there is has possible ones, and which are possible is what trying all piles finds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

import pytest

from referee.core.cards import members
from referee.engines.fishing.game import Game
from referee.engines.fishing.rules import counts
from referee.rules import rulesets

CARDS = 9
TABLES = [("cassino", ()), ("illimat", ()), ("illimat", ("second-edition", "false-baron"))]


def tried(masks: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The sizes of all piles of which so many cards are in each mask."""
    return [
        pile.bit_count()
        for pile in range(1 << CARDS)
        if all((pile & mask).bit_count() == count for mask, count in zip(masks, wanted, strict=True))
    ]


@pytest.mark.parametrize("seed", range(300))
def test_the_sizes_are_those_of_all_piles_there_are(seed: int) -> None:
    draw = Random(seed)
    masks = [draw.getrandbits(CARDS) & draw.getrandbits(CARDS) for _ in range(draw.randrange(1, 5))]
    wanted = [draw.randrange(mask.bit_count() + 1) for mask in masks]
    able = tried(masks, wanted)
    assert counts.sizes(masks, (1 << CARDS) - 1, wanted) == ((min(able), max(able)) if able else (CARDS + 1, -1))


@pytest.mark.parametrize(("game", "variants"), TABLES)
def test_the_counts_of_a_pile_are_possible(game: str, variants: Sequence[str]) -> None:
    compiled = cast(Game, rulesets.table(rulesets.load_ruleset(game, variants=variants), 3)).rules
    draw = Random(game)
    cards = list(members(compiled.pack))
    for _ in range(300):
        pile = sum(1 << card for card in draw.sample(cards, draw.randrange(len(cards) + 1)))
        assert not counts.impossible(compiled, compiled.scoring.counts(pile, {}))
