"""An attack that is asked about without a log: its sum, its chances at higher stakes, and questions that cannot be answered."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.core.family import Answer, Unanswerable
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.queries import attack
from referee.rules import rulesets


def asked(kind: str, attacker: str, target: str, where: str = "uncontrolled", **more: Any) -> Answer:
    """The answer to a question; `variants` of the game, everything else as in the question."""
    variants = more.pop("variants", [])
    rules = rulesets.load_ruleset("illuminati", variants=variants)
    game = cast(ConspiracyGame, rulesets.table(rules, 3))
    return attack(game, kind=kind, attacker=attacker, target=target, where=where, **more)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"attacker": "xyzzy"}, "--attacker: no Illuminati card or group is called 'xyzzy'"),
        ({"attacker": "bribery"}, "--attacker: no Illuminati card or group is called 'bribery'"),
        ({"target": "xyzzy"}, "--target: no Illuminati card or group is called 'xyzzy'"),
        ({"target": "bribery"}, "--target: no Illuminati card or group is called 'bribery'"),
        ({"aid": ("xyzzy",)}, "--aid: no Illuminati card or group is called 'xyzzy'"),
        ({"aid": ("bribery",)}, "--aid: no Illuminati card or group is called 'bribery'"),
        ({"attacker_holds": ("xyzzy",)}, "--attacker-holds: no group is called 'xyzzy'"),
        ({"attacker_holds": ("ufos",)}, "--attacker-holds: no group is called 'ufos'"),
        ({"target_holds": ("xyzzy",)}, "--target-holds: no group is called 'xyzzy'"),
        ({"target_holds": ("ufos",)}, "--target-holds: no group is called 'ufos'"),
        ({"attacker_illuminati": "xyzzy"}, "--attacker-illuminati: no Illuminati card is called 'xyzzy'"),
        ({"attacker_illuminati": "Texas"}, "--attacker-illuminati: no Illuminati card is called 'Texas'"),
        ({"target_illuminati": "xyzzy"}, "--target-illuminati: no Illuminati card is called 'xyzzy'"),
        ({"target_illuminati": "Texas"}, "--target-illuminati: no Illuminati card is called 'Texas'"),
        ({"special": "xyzzy"}, "--special: no Special is called 'xyzzy'"),
        ({"special": "Texas"}, "--special: no Special is called 'Texas'"),
        ({"target": "Moonys"}, "--target: no Illuminati card or group is called 'Moonys'; did you mean 'Moonies'?"),
        (
            {"attacker": "anti"},
            "--attacker: 'anti' could be Anti-Nuclear Activists or Antiwar Activists; write more of the name",
        ),
        ({"roll": 1}, "--roll: two dice show 2 to 12, not 1"),
        ({"roll": 13}, "--roll: two dice show 2 to 12, not 13"),
        ({"special": "bribery"}, "Bribery changes neither the sum nor the roll of an attack; omit --special"),
        (
            {"special": "murphy", "tabled": True},
            "Murphy's Law sets the roll, so there is no chance to show; omit --table or --special",
        ),
        (
            {"attacker_illuminati": "ufos", "aid": ("network",)},
            "a player has one Illuminati card, not The Network and The UFOs",
        ),
        ({"target_illuminati": "ufos"}, "an uncontrolled target has no owner; say with --position where it is"),
        ({"target_holds": ("Texas",)}, "an uncontrolled target has no owner; say with --position where it is"),
        ({"aid": ("Texas",), "target": "Texas"}, "Texas cannot be on both sides; a card has one owner"),
        (
            {"where": "1", "attacker_holds": ("Texas", "CIA"), "target_holds": ("Texas", "CIA")},
            "C.I.A. and Texas cannot be on both sides; a card has one owner",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_answered(more: dict[str, Any], said: str) -> None:
    question: dict[str, Any] = {"kind": "control", "attacker": "kgb", "target": "kkk"} | more
    with pytest.raises(Unanswerable) as unanswerable:
        asked(**question)
    assert str(unanswerable.value) == said


def test_an_attack_is_summed_up() -> None:
    answer = asked("control", "gnomes", "hollywood", money=2, oppose=1, roll=9)
    data = answer.data
    terms = {term["what"]: term["value"] for term in data["terms"]}
    assert terms == {
        "Power of The Gnomes of Zurich": 7, "2 MB spent by the attacker": 2, "Resistance of Hollywood": 0,
        "1 MB from others, against it": -1,
    }  # fmt: skip
    assert (data["number"], data["ways"], data["chance"]) == (8, 26, round(26 / 36, 4))
    assert (data["roll"], data["outcome"], data["violations"], data["readings"]) == (9, "failure", [], [])
    assert data["one_more"] == {"ways": 30, "chance": round(30 / 36, 4)}
    assert answer.legal and "table" not in data
    assert answer.aside == {"title": "The Gnomes of Zurich to control Hollywood", "fails_from": 11, "set_by": ""}


def test_what_forbids_an_attack_is_told_with_its_rule() -> None:
    answer = asked("destroy", "gnomes", "boy sprouts")
    (one,) = answer.data["violations"]
    assert (one["rule"], answer.legal) == ("illuminati/powerless", False)
    assert one["message"].startswith("Boy Sprouts has no Power") and len(one["text"]) > 20
    assert answer.data["outcome"] is None
    allowed = asked("destroy", "gnomes", "boy sprouts", special="whispering")
    assert allowed.legal and allowed.aside["set_by"] == ""


@pytest.mark.parametrize(("special", "roll", "ways"), [("assassination", 2, 36), ("murphy", 12, 0)])
def test_a_special_that_sets_the_roll_decides(special: str, roll: int, ways: int) -> None:
    answer = asked("control", "gnomes", "hollywood", special=special, roll=5)
    assert (answer.data["roll"], answer.data["ways"], answer.data["one_more"]["ways"]) == (roll, ways, ways)
    assert answer.data["outcome"] == ("success" if ways else "failure")


def test_a_table_of_chances() -> None:
    table = asked("control", "gnomes", "hollywood", tabled=True).data["table"]
    assert table["for"] == list(range(10 - 7 + 7)) and table["against"] == list(range(11))
    assert table["ways"][0][:4] == [21, 15, 10, 6] and table["ways"][3][0] == table["ways"][4][1] == 33
    defended = asked("control", "gnomes", "kkk", "1", tabled=True).data["table"]
    assert defended["for"] == list(range(20)) and defended["ways"][10][0] == 21
    sure = asked("control", "gnomes", "hollywood", money=9, tabled=True).data["table"]
    assert sure["for"] == list(range(7))


def test_a_target_of_ones_own_is_among_what_one_holds() -> None:
    terms = asked("destroy", "kgb", "clone arrangers", "own").data["terms"]
    assert {"what": "ability of Clone Arrangers", "value": 3} in terms
    assert "ability of Clone" not in str(asked("destroy", "kgb", "clone arrangers").data["terms"])
