"""Records in LIN, PTN and the SGF of a Skat server as logs, by content; and what is wrong with a file, in its own places.

In the boards each player holds one suit, so that North trumps every trick.
"""

from __future__ import annotations

import pytest

from referee.core.places import Unjudgeable
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import Log
from referee.judging.read import logs_of
from referee.notations.sheet import NEARLY, UNCLEAR
from referee.source.records import RecordFile, notation_of

RANKS = "AKQJT98765432"
MD = f"md|3D{RANKS},C{RANKS},S{RANKS},H{RANKS}|"
CALLS = "mb|7S!|an|thirteen of them|mb|p|mb|p|mb|p|"
FIRST = "pc|HA|pc|DA|pc|CA|pc|S2|pg||\n"
"""North has dealt and bid seven spades; East leads, and South, West and North play to the trick."""
BOARD = f"mn||pn|Sue,Will,Nell,Ed|st||{MD}ah|Board 1|sv|b|sa|0|{CALLS}pg||\n{FIRST}"

DEAL = "H7.H8.H9.HQ.HK.HT.HA.HJ.DJ.DA|D7.D8.D9.DQ.DK.DT.S7.S8.S9.SJ|C7.C8.C9.CQ.CK.CT.CA.CJ.SQ.SK|ST.SA"
"""Forehand has hearts without the two highest trumps, middlehand diamonds, rearhand clubs."""
GAME = "(;GM[Skat]PC[Server]SE[4]ID[5]DT[2020-02-03/10:11:12/UTC]P0[Fay]P1[Max]P2[Ray]MV[w {}]R[{}];)\n"


def read(text: str, notation: str) -> list[Log | Unjudgeable]:
    """The logs of a file, recognized by its content."""
    assert notation_of(text) == notation
    return list(logs_of(RecordFile("games.txt", text, notation)))


def verdict(text: str, notation: str) -> tuple[Log, Verdict]:
    """The one log of a file and the verdict on it."""
    (log,) = read(text, notation)
    assert isinstance(log, Log)
    return log, judge(log)


def doubts(found: Verdict) -> list[str]:
    """What the reader was not sure of, each with its place."""
    return [f"{one.line}:{one.column}: {one.message}" for one in found.doubts if one.rule.endswith("/unsure")]


def test_a_board_of_lin() -> None:
    assert notation_of("% a line of BridgeComposer\r\n" * 60 + '[Board "1"]\n') == "pbn"  # at once
    log, found = verdict(f"{BOARD}mc|13|pg||\n", "lin")
    assert (log.players, log.setup) == (("Nell", "Ed", "Sue", "Will"), {"dealer": "Nell", "vulnerable": [*log.players]})
    assert log.items[1] == {"bids": [{"7S": "thirteen of them"}, "pass", "pass", "pass"]}
    assert log.items[2:] == [{"trick": ["AH", "AD", "AC", "2S"]}, {"rest": {"Nell": 13 - 1}}]
    assert (found.status, doubts(found), found.table.state.scores[0]) == ("legal", [], 2210)


def test_two_tables_of_a_match() -> None:
    board = f"{MD}sv|o|mb|7S|mb|p|mb|p|mb|p|{FIRST}"
    names = "pn|S1,W1,N1,E1,S2,W2,N2,E2|pg||\n"
    text = (
        f"vg|Cup,Final,I,3,4,A,0,B,0|\nrs|7SN=,7SN-1,,|\n{names}qx|o3,BOARD 3|{board}qx|c3|{board}mc|13|\nqx|o4|{board}"
    )
    open_room, closed, other = (log for log in read(text, "lin") if isinstance(log, Log))
    assert (open_room.players, closed.players) == (("N1", "E1", "S1", "W1"), ("N2", "E2", "S2", "W2"))
    assert (open_room.occasion.event, open_room.data["note"]) == ("Cup", "Final, Open, board 3")
    assert open_room.items[1]["expect"] == {"contract": "7S", "declarer": "N1"}
    assert open_room.items[-1] == {"rest": {"N1": 12}}  # rs says that the contract was made
    assert doubts(judge(closed)) == ["2:1: Result '12' by rs is not the '13' that was claimed by mc"]
    assert [judge(log).status for log in (open_room, closed, other)] == ["legal"] * 3
    assert "expect" not in other.items[1]


