"""Which part of an item is at fault, what of the rules it cites, and whether the item can take effect all the same."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.engines.fishing.game import FishingGame
from referee.play.simulate import happen
from referee.rules import rulesets

Data = dict[str, Any]
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SUITS = {suit: [f"{rank}{suit}" for rank in "A234567JNK"] for suit in "BSCD"}
PILE, REST = [*SUITS["B"], *SUITS["S"]], [*SUITS["C"], *SUITS["D"]]
COUNTS = {"cards": 20, "coins": 5, "primiera": 70}
LEFT: Data = {"cards": 20, "coins": 4, "primiera": 70}
FIELDS = {"fields": {"Summer": ["5au"], "Winter": ["9sp", "8sp", "7sp"]}, "stock": 12, "okus": {"box": 2}}
TABLE: Data = {
    "turn": "Ann",
    **FIELDS,
    "hands": {"Ann": ["5su", "Ksp", "Qsp", "2au"], "Ben": ["2su", "3su", "4su", "6su"]},
}
CLEARED: list[Data] = [{"play": "harvest 5su take 5au"}, {"draw": ["6sp"]}]


def pads(ann: Any, ben: Any, **more: Any) -> Data:
    return {"result": {"piles": {"Ann": ann, "Ben": ben}, **more}}


FAULTS: list[tuple[str, list[Data], Data, tuple[Any, ...], tuple[str, ...], bool]] = [
    ("scopa", [], pads(PILE, REST[1:]), ("result", "piles"), ("end", "leftovers"), True),
    ("scopa", [], pads(COUNTS, LEFT), ("result", "piles"), ("end", "leftovers"), True),
    ("scopa", [], pads({**COUNTS, "coins": 6}, COUNTS), ("result", "piles"), ("scoring",), True),
    ("scopa", [], pads({**COUNTS, "cards": 3}, COUNTS), ("result", "piles", "Ann"), ("scoring",), True),
    ("scopa", [], pads(PILE, [*REST, PILE[0]]), ("result", "piles", "Ben"), (), True),
    ("scopa", [], pads(COUNTS, COUNTS, okus={"Ann": 1}), ("result", "okus"), (), True),
    ("scopa", [], pads(COUNTS, COUNTS, last_capture="Ann"), ("result", "last_capture"), ("scoring", "last_capture"),
     True),
    ("scopa", [], pads(COUNTS, COUNTS, luminaries={}, convergences=1), ("result", "convergences"), (), True),
    ("scopone", [], {"result": {"piles": dict.fromkeys(PLAYERS, COUNTS)}}, ("result", "piles", "Cyd"), ("partners",),
     True),
    ("scopone", [], {"result": {"piles": dict.fromkeys(PLAYERS, COUNTS)}}, ("result", "piles", "Dov"), ("partners",),
     True),
    ("illimat", CLEARED, {"reseed": ["2wi", "3sp", "5st"]}, ("reseed", 2), ("leave_out",), True),
    ("illimat", CLEARED, {"reseed": ["2wi", "3sp", "5su"]}, ("reseed", 2), (), True),
    ("illimat", CLEARED[:1], {"draw": ["5st"]}, ("draw", 0), ("leave_out",), True),
    ("illimat", CLEARED[:1], {"draw": ["9sp"]}, ("draw", 0), (), True),
    ("illimat", CLEARED[:1], {"draw": ["6sp", "7wi"]}, ("draw",), ("draw_up",), False),
]  # fmt: skip
"""A game, what came before, an item, and of one of its faults the place, the word that it cites, and whether it bars."""


@pytest.mark.parametrize(("name", "before", "item", "at", "word", "bars"), FAULTS, ids=range(len(FAULTS)))
def test_where_a_fault_is(name: str, before: list[Data], item: Data, at: Any, word: Any, bars: bool) -> None:
    players = PLAYERS[: 4 if name == "scopone" else 2]
    game = cast(FishingGame, rulesets.table(rulesets.load_ruleset(name), len(players)))
    state = game.start(players, {"dealer": "Ben"}, TABLE) if before else game.start(players, {"dealer": "Ben"}, None)
    for one in before:
        happen(game, state, one)
    (event,) = game.read(state, item)
    found = [(fault.at, fault.word, fault.bars) for fault in game.check(state, event)]
    assert (at, word, bars) in found
