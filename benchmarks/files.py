"""Corpora on disk: random legal games of any shipped ruleset in compact JSON lines, deals and final scores included."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from corpora import PLAYERS, SETUPS, short

from referee.cli.options import players_of
from referee.core.game import Game
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

HANDS = 12
"""A game whose end is far away, such as Spades with random bids, is left after this many hands, as at a real table."""

LIKE_OPENSPIEL = Path(__file__).parent.parent / "tests" / "conformance" / "spades-as-openspiel.yaml"
RULES: dict[str, dict[str, Any]] = {"spades": {"house": str(LIKE_OPENSPIEL), "variants": ["bids-fit"]}}
"""What a corpus is played by, beside the ruleset, so that OpenSpiel allows the same moves."""


def write(name: str, games: int, path: Path, hands: int = HANDS) -> None:
    """Writes a corpus, always the same for a name and a number."""
    with path.open("w", encoding="utf-8") as file, ProcessPoolExecutor() as pool:
        file.writelines(pool.map(partial(_line, name, hands), range(games), chunksize=50))


def _line(name: str, hands: int, number: int) -> str:
    rules = _rules(name)
    head = {"game": name, **RULES.get(name, {})}
    if rules.family == "trick" and len(PLAYERS) in rules.data["players"]:
        log = _tricks(rulesets.table(rules, len(PLAYERS)), name, number, hands)
    else:
        players = players_of(rules, None)
        played = simulate_game(rules, players, details(rules)[0], draw_of(1, number))
        log = {"players": players, "setup": played.setup, "events": played.items}
    return json.dumps({**head, **log}, separators=(",", ":"), ensure_ascii=False) + "\n"


def long_log(hands: int, path: Path) -> None:
    """Writes one Hearts game of this many hands."""
    log = _tricks(
        rulesets.table(_rules("hearts"), len(PLAYERS)), "hearts", 0, hands, {"dealer": "Dov", "target": 10**6}
    )
    path.write_text(json.dumps({"game": "hearts", **log}, separators=(",", ":")) + "\n", encoding="utf-8")


def decisions(path: Path) -> int:
    """Return how many bids, passes of a card and plays there are in a corpus."""
    found = 0
    with path.open(encoding="utf-8") as file:
        for line in file:
            for item in json.loads(line)["events"]:
                for verb, value in item.items():
                    if verb in ("trick", "bids"):
                        found += len(value)
                    elif verb == "pass":
                        found += sum(map(len, value.values())) if isinstance(value, dict) else len(value)
    return found


@cache
def _rules(name: str) -> Any:
    more = RULES.get(name, {})
    return rulesets.load_ruleset(
        name, houses=[more["house"]] if "house" in more else [], variants=more.get("variants", [])
    )


def _tricks(game: Game, name: str, number: int, hands: int, setup: dict[str, Any] | None = None) -> dict[str, Any]:
    setup = setup or SETUPS.get(name) or {"dealer": "Dov", **_roles(game)}
    state = game.start(PLAYERS, setup, None)
    items = list(short(list(_drawn(game, state, random.Random(f"{name} {number}"), hands))))
    totals = game.score(state)[0]["totals"]
    return {"players": PLAYERS, "setup": setup, "events": items, "expect": {"totals": totals}}


def _drawn(game: Game, state: Any, rng: random.Random, hands: int) -> Iterator[dict[str, Any]]:
    while (item := game.draw_next(state, rng.randrange)) is not None:
        if "deal" in item and game.counts(state)["hands"] == hands:
            return
        game.take(state, game.read(state, item))
        yield dict(item)


def _roles(game: Game) -> dict[str, Any]:
    roles = game.ruleset.data.get("roles", {}).get("choose", [])
    return {"roles": dict(zip(PLAYERS, roles, strict=False))} if roles else {}
