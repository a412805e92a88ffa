"""`referee resolve play` in trick games: what fell before, and how to say it."""

from __future__ import annotations

import pytest
from command_runner import run, write

pytestmark = pytest.mark.usefixtures("folder")
PLAY = ("resolve", "play")
NOT_BROKEN = "it is not known whether {} are broken; taken here: not broken; if they are, add --broken"


def test_what_fell_before_is_a_doubt_where_it_decides() -> None:
    asked = (*PLAY, "hearts", "5H", "--hand", "5H KH QS")
    said = run(*asked)
    assert said.code == 1
    assert said.out.splitlines()[0] == "Illegal: 5H"
    assert said.out.splitlines()[-1] == f"Doubt: {NOT_BROKEN.format('Hearts')}."
    assert run(*asked, "--format", "json").data["doubts"] == [NOT_BROKEN.format("Hearts")]
    assert run(*asked, "--broken") == (0, "Legal: 5H\n", "")
    listed = run(*PLAY, "hearts", "--hand", "5H KH QS")
    assert listed.out.splitlines()[1:2] == ["Legal: QS"]
    assert listed.out.splitlines()[-1] == f"Doubt: {NOT_BROKEN.format('Hearts')}."
    assert run(*PLAY, "hearts", "--hand", "5H KH QS", "--broken").out == "Player 1 must lead.\nLegal: 5H KH QS\n"


def test_what_fell_before_is_no_doubt_where_it_decides_nothing() -> None:
    assert run(*PLAY, "hearts", "QS", "--hand", "5H KH QS").out == "Legal: QS\n"
    assert run(*PLAY, "hearts", "5H", "--hand", "5H KH").out == "Legal: 5H\n"
    assert run(*PLAY, "hearts", "5H", "--hand", "5H KH QS", "--table", "2H").out == "Legal: 5H\n"
    assert "Doubt" not in run(*PLAY, "hearts", "5H", "--hand", "5H KH QS", "--first-trick").out
    whole = "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 5H"  # so this is the first trick
    assert "Doubt" not in run(*PLAY, "hearts", "5H", "--hand", whole).out


def test_the_same_of_other_games_and_house_rules() -> None:
    write("queen.yaml", "extends: hearts\nwhy: x\nplay: {if_able: {break_before_leading: {broken_by: QS}}}\n")
    spades = run(*PLAY, "spades", "5S", "--hand", "5S KH").out.splitlines()
    assert spades[-1] == f"Doubt: {NOT_BROKEN.format('Spades')}."
    assert run(*PLAY, "spades", "5S", "--hand", "5S KH", "--broken").out == "Legal: 5S\n"
    queen = (*PLAY, "hearts", "5H", "--house", "queen.yaml", "--hand")
    assert run(*queen, "5H KC").out.splitlines()[-1] == f"Doubt: {NOT_BROKEN.format('Hearts')}."
    assert "Doubt" not in run(*queen, "5H QS").out  # the Queen is here, so it has not fallen
    write("short.yaml", "extends: hearts\nwhy: x\ndeal: {each: null, sequence: [3, 5], hands: null}\npass: null\n")
    short = (*PLAY, "hearts", "QS", "--house", "short.yaml", "--table", "3C", "--hand", "QS 4D 5D")
    assert run(*short).out.splitlines() == [
        "Legal: QS",
        "Doubt: it is not known whether this is the first trick; taken here: a later one; if it is, add --first-trick.",
    ]
    assert run(*short, "--first-trick").out.splitlines()[0] == "Illegal: QS"


def test_a_stock_that_may_be_out() -> None:
    write("follow.yaml", "extends: briscola\nwhy: x\nstock: {when_out: {follow_suit: true}}\n")
    asked = (
        *PLAY,
        "briscola",
        "7C",
        "--house",
        "follow.yaml",
        "--players",
        "2",
        "--trump",
        "S",
        "--table",
        "2D",
        "--hand",
    )
    said = run(*asked, "7C 4D KC")
    assert said.out.splitlines() == [
        "Legal: 7C",
        "Doubt: it is not known whether the stock is out; taken here: not yet.",
    ]
    assert "Doubt" not in run(*asked, "7C 5C KC").out
    assert run(*asked, "7C 4D").out.splitlines()[0] == "Illegal: 7C"


def test_broken_where_nothing_is() -> None:
    says = "referee resolve play: {} (see `referee resolve play --help`)\n"
    bridge = run(*PLAY, "bridge", "5S", "--hand", "5S KH", "--trump", "H", "--broken")
    assert bridge == (2, "", says.format("nothing must be broken in Contract Bridge before it is led; omit --broken"))
    first = run(*PLAY, "hearts", "5H", "--hand", "5H KH", "--first-trick", "--broken")
    message = "nothing has fallen before the first trick, so nothing is broken; omit --broken"
    assert first == (2, "", says.format(message))
    fields = run(*PLAY, "illimat", "--season", "Spring", "--field", "5wi", "--broken")
    assert fields == (2, "", says.format("Illimat has no tricks; omit --broken"))