def test_a_fault_is_found_in_the_file_itself() -> None:
    _, found = verdict(f"{BOARD}pc|SA|pc|HK|pc|DK|pc|CK|\npc|H2|", "lin")
    said = "trick 3 is not a card of North and then one of each player in turn; the play is read up to there"
    assert doubts(found) == [f"4:4: {said}"]
    _, found = verdict(f"{MD}\n{CALLS.replace('mb|p', 'mb|6S', 1)}{FIRST}", "lin")
    (fault,) = found.violations
    assert (fault.file, fault.line, fault.column) == ("games.txt", 2, CALLS.index("|p|") + 2)
    assert fault.message == "East bid 6S, not higher than the 7S of North"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOARD + "pc|S", "3:1: 'pc|S' is not a command with its value, and is not read"),
        (BOARD + "up|1|", "3:4: 'up|1|' is not understood"),
        (BOARD.replace("sv|b", "sv|q"), "1:107: Vulnerable 'q' is not one of None, NS, EW and All"),
        (BOARD.replace("mb|7S!", "mb|8S"), "1:117: '8S' is not a call; the auction is read up to there"),
    ],
)
def test_what_is_not_understood_of_lin(text: str, said: str) -> None:
    _, found = verdict(text, "lin")
    assert said in doubts(found)
    assert found.status == "legal"


def test_a_deal_whose_last_hand_is_left_out_and_one_that_differs() -> None:
    short = BOARD.replace(f",H{RANKS}|", ",|")
    log, other = read(short + BOARD.replace("D" + RANKS, "D" + RANKS[:-1]), "lin")
    assert isinstance(log, Log)
    assert isinstance(other, Log)
    assert log.items[0]["deal"]["Ed"] == ["AH", "KH", "QH", "JH", "10H", *(f"{rank}H" for rank in RANKS[5:])]
    assert "board 1 is dealt differently on line 1" in other.unsure


@pytest.mark.parametrize(
    ("moves", "result", "contract", "score"),
    [
        # without two, game three, and the opponents have no points in the tricks that they concede: schneider, four times ten
        ("1 p 2 18 0 y 2 p 0 s w ST.SA 0 H.ST.SA 0 HA 1 SJ 2 CJ 1 RE 2 RE", "d:0 win v:40 m:-2", "hearts", 40),
        # from the hand, with 21 points in the talon and no trick: game 3, hand 4, schneider 5, schwarz 6, lost twice
        ("1 18 0 y 1 p 2 p 0 H 0 HA 1 SJ 2 CJ 0 RE", "d:0 loss v:-120 m:-2", "hearts hand", -120),
        # null ouvert is worth 46, and its declarer has lost as soon as he gives up; the cards put away may come later
        ("1 18 0 y 1 p 2 p 0 s w ST.SA 0 NO.ST.SA 0 H7 1 D7 2 CA 0 RE", "d:0 loss v:-92", "null ouvert", -92),
        ("1 18 0 y 1 p 2 p 0 s w ST.SA 0 N 0 ST.SA 0 ?? w LE.1", "d:0 win v:23", "null", 23),
    ],
)
def test_a_game_of_skat(moves: str, result: str, contract: str, score: int) -> None:
    log, found = verdict(GAME.format(f"{DEAL} {moves}", result), "sgf")
    assert (log.players, log.setup, log.occasion.date) == (("Fay", "Max", "Ray"), {"dealer": "Ray"}, "2020-02-03")
    assert {"contract": contract, "by": "Fay"} in log.items
    assert ([fault.message for fault in found.violations], doubts(found)) == ([], [])
    assert (found.status, found.table.state.scores) == ("legal", [score, 0, 0])


