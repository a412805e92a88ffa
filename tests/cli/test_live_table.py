"""A table that is still playing: every violation is reported as soon as its line has come."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from command_runner import BRIEF, run
from corpus_games import HEAD, PROGRAM, games
from slowness import one_in

from referee.judging.read import begins
from referee.source import lines

DEAL = {"deal": {"Ann": ["Mk1:11"], "Ben": ["Mk1:31"]}}
BIDS = {"bids": {"Ann": 2, "Ben": 0}}
TRICK = {"trick": ["Mk1:11", "Mk1:31"], "expect": {"winner": "Ann"}}
BID_TOO_HIGH = [
    "<stdin>:3:18: illuminate/bid-range: Ann bid 2 in a hand of 1 card\n",
    '    3 | {"bids": {"Ann": 2, "Ben": 0}}\n',
    "      |                  ^\n",
    "    legal here: 0 1\n",
    "    rule: A bid is a whole number of tricks, from none to the number of cards in the hand. "
    "(publisher's rules, Bidding and Scoring)\n",
]
CLAIM = (
    "<stdin>:4:54: illuminate/claim: Ann is claimed to have won the trick; Ben won it with Mk1:31, "
    "because Mk1:31 is the highest card of Mark, the suit that was led\n"
)


def told(stream: IO[str], number: int) -> list[str]:
    return [stream.readline() for _ in range(number)]


@contextlib.contextmanager
def live(stdin: int | IO[str], *options: str) -> Iterator[subprocess.Popen[str]]:
    """`referee validate -`, killed when it has not ended after a minute, so that nobody waits for its words for ever."""
    command = [*PROGRAM, "validate", "-", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=stdin, stdout=pipe, stderr=pipe, text=True, bufsize=1) as table:
        watchdog = threading.Timer(60, table.kill)
        watchdog.start()
        try:
            yield table
        finally:
            watchdog.cancel()
            table.kill()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_violation_is_told_at_once_and_ctrl_c_sums_up(jobs: str) -> None:
    with live(subprocess.PIPE, "--as-played", "--jobs", jobs) as table:
        assert table.stdin
        assert table.stdout
        for item in (HEAD, DEAL, BIDS):
            table.stdin.write(f"{json.dumps(item)}\n")
        assert told(table.stdout, 5) == BID_TOO_HIGH
        table.stdin.write(f"{json.dumps(TRICK)}\n")
        assert told(table.stdout, 4)[0] == CLAIM
        table.send_signal(signal.SIGINT)
        rest, complaints = table.communicate(timeout=60)
    assert table.returncode == 130
    assert complaints == "stopped by Ctrl-C after 1 log; the rest was not judged\n"
    assert rest.splitlines()[0] == BRIEF
    assert rest.splitlines()[-1] == (
        "<stdin>: illegal: 1 hand, 2 plays, 2 bids, 1 score, 1 claim; 2 findings, 0 doubts; "
        "unfinished: Ann must deal hand 2"
    )


def test_a_file_that_grows_is_followed(tmp_path: Path) -> None:
    tail = shutil.which("tail")
    if tail is None:
        pytest.skip("there is no tail")
    path = tmp_path / "table.jsonl"
    path.write_text("".join(f"{json.dumps(item)}\n" for item in (HEAD, DEAL)), encoding="utf-8")
    with subprocess.Popen([tail, "-n", "+1", "-f", str(path)], stdout=subprocess.PIPE, text=True) as follow:
        assert follow.stdout
        with live(follow.stdout) as table:
            assert table.stdout
            with path.open("a", encoding="utf-8") as stream:
                stream.write(f"{json.dumps(BIDS)}\n")
            heard = told(table.stdout, 5)
            follow.terminate()
            rest, _ = table.communicate(timeout=60)
    assert heard == BID_TOO_HIGH
    assert table.returncode == 1
    assert rest.splitlines()[-1] == (
        "<stdin>: illegal: 1 hand, 0 plays, 0 bids, 0 scores; 1 finding, 0 doubts; judged to event 2, 1 event not judged"
    )


def test_it_is_told_when_judging_stops() -> None:
    text = "\n".join(map(json.dumps, [HEAD, BIDS, TRICK]))
    said = run("validate", "-", given=text)
    assert said.code == 1
    assert said.err == (
        "<stdin>: judging stops here; what follows is a game that was not played (--as-played continues)\n"
    )
    assert said.out.splitlines()[0].startswith("<stdin>:2:")
    assert said.out.count("illuminate/bid") == 1


SHAPELESS = {
    "a verb that is none": (
        {"bdis": {"Ann": 2, "Ben": 0}},
        [
            "<stdin>:3:2: unknown verb 'bdis'; did you mean 'bids'?\n",
            '    3 | {"bdis": {"Ann": 2, "Ben": 0}}\n',
            "      |  ^^^^^^\n",
        ],
    ),
    "a list": ([], ['<stdin>:3:1: an event is a map with one verb, like {"bid": 1}\n', "    3 | []\n", "      | ^\n"]),
}
STOPPED = "<stdin>: judging of this game stops here; what follows in it is not judged\n"


@pytest.mark.parametrize("options", [(), ("--as-played",)])
@pytest.mark.parametrize("what", SHAPELESS)
def test_what_cannot_be_judged_is_told_at_once(what: str, options: tuple[str, ...]) -> None:
    item, message = SHAPELESS[what]
    with live(subprocess.PIPE, *options) as table:
        assert table.stdin
        assert table.stdout
        assert table.stderr
        for each in (HEAD, DEAL, item):
            table.stdin.write(f"{json.dumps(each)}\n")
        assert told(table.stdout, 3) == message
        assert told(table.stderr, 1) == [STOPPED]
        table.stdin.write(f"{json.dumps(TRICK)}\n")
        rest, complaints = table.communicate(timeout=60)
    assert (table.returncode, complaints) == (3, "")
    assert rest.splitlines()[0] == BRIEF
    assert rest.splitlines()[1].startswith("<stdin>: not judged: 1 hand, ")
    assert len(rest.splitlines()) == 2


HEADS = [
    '{"game":"iluminate","players":["Ann","Ben"]}',
    '{"game":"illuminate","players":1}',
    '{"players":["Ann","Ben"]}',
    '{"game":"illuminate","pla',
]


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_cannot_be_judged_is_told_at_once(head: str) -> None:
    with live(subprocess.PIPE) as table:
        assert table.stdin
        assert table.stdout
        table.stdin.write(f"{head}\n{json.dumps(DEAL)}\n")
        first, line, mark = told(table.stdout, 3)
        assert first.startswith("<stdin>:1:")
        assert line == f"    1 | {head}\n"
        assert mark.rstrip("^\n").strip() == "|"
        rest, _ = table.communicate(timeout=60)
    assert table.returncode == 3
    assert rest == "<stdin>: not judged: 1 complaint\n"


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_live_table_ends_with_enough_bad_games(form: str) -> None:
    with live(subprocess.PIPE, "--max-errors", "1", "--format", form) as table:
        assert table.stdin
        assert table.stdout
        for item in (HEAD, DEAL, BIDS):
            table.stdin.write(f"{json.dumps(item)}\n")
        assert table.wait(timeout=60) == 1
        rest = table.stdout.read()
    assert rest.count("<stdin>:3:18: illuminate/bid-range" if form == "text" else '"verdict":"illegal"') == 1


@pytest.mark.parametrize("form", one_in(3, ["jsonl", "text", "github"]))
def test_each_whole_game_is_told_when_its_line_is_complete(form: str) -> None:
    bad = games()[7]
    with live(subprocess.PIPE, "--format", form) as table:
        assert table.stdin
        assert table.stdout
        if form == "github":  # it has a label once the next is there
            table.stdin.write(f"{bad}\n")
        for number in range(1, 25):
            table.stdin.write(f"{bad}\n")
            line = table.stdout.readline()
            if form == "jsonl":
                assert json.loads(line)["line"] == number
            while form == "text" and not line.startswith("<stdin>"):
                line = table.stdout.readline()
            assert "illuminate/deal" in line or form != "text"
        rest, _ = table.communicate(timeout=60)
    assert table.returncode == 1
    if form == "text":
        assert rest.splitlines()[-1].startswith("24 logs: 0 legal, 24 illegal, 0 not judged; ")


def test_much_that_comes_at_once_is_judged_together() -> None:
    pytest.importorskip("numpy")
    whole = "".join(f"{line}\n" for line in run("simulate", "hearts", "-n", "20").out.splitlines())
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stream, os.fdopen(write, "wb") as other:
        threading.Thread(target=lambda: (other.write(whole.encode()), other.close())).start()
        come = lines.Piped(stream)
        found = list(lines.in_batches("-", lines.lines_of(come, "-"), begins, 1 << 20, 1 << 20, lambda _: come.waits()))
    assert [len(batch.lines or ()) for batch in found] == [20]


def test_it_is_not_advised_to_go_on_where_nobody_can() -> None:
    impossible = {"deal": {"Ann": ["Mk1:11"], "Ben": ["Mk1:11"]}}
    for options in ((), ("--as-played",)):
        said = run("validate", "-", *options, given="\n".join(map(json.dumps, [HEAD, impossible, BIDS])))
        assert (said.code, said.err) == (1, STOPPED)


def test_a_formula_without_a_value_ends_its_game_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text(
        "extends: illuminate\nscoring:\n  bid: {cases: [{points: 1 / (hand - 1)}]}\n", encoding="utf-8"
    )
    ours = {**HEAD, "house": "house.yaml"}
    lines = [json.dumps(item) for item in (ours, DEAL, {"bids": {"Ann": 1, "Ben": 0}}, TRICK, DEAL, HEAD, DEAL)]
    said = run("validate", "-", "--trust", "folder", given="\n".join(lines) + "\n")
    assert said.code == 3
    fault = "the formula '1 / (hand - 1)' divides by zero; guard it, as in: x / y if y != 0 else 0"
    assert said.out.splitlines()[0] == f"house.yaml:3:16: {fault}"
    assert said.out.splitlines()[-1].startswith("2 logs: 1 legal, 0 illegal, 1 not judged")
