"""`referee rules GAME --brief`: a ruleset in one line, made from its values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_runner import run, write

BRIEFS = {
    (
        "illuminate",
    ): "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, all-or-nothing at 6 and 12",
    ("illuminate", "--variant", "shorter", "--variant", "not-perfect-always"): (
        "Illuminate, 2–4 players, 6 hands of 1–6 cards, exact bids, Grace must be said, all-or-nothing at 6, "
        "bids may not add up"
    ),
    ("illuminate", "--variant", "not-perfect", "--ruling", "grace-said=silent"): (
        "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace without a word, all-or-nothing at 6 and 12, "
        "bids may not add up but at 6 and 12"
    ),
    ("grace", "--house", "honest-bids"): (
        "Grace, 2–4 players, hands of 12–24 cards, bids from 1, Grace without a word, to 225–450, "
        "house rule honest-bids"
    ),
    ("mercy",): "Mercy, 2–4 players, hands of 12–24 cards, Grace without a word, the lowest total wins, to 75–150",
    ("oh-hell",): ("Oh Hell, 3–7 players, 13 hands of 1–7 cards, exact bids, trump turned up, bids may not add up"),
    ("bridge",): (
        "Contract Bridge, 4 players, 16 hands of 13 cards, partners, an auction from 1C to 7NT, doubles and redoubles, "
        "the contract sets trump"
    ),
    ("euchre", "--variant", "lone-defender"): (
        "Euchre, 4 players, hands of 5 cards, partners, an auction from C to S, the contract sets trump, to 10"
    ),
    ("pitch",): "Pitch, 2–7 players, hands of 6 cards, an auction from 2 to 4, the first card led sets trump, to 7",
    ("whist",): "Whist, 4 players, hands of 13 cards, partners, trump turned up, to 5",
    ("briscola",): "Briscola, 2–4 players, 1 hand of 3 cards, cards drawn from a stock, trump turned up",
    ("knockout-whist",): (
        "Knockout Whist, 2–7 players, 7 hands of 1–7 cards, trump named by a player, the last one in wins"
    ),
    ("hearts",): "Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100",
    ("spades",): "Spades, 4 players, hands of 13 cards, partners, bids to make or beat, Spades are trump, to 500",
}


TRUMP = {"rules": {"trump": {"text": "The trump suit wins.", "source": "house rule"}}}
pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize(("args", "brief"), BRIEFS.items(), ids=str)
def test_brief(args: tuple[str, ...], brief: str) -> None:
    assert run("rules", *args, "--brief") == (0, f"{brief}\n", "")


@pytest.mark.parametrize(
    ("patch", "part"),
    [
        ({"bidding": {"hook": "hand > 2"}}, ", bids may not add up but at 1 and 2"),
        ({"bidding": {"hook": "total > 10"}}, ", bids may not add up when the total is more than 10"),
        ({"bidding": {"all_or_nothing": "cards > 3"}, "deal": {"sequence": [2, 4, 2, 6]}}, ", all-or-nothing but at 2"),
        ({"bidding": {"all_or_nothing": "hand == 3"}, "deal": {"sequence": [2, 4, 2, 6]}},
         ", all-or-nothing when the hand's number is 3"),
        ({"deal": {"sequence": None, "each": 5, "hands": 3}}, ", 3 hands of 5 cards"),
        ({"deal": {"sequence": [1]}}, ", 1 hand of 1 card, bids, Grace must be said, house rule"),
        ({"trick": {"trump": "Mk"}, **TRUMP}, ", Mark are trump"),
        ({"trick": {"trump": {"cycle": ["Mk", "none"]}}, **TRUMP}, ", trump changes hand by hand"),
        ({"trick": {"trump": "named"}, **TRUMP}, ", trump named by a player"),
        ({"trick": {"wins": "lowest"}}, ", the lowest card wins a trick"),
        ({"scoring": {"bid": {"cases": [{"points": "-abs(won - bid)"}]}}}, ", exact bids"),
        ({"scoring": {"bid": {"cases": [{"when": "won == bid", "points": "30 + won"}, {"points": "won"}]}}},
         ", exact bids"),
        (
            {"scoring": {"bid": {"cases": [{"when": "won == bid", "points": "3 + won"}, {"points": "won"}]}}},
            "cards, bids, Grace",  # five tricks more are worth more than the bid made
        ),
        ({"scoring": {"bid": {"cases": [{"when": "won < bid", "points": 0}, {"points": "10 * bid + won"}]}}},
         "cards, bids to make or beat, Grace"),
        (
            {"scoring": {"bid": {"cases": [{"when": "won < bid", "points": 0}, {"points": "20 * bid - won"}]}}},
            "cards, bids, Grace",  # overtricks cost something, but less than the bid lost
        ),
        ({"deal": {"sequence": None, "each": "min(hand, 5)", "hands": 7}}, ", 7 hands of 1–5 cards"),
        ({"deal": {"sequence": None, "each": "min(hand, 5)"}, "end": {"when": "max(total) > 9"}},
         "4 players, hands of 1–5 cards, exact bids, Grace"),
        ({"deal": {"sequence": None, "each": "min(hand, 5)", "hands": 70}},
         "4 players, 70 hands of 1–5 cards, exact bids, Grace"),
        ({"players": [2, 4]}, ", 2 or 4 players, "),
        ({"players": [4]}, ", 4 players, "),
        ({"bidding": {"least": "cards // 4"}}, ", exact bids, Grace"),
        ({"bidding": {"least": "2 - 1", "spoken": {"nothing": None}}}, ", exact bids from 1, Grace"),
        ({"define": None, "scoring": {"bid": {"cases": [{"points": "won"}]}}}, ", bids, Grace"),
    ],
    ids=str,
)  # fmt: skip
def test_a_part_of_the_line_comes_from_a_value(patch: dict[str, Any], part: str) -> None:
    write("house.json", json.dumps({"extends": "illuminate", **patch}))
    assert part in run("rules", "illuminate", "--house", "house.json", "--brief").out
