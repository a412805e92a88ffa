"""Portable Bridge Notation as logs: the standard's own forms, and what public files make of them.

In most of the boards each player holds one suit, so that what must come is plain without a program: North trumps every trick.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee import source
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import shipped
from referee.source.records import RecordFile, as_log

RANKS = "AKQJT98765432"
WHO = '[Event "Club evening"]\n[Board "1"]\n[North "Ada"]\n'
DEAL = f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}"]\n'
HEAD = WHO + DEAL
MADE = '[Declarer "N"]\n[Contract "7S"]\n[Result "13"]\n'
AUCTION = '[Auction "N"]\n7S =1= Pass Pass Pass\n[Note "1:thirteen of them"]\n'
ROWS = [f"H{rank} D{rank} C{rank} S{rank}" for rank in RANKS]
"""The tricks in the columns of East, who leads first, South, West and North, who trumps every time."""
IN_ORDER = [ROWS[0], *(f"S{rank} H{rank} D{rank} C{rank}" for rank in RANKS[1:])]
"""The same as many files have it: in order of play, North leading from the second trick on."""
PLAY = '[Play "E"]\n' + "\n".join(ROWS) + "\n"

NOTHING = "there is no deal, call or result here that can be judged"

MIXED = '[Deal "N:AKQJT6.Q6.K4.Q53 32.KT982.QJ.T742 9874.A75.652.AJ9 5.J43.AT9873.K86"]\n'
"""A deal as it comes at a club: four spades by North lose a diamond, a heart and a club."""
TRICKS = ["HK H5 H3 H6", "C2 C9 CK C3", "DJ D2 DA D4", "DQ D5 D3 DK", "S2 S4 S5 SA"]
"""How the play of it begins, East leading: in order East, South, West, North."""


def read(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The logs of a file, and what was not understood."""
    game, variants = shipped.reading("pbn")
    file = RecordFile("club.pbn", text, "pbn")
    said, found = [], []
    for record in file.records():
        doubts = [f"{line}: {message}" for line, message in file.remarks(record)]
        said += doubts
        if record.log:
            found.append(as_log(record, {"game": f"{game}@1", "variants": [*variants]}, doubts))
    return found, said


def written(text: str) -> tuple[dict[str, Any], list[str]]:
    """The log of the one board of a file, and what was not understood."""
    (log,), said = read(text)
    return log, said


def judged(log: dict[str, Any]) -> Verdict:
    verdict = judge(make_log(source.parse(json.dumps(log), "board.json")))
    assert not verdict.complaints
    assert [doubt.message for doubt in verdict.doubts if doubt.rule.endswith("/unsure")] == log.get("unsure", [])
    return verdict


def found(log: dict[str, Any]) -> tuple[str, list[str]]:
    """The verdict on a log, and what is wrong with it."""
    verdict = judged(log)
    return verdict.status, [finding.message for finding in verdict.violations]


def card(rank: str, suit: str) -> str:
    return ("10" if rank == "T" else rank) + suit


@pytest.mark.parametrize("rows", [ROWS, IN_ORDER], ids=["in columns", "in order of play"])
def test_a_whole_board(rows: list[str]) -> None:
    play = '[Play "E"]\n' + "\n".join(rows) + '\n[Score "NS 1510"]\n'
    log, said = written(HEAD + MADE + AUCTION + play)
    assert said == []
    assert (log["players"], log["setup"]) == (["North", "East", "South", "West"], {"dealer": "North", "vulnerable": []})
    assert (log["event"], log["note"]) == ("Club evening", "board 1; North Ada")
    assert log["events"][0]["deal"]["West"] == [card(rank, "C") for rank in RANKS]
    assert log["events"][1] == {
        "bids": [{"7S": "thirteen of them"}, "pass", "pass", "pass"],
        "expect": {"contract": "7S", "declarer": "North"},
    }
    assert log["events"][2] == {"trick": ["AH", "AD", "AC", "AS"]}
    assert log["events"][3] == {"trick": ["KS", "KH", "KD", "KC"]}
    # thirteen tricks at 30 points, 300 for game, 1000 for a grand slam: 7 * 30 + 1300
    won = {"North": 1510, "East": -1510, "South": 1510, "West": -1510}
    assert log["events"][-1]["expect"] == {"won": {"North": 13}, "score": won}
    assert found(log) == ("legal", [])


EXPORT = """% PBN 2.1
% EXPORT
%Creator: somebody

[Event "The ##old## mill \\"annual\\""]
[Site
"Hull"
] [Date "2026.09.18"]
{A comment
[Site "in a comment"]

  with a line that is empty}
[Board "7"]
[Dealer "N"]
[Vulnerable "Love"]
[Deal "E:K.Q.. - - A..."]
[BidSystemNS "strong club"]
[ScoreTable "Place;Contract"]
1 2H
2 3NT
[Auction "N"]1C! ^I
1C $1 $12 ; the rest of the line
% an escape
X !? {why not} XX
[Note "1:not used"]
"""


