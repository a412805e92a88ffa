"""Formulas in words: as people say them, and never the same words for two formulas that mean different things."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from test_docs import ALWAYS_KNOWN as CONTRACT_NAMES
from test_docs import (
    AUCTION_NAMES,
    BID_NAMES,
    BIDDING_NAMES,
    DEAL_NAMES,
    DECLARE_NAMES,
    END_NAMES,
    SCORE_NAMES,
    SEAT_NAMES,
    VULNERABLE_NAMES,
    formulas,
)

from referee.core import formula, formula_words
from referee.core.formula import FormulaError
from referee.core.formula_parser import FormulaFault
from referee.core.formula_words import OWN, SO, amount, condition, definition
from referee.rules import rulesets

CALLED = {
    "won": "the tricks won",
    "bid": "the bid",
    "players": "the number of players",
    "cards": "the number of cards dealt",
    "dealer": "the player is the dealer",
}
CONDITIONS = {
    "cards in [6, 12]": "6 or 12 cards are dealt",
    "cards not in [6, 12]": "the number of cards dealt is not 6 or 12",
    "cards == 1": "1 card is dealt",
    "dealer and players == 4": "the player is the dealer and there are 4 players",
    "players == 1": "there is 1 player",
    "players < 4": "there are fewer than 4 players",
    "players != 4": "the number of players is not 4",
    "players == bid": "the number of players is the bid",
    "won >= bid": "the tricks won are at least the bid",
    "won == bid": "the tricks won are as many as the bid",
    "won == cards": "the tricks won are as many as the cards dealt",
    "won != 0": "the tricks won are not 0",
    "not dealer": "the player is not the dealer",
    "moon": "moon applies",
    "not made_all": '"made all" does not apply',
    "not (won == 1)": "it is not so that (the tricks won are 1)",
    "won == 1 or won == 2 and dealer": "the tricks won are 1 or (the tricks won are 2 and the player is the dealer)",
    "(won == 1 or won == 2) and dealer": "(the tricks won are 1 or the tricks won are 2) and the player is the dealer",
    "count(moon) == 0": "moon applies for no player",
    "count(moon) > 0": "moon applies for some player",
    "any(dealer)": "some player is the dealer",
    "all(won > 0)": "for every player (the tricks won are more than 0)",
    "count(won > 0) == 2": "there are 2 players for whom (the tricks won are more than 0)",
    "max(total) >= 100 or min(total) <= -200": "the highest total is at least 100 or the lowest total is at most -200",
    "pips == max(pips)": "pips is the highest pips",
    "penalty < min(others(penalty))": "penalty is less than the lowest penalty of the others",
    "dealer == (won == 1)": "(the player is the dealer) exactly when (the tricks won are 1)",
    "(won == 1) == (bid == 2)": "(the tricks won are 1) exactly when (the bid is 2)",
    "won == twice": "the tricks won are as many as twice",
    "won == 0 if moon else won == cards": (
        "the tricks won are 0 if moon applies, otherwise the tricks won are as many as the cards dealt"
    ),
    "true": "always",
    "false": "never",
    "most": '"most" applies',
    "1 < won < 3": '"1 < won < 3" holds',
    "won": "the tricks won applies",
    "side(won) >= bid": '"side(won) >= bid" holds',
}
AMOUNTS = {
    "3 * count(won > 0)": "3 times the number of players for whom (the tricks won are more than 0)",
    "26": "26",
    "2.5": "2.5",
    "-5": "-5",
    "10 * bid + won - bid": "10 times the bid plus the tricks won minus the bid",
    "10 * bid - (won - bid)": "10 times the bid minus (the tricks won minus the bid)",
    "-10 * abs(won - bid)": "-10 times the difference between the tricks won and the bid",
    "-abs(won - bid)": "minus the difference between the tricks won and the bid",
    "900 // players": "900 divided by the number of players (rounded down)",
    "max(0, won - 6)": "the larger of 0 and the tricks won minus 6",
    "2 * max(0, won)": "2 times (the larger of 0 and the tricks won)",
    "min(1, 2, won)": "the smallest of 1, 2 and the tricks won",
    "sum(won) - won": "the tricks won of all together minus the tricks won",
    "500 if moon else 300": "500 if moon applies, otherwise 300",
    "1 if won == 1 else 2 if won == 2 else 3": "1 if the tricks won are 1, otherwise 2 if the tricks won are 2, otherwise 3",
    "won if (dealer if moon else won == 1) else bid": (
        "the tricks won if (the player is the dealer if moon applies, otherwise the tricks won are 1), otherwise the bid"
    ),
    "5 + (won == 2)": "5 plus (1 if the tricks won are 2)",
    "5 + dealer": "5 plus (1 if the player is the dealer)",
    "hearts + 13 * queen": "hearts plus 13 times queen",
    "won / 2": '"won / 2"',
    "((won + 1) * 2 + 3) * 4": '"((won + 1) * 2 + 3) * 4"',
    "won % 2": '"won % 2"',
    "no formula": '"no formula"',
    "No Formula": '"No Formula"',
    "2 * (bid + max(0, won))": '"2 * (bid + max(0, won))"',
    "max(0, 2 * (bid + won))": '"max(0, 2 * (bid + won))"',
    "max(0, won) + min(bid, won)": "(the larger of 0 and the tricks won) plus (the smaller of the bid and the tricks won)",
}


@pytest.mark.parametrize(("text", "said"), CONDITIONS.items())
def test_a_condition_in_words(text: str, said: str) -> None:
    assert condition(text, CALLED) == said


@pytest.mark.parametrize(("text", "said"), AMOUNTS.items())
def test_an_amount_in_words(text: str, said: str) -> None:
    assert amount(text, CALLED) == said


def test_numbers_and_truths_as_yaml_reads_them() -> None:
    assert [amount(26), amount(2.5), condition(True), condition(False)] == ["26", "2.5", "always", "never"]


def test_what_a_ruleset_calls_by_a_name_of_its_own() -> None:
    assert definition("special", "cards in [6, 12]", CALLED) == "special applies when 6 or 12 cards are dealt"
    assert definition("bid_for", "10 * bid", CALLED) == '"bid for" is 10 times the bid'
    assert definition("made", "false", CALLED) == "made never applies"
    assert definition("made", True, CALLED) == "made always applies"
    assert definition("most", "any(dealer)", CALLED) == '"most" applies when some player is the dealer'


NAMES = ("won", "bid", "players", "dealer", "pips", "made_all", "and_b", "a", "moon")
ROWS = [
    tuple(
        dict(zip(NAMES, values, strict=True))
        for values in (
            (won, bid, 3, dealer, pips, not dealer, moon, other, moon),
            (1, 2, 3, False, 0, moon, dealer, 2, False),
            (bid, 0, 3, True, 5, other > 0, True, won, other == 1),
        )
    )
    for won, bid, dealer, pips, moon, other in product((0, 1, 3), (0, 2), (False, True), (-1, 4), (False, True), (0, 1))
]
"""Three players at many tables."""


SHAPES = [
    "(W s X) t (Y u Z)", "((W s X) t Y) u Z", "(W s (X t Y)) u Z", "W s ((X t Y) u Z)", "W s (X t (Y u Z))",
    "(W if X else Y) s Z", "W if X else (Y s Z)", "(W s Z) if X else Y", "W if (X s Z) else Y", "W s (X if Y else Z)",
    "(W if X else Y) if Z else 1", "W if (X if Y else Z) else 1", "W if X else (Y if Z else 1)",
    "not (W s X)", "(not W) s X", "W s (not X)", "-(W s X)", "(-W) s X", "W s (-X)", "not (W s (X t Y))", "not ((W s X) t Y)",
    "abs(W - X) s Y", "abs(W - (X s Y))", "abs((W s X) - Y)", "max(W, X) s Y", "max(W, X s Y)", "max(W s X, Y)", "min(W, X, Y)",
    "any(W) s X", "any(W s X)", "(any(W) s X) t Y", "any(W s X) t Y", "count(W) s X", "count(W s X) > 0", "(count(W) > 0) s X",
    "count(W s X) == 0", "all(W) s X", "max(W) s X", "max(others(W)) s X", "sum(W) s X", "(W in [1, 2]) s X", "W in [1]",
]  # fmt: skip
LEAVES = (("won", "bid", "pips", "players"), ("moon", "dealer", "a", "won"), ("won", "2", "bid", "dealer"))
SIGNS = ("+", "-", "*", "//", "==", "<", ">=", "and", "or")


def drawn(seed: int) -> Iterator[str]:
    """Formulas of a few names in every bracketing, in brackets throughout."""
    chance = random.Random(seed)
    for shape, leaves in product(SHAPES, LEAVES):
        signs = [sign for sign in "stu" if f" {sign} " in shape]
        for chosen in product(SIGNS, repeat=len(signs)):
            if len(signs) < 3 or chance.random() < 0.5:
                put = dict(zip(["W", "X", "Y", "Z", *signs], [*leaves, *chosen], strict=True))
                yield re.sub(r"\b[WXYZstu]\b", lambda found, put=put: put[found[0]], shape)  # type: ignore[misc]


def meaning(parsed: formula.Formula, truth: bool) -> tuple[Any, ...]:
    """What a formula comes to at every table."""
    found: list[Any] = []
    for rows in ROWS:
        row = {**rows[0], "others()": rows[1:]}
        try:
            value = parsed.run(row, rows)
        except FormulaError:
            found.append(None)
        else:
            found.append(bool(value) if truth else value)
    return tuple(found)


Say = Callable[[object, Mapping[str, str]], str]


def alike(say: Say) -> list[str]:
    """Pairs of formulas that mean different things and are said in the same words."""
    found = []
    said: dict[str, tuple[str, tuple[Any, ...]]] = {}
    for text in drawn(7):
        words = say(text, CALLED)
        if words.startswith('"'):
            continue
        try:
            parsed = formula.parse(text, NAMES, around=True)
        except FormulaFault:
            continue
        means = meaning(parsed, say is condition)
        other, before = said.setdefault(words, (text, means))
        found += [f"{text!r} and {other!r} are both {words!r}"] if means != before else []
    assert len(said) > 500
    return found


@pytest.mark.parametrize("say", [condition, amount])
def test_formulas_that_mean_different_things_are_in_different_words(say: Say) -> None:
    assert alike(say) == []


@pytest.mark.parametrize("say", [condition, amount])
def test_without_brackets_they_would_not_be(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    within = formula_words._Words.within
    monkeypatch.setattr(formula_words._Words, "within", lambda self, say, part: within(self, say, part)[1:-1])
    formula_words._in_words.cache_clear()
    assert alike(say) != []
    formula_words._in_words.cache_clear()


def test_every_name_that_a_formula_may_ask_for_is_called_something() -> None:
    names: dict[str, list[dict[str, str]]] = {
        "trick": [
            DEAL_NAMES, SEAT_NAMES, VULNERABLE_NAMES, BID_NAMES, AUCTION_NAMES, SCORE_NAMES, BIDDING_NAMES, CONTRACT_NAMES,
            END_NAMES, DECLARE_NAMES, formulas("trick")["declare_only"],
        ],
        **{name: [*formulas(name).values()] for name in ("meld", "shedding", "climbing", "fishing")},
    }  # fmt: skip
    for family, places in names.items():
        called = rulesets.words(family).called
        assert set(called) == {name for known in places for name in known}
        for known in places:
            for name, says in known.items():
                so = says.startswith("true ") or name == "last_capture"
                assert bool(SO.search(called[name])) == so, name
        assert all(says not in OWN and says.count(" ") for says in called.values())
        assert len(set(called.values())) == len(called)
