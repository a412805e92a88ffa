"""Attacks of Illuminati resolved a second, and events of whole random games judged a second."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple, cast

from referee.engines.conspiracy import attack as sums
from referee.engines.conspiracy.game import Game
from referee.engines.conspiracy.rules import outcomes
from referee.engines.conspiracy.state import Battle, State
from referee.judging.fold import fold
from referee.play import simulate
from referee.rules import rulesets

ROUNDS = 5
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve")


class Rates(NamedTuple):
    """What is done in a second: the number of an attack and its outcome, the same with the chance, an event judged."""

    attacks: float
    with_chance: float
    events: float
    whole_attacks: float


def measure(games: int) -> Rates:
    """The best of five rounds over random games of five players, in memory as JSON gives them."""
    rules = rulesets.load_ruleset("illuminati")
    game = cast(Game, rulesets.table(rules, len(PLAYERS)))
    whole, steps = simulate.details(rules)
    drawn = [
        simulate.simulated(rules, PLAYERS, detail, simulate.draw_of(1, number))
        for detail in (steps, whole)
        for number in range(games)
    ]
    logs = [json.loads(json.dumps([one.setup, one.items])) for one in drawn]
    by_step, by_attack = logs[:games], logs[games:]
    battles = [battle for log in by_step for battle in _rolled(game, *log)]
    events = sum(len(items) for _, items in by_step)
    gc.collect()
    gc.freeze()

    def resolve() -> None:
        for battle in battles:
            outcomes.outcome(game.rules, battle)

    def weigh() -> None:
        for battle in battles:
            outcomes.outcome(game.rules, battle)
            sums.chance(game.rules, sums.number(game.rules, battle))

    return Rates(
        len(battles) / _best(resolve),
        len(battles) / _best(weigh),
        events / _best(lambda: _judge(game, by_step)),
        events / _best(lambda: _judge(game, by_attack)),
    )


def _rolled(game: Game, setup: dict[str, Any], items: list[dict[str, Any]]) -> list[Battle]:
    """Every attack of a game as it stood when the dice were rolled, with its aid, its money and its position."""
    state: State = game.start(PLAYERS, setup, None)
    found = []
    for item in items:
        game.take(state, game.read(state, item))
        if "roll" in item and state.attack is not None:
            found.append(state.attack.copy())
    return found


def _judge(game: Game, logs: list[list[Any]]) -> None:
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
