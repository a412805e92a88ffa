"""Random legal games, drawn by the families' own functions: written as logs, or the same deals under two rulesets.

All chance comes from `random.Random(...).random()`, which is the same on every machine, and every game has its own generator:
the first ten games of a thousand are the same as ten. For a comparison, random numbers for the deals and for the choices come
from separate streams, and both restart with every deal. So a house rule that changes what is played does not change what is
dealt, and a hand that it does not affect goes as it would have gone without it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.data import Data, Entry
from referee.core.events import Item
from referee.core.family import Draw
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable
from referee.core.ruleset import Ruleset
from referee.engines import recording
from referee.rules import rulesets

TARGET = "target"
"""The key that a set-up may leave out, since the rules imply it."""
OPENING = 12
"""Items that are examined for the beginning of a game."""


class Simulated(NamedTuple):
    """One random game: its set-up, its log items, its length, and the score at its end (see Game.score), `over` or stopped.

    The length is in the unit of the family, such as hands (`Record.LENGTH`).
    """

    setup: Data
    items: list[Data]
    length: int
    score: Data


def details(rules: Ruleset) -> tuple[str, ...]:
    """The levels of detail at which games of this family are written, the fullest first."""
    return recording(rules.family).DETAILS


def draw_of(seed: int, number: int, what: str = "") -> Draw:
    """The random numbers of game `number` (from 0) of a simulation.

    what: names one purpose in it, such as its third deal, whose numbers other draws do not affect.
    """
    key = f"{seed}:{number}"
    if what:
        key += f":{what}"
    random_number = random.Random(key).random

    def draw(choices: int) -> int:
        return int(random_number() * choices)

    return draw


def simulate_game(rules: Ruleset, players: Sequence[str], detail: str, draw: Draw) -> Simulated:
    """Play one game at random, to its end or as long as the family lets a random game last.

    detail: the level at which its items are written.
    """
    game, state, setup = _begin(rules, players, draw)
    items = _record(game, state, detail, draw)
    return Simulated(setup, items, game.counts(state)[recording(rules.family).LENGTH], game.score(state)[0])


def opening(rules: Ruleset, players: Sequence[str], draw: Draw) -> tuple[Data, list[tuple[str, Data]]]:
    """The beginning of a random game: its set-up, and its first log items, each with its verb, up to the last that
    has a verb for the first time. No more items are looked at than `OPENING`."""
    game, state, setup = _begin(rules, players, draw)
    items = _record(game, state, details(rules)[0], draw, OPENING)
    verbs = [_verb_of(item) for item in items]
    last = max((place for place, verb in enumerate(verbs) if verb not in verbs[:place]), default=-1)
    return setup, list(zip(verbs, items, strict=True))[: last + 1]


def _verb_of(item: Item) -> str:
    """The verb of an item; every item has one."""
    return next(key for key in item if key not in EXTRAS)


def _record(game: Game, state: AtTable, detail: str, draw: Draw, most: int | None = None) -> list[Data]:
    """Play a game to its end, as long as the family lets it last, or until it has `most` log items; return these.

    state: is changed. detail: the level at which the items are written.
    """
    record = recording(game.ruleset.family)(game, detail)
    for item in _moves(game, state, draw):
        if most is not None and len(record.items) >= most:
            break
        record.follow(state, item)
        happen(game, state, item)
        record.after(state)
    return record.items


def _moves(game: Game, state: AtTable, draw: Draw) -> Iterator[Item]:
    """Yield what is drawn to happen next, to the end of a game or as long as the family lets it last. Whoever asks
    for an item makes it happen, before asking for the next."""
    too_long = recording(game.ruleset.family).too_long
    while not too_long(state):
        item = game.draw_next(state, draw)
        if item is None:
            return
        yield item


def _begin(rules: Ruleset, players: Sequence[str], draw: Draw) -> tuple[Game, AtTable, Data]:
    """A game, its state before the first event, and its set-up, which includes the target if there is one."""
    game = rulesets.table(rules, len(players))
    setup = recording(rules.family).setup(rules, players, draw)
    state = game.start(players, setup, None)
    target = game.score(state)[0].get("target")
    if target is not None:
        setup[TARGET] = target
    return game, state, setup


def happen(game: Game, state: AtTable, item: Item) -> None:
    """Apply a drawn item; if it were not legal, that would be a bug of the family. Raises RulesetError."""
    if game.advance(state, item):
        raise AssertionError(f"the drawn {item} is not legal")


def positions(rules: Ruleset, players: Sequence[str], draw: Draw) -> Iterator[tuple[Game, AtTable, Item]]:
    """Yield the states of one random game with what happens next in each; always the same object, changed in between."""
    game, state, _ = _begin(rules, players, draw)
    for item in _moves(game, state, draw):
        yield game, state, item
        happen(game, state, item)


Share = tuple[int, int]
"""A number, and the total that it is part of."""


class SimulatedGame(NamedTuple):
    """One game: final totals, winners, whether it reached its end, its length, named shares, and the leaders at half time."""

    totals: Entry
    winners: tuple[str, ...]
    over: bool
    length: int
    shares: Mapping[str, Share]
    led: tuple[str, ...]

    @property
    def caught(self) -> bool:
        """Whether nobody who led at half time won."""
        return not set(self.led) & set(self.winners)


def play_game(rules: Ruleset, players: Sequence[str], seed: int, number: int) -> SimulatedGame:
    """Play game `number` (from 0) of a comparison at random under one ruleset. Each deal has its own random numbers,
    and so have the choices after it, so that they are the same under another ruleset."""
    record = recording(rules.family)
    game, state, _ = _begin(rules, players, draw_of(seed, number, "setup"))
    deals = 0
    choices = draw_of(seed, number, "choices")
    while not record.too_long(state):
        draw = choices
        if record.chance(game, state):
            deals += 1
            draw = draw_of(seed, number, f"deal {deals}")
            choices = draw_of(seed, number, f"choices {deals}")
        item = game.draw_next(state, draw)
        if item is None:
            break
        happen(game, state, item)
    score = game.score(state)[0]
    winners = tuple(score["winners"])
    length = game.counts(state)[record.LENGTH]
    shares = record.shares(game, state)
    return SimulatedGame(score["totals"], winners, score["over"], length, shares, _leaders_at_half(score))


def _leaders_at_half(score: Entry) -> tuple[str, ...]:
    """Who led after the first half of the hands; nobody in a game with fewer than two, or without an end. Whether
    most or fewest points lead, the winners show."""
    hands = score["hands"]
    totals = score["totals"]
    winners = score["winners"]
    if not winners or len(hands) < 2:
        return ()
    totals_then = hands[len(hands) // 2 - 1]["totals"]
    if totals[winners[0]] == max(totals.values()):
        best = max(totals_then.values())
    else:
        best = min(totals_then.values())
    return tuple(player for player in totals_then if totals_then[player] == best)
