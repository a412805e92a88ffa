"""Whole games with a called partner, against a second reading of the rules that shares no line with the engine."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.judging.judge import judge
from referee.judging.read import load_log
from referee.play import simulate
from referee.rules import rulesets

RULES = Path(__file__).parents[1] / "games" / "called-aces.yaml"
PLAYERS = ["Ann", "Ben", "Cyd", "Dov"]
RANKS = "JQKA"
Data = dict[str, Any]


def taken_by(trick: list[str], trump: str) -> int:
    """The place of the card that wins."""
    led = trick[0][-1]
    return max(
        range(4), key=lambda place: (trick[place][-1] == trump, trick[place][-1] == led, RANKS.index(trick[place][0]))
    )


def scores(items: list[Data], dealer: int) -> list[list[int]]:
    """What each hand of a log with its deals scores."""
    found: list[list[int]] = []
    hands: dict[str, list[str]] = {}
    calls: list[str] = []
    called, leader, won = "", 0, [0] * 4
    for item in items:
        if "deal" in item:
            hands, called, won = item["deal"], "", [0] * 4
            leader = (dealer + 1) % 4
            dealer = leader
        elif "bids" in item:
            calls = item["bids"]
            if set(calls) == {"pass"}:
                found.append([0] * 4)
        elif "call" in item:
            called = item["call"]
        elif "trick" in item:
            solo = "solo" in calls
            leader = (leader + taken_by(item["trick"], "H" if solo else "S")) % 4
            won[leader] += 1
            if sum(won) == 4:
                highest = declarer_of(calls, dealer)
                together = {highest} | {seat for seat in range(4) if called in hands[PLAYERS[seat]]}
                made = sum(won[seat] for seat in together) > 2
                worth = (3 if solo else 1) * (1 if made else -1)
                found.append([worth if seat in together else 0 for seat in range(4)])
    return found


def declarer_of(calls: list[str], first: int) -> int:
    """Who made the highest bid: a solo, or else a game; whoever has passed is out."""
    order, out = [first + step for step in range(4)], set[int]()
    bids: dict[str, int] = {}
    for call in calls:
        seat = order.pop(0) % 4
        if call == "pass":
            out.add(seat)
        else:
            bids[call] = seat
        order = [seat + step for step in range(1, 5) if (seat + step) % 4 not in out]
    return bids.get("solo", bids.get("game", -1))


@pytest.mark.parametrize("number", range(40))
def test_as_a_second_reading_scores(number: int, tmp_path: Path) -> None:
    rules = rulesets.load_ruleset(str(RULES))
    logs = {
        detail: simulate.simulate_game(rules, PLAYERS, detail, simulate.draw_of(7, number))
        for detail in ("deals", "plays", "results")
    }
    dealer = PLAYERS.index(logs["deals"].setup["dealer"])
    wanted = [dict(zip(PLAYERS, points, strict=True)) for points in scores(logs["deals"].items, dealer)]
    for detail, played in logs.items():
        claimed = [item["expect"]["score"] for item in played.items if "score" in item.get("expect", {})]
        assert claimed == wanted, detail
        path = tmp_path / f"{detail}.json"
        head = {"game": str(RULES), "players": PLAYERS, "setup": played.setup}
        path.write_text(json.dumps({**head, "events": played.items}), encoding="utf-8")
        log = load_log(str(path))
        log.trust = "all"
        verdict = judge(log)
        assert (verdict.status, verdict.unfinished) == ("legal", ""), verdict.findings


def test_the_call_can_be_of_any_ace_elsewhere() -> None:
    called: set[str] = set()
    rules = rulesets.load_ruleset(str(RULES))
    for number in random.Random(1).sample(range(1000), 30):
        for item in simulate.simulate_game(rules, PLAYERS, "deals", simulate.draw_of(7, number)).items:
            called |= {item["call"]} if "call" in item else set()
    assert called >= {"AC", "AD", "AH"}
