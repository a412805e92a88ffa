"""Points alone, in games with too much to try: against every hand of a small Spades and of a small Pitch, played out here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

from test_pads import NAMES, Pad, shares

HEAD = {"version": 1, "summary": "A small game.", "abstract": False}


def table(folder: Path, rules: dict[str, Any], players: int, **head: Any) -> Pad:
    """A game of these rules before its first hand."""
    path = folder / f"{rules['name']}.yaml"
    path.write_text(json.dumps({**HEAD, **rules}), encoding="utf-8")
    return Pad(game=str(path), players=list(NAMES[:players]), **head)


def of_spades(bids: tuple[int, int], won: tuple[int, int], bags: int) -> int:
    """What a side scores in Spades."""
    bid, taken = sum(bids), sum(won)
    points = 10 * bid + taken - bid if taken >= bid else -10 * bid
    points += sum((100 if not tricks else -100) for each, tricks in zip(bids, won, strict=True) if not each)
    return points - 100 * ((bags + max(taken - bid, 0)) // 10)


def test_spades_with_three_cards(tmp_path: Path) -> None:
    rules = {"extends": "spades", "name": "short-spades", "title": "Short Spades", "deal": {"each": "3"}}
    for bags in (0, 9):
        setup = {"dealer": "Dov", "bags": {"Ann": bags, "Ben": bags, "Cyd": bags, "Dov": bags}}
        pad = table(tmp_path, rules, 4, setup=setup)
        sides = {
            tricks: {of_spades(bids, won, bags) for bids in product(range(4), repeat=2) for won in _shared(tricks)}
            for tricks in range(4)
        }
        one = set[int]().union(*sides.values())
        both = {(ours, theirs) for tricks in range(4) for ours in sides[tricks] for theirs in sides[3 - tricks]}
        for points in range(-320, 321):
            assert pad.legal(score={"Ann": points}) == (points in one), points
        for ours, theirs in product(sorted(one), repeat=2):
            legal = pad.legal(score={"Ann": ours, "Ben": theirs, "Cyd": ours, "Dov": theirs})
            assert legal == ((ours, theirs) in both), (ours, theirs)


def _shared(tricks: int) -> list[tuple[int, int]]:
    return [(first, tricks - first) for first in range(tricks + 1)]


def test_bags_that_nobody_knows(tmp_path: Path) -> None:
    rules = {"extends": "spades", "name": "short-spades", "title": "Short Spades", "deal": {"each": "3"}}
    pad = table(tmp_path, rules, 4, setup={"dealer": "Dov"})
    (event,) = pad.game.read(pad.state, {"result": {"score": {"Ann": 30, "Ben": -20, "Cyd": 30, "Dov": -20}}})
    pad.game.apply(pad.state, event)
    able = {
        of_spades(bids, won, bags)
        for bids in product(range(4), repeat=2)
        for tricks in range(4)
        for won in _shared(tricks)
        for bags in range(10)
    }
    for points in range(-320, 321):
        assert pad.legal(score={"Ann": points}) == (points in able), points


RANKS = "2JA"
SUITS = "HS"
PIPS = {"A": 4, "J": 1, "2": 0}
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
PITCH = {
    "extends": "pitch",
    "name": "short-pitch",
    "title": "Short Pitch",
    "players": [2],
    "deal": {"each": 2},
    "leave_out": {"2": [*({"rank": rank} for rank in "3456789QK"), {"rank": "10"}, {"suit": "C"}, {"suit": "D"}]},
}


def played(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[str, list[list[str]]]]:
    """Every way to play two cards each, the pitcher first: trump, and what each of the two took."""
    for leads, answers in product(permutations(first), permutations(second)):
        trump, took = leads[0][1], [list[str](), list[str]()]
        hands, leader, fine = [list(leads), list(answers)], 0, True
        for _ in range(2):
            lead, reply = hands[leader].pop(0), hands[1 - leader].pop(0)
            rest = [card for card in (reply, *hands[1 - leader]) if card[1] == lead[1]]
            fine &= not rest or reply[1] in (lead[1], trump)
            beaten = (reply[1] == lead[1] and RANKS.index(reply[0]) > RANKS.index(lead[0])) or (
                reply[1] == trump != lead[1]
            )
            leader = 1 - leader if beaten else leader
            took[leader] += [lead, reply]
        if fine:
            yield trump, took


def of_pitch(trump: str, took: Sequence[Sequence[str]]) -> list[int]:
    """High, Low, Jack and Game."""
    there = [card for pile in took for card in pile if card[1] == trump]
    high, low = max(there, key=lambda card: RANKS.index(card[0])), min(there, key=lambda card: RANKS.index(card[0]))
    pips = [sum(PIPS[card[0]] for card in pile) for pile in took]
    return [
        (high in pile) + (low in pile) + ("J" + trump in pile) + (pips[who] > pips[1 - who])
        for who, pile in enumerate(took)
    ]


@cache
def points_of_pitch() -> frozenset[tuple[int, int]]:
    """What the pitcher and the other may score."""
    found = set()
    for first in combinations(CARDS, 2):
        for second in combinations([card for card in CARDS if card not in first], 2):
            for trump, took in played(first, second):
                pitcher, other = of_pitch(trump, took)
                found |= {(pitcher if pitcher >= bid else -bid, other) for bid in (2, 3, 4)}
    return frozenset(found)


def test_pitch_with_two_cards(tmp_path: Path) -> None:
    """What is refused is impossible; of the impossible pairs from -5 to 5, four fifths are refused, and all outside -4 to 4."""
    pad = table(tmp_path, PITCH, 2, setup={"dealer": "Ben"})
    able = points_of_pitch() | {(other, pitcher) for pitcher, other in points_of_pitch()}
    refused, impossible = 0, 0
    for points in product(range(-5, 6), repeat=2):
        legal = pad.legal(score=pad.each(points))
        assert legal or points not in able, points
        assert not legal or max(map(abs, points)) <= 4, points
        refused += not legal
        impossible += points not in able
    assert refused >= impossible * 0.8, (refused, impossible)


def test_pitch_with_the_pitcher_known(tmp_path: Path) -> None:
    pad = table(tmp_path, PITCH, 2, setup={"dealer": "Ben"})
    able = {pitcher for pitcher, _ in points_of_pitch()}
    for bid in (2, 3, 4):
        made = {points for points in able if points >= bid or points == -bid}
        for points in range(-5, 6):
            legal = pad.legal(bids=[bid, "pass"], score={"Ann": points})
            assert legal == (points in made), (bid, points)


def test_tricks_of_every_share() -> None:
    """Only the tricks are known: of a hand of Spades, what each player's tricks can score."""
    pad = Pad(game="spades", players=list(NAMES), setup={"dealer": "Dov"})
    for won in [(0, 6, 0, 7), (2, 5, 2, 4), (13, 0, 0, 0), *list(shares(13, 4))[::97]]:
        able = {of_spades((one, two), (won[0], won[2]), 0) for one, two in product(range(14), repeat=2)}
        for points in (*sorted(able)[::9], max(able), max(able) + 1, min(able) - 1, 7, 33, 101, -5):
            assert pad.legal(won=pad.each(won), score={"Ann": points}) == (points in able), (won, points)