def test_the_forms_of_the_standard() -> None:
    text = EXPORT.replace("E:K.Q.. - - A...", f"N:{RANKS}... - - -")
    log, said = written(text.replace("\n", "\r\n"))
    assert said == []
    assert (log["event"], log["place"], log["date"]) == ('The ##old## mill "annual"', "Hull", "2026-09-18")
    comment = 'A comment\n[Site "in a comment"]\n\n  with a line that is empty'
    assert log["note"] == f"board 7; {comment}; the rest of the line; why not"
    assert [event.get("bid") for event in log["events"][1:]] == ["1C", "1C", "double", "redouble"]
    assert log["events"][2] == {"bid": "1C", "stands": "an insufficient bid, by the file"}


def test_when_and_where_a_board_was_played() -> None:
    log, said = written(HEAD + '[Date "2026.09.??"]\n' + MADE)
    assert ("date" in log, log["note"], said) == (False, "2026.09.??, board 1; North Ada", [])
    log, said = written(HEAD + '[Date "????.??.??"]\n' + MADE)
    assert ("date" in log, log["note"], said) == (False, "board 1; North Ada", [])
    log, said = written(HEAD + '[Date "2026.02.30"]\n' + MADE)
    assert ("date" in log, log["note"]) == (False, "2026.02.30, board 1; North Ada")
    assert said == ["7: Date '2026.02.30' is not a day; write it like 2026.09.18"]
    assert found(log) == ("legal", [])


@pytest.mark.parametrize(
    ("calls", "noted"),
    [
        ("1s p 2SA dbl\nXX 3nt P P\np", ""),
        ("1S! Pass* 2NT?? X\nXX!? 3NT =2= Pass! AP", "3NT"),
        ("1S*  Pass 2N=1 X*alert\n\nXX 3NT(15-17) AP".replace("\n\n", "\n"), ""),
        ("1S $1$25 Pass 2SA =1= =2= D\nR 3NT * All Pass *", "2NT"),
    ],
)
def test_a_mark_is_not_a_call(calls: str, noted: str) -> None:
    log, said = written(HEAD + f'[Auction "N"]\n{calls}\n[Note "2:no more"]\n')
    made = ["1S", "pass", "2NT", "double", "redouble", "3NT", "pass", "pass", "pass"]
    assert log["events"][1]["bids"] == [{call: "no more"} if call == noted else call for call in made]
    assert said == []
    assert found(log)[1] == []


def test_a_mark_is_not_a_card() -> None:
    log, said = written(HEAD + AUCTION + '[Play "E"]\nHA! DA =3= CA* SA$9\nS10 HT 10D tc?\n*\n[Note "3:the ace"]')
    assert log["events"][2:] == [
        {"trick": ["AH", "AD", "AC", "AS"], "note": "AD: the ace"},
        {"trick": ["10S", "10H", "10D", "10C"]},
    ]
    assert said == []


def test_tags_carry_over_to_the_next_record_of_a_board() -> None:
    second = MADE.replace("13", "12") + AUCTION + '[Play "E"]\n' + ROWS[0] + "\n*\n"
    third = WHO.replace('"1"', '"2"').replace('[Event "Club evening"]\n', "") + DEAL + MADE + AUCTION
    first = HEAD + '[Stage "Final"]\n[Room "Open"]\n' + MADE + AUCTION
    (one, two, three), said = read(f"{first}\n{second}\n{third}")
    assert said == []
    assert one["note"] == "Final, Open, board 1; North Ada"
    assert (two["event"], two["note"], two["setup"]) == ("Club evening", "Final, board 1", one["setup"])
    assert two["events"][0] == one["events"][0]
    assert two["events"][-1] == {"rest": {"North": 11, "East": 1}}
    assert (three["event"], three["note"]) == ("Club evening", "Final, board 2; North Ada")
    assert [found(log) for log in (one, two, three)] == [("legal", [])] * 3


def test_a_record_of_another_event_begins_anew() -> None:
    (_, other), _ = read(f'{HEAD}[Stage "Final"]\n[Site "Hull"]\n\n[Event "Cup"]\n{DEAL}')
    assert (other["event"], "place" in other, "note" in other) == ("Cup", False, False)


def test_values_that_hold_for_the_next_records() -> None:
    record = '[Event "{}"]\n[Site "{}"]\n[Board "{}"]\n' + DEAL
    texts = [record.format("##Cup", "Hull", 1), record.format("#", "#", 2), f'[Board "3"]\n{DEAL}']
    texts += [record.format("Final", "", 4), f'[Board "5"]\n{DEAL}', f'[Event "#"]\n[Board "6"]\n{DEAL}']
    found, said = read("\n".join(texts))
    assert [log["event"] for log in found] == ["Cup", "Cup", "Cup", "Final", "Final", "Final"]
    assert [log.get("place") for log in found] == ["Hull", "Hull", "Hull", None, None, None]
    assert said == []


def test_boards_without_an_empty_line_between_them() -> None:
    found, said = read(HEAD + MADE + HEAD.replace('"1"', '"2"') + MADE + '[Board "3"]\n' + DEAL)
    assert [log["note"] for log in found] == ["board 1; North Ada", "board 2; North Ada", "board 3"]
    assert said == []


