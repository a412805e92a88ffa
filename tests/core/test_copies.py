"""Decks in which a card is there more than once, and decks that are ordered by a formula."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.core.cards import members
from referee.core.family import Unsound
from referee.rules import rulesets
from referee.rules.decks import build_deck

PINOCHLE = rulesets.table(rulesets.load_ruleset("pinochle"), 4).rules.deck
NUMBERED: dict[str, Any] = {
    "name": "numbered",
    "count": 3,
    "suits": {"S": {}},
    "ranks": {"1": {}, "2": {}},
    "notation": "suit rank",
    "cards": {"S1": {"worth": 5}, "S2": {"worth": 3}, "Joker": {"suit": "none", "worth": 4}},
}


def test_once_keeps_one_copy_of_each_card() -> None:
    chance = random.Random(1)
    for number in range(200):
        cards = chance.getrandbits(len(PINOCHLE)) if number else PINOCHLE.all
        once = PINOCHLE.once(cards)
        assert once & ~cards == 0
        kept = [PINOCHLE.ids[card] for card in members(once)]
        assert sorted(kept) == sorted({PINOCHLE.ids[card] for card in members(cards)})
        assert all(not cards & PINOCHLE.twins[card] & (1 << card) - 1 for card in members(once))


def test_a_card_named_again_is_another_copy_as_long_as_there_is_one() -> None:
    for card in range(len(PINOCHLE)):
        first, second = members(PINOCHLE.twins[card])
        assert PINOCHLE.each_apart([card]) == [first]
        assert PINOCHLE.each_apart([card, card]) == [first, second]
        assert PINOCHLE.each_apart([card, card, card]) == [first, second, second]


def test_a_formula_orders_the_cards_and_then_every_card_has_its_place() -> None:
    ordered = build_deck({**NUMBERED, "strength": "worth"})
    assert ordered.ids == ("S2", "Joker", "S1")
    assert ordered.unplaced == frozenset()
    plain = build_deck(NUMBERED)
    assert plain.ids == ("S1", "S2", "Joker")
    assert plain.unplaced == {"Joker"}
    assert plain.suits == {"S": "S"}
    assert build_deck({**NUMBERED, "suits": {"S": {"name": "Stones"}}}).suits == {"S": "Stones"}


def test_a_card_has_no_other_names_than_those_of_its_suit_and_rank() -> None:
    deck = build_deck(NUMBERED)
    assert [deck.find(name) for name in ("S1", "1 of S", "s 2", "joker")] == [0, 0, 1, 2]
    assert [deck.find(name) for name in ("1", "None1", "1 of None", "none", "S3", "")] == [None] * 6


@pytest.mark.parametrize(
    ("strength", "pointer", "message"),
    [
        ("worth +", ("strength",), "the end of the formula is not allowed here, only a number, a name or '('"),
        ("worth + more", ("cards", "S2"), "S2 lacks more, which `strength` uses"),
    ],
)
def test_a_formula_without_a_value_says_why(strength: str, pointer: tuple[str, ...], message: str) -> None:
    cards = {**NUMBERED["cards"], "S1": {"worth": 5, "more": 1}}
    with pytest.raises(Unsound) as unsound:
        build_deck({**NUMBERED, "cards": cards, "strength": strength})
    assert unsound.value.faults == ((pointer, message),)


def test_of_equal_cards_those_of_a_suit_come_first() -> None:
    equal = {**NUMBERED["cards"], "Joker": {"suit": "none", "worth": 5}}
    assert build_deck({**NUMBERED, "cards": equal, "strength": "worth"}).ids == ("S2", "S1", "Joker")
