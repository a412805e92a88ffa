"""German Whist, not shipped: whole random games of it, checked against a table of our own that is independent of the engine."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.play import simulate
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RULES: dict[str, Any] = {
    "name": "german-whist",
    "title": "German Whist",
    "extends": "tricks",
    "deck": "french",
    "players": [2],
    "deal": {"each": 13, "hands": 1},
    "trick": {"trump": "turned_up"},
    "stock": {"turned": "next", "tricks_count": False},
    "scoring": {"tricks": {"cases": [{"points": "won"}]}},
    "rules": {
        "stock": {"text": "The winner takes the open card, the other player the next.", "source": "the usual rules"},
        "trump": {"text": "The first card turned up sets trump.", "source": "the usual rules"},
        "scoring": {"text": "A point for each trick after the stock is out.", "source": "the usual rules"},
        "winning": {"text": "Most tricks win.", "source": "the usual rules"},
    },
}


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "german-whist.json").write_text(json.dumps({"family": "trick", **RULES}))
    return str(tmp_path / "german-whist.json")


@pytest.mark.parametrize("seed", range(20))
def test_random_games_go_as_the_rules_say(path: str, seed: int) -> None:
    played = simulate.simulate_game(rulesets.load_ruleset(path), PLAYERS, "deals", random.Random(seed).randrange)
    leader = 1 - PLAYERS.index(played.setup["dealer"])
    hands: dict[str, set[str]] = {}
    seen: list[str] = []
    trump, top, won = "", "", [0, 0]
    for item in played.items:
        if "deal" in item:
            hands = {who: set(cards) for who, cards in item["deal"].items()}
            seen = [card for cards in item["deal"].values() for card in cards]
        elif "turn" in item:
            top = item["turn"]
            assert top not in seen
            trump = trump or top[-1]
        elif "trick" in item:
            led = item["trick"][0][-1]
            players = (PLAYERS[leader], PLAYERS[1 - leader])
            for who, card in zip(players, item["trick"], strict=True):
                assert card[-1] == led or not any(held[-1] == led for held in hands[who])
                hands[who].remove(card)
            first, second = item["trick"]
            higher = second[-1] == led and RANKS.index(second[:-1]) > RANKS.index(first[:-1])
            if higher or (second[-1] == trump != led):
                leader = 1 - leader
            won[leader] += len(seen) == 52
        else:
            drawn = item["draw"]
            assert drawn[PLAYERS[leader]] == top
            assert drawn[PLAYERS[1 - leader]] not in [*seen, top]
            for who, card in drawn.items():
                hands[who].add(card)
                seen.append(card)
    assert not any(hands.values())
    assert played.items[-1]["expect"]["score"] == dict(zip(PLAYERS, won, strict=True))
    assert sum(won) == 13


@pytest.mark.parametrize("detail", ["deals", "plays"])
def test_random_games_are_judged_as_they_were_played(path: str, tmp_path: Path, detail: str) -> None:
    for seed in range(10):
        played = simulate.simulate_game(rulesets.load_ruleset(path), PLAYERS, detail, random.Random(seed).randrange)
        log = {"game": path, "players": list(PLAYERS), "setup": played.setup, "events": played.items}
        file = tmp_path / f"{seed}.json"
        file.write_text(json.dumps(log))
        verdict = referee.judge(str(file), trust="all")
        assert (verdict.violations, verdict.complaints) == ([], []), verdict
