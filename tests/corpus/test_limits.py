"""Input that is large in one way or another: one clear line, and memory and work that do not grow with it."""

from __future__ import annotations

import gzip
import json
import lzma
import time
import tracemalloc
from pathlib import Path

import pytest
from command_runner import run
from corpus_games import HEAD, corpus, games, judged_apart, packing
from slowness import one_in

from referee.core.verdict import Verdict
from referee.corpus import pool
from referee.corpus.parts import JudgeOptions, Part, parts
from referee.source import lines
from referee.source.files import PACKED
from referee.source.lines import LineBatch

GOOD = games()[0]
EVENT = '{"bid":1}'
pytestmark = pytest.mark.usefixtures("folder")


def verdicts(*args: str, given: str | None = None) -> list[str]:
    """What is said about each game, in order: 'line: verdict', or 'line: why it could not be judged'."""
    said = run("validate", *args, "--format", "jsonl", given=given)
    return [
        f"{one['line']}: {one['complaints'][0]['message'] if one['complaints'] else one['verdict']}"
        for one in map(json.loads, said.out.splitlines())
    ]


FAR = "no game begins in the 3 lines before this line; what follows is skipped up to the next game"
TOO_LONG = {"garbage": ["x"] * 3, "events of no game": [EVENT] * 3, "lists": ["[]"] * 3}


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
    found = judged_apart("games.jsonl", size)
    wanted = list(pool.judge_paths(["games.jsonl"], JudgeOptions()))
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
    (part,) = parts(["games.jsonl.gz"], JudgeOptions())
    assert isinstance(part, Part)
    assert isinstance(part.what, LineBatch)
    assert len(part.what.lines) == 2
    assert [each.partition(":")[0] for each in verdicts("games.jsonl.gz")] == [f"{number + 1}", f"{2 * number + 2}"]


def test_many_short_lines_make_more_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MANY_LINES", 10)
    corpus(['{"game"'] * 100)
    found = [part.what for part in parts(["games.jsonl"], JudgeOptions()) if isinstance(part, Part)]
    assert [len(batch.lines) for batch in found if isinstance(batch, LineBatch)] == [10] * 10


def nested(times: int) -> str:
    return "[" * times + "]" * times


MEGABYTE = 1 << 20
LARGE: dict[str, tuple[str, str]] = {
    "zeros": ("\0" * 2 * MEGABYTE, ""),
    "spaces": (" " * 2 * MEGABYTE, ""),
    "blank lines": ("\n" * 2 * MEGABYTE, "the file is empty"),
    "lines of garbage": ("garbage\n" * 30_000, ""),
    "one word": ("g" * 2 * MEGABYTE, ""),
    "depth of lists": (nested(100_000), "nested more than 64 deep here; at most 64 are allowed"),
    "depth of maps": ('{"a":' * 100_000 + "1" + "}" * 100_000, "nested more than 64 deep here; at most 64 are allowed"),
    "lists that are not closed": ("[" * 100_000, ""),
    "a text that is not closed": ('{"' + "g" * MEGABYTE, ""),
    "keys": ("{" + ",".join(f'"k{number}":1' for number in range(2_000)) + "}", ""),
    "one key many times": (
        "{" + ",".join(['"k":1'] * 10_000) + "}",
        "the key 'k' is already on line 1; keep one of the two",
    ),
    "items": ("[" + ",".join(["1"] * 50_000) + "]", ""),
    "digits": ('{"game":' + "9" * MEGABYTE + "}", "has 1048576 digits; write at most 18, or put it in quotes"),
    "decimals": ('{"game":1.' + "9" * MEGABYTE + "}", ""),
    "escapes": ('{"game":"' + "\\n" * MEGABYTE + '"}', ""),
}
"""The content of a file, and the end of the complaint about it, or all of it if all readers say the same."""

LOGS = ("log.yaml", "log.json", "logs.jsonl", "logs.jsonl.gz", "logs.jsonl.bz2", "log.yaml.xz", "log.json.gz")
RULES = ("house.yaml", "house.json", "./house.yaml.gz", "deck.yaml")
MOST_MEMORY = 150 * MEGABYTE
LONGEST_LINE = 400