@pytest.mark.parametrize("left_out", [0, 1, 2, 3])
@pytest.mark.parametrize("calls", ["1S Pass 2S Pass\n4S AP", "1S X 2S X\nPass Pass 3S AP"])
def test_passes_that_are_left_out_before_the_first_call(calls: str, left_out: int) -> None:
    dealer = "NWSE"[left_out]
    bid = calls.replace("AP", "Pass Pass Pass").split()
    board = f'[Board "1"]\n[Dealer "{dealer}"]\n[Vulnerable "NS"]\n{MIXED}[Declarer "N"]\n[Contract "{bid[-4]}"]\n'
    log, said = written(f'{board}[Result "10"]\n[Auction "{dealer}"]\n{calls}\n[Play "E"]\n{TRICKS[0]}\n*\n')
    passes = ["", "a pass", "2 passes", "3 passes"][left_out]
    assert said == (
        [f"8: Auction '{dealer}' leaves out {passes} before the first call, as Declarer shows"] if left_out else []
    )
    assert log["events"][1]["bids"][:left_out] == ["pass"] * left_out
    assert len(log["events"][1]["bids"]) == left_out + len(bid)
    assert found(log) == ("legal", [])
    assert judged(log).counts["scores"] == 1


CONTRADICTORY = (
    f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "NS"]\n{MIXED}[Declarer "{{}}"]\n[Contract "{{}}"]\n[Result "10"]\n'
)


@pytest.mark.parametrize(
    ("declarer", "contract", "calls", "said"),
    [
        # by the calls North declares, and East leads
        ("W", "4S", "1S Pass 4S AP", ["5: Declarer 'W' is not North, who declares by the calls"]),
        ("S", "4S", "Pass Pass 1S Pass 4S AP", ["10: Play 'E' is left out: East leads, and by the contract it is West"]),
        ("N", "3S", "1S Pass 4S AP", ["8: Auction 'N' is left out: it ends in 4S, and Contract is '3S'"]),
        ("^N", "4S", "1S Pass 4S AP", ["8: Auction 'N' is left out: Declarer says that declarer and dummy were swapped"]),
        ("N", "4S", "1S Pass 4S *", ["8: Auction 'N' is left out: it does not end"]),
        ("N", "4S", "1S Pass four AP", ["9: 'four' is not a call; the auction is read up to there",
                                        "8: Auction 'N' is left out: not every call is understood"]),
        ("N", "4S", "1S Pass - AP", ["9: '-' stands for a call; the auction is read up to there",
                                     "8: Auction 'N' is left out: not every call is understood"]),
        ("N", "4SX", "1S Pass 4S AP", []),
        ("N", "4Sx?", "1S Pass 4S AP", ["6: Contract '4Sx?' is not a contract, like 4SX"]),
        ("N", "4S", "1S Pass 4S AP Pass", ["9: 'pass' comes after the end of the auction; the auction is read up to there"]),
        ("N", "4S", "AP 4S", ["9: '4S' comes after the end of the auction; the auction is read up to there",
                              "8: Auction 'N' is left out: it ends in pass, and Contract is '4S'"]),
        ("Q", "4S", "1S Pass 4S AP", ["5: Declarer 'Q' is not a player; write N, E, S or W"]),
    ],
)  # fmt: skip
def test_tags_and_calls_that_contradict_one_another_are_a_doubt(
    declarer: str, contract: str, calls: str, said: list[str]
) -> None:
    play = f'[Auction "N"]\n{calls}\n[Play "E"]\n{TRICKS[0]}\n*\n'
    log, doubts = written(CONTRADICTORY.format(declarer, contract) + play)
    assert doubts == said
    assert found(log)[1] == []
    if any("Auction 'N' is left out" in doubt for doubt in said):
        assert log["note"].endswith(f"calls: {calls}")


def test_the_calls_of_nobody() -> None:
    log, said = written(f'{MIXED}[Auction "?"]\n1S Pass 4S AP\n')
    assert said == [
        "2: Auction '' is left out: nothing says who made the first call",
        "1: Dealer '' names nobody; North is assumed",
    ]
    assert list(log["events"][0]) == ["deal"]
    log, said = written(f'{MIXED}[Declarer "N"]\n[Contract "4S"]\n[Auction "?"]\n1S Pass 4S AP\n')
    assert (log["setup"], said) == ({"dealer": "North"}, [])
    log, said = written(f'{MIXED}[Auction "W"]\n- 1S Pass 4S AP\n')
    assert (log["setup"], said) == ({"dealer": "North"}, [])


@pytest.mark.parametrize(
    ("calls", "event"),
    [
        ("1S 2H ^I 2D Pass\n7S AP", {"bid": "2D", "stands": "an insufficient bid, by the file"}),
        ("1S 2H ^I 2S Pass\n7S AP", {"bid": "2S"}),
    ],
)
def test_an_irregular_call_that_was_let_stand(calls: str, event: dict[str, str]) -> None:
    log, said = written(HEAD + f'[Auction "N"]\n{calls}\n')
    assert log["events"][3] == event
    assert said == []
    assert found(log) == ("legal", [])


def test_an_irregular_call_that_is_not_marked() -> None:
    log, _ = written(HEAD + '[Auction "N"]\n1S 2H 2D Pass\n7S AP\n')
    assert found(log) == ("illegal", ["South bid 2D, not higher than the 2H of East"])


