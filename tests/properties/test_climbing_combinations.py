"""Combinations against a twin by brute force: every subset of small random hands, and which of them may be played on which."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from climbing_twin import big_two, big_two_beats, dou_dizhu, dou_dizhu_beats, subsets, tichu, tichu_beats
from slowness import NIGHTLY

from referee.core.cards import mask_of, members
from referee.rules import rulesets

HANDS = 60 if NIGHTLY else 4
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
FRENCH = [rank + suit for rank in RANKS for suit in "DCHS"]


def combinations_of(name: str) -> Any:
    rules = rulesets.load_ruleset(name)
    return rulesets.table(rules, rules.get("players")[0]).rules.combinations  # type: ignore[attr-defined]


def mask(table: Any, cards: tuple[str, ...] | list[str]) -> int:
    return mask_of(table.deck.by_id[card] for card in cards)


def near(rng: random.Random, deck: list[str], number: int) -> list[str]:
    """A hand with many equal and neighbouring ranks, so that much of it is a combination."""
    first = rng.randrange(len(RANKS) - 6)
    few = [card for card in deck if (card[-1] == "J" and len(card) == 2) or card[:-1] in RANKS[first : first + 7]]
    return sorted(rng.sample(few, number), key=deck.index)


@pytest.mark.parametrize("seed", range(HANDS))
def test_big_two_is_that_of_the_twin(seed: int) -> None:
    rng, table = random.Random(seed), combinations_of("big-two")
    hand = near(rng, FRENCH, 12)
    made = {cards: big_two(cards) for cards in subsets(hand, 5)}
    for cards, found in made.items():
        read = table.readings(mask(table, cards))
        assert (read[-1].kind.name if read else None) == (found.kind if found else None), cards
    held = {mask(table, cards) for cards, found in made.items() if found}
    assert set(table.in_hand(mask(table, hand))) == held
    some = [cards for cards, found in made.items() if found]
    for under in rng.sample(some, min(len(some), 30)):
        on = table.readings(mask(table, under))[-1]
        better = [over for over in some if big_two_beats(made[over], made[under])]  # type: ignore[arg-type]
        wanted = {mask(table, over) for over in better if not {*over} & {*under}}  # what was played is in no hand
        assert set(table.in_hand(mask(table, hand) & ~mask(table, under), on)) == wanted, under


@pytest.mark.parametrize("seed", range(HANDS))
def test_dou_dizhu_is_that_of_the_twin(seed: int) -> None:
    rng, table = random.Random(seed), combinations_of("dou-dizhu")
    hand = near(rng, [*FRENCH, "BJ", "RJ"], 12) if seed % 2 else [*near(rng, FRENCH, 10), "BJ", "RJ"]
    made = {cards: dou_dizhu(cards) for cards in subsets(hand, 12)}
    for cards, found in made.items():
        read = table.readings(mask(table, cards))
        assert {one.kind.name for one in read} == {one.kind for one in found}, cards
    some = [cards for cards, found in made.items() if found]
    for under in rng.sample(some, min(len(some), 30)):
        on = table.readings(mask(table, under))[-1]
        below = next(one for one in made[under] if one.kind == on.kind.name)
        wanted = {ranks(over) for over in some if any(dou_dizhu_beats(one, below) for one in made[over])}
        found = {ranks(names(table, cards)) for cards in table.in_hand(mask(table, hand), on)}
        assert found == wanted, under


@pytest.mark.parametrize("seed", range(HANDS // 2))
def test_tichu_is_that_of_the_twin(seed: int) -> None:
    rng, table = random.Random(seed), combinations_of("tichu")
    low = ["2C", "2D", "3C", "3D", "4C", "5C", "5D"] if seed % 2 else []
    hand = [*(low or near(rng, FRENCH, 7)), "MJ", "Ph", ("Dog", "Dr")[seed % 2]]
    made = {cards: tichu(cards) for cards in subsets(hand, 10)}
    for cards, found in made.items():
        read = table.readings(mask(table, cards))
        kinds = [one.kind.name.replace("dragon", "single") for one in read]
        assert sorted(kinds) == sorted(one.kind for one in found), (cards, read)
    some = [cards for cards, found in made.items() if found]
    for under in rng.sample(some, min(len(some), 30)):
        on = table.readings(mask(table, under))[-1]
        below = max(made[under], key=lambda one: ("bomb" in one.kind, one.height))
        wanted = {plain(over) for over in some if any(tichu_beats(one, below) for one in made[over])}
        assert {plain(names(table, cards)) for cards in table.in_hand(mask(table, hand), on)} == wanted, under


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("seed", range(HANDS))
def test_sets_of_two_packs_are_those_of_their_ranks(seed: int, turned: bool) -> None:
    rng = random.Random(seed)
    rules = rulesets.table(rulesets.load_ruleset("president", variants=("two-packs", "revolution")), 6).rules
    table = rules.turned if turned else rules.combinations  # type: ignore[attr-defined]
    hand = rng.sample(range(104), 20)
    held = Counter(table.rank_of[card] for card in hand)
    sets = {(rank, many) for rank, number in held.items() for many in range(1, number + 1)}
    found = [[table.rank_of[card] for card in members(cards)] for cards in table.in_hand(mask_of(hand))]
    assert sorted((ranks[0], len(ranks)) for ranks in found) == sorted(sets)
    under = rng.choice(sorted(sets))
    copies = [card for card in range(104) if table.rank_of[card] == under[0]][: under[1]]
    on = table.readings(mask_of(copies))[-1]
    place = RANKS.index(under[0])
    above = RANKS[:place] if turned else RANKS[place + 1 :]
    better = {(rank, many) for rank, many in sets if many == under[1] and rank in above}
    found = [[table.rank_of[card] for card in members(cards)] for cards in table.in_hand(mask_of(hand), on)]
    assert {(ranks[0], len(ranks)) for ranks in found} == better


def plain(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The ranks of cards; of a row of one suit the cards."""
    one_suit = len(cards) >= 5 and len({card[-1] for card in cards}) == 1
    return cards if one_suit else tuple(sorted(card[:-1] if card[-1] in "CDHS" else card for card in cards))


def names(table: Any, cards: int) -> tuple[str, ...]:
    return tuple(table.deck.names(cards))


def ranks(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The ranks of cards, which is all that counts in Dou Dizhu."""
    return tuple(sorted(card if card in ("BJ", "RJ") else card[:-1] for card in cards))
