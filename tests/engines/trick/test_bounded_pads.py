"""Points alone, where each side is tried by itself: against every hand of a small Spades, played out here."""

from __future__ import annotations

import json
from itertools import product
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


def test_tricks_of_every_share() -> None:
    """Only the tricks are known: of a hand of Spades, what each player's tricks can score."""
    pad = Pad(game="spades", players=list(NAMES), setup={"dealer": "Dov"})
    for won in [(0, 6, 0, 7), (2, 5, 2, 4), (13, 0, 0, 0), *list(shares(13, 4))[::97]]:
        able = {of_spades((one, two), (won[0], won[2]), 0) for one, two in product(range(14), repeat=2)}
        for points in (*sorted(able)[::9], max(able), max(able) + 1, min(able) - 1, 7, 33, 101, -5):
            assert pad.legal(won=pad.each(won), score={"Ann": points}) == (points in able), (won, points)