def test_a_revoke_that_the_file_marks() -> None:
    board = CONTRADICTORY.format("N", "4S") + '[Auction "N"]\n1S Pass 4S AP\n[Play "E"]\n'
    log, said = written(f'{board}HK H5 ^R C6 H6\n*\n[Score "NS 620"]\n')
    assert log["events"][4] == {"play": "6C", "stands": "a revoke, by the file"}
    assert said == ["13: Score 'NS 620' is not judged, since the file marks an irregularity"]
    assert found(log) == ("legal", [])
    log, _ = written(f"{board}HK H5 C6 H6\n*\n")
    assert found(log)[1] == ["West played 6C on a Hearts lead, holding 3H 4H JH"]
    log, _ = written(f"{board}HK H5 ^R H3 H6\n*\n")
    assert log["events"][4] == {"play": "3H"}
    assert found(log) == ("legal", [])


def test_what_a_log_cannot_say_is_a_doubt() -> None:
    board = CONTRADICTORY.format("N", "4S")
    log, said = written(f'{board}[Auction "N"]\n1S Pass 4S AP\n[Play "E"]\n{TRICKS[0]}\nC2 C9 ^L CK C3\n*\n')
    assert said == [
        "12: trick 2 is not a card of East and then one of each player in turn; the play is read up to there"
    ]
    assert log["events"][2:] == [{"trick": ["KH", "5H", "3H", "6H"]}, {"rest": {"North": 10, "East": 2}}]
    assert found(log) == ("legal", [])
    log, said = written(f'{board}[Auction "N"]\n1S Pass ^S 2D 4S AP\n[Play "E"]\n{TRICKS[0]}\n*\n')
    assert said == ["8: Auction 'N' is left out: a call out of turn was accepted, which a log cannot say"]
    assert (log["position"]["declarer"], log["note"]) == ("North", "board 1; calls: 1S Pass ^S 2D 4S AP")
    assert found(log) == ("legal", [])


def test_a_score_that_cannot_be() -> None:
    log, _ = written(HEAD + MADE + AUCTION + PLAY + '[Score "EW -1520"]\n')
    status, messages = found(log)
    assert (status, messages[0]) == ("illegal", "the score of North is claimed to be 1520; it is 1510")
    assert len(messages) == 4


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ('[Score "NS ten"]', "Score 'NS ten' is not a number of points"),
        ('[Score "NS 90"]\n[Scoring "Rubber"]', "Score 'NS 90' is not judged, since Scoring is 'Rubber'"),
        ('[Score "NS 90"]\n[Vulnerable "?"]', "Score 'NS 90' is not judged, since nothing says who was vulnerable"),
    ],
)
def test_a_score_that_is_not_judged(tags: str, said: str) -> None:
    head = HEAD.replace('[Vulnerable "None"]\n', "") if "Vulnerable" in tags else HEAD
    log, doubts = written(head + MADE + AUCTION + PLAY + tags)
    assert [doubt.partition(": ")[2] for doubt in doubts] == [said]
    assert found(log) == ("legal", [])


def test_tricks_that_cannot_be() -> None:
    log, said = written(HEAD + MADE.replace("13", "12") + AUCTION + PLAY)
    assert said == []
    assert found(log) == ("illegal", ["the tricks of the side of North are claimed to be 12; there are 13"])


@pytest.mark.parametrize(
    ("result", "said", "fault"),
    [
        # after three tricks North has none: East won one with the king of hearts, West one with each minor
        ("10", [], []),
        ("11", ["Result '11' gives East -1 of the 10 tricks left"],
         ["the tricks of the side of East are claimed to be 2; there are 3"]),
        ("NS 13", ["Result 'NS 13' gives East -3 of the 10 tricks left"],
         ["the tricks of the side of East are claimed to be 0; there are 3"]),
        ("EW 4", [], []),
        ("EW 2", ["Result 'EW 2' gives East -1 of the 10 tricks left"],
         ["the tricks of the side of East are claimed to be 2; there are 3"]),
        ("14", ["Result '14' gives East -4 of the 10 tricks left"],
         ["the tricks of the side of North are claimed to be 14; there are 0"]),
        ("^11", ["Result '^11' is not what was won, as its ^ says"], []),
        ("+1", ["Result '+1' is not a number of tricks from 0 to 13"], []),
    ],
)  # fmt: skip
def test_a_claim_that_cannot_be_is_a_fault_of_the_file(result: str, said: list[str], fault: list[str]) -> None:
    text = CONTRADICTORY.format("N", "4S").replace('"10"', f'"{result}"') + '[Auction "N"]\n1S Pass 4S AP\n[Play "E"]\n'
    log, doubts = written(text + "\n".join(TRICKS[:3]) + "\n*\n")
    assert doubts == [f"7: {doubt}" for doubt in said]
    assert found(log)[1] == fault


def test_a_declarer_with_too_many_tricks_for_the_claim() -> None:
    log, said = written(HEAD + MADE.replace("13", "1") + AUCTION + '[Play "E"]\n' + "\n".join(ROWS[:2]) + "\n*\n")
    assert said == ["9: Result '1' gives North -1 of the 11 tricks left"]
    assert found(log) == ("illegal", ["the tricks of the side of North are claimed to be 1; there are 2"])


