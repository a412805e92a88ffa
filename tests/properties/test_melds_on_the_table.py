"""What may be laid on the table is exactly what a twin finds that tries every choice of cards."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import meld_twin as twin
import pytest
from slowness import tries

from referee.rules import rulesets

RANKS = "23456789TJQKA"
SET, RUN = ("set", 3, 99, "different", RANKS), ("run", 3, 99, "same", RANKS)
GAMES = {
    "rummy": twin.Rules(
        melds=(SET, RUN), order="A23456789TJQK", around=False, wild=frozenset(), most_wild=0, suits=4,
        flat=(None, None), values=(),
    ),
    "rummy-500": twin.Rules(
        melds=(SET, RUN), order="A23456789TJQKA", around=False, wild=frozenset([("", "W")]), most_wild=2, suits=4,
        flat=(None, None), values=(),
    ),
}  # fmt: skip
"""The games as the twin plays them: an ace is low, or low and high; jokers are wild."""


def card_of(name: str) -> twin.Card:
    """'10H' as suit and rank; a joker has no suit."""
    return ("", "W") if name == "W" else (name[-1], name[:-1].replace("10", "T"))


def is_meld(names: tuple[str, ...], rules: twin.Rules) -> bool:
    return any(twin.is_meld(tuple(map(card_of, names)), kind, rules) for kind in rules.melds)


def dealt(game: Any, chance: random.Random, rules: twin.Rules) -> tuple[list[str], list[list[str]]]:
    """A hand of eight cards in which melds are likely, and two melds on the table."""
    names = [
        name for name, card in zip(game.rules.deck.ids, game.rules.deck.cards, strict=True) for _ in range(card.copies)
    ]
    chance.shuffle(names)
    near = [name for name in names if name == "W" or name[0] in "34A" or name[-1] == "H"]
    table, there = list[list[str]](), set[str]()
    for chosen in combinations(near[8:], 3):
        if len(table) < 2 and not there & {*chosen} and is_meld(chosen, rules):
            table.append([*chosen])
            there |= {*chosen}
    return near[:8], table


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_laid_is_what_a_twin_finds(name: str) -> None:
    game, rules, laid = rulesets.table(rulesets.load_ruleset(name), 2), GAMES[name], 0
    for seed in range(tries(150)):
        hand, table = dealt(game, random.Random(seed), rules)
        position = {
            "phase": "discard", "dealer": "Ben", "turn": "Ann", "turns": 3, "hands": {"Ann": hand}, "unseen": {"Ben": 7},
            "table": [" ".join(meld) for meld in table], "owners": ["Ben"] * len(table), "pile": [],
        }  # fmt: skip
        state = game.start(("Ann", "Ben"), {}, position)
        items = [option.item for option in game.options(state).legal if option.item]
        lays = sorted(sorted(item["lay"][0].split()) for item in items if "lay" in item)
        every = {tuple(sorted(chosen)) for size in range(3, 9) for chosen in combinations(hand, size)}
        assert lays == sorted(sorted(chosen) for chosen in every if is_meld(chosen, rules)), (seed, hand)
        off = {item["lay_off"] for item in items if "lay_off" in item}
        assert off == {card for card in hand if any(is_meld((*meld, card), rules) for meld in table)}, (
            seed,
            hand,
            table,
        )
        laid += len(lays)
    assert laid > tries(150) // 2
