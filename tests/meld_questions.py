"""What is special about the cases of the meld family; see case_runner.py.

hand: what is it worth? `score`, `melds` (each as its cards in any order), `idle`; `claim`, `declared`; `problems`, `better`,
      `discard`; `otherwise:` the same under other readings.
ends: what does the round score that the events end? The points in a list; `totals`, `winners`, `over`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from case_runner import Data, house_of, over, require_legal, set_table

from referee.engines.meld.game import MeldGame
from referee.engines.meld.queries import hand
from referee.rules import rulesets


def head(data: Data, players: list[str]) -> Data:
    """The head of a log as it is: who deals first may be drawn."""
    if "position" in data or "setup" in data:
        return data
    return {**data, "setup": {"dealer": players[-1]}}


def _cards(text: str) -> list[str]:
    return sorted(text.split())


def _hand(case: Data, folder: Path) -> None:
    for other in case.get("otherwise", ()):
        _hand(
            over({key: value for key, value in case.items() if key not in ("otherwise", "melds", "idle")}, other),
            folder,
        )
    houses = [house_of(case, case["game"], folder)] if "house" in case else []
    rules = rulesets.load_ruleset(
        case["game"], houses=houses, variants=case.get("variants", ()), ruling=case.get("ruling")
    )
    game = cast(MeldGame, rulesets.table(rules, max(rules.get("players"))))
    answered = hand(game, case["hand"].split(), case.get("claim", ()), declared=case.get("declared", False))
    answer = answered.data
    assert answered.problems == case.get("problems", []), answer
    if "score" in case:
        assert answer["score"] == case["score"], answer
    if "melds" in case:
        assert sorted(sorted(meld["cards"]) for meld in answer["melds"]) == sorted(map(_cards, case["melds"])), answer
    if "idle" in case:
        assert sorted(answer["idle"]) == _cards(case["idle"]), answer
    if "better" in case or "claim" in case:
        assert answer.get("better", {}).get("score") == case.get("better"), answer
    if "discard" in case:
        best = answer["discard"]
        assert {"card": best["card"], "score": best["score"]} == case["discard"]
    if "doubts" in case:
        assert answer["doubts"] == case["doubts"]


def _ends(case: Data, folder: Path) -> None:
    table = set_table(case, case["events"], folder)
    require_legal(table.verdict(case))
    played = table.replay()
    pad: Any = played.game.score(played.state)[0]
    assert list(pad["hands"][-1]["points"].values()) == case["ends"]
    for key in ("totals", "winners", "over"):
        if key in case:
            value = list(pad[key].values()) if key == "totals" else pad[key]
            assert value == case[key]


QUESTIONS = {"hand": _hand, "ends": _ends}