@pytest.mark.parametrize("cards", ["", AUCTION])
@pytest.mark.parametrize("result", ["-3", "EW 20"])
def test_fewer_tricks_than_none(result: str, cards: str) -> None:
    log, said = written(HEAD + f'[Declarer "N"]\n[Contract "7S"]\n[Result "{result}"]\n' + cards)
    assert said == [f"9: Result {result!r} is not a number of tricks from 0 to 13"]
    assert found(log) == ("legal", [])


def test_a_claim_ends_the_play() -> None:
    log, said = written(HEAD + MADE + AUCTION + '[Play "E"]\n' + "\n".join(ROWS[:3]) + "\n- - - S9\n*\n")
    assert log["events"][-2:] == [{"play": "9S"}, {"rest": {"North": 10}}]
    assert (said, found(log)) == ([], ("legal", []))
    log, said = written(HEAD + MADE + AUCTION + '[Play "E"]\n' + "\n".join(ROWS[:3]))
    assert log["events"][-1] == {"rest": {"North": 10}}
    assert said == ["9: Result '13' is taken as that of the whole board, though no * ends the play"]
    log, _ = written(HEAD + MADE + AUCTION + '[Play "E"]\n' + ROWS[0] + '\n[Score "NS 7"]\n')
    assert found(log) == ("legal", [])


def test_a_board_that_is_to_be_continued() -> None:
    log, said = written(
        HEAD + MADE.replace("13", "2") + AUCTION + '[Play "E"]\n' + "\n".join(ROWS[:2]) + "\n+ - - SQ\n"
    )
    assert log["events"][-1] == {"play": "QS", "expect": {"won": {"North": 2}}}
    assert (said, found(log)) == ([], ("legal", []))


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("HA DA CA SA\n- D3 - SK\n*", "trick 2 is not a card of North and then one of each player in turn"),
        ("HA DA CA SA\nHK DK CK C2\n*", "trick 2 is not a card of North and then one of each player in turn"),
        ("HA DA CA SA\nH2 - - -\n*", "trick 2 is not a card of North and then one of each player in turn"),
        ("HA DA CA SA\nHK what CK SK\n*", "'what' is not a card"),
        ("HA DA CA SA\n- - - SK\nHK DK CK SQ\n*", "trick 2 is not a card of North and then one of each player in turn"),
    ],
)  # fmt: skip
def test_cards_that_make_no_trick_end_what_is_read(play: str, said: str) -> None:
    log, doubts = written(HEAD + MADE + AUCTION + f'[Play "E"]\n{play}\n')
    assert doubts == [f"15: {said}; the play is read up to there"]
    assert log["events"][2] == {"trick": ["AH", "AD", "AC", "AS"]}
    assert found(log)[1] == []


def test_a_card_that_is_played_twice() -> None:
    log, said = written(HEAD + MADE + AUCTION + f'[Play "E"]\n{ROWS[0]}\nHK DK CK SA\n*\n')
    assert said == []
    assert found(log)[1] == ["North played AS, which North has played to trick 1 of this hand already"]


def test_a_void_may_be_written_as_a_dash() -> None:
    doubtful = HEAD.replace('"None"', '"nobody"') + MADE + AUCTION + PLAY
    dashes = f"{RANKS}.-.-.- -.{RANKS}.-.- -.-.{RANKS}.- -.-.-.{RANKS}"
    assert read(doubtful.replace(f"{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}", dashes)) == read(doubtful)


def test_nothing_is_a_fault_where_the_record_is_doubtful() -> None:
    board = CONTRADICTORY.format("N", "4S") + '[Auction "N"]\n1S Pass 4S AP\n[Play "E"]\n'
    revoke = "HK H5 C6 H6\nC2 C9 CK C3\n*\n"
    log, said = written(f"{board}{revoke}")
    assert (said, found(log)[1]) == ([], ["West played 6C on a Hearts lead, holding 3H 4H JH"])
    log, said = written(f"{board.replace('4S AP', '5S AP')}{revoke}")
    assert said == [
        "8: Auction 'N' is left out: it ends in 5S, and Contract is '4S'",
        "10: Play 'E' shows a revoke in trick 1, if it is understood; it is read up to there",
    ]
    assert log["events"] == [
        {"deal": log["events"][0]["deal"]},
        {"result": {"contract": "4S", "declarer": "North", "won": {"North": 10}}},
    ]
    doubtful = board.replace("4S AP", "5S AP").replace('"10"', '"13"')
    log, said = written(f"{doubtful}{TRICKS[0]}\n*\n")
    assert said[1:] == ["7: Result '13' gives East -1 of the 12 tricks left"]
    assert found(log) == ("legal", [])
    doubtful = board.replace('[Declarer "N"]', '[Declarer "W"]')
    log, said = written(f"{doubtful}{TRICKS[0]}\n*\n")
    assert said == ["5: Declarer 'W' is not North, who declares by the calls"]
    assert log["events"][-1] == {"trick": ["KH", "5H", "3H", "6H"]}  # it is not known whose tricks Result counts


