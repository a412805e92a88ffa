"""Input that is large in one way or another: one clear line, and memory and work that do not grow with it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from command_runner import run
from corpus_games import HEAD, corpus, games

from referee.core.findings import Verdict
from referee.corpus import pool
from referee.corpus.parts import How, Part, judge_part, parts
from referee.corpus.ranges import ranges
from referee.source import lines
from referee.source.lines import Batch

GOOD = games()[0]
EVENT = '{"bid":1}'


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def verdicts(*args: str, given: str | None = None) -> list[str]:
    """What is said about each game, in order: 'line: verdict', or 'line: why it could not be judged'."""
    said = run("validate", *args, "--format", "jsonl", given=given)
    return [
        f"{one['line']}: {one['complaints'][0]['message'] if one['complaints'] else one['verdict']}"
        for one in map(json.loads, said.out.splitlines())
    ]


FAR = "no game begins in the 3 lines before this line; what follows is passed over up to the next game"
TOO_LONG = {
    "garbage": ["x"] * 3,
    "events of no game": [EVENT] * 3,
    "lists": ["[]"] * 3,
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("what", TOO_LONG)
def test_what_belongs_to_no_game_is_passed_over_in_the_end(
    what: str, jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "GAME_LINES", 3)
    corpus([GOOD, *TOO_LONG[what], "", TOO_LONG[what][0], *TOO_LONG[what] * 9, GOOD, TOO_LONG[what][0]])
    told = verdicts("games.jsonl", "--jobs", jobs)
    assert (told[0], told[4], told[5]) == ("1: legal", f"6: {FAR}", "34: legal")
    assert [each.partition(":")[0] for each in told[1:4]] == ["2", "3", "4"]
    assert len(told) == 7
    assert verdicts("-", "--jobs", jobs, given=Path("games.jsonl").read_text(encoding="utf-8")) == told


@pytest.mark.parametrize("by", ["lines", "bytes"])
def test_a_game_of_too_many_lines_is_cut_off(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, *(("GAME_LINES", 3) if by == "lines" else ("LIMIT", 3 * len(EVENT) + 3)))
    corpus([GOOD, json.dumps(HEAD), *[EVENT] * 9, GOOD])
    far = FAR if by == "lines" else FAR.replace("3 lines", "30 bytes")
    assert verdicts("games.jsonl") == verdicts("games.jsonl", "--jobs", "2") == ["1: legal", f"2: {far}", "12: legal"]
    (_, second, _) = map(json.loads, run("validate", "games.jsonl", "--format", "jsonl").out.splitlines())
    assert (second["complaints"][0]["line"], second["events"]) == (6, 3)
    assert f"games.jsonl:6:1: {far}" in run("coverage", "games.jsonl").err.splitlines()


@pytest.mark.parametrize("size", [1, 7, 30, 100, 999])
def test_wherever_a_file_is_parted_the_same_is_passed_over(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "GAME_LINES", 3)
    head = json.dumps(HEAD)
    corpus(
        ["x", *[""] * 40, *"xxxxx", head, *[EVENT] * 6, "x", head, *[""] * 40, EVENT, "{", EVENT, *"xxxxx", head, ""]
    )
    found = [
        item for part in ranges(["games.jsonl"], size) if isinstance(part, Part) for item in judge_part(part, How())
    ]
    wanted = list(pool.judged(["games.jsonl"], How()))
    assert len(wanted) == 8
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, Verdict)
        assert isinstance(other, Verdict)
        one.table = other.table = None
        assert other == one


@pytest.mark.parametrize("blank", ["\n", " \r\n", "\t\n\n"])
def test_blank_lines_fill_no_memory(blank: str) -> None:
    """However many there are, a batch holds as much as of one, and lines are counted all the same."""
    number = 1_000_000 * blank.count("\n")
    Path("games.jsonl.gz").write_bytes(gzip.compress(f"{blank * 1_000_000}{GOOD}\n{blank * 1_000_000}x\n".encode()))
    (part,) = parts(["games.jsonl.gz"])
    assert isinstance(part, Part)
    assert isinstance(part.what, Batch)
    assert len(part.what.lines) == 4
    assert [each.partition(":")[0] for each in verdicts("games.jsonl.gz")] == [f"{number + 1}", f"{2 * number + 2}"]


def test_many_short_lines_make_more_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MANY_LINES", 10)
    corpus(['{"game"'] * 100)
    found = [part.what for part in parts(["games.jsonl"]) if isinstance(part, Part)]
    assert [len(batch.lines) for batch in found if isinstance(batch, Batch)] == [10] * 10
