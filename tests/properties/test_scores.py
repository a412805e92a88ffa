"""What a hand scores, against the formulas of the rules written out in Python."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import PLAYERS, Data, examples
from test_winners import BEARS, ROLES, STARS

from referee.engines.trick.game import TrickGame
from referee.judging.fold import fold
from referee.rules import rulesets

SEED = st.integers(0, 2**32)


@cache
def game_of(name: str, players: int, variants: tuple[str, ...] = ()) -> TrickGame:
    return cast(TrickGame, rulesets.table(rulesets.load_ruleset(name, variants=list(variants)), players))


def scored(game: TrickGame, position: Data, result: Data, *, bidding: bool = True) -> Data:
    """The score pad after one hand of results, let stand as it is written."""
    players = PLAYERS[: game.rules.players]
    state = game.start(players, {"dealer": players[-1]}, position)
    items: list[Data] = [{"result": result}]
    folded = fold(game, state, items)
    assert not folded.faults, folded.faults
    return game.score(state)[0]


def named(values: list[Any]) -> dict[str, Any]:
    return dict(zip(PLAYERS, values, strict=False))


def share_out(total: int, players: int, rng: random.Random) -> list[int]:
    """Tricks of a hand shared out among the players."""
    won = [0] * players
    lucky = rng.randrange(players)
    for _ in range(total):
        won[lucky if rng.random() < 0.5 else rng.randrange(players)] += 1
    return won


def illuminate(cards: int, bids: list[int], won: list[int]) -> list[int]:
    """Facts 25 to 27."""
    if cards not in (6, 12):
        return [bid + 2 if bid == taken else 0 for bid, taken in zip(bids, won, strict=True)]
    if any(bid == taken == cards for bid, taken in zip(bids, won, strict=True)):
        return [2 * cards if bid == taken == cards else 0 for bid, taken in zip(bids, won, strict=True)]
    return [2 * cards - 2 * taken if bid == 0 else 0 for bid, taken in zip(bids, won, strict=True)]


@examples(150)
@given(st.integers(2, 4), st.integers(1, 12), SEED)
def test_illuminate(players: int, cards: int, seed: int) -> None:
    rng = random.Random(seed)
    won = share_out(cards, players, rng)
    if rng.random() < 0.2:
        won = [cards] + [0] * (players - 1)
    choices = [0, cards] if cards in (6, 12) else list(range(cards + 1))
    bids = [taken if taken in choices and rng.random() < 0.5 else rng.choice(choices) for taken in won]
    pad = scored(game_of("illuminate", players), {"hand": cards}, {"bids": named(bids), "won": named(won)})
    assert list(pad["hands"][0]["points"].values()) == illuminate(cards, bids, won)


@examples(100)
@given(st.integers(2, 4), SEED)
def test_grace(players: int, seed: int) -> None:
    """Facts 36 and 37: 10 for each trick bid and 1 for each more; the highest total wins once 900 shared out is reached."""
    rng = random.Random(seed)
    cards = 48 // players
    won = share_out(cards, players, rng)
    bids = [max(1, min(cards, taken + rng.randint(-2, 2))) for taken in won]
    before = [rng.randint(0, 900 // players - 1) for _ in range(players)]
    pad = scored(
        game_of("grace", players), {"hand": 3, "scores": named(before)}, {"bids": named(bids), "won": named(won)}
    )
    points = [10 * bid + taken - bid if taken >= bid else 0 for bid, taken in zip(bids, won, strict=True)]
    totals = [old + new for old, new in zip(before, points, strict=True)]
    over = max(totals) >= 900 // players
    assert list(pad["totals"].values()) == totals
    assert pad["over"] == over
    assert pad["winners"] == [who for who, total in named(totals).items() if over and total == max(totals)]


@examples(100)
@given(st.integers(2, 4), SEED)
def test_mercy(players: int, seed: int) -> None:
    """Facts 40 and 42: 1 for each card of the own symbol and 7 for each star; the lowest total wins at 300 shared out."""
    rng = random.Random(seed)
    roles = rng.sample(sorted(ROLES), players)
    piles: list[list[str]] = [[] for _ in range(players)]
    for card in BEARS:
        piles[min(rng.randrange(players), rng.randrange(players))].append(card)
    before = [rng.randint(0, 300 // players - 1) for _ in range(players)]
    position = {"hand": 2, "roles": named(roles), "scores": named(before)}
    pad = scored(game_of("mercy", players), position, {"captured": named(piles)})
    points = [
        sum(ROLES[role] in BEARS[card] for card in pile) + 7 * len(set(STARS) & set(pile))
        for role, pile in zip(roles, piles, strict=True)
    ]
    totals = [old + new for old, new in zip(before, points, strict=True)]
    over = max(totals) >= 300 // players
    assert list(pad["totals"].values()) == totals
    assert pad["over"] == over
    assert pad["winners"] == [who for who, total in named(totals).items() if over and total == min(totals)]


HEARTS = ("jack-of-diamonds", "no-tricks-bonus", "moon-26-off")


@examples(120)
@given(st.lists(st.sampled_from(HEARTS), unique=True), SEED)
def test_hearts(variants: list[str], seed: int) -> None:
    """1 for each Heart and 13 for the Queen of Spades; all of them give 26 to everybody else, or take 26 off."""
    rng = random.Random(seed)
    game = game_of("hearts", 4, tuple(variants))
    hearts = [f"{rank}H" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]]
    piles: list[list[str]] = [[], [], [], []]
    shooter = rng.randrange(4) if rng.random() < 0.4 else None
    for card in [*hearts, "QS", "JD", "2C"]:
        to = rng.randrange(4) if shooter is None or card in ("JD", "2C") else shooter
        piles[to].append(card)
    won = [len(pile) for pile in piles]
    won[max(range(4), key=lambda seat: won[seat])] += 13 - sum(won)
    pad = scored(game, {"hand": 4}, {"won": named(won), "captured": named(piles)})
    taken = [len(set(hearts) & set(pile)) + 13 * ("QS" in pile) for pile in piles]
    shot = 26 in taken
    points = taken
    if shot and "moon-26-off" in variants:
        points = [-26 if value == 26 else 0 for value in taken]
    elif shot:
        points = [0 if value == 26 else 26 for value in taken]
    if "jack-of-diamonds" in variants:
        points = [value - 10 * ("JD" in pile) for value, pile in zip(points, piles, strict=True)]
    if "no-tricks-bonus" in variants and not shot:
        points = [value - 5 * (tricks == 0) for value, tricks in zip(points, won, strict=True)]
    assert list(pad["hands"][0]["points"].values()) == points


@pytest.mark.parametrize("nil", [100, 50])
@examples(100)
@given(st.booleans(), SEED)
def test_spades(nil: int, bags: bool, seed: int) -> None:
    """A side scores 10 for each trick bid and 1 for each more, or loses 10 for each; nil; ten bags cost 100."""
    rng = random.Random(seed)
    variants = (("small-nil",) if nil == 50 else ()) + (() if bags else ("no-bags",))
    won = share_out(13, 4, rng)
    bids = [0 if rng.random() < 0.3 else min(13, max(0, tricks + rng.randint(-2, 1))) for tricks in won]
    carried = [rng.randint(0, 9), rng.randint(0, 9)]
    position: Data = {"hand": 2}
    if bags:
        position["bags"] = named(carried * 2)
    pad = scored(game_of("spades", 4, variants), position, {"bids": named(bids), "won": named(won)})
    points, left = [], []
    for side in (0, 1):
        bid, taken = bids[side] + bids[side + 2], won[side] + won[side + 2]
        score = 10 * bid + (taken - bid) if taken >= bid else -10 * bid
        for seat in (side, side + 2):
            if bids[seat] == 0:
                score += nil if won[seat] == 0 else -nil
        full = carried[side] + max(taken - bid, 0)
        if bags:
            score -= 100 * (full // 10)
        points.append(score)
        left.append(full % 10)
    assert list(pad["hands"][0]["points"].values()) == points * 2
    if bags:
        assert list(pad["bags"].values()) == left * 2
