"""Belote, not shipped: whole random games of it, checked against a table of our own that is independent of the engine."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from slowness import tries

import referee
from referee.engines.trick.rules.plays import playable
from referee.play import simulate
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
GAME = str(Path(__file__).parents[2] / "games" / "belote.yaml")
PLAIN = ("7", "8", "9", "J", "Q", "K", "10", "A")
TRUMPS = ("7", "8", "Q", "K", "10", "A", "9", "J")
ROW = ("7", "8", "9", "10", "J", "Q", "K", "A")
RUNS = {"tierce": (3, 20, 1), "fifty": (4, 50, 2), "hundred": (5, 100, 3)}
SETS = {"queens": ("Q", 100, 4), "kings": ("K", 100, 5), "tens": ("10", 100, 6), "aces": ("A", 100, 7),
        "nines": ("9", 150, 8), "jacks": ("J", 200, 9)}  # fmt: skip


def height(card: str, trump: str, led: str) -> tuple[int, int]:
    if card[-1] == trump:
        return 2, TRUMPS.index(card[:-1])
    return (1, PLAIN.index(card[:-1])) if card[-1] == led else (0, 0)


def may_play(hand: Sequence[str], trick: Sequence[str], trump: str) -> set[str]:
    if not trick:
        return set(hand)
    led = trick[0][-1]
    best = max(trick, key=lambda card: height(card, trump, led))
    partners = len(trick) > 1 and best == trick[-2]
    higher = {card for card in hand if card[-1] == trump and height(card, trump, led) > height(best, trump, led)}
    follow = {card for card in hand if card[-1] == led}
    if led == trump:
        return higher or follow or set(hand)
    if follow or partners:
        return follow or set(hand)
    return higher or {card for card in hand if card[-1] == trump} or set(hand)


def worth(card: str, trump: str) -> int:
    in_trumps = {"J": 20, "9": 14} if card[-1] == trump else {}
    usual = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    return in_trumps.get(card[:-1], usual.get(card[:-1], 0))


class Deal:
    """A hand of Belote as we see it."""

    def __init__(self, hands: Sequence[Sequence[str]], dealer: int) -> None:
        self.hands = [set(hand) for hand in hands]
        self.dealt = [set(hand) for hand in hands]
        self.first = self.turn = (dealer + 1) % 4
        self.level, self.trump, self.declarer, self.doubled = 0, "", -1, 1
        self.trick: list[str] = []
        self.tricks = 0
        self.pips, self.won, self.belote = [0, 0], [0, 0], [0, 0]
        self.said: list[tuple[tuple[int, int, bool, int], int, int]] = []
        self.used: list[set[str]] = [set(), set(), set(), set()]
        self.promise: set[str] = set()

    def call(self, calls: Sequence[str]) -> None:
        turn = self.first
        for call in calls:
            if call == "double":
                assert self.doubled == 1
                assert (self.declarer - turn) % 2
                self.doubled = 2
            elif call == "redouble":
                assert self.doubled == 2
                assert not (self.declarer - turn) % 2
                self.doubled = 4
            elif call != "pass":
                level, suit = int(call[:-1]), call[-1]
                assert (level, "CDHS".index(suit)) > (self.level, "CDHS".index(self.trump or "C") if self.level else -1)
                self.level, self.trump, self.declarer, self.doubled = level, suit, turn, 1
            turn = (turn + 1) % 4
        assert list(calls[-3:]) == ["pass"] * 3

    def declare(self, who: int, text: str) -> None:
        assert who == self.turn
        if text == "belote":
            self.promise = {"K" + self.trump, "Q" + self.trump}
            assert self.promise <= self.hands[who]
            self.belote[who % 2] += 1
            return
        assert self.tricks == 0
        name, _, top = text.rpartition(" ")
        if name in RUNS:
            many, points, rank = RUNS[name]
            end = ROW.index(top[:-1]) + 1
            assert end >= many
            cards = {each + top[-1] for each in ROW[end - many : end]}
            key = (rank, end - 1, top[-1] == self.trump, -((who - self.first) % 4))
        else:
            each, points, rank = SETS[top]
            cards = {each + suit for suit in "CDHS"}
            key = (rank, 0, False, -((who - self.first) % 4))
        assert cards <= self.hands[who] - self.used[who]
        self.used[who] |= cards
        self.said.append((key, who % 2, points))

    def play(self, card: str) -> None:
        legal = may_play(sorted(self.hands[self.turn]), self.trick, self.trump)
        assert card in (legal & self.promise or legal)
        self.promise = set()
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            led = self.trick[0][-1]
            best = max(range(4), key=lambda place: height(self.trick[place], self.trump, led))
            self.turn = (self.turn + best) % 4
            self.pips[self.turn % 2] += sum(worth(card, self.trump) for card in self.trick)
            self.won[self.turn % 2] += 1
            self.tricks += 1
            self.trick = []

    def score(self) -> list[int]:
        assert not any(self.hands)
        self.pips[self.turn % 2] += 10
        assert sum(self.pips) == 162
        best = max(self.said)[1] if self.said else -1
        shown = [20 * self.belote[side] + sum(p for _, s, p in self.said if s == side == best) for side in (0, 1)]
        taken = [250 if self.won[side] == 8 else self.pips[side] for side in (0, 1)]
        kept = [shown[side] if self.won[side] else 20 * self.belote[side] for side in (0, 1)]
        side = self.declarer % 2
        points = [0, 0]
        if taken[side] + kept[side] >= max(82, self.level):
            points[side] = taken[side] + kept[side] + self.level * self.doubled
            other = taken[1 - side] + kept[1 - side]
            points[1 - side] = other if self.doubled == 1 else 20 * self.belote[1 - side]
        else:
            points[side] = 20 * self.belote[side]
            points[1 - side] = 160 + self.level * self.doubled + shown[1 - side]
        return points


def cards_played(item: dict[str, Any]) -> Sequence[str]:
    return item["trick"] if "trick" in item else [item["play"]]


def test_random_games_go_as_the_rules_say() -> None:
    rules = rulesets.load_ruleset(GAME)
    compared = belotes = doubled = 0
    for seed in range(tries(60)):
        played = simulate.simulate_game(rules, PLAYERS, "deals", random.Random(seed).randrange)
        dealer, deal = PLAYERS.index(played.setup["dealer"]) - 1, None
        for item in played.items:
            if "deal" in item:
                dealer = (dealer + 1) % 4
                deal = Deal([item["deal"][who] for who in PLAYERS], dealer)
                assert all(len(hand) == 8 for hand in deal.hands)
                continue
            assert deal is not None
            if "bids" in item:
                if set(item["bids"]) == {"pass"}:
                    assert set(item["expect"]["score"].values()) == {0}
                    continue
                deal.call(item["bids"])
            elif "declare" in item:
                deal.declare(PLAYERS.index(item["by"]), item["declare"])
            else:
                for card in cards_played(item):
                    deal.play(card)
            if "expect" in item:
                scored = deal.score()
                assert item["expect"]["score"] == {who: scored[seat % 2] for seat, who in enumerate(PLAYERS)}
                compared += len({side for _, side, _ in deal.said}) == 2
                belotes += any(deal.belote)
                doubled += deal.doubled > 1
    assert compared
    assert belotes
    assert doubled


def test_all_legal_cards_are_listed_and_no_others() -> None:
    game: Any = rulesets.table(rulesets.load_ruleset(GAME), 4)
    draw = random.Random(8)
    deck = [rank + suit for rank in ROW for suit in "CDHS"]
    for _ in range(400):
        draw.shuffle(deck)
        trump, laid = draw.choice("CDHS"), draw.randrange(4)
        trick, hand = deck[:laid], deck[laid : laid + 5]
        at = {"phase": "play", "cards": 5, "contract": f"80{trump}", "declarer": "Ann", "trump": trump, "leader": "Ann"}
        at |= {"dealer": "Dov", "trick": trick, "hands": {PLAYERS[laid]: hand}}
        state = game.start(PLAYERS, {}, at)
        legal = {game.rules.deck.ids[card] for card in range(32) if playable(game.rules, state) >> card & 1}
        assert legal == may_play(hand, trick, trump), (trick, hand, trump)


@pytest.mark.parametrize("detail", ["deals", "plays", "results"])
def test_random_games_are_judged_as_they_were_played(detail: str, tmp_path: Path) -> None:
    for seed in range(tries(6)):
        played = simulate.simulate_game(rulesets.load_ruleset(GAME), PLAYERS, detail, random.Random(seed).randrange)
        log = {"game": GAME, "players": list(PLAYERS), "setup": played.setup, "events": played.items}
        file = tmp_path / f"{seed}.json"
        file.write_text(json.dumps(log))
        verdict = referee.judge(str(file), trust="all")
        assert (verdict.violations, verdict.complaints) == ([], []), verdict
