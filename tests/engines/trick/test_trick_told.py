"""What `referee rules` and `referee score` say about trick games: each sentence, from its value."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from command_runner import run, write

TEXTS = {
    rule: {"text": "Text.", "source": "test"}
    for rule in (
        "scoring", "winning", "trump", "bid-range", "all-or-nothing", "bid-only", "must-trump", "must-beat", "open-with",
        "first-trick-without", "break-before-leading", "never-lead", "powers",
    )
}  # fmt: skip
PLAIN: dict[str, Any] = {
    "name": "plain", "title": "Plain", "extends": "tricks", "deck": "french", "players": [4], "deal": {"each": 5},
    "scoring": {"tricks": {"cases": [{"points": "won"}]}}, "end": {"target": 9, "when": "max(total) >= target"}, "rules": TEXTS,
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("folder")


def ruleset(**changed: Any) -> None:
    write("plain.yaml", json.dumps(PLAIN | changed))


def test_a_plain_game_is_told() -> None:
    ruleset()
    said = run("rules", "plain.yaml")
    for sentence in (
        "The French deck: 52 cards in 4 suits.",
        "Cards for each player: 5.",
        "There is no bidding.",
        "Follow the suit that was led if you can.",
        "The highest card of the suit that was led wins.",
        "The game ends after a hand when the highest total is at least the target.",
        "Equal totals share the win.",
    ):
        assert f"  {sentence}\n" in said.out


TOLD: list[tuple[dict[str, Any], str]] = [
    ({"leave_out": {"4": ["2C", "2D"]}}, "With 4 players, leave out 2C and 2D."),
    ({"leave_out": {"4": [{"rank": "5"}, {"rank": "6"}, "2D"]}}, "With 4 players, leave out Fives, Sixes and 2D."),
    ({"partners": "opposite"}, "Players who sit opposite each other are partners."),
    ({"deal": {"each": 5, "hands": 3}, "end": {"winner": "highest"}}, "At most 3 hands are played."),
    ({"deal": {"each": 5, "hands": 1}, "end": {"winner": "highest"}}, "One hand is played."),
    ({"deal": {"sequence": [1, 2]}, "end": {"winner": "highest"}}, "The game ends after the last hand."),
    ({"end": {"when": "max(total) > 3", "tied": "play_on"}}, "If the best totals are equal, another hand is played."),
    ({"bidding": {"most": 3}}, "Bid at most 3."),
    ({"bidding": {"all_or_nothing": "total > 5"}}, "Bid all or nothing when the total is more than 5."),
    ({"bidding": {"all_or_nothing": "cards == 9"}}, "Bid all or nothing when 9 cards are dealt."),
    ({"deal": {"sequence": [1, 2, 3]}, "end": {"winner": "highest"}, "bidding": {"all_or_nothing": "cards != 2"}},
     "Bid all or nothing when the number of cards dealt is not 2."),
    ({"play": {"follow_suit": False}}, "Nobody has to follow suit."),
    ({"play": {"if_able": {"must_trump": True}}, "trick": {"trump": "S"}},
     "If you cannot follow suit, play a trump if you have one."),
    ({"play": {"if_able": {"must_beat": True}}}, "Beat the best card of the trick so far if you can."),
    ({"play": {"if_able": {"open_with": "2C"}}}, "The first lead of a hand is 2C."),
    ({"play": {"if_able": {"first_trick_without": "QS"}}},
     "Do not play QS to the first trick if you hold anything else."),
    ({"play": {"if_able": {"never_lead": "QS"}}}, "Do not lead QS if you hold anything else."),
    ({"play": {"if_able": {"break_before_leading": {"cards": {"suit": "H"}, "broken_by": "QS"}}}},
     "Do not lead Hearts before they are broken by QS, if you hold anything else."),
    ({"play": {"if_able": {"break_before_leading": {"cards": {"suit": "H"}}}}},
     "Lead Hearts only if you hold nothing else."),
    ({"trick": {"trump": "turned_up"}}, "A turned-up card sets trump."),
    ({"trick": {"trump": "named"}, "bidding": {"least": 0}}, "The highest bidder names the trump suit."),
    ({"trick": {"trump": {"cycle": ["C", "none"]}}}, "Trump changes hand by hand: C, none."),
    ({"trick": {"trump": "S", "always_trump": ["JC", "QS"]}}, "Always trumps, lowest first: JC, QS."),
    ({"trick": {"trump": {"cycle": ["C", "none"]}, "always_trump": ["QS"]}},
     "Always trumps, lowest first: QS. Without trump each is a card of its own suit and ranks by its rank."),
    ({"trick": {"order": [*map(str, range(3, 11)), "J", "Q", "K", "A", "2"]}},
     "Ranks from low to high: 3 4 5 6 7 8 9 10 J Q K A 2."),
    ({"powers": {"QS": {"trick_goes_to": "leader"}}}, "QS: the trick goes to the player who led it."),
    ({"powers": {"QS": {"trick_goes_to": "player"}}}, "QS: the trick goes to the player of this card."),
    ({"powers": {"QS": {"trick_goes_to": "last_player"}}}, "QS: the trick goes to the player who played last."),
    ({"trick": {"trump": "H"}, "powers": {"QS": {"switch_off": "trump"}}}, "QS: no trump in this trick."),
    ({"partners": "opposite", "scoring": {"tricks": {"each": "side", "cases": [{"points": "won"}]}}},
     "tricks, each side, always: the tricks won."),
    ({"bags": {"count": "won", "limit": 5, "points": -50}},
     "Bags are carried from hand to hand. Each hand adds the tricks won; every 5 of them score -50 points."),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "sentence"), TOLD, ids=[sentence for _, sentence in TOLD])
def test_a_sentence_comes_from_a_value(changed: dict[str, Any], sentence: str) -> None:
    ruleset(**changed)
    assert f"  {sentence}\n" in run("rules", "plain.yaml").out


@pytest.mark.parametrize(
    "sentence",
    [
        "Each player holds a different role: doctor, neighbor, preacher, teacher.",
        "Roles that move stay moved in later hands.",
        "A card with its player's own symbol is Grace once somebody says so, and beats all cards that are not Grace.",
        "Lk19:24: every role moves one player to the right.",
    ],
)
def test_what_illuminate_says(sentence: str) -> None:
    assert f"  {sentence}\n" in run("rules", "illuminate").out


def test_a_count_of_own_symbols_is_told() -> None:
    said = run("rules", "mercy").out
    assert "  own_symbols: how many times the player took a card with the player's own symbol.\n" in said


def test_the_brief_line_of_a_game_with_a_card_turned_up() -> None:
    ruleset(trick={"trump": "turned_up"})
    assert run("rules", "plain.yaml", "--brief").out == "Plain, 4 players, hands of 5 cards, trump turned up, to 9\n"


HEAD = "players: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"


def test_the_last_lines_of_a_score_pad() -> None:
    ruleset(count={"clubs": {"suit": "C"}}, deal={"each": 5, "hands": 3})
    write("log.yaml", f"game: ./plain.yaml\n{HEAD}")
    assert run("score", "log.yaml").out.splitlines()[-2:] == [
        "Each cell: clubs taken, then points.",
        "Not over: 0 of 3 hands scored; the game goes to 9.",
    ]
    ruleset()
    write("log.yaml", f"game: ./plain.yaml\n{HEAD}  - result: {{}}\n")
    assert run("score", "log.yaml").out.splitlines()[-2:] == [
        "Each cell: tricks won, then points.",
        "A hand could not be scored, so the totals are not known.",
    ]


def test_what_is_not_known_of_a_hand_is_a_question_mark() -> None:
    ruleset(bidding={"least": 0}, deal={"each": 5, "hands": 3})
    won = "  - result: {won: {Ann: 2, Ben: 0, Cyd: 3, Dov: 0}}\n"
    bids = "  - result: {bids: {Ann: 1, Ben: 0, Cyd: 5, Dov: 2}}\n"
    write("log.yaml", f"game: ./plain.yaml\n{HEAD}{won}{bids}")
    rows = [line.split() for line in run("score", "log.yaml").out.splitlines() if re.match("1 |2 |total ", line)]
    assert rows == [
        ["1", "5", "Dov", "2/?", "+2", "0/?", "0", "3/?", "+3", "0/?", "0"],
        ["2", "5", "Ann", "?/1", "?", "?/0", "?", "?/5", "?", "?/2", "?"],
        ["total", "?", "?", "?", "?"],
    ]


def test_bids_that_are_not_known_to_be_made_are_hit() -> None:
    cases = [{"when": "won < bid", "points": 0}, {"points": "20 * bid - won"}]
    ruleset(bidding={"least": 0}, scoring={"bid": {"cases": cases}})
    write("same.yaml", "extends: ./plain.yaml\nwhy: The same.\n")
    assert "bids hit" in run("compare", "./plain.yaml", "./same.yaml", "-n", "2").out


def test_a_map_of_players_under_by() -> None:
    write("log.yaml", f"game: spades\n{HEAD}  - by: Ann\n    bids: {{Ann: 1}}\n")
    assert "`bids` names its players itself; remove `by:`" in run("validate", "log.yaml").out


def test_a_table_after_the_end() -> None:
    write("log.yaml", f"game: spades\n{HEAD.replace('setup: {dealer: Dov}', 'position: {phase: over}')}")
    assert "Next: nothing; the game is over." in run("show", "log.yaml").out


def test_who_leads_is_not_known() -> None:
    write("log.yaml", f"game: hearts\n{HEAD.replace('setup: {dealer: Dov}', 'position: {phase: play, hand: 4}')}")
    assert "no recorded hand holds the opening card, so it is not known who leads" in run("legal", "log.yaml").out


def test_scores_with_many_gaps_are_told_by_their_ends() -> None:
    cases = [{"points": "3 * clubs"}]
    ruleset(
        count={"clubs": {"suit": "C"}},
        scoring={"clubs": {"cases": cases}},
        end={"when": "max(total) > 99"},
        players=[2],
    )
    write(
        "log.yaml",
        "game: ./plain.yaml\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n"
        "events:\n  - result: {}\n    expect: {score: {Ann: 40}}\n",
    )
    says = "in a hand of 5 cards it can be 30 at most"
    assert f"the score of Ann is claimed to be 40; {says}" in run("validate", "log.yaml").out
    write(
        "log.yaml",
        "game: ./plain.yaml\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n"
        "events:\n  - result: {}\n    expect: {score: {Ann: 10, Ben: -1}}\n",
    )
    out = run("validate", "log.yaml").out
    assert "the score of Ann is claimed to be 10; in a hand of 5 cards it can be 9 or 12, but nothing between" in out
    assert "the score of Ben is claimed to be -1; in a hand of 5 cards it can be 0 at least" in out
