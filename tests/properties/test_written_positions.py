"""A position is what a table can be written as: whatever random games come to is accepted, and goes on in the same way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest
from slowness import tries

from referee.core.game import Game
from referee.play.simulate import draw_of, happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
EXPANSIONS = ("second-edition", "the-crane-wife", "false-baron", "promo")
GAMES = ("illimat", "cassino", "scopa", "escoba", "scopone", "illuminati")
Table = tuple[str, tuple[str, ...], Mapping[str, str]]


def tables(name: str) -> Iterator[Table]:
    """A game with each of its variants, and with each other reading of each ruling."""
    rules = rulesets.load_ruleset(name)
    yield name, (), {}
    for variant in rules.get("variants", default={}):
        yield name, (variant,), {}
    everything = EXPANSIONS if name == "illimat" else ()
    yield name, everything, {}
    for ruling, entry in rules.get("rulings", default={}).items():
        for reading, told in list(entry["readings"].items())[1:]:
            if "value" in told:
                yield name, everything, {ruling: reading}


def begun(game: Game, seed: int) -> tuple[Game, object]:
    """A game of some players before its first event."""
    players = PLAYERS[: game.rules.players]
    if game.ruleset.family == "fishing":
        return game, game.start(players, {"dealer": "Ann"}, None)
    tops = [game.rules.pack.names[card] for card in game.rules.pack.illuminati]
    groups = [game.rules.pack.names[card] for card in game.rules.pack.groups]
    shift = seed % len(tops)
    setup = {
        "illuminati": dict(zip(players, [*tops[shift:], *tops[:shift]], strict=False)),
        "uncontrolled": groups[seed : seed + game.rules.uncontrolled.start],
        "first": players[0],
    }
    return game, game.start(players, setup, None)


TABLES = [table for name in GAMES for table in tables(name)]


@pytest.mark.parametrize("part", range(40))
def test_every_position_of_a_random_game_is_accepted(part: int) -> None:
    for number, (name, variants, ruling) in enumerate(TABLES[part::40]):
        rules = rulesets.load_ruleset(name, variants=variants, ruling=dict(ruling))
        counts = rules.get("players")
        for seed in range(tries(1)):
            players = counts[(part + number + seed) % len(counts)]
            game, state = begun(rulesets.table(rules, players), seed + part)
            draw = draw_of(seed + part, players)
            for _ in range(120):
                written = json.loads(json.dumps(game.position(state)))
                again = game.start(state.players, {}, written)  # type: ignore[attr-defined]
                assert game.position(again) == written, (name, variants, ruling)
                item = game.draw_next(state, draw)
                if item is None:
                    break
                happen(game, state, dict(item))
