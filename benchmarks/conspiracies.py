"""Attacks of Illuminati resolved a second, and events of whole random games judged a second."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple, cast

from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.rules.battles import outcome
from referee.engines.conspiracy.state import Battle, ConspiracyState
from referee.judging.fold import fold
from referee.play import simulate
from referee.rules import rulesets

ROUNDS = 5
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve")


class Rates(NamedTuple):
    """What is done in a second: an attack with its outcome, an event judged."""

    attacks: float
    events: float


def measure(games: int) -> Rates:
    """The best of five rounds over random games of five players, in memory as JSON gives them."""
    rules = rulesets.load_ruleset("illuminati")
    game = cast(ConspiracyGame, rulesets.table(rules, len(PLAYERS)))
    _, steps = simulate.details(rules)
    drawn = [simulate.simulate_game(rules, PLAYERS, steps, simulate.draw_of(1, number)) for number in range(games)]
    logs = [json.loads(json.dumps([one.setup, one.items])) for one in drawn]
    battles = [battle for log in logs for battle in _rolled(game, *log)]
    events = sum(len(items) for _, items in logs)
    gc.collect()
    gc.freeze()

    def resolve() -> None:
        for battle in battles:
            outcome(game.rules, battle)

    return Rates(len(battles) / _best(resolve), events / _best(lambda: _judge(game, logs)))


def _rolled(game: ConspiracyGame, setup: dict[str, Any], items: list[dict[str, Any]]) -> list[Battle]:
    """Every attack of a game as it stood when the dice were rolled, with its aid, its money and its position."""
    state: ConspiracyState = game.start(PLAYERS, setup, None)
    found = []
    for item in items:
        game.take(state, game.read(state, item))
        if "roll" in item and state.attack is not None:
            found.append(state.attack.copy())
    return found


def _judge(game: ConspiracyGame, logs: list[list[Any]]) -> None:
    for setup, items in logs:
        folded = fold(game, game.start(PLAYERS, setup, None), items)
        if folded.flaws or folded.halted:
            raise SystemExit(f"a game drawn by referee is not legal: {folded.flaws}")


def _best(run: Callable[[], None]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)
