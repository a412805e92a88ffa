"""What a score pad may say of a round: every way to harvest a small deck is gone through, and what one gives is accepted."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from slowness import one_in

import referee

NAMES = ("Ann", "Ben", "Cyd")
CARDS = ("2D", "5D", "7D", "AD", "2S", "7S", "AC", "6B", "7C")
LEFT_OUT = [f"{rank}{suit}" for suit in "BCDS" for rank in ("A", "2", "3", "4", "5", "6", "7", "J", "N", "K")]


def game(path: Path, players: int, ties: str) -> str:
    """A small Scopa of nine cards, in which whoever captured last gets the rest."""
    rules = {
        "extends": "scopa",
        "name": "small",
        "title": "Small",
        "version": 1,
        "summary": "A small Scopa.",
        "players": [players],
        "leave_out": {str(players): {"card": [card for card in LEFT_OUT if card not in CARDS]}},
        "deal": {"each": 2 if players == 3 else 3, "fields": 3},
        "scoring": {"ties": ties},
    }
    path.write_text(json.dumps(rules), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("players", "ties"), one_in(4, product([2, 3], ["nobody", "all"])))
def test_points_of_every_harvest(players: int, ties: str, tmp_path: Path) -> None:
    path = game(tmp_path / "small.yaml", players, ties)
    head = {"game": path, "players": list(NAMES[:players]), "setup": {"dealer": "Ann"}}
    table = referee.judge(referee.log_of({**head, "events": []}), trust="all").table
    assert table is not None
    able = set()
    for owners in product(range(players), repeat=len(CARDS)):
        piles = {
            who: [card for card, owner in zip(CARDS, owners, strict=True) if owner == seat]
            for seat, who in enumerate(head["players"])
        }
        able.add(scored(table, {"piles": piles}))
    able.add((0,) * players)
    top = max(max(points) for points in able)
    for points in product(range(-1, top + 3), repeat=players):
        said = dict(zip(head["players"], points, strict=True))
        (event,) = table.game.read(table.state, {"result": {"score": said, "sweeps": {}}})
        legal = not table.game.check(table.state, event)
        assert legal or points not in able, points
        too_many = sum(points) > max(map(sum, able)) or min(points) < 0 or not {*points} <= {one[0] for one in able}
        assert not (legal and too_many and ties == "nobody"), points


def scored(table: Any, result: dict[str, Any]) -> tuple[int, ...]:
    """The points of a round of which the cards are told."""
    (event,) = table.game.read(table.state, {"result": result})
    assert not table.game.check(table.state, event)
    after = table.state.copy()
    table.game.apply(after, event)
    return tuple(after.history[-1].points)
