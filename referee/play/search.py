"""Situations that show a rule, found by playing at random: one in which it forbids something, and what may be done instead."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.family import Options
from referee.core.findings import Fault
from referee.core.game import Game
from referee.core.ruleset import Ruleset
from referee.play.simulate import draw_of, positions

STATES = 4000
"""How many positions of random games are examined."""
MOVES = 60_000
"""How many moves are examined in them; a position can have a lot of them."""
RECENT = 8
"""How many of the latest items are tried again: a card played twice, a bid after the bidding."""
SEED = 1

Item = Mapping[str, Any]


class Shown(NamedTuple):
    """A rule in one position: what is legal there, what is not, and why."""

    position: dict[str, Any]
    doing: str
    legal: Item
    others: tuple[str, ...]
    illegal: Item
    message: str


def search(rules: Ruleset, players: Sequence[str], wanted: set[str]) -> dict[str, Shown]:
    """For each of these rules that random play meets: a position in which it forbids something."""
    shown: dict[str, Shown] = {}
    looked = 0
    for _, (game, state, item, recent) in zip(range(STATES), _moments(rules, players), strict=False):
        options = game.options(state)
        looked += len(options.options)
        for illegal, fault in _faults(game, state, options, recent, players):
            if fault.rule in wanted - shown.keys() and not fault.cites:
                legal = options.legal[0].item if options.legal else item
                others = tuple(option.notation for option in options.legal)
                shown[fault.rule] = Shown(game.position(state), options.doing, legal, others, illegal, fault.message)
        if shown.keys() >= wanted or looked > MOVES:
            break
    return shown


def _moments(rules: Ruleset, players: Sequence[str]) -> Iterator[tuple[Game, Any, Item, Sequence[Item]]]:
    """The positions of one random game after another, with what is done next in each and what was done recently."""
    for number in range(STATES):
        recent: deque[Item] = deque(maxlen=RECENT)
        for game, state, item in positions(rules, players, draw_of(SEED, number)):
            yield game, state, item, recent
            recent.append(item)


def _faults(
    game: Game, state: Any, options: Options, recent: Sequence[Item], players: Sequence[str]
) -> Iterator[tuple[Item, Fault]]:
    """What could be tried here and is not legal: forbidden options, what was done before, another player's move."""
    for option in options.options:
        if option.fault is not None:
            yield option.item, option.fault
    tries: list[Item] = list(recent)
    if options.player is not None and options.legal:
        other = players[(list(players).index(options.player) + 1) % len(players)]
        tries.append({"by": other, **options.legal[0].item})
    for item in tries:
        fault = _first_fault(game, state, item)
        if fault is not None:
            yield item, fault


def _first_fault(game: Game, state: Any, item: Item) -> Fault | None:
    try:
        events = game.read(state, item)
    except Misread as misread:
        return None if misread.shapeless or not misread.faults else misread.faults[0]
    return next(iter(game.check(state, events[0])), None)
