"""Random hands of Skat scored again by a few lines that share nothing with the engine.

The peer reads the log alone: who held what, what lay in the talon, what was bid and named, which cards fell. It counts points,
matadors and levels by itself and knows nothing of formulas.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from slowness import tries

from referee.play import simulate
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
PLAIN = ("7", "8", "9", "Q", "K", "10", "A")
NULL = ("7", "8", "9", "10", "J", "Q", "K", "A")
JACKS = ("JD", "JH", "JS", "JC")
BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24, "null": 23}
GAMES = tries(60)


def strength(card: str, name: str, led: str) -> int:
    """How high a card is in a trick of this contract in which the card `led` was led; 0 where it can win nothing."""
    rank, suit = card[:-1], card[-1]
    if name == "null":
        return 1 + NULL.index(rank) if suit == led[-1] else 0
    if card in JACKS:
        return 100 + JACKS.index(card)
    trump = name[0].upper() if name != "grand" else ""
    if suit == trump:
        return 50 + PLAIN.index(rank)
    return 1 + PLAIN.index(rank) if suit == led[-1] and led not in JACKS else 0


def declared(order: list[str], calls: list[Any]) -> tuple[str, int]:
    """Who plays, and for which bid, by what they called: '' where nobody does."""
    heard = iter(calls)
    listener, bid = order[0], 0
    for bidder in order[1:]:
        while True:
            call = next(heard)
            if call == "pass":
                break
            bid = call
            if next(heard) == "pass":
                listener = bidder
                break
    if not bid:
        last = next(heard)
        return (listener, last) if last != "pass" else ("", 0)
    return listener, bid


def score(items: list[dict[str, Any]], dealer: str) -> tuple[str, int]:
    """The declarer of a hand, and what the contract comes to."""
    said = {verb: value for item in items for verb, value in item.items() if verb != "trick"}
    order = [PLAYERS[(PLAYERS.index(dealer) + place) % 3] for place in (1, 2, 3)]
    declarer, bid = declared(order, said["bids"])
    if not declarer:
        return "", 0
    name, *marks = said["contract"].split()
    pack = [rank + suit for rank in NULL for suit in "CDHS"]
    talon = [card for card in pack if not any(card in hand for hand in said["deal"].values())]
    twelve = [*said["deal"][declarer], *talon]
    piles: Counter[str] = Counter()
    tricks: Counter[str] = Counter()
    leader = order[0]
    for trick in [item["trick"] for item in items if "trick" in item]:
        seats = [PLAYERS[(PLAYERS.index(leader) + place) % 3] for place in range(3)]
        leader = max(zip(trick, seats, strict=True), key=lambda laid: strength(laid[0], name, trick[0]))[1]
        tricks[leader] += 1
        piles[leader] += sum(POINTS.get(card[:-1], 0) for card in trick)
    points = piles[declarer] + sum(POINTS.get(card[:-1], 0) for card in said.get("put_away", talon))
    if name == "null":
        worth = {(): 23, ("hand",): 35, ("ouvert",): 46, ("hand", "ouvert"): 59}[tuple(marks)]
        won = not tricks[declarer]
    else:
        trump = [f"{rank}{name[0].upper()}" for rank in reversed(PLAIN)] if name != "grand" else []
        held = [card in twelve for card in (*reversed(JACKS), *trump)]
        matadors = next((place for place, has in enumerate(held) if has != held[0]), len(held))
        levels = matadors + 1 + len(marks)
        # a step that was announced counts, made or not, on top of its announcement (ISkO 5.2.5)
        levels += points >= 90 or points <= 30 or "schneider" in marks
        levels += tricks[declarer] in (0, 10) or "schwarz" in marks
        worth = levels * BASE[name]
        wanted = 90 if "schneider" in marks else 61
        won = points >= wanted and (tricks[declarer] == 10 or "schwarz" not in marks)
    if worth < bid:
        return declarer, -2 * BASE[name] * -(-bid // BASE[name])
    return declarer, worth if won else -2 * worth


@pytest.mark.parametrize("batch", range(2))
def test_hands_are_worth_what_they_are(batch: int) -> None:
    rules = rulesets.load_ruleset("skat")
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        played = simulate.simulate_game(rules, PLAYERS, "deals", simulate.draw_of(batch, number))
        dealer, hand = played.setup["dealer"], []
        for item in played.items:
            hand.append(item)
            claimed = item.get("expect", {}).get("score")
            if claimed is None:
                continue
            declarer, worth = score(hand, dealer)
            assert claimed == {who: worth if who == declarer else 0 for who in PLAYERS}, hand
            seen["won" if worth > 0 else "lost" if declarer else "passed out"] += 1
            dealer, hand = PLAYERS[(PLAYERS.index(dealer) + 1) % 3], []
    assert min(seen.values()) > 0 and len(seen) == 3, seen
