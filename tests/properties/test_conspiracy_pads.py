"""Pads of the race of Illuminati: one made from a random game is legal, one with something impossible in it is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from slowness import tries

from referee.core.cards import members
from referee.core.verdict import Verdict
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.record import ConspiracyRecord
from referee.engines.conspiracy.rules import goals
from referee.engines.conspiracy.state import DEAD, OVER, UNCONTROLLED, ConspiracyState
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play import simulate
from referee.rules import rulesets
from referee.source import parse

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
GAMES, LONGEST = tries(60), 40
Pad = dict[str, Any]


def tables() -> Iterator[tuple[ConspiracyGame, ConspiracyState]]:
    """Random games, to their end or for a number of turns."""
    rules = rulesets.load_ruleset("illuminati")
    for number in range(GAMES):
        players = PLAYERS[: 2 + number % 3]
        game, draw = cast(ConspiracyGame, rulesets.table(rules, len(players))), simulate.draw_of(29, number)
        state = cast(ConspiracyState, game.start(players, ConspiracyRecord.setup(rules, players, draw), None))
        while state.phase != OVER and state.number < number * 9 % LONGEST + 2:
            item: Any = game.draw_next(state, draw)
            if item is None:
                break
            assert game.take(state, game.read(state, item))
        yield game, state


def pad_of(game: ConspiracyGame, state: ConspiracyState, detail: int) -> Pad:
    """The race as it may be written: 0 every card with its master, 1 the groups, 2 numbers alone."""
    pack, names = game.rules.pack, game.rules.pack.names
    pad: Pad = {"structures": {}}
    for seat, who in enumerate(state.players):
        if not state.alive[seat]:
            continue
        groups = [card for card in members(state.holds[seat]) if card != state.illuminati[seat]]
        held: Pad = {
            "money": sum(state.money[card] for card in members(state.holds[seat])),
            "destroyed": state.kills[seat],
        }
        held["power"] = sum(pack.cards[card].power for card in members(state.holds[seat]))
        held["groups"] = len(groups) + 1
        if detail < 2:
            held |= {"illuminati": names[state.illuminati[seat]], "groups": [names[card] for card in groups]}
        if detail == 0:
            held["groups"] = {names[card]: names[state.master[card]] for card in groups}
        pad["structures"][who] = held
    if detail == 0:
        pad["uncontrolled"] = [names[card] for card in pack.groups if state.place[card] == UNCONTROLLED]
        pad["destroyed"] = [names[card] for card in pack.groups if state.place[card] == DEAD]
    if state.phase == OVER:
        pad["won"] = {state.players[seat]: way_of(game, state, seat) for seat in state.winners}
    return pad


def way_of(game: ConspiracyGame, state: ConspiracyState, seat: int) -> str:
    if sum(state.alive) == 1:
        return "last"
    return "basic" if goals.ways(game.rules, state, seat)[goals.BASIC].met else "special"


def judged(state: ConspiracyState, pad: Pad) -> Verdict:
    players = list(state.players)
    data = {"game": "illuminati@1", "players": players, "position": {}, "events": [{"result": pad}]}
    return judge(make_log(parse(json.dumps(data), "a.json")))


@pytest.mark.parametrize("detail", [0, 1, 2])
def test_a_pad_of_a_game_that_was_played_is_legal(detail: int) -> None:
    ended = 0
    for game, state in tables():
        pad = pad_of(game, state, detail)
        verdict = judged(state, pad)
        assert verdict.status == "legal", (pad, verdict.violations, verdict.complaints)
        ended += state.phase == OVER
    assert ended


def two_owners(pad: Pad, chance: random.Random) -> str | None:
    owners = [who for who, held in pad["structures"].items() if held["groups"]]
    others = [who for who in pad["structures"] if who not in owners[:1]]
    if not owners or not others:
        return None
    card, *_ = pad["structures"][owners[0]]["groups"]
    other = pad["structures"][chance.choice(others)]
    other["groups"] = {**other["groups"], card: other["illuminati"]}
    return "there is only one"


def owned_and_destroyed(pad: Pad, chance: random.Random) -> str | None:
    cards = [card for held in pad["structures"].values() for card in held["groups"]]
    if not cards:
        return None
    pad["destroyed"].append(chance.choice(cards))
    return "there is only one"


def master_elsewhere(pad: Pad, chance: random.Random) -> str | None:
    found = [(who, card) for who, held in pad["structures"].items() for card in held["groups"]]
    others = [held["illuminati"] for held in pad["structures"].values()]
    if not found or len(others) < 2:
        return None
    who, card = chance.choice(found)
    held = pad["structures"][who]
    held["groups"][card] = next(other for other in others if other != held["illuminati"])
    return "power structure"


def too_many_arrows(pad: Pad, chance: random.Random) -> str | None:
    free = pad["uncontrolled"]
    held = chance.choice(list(pad["structures"].values()))
    mine = [card for card, master in held["groups"].items() if master == held["illuminati"]]
    if len(mine) + len(free) < 5:
        return None
    for card in free[: 5 - len(mine)]:
        held["groups"][card] = held["illuminati"]
    pad["uncontrolled"] = free[5 - len(mine) :]
    return "attached to"


def more_power(pad: Pad, chance: random.Random) -> str | None:
    chance.choice(list(pad["structures"].values()))["power"] += 1
    return "Power; the cards have"


def a_win_that_is_none(pad: Pad, chance: random.Random) -> str | None:
    if "won" in pad or len(pad["structures"]) < 2:
        return None
    pad["won"] = {chance.choice(list(pad["structures"])): "last"}
    return "as the last player left"


PLANTED: tuple[Callable[[Pad, random.Random], str | None], ...] = (
    two_owners, owned_and_destroyed, master_elsewhere, too_many_arrows, more_power, a_win_that_is_none,
)  # fmt: skip


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_pad_with_something_impossible_is_refused(plant: Callable[[Pad, random.Random], str | None]) -> None:
    planted = 0
    for number, (game, state) in enumerate(tables()):
        pad = pad_of(game, state, 0)
        says = plant(pad, random.Random(number))
        if says is None:
            continue
        planted += 1
        verdict = judged(state, pad)
        assert verdict.status == "illegal", pad
        assert any(says in finding.message for finding in verdict.violations), (says, verdict.violations)
    assert planted > GAMES // 3
