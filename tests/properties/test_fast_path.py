"""With the fast path and without it a log comes to the same end: flaws, messages, states; over sound and changed logs."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest
from recorded import GAMES, PLAYERS, Data, recorded, with_and_without_fast_path
from small_games import snapshot

from referee.engines.trick.game import TrickGame
from referee.judging.fold import Folded, fold

ROUNDS = 60
JUNK = [None, True, 3, -1, 1.5, "", "Ann", "AC", "Mk1:11", "Mk1:11!", [], ["AC"], {}, {"Ann": 1}, {"Ann": ["AC"]}]


def end_of(game: TrickGame, log: Data, *, as_played: bool) -> tuple[Any, ...]:
    """All that a fold says of a log."""
    folded: Folded = fold(game, game.start(PLAYERS, log["setup"], None), log["events"], as_played=as_played)
    return (
        folded.events,
        folded.items,
        folded.claims,
        folded.faults,
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
def test_the_fast_path_comes_to_the_same_end(name: str) -> None:
    fast, slow = with_and_without_fast_path(name)
    rng, seen = random.Random(name), Counter[str]()
    for number in range(ROUNDS):
        log = recorded(name, seed=number, hands=3, whole=number % 5 > 0)
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
