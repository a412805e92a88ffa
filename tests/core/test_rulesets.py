"""What a ruleset knows of itself: its title, where its formulas stand, what it shares with another reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from drawn_rules import games

from referee.core.formula import FormulaError
from referee.core.formula_words import condition
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset, WatchedWords
from referee.core.text import all_seen, visible
from referee.rules import otherwise, rulesets

CALLED = {
    "players": "the number of players",
    "cards": "the number of cards dealt",
    "dealer": "the player is the dealer",
}


def texts(data: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, str]]:
    """Every text in a ruleset where a word of the game may have a formula, in order."""
    if isinstance(data, str):
        yield pointer, data
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if pointer or key not in ("rules", "rulings", "variants"):
            yield from texts(value, (*pointer, key))


@pytest.mark.parametrize("name", games())
def test_a_formula_without_a_value_is_shown_where_it_stands(name: str) -> None:
    rules = rulesets.load_ruleset(name)
    first: dict[str, Pointer] = {}
    for pointer, text in texts(rules.data):
        first.setdefault(text, pointer)
    for text, pointer in first.items():
        if "cases" not in pointer and " ".join(text.split()) == text:
            (complaint,) = rules.without_value(FormulaError("it has no value", text)).complaints
            assert (complaint.place, complaint.message) == (rules.origin(pointer), "it has no value"), text


def test_a_ruleset_without_a_title_is_called_by_its_name() -> None:
    rules = rulesets.load_ruleset("hearts")
    data = {key: value for key, value in rules.data.items() if key != "title"}
    assert Ruleset(data, rules.deck, rules.words, rules.layers, (), ()).title == "hearts"


def test_another_reading_shares_what_it_does_not_change() -> None:
    rules = rulesets.load_ruleset("illuminate")
    other = otherwise.read_otherwise(rules, "star-clash", next(iter(rules.rulings["star-clash"].others)))
    assert other.full["trick"]["clash"] != rules.full["trick"]["clash"]
    assert other.full["deal"] is rules.full["deal"]
    assert other.full["powers"] is rules.full["powers"]


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (
            "dealer if players == 4 else players == 3",
            "the player is the dealer if there are 4 players, otherwise there are 3 players",
        ),
        (
            "dealer if players == 4 else (players == 3 if cards == 1 else dealer)",
            "the player is the dealer if there are 4 players, otherwise there are 3 players if 1 card is dealt, otherwise the"
            " player is the dealer",
        ),
        (
            "dealer if players == 4 else (dealer and players == 3)",
            "the player is the dealer if there are 4 players, otherwise (the player is the dealer and there are 3 players)",
        ),
    ],
)
def test_one_condition_after_another(formula: str, words: str) -> None:
    assert condition(formula, CALLED) == words


def test_a_name_can_be_seen_if_it_is_printed_as_it_is_on_one_line() -> None:
    for letter in map(chr, [*range(0xD800), *range(0xE000, 0x10000)]):
        name = f"A{letter}n"
        assert all_seen(name) == (visible(name) == name and letter != "\n"), hex(ord(letter))


EVERY_WAY: dict[str, tuple[Callable[[Any], Any], set[tuple[str | None, ...]]]] = {
    "a word": (lambda part: part["deal"]["each"], {("deal",), ("deal", "each")}),
    "get": (lambda part: part.get("talon", 0), {("talon",)}),
    "in": (lambda part: "talon" in part, {("talon",)}),
    "copied": (lambda part: {**part["deal"]} | dict(part["deal"]), {("deal",), ("deal", None), ("deal", "each")}),
    "joined": (lambda part: part["deal"] | {}, {("deal",), ("deal", None), ("deal", "each")}),
    "compared": (lambda part: part["deal"] == {"each": 5}, {("deal",), ("deal", None), ("deal", "each")}),
    "counted": (lambda part: bool(part["deal"]), {("deal",), ("deal", None)}),
}


def test_watched_words_note_what_is_asked_for_in_every_way() -> None:
    data = {"deal": {"each": 5}, "play": {"again": True}}
    for way, (ask, noted) in EVERY_WAY.items():
        asked: set[tuple[Any, ...]] = set()
        assert ask(WatchedWords(data, asked)) == ask(data), way
        assert asked == noted, way
