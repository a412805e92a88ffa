"""What other programs do with games: each a function that reads a corpus from the disk and plays it through."""

from __future__ import annotations

import importlib
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
NUMBERS = {
    "hearts": {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)},
    "spades": {rank + suit: 13 * s + r for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)},
}
"""OpenSpiel's action for each card."""
PARAMETERS: dict[str, dict[str, Any]] = {"hearts": {"qs_breaks_hearts": False}, "spades": {}}
DIRECTIONS = (1, 3, 2, 0)
"""OpenSpiel's chance action for the pass of each hand of Hearts: left, right, across, nobody."""
NOBODY = 0
FIRST_BID = 52

Run = Callable[[], int]


def fast_loads() -> Callable[[bytes], Any]:
    """The quickest parser there is: orjson where it is installed."""
    try:
        return importlib.import_module("orjson").loads  # type: ignore[no-any-return]
    except ImportError:
        return json.loads


def parse(path: Path, loads: Callable[[bytes], Any]) -> None:
    """Parses a corpus and does nothing with it."""
    with path.open("rb") as file:
        for line in file:
            loads(line)


def openspiel(path: Path, name: str, *, look: bool) -> None:
    """Replays a corpus in OpenSpiel: each action applied with its legality check, or looked for among the legal ones."""
    pyspiel = importlib.import_module("pyspiel")
    games, loads = {}, fast_loads()
    play = _look_and_apply if look else _apply
    with path.open("rb") as file:
        for line in file:
            log, state, hand = loads(line), None, 0
            passing = name == "hearts" and "no-passing" not in log.get("variants", ())
            if passing not in games:
                options = {} if passing or name != "hearts" else {"pass_cards": False}
                games[passing] = pyspiel.load_game(name, {**PARAMETERS[name], **options})
            game = games[passing]
            for item in log["events"]:
                if "deal" in item:
                    if state is not None:
                        state.returns()
                    state = game.new_initial_state()
                    if name == "hearts":
                        state.apply_action(DIRECTIONS[hand % len(DIRECTIONS)] if passing else NOBODY)
                    hand += 1
                play(state, _actions(item, NUMBERS[name]))
            if state is not None:
                state.returns()


def _actions(item: dict[str, Any], numbers: dict[str, int]) -> list[int]:
    # Whoever sits left of the dealer is dealt to first, bids first and, where that matters, is OpenSpiel's player 0.
    if "trick" in item:
        return [numbers[card] for card in item["trick"]]
    if "deal" in item:
        return [numbers[card] for four in zip(*item["deal"].values(), strict=True) for card in four]
    if "play" in item:
        return [numbers[item["play"]]]
    if "pass" in item:
        passed = item["pass"].values() if type(item["pass"]) is dict else [item["pass"]]
        return [numbers[card] for cards in passed for card in cards]
    return [FIRST_BID + bid for bid in item["bids"].values()] if "bids" in item else [FIRST_BID + item["bid"]]


def _apply(state: Any, actions: list[int]) -> None:
    apply = state.apply_action_with_legality_check
    for action in actions:
        apply(action)


def _look_and_apply(state: Any, actions: list[int]) -> None:
    for action in actions:
        if action not in state.legal_actions():
            raise SystemExit(f"OpenSpiel does not allow {action} after {state.history()}")
        state.apply_action(action)


def pokerkit(hands: int) -> tuple[Run, int]:
    """Hands of no-limit hold'em in PokerKit's own format, read and played through; and how many decisions there are."""
    kit = importlib.import_module("pokerkit")
    rng, texts, count = random.Random(1), [], 0
    for _ in range(hands):
        deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        rng.shuffle(deck)
        actions = [f"d dh p{seat + 1} {deck.pop()}{deck.pop()}" for seat in range(3)]
        for cards in (3, 1, 1):
            first = ["p3 cc", "p1 cc", "p2 cc"] if cards == 3 else ["p1 cc", "p2 cc", "p3 cc"]
            actions += [*first, "d db " + "".join(deck.pop() for _ in range(cards))]
        actions += ["p1 cc", "p2 cc", "p3 cc"]
        count += 12
        texts.append(
            "variant = 'NT'\nante_trimming_status = true\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\n"
            f"min_bet = 2\nstarting_stacks = [200, 200, 200]\nactions = {actions}\n"
        )

    def run() -> int:
        for text in texts:
            for _ in kit.HandHistory.loads(text):
                pass
        return count

    return run, count


def chess(games: int) -> tuple[Run, int]:
    """Random chess games as PGN, read by python-chess, which plays every move on a board."""
    board_module = importlib.import_module("chess")
    pgn = importlib.import_module("chess.pgn")
    rng, texts, count = random.Random(1), [], 0
    for _ in range(games):
        board = board_module.Board()
        while len(board.move_stack) < 80 and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        count += len(board.move_stack)
        texts.append(str(pgn.Game.from_board(board)))
    text = "\n\n".join(texts)

    def run() -> int:
        file = io.StringIO(text)
        while (game := pgn.read_game(file)) is not None:
            if game.errors:
                raise SystemExit(f"python-chess: {game.errors}")
        return count

    return run, count


def rlcard(games: int) -> tuple[Run, int]:
    """Gin Rummy in RLCard, which has no logs to read: games stepped through with moves drawn from the legal ones."""
    env = importlib.import_module("rlcard").make("gin-rummy", config={"seed": 1})

    def run() -> int:
        rng, count = random.Random(1), 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                count += 1
        return count

    return run, run()
