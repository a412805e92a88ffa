"""Logs of fishing games that leave open what happened: whose play, for which Luminary, which stockpile, which cards were drawn.

A legal game stays legal. A fault is found at its event or later, or there is a doubt, and nobody is blamed who is not to blame
in the full log. A claim that is false in every course is false.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import pytest
from slowness import tries
from test_fishing_games import NAMES, PLAYERS, SETS

from referee.core.events import Misread
from referee.core.unseen import courses
from referee.engines import family
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.record import FishingRecord
from referee.engines.fishing.state import FishingState
from referee.judging.fold import Folded, fold
from referee.play.simulate import draw_of
from referee.rules import rulesets

Data = dict[str, Any]
OPEN = ("The Changeling", "The Loom", "The Rake", "The Echo", "The Boat", "The Gambler")
"""Luminaries that leave open whose event the next one is."""
OTHERS = (("scopa", 2), ("cassino", 2), ("scopone", 4), ("escoba", 2))
EXTRA = re.compile(r" for [A-Z][\w' ]*?(?= turn |$)")
STOCKPILE = re.compile(r"([SM]\d+)\([^)]*\)")
LONGEST = 400


class Written(NamedTuple):
    """A game of one round or more as the items of a full log; `spoiled` is the place of the one that is illegal, or -1."""

    game: FishingGame
    items: list[Data]
    spoiled: int = -1
    target: int = 1

    def start(self) -> FishingState:
        players = PLAYERS[: self.game.rules.players]
        return self.game.start(players, {"dealer": "Ann", "target": self.target}, None)

    def judged(self, items: list[Data]) -> Folded:
        return fold(self.game, self.start(), items)


def table(rng: random.Random) -> FishingGame:
    """A table of Illimat with Luminaries that leave much open, or of another fishing game."""
    if rng.random() < 0.2:
        name, players = rng.choice(OTHERS)
        return cast(FishingGame, rulesets.table(rulesets.load_ruleset(name), players))
    rules = rulesets.load_ruleset("illimat", variants=("second-edition", *SETS))
    game = cast(FishingGame, family("fishing").compile(rules, rng.choice((2, 3, 4))))
    first = rng.sample(OPEN, rng.choice((1, 2)))
    rest = [name for name in NAMES if name not in first]
    game.rules.in_sets = tuple(first + rng.sample(rest, 4 - len(first)))
    return game


def written(
    seed: int, spoil: Callable[[Written, FishingState, Data], Data | None] | None = None, rounds: int = 1
) -> Written:
    """A random game of some rounds, in which `spoil` may make an item illegal; the game goes on from what that led to."""
    rng = random.Random(seed)
    game = table(rng)
    so_far = Written(game, [], target=1 if rounds == 1 else 99)
    state = so_far.start()
    record = FishingRecord(game, "deals")
    draw = draw_of(seed, game.rules.players)
    spoiled = -1
    while len(record.items) < LONGEST * rounds and state.round <= rounds:
        item = game.draw_next(state, draw)
        if item is None:
            break
        if spoil is not None and spoiled < 0:
            wrong = spoil(so_far, state, dict(item))
            if wrong is not None:
                item = wrong
                spoiled = len(record.items)
        record.before(state, item)
        for event in game.read(state, item):
            game.apply(state, event)
        record.after(state)
    return so_far._replace(items=cast("list[Data]", record.items), spoiled=spoiled)


def left_out(items: list[Data], rng: random.Random) -> Iterator[tuple[int, Data]]:
    """The items of a log with their places, in which something is left out of many: all that need not be written."""
    share = rng.choice((0.1, 0.5, 0.9, 1))
    hands_are_known = rng.random() < 0.4
    for place, item in enumerate(items):
        if rng.random() > share:
            yield place, item
            continue
        less = {key: value for key, value in item.items() if key not in ("by", "expect")}
        if "play" in less:
            less["play"] = EXTRA.sub("", less["play"])
            if rng.random() < 0.5:
                less["play"] = STOCKPILE.sub(r"\1", less["play"])
        if not hands_are_known:
            less = unseen(less, rng)
        if less and "done" not in less:
            yield place, less


def unseen(item: Data, rng: random.Random) -> Data:
    """An item without the cards that only some saw; nothing is left of some draws."""
    if "draw" in item:
        return {} if rng.random() < 0.6 else {"draw": len(item["draw"])}
    if "deal" in item:
        return {"deal": {key: value for key, value in item["deal"].items() if key != "hands"}}
    if "exchange" in item:
        return {"exchange": {"discard": len(item["exchange"]["discard"])}}
    return item


def blamed(folded: Folded) -> set[int]:
    return {fault.seat for fault in folded.faults if fault.seat is not None}


def test_a_legal_game_stays_legal_whatever_is_left_open() -> None:
    followed = 0
    for seed in range(tries(900)):
        full = written(seed)
        rng = random.Random(f"legal {seed}")
        items = [item for _, item in left_out(full.items, rng)]
        found = full.judged(items)
        assert not found.faults, (seed, found.faults[0].message)
        assert not found.halted, (seed, found.shapeless)
        assert found.items == len(items)
        followed += found.state.courses is not None
    assert followed  # or nothing was left open


def test_a_game_of_more_courses_than_are_followed_is_judged_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    skipped = anew = 0
    for seed in range(tries(300)):
        full = written(seed, rounds=2)
        items = [item for _, item in left_out(full.items, random.Random(f"few {seed}"))]
        found = full.judged(items)
        assert not found.faults, (seed, found.faults[0].message)
        assert not found.halted, (seed, found.shapeless)
        assert found.items == len(items)
        beside = found.state.courses
        if beside is None or not (beside.more_possible or beside.skipped):
            continue
        assert "unseen-meanings" in {doubt.rule for doubt in found.game.doubts(found.state)}
        skipped += beside.skips
        anew += len(beside.skipped) > beside.skips
    assert skipped
    assert anew


def careless(full: Written, state: FishingState, item: Data) -> Data | None:
    """A play as somebody might make it who minds no rule but to play from hand; None if it is legal, or cannot be."""
    game = full.game
    rng = random.Random(f"{state.clock} {item}")
    if rng.random() < 0.9:
        return None
    hand = [card for card in game.rules.deck.ids if state.hands[state.turn] >> game.rules.deck.by_id[card] & 1]
    if "play" in item and hand:
        where = f" @{rng.choice(game.rules.seasons)}" if game.rules.seasons else ""
        item["play"] = f"sow {rng.choice(hand)}{where}"
    elif "draw" in item and len(item["draw"]) > 1:
        item["draw"] = item["draw"][:-1]
    else:
        return None
    try:
        (event,) = game.read(state, item)
    except Misread:
        return None
    faults = game.check(state, event)
    if not faults or any(fault.bars or fault.rule == "hand" for fault in faults):
        return None
    return item


@pytest.mark.parametrize("most", [1, 16])
def test_whoever_is_blamed_is_blamed_in_the_full_log(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(courses, "MOST", most)
    found_at_once = 0
    for seed in range(tries(900) if most == 16 else tries(300)):
        full = written(seed, careless)
        if full.spoiled < 0:
            continue
        told = full.judged(full.items)
        assert told.items == full.spoiled, seed
        for again in range(3):
            less = [*left_out(full.items, random.Random(f"spoiled {seed} {again}"))]
            found = full.judged([item for _, item in less])
            if not found.halted:
                assert any(found.game.doubts(found.state)), (seed, again)
                continue
            place = less[found.items][0]
            assert place >= full.spoiled, (seed, again, found.faults)
            assert blamed(found) <= blamed(told), (seed, again, found.faults, told.faults)
            found_at_once += place == full.spoiled
    assert found_at_once > tries(600) or most < 16


@pytest.mark.parametrize("claim", [{"stock": 99}, {"okus": {"box": 50}}, {"totals": {"Ann": 500}}])
def test_a_claim_that_is_false_in_every_course_is_found(claim: Data) -> None:
    for seed in range(tries(180)):
        full = written(seed)
        rng = random.Random(f"claim {seed}")
        items = [dict(item) for _, item in left_out(full.items, rng)]
        place = rng.randrange(len(items))
        items[place]["expect"] = claim
        found = full.judged(items)
        beside = found.state.courses
        if beside is not None and beside.more_possible and "totals" not in claim:
            continue  # it may be true in one that is not followed
        assert [fault.rule for fault in found.faults] == ["claim"], (seed, found.faults)
