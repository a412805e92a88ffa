"""Courses against brute force: a log that leaves something open is judged as all logs together that do not.

Each thing that is open is written in every way there is, and each of these logs is judged by itself. The open log is illegal
where the last of them is; it names a player only if all of those do; a claim is false in it if it is false in all of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from slowness import tries

from referee.core.events import Finding
from referee.core.game import Game
from referee.judging.fold import Folded, fold
from referee.play.simulate import draw_of
from referee.rules import rulesets

Data = dict[str, Any]
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


def hands_played(game: Game, seed: int, hands: int) -> list[list[Data]]:
    """The plays of some hands of a random game, without deals, passed cards and names."""
    state = game.start(PLAYERS, {"dealer": "Dov"}, None)
    draw = draw_of(seed, len(PLAYERS))
    played: list[list[Data]] = [[]]
    while True:
        item = game.draw_next(state, draw)
        assert item is not None
        number = state.hand
        for event in game.read(state, item):
            game.apply(state, event)
        if "deal" in item and number > 1:
            played.append([])
        if len(played) > hands or state.phase == "over":
            return played[:hands]
        plain = {key: value for key, value in item.items() if key in ("play", "pass")}
        if plain and not ("pass" in plain and plain["pass"] is not True):
            played[-1].append(plain)


def spoil(items: Sequence[Data], rng: random.Random) -> None:
    """Let two plays of a hand change places, or a card be played twice."""
    cards = [item for item in items if "play" in item]
    first, second = rng.sample(cards, 2)
    if rng.random() < 0.3:
        first["play"] = second["play"]
    else:
        first["play"], second["play"] = second["play"], first["play"]


def claimed_falsely(found: Folded) -> list[Finding]:
    return [fault for fault in found.faults if fault.rule == "claim"]


def blamed(found: Folded) -> set[int | None]:
    return {fault.seat for fault in found.faults if fault.rule != "claim"}


def compare(game: Game, position: Data | None, items: list[Data], written: Iterator[list[Data]]) -> tuple[int, int]:
    """Judge an open log, and every log that it may stand for; return the numbers of faults of both kinds that were found."""

    def judged(log: list[Data]) -> Folded:
        setup = {} if position else {"dealer": "Dov"}
        players = PLAYERS[: game.rules.players]
        return fold(game, game.start(players, setup, position), log)

    found = judged(items)
    assert found.shapeless is None
    each = [judged(log) for log in written]
    place = next(number for number, item in enumerate(items) if "expect" in item)
    each = [one for one in each if one.items > place] or each  # the others ended before the claim
    each = [one for one in each if not claimed_falsely(one)] or each  # a claim that is true in some ends the others
    last = max(one.items for one in each)
    assert found.items == last
    left = [one for one in each if one.items == last]
    illegal = [fault for fault in found.faults if fault.rule != "claim"]
    assert bool(illegal) == all(one.halted for one in left)
    for fault in illegal:
        assert fault.seat is None or all(fault.seat in blamed(one) for one in left), (fault, items)
    false = claimed_falsely(found)
    assert bool(false) == all(map(claimed_falsely, each)), (false, items)
    return len(illegal), len(false)


def claim(game: str, rng: random.Random) -> Data:
    """What may be claimed in the middle of a hand."""
    if game == "hearts" and rng.random() < 0.7:
        return {"won": {rng.choice(PLAYERS): rng.randrange(4)}}
    return {"totals": {rng.choice(PLAYERS): rng.choice((0, 0, 3, 7))}}


def with_leaders(items: Sequence[Data], firsts: Sequence[int]) -> Iterator[list[Data]]:
    """The log with every player named as the leader of each hand."""
    for leaders in product(PLAYERS, repeat=len(firsts)):
        log = [dict(item) for item in items]
        for place, leader in zip(firsts, leaders, strict=True):
            log[place]["by"] = leader
        yield log


@pytest.mark.parametrize("name", ["hearts", "big-two"])
def test_a_leader_whom_nobody_recorded(name: str) -> None:
    game = rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))
    faults = claims = 0
    for seed in range(tries(90)):
        rng = random.Random(f"{name} {seed}")
        hands = hands_played(game, seed, rng.choice((1, 2)) if name == "hearts" else 1)
        hands[-1] = hands[-1][: rng.randrange(4, len(hands[-1]) + 1)]
        if rng.random() < 0.6:
            spoil(hands[-1], rng)
        items = [item for hand in hands for item in hand]
        place = rng.randrange(len(items))
        items[place] = items[place] | {"expect": claim(name, rng)}
        firsts = [0, len(hands[0])][: len(hands)]
        illegal, false = compare(game, None, items, with_leaders(items, firsts))
        faults += illegal
        claims += false
    assert faults
    assert claims


NINES = ("S9(4sp+5su)", "S9(7wi+2sp)", "S9(3au+6wi)")


def with_cards(items: Sequence[Data], lying: Sequence[str]) -> Iterator[list[Data]]:
    """The log with the cards of every stockpile that each play may name."""
    places = [number for number, item in enumerate(items) if "take S9 @" in item["play"]]
    for chosen in product(lying, repeat=len(places)):
        log = [dict(item) for item in items]
        for place, nine in zip(places, chosen, strict=True):
            log[place]["play"] = log[place]["play"].replace("take S9 @", f"take {nine} @")
        yield log


def test_a_stockpile_of_which_there_are_several() -> None:
    game = rulesets.table(rulesets.load_ruleset("illimat"), 3)
    faults = claims = 0
    for seed in range(tries(240)):
        rng = random.Random(f"stockpiles {seed}")
        lying = list(NINES[: rng.choice((2, 3))])
        position = {"turn": "Ann", "fields": {"Summer": lying}, "okus": {"box": 0}, "stock": 0}
        position |= {"unseen": {"Ann": 4, "Ben": 4, "Cyd": 4}}
        items: list[Data] = []
        for card in rng.sample(("9sp", "9su", "9au", "9wi", "9st"), rng.choice((1, 2, 3))):
            which = "S9" if rng.random() < 0.7 else rng.choice(NINES)
            items.append({"play": f"harvest {card} take {which} @Summer"})
        if rng.random() < 0.5:
            items[-1]["expect"] = {"piles": {rng.choice(PLAYERS[:3]): rng.randrange(4)}}
        else:
            items[-1]["expect"] = {"fields": {"Summer": rng.sample(lying, len(lying) - 1)}}
        illegal, false = compare(game, position, items, with_cards(items, lying))
        faults += illegal
        claims += false
    assert faults
    assert claims
