"""`referee count`: what it prints, and what it says where it cannot count. The numbers are in test_counts_page.py."""

from __future__ import annotations

import pytest
from command_runner import run


@pytest.mark.slow
def test_count_as_text() -> None:
    assert run("count", "oh-hell", "AC", "KC", "--players", "2") == (
        2,
        "",
        "referee count: Oh Hell is for 3, 4, 5, 6 or 7 players; 2 players are given (see `referee count --help`)\n",
    )
    assert run("count", "spades", "AS", "KS", "AC", "KC", "AH", "KH", "AD", "KD").out.splitlines()[:4] == [
        "spades: 8 cards, 4 players, 2,520 deals, 18,720 ways to play them out, 4 to 16 per deal",
        "",
        "cards played, and ways:",
        "   1  3,960",  # the leader may not lead a Spade from two different suits: 5,040 less those
    ]
    alike = run("count", "spades", "2C", "3C", "4C", "5C")
    assert alike.out.splitlines()[0] == "spades: 4 cards, 4 players, 24 deals, 24 ways to play them out, 1 per deal"
    roles = run("count", "illuminate", "Mk1:11", "Mk8:34", "Mt9:22", "Mk10:52")  # one card each may always be played
    assert roles.out.splitlines()[0] == "illuminate: 4 cards, 4 players, 24 deals, 24 ways to play them out, 1 per deal"
    one = run("count", "hearts", "--deal", "2C AH / 3C KH / AC QS / KC KS")
    assert one.out.splitlines()[0] == "hearts: 8 cards, 4 players, 1 deal, 1 way to play them out"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("hearts",), "name the cards to deal, or one deal with --deal"),
        (("hearts", "2C", "--deal", "2C / 3C / 4C / 5C"), "name the cards to deal, or one deal with --deal"),
        (("hearts", "--deal", "2C / 3C"), "Hearts is for 4 players; 2 players are given"),
        (("hearts", "--deal", "2C / 3C / 4C", "--players", "4"), "--deal has 3 hands for 4 players"),
        (("hearts", "2C", "3C", "4C"), "3 cards cannot be dealt out evenly among 4 players"),
        (("hearts", "--deal", "2C 3C / 4C / 5C / 6C 7C"), "6 cards cannot be dealt out evenly among 4 players"),
        (("hearts", "2C", "2C", "4C", "5C"), "a card is named twice"),
        (("hearts", "2C", "3C", "4C", "15C"), "'15C' is not a card of the French deck; did you mean '5C'?"),
        (("oh-hell", "3C", "4C", "5C"), "trump changes in Oh Hell; say what it is with --trump, one of C, D, H, S, none"),
        (("gin-rummy", "3C"), "Gin Rummy has no tricks; it is a meld game"),
    ],
)  # fmt: skip
def test_what_cannot_be_counted(asked: tuple[str, ...], message: str) -> None:
    players = () if "--deal" in asked or asked[0] != "oh-hell" else ("--players", "3")
    assert run("count", *asked, *players) == (2, "", f"referee count: {message} (see `referee count --help`)\n")


def test_where_nobody_was_dealt_the_opening_card_the_player_left_of_the_dealer_leads() -> None:
    said = run("count", "hearts", "3C", "4C", "5C", "6C").out
    assert said.startswith("hearts: 4 cards, 4 players, 24 deals, 24 ways to play them out, 1 per deal\n")
