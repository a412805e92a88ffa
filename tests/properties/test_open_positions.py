"""Positions of games that leave something open: read back, they accuse nobody of what the whole log did not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from slowness import tries
from test_each_course import PLAYERS, hands_played
from test_fishing_left_open import left_out, written

from referee.core.game import Game
from referee.core.unseen import courses
from referee.judging.replay import Folded, fold
from referee.rules import rulesets

Data = dict[str, Any]


def goes_on(game: Game, before: Folded, rest: list[Data]) -> Folded:
    """The rest of a log, judged from the position that its beginning leads to."""
    position = json.loads(json.dumps(before.game.position(before.state)))
    start = game.start(before.state.players, {}, position)
    assert game.position(start) == position
    return fold(game, start, rest)


@pytest.mark.parametrize("most", [1, 2, 16])
def test_a_position_of_a_fishing_game(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(courses, "MOST", most)
    open_ones = 0
    for seed in range(tries(240)):
        full = written(seed)
        rng = random.Random(f"position {seed}")
        items = [item for _, item in left_out(full.items, rng)]
        assert not full.judged(items).faults
        cuts = [cut for cut in range(1, len(items)) if full.judged(items[:cut]).state.courses is not None]
        for cut in rng.sample(cuts, min(3, len(cuts))):
            found = goes_on(full.game, full.judged(items[:cut]), items[cut:])
            assert not found.faults, (seed, cut, found.faults[0].message)
            assert found.shapeless is None
            open_ones += 1
    assert open_ones


@pytest.mark.parametrize("name", ["hearts", "big-two"])
def test_a_position_of_a_hand_whose_leader_is_not_known(name: str) -> None:
    game = rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))
    for seed in range(tries(60)):
        items = [item for hand in hands_played(game, seed, 1) for item in hand]
        cut = random.Random(f"{name} {seed}").randrange(1, len(items))
        before = fold(game, game.start(PLAYERS, {"dealer": "Dov"}, None), items[:cut])
        assert not before.faults
        found = goes_on(game, before, items[cut:])
        assert not found.faults, (seed, cut, found.faults[0].message)
