"""Whatever a log holds, the judge says something about it, a line each, and raises nothing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import PLAYERS, Data, examples

from referee.core.places import Unjudgeable
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.source import parse

ROLES = dict(zip(PLAYERS, ("doctor", "neighbor", "preacher", "teacher"), strict=True))
LOGS: list[Data] = [
    {
        "game": "illuminate",
        "players": list(PLAYERS),
        "setup": {"dealer": "Dov", "roles": ROLES},
        "events": [
            {"deal": {"Ann": ["Mk1:11"], "Ben": ["Mk1:31"], "Cyd": ["Lk7:50"], "Dov": ["Mk4:2"]}},
            {"bids": {"Ann": 1, "Ben": 0, "Cyd": 1, "Dov": 0}},
            {
                "trick": ["Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2"],
                "expect": {"winner": "Cyd", "score": {"Ann": 0}, "totals": {"Ann": 0}, "roles": {"Ann": "doctor"}},
            },
            {"result": {"cards": 2, "bids": {"Ann": 1, "Ben": 0, "Cyd": 1, "Dov": 0}, "won": dict.fromkeys(PLAYERS, 0)}},
            {"bid": 1, "note": "quick"},
            {"by": "Cyd", "bid": 1, "stands": "agreed"},
        ],
        "expect": {"totals": {"Ann": 3}},
    },
    {
        "game": "mercy",
        "variants": ["long"],
        "ruling": {"tie": "led-suit"},
        "players": list(PLAYERS),
        "position": {
            "hand": 1, "dealer": "Dov", "roles": ROLES, "scores": {"Ann": 3}, "target": 50, "cards": 2, "phase": "play",
            "hands": {"Ann": ["Mk1:11", "Mt4:17"], "Ben": ["Mk1:31", "Mt5:6"]}, "leader": "Dov", "trick": ["Mk4:2"],
            "won": {"Ann": 0}, "taken": {"Ann": []}, "lacks": {"Dov": ["Mt9:22"]}, "own": [], "grace": [],
        },
        "events": [
            {"play": "Mk1:11"},
            {"grace": "Mk1:11", "by": "Ben"},
            {"play": "Mk1:31"},
            {"play": "Jn1:5"},
            {"result": {"captured": {"Ann": ["Jn1:5"], "Ben": [], "Cyd": [], "Dov": []}}},
        ],
    },
    {
        "game": "hearts",
        "house": ["queen-breaks"],
        "players": list(PLAYERS),
        "setup": {"dealer": "Dov", "scores": {"Ann": 2}},
        "events": [
            {"pass": {"Ann": ["2C", "3C", "4C"], "Ben": ["2D", "3D", "4D"], "Cyd": ["2H", "3H", "4H"], "Dov": ["QS"]}},
            {"by": "Cyd", "trick": ["5C", "6C", "7C", "8C"]},
            {"play": "9C"},
            {"by": "Ann", "pass": ["2C", "3C", "4C"]},
        ],
    },
    {
        "game": "spades",
        "players": list(PLAYERS),
        "setup": {"dealer": "Dov", "bags": dict.fromkeys(PLAYERS, 2), "target": 300},
        "events": [{"bids": {"Ann": "nil", "Ben": 3, "Cyd": 3, "Dov": 3}}, {"trick": ["5C", "6C", "7C", "8C"]}, {"trump": "S"}],
        "expect": {"winners": ["Ann"]},
    },
]  # fmt: skip
JUNK: list[Any] = [
    None, 5, -1, 0, 1.5, True, False, "x", "", "Ann", "Mk1:11", "Mk1:11!", "all", "play", "{0}", "{}", 10**17, -(10**17), 1e300,
    [], {}, [1], ["x"], ["Ann"], [["Ann"]], [None], [{}], [True],
    {"Ann": 1}, {"Ann": "x"}, {"Ann": [1]}, {"Ann": None}, {"Ann": {}}, {"x": 1}, {"": 1},
]  # fmt: skip


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value within plain data."""
    if way:
        yield way
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from ways(value[key], (*way, key))


def spoil(log: Data, rng: random.Random) -> None:
    """Puts junk somewhere into a log, or takes something out, renames it or doubles it."""
    way = rng.choice(list(ways(log)))
    holder: Any = log
    for key in way[:-1]:
        holder = holder[key]
    act = rng.randrange(10)
    if act < 7:
        holder[way[-1]] = copy.deepcopy(rng.choice(JUNK))
    elif act == 7:
        del holder[way[-1]]
    elif isinstance(holder, dict):
        holder[rng.choice(["x", "Ann", "play", "dealer", "by", "stands", "expect"])] = holder.pop(way[-1])
    else:
        holder.append(copy.deepcopy(holder[way[-1]]))


@pytest.mark.slow
@examples(250)
@given(st.sampled_from(range(len(LOGS))), st.integers(1, 3), st.integers(0, 2**32), st.booleans(), st.booleans())
def test_junk_in_a_log(which: int, times: int, seed: int, as_played: bool, strict: bool) -> None:
    rng = random.Random(seed)
    spoiled = copy.deepcopy(LOGS[which])
    for _ in range(times):
        if spoiled:
            spoil(spoiled, rng)
    try:
        log = make_log(parse(json.dumps(spoiled), "log.json"))
    except Unjudgeable as unjudgeable:
        lines = [complaint.message for complaint in unjudgeable.complaints]
    else:
        verdict = judge(log, as_played=as_played, strict=strict)
        lines = [finding.message for finding in verdict.findings] + [c.message for c in verdict.complaints]
        assert lines or verdict.status == "legal"
    assert all(line and "\n" not in line for line in lines)
