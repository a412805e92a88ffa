"""Arrangements and judged events a second in The Luminars, beside OpenSpiel stepping through Gin Rummy."""

from __future__ import annotations

import gc
import importlib
import json
import random
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from referee.engines.meld.words import packs
from referee.judging.fold import fold
from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets

ROUNDS = 5
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
HANDS = 20_000


class Rates(NamedTuple):
    """Best arrangements of eight cards, moves and hands of OpenSpiel's gin_rummy, events of whole Luminars games, a second."""

    arrangements: float
    moves: float
    hands: float
    events: float


def measure(games: int) -> Rates:
    """The best of five rounds each, one after another in every round."""
    arrange, hands = _arranging()
    played = max(games // 10, 20)
    step, moves = _stepping(played)
    judge, events = _judging(max(games // 10, 20))
    gc.collect()
    gc.freeze()
    best = [float("inf")] * 3
    for _ in range(ROUNDS):
        for place, run in enumerate((arrange, step, judge)):
            start = perf_counter()
            run()
            best[place] = min(best[place], perf_counter() - start)
    return Rates(hands / best[0], moves / best[1], played / best[1], events / best[2])


def _arranging() -> tuple[Callable[[], None], int]:
    """Random hands of eight out of the 50 cards that may stay in a hand; every hand is another one."""
    compiled = rulesets.table(rulesets.load_ruleset("luminars"), 4).rules  # type: ignore[attr-defined]
    cards = [card for card in packs.unpack(compiled.full) if card not in compiled.action_cards]
    rng = random.Random(1)
    hands = [packs.pack(rng.sample(cards, 8)) for _ in range(HANDS)]

    def run() -> None:
        best = compiled.arranger.best
        for hand in hands:
            best(hand)

    return run, len(hands)


def _stepping(games: int) -> tuple[Callable[[], None], int]:
    """Random games of gin_rummy, replayed with the legal actions asked for before each move."""
    peer = importlib.import_module("pyspiel").load_game("gin_rummy")
    rng = random.Random(1)
    played = []
    for _ in range(games):
        state, actions = peer.new_initial_state(), []
        while not state.is_terminal():
            chance = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else None
            actions.append(rng.choice(chance or state.legal_actions()))
            state.apply_action(actions[-1])
        played.append(actions)

    def run() -> None:
        for actions in played:
            state = peer.new_initial_state()
            for action in actions:
                assert action in state.legal_actions()
                state.apply_action(action)

    return run, sum(map(len, played))


def _judging(games: int) -> tuple[Callable[[], None], int]:
    """Whole games of four deals, in memory as JSON gives them, everything recorded."""
    rules = rulesets.load_ruleset("luminars")
    game = rulesets.table(rules, len(PLAYERS))
    logs = [simulate_game(rules, PLAYERS, "deals", draw_of(1, number)) for number in range(games)]
    heads = [json.loads(json.dumps({"setup": log.setup, "events": log.items})) for log in logs]

    def run() -> None:
        for head in heads:
            folded = fold(game, game.start(PLAYERS, head["setup"], None), head["events"])
            assert not folded.flaws

    return run, sum(game.size(item) for head in heads for item in head["events"])
