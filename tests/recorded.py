"""Random legal games of five shipped trick rulesets as logs: with every claim, at each level of detail."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.engines import recording
from referee.engines.trick.game import TrickGame
from referee.engines.trick.rules import seats
from referee.engines.trick.state import TrickState
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import rulesets, shipped
from referee.source import parse

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
ROLES = ("doctor", "neighbor", "preacher", "teacher")
GAMES = ("illuminate", "grace", "mercy", "hearts", "spades")
DETAILS = ("deals", "plays", "results")
Data = dict[str, Any]


def with_and_without_fast_path(name: str) -> tuple[TrickGame, TrickGame]:
    """A shipped game for four, and the same without its fast path."""
    fast = cast(TrickGame, rulesets.table(rulesets.load_ruleset(name), len(PLAYERS)))
    slow = copy.copy(fast)
    slow.fast_forward = lambda state, items, start: (0, 0)
    return fast, slow


def recorded(
    name: str,
    *,
    players: int = 4,
    variants: tuple[str, ...] = (),
    seed: int = 1,
    detail: str = "deals",
    hands: int | None = None,
    whole: bool = True,
) -> Data:
    """A random legal game as a log, to its end or for a number of hands; `whole` writes tricks and bids in the short form."""
    game = cast(TrickGame, rulesets.table(rulesets.load_ruleset(name, variants=list(variants)), players))
    seats = PLAYERS[:players]
    setup: Data = {"dealer": seats[-1]}
    if game.rules.roles:
        setup["roles"] = dict(zip(seats, ROLES, strict=False))
    log: Data = {"game": f"{name}@1", "players": list(seats), "setup": setup}
    if variants:
        log["variants"] = list(variants)
    state = game.start(seats, setup, None)
    events: list[Data] = []
    rng = random.Random(seed)
    while state.phase != "over" and (hands is None or len(state.history) < hands):
        events += _hand(game, state, rng, detail, whole)
    log["events"] = events
    log["expect"] = {"totals": dict(zip(seats, state.scores, strict=True))}
    return log


def _hand(game: TrickGame, state: TrickState, rng: random.Random, detail: str, whole: bool) -> list[Data]:
    """One hand, with what followed from it claimed."""
    before = len(state.history)
    players = state.players
    items: list[Data] = []
    passed: Data = {}
    roles = list(state.roles or [])
    while len(state.history) == before:
        leader_known = state.phase != "play" or state.trick or state.tricks
        item = dict(game.draw_next(state, rng.randrange) or {})
        who = state.players[state.turn]
        if "play" in item and not leader_known and isinstance(game.rules.led_by, dict):
            item["by"] = who
        assert game.take(state, game.read(state, item)) == 1, item
        if "pass" in item:
            passed[item["by"]] = item["pass"]
            if len(passed) == len(players):
                items.append({"pass": passed})
            continue
        if "bid" in item and whole:
            if not items or "bids" not in items[-1]:
                items.append({"bids": {}})
            items[-1]["bids"][who] = item["bid"]
            continue
        if "play" in item and whole:
            open_trick = items and "trick" in items[-1] and len(items[-1]["trick"]) < len(players)
            if not open_trick:
                items.append({"trick": []} | ({"by": item["by"]} if "by" in item else {}))
            items[-1]["trick"].append(item["play"])
        else:
            items.append(item)
        if "play" in item and len(state.history) == before and not state.trick and state.tricks:
            trick = state.finished()[-1]
            items[-1]["expect"] = {"winner": players[trick.winner]}
            if list(state.roles or []) != roles:
                roles = list(state.roles or [])
                items[-1]["expect"]["roles"] = {
                    player: game.rules.roles[role] for player, role in zip(players, roles, strict=True)
                }
    hand = state.history[-1]
    claim: Data = {"score": dict(zip(players, hand.points or (), strict=False))}
    claim["totals"] = dict(zip(players, hand.totals, strict=True))
    if state.phase == "over":
        claim["winners"] = [players[seat] for seat in seats.leaders(game.rules, state)]
    items[-1]["expect"] = claim
    if detail == "plays":
        items = [item for item in items if "deal" not in item]
    if detail == "results":
        items = [{"result": _result(game, state, items), "expect": claim}]
    return items


def _result(game: TrickGame, state: TrickState, items: list[Data]) -> Data:
    """What the score pad keeps of a hand: cards and bids, tricks won, and the cards that count."""
    hand, players = state.history[-1], state.players
    result: Data = {"cards": hand.cards}
    if game.rules.bids_spoken:
        result["bids"] = dict(zip(players, hand.bids, strict=True))
    if "won" in game.rules.scoring.needs:
        result["won"] = dict(zip(players, hand.won, strict=True))
    if game.rules.scoring.counts:
        piles = {player: game.rules.deck.names(state.taken[seat]) for seat, player in enumerate(players)}
        result["captured"] = piles
    return result


def heads_in_use(name: str) -> Iterator[Data]:
    """A shipped game, with each of its variants, readings and house rules, as the head of a log says it."""
    base = rulesets.load_ruleset(name)
    yield {}
    for variant in base.get("variants", default={}):
        yield {"variants": [variant]}
    for ruling, entry in base.get("rulings", default={}).items():
        yield from ({"ruling": {ruling: reading}} for reading, taken in entry["readings"].items() if "value" in taken)
    for house in shipped.houses():
        if f"extends: {name}\n" in house.read_text(encoding="utf-8"):
            yield {"house": house.stem}


def rules_of(name: str, head: Data) -> Ruleset:
    """The rules of a game with what such a head says."""
    houses = [head["house"]] if "house" in head else []
    return rulesets.load_ruleset(name, houses=houses, variants=head.get("variants", ()), ruling=head.get("ruling"))


def verdict_on(log: Data) -> Verdict:
    """The verdict on a log that was never a file."""
    return judge(make_log(parse(json.dumps(log), "log.json")))


@contextmanager
def at_most(family: str, length: int) -> Iterator[None]:
    """Random games of a family are stopped after this many hands, rounds or turns; 0: as usual."""
    record = recording(family)
    before = record.MOST
    record.MOST = length or before
    try:
        yield
    finally:
        record.MOST = before
