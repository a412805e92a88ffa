"""Judged plays a second, referee's fold beside OpenSpiel's Hearts replaying the same games."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable
from time import perf_counter
from typing import Any

from corpora import PLAYERS, Corpus, Items, draw_corpus

ROUNDS = 5
DIRECTIONS = (1, 3, 2, 0)
"""OpenSpiel's chance action for the pass of each hand, as the shipped ruleset turns: left, right, across, nobody."""


def measure(games: int) -> dict[str, float]:
    """Plays a second by name: the best of five rounds each, one after another in every round."""
    pyspiel = importlib.import_module("pyspiel")
    illuminate, hearts = draw_corpus("illuminate", games), draw_corpus("hearts", games)
    peer = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
    hands = [actions for items in hearts.by_play for actions in _actions(items, _numbers(peer))]
    runs: dict[str, tuple[Corpus, Callable[[], None]]] = {
        "fold, Illuminate": (illuminate, lambda: illuminate.judge(illuminate.by_trick)),
        "fold, Illuminate, play by play": (illuminate, lambda: illuminate.judge(illuminate.by_play)),
        "fold, Hearts": (hearts, lambda: hearts.judge(hearts.by_trick)),
        "fold, Hearts, play by play": (hearts, lambda: hearts.judge(hearts.by_play)),
        "OpenSpiel, Hearts": (hearts, lambda: _replay(peer, hands)),
        "OpenSpiel, Hearts, the deal unchecked": (hearts, lambda: _replay_unchecked_deal(peer, hands)),
    }
    # The corpora are no garbage: without this, how many games lie in memory would slow down whoever makes objects.
    gc.collect()
    gc.freeze()
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, (_, run) in runs.items():
            start = perf_counter()
            run()
            best[name] = min(best[name], perf_counter() - start)
    return {name: corpus.plays / best[name] for name, (corpus, _) in runs.items()}


def _numbers(peer: Any) -> dict[str, int]:
    """OpenSpiel's number for each card, by its own words: '10C' is 'TC' there."""
    state = peer.new_initial_state()
    state.apply_action(0)
    return {state.action_to_string(card).replace("T", "10"): card for card in range(52)}


def _actions(items: Items, numbers: dict[str, int]) -> list[list[int]]:
    """A game as OpenSpiel's action sequences, one a hand: direction, deal, passes player by player, plays."""
    hands: list[list[int]] = []
    passed: dict[str, list[int]] = {}
    for item in items:
        if "deal" in item:
            direction = DIRECTIONS[len(hands) % len(DIRECTIONS)]
            cards = zip(*(item["deal"][player] for player in PLAYERS), strict=True)
            hands.append([direction, *(numbers[card] for four in cards for card in four)])
        elif "pass" in item:
            passed[item["by"]] = [numbers[card] for card in item["pass"]]
            if len(passed) == len(PLAYERS):
                hands[-1] += [card for player in PLAYERS for card in passed[player]]
                passed = {}
        else:
            hands[-1].append(numbers[item["play"]])
    return hands


def _replay(peer: Any, hands: list[list[int]]) -> None:
    for actions in hands:
        state = peer.new_initial_state()
        for action in actions:
            if action not in state.legal_actions():
                raise SystemExit(f"OpenSpiel does not allow {action} after {state.history()}")
            state.apply_action(action)


def _replay_unchecked_deal(peer: Any, hands: list[list[int]]) -> None:
    for actions in hands:
        state = peer.new_initial_state()
        for action in actions[:53]:
            state.apply_action(action)
        for action in actions[53:]:
            if action not in state.legal_actions():
                raise SystemExit(f"OpenSpiel does not allow {action} after {state.history()}")
            state.apply_action(action)


def hearts_replayed(games: int) -> tuple[Callable[[], None], int]:
    """Random games of Hearts replayed in OpenSpiel as `measure` does, for other families to stand beside; and their plays."""
    peer = importlib.import_module("pyspiel").load_game("hearts", {"qs_breaks_hearts": False})
    hearts = draw_corpus("hearts", games)
    hands = [actions for items in hearts.by_play for actions in _actions(items, _numbers(peer))]
    return lambda: _replay(peer, hands), hearts.plays
