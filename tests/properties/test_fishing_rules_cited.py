"""Whatever is wrong in a log of a fishing game, the rule that it breaks is one of the game's, with a text to explain it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_shapes import SHAPES, mutated

from referee.core.events import Finding, Misread
from referee.engines.fishing.game import FishingGame
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben")
PLAYS = (
    "sow KS", "harvest 8S take 8D", "harvest 8S take 8D | 8D", "harvest 8S take 5H+3D", "harvest KS+8S take KD",
    "sow 8S @Winter", "harvest KS take KD turn Winter", "sow 8S for The Rake", "stockpile 2S make K of 2S+KD",
    "stockpile 2S make 10 of 2S+8D", "harvest 9S take S9(5H+4C)", "harvest 5H take 5H", "sow 5su", "harvest 8S take 8D, 5H",
)  # fmt: skip
OTHERS: list[dict[str, Any]] = [
    {"deal": {"fields": {"table": ["2S", "7D", "KC", "9H"]}, "hands": {"Ann": ["3S"]}, "luminaries": {"table": "The Rake"}}},
    {"deal": {"fields": {"tabel": ["2S", "7D", "KC", "9H"]}}},
    {"draw": ["7S"]}, {"reseed": ["7S"]}, {"reveal": "The Maiden"}, {"uncover": ["7S"]}, {"swap": {"8S": "8D"}},
    {"turn": "Winter"}, {"name": "Winter"}, {"give": {"Ben": "7S"}}, {"okus": "Ben"}, {"exchange": {"discard": 1, "draw": 1}},
    {"lay": {"Ann": ["7S"]}}, {"done": True},
    {"result": {"piles": {"Ann": {"cards": 53}}, "okus": {"Ann": 1}, "sweeps": {"Ann": 1}}},
    {"result": {"piles": {"Ann": ["2S"], "Ben": {"spaces": 2}}, "luminaries": {"Ann": ["The Rake"]}}},
    {"play": "sow 8S", "expect": {"fields": {"tabel": []}}},
    {"play": "sow 8S", "expect": {"luminaries": {"Ann": ["The Rake"]}}},
    {"play": "sow 8S", "expect": {"okus": {"Ann": 1}, "score": {"Ann": 1}, "totals": {"Ann": 1}, "turn": "Ann"}},
]  # fmt: skip
ITEMS = [*OTHERS, *({"play": text} for text in PLAYS)]
TABLE: dict[str, Any] = {
    "turn": "Ann", "fields": {"table": ["8D", "5H", "3D", "KD", "S9(4H+5D) Ben"]},
    "hands": {"Ann": ["8S", "2S", "KS"], "Ben": ["7S"]},
}  # fmt: skip
SUMMER: dict[str, Any] = {
    "turn": "Ann", "fields": {"Summer": ["5wi", "S10(6sp+4wi)"], "Winter": ["Kau"]}, "luminaries": {"Summer": "The Rake"},
    "hands": {"Ann": ["5sp", "7su"], "Ben": ["8su"]},
}  # fmt: skip
CASSINO = cast(FishingGame, rulesets.table(rulesets.load_ruleset("cassino"), 2))
SWEEPLESS = cast(
    FishingGame, rulesets.table(rulesets.load_ruleset("cassino", variants=("no-sweeps", "free-trailing")), 2)
)
WITH_BOX = cast(FishingGame, rulesets.table(rulesets.load_ruleset("illimat"), 2))
PLAIN = cast(FishingGame, rulesets.table(rulesets.load_ruleset("illimat", variants=("beginners",)), 2))
ILLIMAT = [*SHAPES["fishing"]["items"], *OTHERS]
TABLES = {
    "cassino": (CASSINO, TABLE, ITEMS),
    "no-sweeps": (SWEEPLESS, TABLE, ITEMS),
    "illimat": (WITH_BOX, SUMMER, ILLIMAT),
    "beginners": (
        PLAIN,
        {key: value for key, value in SUMMER.items() if key != "luminaries"},
        [*SHAPES["fishing"]["items"], *OTHERS],
    ),
}


def explained(game: FishingGame, faults: Iterable[Finding]) -> int:
    """How many faults there are; each cites a rule that `referee explain` knows."""
    rules, number = game.ruleset.get("rules"), 0
    for fault in faults:
        assert rules[fault.rule]["text"] and rules[fault.rule]["source"], fault
        number += 1
    return number


def judged(game: FishingGame, position: dict[str, Any] | None, item: dict[str, Any]) -> int:
    """How much is wrong with an item on this table, and with what it claims."""
    setup = {} if position else {"dealer": "Ben"}
    state = game.start(PLAYERS, setup, position and {"dealer": "Ben", **position})
    try:
        events = game.read(state, item)
        found = 0
        for event in events:
            faults = game.check(state, event)
            found += explained(game, faults)
            if any(fault.bars for fault in faults):
                return found
            game.apply(state, event)
        return found + explained(game, game.claims(state, item.get("expect", {})))
    except Misread as misread:
        return 0 if misread.shapeless else explained(game, misread.faults)


@pytest.mark.parametrize("name", TABLES)
def test_every_fault_cites_a_rule_of_the_game(name: str) -> None:
    game, position, items = TABLES[name]
    assert sum(judged(game, at, item) for at in (None, position) for item in items) > 20

    @given(st.booleans(), mutated(items))
    def holds(begun: bool, item: dict[str, Any]) -> None:
        judged(game, position if begun else None, item)

    holds()
