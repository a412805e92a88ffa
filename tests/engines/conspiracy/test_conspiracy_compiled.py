"""What the words of a ruleset become at a table, and what reads the items of a log there: each made again, none kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_conspiracy_rules import WHERE

from referee.core.events import Misread
from referee.core.merging import merge
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy import PARTS
from referee.engines.conspiracy.compiled import ConspiracyRules, Pack
from referee.engines.conspiracy.rules.attacks import lines
from referee.engines.conspiracy.state import UNCONTROLLED, Battle
from referee.rules import rulesets


def ruled(path: str, value: Any, folder: Path) -> Ruleset:
    """The game with a house rule."""
    change: Any = value
    for key in reversed(path.split(".")):
        change = {key: change}
    change = merge(WHERE.get(path, {}), change)
    house = folder / "house.json"
    house.write_text(json.dumps({"extends": "illuminati", "why": "a trial", **change}), encoding="utf-8")
    return rulesets.load_ruleset("illuminati", houses=[str(house)])


def test_words_by_number_of_players(tmp_path: Path) -> None:
    rules = ruled("bonus_income", {"3": 4, "5": 6}, tmp_path)
    assert [ConspiracyRules(rules, players).bonus_income for players in range(2, 6)] == [0, 4, 0, 6]
    assert [ConspiracyRules(rules, players).basic for players in (2, 3, 4, 5, 6, 7, 8)] == [13, 13, 12, 10, 9, 8, 8]


@pytest.mark.parametrize(
    ("distance", "said"),
    [
        (0, ("next to its Illuminati", -10)),
        (1, ("1 group between it and its Illuminati", -5)),
        (2, ("2 groups between it and its Illuminati", -2)),
    ],
)
def test_how_far_a_target_is_from_its_illuminati(distance: int, said: tuple[str, int]) -> None:
    rules = ConspiracyRules(rulesets.load_ruleset("illuminati"), 3)
    attack = Battle("control", rules.pack.by_name["C.I.A."], rules.pack.by_name["KKK"], distance=distance)
    assert said in lines(rules, attack)


def test_a_group_is_destroyed_against_its_power() -> None:
    rules = ConspiracyRules(rulesets.load_ruleset("illuminati"), 3)
    attack = Battle("destroy", rules.pack.by_name["C.I.A."], rules.pack.by_name["Texas"])
    assert ("Power of Texas", -6) in lines(rules, attack) and attack.distance == UNCONTROLLED


@pytest.mark.parametrize(
    ("verb", "value", "at"),
    [
        ("support", {"Xyzzy": 1}, ("support", "Xyzzy")),
        ("oppose", {"Xyzzy": 1}, ("oppose", "Xyzzy")),
        ("buy", "Xyzzy", ("buy",)),
        ("refill", "Xyzzy", ("refill",)),
        ("draw", "Xyzzy", ("draw",)),
        ("drop", "Xyzzy", ("drop",)),
        ("reveal", "Xyzzy", ("reveal",)),
    ],
)
def test_a_name_that_nothing_has_is_found_at_its_verb(verb: str, value: Any, at: tuple[str, ...]) -> None:
    game = PARTS.game(rulesets.load_ruleset("illuminati"), 3)
    state = game.start(("Ann", "Ben", "Cyd"), {}, {})
    with pytest.raises(Misread) as misread:
        game.read(state, {verb: value})
    assert [fault.at for fault in misread.value.faults] == [at]


def test_a_die_more_is_no_roll() -> None:
    game = PARTS.game(rulesets.load_ruleset("illuminati"), 3)
    state = game.start(("Ann", "Ben", "Cyd"), {}, {})
    for dice in ([1, 2, 3], [1], [], [1, "2"]):
        with pytest.raises(Misread) as misread:
            game.read(state, {"roll": dice})
        assert not misread.value.faults
    assert game.read(state, {"roll": [1, 2]})[0].value == (1, 2)


def test_what_a_group_has_unless_it_is_printed(tmp_path: Path) -> None:
    rules = ruled(
        "groups", {"The Cellar": {"resistance": 1, "in": "left"}, "A/C & Co.": {"resistance": 2, "in": "top"}}, tmp_path
    )
    pack = Pack(rules.full)
    card = pack.cards[pack.by_name["The Cellar"]]
    assert (card.power, card.transferable, card.resistance, card.income, card.alignments) == (0, 0, 1, 0, 0)
    assert (card.inward, card.outward, card.copies, card.does, card.goal) == (3, (), 1, {}, {})
    for name in ("cellar", "the cellar", "Cellar"):
        assert pack.find(name) == [card.number]
    for name in ("ac and co", "A/C and Co.", "a c"):
        assert pack.find(name) == [pack.by_name["A/C & Co."]]
    assert all(pack.names[card].startswith("The") for card in pack.find("the"))
