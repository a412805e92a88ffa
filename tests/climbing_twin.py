"""Combinations a second time, by brute force: what every subset of a hand is, and which beats which.

Written from the rules of Big Two, Dou Dizhu and Tichu as people tell them, with nothing of the referee's: cards are
(rank, suit) pairs, and each kind is a test of the ranks as a sorted list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

BIG_TWO = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
WITH_JOKERS = (*BIG_TWO, "BJ", "RJ")
SUITS = "DCHS"
FIVES = ("straight", "flush", "full-house", "four-and-one", "straight-flush")


class Made(NamedTuple):
    """A kind, its number of cards, and what decides between two of one kind."""

    kind: str
    size: int
    height: tuple[int, ...]


def split(card: str) -> tuple[str, str]:
    """The rank and the suit of a card; a joker has none."""
    return (card, "") if card in ("BJ", "RJ") else (card[:-1], card[-1])


def big_two(cards: tuple[str, ...]) -> Made | None:
    """What cards are in Big Two, flushes by suit; None for nothing."""
    pairs = sorted((BIG_TWO.index(rank), SUITS.index(suit)) for rank, suit in map(split, cards))
    ranks, suits = [rank for rank, _ in pairs], {suit for _, suit in pairs}
    if len(cards) <= 3 and len(set(ranks)) == 1:
        return Made(("single", "pair", "triple")[len(cards) - 1], len(cards), pairs[-1])
    if len(cards) != 5:
        return None
    row, one_suit = ranks == list(range(ranks[0], ranks[0] + 5)), len(suits) == 1
    counts = Counter(ranks).most_common()
    if row and one_suit:
        return Made("straight-flush", 5, pairs[-1])
    if counts[0][1] == 4:
        return Made("four-and-one", 5, (counts[0][0],))
    if [number for _, number in counts] == [3, 2]:
        return Made("full-house", 5, (counts[0][0],))
    if one_suit:
        return Made("flush", 5, (*suits, *reversed(ranks)))
    return Made("straight", 5, pairs[-1]) if row else None


def big_two_beats(over: Made, under: Made) -> bool:
    """Whether one may be played on the other in Big Two."""
    if over.size != under.size:
        return False
    if over.kind != under.kind:
        return FIVES.index(over.kind) > FIVES.index(under.kind)
    return over.height > under.height


def _in_row(ranks: list[int], fewest: int) -> bool:
    return len(ranks) >= fewest and ranks == list(range(ranks[0], ranks[0] + len(ranks))) and ranks[-1] <= 11


def dou_dizhu(cards: tuple[str, ...]) -> set[Made]:
    """Everything that cards are in Dou Dizhu, with cards of different ranks along."""
    ranks = [WITH_JOKERS.index(split(card)[0]) for card in cards]
    counts, size = Counter(ranks), len(cards)
    by_number = {number: sorted(rank for rank in counts if counts[rank] == number) for number in (1, 2, 3, 4)}
    found: set[Made] = set()
    if len(counts) == 1:
        found.add(Made(("single", "pair", "triple", "bomb")[size - 1], size, (ranks[0],)))
    if set(ranks) == {13, 14} and size == 2:
        found.add(Made("rocket", 2, ()))
    jokers = 13 in counts and 14 in counts
    for number, fewest, kind in ((1, 5, "run"), (2, 3, "run-of-pairs"), (3, 2, "run-of-triples")):
        if len(by_number[number]) == len(counts) and _in_row(by_number[number], fewest):
            found.add(Made(kind, size, (by_number[number][-1],)))
    for along, what in ((1, "single"), (2, "pair")):
        others = by_number[along]
        if len(by_number[3]) == 1 and len(others) == 1 and size == 3 + along:
            found.add(Made(f"triple-and-{what}", size, (by_number[3][0],)))
        if len(by_number[4]) == 1 and len(others) == 2 and size == 4 + 2 * along and not jokers:
            found.add(Made(f"four-and-two-{what}s", size, (by_number[4][0],)))
        triples = _in_row(by_number[3], 2) and len(others) == len(by_number[3]) and size == len(others) * (3 + along)
        if triples and not (jokers and along == 1):
            found.add(Made(f"run-of-triples-and-{what}s", size, (by_number[3][-1],)))
    return found


def dou_dizhu_beats(over: Made, under: Made) -> bool:
    """Whether one may be played on the other in Dou Dizhu."""
    if "rocket" in (over.kind, under.kind):
        return over.kind != under.kind and over.kind == "rocket"
    if over.kind == "bomb" and under.kind != "bomb":
        return True
    return over.kind == under.kind and over.size == under.size and over.height > under.height


TICHU = ("MJ", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def tichu(cards: tuple[str, ...]) -> set[Made]:
    """Everything that cards are in Tichu: whatever they would be with any card from two to ace in place of the Phoenix."""
    if len(cards) == 1:
        alone: dict[str, tuple[int, ...]] = {"Ph": (0, 1), "Dog": (), "Dr": (99,)}
        return {Made("dog" if cards == ("Dog",) else "single", 1, alone.get(cards[0]) or (_tichu_rank(cards[0])[0],))}
    if "Dog" in cards or "Dr" in cards:
        return set()
    if "Ph" not in cards:
        return _tichu([_tichu_rank(card) for card in cards])
    others = [_tichu_rank(card) for card in cards if card != "Ph"]
    found = set().union(*(_tichu([*others, (rank, "?")]) for rank in range(1, len(TICHU))))
    return {one for one in found if "bomb" not in one.kind}


def _tichu_rank(card: str) -> tuple[int, str]:
    return (0, "") if card == "MJ" else (TICHU.index(card[:-1]), card[-1]) if card[-1] in "CDHS" else (0, card)


def _tichu(cards: list[tuple[int, str]]) -> set[Made]:
    ranks, size = sorted(rank for rank, _ in cards), len(cards)
    counts = sorted(Counter(ranks).items(), key=lambda entry: (-entry[1], entry[0]))
    row = [rank for rank, _ in counts] == list(range(ranks[0], ranks[0] + len(counts)))
    numbers = [number for _, number in counts]
    if len(counts) == 1 and size <= 4:
        return {Made(("single", "pair", "triple", "bomb")[size - 1], size, (ranks[0],))}
    if numbers == [3, 2]:
        return {Made("full-house", 5, (counts[0][0],))}
    if row and set(numbers) == {2}:
        return {Made("stairs", size, (ranks[-1],))}
    if row and set(numbers) == {1} and size >= 5:
        one_suit = len({suit for _, suit in cards}) == 1
        return {Made(kind, size, (ranks[-1],)) for kind in ("straight", *["straight-bomb"] * one_suit)}
    return set()


def tichu_beats(over: Made, under: Made) -> bool:
    """Whether one may be played on the other in Tichu; the Phoenix is above every single card except the Dragon."""
    if "bomb" in over.kind or "bomb" in under.kind:
        return "bomb" in over.kind and ("bomb" not in under.kind or _bomb(over) > _bomb(under))
    if over.kind != under.kind or over.size != under.size or over.kind == "dog":
        return False
    return under.height != (99,) if over.height == (0, 1) else over.height > under.height


def _bomb(made: Made) -> tuple[int, ...]:
    return (made.size, *made.height)


def subsets(hand: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """Every set of cards of a hand, up to so many."""
    for size in range(1, most + 1):
        yield from combinations(hand, size)