@pytest.mark.parametrize(
    ("moves", "result", "said"),
    [
        ("1 18 0 y 1 p 2 p 0 s w ST.SA 0 XX", "", "1:211: 'XX' is not understood; the moves are read up to there"),
        ("1 18 3 y", "", "1:186: '3' is not a player; the moves are read up to there"),
        ("1 18 w LE.2", "d:-1 penalty v:0", "1:194: Ray left before there was a contract"),
        ("1 p 2 p 0 18 0 GO 0 HA", "d:0 win v:40", "R 'd:0 win v:40' is not judged, since the play does not end"),
        ("1 p 2 p 0 18 0 G 0 RE", "d:0 loss v:-96", "R 'd:0 loss v:-96' is not judged, since the server counts no "
         "schneider where a declarer resigns in the first trick"),
        ("1 p 2 p 0 18 0 G 1 RE 2 RE", "over", "R 'over' is not judged, since it does not give a value to the declarer"),
    ],
)  # fmt: skip
def test_what_is_not_understood_of_skat(moves: str, result: str, said: str) -> None:
    _, found = verdict(GAME.format(f"{DEAL} {moves}", result), "sgf")
    assert any(said in doubt for doubt in doubts(found)), doubts(found)
    assert found.status == "legal"


def test_a_property_of_skat_may_have_any_name() -> None:
    text = GAME.format(f"{DEAL} 1 p 2 p 0 p", "passed").replace("SE[4]", "SE[4]AT[noon]SELF[Fay]")
    _, found = verdict(text, "sgf")
    assert (found.status, found.complaints) == ("legal", [])


def test_what_is_left_out_is_said_and_the_rest_is_judged() -> None:
    moves = f"{DEAL} 1 p 2 p 0 p"
    text = f"(;GM[Go]B[aa])\nwhat\n{GAME.format(moves, 'passed')}(;GM[Skat]MV[w"
    other, log, broken = read(text, "sgf")
    assert isinstance(other, Unjudgeable)
    assert [str(complaint) for complaint in other.complaints] == [
        "games.txt:1:1: GM 'Go' has no deal or bid that can be judged; the record is left out",
        "games.txt:2:1: 'what' is not a property with its value, and is not read",
    ]
    assert isinstance(log, Log)
    assert judge(log).status == "legal"
    assert isinstance(broken, Unjudgeable)


HAND = """[Event "Practice"]
[GameCode "OhHell"]
[West "Wes"]
[North "Nan"]
[East "Eva"]
[South "Sid"]
[Dealer "W"]
[Deal "W:7..6. 6..J. A.T.. 5.3.."]
[Contract "{}"]
[Auction "N"]
1 1 0 0
[Play "N"]
DJ HT H3 D6
S6 SA S5 S7
"""
"""Nan leads a diamond that nobody can follow, and wins with it unless hearts are trump; then Eva has won and leads."""


def test_a_hand_of_ptn() -> None:
    log, found = verdict(HAND.format("♥"), "ptn")
    assert (log.players, found.table.game.ruleset.houses, found.status) == (("Wes", "Nan", "Eva", "Sid"), (), "legal")
    assert [item["play"] for item in log.items[4:]] == ["JD", "10H", "3H", "6D", "AS", "5S", "7S", "6S"]
    assert found.table.state.history[0].won == (0, 0, 2, 0)
    log, found = verdict(HAND.format("♠"), "ptn")
    assert [item["play"] for item in log.items[8:]] == ["6S", "AS", "5S", "7S"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HAND.format("?"), "14:1: nothing says what is trump, so the play is read up to here"),
        (HAND.format("♥").replace("S6", "XX"), "14:1: this is not a card of each player in turn; the play is read up to here"),
        (HAND.format("♥").replace("1 1 0", "1 Pass 0"), "11:1: 'Pass' is not a bid of tricks; the bids are read up to there"),
        (HAND.format("♥").replace('n "N"', 'n "Q"'), "10:1: Auction 'Q' is no seat of the hand, so the bids are left out"),
    ],
)  # fmt: skip
def test_what_is_not_understood_of_ptn(text: str, said: str) -> None:
    _, found = verdict(text, "ptn")
    assert (found.status, doubts(found)) == ("legal", [said])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HAND.replace("OhHell", "Bezique"), "1:1: no game that referee knows has records like this"),
        (HAND.replace("5.3..", "5..."), "8:1: Deal 'W:7..6. 6..J. A.T.. 5...' with W as dealer is not one of equal hands"),
    ],
)  # fmt: skip
def test_a_hand_that_is_left_out(text: str, said: str) -> None:
    (left_out,) = read(text.format("♥"), "ptn")
    assert isinstance(left_out, Unjudgeable)
    assert [str(complaint) for complaint in left_out.complaints] == [f"games.txt:{said}; the record is left out"]


