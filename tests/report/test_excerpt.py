"""The lines below a finding: the right ones, and the mark under what is meant."""

from __future__ import annotations

import io
import json

import pytest
from command_runner import run, write

from referee.report.paper import PAPER
from referee.report.verdicts import WIDEST, excerpt
from referee.source import lines

EVENT = """\
events:
  - trick: [2C, KC, AC, 3C]
  - by: Ben
    note: late
    play: QS
    expect: {winner: "Ben"}
"""


def shown(text: str, line: int, column: int) -> list[str]:
    return list(excerpt(text.split("\n"), line, column, PAPER))


def test_the_lines_of_the_event_stand_above_the_marked_one() -> None:
    assert shown(EVENT, 5, 11) == [
        "    3 |   - by: Ben",
        "    4 |     note: late",
        "    5 |     play: QS",
        "      |           ^^",
    ]


def test_never_more_than_two_of_them() -> None:
    assert shown(EVENT, 6, 22) == [
        "    4 |     note: late",
        "    5 |     play: QS",
        '    6 |     expect: {winner: "Ben"}',
        "      |                      ^^^^^",
    ]


@pytest.mark.parametrize(
    ("line", "column", "mark"),
    [
        ("  - trick: [2C, Mk1:11!, AC]", 17, "Mk1:11!"),
        ("  - play: 'Q S'", 11, "'Q S'"),
        ("    expect: {winner: Ben}", 14, "winner"),
        ("    expect: {winner: Ben}", 13, "{"),
        ("  - trick: [2C]", 12, "["),
        ("  - bids: {Ann: 1}  # all", 19, " "),
        ("short", 6, " "),
    ],
)
def test_what_is_marked(line: str, column: int, mark: str) -> None:
    found = shown(line, 1, column)
    assert found[0] == f"    1 | {line}"
    assert found[1] == f"      | {' ' * (column - 1)}{'^' * len(mark)}"
    assert line[column - 1 :].startswith(mark.strip())


def test_of_a_long_line_the_part_around_the_mark_is_shown() -> None:
    game = json.dumps({"events": [{"play": f"card{number}"} for number in range(100)]})
    column = game.index('"card70"') + 1
    line, mark = shown(game, 1, column)
    assert line.startswith("    1 | …") and line.endswith("…") and len(line) < WIDEST + 20
    start, end = mark.index("^"), mark.rindex("^") + 1
    assert line[start:end] == '"card70"'


def test_wide_letters_are_two_columns_wide() -> None:
    assert shown("  - by: 王小明", 1, 9)[1] == "      |         ^^^^^^"


def test_nothing_is_shown_of_a_line_that_is_not_there() -> None:
    assert shown("", 1, 1) == shown("a: 1", 7, 1) == shown("a: 1\n   \n", 2, 1) == []


def test_what_could_move_the_terminal_is_an_escape() -> None:
    assert shown("by: \x1b[2J", 1, 5)[0] == "    1 | by: \\u001b[2J"


def test_a_line_full_of_escapes_is_cut_as_well() -> None:
    line, mark = shown("\x00" * 5000, 1, 1)
    assert len(line) < WIDEST + 20
    assert len(mark) < WIDEST + 20


HEAD = "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n"
pytestmark = pytest.mark.usefixtures("folder")


def test_a_complaint_shows_its_line_too() -> None:
    write("log.yaml", f"{HEAD}events:\n  - paly: 2C\n")
    lines = run("validate", "log.yaml").out.splitlines()
    assert lines[2:4] == ["    5 |   - paly: 2C", "      |     ^^^^"]


def test_a_complaint_about_a_house_rule_shows_the_line_of_the_house_rule() -> None:
    write("ours.yaml", "extends: hearts\nwhy: none\nscorring: {}\n")
    write("log.yaml", f"{HEAD}house: ours.yaml\n")
    lines = run("validate", "log.yaml").out.splitlines()
    assert lines[0].startswith("ours.yaml:3:1: ")
    assert lines[1:3] == ["    3 | scorring: {}", "      | ^^^^^^^^"]


def test_concise_is_a_line_a_finding() -> None:
    write("log.yaml", f"{HEAD}events:\n  - paly: 2C\n")
    whole, short = run("validate", "log.yaml"), run("validate", "log.yaml", "--format", "concise")
    assert short.code == whole.code
    heading, *lines = whole.out.splitlines()
    assert heading.startswith("Hearts, 4 players")
    assert short.out.splitlines() == [line for line in lines if not line.startswith("    ")]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_what_came_through_a_pipe_is_shown_like_a_file(mark: str) -> None:
    text = f"{mark}{HEAD}events:\n  - paly: 2C\n"
    write("log.yaml", text)
    piped, kept = run("validate", "-", given=text), run("validate", "log.yaml")
    assert piped.out == kept.out.replace("log.yaml", "<stdin>")
    assert piped.out.splitlines()[2:4] == ["    5 |   - paly: 2C", "      |     ^^^^"]
    short = run("validate", "-", "--format", "concise", given=text)
    assert short.out.splitlines() == [line for line in piped.out.splitlines()[1:] if not line.startswith("    ")]


def test_each_game_that_came_through_a_pipe_is_shown_like_one_of_a_file() -> None:
    head = {"game": "hearts@1", "players": ["Ann", "Ben", "Cyd", "Dov"], "setup": {"dealer": "Ann"}}
    game = json.dumps({**head, "events": [{"paly": "2C"}]})
    write("log.jsonl", f"\n{game}\n{game}\n")
    piped, kept = (
        run(*command, given=f"\n{game}\n{game}\n").out for command in (("validate", "-"), ("validate", "log.jsonl"))
    )
    found = [line for line in piped.splitlines() if line.startswith("    ")]
    assert found == [line for line in kept.splitlines() if line.startswith("    ")]
    assert [line[:7] for line in found] == ["    2 |", "      |", "    3 |", "      |"]


def test_of_a_long_pipe_only_the_beginning_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_HEARD", 8)
    piped = lines.Piped(io.BufferedReader(io.BytesIO(b"ab\ncd\nefg\nhi\n")))
    assert piped.readline(9) + piped.read(99) == b"ab\ncd\nefg\nhi\n"
    assert lines.heard() == "ab\ncd\n"
