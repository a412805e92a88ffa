"""Judged events a second in Illimat, beside OpenSpiel's Hearts loop; how long it takes to list the plays on a full field."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple, cast

from folds import hearts_replayed

from referee.engines.fishing.game import Game
from referee.judging.fold import fold
from referee.play.simulate import draw_of, simulated
from referee.rules import rulesets

ROUNDS = 5
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
HAND = ["Ksp", "10wi", "7au", "8au"]
FULL = {
    "20 low cards": [f"{rank}{suit}" for rank in "23456" for suit in ("su", "sp", "wi", "au")],
    "20 cards of all ranks": [f"{rank}{suit}" for rank in "F2345679KQ" for suit in ("wi", "su")],
}


class Rates(NamedTuple):
    """Events and plays of OpenSpiel's Hearts a second; seconds to list the plays of a field, and how many; to check one."""

    events: float
    peer: float
    listing: dict[str, tuple[float, str]]
    checking: float


def measure(games: int) -> Rates:
    """The best of five rounds each, one after another in every round."""
    judge, events = _judging(max(games // 4, 20))
    replay, plays = hearts_replayed(max(games // 4, 20))
    gc.collect()
    gc.freeze()
    best = [float("inf")] * 2
    for _ in range(ROUNDS):
        for place, run in enumerate((judge, replay)):
            start = perf_counter()
            run()
            best[place] = min(best[place], perf_counter() - start)
    listing = {name: _listing(field) for name, field in FULL.items()}
    return Rates(events / best[0], plays / best[1], listing, _checking(FULL["20 low cards"]))


def _judging(games: int) -> tuple[Callable[[], None], int]:
    """Whole games in memory as JSON gives them, everything recorded: deals, draws, Luminaries and all."""
    rules = rulesets.load_ruleset("illimat")
    game = rulesets.table(rules, len(PLAYERS))
    logs = [simulated(rules, PLAYERS, "deals", draw_of(1, number)) for number in range(games)]
    heads = [json.loads(json.dumps({"setup": log.setup, "events": log.items})) for log in logs]

    def run() -> None:
        for head in heads:
            folded = fold(game, game.start(PLAYERS, head["setup"], None), head["events"])
            if folded.flaws or folded.halted:
                raise SystemExit(f"a game drawn by referee is not legal: {folded.flaws}")

    return run, sum(len(head["events"]) for head in heads)


def _full(field: list[str]) -> tuple[Game, Any]:
    """Four players, the second edition, a hand of four and everything loose in one field."""
    game = cast(Game, rulesets.table(rulesets.load_ruleset("illimat"), len(PLAYERS)))
    return game, game.start(PLAYERS, {}, {"turn": "Ann", "fields": {"Summer": field}, "hands": {"Ann": HAND}})


def _listing(field: list[str]) -> tuple[float, str]:
    game, state = _full(field)
    seconds = min(_timed(lambda: game.options(state)) for _ in range(ROUNDS))
    options = game.options(state)
    legal = len(options.legal)
    return seconds, f"{legal:,} plays{', cut off' if options.doubt else ''}"


def _checking(field: list[str]) -> float:
    """One harvest of many sets, read from its text and checked."""
    game, state = _full(field)
    item = {"play": "harvest 10wi take 5su+5sp | 6su+4su | 6sp+4sp | 2su+2sp+6wi | 3su+3sp+4wi @Summer"}

    def run() -> None:
        faults = game.check(state, game.read(state, item)[0])
        assert not faults, faults

    return min(_timed(run) for _ in range(ROUNDS * 4))


def _timed(run: Callable[[], Any]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start