TOP = "Hand,Ann,Ben,Cyd,Dov\n"
HANDS = TOP + "1,12,1,13,0\n2,0,13,0,13\n3,4,2,20,0\n"
"""Three hands of hearts, of 26 points each; Ann has 16, Ben 16, Cyd 33 and Dov 13."""


def sheets(text: str, game: str = "hearts") -> list[list[str]]:
    """What is wrong with each game of a score sheet, or doubtful, each with its place; why it is left out, if it is."""
    said = []
    for log in logs_of(RecordFile("evening.csv", text, "sheet"), game):
        if isinstance(log, Unjudgeable):
            said.append([str(complaint).removeprefix("evening.csv:") for complaint in log.complaints])
        else:
            found = judge(log)
            assert found.complaints == []
            said.append([*(f"{one.line}:{one.column}: {one.message}" for one in found.violations), *doubts(found)])
    return said


SUM_27 = "the scores of this hand cannot be Ann 1, Ben 0, Cyd 6, Dov 20 together (in all: hearts 13, queen 1)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HANDS + "total,16,16,34,13\n", ["5:13: the total of Cyd is claimed to be 34; it is 33"]),
        # a last row that is nearly the sum needs no name; and a hand of 27 points does not end what is judged
        (HANDS + "4,1,0,6,20\n,17,16,39,34\n", [
            f"5:3: {SUM_27}", "6:11: the total of Dov is claimed to be 34; it is 33", f"6:2: {NEARLY}",
        ]),
        ("rows,points\n" + HANDS + "sum of all,16,16,33,13\n", []),
        # 12, 14, 16 would be right for Ben; what only repeats an error is not one, but the last totals are judged
        ("Ann;Ann total;Ben;Ben total;Cyd;Dov\n12;12;1;1;13;0\n0;12;13;15;0;13\n4;16;2;17;20;0\n4;20;2;19;20;0\n", [
            "3:9: the total of Ben is claimed to be 15; it is 14", "5:8: the total of Ben is claimed to be 19; it is 18",
        ]),
        # running totals: hands of 26, 26 and 27
        (TOP + "1,12,1,13,0\n2,12,14,13,13\n3,13,14,19,33\n", [f"4:3: {SUM_27}"]),
        ("rows\ttotals\n" + TOP.replace(",", "\t") + "1\t12\t1\t13\t0\n", []),
        (HANDS.replace("2,0,13", "2,,-") + "total,16,16,33,13\n", []),
        (HANDS.replace("13,0\n", "13,0,\n").replace("2,0", "2,−0.0"), []),
        (HANDS.replace("20", "twenty"), ["4:7: 'twenty' is not a number, and is not read"]),
        (HANDS.replace("2,0,", "2,").replace("1,12", "1,12,5") + "total,0,0,0,0\n", [
            "2:1: this row has 6 cells, not 5 like the names, and is not read",
            "3:1: this row has 4 cells, not 5 like the names, and is not read",
            "4:3: the points of the hand above are not known, so totals are not judged from here on",
        ]),
    ],
)  # fmt: skip
def test_an_evening_of_hearts(text: str, said: list[str]) -> None:
    assert sheets(text) == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["1:1: no row names two players or more, each once, above their points"]),
        ("1,2,3\n4,5,6\n", ["1:1: no row names two players or more, each once, above their points"]),
        ("Ann,Ben,Ann\n1,2,3\n", [
            "1:1: no row names two players or more, each once, above their points",
            "1:9: 'Ann' is there twice; give each player a name of their own",
        ]),
        ("Ann,Ben\n96,-6\n190,10\n185,0\n270,20\n", [f"1:1: {UNCLEAR}"]),
        ("Ann,Ben,Trump\n1,2,H\n3,4,S\n", [
            "1:1: these rows may be points or running totals; write a line `rows,points` or `rows,totals` above the names",
            "1:9: the column 'Trump' does not hold numbers of a player, and is not read",
        ]),
        ("No,Ann,Ben\ntotal,3,4\n", [
            "1:1: no row has the points of a hand",
            "2:1: there is no hand above these totals, so they are not read",
        ]),
    ],
)  # fmt: skip
def test_a_sheet_that_is_left_out(text: str, said: list[str]) -> None:
    assert sheets(text) == [said]