@pytest.mark.parametrize(
    ("hand", "said", "fault"),
    [
        (f"A{RANKS[:-1]}...", [], "AS is dealt twice"),
        ("AKQJT987654...", [], "North is dealt 11 cards; in hand 1 everybody gets 13"),
        (f"x{RANKS[1:]}...", ["gives North 'X' as a rank; the hand is left out"], ""),
        (f"{RANKS}..", ["gives North 3 suits; the hand is left out"], ""),
    ],
)
def test_a_deal_that_cannot_be(hand: str, said: list[str], fault: str) -> None:
    log, doubts = written(HEAD.replace(f"N:{RANKS}...", f"N:{hand}") + MADE + AUCTION)
    assert [doubt.partition("…' ")[2] for doubt in doubts] == said
    assert found(log)[1][:1] == ([fault] if fault else [])


def test_a_deal_that_cannot_be_where_the_play_begins() -> None:
    log, said = written(HEAD.replace(f"N:{RANKS}...", "N:AKQJT987654...") + MADE + PLAY)
    assert said == ["10: Play 'E' is left out: it cannot begin with the hands of Deal"]
    log, said = written(HEAD.replace(f"N:{RANKS}...", "N:AKQJT987654...") + MADE + AUCTION.replace("7S", "6S") + PLAY)
    assert said[1:] == ["13: Play 'E' is left out: it cannot begin with the hands of Deal"]
    assert found(log)[1][:1] == ["North is dealt 11 cards; in hand 1 everybody gets 13"]


def test_a_board_without_cards_or_calls() -> None:
    log, _ = written(HEAD + '[Declarer "N"]\n[Contract "7SXX"]\n[Result "EW 1"]\n')
    made = {"contract": "7S", "declarer": "North", "doubled": 4, "won": {"North": 12}}
    assert log["events"][1:] == [{"result": made}]
    assert found(log)[0] == "legal"
    # one trick too few, redoubled, not vulnerable: 200
    assert judge(make_log(source.parse(json.dumps(log), "board.json"))).table.state.scores == [-200, 200, -200, 200]


def test_cards_without_calls() -> None:
    log, said = written(HEAD + MADE + PLAY)
    assert log["position"]["contract"] == "7S"
    assert "setup" not in log
    assert (said, found(log)) == ([], ("legal", []))


def test_a_board_that_is_passed_out() -> None:
    log, _ = written(HEAD + '[Contract "Pass"]\n[Auction "N"]\nAP\n[Score "NS 0"]\n')
    nothing = dict.fromkeys(("North", "East", "South", "West"), 0)
    assert log["events"][1] == {"bids": ["pass"] * 4, "expect": {"contract": "pass", "score": nothing}}
    assert found(log) == ("legal", [])
    log, _ = written(HEAD + '[Contract "Pass"]\n')
    assert log["events"][1] == {"result": {"contract": "pass"}}
    assert found(log) == ("legal", [])


def test_hands_that_the_file_does_not_know() -> None:
    log, _ = written(HEAD.replace(f".{RANKS}.. ..{RANKS}. ...{RANKS}", "- - -") + MADE + AUCTION)
    assert list(log["events"][0]["deal"]) == ["North"]
    assert found(log)[0] == "legal"


def test_cards_of_hands_that_the_file_does_not_know() -> None:
    text = (
        '[Dealer "N"]\n[Vulnerable "None"]\n' + MADE.replace("7S", "4S") + '[Auction "N"]\n1S Pass 4S AP\n[Play "E"]\n'
    )
    log, said = written(text + "\n".join(ROWS[:2]) + "\n*\n")
    assert said == ["8: Play 'E' is read by columns, since Deal does not say who held every card"]
    assert log["events"][-2] == {"trick": ["KS", "KH", "KD", "KC"]}
    # in order of play, the columns have North discard a heart on his own lead and then follow with spades
    log, said = written(text + "\n".join(IN_ORDER[:3]) + "\n*\n")
    assert said == [
        "8: Play 'E' is read by columns, since Deal does not say who held every card",
        "8: Play 'E' shows a revoke in trick 2, if it is understood; it is read up to there",
    ]
    assert log["events"][-2:] == [{"trick": ["AH", "AD", "AC", "AS"]}, {"rest": {"North": 12}}]
    assert found(log)[1] == []


