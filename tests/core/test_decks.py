"""The shipped decks: counts that follow from the printed cards, and the many ways to write a card's name."""

from __future__ import annotations

import pytest

from referee.core.cards import Deck
from referee.core.family import Unsound
from referee.rules import rulesets
from referee.rules.decks import build_deck

ILLUMINATE = rulesets.load_ruleset("illuminate").deck
FRENCH = rulesets.load_ruleset("hearts").deck
ROLES = ("doctor", "neighbor", "preacher", "teacher")


def test_a_deck_that_does_not_hold_together_says_why() -> None:
    odd = {
        "count": 5,
        "suits": {"S": None},
        "cards": {"AS": {"suit": "S", "copies": 3, "at_most": 2}, "AX": {"suit": "X"}, "A": {}},
    }
    with pytest.raises(Unsound) as unsound:
        build_deck(odd)
    assert unsound.value.faults == (
        (("cards", "AX", "suit"), "AX is of no suit of this deck; its suits are S"),
        (("cards", "A", "suit"), "A is of no suit of this deck; its suits are S"),
        (("cards", "AS"), "AS has 3 copies, but at most 2"),
    )


def test_the_illuminate_deck_has_forty_single_four_double_and_four_star_cards() -> None:
    symbols = [card.symbols for card in ILLUMINATE.cards]
    assert len(symbols) == 48
    assert sum(held == ("star",) for held in symbols) == 4
    assert sum(len(held) == 2 for held in symbols) == 4
    assert sum(len(held) == 1 and held != ("star",) for held in symbols) == 40


@pytest.mark.parametrize("suit", ["Mt", "Mk", "Lk", "Jn"])
def test_each_gospel_has_twelve_cards_one_star_and_one_double(suit: str) -> None:
    cards = [card for card in ILLUMINATE.cards if card.suit == suit]
    assert len(cards) == 12
    assert sum("star" in card.symbols for card in cards) == 1
    assert sum(len(card.symbols) == 2 for card in cards) == 1


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_three_cards_in_each_gospel_and_shares_two(role: str) -> None:
    cards = [card for card in ILLUMINATE.cards if role in card.symbols]
    assert len(cards) == 12
    assert {suit: sum(card.suit == suit for card in cards) for suit in ILLUMINATE.suits} == dict.fromkeys(
        ILLUMINATE.suits, 3
    )
    assert sum(len(card.symbols) == 2 for card in cards) == 2


def test_the_one_pair_of_equal_cards_is_nine_six() -> None:
    equal = [ILLUMINATE.names(mask) for mask in set(ILLUMINATE.equals) if mask.bit_count() > 1]
    assert equal == [["Lk9:6", "Jn9:6"]]


def test_stars_stand_where_the_cards_say() -> None:
    def places(suit: str) -> list[str]:
        return [card.id for card in ILLUMINATE.cards if card.suit == suit]

    assert places("Mt")[10] == "Mt19:30"
    assert places("Mk")[11] == "Mk14:27"
    assert places("Lk")[10] == "Lk19:24"
    assert places("Jn")[0] == "Jn1:5" == ILLUMINATE.cards[0].id


@pytest.mark.parametrize(
    ("deck", "text", "card"),
    [
        (ILLUMINATE, "Mk4:2", "Mk4:2"),
        (ILLUMINATE, "mk 4:2", "Mk4:2"),
        (ILLUMINATE, "Mark 4:2", "Mk4:2"),
        (ILLUMINATE, "MARK4:2", "Mk4:2"),
        (ILLUMINATE, "4:2 mark", "Mk4:2"),
        (ILLUMINATE, "Mk4:3", None),
        (ILLUMINATE, "Mk42", None),
        (FRENCH, "QS", "QS"),
        (FRENCH, "q s", "QS"),
        (FRENCH, "Queen of Spades", "QS"),
        (FRENCH, "♠Q", "QS"),
        (FRENCH, "10h", "10H"),
        (FRENCH, "TH", "10H"),
        (FRENCH, "ten of hearts", "10H"),
        (FRENCH, "1H", None),
        (FRENCH, "", None),
    ],
)
def test_names_are_forgiving(deck: Deck, text: str, card: str | None) -> None:
    found = deck.find(text)
    assert (None if found is None else deck.ids[found]) == card
