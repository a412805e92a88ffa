"""Records of other programs have limits, as logs do: one clear line, and memory that does not grow beyond the text."""

from __future__ import annotations

import lzma
import tracemalloc
from pathlib import Path

import pytest
from command_runner import run, write

from referee.plugins import own_notations
from referee.source import files, records
from referee.source.records import RecordFile

pytestmark = pytest.mark.usefixtures("folder")

BOARD = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Contract "Pass"]\n'
SPLIT = "; split the file into several"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def complaint(path: str) -> str:
    """The first line about a file that cannot be judged."""
    said = run("validate", path)
    assert said.code == 3
    return said.out.splitlines()[0]


@pytest.mark.parametrize("name", ["x.lin", "x.pbn", "x.csv", "x.sgf", "x.ptn"])
def test_a_file_of_records_has_the_size_of_a_log(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed or not: a few bytes may unpack to any number."""
    monkeypatch.setattr(files, "LIMIT", 1 << 20)
    text = b"game,hearts\n" + b"1,2\n" * (1 << 18)
    Path(name).write_bytes(text)
    Path(f"{name}.xz").write_bytes(lzma.compress(text))
    for path in (name, f"{name}.xz"):
        assert complaint(path) == f"{path}:1:1: the file is larger than 1 MB; split it into several"
        assert run("import", path).err.startswith(f"{path}:1:1: the file is larger than 1 MB")


def test_lines_are_limited_in_number_and_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_LINES", 20)
    monkeypatch.setattr(records, "LONGEST_LINE", 1 << 20)
    write("x.pbn", BOARD + "\n" * 30)
    assert complaint("x.pbn") == f"x.pbn:1:1: the file has more than 20 lines{SPLIT}"
    write("x.lin", f"pn|a,b,c,d|md|1{'S' * (1 << 20)}|\n")
    assert complaint("x.lin") == f"x.lin:1:1: a line is longer than 1 MB{SPLIT}"


def test_a_score_sheet_is_limited_in_rows_and_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_ROWS", 10)
    monkeypatch.setattr(records, "MOST_CELLS", 100)
    write("x.csv", "game,hearts\nA,B,C,D\n" + "1,2,3,20\n" * 10)
    assert complaint("x.csv") == f"x.csv:1:1: the table has more than 10 rows{SPLIT}"
    write("x.csv", "game,hearts\nA,B,C,D\n" + "," * 100 + "\n")
    assert complaint("x.csv") == f"x.csv:1:1: the table has more than 100 cells{SPLIT}"


def test_what_follows_too_many_games_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_RECORDS", 2)
    write("x.pbn", "\n".join([BOARD] * 4))
    said = run("validate", "x.pbn", "--format", "jsonl").out
    assert said.count('"verdict":"legal"') == 2
    assert "the file has more than 2 games; from here on it is not read" in said
    assert len(said.splitlines()) == 3


def test_a_game_that_is_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it would claim: what was not read might explain it."""
    monkeypatch.setattr(records, "LONGEST_RECORD", 1 << 10)
    long = "a game has at most 1 KB here; this one has more and is left out"
    write("x.pbn", f"{BOARD}{{{'x' * 2000}}}\n\n{BOARD}")
    write("x.lin", f"qx|o1|md|1SAK,,,|mb|{'1C' * 900}|pg||\nqx|o2|md|1SAK,,,|pg||\n")
    write("x.sgf", f"(;GM[Skat]MV[{'0 18 ' * 400}];)\n")
    for name in ("x.pbn", "x.lin", "x.sgf"):
        assert complaint(name).startswith(f"{name}:1:1: "), name
        assert long in run("validate", name).out, name
    assert "x.pbn:7: legal" in run("validate", "x.pbn").out


PIECES = {
    "lin": ("md|1", "S" * 900, "|"),
    "pbn": ('[Board "1"]\n{', "[x" * 450, "}"),
    "sgf": ("(;GM[Skat]MV[", "\\]" * 450, "]"),
    "ptn": ('[GameCode "x"]\n[Note "', '"x' * 450, '"]'),
    "sheet": ('game,hearts\nA,"', '""' * 450, '"'),
}
assert PIECES.keys() == own_notations().keys()


@pytest.mark.parametrize("notation", PIECES)
def test_memory_is_near_the_size_of_the_text(notation: str) -> None:
    """No reader keeps something for every character of a value, a comment or a cell."""
    begin, piece, end = PIECES[notation]
    text = begin + piece * 1000 + end
    tracemalloc.start()
    try:
        for _ in RecordFile("x", text, notation).records():
            pass
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text)
    finally:
        tracemalloc.stop()


def test_memory_is_near_the_size_of_loose_text_between_tags() -> None:
    text = '[Board "1"]\n[Play "N"]\n' + "x" * 900_000
    tracemalloc.start()
    try:
        for _ in RecordFile("x", text, "pbn").records():
            pass
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text)
    finally:
        tracemalloc.stop()
