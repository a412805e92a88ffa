"""Judged events a second in Illimat."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from time import perf_counter

from referee.judging.fold import fold
from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets

ROUNDS = 5
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


def events(games: int) -> float:
    """The events judged a second, the best of five rounds."""
    judge, number = _judging(max(games // 4, 20))
    gc.collect()
    gc.freeze()
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        judge()
        best = min(best, perf_counter() - start)
    return number / best


def _judging(games: int) -> tuple[Callable[[], None], int]:
    """Whole games in memory as JSON gives them, everything recorded: deals, draws, Luminaries and all."""
    rules = rulesets.load_ruleset("illimat")
    game = rulesets.table(rules, len(PLAYERS))
    logs = [simulate_game(rules, PLAYERS, "deals", draw_of(1, number)) for number in range(games)]
    heads = [json.loads(json.dumps({"setup": log.setup, "events": log.items})) for log in logs]

    def run() -> None:
        for head in heads:
            folded = fold(game, game.start(PLAYERS, head["setup"], None), head["events"])
            if folded.flaws or folded.halted:
                raise SystemExit(f"a game drawn by referee is not legal: {folded.flaws}")

    return run, sum(len(head["events"]) for head in heads)