def packed(text: str, name: str) -> bytes:
    """A text as it stands in a file of this name."""
    raw = text.encode()
    return packing(name)(raw) if name.endswith(PACKED) else raw


def told_in_little(*command: str) -> list[str]:
    """The lines in which a command refuses what it reads, with little memory and in less than a few seconds."""
    began = time.process_time()
    tracemalloc.start()
    try:
        said = run(*command)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert said.code == 3
    assert peak < MOST_MEMORY
    assert time.process_time() - began < 60
    return (said.out + said.err).splitlines()


@pytest.mark.parametrize("what", LARGE)
@pytest.mark.parametrize("name", one_in(8, LOGS))
def test_a_log_that_is_large_in_one_way(name: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "GAME_LINES", 100)
    text, message = LARGE[what]
    Path(name).write_bytes(packed(text, name))
    told = told_in_little("validate", name)
    assert told[0].startswith(f"{name}:")
    if ".jsonl" not in name or "lines" not in what:
        assert any(message in line for line in told)
    assert len(told) <= 110 or what == "keys"
    assert max(map(len, told)) <= LONGEST_LINE


@pytest.mark.parametrize("what", LARGE)
@pytest.mark.parametrize("name", RULES)
def test_rules_that_are_large_in_one_way(name: str, what: str) -> None:
    text, _ = LARGE[what]
    Path(name).write_bytes(packed(text, name))
    told = told_in_little("check", name)
    assert told[0].startswith(f"{name}:1:")
    assert len(told) <= 60
    assert max(map(len, told)) <= LONGEST_LINE


@pytest.mark.parametrize(
    "name", ["logs.jsonl.gz", "logs.jsonl.bz2", "logs.jsonl.xz", "logs.jsonl.zst", "log.yaml.gz", "log.json.bz2"]
)
@pytest.mark.parametrize("command", one_in(2, ["validate", "score", "show", "coverage"]))
def test_what_unpacks_to_too_much(command: str, name: str) -> None:
    """Sixty-four megabytes in a few kilobytes, of which sixteen are looked at where a file is one game."""
    Path(name).write_bytes(packed("\0" * (64 * MEGABYTE), name))
    options = () if command == "show" else ("--max-unpacked", "40MB")
    (first, *_) = told_in_little(command, name, *options)
    if ".jsonl" not in name:
        assert first == f"{name}:1:1: the file is larger than 16 MB; write one game per line into a .jsonl file"
    elif command == "show":
        assert first == f"{name}:1:1: the line is longer than 16 MB; write one game per line"
    else:
        more = "it unpacks to more than 40 MB; `referee validate` reads more with --max-unpacked 80MB"
        assert first == f"{name}:1:1: the file cannot be read: {more}"


def test_a_file_that_needs_too_much_memory_to_unpack() -> None:
    """Three hundred bytes of xz may ask for a dictionary of gigabytes."""
    Path("logs.jsonl.xz").write_bytes(
        lzma.compress(GOOD.encode(), filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 300 * MEGABYTE}])
    )
    why = "unpacking it takes more than 128 MB of memory; pack it again with a smaller dictionary, as xz does by itself"
    assert told_in_little("validate", "logs.jsonl.xz")[0] == f"logs.jsonl.xz:1:1: the file cannot be read: {why}"


def test_rules_are_not_compressed() -> None:
    Path("house.yaml.gz").write_bytes(gzip.compress(b"extends: illuminate\n"))
    why = "./house.yaml.gz:1:1: this is compressed; rules are read from a file as it is"
    assert run("check", "./house.yaml.gz").out.splitlines()[0] == why


def test_yaml_is_shorter_than_json() -> None:
    Path("log.yaml").write_text("[" + "[]," * (2 * MEGABYTE) + "]", encoding="utf-8")
    why = "log.yaml:1:1: the YAML is larger than 4 MB; write JSON, or one game per line into a .jsonl file"
    assert run("validate", "log.yaml").out.splitlines()[0] == why
