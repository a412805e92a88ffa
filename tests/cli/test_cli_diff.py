"""`referee diff`: what is different between two games, or what a house rule changes."""

from __future__ import annotations

import pytest
from command_runner import run, write

HOUSE = "extends: illuminate\nwhy: we like it\nbidding:\n  all_or_nothing: cards == 12\n"
BRIEF = "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, all-or-nothing at"
pytestmark = pytest.mark.usefixtures("folder")


def test_a_house_rule_changes_a_word() -> None:
    write("ours.yaml", HOUSE)
    expected = (
        f"- {BRIEF} 6 and 12\n"
        f"+ {BRIEF} 12, house rule ours\n"
        "\n"
        "bidding\n"
        "  all_or_nothing: cards in [6, 12] → cards == 12 [ours.yaml:4]\n"
        "    was: Bid all or nothing when 6 or 12 cards are dealt.\n"
        "    now: Bid all or nothing when 12 cards are dealt.\n"
        "\n"
        "1 key changed.\n"
    )
    assert run("diff", "illuminate", "ours.yaml") == (0, expected, "")
    assert run("diff", "ours.yaml") == (0, expected, "")
    assert run("diff", "illuminate", "--house", "ours.yaml") == (0, expected, "")
    assert run("diff", "illuminate", "illuminate", "--house", "ours.yaml") == (0, expected, "")


def test_backwards_it_is_undone() -> None:
    write("ours.yaml", HOUSE)
    lines = run("diff", "ours.yaml", "illuminate@1").out.splitlines()
    assert lines[4].startswith("  all_or_nothing: cards == 12 → cards in [6, 12] [")
    assert lines[4].endswith("rulesets/trick/illuminate.yaml:22]")


def test_what_comes_and_what_goes() -> None:
    write("ours.yaml", "extends: hearts\npass: null\ncount: {jack: JD}\ntitle: Our Hearts\n")
    assert run("diff", "hearts", "ours.yaml").out.split("\n\n")[1:] == [
        "title: Hearts → Our Hearts [ours.yaml:4]",
        "pass\n"
        "  cards: 3 → nothing [ours.yaml:2]\n"
        "    was: Before play each player passes 3 cards, hand by hand: left, right, across, nobody.\n"
        '  to: ["left", "right", "across", "nobody"] → nothing [ours.yaml:2]',
        "count\n  jack: nothing → JD [ours.yaml:3]\n    now: jack: how many times the player took JD.",
        "4 keys changed.\n",
    ]


def test_long_values_stand_on_lines_of_their_own_and_rules_come_last() -> None:
    last = run("diff", "hearts", "queen-breaks").out.split("\n\n")[2].splitlines()
    assert last[0] == "rules"
    assert last[1].startswith("  break-before-leading.text: [")
    at = next(place for place, line in enumerate(last) if line.startswith("  broken-by.text: ["))
    assert last[at + 1 : at + 3] == [
        "    - Hearts are broken by a Heart played to an earlier trick of the hand.",
        "    + Hearts are broken by a Heart or the Queen of Spades played to an earlier trick of the hand.",
    ]


def test_nothing_changes() -> None:
    assert run("diff", "illuminate", "illuminate").out == f"  {BRIEF} 6 and 12\n\nNothing changes.\n"


def test_two_games() -> None:
    out = run("diff", "illuminate", "grace").out
    assert "  grace: said → silent [" in out
    assert "  sequence: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] → nothing\n" in out
    assert "examples" not in out


def test_diff_as_json() -> None:
    write("ours.yaml", HOUSE)
    assert run("diff", "illuminate", "ours.yaml", "--format", "json").data == {
        "old": {"rules": "illuminate", "brief": f"{BRIEF} 6 and 12"},
        "new": {"rules": "ours.yaml", "brief": f"{BRIEF} 12, house rule ours"},
        "changes": [
            {
                "key": "bidding.all_or_nothing",
                "old": "cards in [6, 12]",
                "new": "cards == 12",
                "set_at": "ours.yaml:4",
                "was": ["Bid all or nothing when 6 or 12 cards are dealt."],
                "now": ["Bid all or nothing when 12 cards are dealt."],
            }
        ],
    }


def test_asked_for_wrongly() -> None:
    help_ = "(see `referee diff --help`)\n"
    assert run("diff", "hearts") == (
        2,
        "",
        f"referee diff: name what to compare hearts with, or add --house, --variant or --ruling {help_}",
    )
    assert run("diff", "illuminate", "no-sixs") == (
        3,
        "",
        "no game or house rule is called 'no-sixs'; did you mean 'no-sixes'?\n",
    )
    assert run("diff", "illuminate", "nope.yaml") == (3, "", "nope.yaml:1:1: no such file\n")
