"""Random legal games in memory, as plain data: what JSON gives for a log, deals included."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core.game import Game
from referee.judging.fold import fold
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SETUPS: dict[str, dict[str, Any]] = {
    "illuminate": {
        "dealer": "Dov",
        "roles": {"Ann": "doctor", "Ben": "neighbor", "Cyd": "preacher", "Dov": "teacher"},
    },
    "hearts": {"dealer": "Dov"},
}
Items = list[dict[str, Any]]


class Corpus(NamedTuple):
    """Games of one ruleset: `by_play` with an item a play, `by_trick` in the short forms that people write."""

    game: Game
    setup: dict[str, Any]
    by_play: list[Items]
    by_trick: list[Items]

    @property
    def plays(self) -> int:
        """How many cards are played in all games together."""
        return sum("play" in item for items in self.by_play for item in items)

    def judge(self, logs: list[Items]) -> None:
        """Judges every game from its first event to its last; all of them are legal."""
        game, setup = self.game, self.setup
        for items in logs:
            folded = fold(game, game.start(PLAYERS, setup, None), items)
            if folded.flaws or folded.halted:
                raise SystemExit(f"a game drawn by referee is not legal: {folded.flaws}")


def draw_corpus(name: str, games: int, seed: int = 1) -> Corpus:
    """`games` whole games of a shipped ruleset, always the same for a seed."""
    game = rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))
    rng = random.Random(f"{name} {seed}")
    by_play = [list(_drawn(game, SETUPS[name], rng)) for _ in range(games)]
    by_trick = [list(short(items)) for items in by_play]
    return Corpus(game, SETUPS[name], _from_json(by_play), _from_json(by_trick))


def _drawn(game: Game, setup: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    state = game.start(PLAYERS, setup, None)
    while (item := game.draw_next(state, rng.randrange)) is not None:
        game.take(state, game.read(state, item))
        yield dict(item)


def short(items: Items) -> Iterator[dict[str, Any]]:
    """The short forms: `trick` for four plays, `bids` and `pass` for those of all players."""
    order: list[str] = []
    trick: list[str] = []
    passed: dict[str, list[str]] = {}
    bids: dict[str, Any] = {}
    for item in items:
        if "deal" in item:
            # Dealt from the left of the dealer on, which is where bidding begins.
            order = list(item["deal"])
            yield item
        elif "play" in item:
            trick.append(item["play"])
            if len(trick) == len(PLAYERS):
                yield {"trick": trick}
                trick = []
        elif "pass" in item:
            passed[item["by"]] = item["pass"]
            if len(passed) == len(PLAYERS):
                yield {"pass": passed}
                passed = {}
        else:
            bids[order[len(bids)]] = item["bid"]
            if len(bids) == len(PLAYERS):
                yield {"bids": bids}
                bids = {}


def _from_json(games: list[Items]) -> list[Items]:
    # One text a game, as in a corpus file: names are separate strings, as a reader of files has them.
    return [json.loads(json.dumps(items)) for items in games]
