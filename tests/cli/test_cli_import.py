"""`referee import`: what it writes where, and what it says of files that do not keep to the standard."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runner import run

BOARD = """[Event "Club"]
[Board "{}"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Declarer "N"]
[Contract "7S"]
[Result "{}"]
[Auction "N"]
7S Pass Pass Pass
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.pbn").write_text(BOARD.format(1, 13) + "\n" + BOARD.format(2, 14), encoding="utf-8")


def test_a_log_a_line_and_what_the_referee_says_of_it() -> None:
    assert run("import", "club.pbn", "--out", "club.jsonl") == (0, "", "2 logs written to club.jsonl\n")
    said = run("validate", "club.jsonl")
    assert said.code == 1
    assert "club.jsonl:2:" in said.out
    assert "North is recorded with 14 tricks in a hand of 13" in said.out


def test_the_file_of_the_examples_is_legal() -> None:
    club = Path(__file__).parents[2] / "examples" / "bridge" / "club.pbn"
    assert run("import", str(club), "--out", "friday.jsonl") == (0, "", "1 log written to friday.jsonl\n")
    said = run("validate", "friday.jsonl", "--strict")
    assert said.code == 0
    assert said.out.endswith("; 0 findings, 0 doubts\n")


def test_a_file_a_board_into_a_folder() -> None:
    Path("club.lin").write_bytes(Path("club.pbn").read_bytes())
    assert run("import", "club.pbn", "club.lin", "--out", "boards/").err == "4 logs written to boards/\n"
    assert sorted(path.name for path in Path("boards").iterdir()) == [
        f"club-00{number}.yaml" for number in (1, 2, 3, 4)
    ]
    assert run("validate", "boards/club-001.yaml").code == 0


def test_a_folder_that_cannot_be() -> None:
    Path("taken").write_text("", encoding="utf-8")
    assert run("import", "club.pbn", "--out", "taken/") == (
        2, "", "referee import: --out taken/ cannot be written: file exists (see `referee import --help`)\n"
    )  # fmt: skip
    Path("boards/club-001.yaml").mkdir(parents=True)
    assert run("import", "club.pbn", "--out", "boards/").err == (
        "referee import: --out boards/club-001.yaml cannot be written: is a directory (see `referee import --help`)\n"
    )


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_standard_output_and_compressed_files(ending: str, pack: Callable[[bytes], bytes]) -> None:
    Path(f"club.pbn.{ending}").write_bytes(pack(Path("club.pbn").read_bytes()))
    plain, packed = run("import", "club.pbn"), run("import", f"club.pbn.{ending}")
    assert plain.out == packed.out
    assert plain.out.count("\n") == 2
    assert plain.err == "2 logs written\n"
    piped = run("validate", "-", given=Path("club.pbn").read_text(encoding="utf-8")).out.replace("<stdin>", "club.pbn")
    assert sorted(piped.splitlines()) == sorted(run("validate", "club.pbn").out.splitlines())


@pytest.mark.parametrize("begins", [b"PK\3\4", b"7z\xbc\xaf\x27\x1c", b"\x04\x22\x4d\x18", lzma.compress(b"")])
def test_a_compressed_file_that_is_not_read_as_text(begins: bytes) -> None:
    Path("club.pbn.other").write_bytes(begins + b"\xff" * 100)
    why = "this is compressed; unpack it, or if its name lacks .gz, .bz2, .xz or .zst, add that"
    assert run("import", "club.pbn.other") == (3, "", f"club.pbn.other:1:1: {why}\n")


def test_what_is_not_understood_is_told_with_its_line() -> None:
    text = BOARD.format(1, 13).replace('"Club"', '"Liège"').replace("7S Pass", "7S Pas? wait")
    Path("old.pbn").write_bytes(text.encode("latin-1"))
    assert run("import", "old.pbn", "--out", "old.jsonl").err.splitlines() == [
        "old.pbn:10: 'wait' is not a call; the auction is read up to there",
        "old.pbn:9: Auction 'N' is left out: not every call is understood",
        "old.pbn:1: this is not UTF-8; it is read as Latin 1",
        "1 log written to old.jsonl",
    ]


def test_not_everything_is_told_of_a_file_full_of_it() -> None:
    Path("odd.pbn").write_text(BOARD.format(1, 13) + '[Round "1"]\n' * 31, encoding="utf-8")
    said = run("import", "odd.pbn", "--out", "odd.jsonl").err.splitlines()
    assert said[-2:] == ["odd.pbn: 10 more remarks", "1 log written to odd.jsonl"]


def test_what_cannot_be_read() -> None:
    assert run("import", "nope.pbn").err == "nope.pbn:1:1: no such file\n"
    assert run("import", "club.pbn", "--out", "club.pbn").err.startswith(
        "referee import: --out club.pbn would replace a file that this command reads; name another"
    )
    assert run("import", "club.pbn", "--game", "hearts").err.startswith(
        "referee import: Hearts has no records in this notation; a ruleset names it under `reads:`"
    )
    Path("text.pbn").write_text("Dear diary,\n\ntoday we played.\n", encoding="utf-8")
    assert run("import", "text.pbn").err == (
        "text.pbn:1:1: no notation is recognized here; --as forces one: sgf, lin, ptn, pbn, sheet\n"
    )
    assert run("import", "text.pbn", "--as", "pbn").err.splitlines() == [
        "text.pbn:1: 'Dear diary,' belongs to no tag",
        "text.pbn:3: 'today we played.' belongs to no tag",
        "0 logs written",
    ]


