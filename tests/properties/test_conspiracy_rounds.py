"""Staggered rounds while players leave: nobody begins twice, everybody plays once a round, goals are looked at when it ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from slowness import tries

from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.record import ConspiracyRecord
from referee.engines.conspiracy.rules import goals
from referee.engines.conspiracy.state import OVER, ConspiracyState
from referee.play import simulate
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
HOUSE = "extends: illuminati\nwhy: goals that random play meets\ngoals: {basic: {3: 6, 4: 6, 5: 6, 6: 6}}\n"


def turns(
    game: ConspiracyGame, number: int, players: tuple[str, ...]
) -> Iterator[tuple[ConspiracyState, ConspiracyState]]:
    """A random game in which players leave: the table before each change of turn, and after it."""
    draw, chance = simulate.draw_of(13, number), random.Random(number)
    state = cast(ConspiracyState, game.start(players, ConspiracyRecord.setup(game.ruleset, players, draw), None))
    while state.phase != OVER and state.number < 60:
        item: Any = game.draw_next(state, draw)
        staying = [player for seat, player in enumerate(players) if state.alive[seat]]
        if chance.random() < 0.02 and len(staying) > 2 and state.attack is None:
            item = {"leave": True, "by": chance.choice(staying)}
        if item is None:
            return  # the last roll leaves one player
        before = state.copy()
        events = game.read(state, item)
        assert game.take(state, events) == len(events), item
        if (state.number, state.phase == OVER) != (before.number, False):
            yield before, state


@pytest.mark.parametrize("count", range(3, 7))
def test_staggered_rounds_while_players_leave(count: int, tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    rules = rulesets.load_ruleset("illuminati", variants=["staggered-sequence"], houses=[str(house)])
    game = cast(ConspiracyGame, rulesets.table(rules, count))
    won = gone = 0
    for number in range(tries(60)):
        first, seat = -1, -1
        for before, after in turns(game, number, PLAYERS[:count]):
            seat = before.turn
            first = seat if first < 0 else first
            alive = [after.alive[other % count] for other in range(count)]
            later = [(first - step) % count for step in range(count)]
            later = [other for other in later[later.index(seat) + 1 :] if alive[other]]
            met = [other for other in range(count) if alive[other] and goals.meets(game.rules, after, other)]
            if after.phase == OVER:
                assert sum(alive) == 1 or (not later and after.winners == met), (number, after.number)
                won += bool(met)
                break
            assert later or not met, (number, after.number)
            if not later:
                gone += not alive[(first - 1) % count]
                first = next(other % count for other in range(first + count - 1, first, -1) if alive[other % count])
            assert after.turn == (later[0] if later else first), (number, after.number)
    assert min(won, gone) > tries(60) // 4, (won, gone)
