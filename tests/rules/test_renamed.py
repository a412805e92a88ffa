"""Words that were called otherwise once are still read; `check` says how they are called now."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import run

import referee
from referee.core.renaming import renew
from referee.core.suggest import Fix, fix_in
from referee.rules import rulesets

OLD = """\
extends: cassino
why: as we wrote it down years ago
left_out: {3: {card: 2C}}
deal:
  hand: 5
end:
  rounds: 2
  target: null
  tied: another_round
variants:
  short: {text: One round., source: us, patch: {end: {rounds: 1}}}
rulings:
  last-round:
    {question: A tie?, about: end.tied, source: us, sure: low,
     readings: {more: {text: On., value: another_round}, shared: {text: Both., value: shared}}}
"""


def old_file(folder: Path, text: str = OLD) -> str:
    path = folder / "ours.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_old_words_are_read_as_the_new_ones(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    rules = rulesets.load_ruleset("cassino", houses=[path])
    assert rules.get("leave_out") == {"3": {"card": "2C"}}
    assert (rules.get("deal", "each"), rules.get("deal", "rounds"), rules.get("end", "tied")) == (5, 2, "play_on")
    assert rules.get("end") == {"tied": "play_on", "leftovers": "last_taker"}
    short = rulesets.load_ruleset("cassino", houses=[path], variants=["short"])
    assert short.get("deal", "rounds") == 1
    shared = rulesets.load_ruleset("cassino", houses=[path], ruling={"last-round": "shared"})
    assert shared.get("end", "tied") == "shared"


def test_places_are_those_of_the_old_words(tmp_path: Path) -> None:
    rules = rulesets.load_ruleset("cassino", houses=[old_file(tmp_path)])
    lines = [rules.origin(pointer).line for pointer in (("deal", "each"), ("deal", "rounds"), ("end", "tied"))]
    assert lines == [5, 7, 9]


def test_a_fault_in_an_old_word_is_at_its_line(tmp_path: Path) -> None:
    path = old_file(tmp_path, "extends: cassino\nwhy: too many\n\ndeal: {hand: 30}\n")
    with pytest.raises(referee.RulesetError) as refused:
        rulesets.load_ruleset("cassino", houses=[path])
    assert next(str(complaint) for complaint in refused.value.complaints).startswith(f"{path}:4:")


def test_check_says_how_old_words_are_called_now(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    said = run("check", path)
    assert said.code == 0
    remarks = [
        line.removeprefix(f"{path}:").strip().replace("note: ", "")
        for line in said.out.splitlines()
        if "still read" in line
    ]
    assert remarks == [
        "3:1: `left_out:` is called `leave_out:` now; the old name is still read",
        "5:3: `deal.hand:` is called `deal.each:` now; the old name is still read",
        "7:3: `end.rounds:` is called `deal.rounds:` now; the old name is still read",
        "11:55: `end.rounds:` is called `deal.rounds:` now; the old name is still read",
        "9:3: `tied: another_round` is called `tied: play_on` now; the old name is still read",
        "15:35: another_round is called play_on now; the old name is still read",
    ]


def test_turns_that_once_had_an_order_have_a_direction(tmp_path: Path) -> None:
    path = old_file(
        tmp_path, "extends: illuminati\nwhy: as we wrote it down\nturn: {order: counter_clockwise, actions: 3}\n"
    )
    rules = rulesets.load_ruleset("illuminati", houses=[path])
    assert (rules.get("direction"), rules.get("turn", "order"), rules.get("turn", "actions")) == (
        "counterclockwise",
        None,
        3,
    )
    old_file(tmp_path, "extends: illuminati\nwhy: the other way\nturn: {order: clockwise}\n")
    assert rulesets.load_ruleset("illuminati", houses=[path]).get("direction") == "clockwise"
    assert f"{path}:3:8: note: `turn.order:` is called `direction:` now; the old name is still read" in (
        line.strip() for line in run("check", path).out.splitlines()
    )


def test_a_file_that_has_both_names_keeps_the_new_one() -> None:
    data = {"left_out": {"3": None}, "leave_out": {"2": None}}
    assert renew(data, {"left_out": "leave_out"}).data == data


@pytest.mark.parametrize(
    "data",
    [{"deal": 4}, {"deal": {"hand": 4}, "end": []}, {"variants": [], "rulings": {"one": 5}}, {"variants": {"x": 3}}],
)
def test_what_is_no_ruleset_is_left_as_it_is(data: dict[str, object]) -> None:
    names = {"deal.hand": "end.hand", "end.tied=a": "end.tied=b", "left_out": "leave_out"}
    assert renew(data, names).data == data


def test_what_is_left_of_a_map_without_its_old_words_is_removed_and_rulings_are_about_the_new_ones() -> None:
    names = {"end.rounds": "deal.rounds", "hands": "deal.hands", "end.tied=another_round": "end.tied=play_on"}
    old = {
        "end": {"rounds": 2},
        "variants": {"one": {"patch": {"end": {"rounds": 1}}}, "two": {"patch": {"hands": 3}}, "three": {"patch": {}}},
        "rulings": {
            "how-long": {"about": "end.rounds", "readings": {"short": {"value": 1}}},
            "a-tie": {
                "about": "end.tied",
                "readings": {"more": {"value": "another_round"}, "both": {"value": "shared"}},
            },
        },
    }
    renewed = renew(old, names)
    assert renewed.data == {
        "deal": {"rounds": 2},
        "variants": {
            "one": {"patch": {"deal": {"rounds": 1}}}, "two": {"patch": {"deal": {"hands": 3}}}, "three": {"patch": {}},
        },
        "rulings": {
            "how-long": {"about": "deal.rounds", "readings": {"short": {"value": 1}}},
            "a-tie": {"about": "end.tied", "readings": {"more": {"value": "play_on"}, "both": {"value": "shared"}}},
        },
    }  # fmt: skip
    assert renewed.moved == {
        ("deal", "rounds"): ("end", "rounds"),
        ("variants", "one", "patch", "deal", "rounds"): ("variants", "one", "patch", "end", "rounds"),
        ("variants", "two", "patch", "deal", "hands"): ("variants", "two", "patch", "hands"),
    }
    assert {str(said): fix_in(said) for said in renewed.old.values()} == {
        "`end.rounds:` is called `deal.rounds:` now": None,
        "`hands:` is called `deal.hands:` now": None,
        "`end.rounds` is called `deal.rounds` now": Fix("end.rounds", "deal.rounds"),
        "another_round is called play_on now": Fix("another_round", "play_on"),
    }
