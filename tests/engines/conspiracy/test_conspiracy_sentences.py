"""What the cards do and what their goals are, in words."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engines.conspiracy import sentences
from referee.rules import rulesets

RULES = rulesets.load_ruleset("illuminati")
SPECIALS = RULES.words.at(("specials", "", "does")).keys
ABILITIES = RULES.words.at(("groups", "", "abilities", 0)).keys

DOES: list[tuple[str, Any, str]] = [
    (
        "bonus", {"attempt": "control", "against": "any", "value": 4, "scope": "direct"},
        "+4 to control any group, only when this card attacks",
    ),
    (
        "bonus", {"attempt": ["control", "destroy"], "against": {"alignment": "Weird"}, "value": -2, "scope": "any_attempt"},
        "-2 to control and destroy Weird groups, whichever of its player's cards attacks",
    ),
    (
        "bonus",
        {
            "attempt": "neutralize", "against": {"group": "KKK", "alignment": ["Weird", "Straight"]}, "value": 1,
            "scope": "direct",
        },
        "+1 to neutralize KKK, Weird groups and Straight groups, only when this card attacks",
    ),
    ("resists", {"value": 10, "against": {"group": ["KKK", "KGB"]}}, "Resistance 10 against KKK and KGB"),
    ("resists", {"value": 3, "against": "any"}, "Resistance 3 against any group"),
    ("shields", 2, "+2 Resistance for all other groups of its player"),
    (
        "counts_as", {"alignment": "Weird", "attempt": "control", "against": {"alignment": "Liberal"}},
        "counts as Weird when it attacks Liberal groups to control",
    ),
    (
        "immune", {"alignment": ["Weird", "Liberal"]},
        "no Weird or Liberal group may attack its structure or aid such an attack",
    ),
    ("immune", {"alignment": "Weird"}, "no Weird group may attack its structure or aid such an attack"),
    ("privilege", {"cost": 5, "times": 1}, "privilege for 5 MB, once a turn"),
    ("privilege", {"cost": 5, "times": 2}, "privilege for 5 MB, twice a turn"),
    ("privilege", {"cost": 4, "times": 3}, "privilege for 4 MB, 3 times a turn"),
    ("takes_part", 2, "may take part in 2 attacks a turn"),
    ("draws", 1, "its player draws 1 card a turn"),
    ("draws", 2, "its player draws 2 cards a turn"),
    ("tax", 2, "2 MB from every other player in the income phase"),
    ("upkeep", 1, "costs 1 MB a turn, paid by its master or its Illuminati"),
    ("buys_card", 5, "may buy another card for 5 MB of its own"),
    ("set_roll", 2, "changes a roll just made to 2"),
    ("multiply_income", 2, "incomes are multiplied by 2 this turn"),
    ("money", 15, "gives its player 15 MB"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "argument", "said"), DOES, ids=range(len(DOES)))
def test_what_a_card_does(word: str, argument: Any, said: str) -> None:
    assert sentences.does(RULES, "special" if word in SPECIALS else "group", {word: argument}) == said


def test_every_word_of_a_card_has_a_sentence() -> None:
    assert all(word.schema["says"] for word in (*SPECIALS.values(), *ABILITIES.values()))


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ({}, "no special goal"),
        ({"chosen": "secretly"}, "the goal of another Illuminati, written down secretly"),
        ({"power": 35}, "total Power of 35"),
        ({"transferable": 25}, "total transferable Power of 25"),
        ({"money": 150}, "150 MB in all treasuries"),
        ({"destroyed": 8}, "8 groups destroyed"),
        ({"alignments": 10}, "10 alignments among its groups"),
        ({"groups": {"alignment": "Weird", "count": 5}}, "5 Weird groups"),
        ({"power": 35, "money": 9}, "total Power of 35, 9 MB in all treasuries"),
    ],
)
def test_what_a_goal_is(goal: dict[str, Any], said: str) -> None:
    assert sentences.goal(RULES, goal) == said
