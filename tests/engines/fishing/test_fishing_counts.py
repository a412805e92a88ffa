"""Counts of a harvest pile: every pile there is has possible ones, and which are possible is what trying all piles finds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import cast

import pytest

from referee.core.cards import members
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.rules import counts
from referee.engines.fishing.rules.counts import clash
from referee.engines.fishing.words.scoring import Best, ScoreLine
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
    compiled = cast(FishingGame, rulesets.table(rulesets.load_ruleset(game, variants=variants), 3)).rules
    draw = Random(game)
    cards = list(members(compiled.pack))
    for _ in range(300):
        pile = sum(1 << card for card in draw.sample(cards, draw.randrange(len(cards) + 1)))
        assert not counts.impossible(compiled, compiled.scoring.counts(pile, {}))


@pytest.mark.parametrize("every_suit", [True, False])
@pytest.mark.parametrize("worth", [(7, 4, 1, 7, 4, 1), (5, 2, 2, 3, 1, 1), (6, 0, 0, 4, 3, 2)])
def test_sums_of_best_cards_that_several_piles_cannot_have_are_those_of_no_deal(
    worth: tuple[int, ...], every_suit: bool
) -> None:
    best = Best((0b111, 0b111000), worth, every_suit)
    line = ScoreLine("bests", 0b111111, frozenset(), 1, most=True, best=best)
    possible: set[tuple[int, ...]] = set()
    for owners in product(range(4), repeat=len(worth)):  # three piles, and what is in none of them
        piles = [sum(1 << card for card, owner in enumerate(owners) if owner == pile) for pile in range(3)]
        possible.add(tuple(map(best.of, piles)))
    rules = rulesets.table(rulesets.load_ruleset("scopa"), 2).rules
    most = 1 + sum(max(worth[at : at + 3]) for at in (0, 3))
    for sums in product(range(most + 1), repeat=3):
        if sum(map(bool, sums)) > 1:
            assert sums not in possible or not clash(rules, line, sums), sums
    assert clash(rules, line, (most - 1, most - 1, 0))
