"""Positions of games that leave something open: read back, they accuse nobody of what the whole log did not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from slowness import slow_where, tries
from test_conspiracy_arrows import ARROWS, unnamed
from test_conspiracy_money import a_game, without
from test_each_course import PLAYERS, hands_played
from test_fishing_left_open import left_out, written

from referee.core.game import Game
from referee.core.unseen import courses
from referee.judging.fold import Folded, fold
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


def shortened(number: int) -> tuple[Game, tuple[str, ...], Data, list[Data]]:
    """A game of Illuminati of which arrows, money and names of Specials are left out: the table, the players, the set-up and
    the items."""
    rules, log = a_game(number)
    rng = random.Random(f"position {number}")
    shorter = unnamed(without(log, ARROWS, rng), rules, rng)
    players = tuple(log["players"])
    return rulesets.table(rules, len(players)), players, log["setup"], shorter["events"]


@pytest.mark.parametrize("number", slow_where(lambda number: number >= 12, range(120)))
def test_a_position_of_a_game_without_arrows_money_and_names(number: int) -> None:
    game, players, setup, items = shortened(number)
    rng = random.Random(number)
    for cut in rng.sample(range(1, len(items)), 3):
        before = fold(game, game.start(players, setup, None), items[:cut])
        assert not before.faults
        found = goes_on(before.game, before, items[cut:])
        assert not found.faults, (number, cut, found.faults[0].message)
        assert found.shapeless is None


@pytest.mark.parametrize("number", slow_where(lambda number: number >= 12, range(120)))
def test_what_is_false_of_the_money_by_the_whole_log_is_false_from_a_position(number: int) -> None:
    """What every card has at most and at least, and all cards of a player, is the same from the position."""
    game, players, setup, items = shortened(number)
    cut = random.Random(f"false {number}").randrange(1, len(items))
    state = game.settle(fold(game, game.start(players, setup, None), items[:cut]).state)
    again = game.start(players, {}, json.loads(json.dumps(game.position(state))))
    assert game.view(again) == game.view(state)
