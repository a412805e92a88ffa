"""Kinds of values in a `position:`: what is read is what is written, and every fault is found where it stands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.core.events import Misread
from referee.core.items import CardItems
from referee.core.values import CARD, NUMBER, SEAT, TARGET, TEXT, Kind, list_of, map_of, one_of
from referee.rules import rulesets

DECK = rulesets.load_ruleset("hearts").deck
RULES = SimpleNamespace(deck=DECK, scoring=SimpleNamespace(target=None))
STATE = SimpleNamespace(players=("Ann", "Ben"))
AT = ("position", "key")
READING = CardItems(RULES, {})
"""Reads names and cards; the rules are none of any game."""
CARDS = [DECK.by_id[card] for card in ("QS", "2C")]
THERE_AND_BACK: list[tuple[Kind, Any, Any]] = [
    (NUMBER, 3, 3),
    (SEAT, "Ben", 1),
    (CARD, "QS", CARDS[0]),
    (one_of("take", "discard"), "take", "take"),
    (CARD.or_words({"none": -1}), "none", -1),
    (CARD.or_words({"none": -1}), "QS", CARDS[0]),
    (list_of(CARD), ["QS", "2C"], CARDS),
    (list_of(SEAT), ["Ben", "Ann"], [1, 0]),
    (map_of(CARD, NUMBER), {"QS": 2, "2C": 0}, {CARDS[0]: 2, CARDS[1]: 0}),
    (map_of(SEAT, CARD), {"Ann": "QS"}, {0: CARDS[0]}),
    (map_of(TEXT, SEAT), {"x": "Ann"}, {"x": 0}),
]


@pytest.mark.parametrize(("kind", "said", "value"), THERE_AND_BACK)
def test_what_is_read_is_what_is_written(kind: Kind, said: Any, value: Any) -> None:
    assert kind.read(READING, STATE, said, AT) == value
    assert kind.write(RULES, STATE, value) == said


def test_a_kind_goes_into_something_and_fulfils_a_condition() -> None:
    two = list_of(NUMBER).such(lambda numbers: len(numbers) == 2).into(sum)
    assert two.of(READING, STATE, [3, 4], AT) == 7
    for wrong in ([3], [3, "4"], 7):
        with pytest.raises(Misread) as misread:
            two.of(READING, STATE, wrong, AT)
        assert misread.value.shapeless


WRONG: list[tuple[Kind, Any, tuple[Any, ...], str]] = [
    (SEAT, "Bem", (), "nobody here is called 'Bem'; did you mean 'Ben'?"),
    (CARD, "QX", (), "'QX' is not a card of the French deck; did you mean 'QS'?"),
    (list_of(CARD), ["QS", "QX"], (1,), "'QX' is not a card of the French deck; did you mean 'QS'?"),
    (map_of(CARD, NUMBER), {"QX": 1}, ("QX",), "'QX' is not a card of the French deck; did you mean 'QS'?"),
    (map_of(SEAT, CARD), {"Ann": "QX"}, ("Ann",), "'QX' is not a card of the French deck; did you mean 'QS'?"),
    (TARGET, 50, (), "this game is not played to a target"),
]


@pytest.mark.parametrize(("kind", "said", "way", "message"), WRONG)
def test_a_fault_is_found_where_it_stands(kind: Kind, said: Any, way: tuple[Any, ...], message: str) -> None:
    with pytest.raises(Misread) as misread:
        kind.read(READING, STATE, said, AT)
    (fault,) = misread.value.faults
    assert fault.at == (*AT, *way)
    assert fault.message.partition("; did")[0] == message.partition("; did")[0]


def test_a_map_has_the_shapes_of_its_entries() -> None:
    assert map_of(TEXT, Kind((int, float))).shapes == ((dict, int, float),)
    assert list_of(CARD).shapes == ((list, str),)
    assert one_of("a", "b").shapes == (frozenset({"a", "b"}),)


def test_a_target_is_kept_where_the_game_has_one() -> None:
    reading = SimpleNamespace(rules=SimpleNamespace(scoring=SimpleNamespace(target=lambda row, rows: 100)))
    assert TARGET.read(reading, STATE, 50, AT) == 50
