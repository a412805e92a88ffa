"""What a score pad may say: of all hands of a small game, exactly the points that one of them gives are accepted, but
for what the last to bid must heed; and counts that add up."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from slowness import NIGHTLY

import referee

NAMES = ("Ann", "Ben", "Cyd", "Dov")
RULES = {name: {"text": "As it is.", "source": "test"} for name in ("scoring", "winning", "bid-range", "bid-only")}


class Pad:
    """A game before a hand that is recorded only by its result."""

    def __init__(self, **head: Any) -> None:
        table = referee.judge(referee.log_of({**head, "events": []}), trust="all").table
        assert table is not None
        self.game, self.state, self.players = table.game, table.state, head["players"]

    def legal(self, **result: Any) -> bool:
        """Whether a result is possible."""
        (event,) = self.game.read(self.state, {"result": result})
        return not self.game.check(self.state, event)

    def scored(self, **result: Any) -> tuple[Any, ...] | None:
        """The points of a hand that is fully recorded; None if it is impossible."""
        (event,) = self.game.read(self.state, {"result": result})
        if self.game.check(self.state, event):
            return None
        after = self.state.copy()
        self.game.apply(after, event)
        return tuple(after.history[-1].points)

    def each(self, values: Sequence[Any]) -> dict[str, Any]:
        """A map from players to these values."""
        return dict(zip(self.players, values, strict=True))


def shares(many: int, players: int) -> Iterator[tuple[int, ...]]:
    for first in range(many + 1) if players > 1 else (many,):
        yield from ((first, *rest) for rest in shares(many - first, players - 1)) if players > 1 else [(first,)]


def by_bids_and_tricks(pad: Pad, cards: int) -> set[tuple[Any, ...]]:
    """What everybody scores in every hand, for all bids and tricks."""
    players = len(pad.players)
    hands = product(product(range(cards + 1), repeat=players), shares(cards, players))
    found = {pad.scored(bids=pad.each(bids), won=pad.each(won)) for bids, won in hands}
    return {points for points in found if points is not None}


SMALL = (
    ("oh-hell", 3, {"position": {"hand": 6, "dealer": "Cyd"}}, 2),
    ("oh-hell", 4, {"position": {"hand": 7, "dealer": "Dov"}}, 1),
    ("oh-hell", 3, {"position": {"hand": 6, "dealer": "Cyd"}, "variants": ["no-hook"]}, 2),
    ("illuminate", 3, {"position": {"hand": 2, "dealer": "Cyd"}}, 2),
    ("illuminate", 2, {"position": {"hand": 3, "dealer": "Ben"}}, 3),
    ("illuminate", 2, {"position": {"hand": 6, "dealer": "Ben"}}, 6),
)


@pytest.mark.parametrize(("game", "players", "more", "cards"), SMALL)
def test_points_of_bids_and_tricks(game: str, players: int, more: dict[str, Any], cards: int) -> None:
    pad = Pad(game=game, players=list(NAMES[:players]), **more)
    able, hook = by_bids_and_tricks(pad, cards), game == "oh-hell" and "variants" not in more
    numbers = sorted({points for one in able for points in one})
    tried = sorted(product([*numbers, 1, max(numbers) + 1], repeat=players))
    for points in tried if len(tried) < 700 else random.Random(1).sample(tried, 400) + sorted(able)[:200]:
        assert pad.legal(score=pad.each(points)) == (points in able) or (hook and points not in able), points
    for seat, who in enumerate(pad.players):
        one = {points[seat] for points in able}
        for points in range(-1, max(numbers) + 2):
            assert pad.legal(score={who: points}) == (points in one), (who, points)


def of_duplicate(level: int, strain: str, doubled: int, tricks: int, exposed: bool) -> int:
    """What a contract of Duplicate Bridge scores for its side, by the table in the laws."""
    trick = 20 if strain in "CD" else 30
    over = tricks - 6 - level
    if over < 0:
        down = -over
        if doubled == 1:
            return -(100 if exposed else 50) * down
        first = [200, 300, 300] if exposed else [100, 200, 200]
        return -sum((*first, *[300] * 10)[:down]) * (doubled // 2)
    below = (trick * level + (10 if strain == "NT" else 0)) * doubled
    bonus = 50 if below < 100 else 500 if exposed else 300
    bonus += {6: 750 if exposed else 500, 7: 1500 if exposed else 1000}.get(level, 0)
    bonus += {1: 0, 2: 50, 4: 100}[doubled]
    more = trick if doubled == 1 else (100 if exposed else 50) * doubled
    return below + bonus + over * more


@pytest.mark.parametrize("exposed", [False, True])
def test_points_of_bridge(exposed: bool) -> None:
    at = {"hand": 4 if exposed else 1, "dealer": "Dov" if exposed else "Ann"}
    pad = Pad(game="bridge", players=list(NAMES), position=at)
    able = {
        of_duplicate(level, strain, doubled, tricks, exposed)
        for level in range(1, 8)
        for strain in ("C", "D", "H", "S", "NT")
        for doubled in (1, 2, 4)
        for tricks in range(14)
    }
    able |= {-points for points in able} | {0}
    for points in [*range(-2200, 2201, 10 if NIGHTLY else 110), 425, 7600, -7600, 7000, 7610, -8000]:
        assert pad.legal(score={"Ann": points}) == (points in able), points
        assert not pad.legal(score={"Ann": points, "Ben": points or 10})


RANKS = ("2", "3", "4", "A")
LEFT_OUT = [*({"rank": rank} for rank in ("5", "6", "7", "8", "9", "10", "J", "Q", "K")), {"suit": "C"}, {"suit": "D"}]


def small(count: Mapping[str, Any], scoring: str, players: int) -> dict[str, Any]:
    """A game with eight cards, all of them dealt."""
    return {
        "name": "small",
        "title": "Small",
        "extends": "tricks",
        "version": 1,
        "summary": "A small game.",
        "abstract": False,
        "deck": "french",
        "players": [players],
        "leave_out": {str(players): LEFT_OUT},
        "deal": {"each": "deck // players"},
        "count": dict(count),
        "scoring": {"all": {"cases": [{"points": scoring}]}},
        "end": {"when": "max(total) >= 99"},
        "rules": RULES,
    }


COUNTS = (
    ({"hearts": {"suit": "H"}, "queen": "2S"}, "hearts + 3 * queen"),
    ({"pips": {"points": {"A": 4, "3": 2, "2": 1}}}, "pips"),
    ({"pips": {"points": {"A": 4, "3": 2}}, "spades": {"suit": "S"}}, "pips + spades"),
)


@pytest.mark.parametrize(("count", "scoring"), COUNTS)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("tricks", [False, True])
def test_counts_of_every_deal(count: dict[str, Any], scoring: str, players: int, tricks: bool, tmp_path: Any) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(json.dumps(small(count, scoring, players)), encoding="utf-8")
    pad = Pad(game=str(path), players=list(NAMES[:players]), setup={"dealer": "Ann"})
    cards = [f"{rank}{suit}" for suit in "HS" for rank in RANKS]
    able: dict[tuple[Any, ...], set[tuple[int, ...]]] = {}
    for owners in product(range(players), repeat=len(cards)):
        held = [owners.count(seat) for seat in range(players)]
        if any(many % players for many in held):
            continue
        counts = tuple(
            worth([card for card, owner in zip(cards, owners, strict=True) if owner == seat], count)
            for seat in range(players)
        )
        able.setdefault(counts, set()).add(tuple(many // players for many in held))
    numbers = sorted({number for counts in able for number in counts})
    draw = random.Random(players)
    tried: list[tuple[Any, ...]] = [tuple(draw.choice(numbers) for _ in range(players)) for _ in range(120)]
    tried += draw.sample(sorted(able), min(60, len(able)))
    whole = worth(cards, count)
    for counts in tried:
        told = pad.each([dict(zip(count, one, strict=True)) for one in counts])
        adds_up = tuple(map(sum, zip(*counts, strict=True))) == whole
        assert adds_up or counts not in able
        if not tricks:
            assert pad.legal(counts=told) == adds_up, counts
            continue
        for won in draw.sample(list(shares(len(cards) // players, players)), 3):
            without = any(any(one) and not trick for one, trick in zip(counts, won, strict=True))
            assert pad.legal(counts=told, won=pad.each(won)) == (adds_up and not without), (counts, won)


def worth(cards: Sequence[str], count: Mapping[str, Any]) -> tuple[int, ...]:
    """What cards are worth in each count."""

    def of(one: Any, card: str) -> int:
        if isinstance(one, str):
            return int(card == one)
        return int(card[-1] == one["suit"]) if "suit" in one else one["points"].get(card[:-1], 0)

    return tuple(sum(of(one, card) for card in cards) for one in count.values())