def test_a_card_in_the_column_of_a_player_who_was_dealt_others() -> None:
    deal = DEAL.replace(f" .{RANKS}.. ..{RANKS}. ", f" .{RANKS}.. - ")
    log, said = written(WHO + deal + MADE + AUCTION + f'[Play "E"]\n{ROWS[0]}\nHK CK SK DK\n*\n')
    assert said == [
        "15: trick 2 is not a card of North and then one of each player in turn; the play is read up to there",
        "13: Play 'E' is read by columns, since Deal does not say who held every card",
    ]
    assert found(log)[1] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Event "T"]\n[Board "27"]\n[Dealer "S"]\n', f"1: {NOTHING}; the record is left out"),
        (f'[GameCode "Whist"]\n{DEAL}', "1: GameCode 'Whist' is another game; the record is left out"),
        (f'[Scoring "Mini-Bridge"]\n{HEAD}{MADE}', "1: Scoring 'Mini-Bridge' is another game; the record is left out"),
        ('[Deal "W:7..6.AJ6 .64.J.95 A3.T.Q.Q 5.3.94.7"]\n[Auction "N"]\n2 2 0 0\n',
         "1: nobody is dealt 13 cards, so this is not a whole board; the record is left out"),
    ],
)  # fmt: skip
def test_records_that_are_not_boards(text: str, said: str) -> None:
    assert read(text) == ([], [said])
    found, _ = read(f"{text}\n{HEAD}")
    assert [log["note"] for log in found] == ["board 1; North Ada"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1C Pass\n", "1: '1C Pass' belongs to no tag"),
        (f'[Site "A"]\n[Site "B"]\n{DEAL}', "2: a second tag Site, 'B', is not read"),
        (f'{DEAL}[Event "unclosed', "4: the tag '[Event \"unclosed' is not complete, and is not read"),
        (f'{WHO}[Dealer "N"]\n[Deal "N:AKQ.J', "5: the tag '[Deal \"N:AKQ.J' is not complete, and is not read"),
        (f"{HEAD}{{ truncated", "7: a comment that begins here does not end"),
        (f"{HEAD}{{ not closed\n\n{HEAD}", "7: a comment that begins here does not end"),
        ('[Deal "AKQ"]\n', "1: Deal 'AKQ' does not begin with a player and a colon, as in N:AKQ.JT9."),
        (DEAL.replace('"None"', '"Nobody"'), "2: Vulnerable 'Nobody' is not one of None, NS, EW and All"),
        (DEAL.replace('"N"', '"Q"'), "1: Dealer 'Q' is not a player; write N, E, S or W"),
        (f'{DEAL}[Contract "{"9" * 70}"]', f"4: Contract '{'9' * 60}…' is not a contract, like 4SX"),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(text: str, said: str) -> None:
    assert said in read(text)[1]


def test_tags_are_read_kindly() -> None:
    log, said = written(f'[ Board 5 ]\n[Event "the "best" club"] [Site\r\n"Hull"]\n[Date "C:\\x"]\n{DEAL}')
    assert (log["event"], log["place"], log["note"]) == ('the "best" club', "Hull", "board 5")
    assert said == ["4: Date 'C:\\\\x' is not a day; write it like 2026.09.18"]


FOUR_TRICKS = '[Play "E"]\n' + "\n".join(ROWS[:4]) + "\n"
"""North trumps four times."""


@pytest.mark.parametrize("signs", ["*", "+ - - -\n*", "+\n*"])
def test_a_star_ends_the_play_whatever_stands_before_it(signs: str) -> None:
    # the standard, 3.4.15: Result is final where the play ends with *, and partial where + says that it goes on
    log, said = written(HEAD + MADE + AUCTION + FOUR_TRICKS + signs)
    assert log["events"][-1] == {"rest": {"North": 9}}
    assert (said, found(log)) == ([], ("legal", []))


def test_a_plus_beside_a_score() -> None:
    log, said = written(HEAD + MADE + AUCTION + FOUR_TRICKS + '+\n[Score "NS 1510"]\n')
    assert said == ["9: Result '13' is taken as that of the whole board, though no * ends the play"]
    assert (log["events"][-1], found(log)) == ({"rest": {"North": 9}}, ("legal", []))
    # without a score it is the number of tricks so far, and there are four
    log, said = written(HEAD + MADE + AUCTION + FOUR_TRICKS + "+\n")
    assert (said, found(log)[1]) == ([], ["the tricks of the side of North are claimed to be 13; there are 4"])


NOTE = '[Note "1:thirteen of them"]\n'


@pytest.mark.parametrize("text", [NOTE + AUCTION.replace(NOTE, "") + PLAY, AUCTION.replace(NOTE, "") + PLAY + NOTE])
def test_a_note_before_the_auction_or_after_the_play(text: str) -> None:
    log, said = written(HEAD + MADE + text)
    assert log["events"][1]["bids"] == [{"7S": "thirteen of them"}, "pass", "pass", "pass"]
    assert said == []


def test_a_note_belongs_to_the_section_that_refers_to_it() -> None:
    text = HEAD + AUCTION.replace(NOTE, "") + f'[Play "E"]\n{ROWS[0].replace("DA", "DA =1=")}\n*\n[Note "1:the ace"]\n'
    log, _ = written(text)
    assert (log["events"][1]["bids"][0], log["events"][2]["note"]) == ("7S", "AD: the ace")
    _, said = written(f'{text}[Note "1:another"]\n')
    assert said == ["13: a second Note 1, 'another', is not read"]


@pytest.mark.parametrize("time", [" 17:04", "T17:04:30", " 5:04 PM", " 17:04:30+01:00"])
def test_a_day_with_a_time(time: str) -> None:
    log, said = written(HEAD + f'[Date "2013-08-10{time}"]\n' + MADE)
    assert (log["date"], log["note"], said) == ("2013-08-10", "board 1; North Ada", [])


def test_the_tags_of_one_board_stand_apart() -> None:
    text = (HEAD + MADE + AUCTION).replace("\n", "\n\n")
    log, said = written(text)
    assert said == ["1: the tags of one board stand apart, with empty lines between them; they are read as one record"]
    assert log["events"][1]["bids"] == [{"7S": "thirteen of them"}, "pass", "pass", "pass"]
    assert log["events"][-1] == {"result": {"won": {"North": 13}}}
    first, second = read(text + text.replace('"1"', '"2"'))[0]
    assert (first["board"], second["board"]) == ({"number": 1}, {"number": 2})


def test_cards_with_their_suits() -> None:
    plain, _ = written(f'[Board "1"]\n{MIXED}[Dealer "N"]\n')
    for hands in (
        "N:SAKQJT6.HQ6.DK4.CQ53 S32.HKT982.DQJ.CT742 S9874.HA75.D652.CAJ9 S5.HJ43.DAT9873.CK86",
        "N:SAKQJT6HQ6DK4CQ53 S32HKT982DQJCT742 S9874HA75D652CAJ9 S5HJ43DAT9873CK86",
        "N:SASKSQSJSTS6HQH6DKD4CQC5C3 ♠32♥KT982♦QJ♣T742 C9CJCADA.. S5HJ43DAT9873CK86".replace(
            "C9CJCADA..", "CAJ9D652HA75S9874"
        ),
    ):
        log, said = written(f'[Board "1"]\n[Deal "{hands}"]\n[Dealer "N"]\n')
        assert (log["events"], said) == (plain["events"], [])


PAIRED = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
ENDED = '[Declarer "S"]\n[Contract "4H"]\n[Result "9"]\n'


@pytest.mark.parametrize(
    ("tags", "pairs"),
    [
        ('[North "1"]\n[East "5"]\n[South "1"]\n[West "5"]\n', ["1", "5"]),
        ('[PairNS "1"]\n[PairEW "5"]\n', ["1", "5"]),  # the standard, 4.3.2
        ('[North "Ann"]\n[East "5"]\n[South "Bob"]\n[West "5"]\n', ["Ann & Bob", "5"]),
        ('[North "1"]\n[South "1"]\n[West "5"]\n', None),
    ],
)
def test_pairs(tags: str, pairs: list[str] | None) -> None:
    log, said = written(PAIRED + tags + ENDED)
    assert (log["players"], log["board"].get("pairs"), said) == (["North", "East", "South", "West"], pairs, [])
    assert found(log) == ("legal", [])


TABLE = '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;Score_NS\\5R;Score_EW\\5R;MP_NS\\4R"]\n'
ROWS_OF_TABLE = """ 1  5 3H   S  9   140     -  4.0
 2  6 4H   S  9     -    50  2.0
 3  7 4HX  S  9     -   100  0.0
"""


def test_a_table_of_results() -> None:
    # 3H made: 140; 4H one down: 50, doubled 100, since nobody is vulnerable
    found_, said = read(PAIRED + TABLE + ROWS_OF_TABLE)
    assert said == []
    assert [log["board"]["pairs"] for log in found_] == [["1", "5"], ["2", "6"], ["3", "7"]]
    assert [log["events"][0]["expect"]["score"]["North"] for log in found_] == [140, -50, -100]
    assert [found(log) for log in found_] == [("legal", [])] * 3
    _, said = read(PAIRED + TABLE + ROWS_OF_TABLE.replace(" 4.0", "").replace("4H   S", "-    -"))
    assert said == [
        "5: this row of ScoreTable has 7 elements, not 8 like its columns, and is not read",
        "6: this row of ScoreTable has neither a contract nor an award, and is not read",
    ]


def test_a_record_whose_own_result_is_in_its_table() -> None:
    own = '[PairNS "2"]\n[PairEW "6"]\n' + ENDED + '[Score "NS -50"]\n'
    pairs = [log["board"]["pairs"] for log in read(PAIRED + own + TABLE + ROWS_OF_TABLE)[0]]
    assert pairs == [["2", "6"], ["1", "5"], ["3", "7"]]


def test_names_awards_and_results_of_several_tables_in_a_table() -> None:
    columns = "Table;Names_NS;Names_EW;Contract;Declarer;Result;Percentage_NS;Percentage_EW;Multiplicity"
    rows = '1 "Ann;Bob" "Cyd;Dov" 4H S 9 - - 1\n2 "Miller" "Smith; Jones" - - - 60 40 1\n- - - Pass - - - - 3\n'
    found_, said = read(f'{PAIRED}[ScoreTable "{columns}"]\n{rows}')
    assert said == []
    assert found_[0]["players"] == ["Ann", "Cyd", "Bob", "Dov"]
    assert found_[0]["board"] == {"number": 1, "table": "1"}
    assert found_[1]["board"]["awarded"] == {"North": 60, "East": 40, "South": 60, "West": 40}
    assert [log["events"] for log in found_[2:]] == [[{"result": {"contract": "pass"}}]] * 3


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("TotalScoreTable", "it sums up results, and the boards themselves are judged"),
        ("InstantScoreTable", "it says what scores are worth, and not who had them"),
    ],
)
def test_a_table_that_is_not_of_results(table: str, why: str) -> None:
    log, said = written(f'{HEAD}{MADE}{AUCTION}[{table} "Rank;Score"]\n1 2\n')
    assert said == [f"13: {table} is not read: {why}"]
    assert found(log) == ("legal", [])


def test_a_score_of_a_contract_that_the_calls_do_not_double() -> None:
    text = CONTRADICTORY.format("N", "4SX") + '[Auction "N"]\n1S Pass 4S AP\n[Play "E"]\n'
    log, said = written(text + "\n".join(TRICKS[:1]) + '\n*\n[Score "NS 790"]\n')
    assert said == ["13: Score 'NS 790' is not judged, since the calls double otherwise than Contract"]
    assert found(log) == ("legal", [])
