"""What is told of each card of a game: the row of a few cards of every family, as they are printed."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engines import family
from referee.rules import rulesets

NO_LUMINARY = {"set": "", "reveal": "", "in_play": "", "claim": ""}
NO_GROUP = dict.fromkeys(("power", "transferable", "resistance", "income"), "")
PRINTED: list[tuple[str, dict[str, Any]]] = [
    ("illuminate", {"card": "Mk1:11", "suit": "Mk", "rank": "1:11", "symbols": ["neighbor"], "power": ""}),
    ("illuminate",
     {"card": "Jn1:5", "suit": "Jn", "rank": "1:5", "symbols": ["star"], "power": "no grace in this trick"}),
    ("spades", {"card": "AS", "suit": "S", "rank": "A", "symbols": []}),
    ("luminars", {"card": "R1", "suit": "R", "rank": "1", "symbols": [], "copies": 3, "value": 1, "wild": False}),
    ("luminars", {"card": "W", "suit": "", "rank": "W", "symbols": [], "copies": 2, "value": 7, "wild": True}),
    ("gin-rummy", {"card": "KD", "suit": "D", "rank": "K", "symbols": [], "value": 10}),
    ("cassino",
     {"kind": "cards", "card": "10D", "suit": "D", "rank": "10", "symbols": [], "values": [10], "season": ""}),
    ("cassino", {"kind": "cards", "card": "KD", "suit": "D", "rank": "K", "symbols": [], "values": [], "season": ""}),
    (
        "illimat",
        {
            "kind": "cards",
            "card": "Fsp",
            "suit": "sp",
            "rank": "F",
            "symbols": [],
            "values": [1, 14],
            "season": "Spring",
        }
        | NO_LUMINARY,
    ),
    (
        "illuminati",
        {"card": "TV Preachers", "kind": "group", "power": 3, "transferable": 0, "resistance": 6, "income": 4}
        | {"alignments": ["Straight", "Fanatic"], "in": "right", "out": ["bottom", "left"], "copies": 1, "goal": ""}
        | {"does": "+3 to control Moral Minority, only when this card attacks"},
    ),
    (
        "illuminati",
        {"card": "The Bavarian Illuminati", "kind": "illuminati", "power": 10, "transferable": 10, "resistance": ""}
        | {"income": 9, "alignments": [], "in": "", "out": ["top", "right", "bottom", "left"], "copies": 1}
        | {"goal": "total Power of 35", "does": "privilege for 5 MB, once a turn"},
    ),
    (
        "illuminati",
        {
            "card": "Bribery",
            "kind": "special",
            **NO_GROUP,
            "alignments": [],
            "in": "",
            "out": [],
            "copies": 1,
            "goal": "",
        }
        | {"does": "takes an uncontrolled group without a roll; an action"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "row"), PRINTED, ids=str)
def test_a_card_is_told_as_it_is_printed(game: str, row: dict[str, Any]) -> None:
    rules = rulesets.load_ruleset(game)
    assert [told for told in family(rules.family).cards(rules, None) if told["card"] == row["card"]] == [row]


@pytest.mark.parametrize(("game", "players"), [("illuminate", 2), ("luminars", 3), ("illuminati", 3), ("illimat", 4)])
def test_nothing_is_left_out_of_these(game: str, players: int) -> None:
    rules = rulesets.load_ruleset(game)
    assert {
        row["left_out"] for row in family(rules.family).cards(rules, players) if row.get("kind") != "Luminaries"
    } == {False}


def test_stars_are_left_out_of_illimat_for_two() -> None:
    rules = rulesets.load_ruleset("illimat")
    told = family(rules.family).cards(rules, 2)
    assert {row["suit"] for row in told if row["kind"] == "cards" and row["left_out"]} == {"st"}
    assert len([row for row in told if row["kind"] == "cards" and row["left_out"]]) == 13


def test_a_luminary_is_told_with_all_its_keys() -> None:
    rules = rulesets.load_ruleset("illimat")
    (row,) = (row for row in family(rules.family).cards(rules, None) if row["card"] == "Saint Joan")
    assert row == {
        "kind": "Luminaries",
        "card": "Saint Joan",
        "suit": "",
        "rank": "",
        "symbols": [],
        "values": [],
        "season": "",
        "set": "promo",
        "reveal": "",
        "in_play": "",
        "claim": "reseed the field with the whole hand, then draw up; counts as 2",
    }