def test_a_last_row_without_a_name_is_the_sum_if_it_is_right_for_more_than_half_of_the_players() -> None:
    # two of four players have as many points in the third hand as in the two before; it is a hand all the same
    assert sheets(TOP + "1,1,0,12,13\n2,0,1,13,12\n3,1,1,24,0\n") == [[]]
    nearly = "this last row is nearly the sum of the rows above it, so it is read as their totals"
    false = "5:8: the total of Cyd is claimed to be 34; it is 33"
    assert sheets(HANDS + ",16,16,34,13\n") == [[false, f"5:2: {nearly}"]]
    three = "Hand,Ann,Ben,Cyd\n1,12,0,0\n2,0,13,0\n3,0,0,20\n,12,13,21\n"
    false = "5:8: the total of Cyd is claimed to be 21; it is 20"
    assert sheets(three, "rummy") == [[false, f"5:2: {nearly}"]]


def test_rows_are_points_if_more_than_half_of_them_have_the_same_sum() -> None:
    assert sheets("Ann,Ben\n10,20\n12,18\n20,25\n30,40\n", "rummy") == [[f"1:1: {UNCLEAR}"]]
    assert sheets("Ann,Ben\n10,20\n12,18\n13,17\n30,40\n", "rummy") == [[]]


def test_several_evenings_and_what_is_said_above_them() -> None:
    text = (
        f"# game: Oh Hell\ndate,18.9.2026\nplace,home\n{HANDS}\ngame,hearts\ntarget,20\ndealer,Ed\ndate,soon\n{HANDS}"
    )
    first, second = logs_of(RecordFile("evening.csv", text, "sheet"))
    assert isinstance(first, Log)
    assert (first.game, first.occasion.date, first.occasion.place, first.setup) == (
        "oh-hell", "2026-09-18", "home", {"dealer": "Dov"}
    )  # fmt: skip
    assert isinstance(second, Log)
    assert (second.game, second.setup) == ("hearts", {"dealer": "Dov", "target": 20})
    assert doubts(judge(second)) == [
        "11:8: 'Ed' is not understood as the dealer, and is not read",
        "12:6: 'soon' is not understood as the date, and is not read",
    ]


def test_a_pad_of_bids_and_tricks() -> None:
    head = "hand,dealer,Bid Ann,Won Ann,Ann,Ben (bid),Ben tricks,Ben,bid Cyd,won Cyd,Cyd,bid Dov,won Dov,Dov score\n"
    text = f"{head}1,Dov,2,1,50,2,6,35,3,4,50,1,2,36\nsum,,,,50,,,35,,,50,,,35\n"
    assert sheets(text, "spades") == [["2:32: the score of Dov is claimed to be 36; it is 35"]]


def test_links_to_a_viewer_of_boards() -> None:
    link = "https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin="
    board = BOARD.replace("\n", "").replace(" ", "%20").replace("|", "%7C").replace("7S!", "7S%21")
    log, found = verdict(f"{link}{board}mc|13|\n", "lin")
    assert log.items[1] == {"bids": [{"7S": "thirteen of them"}, "pass", "pass", "pass"]}
    assert (found.status, doubts(found), log.board) == ("legal", [], {"number": 1})
    two = read(f"{link}{board}\n{link}{board.replace('%20of%20them', '')}&lang=en\n", "lin")
    assert [one.line for one in two if isinstance(one, Log)] == [1, 2]
    _, found = verdict(f"{link}{board}%41%C3%A9|", "lin")
    at = len(link) + len(board) + 1
    assert doubts(found) == [f"1:{at}: 'Aé|' is not a command with its value, and is not read"]


def test_a_hand_of_another_game_in_ptn() -> None:
    (left_out,) = read(HAND.replace("OhHell", "Euchre").replace("5.3..", "5...").format("♥"), "ptn")
    assert isinstance(left_out, Unjudgeable)
    why = "this is a PTN record of Euchre; of PTN, only Oh Hell is read, so the record is left out"
    assert [str(complaint) for complaint in left_out.complaints] == [f"games.txt:1:1: {why}"]


