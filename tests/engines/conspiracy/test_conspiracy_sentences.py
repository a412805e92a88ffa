"""What the cards do and what their goals are, in words."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engines.conspiracy.explain import sentences

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
    ("sends_anywhere", True, "may transfer money to any card of its structure"),
    ("realign", True, "may add, remove or reverse an alignment of another group for the turn"),
    ("redistribute", True, "moves money freely between its player's cards"),
    ("rearrange", True, "may rearrange its structure at the end of the turn"),
    ("set_roll", 2, "changes a roll just made to 2"),
    ("take_uncontrolled", True, "takes an uncontrolled group without a roll; an action"),
    ("spy", True, "counts the money on a group, or looks at a player's Specials"),
    ("abolish_privilege", True, "abolishes the privilege of an attack"),
    ("join_privileged", True, "lets its player interfere in a privileged attack"),
    ("multiply_income", 2, "incomes are multiplied by 2 this turn"),
    ("revive", True, "brings a destroyed group back, uncontrolled"),
    ("cancel_special", True, "cancels a Special just played"),
    ("skip_turn", True, "makes another player lose the turn that is about to begin"),
    ("money", 15, "gives its player 15 MB"),
    ("destroy_powerless", True, "allows an attack to destroy a group without Power, against its Resistance"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "argument", "said"), DOES, ids=range(len(DOES)))
def test_what_a_card_does(word: str, argument: Any, said: str) -> None:
    assert sentences.does_word(word, argument) == said


def test_every_word_of_a_card_is_said() -> None:
    assert {word for word, _, _ in DOES} == {*sentences.SAYS, "bonus"}


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ({}, "no special goal"),
        ({"chosen": True}, "the goal of another Illuminati, written down secretly"),
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
    assert sentences.goal_said(goal) == said