def test_a_file_put_together_from_two_encodings() -> None:
    first = BOARD.format(1, 13).replace('"Club"', '"Łódź"').encode()
    Path("mixed.pbn").write_bytes(first + b"\n" + BOARD.format(2, 13).replace('"Club"', '"Liège"').encode("latin-1"))
    said = run("import", "mixed.pbn")
    assert said.err == "mixed.pbn:12: this is not UTF-8; it is read as Latin 1\n2 logs written\n"
    assert [json.loads(line)["event"] for line in said.out.splitlines()] == ["Łódź", "Liège"]


def test_what_was_guessed_is_a_doubt_of_the_log() -> None:
    guessed = BOARD.format(1, 13).replace('[Dealer "N"]', '[Dealer "W"]').replace('[Auction "N"]', '[Auction "W"]')
    Path("odd.pbn").write_text(
        f'{guessed}\n[GameCode "Whist"]\n[Dealer "N"]\n\n{BOARD.format(2, 13)}', encoding="utf-8"
    )
    said = "odd.pbn:9: Auction 'W' leaves out a pass before the first call, as Declarer shows"
    other = "odd.pbn:12: GameCode 'Whist' is another game; the record is left out"
    assert run("import", "odd.pbn", "--out", "odd.jsonl").err == f"{said}\n{other}\n2 logs written to odd.jsonl\n"
    assert f": doubt: bridge/unsure: {said}\n" in run("validate", "odd.jsonl").out
    assert run("validate", "odd.jsonl").code == 0
    assert run("validate", "odd.jsonl", "--strict").code == 1


SHEET = "hand,Ann,Ben,Cyd,Dov\n1,12,1,13,0\n2,0,13,0,13\ntotal,12,15,13,13\n"
"""Ben has 14."""


def test_a_score_sheet() -> None:
    Path("evening.csv").write_text(SHEET, encoding="utf-8")
    unsaid = (
        "evening.csv:1:1: nothing says which game this is; write a first line such as `game,hearts` "
        "(`referee validate`, `verify` and `import` take --game hearts)\n"
    )
    assert run("validate", "evening.csv", "--format", "concise").out.startswith(unsaid)
    said = run("validate", "evening.csv", "--game", "hearts", "--format", "concise")
    assert said.out.startswith("evening.csv:4:10: hearts/claim: the total of Ben is claimed to be 15; it is 14\n")
    assert run("import", "evening.csv", "--out", "none.jsonl").err == (
        f"{unsaid.replace(':1:1:', ':1:')}0 logs written to none.jsonl\n"
    )
    assert run("import", "evening.csv", "--game", "hearts", "--out", "evening.yaml").code == 0
    assert "no game is called 'snap'" in run("validate", "evening.yaml", "--game", "snap").err
    assert (
        Path("evening.yaml").read_text(encoding="utf-8").startswith("game: hearts@1\nplayers: [Ann, Ben, Cyd, Dov]\n")
    )
    assert "the total of Ben is claimed to be 15" in run("validate", "evening.yaml").out
    Path("two.csv").write_text(f"game,hearts\n{SHEET}\n{SHEET}", encoding="utf-8")
    assert "two.yaml would hold more than one log" in run("import", "two.csv", "--out", "two.yaml").err


def test_the_score_sheets_of_a_folder() -> None:
    Path("season").mkdir()
    Path("season/first.csv").write_text(SHEET, encoding="utf-8")
    Path("season/second.csv").write_text(f"game,hearts\n{SHEET}", encoding="utf-8")
    said = run("club", "season", "--format", "text")
    assert (
        "season/first.csv: skipped; it is a table without a line that names a game, such as `game,hearts`" in said.err
    )
    assert "Ann" in said.out


def test_the_boards_of_a_folder() -> None:
    Path("night").mkdir()
    Path("night/first.pbn").write_text(BOARD, encoding="utf-8")
    Path("night/notes.txt").write_text(BOARD, encoding="utf-8")
    alone, folder = run("validate", "night/first.pbn"), run("validate", "night")
    assert folder.out == alone.out
    assert folder.code == alone.code


def test_a_sheet_whose_players_do_not_fit_its_game() -> None:
    Path("two.csv").write_text("game,hearts\nhand,Ann,Ben\n1,12,14\n", encoding="utf-8")
    assert run("import", "two.csv") == (
        3, "", "two.csv:1: Hearts is for 4 players; this sheet names 2, so it is left out\n0 logs written\n"
    )  # fmt: skip
    Path("sides.csv").write_text("game,spades\nvariant,partnership\nhand,Us,Them\n1,62,50\n", encoding="utf-8")
    assert "partnership" in run("import", "sides.csv").err
