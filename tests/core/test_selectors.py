"""Selectors: every form against a search of the whole deck, and the words in which players hear them."""

import pytest

from referee.core import selectors
from referee.core.cards import members
from referee.rules import rulesets


@pytest.fixture(scope="module")
def french():
    return rulesets.load_ruleset("hearts").deck


def the_names(selector, deck):
    return {deck.ids[card] for card in members(selectors.choose(selector, deck))}


HEARTS = {f"{rank}H" for rank in ("A", "K", "Q", "J", "10", *"23456789")}
TENS = {"10C", "10D", "10H", "10S"}


@pytest.mark.parametrize(
    ("selector", "cards"),
    [
        ("QS", {"QS"}),
        ({"card": ["QS", "JD"]}, {"QS", "JD"}),
        ({"suit": "H"}, HEARTS),
        ({"suit": ["H"]}, HEARTS),
        ({"rank": "10"}, TENS),
        ({"rank": 10}, TENS),
        ({"rank": [10, "A"]}, TENS | {"AC", "AD", "AH", "AS"}),
        ([{"suit": "H"}, "QS"], HEARTS | {"QS"}),
        ({"any": [{"suit": "H"}, "QS"]}, HEARTS | {"QS"}),
        ({"all": [{"suit": "H"}, {"rank": ["K", "Q"]}]}, {"KH", "QH"}),
        ({"all": [{"suit": ["H", "D"]}, {"not": {"rank": list("23456789AKQJ")}}]}, {"10H", "10D"}),
        ({"symbol": "moon"}, set()),
        ([], set()),
    ],
)
def test_cards_of_a_selector(french, selector, cards):
    assert the_names(selector, french) == cards


def test_the_cards_not_named(french):
    everything = set(french.ids)
    assert the_names("any", french) == everything
    assert the_names({"not": {"suit": "H"}}, french) == everything - HEARTS
    assert the_names({"not": [{"suit": "H"}, "QS"]}, french) == everything - HEARTS - {"QS"}


@pytest.mark.parametrize(
    ("selector", "one", "several"),
    [
        ("QS", "QS", "QS"),
        ("any", "a card", "cards"),
        ({"suit": "H"}, "a card of Hearts", "Hearts"),
        ({"rank": 10}, "a Ten", "Tens"),
        ({"rank": ["6", "K"]}, "a Six or a King", "Sixes and Kings"),
        ([{"suit": "H"}, "QS"], "a card of Hearts or QS", "Hearts and QS"),
        ({"not": {"suit": "H"}}, "a card other than Hearts", "cards other than Hearts"),
        ({"all": [{"suit": "H"}, {"rank": ["K", "Q"]}]}, "a King or a Queen of Hearts", "Kings and Queens of Hearts"),
        (
            {"all": [{"suit": "H"}, {"not": "QH"}]},
            "a card of Hearts that is also a card other than QH",
            "Hearts that are also cards other than QH",
        ),
        ({"suit": "trump"}, "a trump", "trumps"),
    ],
)
def test_selectors_in_words(french, selector, one, several):
    assert selectors.in_words(selector, french) == one
    assert selectors.in_plural(selector, french) == several
