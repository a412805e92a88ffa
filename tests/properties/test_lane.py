"""With a fast lane and without it a log comes to the same end: flaws, messages, states, points; over sound and changed logs."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any, cast

import pytest
from recorded import GAMES, PLAYERS, Data, recorded, with_and_without_lane
from small_games import snapshot

from referee.engines.trick.game import Game
from referee.engines.trick.words.scoring import Ended
from referee.judging.fold import Folded, fold
from referee.rules import rulesets

ROUNDS = 60
JUNK = [None, True, 3, -1, 1.5, "", "Ann", "AC", "Mk1:11", "Mk1:11!", [], ["AC"], {}, {"Ann": 1}, {"Ann": ["AC"]}]


def end_of(game: Game, log: Data, *, as_played: bool) -> tuple[Any, ...]:
    """All that a fold says of a log."""
    folded: Folded = fold(game, game.start(PLAYERS, log["setup"], None), log["events"], as_played=as_played)
    return (
        folded.events,
        folded.items,
        folded.claims,
        folded.flaws,
        folded.halted,
        folded.shapeless,
        snapshot(folded.state),
    )


def change(items: list[Data], rng: random.Random) -> None:
    """Changes something in the items of a log: two cards change places, one is said twice, an item or a value is another."""
    item = rng.choice(items)
    verb = next(iter(item))
    what = rng.randrange(6)
    if what == 0:
        item[verb] = rng.choice(JUNK)
    elif what == 1:
        items.remove(item)
    elif what == 2:
        items.insert(rng.randrange(len(items)), copy.deepcopy(item))
    elif what == 3:
        item[rng.choice(("note", "by", "expect", "stands", "more"))] = rng.choice(JUNK)
    else:
        places = [
            (item["trick"], at) for item in items if type(item.get("trick")) is list for at in range(len(item["trick"]))
        ]
        places += [(item, "play") for item in items if "play" in item]
        (one, here), (other, there) = rng.choice(places), rng.choice(places)
        if what == 4:
            one[here], other[there] = other[there], one[here]
        else:
            one[here] = rng.choice([other[there], f"{one[here]}!", rng.choice(JUNK)])


@pytest.mark.parametrize("name", GAMES)
def test_the_fast_lane_comes_to_the_same_end(name: str) -> None:
    fast, slow = with_and_without_lane(name)
    rng, seen = random.Random(name), Counter[str]()
    for number in range(ROUNDS):
        log = recorded(name, seed=number, hands=3)
        if number % 2:
            log["events"] = [{key: value for key, value in item.items() if key != "expect"} for item in log["events"]]
        for _ in range(number % 4):
            change(log["events"], rng)
        as_played = number % 3 == 0
        ends = [end_of(game, copy.deepcopy(log), as_played=as_played) for game in (fast, slow)]
        assert ends[0] == ends[1]
        seen["halted" if ends[0][4] else "shapeless" if ends[0][5] else "flawed" if ends[0][3] else "legal"] += 1
    assert seen["halted"] > ROUNDS // 4
    assert seen["legal"] > ROUNDS // 8


@pytest.mark.parametrize("name", GAMES)
def test_the_fast_lane_of_scoring_comes_to_the_same_points(name: str) -> None:
    fast = cast(Game, rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))).rules.scoring
    slow = copy.copy(fast)
    assert fast.lane is not None
    slow.lane = None
    rng = random.Random(name)
    for _ in range(300):
        cards = rng.choice((1, 2, 6, 12, 13))
        bids = [rng.choice((0, 1, cards)) for _ in PLAYERS]
        won = [rng.choice((0, bid, rng.randrange(cards + 1))) for bid in bids]
        counts = tuple(tuple(rng.randrange(14) for _ in PLAYERS) for _ in fast.counts)
        totals = [rng.randrange(-200, 600) for _ in PLAYERS]
        ended = Ended(rng.randrange(1, 13), cards, rng.randrange(4), bids, won, counts, totals, [7, 9, 7, 9])
        assert fast.points(ended) == slow.points(ended)
