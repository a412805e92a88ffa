"""Rubber bridge against a scorer that knows nothing of rulesets: rubbers drawn at random, scored above and below the line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.judging.judge import judge
from referee.judging.read import load_log

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
SLAM = {6: (500, 750), 7: (1000, 1500)}
FOUR = {"honours akqj": 100, "honours kqj10": 100, "five honours": 150}


class Pad:
    """The score of a rubber, side by side (0 and 1), with what lies below the line since the last game."""

    def __init__(self) -> None:
        self.total, self.below, self.games = [0, 0], [0, 0], [0, 0]

    def make(self, side: int, level: int, strain: str, doubled: int, over: int) -> None:
        """A contract made with so many tricks too many."""
        vulnerable = self.games[side] > 0
        line = (TRICK[strain] * level + (10 if strain == "NT" else 0)) * doubled
        each = TRICK[strain] if doubled == 1 else {2: 100, 4: 200}[doubled] * (2 if vulnerable else 1)
        self.total[side] += line + over * each + {1: 0, 2: 50, 4: 100}[doubled]
        if level in SLAM:
            self.total[side] += SLAM[level][vulnerable]
        self.below[side] += line
        if self.below[side] >= 100:
            self.below, self.games[side] = [0, 0], self.games[side] + 1
            if self.games[side] == 2:
                self.total[side] += 500 if self.games[1 - side] else 700

    def fail(self, side: int, doubled: int, short: int) -> None:
        """A contract that is so many tricks short."""
        vulnerable = self.games[side] > 0
        if doubled == 1:
            lost = (100 if vulnerable else 50) * short
        else:
            steps = [200, *[300] * 12] if vulnerable else [100, 200, 200, *[300] * 10]
            lost = sum(steps[:short]) * doubled // 2
        self.total[1 - side] += lost


def drawn(seed: int) -> tuple[list[dict[str, Any]], Pad]:
    """The results of a rubber to its end, each with the totals after it."""
    draw, pad = random.Random(seed), Pad()
    items: list[dict[str, Any]] = []
    while 2 not in pad.games:
        seat, level, strain = draw.randrange(4), draw.randint(1, 7), draw.choice(list(TRICK))
        side, doubled = seat % 2, draw.choice([1, 1, 1, 2, 4])
        tricks = min(13, max(0, 6 + level + draw.choice([-9, -4, -3, -2, -1, 0, 0, 0, 1, 2, 4])))
        over = tricks - 6 - level
        pad.make(side, level, strain, doubled, over) if over >= 0 else pad.fail(side, doubled, -over)
        declared: dict[str, Any] = {}
        if draw.random() < 0.3:
            holder = draw.randrange(4)
            held = "four aces" if strain == "NT" else draw.choice(list(FOUR))
            declared = {PLAYERS[holder]: [held]}
            pad.total[holder % 2] += 150 if strain == "NT" else FOUR[held]
        result = {
            "contract": f"{level}{strain}",
            "declarer": PLAYERS[seat],
            "doubled": doubled,
            "won": {PLAYERS[seat]: tricks},
            "declared": declared,
        }
        totals = {player: pad.total[place % 2] for place, player in enumerate(PLAYERS)}
        items.append({"result": result, "expect": {"totals": totals}})
    best = max(pad.total)
    items[-1]["expect"]["winners"] = [player for place, player in enumerate(PLAYERS) if pad.total[place % 2] == best]
    return items, pad


@pytest.mark.parametrize("seed", range(60))
def test_a_rubber_is_scored_as_the_laws_say(seed: int, tmp_path: Path) -> None:
    items, _ = drawn(seed)
    head = {"game": "bridge", "variants": ["rubber"], "players": list(PLAYERS), "setup": {"dealer": "Dov"}}
    path = tmp_path / "rubber.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (head, *items)), encoding="utf-8")
    verdict = judge(load_log(str(path)))
    assert (verdict.status, [str(found) for found in verdict.findings if found.kind != "doubt"]) == ("legal", [])
    assert verdict.unfinished == ""