def sheet(text: str, game: str = "") -> Log:
    """The one game of a score sheet."""
    (log,) = logs_of(RecordFile("evening.csv", text, "sheet"), game)
    assert isinstance(log, Log), log
    return log


def test_a_column_for_each_side() -> None:
    log = sheet("game,spades\nHand,Us,Them\n1,62,71\n2,-50,40\ntotal,12,110\n")
    assert log.players == ("Us", "Them", "Us (partner)", "Them (partner)")
    found = judge(log)
    assert found.table.state.scores == [12, 111, 12, 111]
    said = [(one.line, one.column, one.message) for one in found.violations]
    # both sides made what they bid, so they won eight tricks each, of thirteen
    assert said == [
        (3, 3, "the scores of this hand cannot be Us 62, Them 71 together"),
        (5, 10, "the total of Them is claimed to be 110; it is 111"),
    ]
    log = sheet("game,spades\nHand,dealer,Ann & Cyd,Ben/Dov\n1,Ben/Dov,62,50\n")
    assert (log.players, log.setup) == (("Ann", "Ben", "Cyd", "Dov"), {"dealer": "Ben"})
    (left_out,) = logs_of(RecordFile("evening.csv", "game,hearts\nHand,Us,Them\n1,12,14\n", "sheet"))
    assert isinstance(left_out, Log)
    assert [one.message for one in judge(left_out).complaints] == ["Hearts is for 4 players; this log names 2"]


def test_bids_of_sides_are_nobody_s() -> None:
    log = sheet("game,spades\nHand,Us bid,Us,Them\n1,6,62,50\n")
    assert (log.items, judge(log).status) == ([{"result": {"score": {"Us": 62, "Them": 50}}}], "legal")


def test_titles_above_the_names() -> None:
    text = "Friday evening,,,\n\nHand,Mum,Dad,Lea\n1,2,3,2\n2,3,0,2\n"
    log = sheet(text, "illuminate")
    assert (log.players, log.data["note"]) == (("Mum", "Dad", "Lea"), "Friday evening")
    first, second = logs_of(
        RecordFile("evening.csv", f"{text}\n{text.replace('Friday', 'Saturday')}", "sheet"), "hearts"
    )
    assert isinstance(first, Log)
    assert isinstance(second, Log)
    assert (first.data["note"], second.data["note"]) == ("Friday evening", "Saturday evening")


def test_what_a_game_began_with() -> None:
    # Ann and Cyd begin at 4, and have 2 and 1 more
    log = sheet("game,euchre\nHand,Ann & Cyd,Ben & Dov\nstart,4,7\n1,2,0\n2,1,0\ntotal,7,7\n")
    assert log.setup["scores"] == {"Ann": 4, "Ben": 7, "Cyd": 4, "Dov": 7}
    found = judge(log)
    assert (found.violations, found.table.state.scores) == ([], [7, 7, 7, 7])
    assert found.table.score[1][0].rows[0] == ("before", "", "", "", 4, 7, 4, 7)


def test_a_heading_with_a_letter_that_is_another_in_capitals() -> None:
    """The long s is an S in capitals, and so counts as one."""
    assert sheets("Ann \u017fcore,Ben \u017fcore\n10,20\n12,18\n13,17\n30,40\n", "rummy") == [[]]


def test_a_sheet_that_names_its_variant() -> None:
    log = sheet("game,hearts\nvariant,Jack of Diamonds\n" + TOP + "1,2,1,13,0\n2,0,13,0,13\n")
    assert log.variants == ("jack-of-diamonds",)
    # ten points less with the jack, so a hand has 16 points, and the second cannot have 26
    assert [one.line for one in judge(log).violations] == [5]


def test_a_last_row_that_is_nearly_the_sum_is_said_to_be() -> None:
    (said,) = sheets(HANDS + "4,1,0,5,20\n,17,16,38,34\n")
    assert said == [
        "6:11: the total of Dov is claimed to be 34; it is 33",
        "6:2: this last row is nearly the sum of the rows above it, so it is read as their totals",
    ]
    assert sheets(HANDS + "4,1,0,5,20\n,17,16,38,33\n") == [[]]
