"""What a table waits for, in words, step by step."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.rules.steps import describe
from referee.engines.fishing.state import PendingStep
from referee.rules import rulesets

ILLIMAT = cast(FishingGame, rulesets.table(rulesets.load_ruleset("illimat"), 2))
TABLE: dict[str, Any] = {
    "turn": "Ann", "dealer": "Ben", "fields": {"Summer": ["5wi"]}, "hands": {"Ann": ["5sp", "7su"], "Ben": ["8su"]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (PendingStep("draw", 0), "Ann must draw 2 cards"),
        (PendingStep("end", 0), "Ann may do more or end the turn"),
        (PendingStep("clear", 1, 0), "Ben must choose which field is cleared first"),
        (PendingStep("reseed", 0, 0, 3), "the Summer field must be reseeded with 3 cards"),
        (PendingStep("reseed", 1, 1, 1, argument="okus"), "the Spring field must be reseeded with 1 card"),
        (PendingStep("reseed", 1, 0, argument="hand"), "the Summer field must be reseeded with the hand of Ben"),
        (PendingStep("reveal", 0, 2), "the Luminary of the Winter field must be turned up"),
        (PendingStep("uncover", 0, 0, 1), "1 hidden card must be turned up"),
        (PendingStep("uncover", 0, 0, 2, free=True), "2 hidden cards may be turned up"),
        (PendingStep("lay", 0, 3, 2), "everybody must lay 2 cards into the Autumn field"),
        (PendingStep("turn", 0, 0), "Ann must turn the box"),
        (PendingStep("turn", 1, 0, free=True), "Ben may turn the box"),
        (PendingStep("name", 0, 0), "Ann must name a season"),
        (PendingStep("name", 0, 0, free=True), "Ann may name a season"),
        (PendingStep("okus", 1, 0, 1, free=True), "Ben may take an okus from another player"),
        (PendingStep("exchange", 1, 0), "Ben must give up cards and draw others"),
        (PendingStep("exchange", 0, 0, free=True), "Ann may give up cards and draw others"),
        (PendingStep("swap", 0, 0, 1, free=True), "Ann may swap 1 card"),
        (PendingStep("swap", 0, 0, 3), "Ann must swap 3 cards"),
    ],
)
def test_what_a_step_waits_for(step: PendingStep, told: str) -> None:
    state = ILLIMAT.start(("Ann", "Ben"), {}, TABLE)
    assert describe(ILLIMAT.rules, state, step) == told
