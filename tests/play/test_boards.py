"""Boards of Portable Bridge Notation as logs: each player holds one suit, so that what must come is plain without a program."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee import source
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play.boards import Writer
from referee.rules import rulesets, shipped
from referee.source.pbn import boards

RANKS = "AKQJT98765432"
HEAD = f"""[Event "Club evening"]
[Board "1"]
[North "Ada"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}"]
"""
MADE = '[Declarer "N"]\n[Contract "7S"]\n[Result "13"]\n'
AUCTION = '[Auction "N"]\n7S =1= Pass Pass Pass\n[Note "1:thirteen of them"]\n'
ROWS = [f"H{rank} D{rank} C{rank} S{rank}" for rank in RANKS]
"""The tricks in the columns of East, who leads first, South, West and North, who trumps every time."""
IN_ORDER = [ROWS[0], *(f"S{rank} H{rank} D{rank} C{rank}" for rank in RANKS[1:])]
"""The same as many files have it: in order of play, North leading from the second trick on."""


def written(text: str) -> tuple[dict[str, Any], list[str]]:
    """The log of a board, and what was not understood."""
    rules = rulesets.load_ruleset(shipped.reading("pbn"), variants=["single-board"])
    (board,) = boards(text)
    log, remarks = Writer(rules, {"game": f"{rules.name}@1", "variants": ["single-board"]}).log(board)
    return log, [f"{remark.line}: {remark.message}" for remark in remarks]


def found(log: dict[str, Any]) -> tuple[str, list[str]]:
    """What the referee says of a log."""
    verdict = judge(make_log(source.parse(json.dumps(log), "board.json")))
    assert not verdict.complaints
    return verdict.status, [finding.message for finding in verdict.findings]


def card(rank: str, suit: str) -> str:
    return ("10" if rank == "T" else rank) + suit


@pytest.mark.parametrize("rows", [ROWS, IN_ORDER], ids=["in columns", "in order of play"])
def test_a_whole_board(rows: list[str]) -> None:
    play = '[Play "E"]\n' + "\n".join(rows) + '\n[Score "NS 1510"]\n'
    log, remarks = written(HEAD + MADE + AUCTION + play)
    assert remarks == []
    assert (log["players"], log["setup"]) == (
        ["North", "East", "South", "West"],
        {"dealer": "North", "vulnerable": []},
    )
    assert log["note"] == "board 1; North Ada"
    assert log["event"] == "Club evening"
    assert log["events"][0]["deal"]["West"] == [card(rank, "C") for rank in RANKS]
    assert log["events"][1] == {
        "bids": ["7S", "pass", "pass", "pass"],
        "note": "7S: thirteen of them",
        "expect": {"contract": "7S", "declarer": "North"},
    }
    assert log["events"][2] == {"trick": ["AH", "AD", "AC", "AS"]}
    assert log["events"][3] == {"trick": ["KS", "KH", "KD", "KC"]}
    # thirteen tricks at 30 points, 300 for game, 1000 for a grand slam: 7 * 30 + 1300
    won = {"North": 1510, "East": -1510, "South": 1510, "West": -1510}
    assert log["events"][-1]["expect"] == {"won": {"North": 13}, "score": won}
    assert found(log) == ("legal", [])


def test_when_and_where_a_board_was_played() -> None:
    site = '[Site "The old mill"]\n'
    log, remarks = written(HEAD + site + '[Date "2026.09.18"]\n' + MADE)
    assert (log["event"], log["place"], log["date"], remarks) == ("Club evening", "The old mill", "2026-09-18", [])
    log, remarks = written(HEAD + '[Date "2026.09.??"]\n' + MADE)
    assert ("date" in log, log["note"], remarks) == (False, "2026.09.??, board 1; North Ada", [])
    log, remarks = written(HEAD + '[Date "????.??.??"]\n' + MADE)
    assert ("date" in log, log["note"], remarks) == (False, "board 1; North Ada", [])
    log, remarks = written(HEAD + '[Date "2026.02.30"]\n' + MADE)
    assert ("date" in log, log["note"]) == (False, "2026.02.30, board 1; North Ada")
    assert remarks == ["7: Date '2026.02.30' is not a day; write it like 2026.09.18"]
    assert found(log)[0] == "legal"


def test_a_score_that_cannot_be() -> None:
    play = '[Play "E"]\n' + "\n".join(ROWS) + '\n[Score "EW -1520"]\n'
    log, _ = written(HEAD + MADE + AUCTION + play)
    status, messages = found(log)
    assert (status, messages[0]) == ("illegal", "the score of North is claimed to be 1520; it is 1510")
    assert len(messages) == 4


def test_tricks_that_cannot_be() -> None:
    log, _ = written(HEAD + MADE.replace("13", "12") + AUCTION + '[Play "E"]\n' + "\n".join(ROWS))
    assert found(log) == ("illegal", ["the tricks of the side of North are claimed to be 12; there are 13"])


@pytest.mark.parametrize("cards", ["", AUCTION])
@pytest.mark.parametrize("result", ["-3", "EW 20"])
def test_fewer_tricks_than_none(result: str, cards: str) -> None:
    log, remarks = written(HEAD + f'[Declarer "N"]\n[Contract "7S"]\n[Result "{result}"]\n' + cards)
    assert remarks == [f"9: Result {result!r} is not a number of tricks from 0 to 13"]
    assert found(log) == ("legal", [])


def test_a_claim_ends_the_play() -> None:
    log, _ = written(HEAD + MADE + AUCTION + '[Play "E"]\n' + "\n".join(ROWS[:3]) + "\n- - - S9\n*\n")
    assert log["events"][-2:] == [{"play": "9S"}, {"rest": {"North": 10}}]
    assert found(log) == ("legal", [])


def test_a_board_without_cards_or_calls() -> None:
    log, _ = written(HEAD + '[Declarer "N"]\n[Contract "7SXX"]\n[Result "EW 1"]\n')
    made = {"contract": "7S", "declarer": "North", "doubled": 4, "won": {"North": 12}}
    assert log["events"][1:] == [{"result": made}]
    assert found(log)[0] == "legal"
    # one trick too few, redoubled, not vulnerable: 200
    assert judge(make_log(source.parse(json.dumps(log), "board.json"))).table.state.scores == [-200, 200, -200, 200]


def test_cards_without_calls() -> None:
    log, _ = written(HEAD + MADE + '[Play "E"]\n' + "\n".join(ROWS))
    assert log["position"]["contract"] == "7S"
    assert "setup" not in log
    assert found(log)[0] == "legal"


def test_a_board_that_is_passed_out() -> None:
    log, _ = written(HEAD + '[Contract "Pass"]\n[Auction "N"]\nAP\n')
    assert log["events"][1] == {"bids": ["pass"] * 4, "expect": {"contract": "pass"}}
    assert found(log) == ("legal", [])
    log, _ = written(HEAD + '[Contract "Pass"]\n')
    assert log["events"][1] == {"result": {"contract": "pass"}}
    assert found(log) == ("legal", [])


def test_hands_that_the_file_does_not_know() -> None:
    log, _ = written(HEAD.replace(f".{RANKS}.. ..{RANKS}. ...{RANKS}", "- - -") + MADE + AUCTION)
    assert list(log["events"][0]["deal"]) == ["North"]
    assert found(log)[0] == "legal"


def test_an_insufficient_bid_that_was_let_stand() -> None:
    calls = '[Auction "N"]\n1S 2H ^I 2D Pass\n7S AP\n'
    log, _ = written(HEAD + calls)
    assert log["events"][3] == {"by": "South", "bid": "2D", "stands": "an insufficient bid, by the file"}
    assert found(log)[0] == "legal"
    log, _ = written(HEAD + calls.replace("^I ", ""))
    assert found(log) == ("illegal", ["South bid 2D, not higher than the 2H of East"])


def test_calls_as_people_write_them() -> None:
    log, _ = written(HEAD + '[Auction "N"]\n1s p 2SA dbl\nXX 3nt P P\np\n')
    assert log["events"][1]["bids"] == ["1S", "pass", "2NT", "double", "redouble", "3NT", "pass", "pass", "pass"]


def test_what_is_not_understood_is_told_with_its_line() -> None:
    text = HEAD.replace('"None"', '"Nobody"').replace(f"N:{RANKS}", f"N:X{RANKS[1:]}") + '[Auction "N"]\n1Z Pass\n'
    assert written(text)[1] == [
        "5: Vulnerable 'nobody' is not one of None, NS, EW and All",
        "6: 'X' among the S of North is not a rank",
        "8: '1Z' is not a call",
    ]
    assert written('[Dealer "Q"]\n[Deal "AKQ"]\n')[1] == [
        "1: Dealer 'Q' is not a player; write N, E, S or W",
        "2: Deal 'AKQ' does not begin with a player and a colon, as in N:AKQ.JT9.",
    ]
