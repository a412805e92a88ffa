"""Random legal games: played by the families' own drawing of what may happen next, written down as logs.

All chance comes from `random.Random(...).random()`, which is the same on every machine, and every game has a generator
of its own: the first ten games of a thousand are the same as ten.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import book
from referee.core.family import Draw, Game
from referee.core.ruleset import Ruleset
from referee.engines import FAMILIES

MOST_HANDS = 100
"""A game that is not over after so many hands is stopped there: random play may never reach a target."""


class Simulated(NamedTuple):
    """One random game: its set-up, its log items, and the score at its end (see Game.score), `over` or stopped."""

    setup: dict[str, Any]
    items: list[dict[str, Any]]
    hands: int
    score: dict[str, Any]


def details(rules: Ruleset) -> tuple[str, ...]:
    """The levels of detail at which games of this family are written down, the fullest first."""
    found: tuple[str, ...] = _record_module(rules).DETAILS
    return found


def draw_of(seed: int, number: int) -> Draw:
    """The chance of game `number` (from 0) of a simulation."""
    chance = random.Random(f"{seed}:{number}").random
    return lambda choices: int(chance() * choices)


def simulated(rules: Ruleset, players: Sequence[str], detail: str, draw: Draw) -> Simulated:
    """One game played at random, to its end or to `MOST_HANDS`."""
    game: Any = book.table(rules, len(players))
    module = _record_module(rules)
    setup = module.setup(rules, players, draw)
    state = game.start(players, setup, None)
    target = game.score(state)[0].get("target")
    if target is not None:
        setup["target"] = target
    record = module.Record(game.terms, detail)
    deals = 0
    while (item := game.draw_next(state, draw)) is not None:
        deals += "deal" in item
        if deals > MOST_HANDS:
            break
        record.before(state, item)
        happen(game, state, item)
        record.after(state)
    return Simulated(setup, record.items, game.counts(state)["hands"], game.score(state)[0])


def happen(game: Game, state: Any, item: Mapping[str, Any]) -> None:
    """Lets a drawn item happen; that it is not legal would be a bug of the family."""
    events = game.read(state, item)
    if game.take(state, events) != len(events):
        raise AssertionError(f"the drawn {item} is not legal")


def positions(rules: Ruleset, players: Sequence[str], draw: Draw) -> Iterator[tuple[Game, Any]]:
    """The states of one random game, each before its next event; the same state every time, changed in between."""
    game = book.table(rules, len(players))
    state = game.start(players, _record_module(rules).setup(rules, players, draw), None)
    while (item := game.draw_next(state, draw)) is not None:
        yield game, state
        happen(game, state, item)


def _record_module(rules: Ruleset) -> Any:
    return importlib.import_module(f"{FAMILIES[rules.family]}.record")
