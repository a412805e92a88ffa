"""Pinochle: whole random games, checked against a table of our own that is independent of the engine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from referee.engines.trick.rules.plays import playable
from referee.play import simulate
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
HEIGHT = {rank: place for place, rank in enumerate(("9", "J", "Q", "K", "10", "A"))}
ROUND = {"aces": ("A", 100), "kings": ("K", 80), "queens": ("Q", 60), "jacks": ("J", 40)}
COUNTERS = ("A", "10", "K")


def may_play(hand: Sequence[str], trick: Sequence[str], trump: str) -> list[str]:
    """Follow suit, or else trump; and beat what is on the table, if you can."""
    if not trick:
        return list(hand)
    led, best = trick[0][-1], winning(trick, trump)
    fit = [card for card in hand if card[-1] == led] or [card for card in hand if card[-1] == trump] or list(hand)
    return [card for card in fit if winning([best, card], trump) == card != best] or fit


def winning(trick: Sequence[str], trump: str) -> str:
    """The card that takes a trick: equal cards are the same text, and the first of them wins."""
    best = trick[0]
    for card in trick[1:]:
        if card[-1] == best[-1]:
            best = card if HEIGHT[card[:-1]] > HEIGHT[best[:-1]] else best
        elif card[-1] == trump:
            best = card
    return best


def melds(said: Sequence[str], hand: Sequence[str], trump: str) -> int:
    """The points of the melds that one player shows; the hand must allow each."""
    held, of_kind, points = Counter(hand), dict[str, Counter[str]](), 0
    for meld in said:
        name, _, suit = meld.rpartition(" ") if meld.startswith("marriage") else (meld, "", "")
        twice = 2 if name.startswith("double") else 1
        plain = name.removeprefix("double ")
        if plain in ("run", "marriage"):
            kind, ranks = "sequence", ("A", "10", "K", "Q", "J") if plain == "run" else ("K", "Q")
            cards = [rank + (suit or trump) for rank in ranks]
            worth = 150 if plain == "run" else 40 if suit == trump else 20
        elif plain == "nine":
            kind, cards, worth = plain, [f"9{trump}"], 10
        elif plain == "pinochle":
            kind, cards, worth = plain, ["QS", "JD"], 40
        else:
            rank, worth = ROUND[plain]
            kind, cards = plain, [rank + each for each in "CDHS"]
        used = of_kind.setdefault(kind, Counter())
        for card in cards:
            used[card] += twice
            assert used[card] <= held[card], (meld, hand)
        points += worth if twice == 1 else 300 if plain == "pinochle" else 10 * worth
    return points


@pytest.mark.parametrize("seed", range(4))
def test_random_games_go_as_the_rules_say(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.engines.trick.record.TrickRecord.MOST", 25)
    played = simulate.simulate_game(rulesets.load_ruleset("pinochle"), PLAYERS, "deals", random.Random(seed).randrange)
    dealer = PLAYERS.index(played.setup["dealer"])
    totals = [0, 0]
    table: dict[str, Any] = {}
    for item in played.items:
        if "deal" in item:
            assert sorted(card for cards in item["deal"].values() for card in cards) == sorted(
                rank + suit for rank in HEIGHT for suit in "CDHS" for _ in "12"
            )
            table = {"hands": [list(item["deal"][who]) for who in PLAYERS], "said": [[], [], [], []], "pips": [0, 0]}
            table |= {"dealt": [list(hand) for hand in table["hands"]], "won": [0, 0]}
        elif "bids" in item:
            table["declarer"], table["bid"] = auction(item["bids"], dealer)
            table["leader"] = table["declarer"]
        elif "trump" in item:
            table["trump"] = item["trump"]
        elif "declare" in item:
            table["said"][PLAYERS.index(item["by"])].append(item["declare"])
        else:
            take(table, item["trick"])
        if "expect" in item:
            scored = score(table)
            assert item["expect"]["score"] == {who: scored[seat % 2] for seat, who in enumerate(PLAYERS)}
            totals = [total + points for total, points in zip(totals, scored, strict=True)]
            dealer = (dealer + 1) % 4
            assert not any(table["hands"])


def auction(bids: Sequence[Any], dealer: int) -> tuple[int, int]:
    """Who bid most, and how much; a player who passes is out, and the dealer may not pass after three passes."""
    out, turn, high, by = set[int](), (dealer + 1) % 4, 240, -1
    for place, bid in enumerate(bids):
        assert len(out) < 3 or by < 0
        if bid == "pass":
            assert not (turn == dealer and by < 0 and len(out) == 3)
            out.add(turn)
        else:
            assert bid > high
            assert bid % 10 == 0
            high, by = bid, turn
        turn = (turn + 1) % 4
        while turn in out and len(out) < 4 and place < len(bids) - 1:
            turn = (turn + 1) % 4
    assert len(out) == 3
    assert by not in out
    return by, high


def take(table: dict[str, Any], trick: Sequence[str]) -> None:
    leader, trump = table["leader"], table["trump"]
    for place, card in enumerate(trick):
        hand = table["hands"][(leader + place) % 4]
        assert card in may_play(hand, trick[:place], trump), (card, hand, trick, trump)
        hand.remove(card)
    winner = (leader + trick.index(winning(trick, trump))) % 4
    table["leader"] = winner
    table["won"][winner % 2] += 1
    table["pips"][winner % 2] += 10 * sum(card[:-1] in COUNTERS for card in trick)


def score(table: dict[str, Any]) -> list[int]:
    points = []
    table["pips"][table["leader"] % 2] += 10
    assert sum(table["pips"]) == 250
    for side in (0, 1):
        shown = sum(melds(table["said"][seat], table["dealt"][seat], table["trump"]) for seat in (side, side + 2))
        made = table["pips"][side] + (shown if table["won"][side] else 0)
        lost = table["declarer"] % 2 == side and made < table["bid"]
        points.append(-table["bid"] if lost else made)
    return points


def test_all_legal_cards_are_listed_and_no_others() -> None:
    ruleset = rulesets.load_ruleset("pinochle")
    game: Any = rulesets.table(ruleset, 4)
    draw = random.Random(8)
    deck = [rank + suit for rank in HEIGHT for suit in "CDHS" for _ in "12"]
    for _ in range(300):
        draw.shuffle(deck)
        trump, laid = draw.choice("CDHS"), draw.randrange(4)
        trick, hand = deck[:laid], deck[laid : laid + 5]
        at = {"phase": "play", "cards": 5, "contract": 250, "declarer": "Ann", "trump": trump, "leader": "Ann"}
        at |= {"dealer": "Dov", "trick": trick, "hands": {PLAYERS[laid]: hand}}
        state = game.start(PLAYERS, {}, at)
        legal = {game.rules.deck.ids[card] for card in range(48) if playable(game.rules, state) >> card & 1}
        assert legal == set(may_play(hand, trick, trump)), (trick, hand, trump)
