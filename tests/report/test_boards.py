"""Boards for other programs: what is imported, written and imported again is the same log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runner import run

from referee.judging.log import Log
from referee.judging.read import load_log, logs_of
from referee.judging.rules import ruleset_of
from referee.notations.writing import FORMATS, boards_of
from referee.source.records import RecordFile

EXAMPLES = Path(__file__).parents[2] / "examples" / "bridge"
RANKS = "AKQJT98765432"
FIRST = "HA DA CA S2"
PBN = f"""[Event "The \\"old\\" mill"]
[Site "Hull"]
[Date "2026.09.18"]
[Stage "Final"]
[Room "Open"]
[Board "7"]
[North "Nell"]
[East "Ed"]
[South "Sue"]
[West "Walt"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}"]
[Declarer "N"]
[Contract "7SX"]
[Result "13"]
[Score "NS 1770"]
{{rain all evening}}
[Auction "N"]
1S =1= 2H 3D 3H
7S X Pass Pass
Pass
[Note "1:five or more"]
[Play "E"]
{FIRST} =1=
*
[Note "1:the smallest"]
"""
LIN = (
    f"vg|Cup,Final,|qx|c12|pn|Sue,Walt,Nell,Ed|st||md|3D{RANKS},C{RANKS},S{RANKS},H{RANKS}|ah|Board 12|sv|e|"
    f"mb|7S!|an|all of them; really|mb|d|mb|r|mb|p|mb|p|mb|p|pg||{''.join(f'pc|{card}|' for card in FIRST.split())}mc|13|pg||"
)


def read(text: str, notation: str) -> list[dict[str, Any]]:
    """The logs of a text as plain data."""
    logs = [log for log in logs_of(RecordFile("boards.txt", text, notation)) if isinstance(log, Log)]
    return [dict(log.data) for log in logs]


def boards_as(text: str, notation: str, form: str) -> str:
    """The boards of a text, written in a notation."""
    logs = [log for log in logs_of(RecordFile("boards.txt", text, notation)) if isinstance(log, Log)]
    return "\n".join(FORMATS[form](board) for log in logs for board in boards_of(log, ruleset_of(log)))


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (PBN, "pbn"),
        (PBN.replace("3D", "^I 2D").replace('[Score "NS 1770"]\n', ""), "pbn"),
        (LIN, "lin"),
        (PBN.partition("[Auction")[0], "pbn"),
        (PBN.partition("[Auction")[0].replace("7SX", "Pass").replace("1770", "0"), "pbn"),
        (PBN.replace("[Deal", "[Other").partition("[Play")[0].replace("Nell", ""), "pbn"),
        (LIN.partition("pc|")[0], "lin"),
    ],
)
def test_what_is_written_reads_as_the_same_log(text: str, notation: str) -> None:
    (log,) = read(text, notation)
    assert "unsure" not in log
    assert read(boards_as(text, notation, notation), notation) == [log]


def test_a_board_for_programs_that_read_the_other_notation() -> None:
    assert boards_as(PBN, "pbn", "lin") == (
        f'vg|The "old" mill,Final,|qx|o7|pn|Sue,Walt,Nell,Ed|st||md|3SHD{RANKS}C,SHDC{RANKS},S{RANKS}HDC,SH{RANKS}DC|'
        "ah|Board 7|sv|e|mb|1S!|an|five or more|mb|2H|mb|3D|mb|3H|mb|7S|mb|d|mb|p|mb|p|mb|p|pg||"
        "pc|HA|pc|DA|pc|CA|pc|S2|mc|13|pg||"
    )
    assert boards_as(LIN, "lin", "pbn").splitlines()[-7:] == [
        '[Auction "N"]', "7S =1= X XX Pass", "Pass Pass", '[Note "1:all of them; really"]', '[Play "E"]', FIRST, "*",
    ]  # fmt: skip


def test_every_board_of_a_log_with_several_and_what_is_not_written(tmp_path: Path) -> None:
    log = load_log(str(EXAMPLES / "friday.yaml"))
    boards = list(boards_of(log, ruleset_of(log)))
    said = [(board.number, board.dealer, board.vulnerable, board.contract, board.won) for board in boards]
    # as friday.yaml notes: Nell, Ed and Sue deal; nobody, then North and South, then East and West are vulnerable
    assert [one[:3] for one in said] == [("1", 0, 0), ("2", 1, 5), ("3", 2, 10)]
    assert said[0][3:] == ("4S", 10)
    out = run("export", str(EXAMPLES / "friday.yaml"), "--out", str(tmp_path / "friday.pbn"))
    assert (out.code, out.err) == (0, f"3 boards written to {tmp_path / 'friday.pbn'}\n")
    assert run("validate", str(tmp_path / "friday.pbn")).code == 0
    rubber = run("export", str(EXAMPLES / "rubber.yaml"))
    assert "Score" not in rubber.out
    assert rubber.err == "PBN has no room for scores that are not of single boards, which are left out\n"
    assert "contracts without their calls" in run("export", str(EXAMPLES / "rubber.yaml"), "--format", "lin").err
    refused = run("export", "nope.yaml", str(EXAMPLES.parent / "hearts" / "friday.yaml"))
    assert (refused.code, refused.out) == (3, "")
    assert refused.err.startswith("nope.yaml:1:1: no such file\n")
    assert refused.err.endswith("friday.yaml:3:7: Hearts is not written as pbn\n")


def test_what_lin_has_no_room_for_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    second = PBN.replace('Board "7"', 'Board "8"')
    path.write_text(f"{PBN}\n{second}", encoding="utf-8")
    said = run("export", str(path), "--format", "lin")
    assert (said.code, said.out.count("qx|")) == (0, 2)
    assert said.err == (
        "LIN has no room for dates, places, remarks, notes on cards and scores, which are left out; "
        "--format pbn writes them\n"
    )
    path.write_text(PBN, encoding="utf-8")
    assert run("export", str(path), "--format", "pbn").err == ""


def test_two_evenings_that_do_not_say_when_they_were_stay_apart(tmp_path: Path) -> None:
    for name, seed in (("first", "1"), ("second", "2")):
        run("simulate", "bridge", "--games", "1", "--seed", seed, "--out", str(tmp_path / f"{name}.jsonl"))
    run("export", str(tmp_path / "first.jsonl"), str(tmp_path / "second.jsonl"), "--out", str(tmp_path / "both.pbn"))
    read = run("import", str(tmp_path / "both.pbn"))
    assert "dealt differently" not in read.err
    assert [json.loads(line).get("event") for line in read.out.splitlines()] == [None] * 16 + ["second 1"] * 16


def test_a_game_without_an_auction_has_no_boards(tmp_path: Path) -> None:
    (tmp_path / "solvers.yaml").write_text("extends: whist\ntitle: Whist\nreads: {pbn: []}\n", encoding="utf-8")
    run("simulate", "whist", "-n", "1", "--out", str(tmp_path / "whist.jsonl"))
    said = run("export", str(tmp_path / "whist.jsonl"), "--house", str(tmp_path / "solvers.yaml"))
    assert (said.code, said.out) == (3, "")
    what = "Whist has no boards to write: they are of games for four players with an auction"
    assert said.err == f"{tmp_path / 'whist.jsonl'}:1:9: {what}\n"


def test_bids_that_are_numbers(tmp_path: Path) -> None:
    (tmp_path / "solvers.yaml").write_text("extends: skat\nreads: {pbn: []}\n", encoding="utf-8")
    setup = "game: skat@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
    (tmp_path / "skat.yaml").write_text(f"{setup}  - bids: [pass, 18, pass]\n", encoding="utf-8")
    said = run("export", str(tmp_path / "skat.yaml"), "--house", str(tmp_path / "solvers.yaml"))
    assert (said.code, said.err) == (0, "")
    assert "\nPass 18 Pass\n" in said.out


def test_an_auction_that_has_begun_before_the_log(tmp_path: Path) -> None:
    head = "game: bridge@1\nplayers: [Ann, Ben, Cyd, Dov]\nposition: {hand: 1, dealer: Ann, phase: bid, calls: [1S, pass]}\n"
    (tmp_path / "late.yaml").write_text(f"{head}events:\n  - bids: [2S, pass, pass, pass]\n", encoding="utf-8")
    said = run("export", str(tmp_path / "late.yaml"))
    # Ann opened and Ben passed, so that Cyd, who is South, raises
    assert '[Auction "S"]\n2S Pass Pass Pass\n' in said.out
    assert '[Declarer "N"]\n[Contract "2S"]\n' in said.out
