"""Corpora and streams: many games in one run, on one core or several, from any kind of file, whatever is wrong with some."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

import pytest
from command_runner import BRIEF, run, write

from referee.cli.output import counted_out
from referee.cli.watching import bar
from referee.core.findings import Verdict
from referee.corpus import pool
from referee.corpus.parts import How, Part, Source, parts
from referee.source import lines

PROGRAM = (sys.executable, "-m", "referee")
GAMES = 30
HEAD = {
    "game": "illuminate",
    "players": ["Ann", "Ben"],
    "setup": {"dealer": "Ben", "roles": {"Ann": "doctor", "Ben": "teacher"}},
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def games() -> list[str]:
    """Lines of a corpus of three games; one hand of one of them is dealt wrongly, one line is broken."""
    found = []
    for game in ("illuminate", "hearts", "mercy"):
        said = run("simulate", game, "-n", str(GAMES // 3), "--detail", "results")
        found += said.out.splitlines()
    found[7] = found[7].replace('"cards":1,', '"cards":2,')
    found[20] = found[20][:100]
    return found


def corpus(games: list[str], name: str = "games.jsonl", end: str = "\n") -> str:
    Path(name).write_bytes("".join(f"{line}{end}" for line in games).encode())
    return name


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "github", "sarif"])
def test_the_answer_is_the_same_on_any_number_of_cores(
    games: list[str], form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "BATCH", 2000)
    corpus(games)
    corpus(games[:3], "more.jsonl")
    write("one.yaml", "game: hearts\n")
    paths = ("games.jsonl", "one.yaml", "nope.jsonl", "more.jsonl")
    one = run("validate", *paths, "--format", form)
    assert one.code == 3
    for jobs in ("2", "3"):
        assert run("validate", *paths, "--format", form, "--jobs", jobs) == one


def test_a_bad_game_is_one_line_and_tables_sum_up(games: list[str]) -> None:
    corpus(games)
    said = run("validate", "games.jsonl").out.splitlines()
    assert [line for line in said if not line.startswith(("Illuminate", "Hearts", "Mercy", "30 logs"))] == [
        "games.jsonl:8:189: event 1: illuminate/deal: hand 1 is written with 2 cards; it is dealt 1",
        "games.jsonl:21:94: not judged: the text that begins here is not closed; end it with '\"'",
        "game          logs    legal    illegal    not judged",
        "----------  ------  -------  ---------  ------------",
        "(unknown)        1        0          0             1",
        "hearts          10       10          0             0",
        "illuminate      10        9          1             0",
        "mercy            9        9          0             0",
        "",
        "rule               logs    findings",
        "---------------  ------  ----------",
        "illuminate/deal       1           1",
        "",
    ]
    assert said[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged; ")


def test_one_verdict_a_line(games: list[str]) -> None:
    corpus(games)
    found = [json.loads(line) for line in run("validate", "games.jsonl", "--format", "jsonl").out.splitlines()]
    assert [(each["path"], each["line"]) for each in found] == [("games.jsonl", number) for number in range(1, 31)]
    assert [each["line"] for each in found if each["verdict"] != "legal"] == [8, 21]
    assert found[7]["violations"][0]["rule"] == "illuminate/deal"


def test_the_run_ends_after_enough_bad_games(games: list[str]) -> None:
    corpus(games)
    for jobs in ("1", "2"):
        said = run("validate", "games.jsonl", "--max-errors", "1", "--format", "jsonl", "--jobs", jobs)
        assert (said.code, said.out.count("\n")) == (1, 8)
        assert said.err == "stopped after 1 bad log (--max-errors); what follows was not judged\n"


def test_compressed_files_and_patterns(games: list[str]) -> None:
    zstandard = pytest.importorskip("zstandard")
    plain = Path(corpus(games)).read_bytes()
    Path("a.jsonl.gz").write_bytes(gzip.compress(plain[:5000]) + gzip.compress(plain[5000:]))
    Path("b.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(plain))
    last = run("validate", "games.jsonl").out.splitlines()[-1]
    for name in ("a.jsonl.gz", "b.jsonl.zst", "a*.gz"):
        assert run("validate", name).out.splitlines()[-1] == last
    assert run("validate", "?.jsonl*").out.splitlines()[-1].startswith("60 logs: 56 legal, 2 illegal, 2 not judged; ")
    assert run("validate", "x*.jsonl").out.splitlines()[0] == "x*.jsonl:1:1: no file fits this pattern"


def test_standard_input_is_judged_on_several_cores_too(games: list[str]) -> None:
    text = "".join(f"{line}\n" for line in games)
    one, two = run("validate", "-", given=text), run("validate", "-", "--jobs", "2", given=text)
    assert one == two
    assert one.out.splitlines()[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged; ")


def test_a_batch_ends_only_between_games(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 10)
    game = json.loads(games[0])
    events = game.pop("events")
    stream = [json.dumps(game), *map(json.dumps, events)]
    corpus([*stream, games[1], *stream, "{", *stream[1:3]])
    found = [part.what for part in parts(["games.jsonl"]) if isinstance(part, Part)]
    assert [(batch.first, len(batch.lines)) for batch in found if isinstance(batch, lines.Batch)] == [
        (1, len(stream)),
        (len(stream) + 1, 1),
        (len(stream) + 2, len(stream)),
        (2 * len(stream) + 2, 3),
    ]
    one = run("validate", "games.jsonl", "--format", "jsonl")
    assert run("validate", "games.jsonl", "--format", "jsonl", "--jobs", "2") == one
    assert [json.loads(line)["verdict"] for line in one.out.splitlines()] == ["legal"] * 3 + ["unjudged"] * 3


ODD = {
    "Windows line ends": lambda games: "\r\n".join([*games, ""]).encode(),
    "a byte order mark": lambda games: b"\xef\xbb\xbf" + "\n".join([*games, ""]).encode(),
    "blank lines at the end": lambda games: "\n".join([*games, "", " ", ""]).encode(),
    "no line end at the end": lambda games: "\n".join(games).encode(),
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_odd_but_readable(games: list[str], what: str) -> None:
    Path("games.jsonl").write_bytes(ODD[what](games))
    assert run("validate", "games.jsonl").out.splitlines()[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged;")


BROKEN = {
    "a NUL byte": (b'{"game":"hearts\0"}', "the character U+0000 is not allowed; remove it", 16),
    "bytes that are no text": (b'{"game":"\xff"}', "the byte 0xFF is not UTF-8; save the file as UTF-8", 10),
    "a line of 50 MB": (b'{"' + b"x" * (50 << 20) + b'":1}', "the line is longer than 16 MB; write one game a line", 1),
    "a repeated key": (b'{"game":"a","game":"b"}', "the key 'game' is already on line 4; keep one of the two", 13),
    "a long number": (b'{"game":1234567890123456789}', "the number 1234567890123456789 has 19 digits; ", 9),
    "depth": (b"[" * 70 + b"]" * 70, "lists and maps are nested more than 64 deep here; at most 64 are allowed", 65),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_line_costs_itself_alone(games: list[str], what: str) -> None:
    raw, message, column = BROKEN[what]
    good = [line.encode() for line in games[:7]]
    Path("games.jsonl").write_bytes(b"\n".join([*good[:3], raw, *good[3:], b""]))
    said = run("validate", "games.jsonl", "--format", "jsonl")
    verdicts = [json.loads(line) for line in said.out.splitlines()]
    assert (said.code, [each["verdict"] for each in verdicts]) == (3, ["legal"] * 3 + ["unjudged"] + ["legal"] * 4)
    (complaint,) = verdicts[3]["complaints"]
    assert (complaint["line"], complaint["column"]) == (4, column)
    assert complaint["message"].startswith(message)


@pytest.mark.parametrize("name", ["games.jsonl.gz", "games.jsonl.zst"])
def test_a_compressed_file_that_is_cut_off(games: list[str], name: str) -> None:
    zstandard = pytest.importorskip("zstandard")
    text = "".join(f"{line}\n" for line in games[:5]).encode()
    pack = zstandard.ZstdCompressor().compress if name.endswith("zst") else gzip.compress
    Path(name).write_bytes((pack(text) + pack(text))[:-20])
    said = run("validate", name)
    assert said.code == 3
    told = [line for line in said.out.splitlines() if "ends too early" in line]
    assert len(told) == 1
    assert told[0].endswith(":1: the file cannot be read: its compressed data ends too early")
    assert int(told[0].split(":")[1]) in range(6, 11)
    Path(name).write_bytes(b"this is not packed at all")
    assert run("validate", name).out.splitlines()[0] == (
        f"{name}:1:1: the file cannot be read: its compressed data is damaged"
    )


def test_thousands_of_violations_are_a_line_each() -> None:
    bad = {**HEAD, "events": [{"result": {"cards": 1, "bids": {"Ann": 2, "Ben": 0}, "won": {"Ann": 0, "Ben": 1}}}]}
    number = 5000
    Path("bad.jsonl").write_text(f"{json.dumps(bad, separators=(',', ':'))}\n" * number, encoding="utf-8")
    said = run("validate", "bad.jsonl")
    assert said.code == 1
    assert sum(": event 1: illuminate/bid" in line for line in said.out.splitlines()) == number
    assert said.out.splitlines()[-1].startswith(f"{number} logs: 0 legal, {number} illegal, 0 not judged")


def test_a_folder_that_leads_back_into_itself(games: list[str]) -> None:
    Path("logs/deep").mkdir(parents=True)
    corpus(games[:2], "logs/deep/games.jsonl")
    Path("logs/deep/round").symlink_to(Path("logs").absolute(), target_is_directory=True)
    Path("elsewhere").mkdir()
    corpus(games[:1], "elsewhere/more.jsonl")
    Path("logs/aside").symlink_to(Path("elsewhere").absolute(), target_is_directory=True)
    said = run("validate", "logs")
    assert said.code == 0
    assert said.err == "logs/deep/round: passed over; this link leads back to a folder above it\n"
    assert said.out.splitlines()[-1].startswith("3 logs: 3 legal")


def test_a_file_that_changes_while_it_is_read(games: list[str]) -> None:
    corpus(games[:3])
    found = []
    for item in pool.judged(["games.jsonl"], How()):
        assert isinstance(item, Verdict)
        found.append(item)
    assert [verdict.status for verdict in found] == ["legal"] * 3
    batches = lines.load_lines("games.jsonl")
    first = next(batches)
    with Path("games.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(games[3] + "\n")
    rest = list(batches)
    assert isinstance(first, lines.Document)
    assert str(rest[-1]) == (
        "games.jsonl:5:1: the file changed while it was read; judge it again when nobody writes to it"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk(games: list[str]) -> None:
    corpus(games)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*PROGRAM, "validate", "games.jsonl"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (3, "the output cannot be written: no space left on device\n")


def test_an_output_file_is_whole_or_not_there(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    corpus(games)
    said = run("validate", "games.jsonl", "--out", "report.txt")
    assert (said.code, said.out) == (3, "")
    assert Path("report.txt").read_text(encoding="utf-8") == run("validate", "games.jsonl").out
    said = run("validate", "games.jsonl", "--out", "no/report.txt")
    assert said.code == 2
    assert said.err.startswith("referee validate: --out no/report.txt cannot be written: no such file or directory ")

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("referee.cli.output.print", full, raising=False)
    said = run("validate", "games.jsonl", "--out", "full.txt")
    assert said == (3, "", "--out full.txt cannot be written: no space left on device\n")
    assert sorted(path.name for path in Path().iterdir()) == ["games.jsonl", "report.txt"]


def _die(*_: Any) -> Any:
    os._exit(1)


def test_a_process_that_dies_costs_its_part_alone(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.jsonl", "deadly.jsonl", "c.jsonl"):
        corpus(games[:2], name)
    real = pool.judge_part

    def judge_part(part: Part, how: How) -> Any:
        return _die() if part.path == "deadly.jsonl" else real(part, how)

    monkeypatch.setattr(pool, "judge_part", judge_part)
    said = run("validate", "a.jsonl", "deadly.jsonl", "c.jsonl", "--jobs", "2", "--format", "jsonl")
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [each["verdict"] for each in found] == ["legal", "legal", "unjudged", "legal", "legal"]
    assert found[2]["complaints"][0]["message"] == (
        "the process that judged this, and what follows it here, has died; is there memory enough?"
    )


def told(stream: IO[str], number: int) -> list[str]:
    return [stream.readline() for _ in range(number)]


def live(*options: str) -> subprocess.Popen[str]:
    command = [*PROGRAM, "validate", "-", *options]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )


def test_a_live_table_hears_of_each_violation_at_once() -> None:
    table = live("--as-played")
    assert table.stdin
    assert table.stdout

    def say(item: Any) -> None:
        table.stdin.write(json.dumps(item) + "\n")  # type: ignore[union-attr]

    say(HEAD)
    say({"deal": {"Ann": ["Mk1:11"], "Ben": ["Mk1:31"]}})
    say({"bids": {"Ann": 2, "Ben": 0}})
    first = told(table.stdout, 3)
    assert first[0].startswith("<stdin>:3:18: illuminate/bid")
    say({"trick": ["Mk1:11", "Mk1:31"], "expect": {"winner": "Ann"}})
    second = told(table.stdout, 2)
    assert second[0] == (
        "<stdin>:4:54: illuminate/claim: Ann is claimed to have won the trick; Ben won it with Mk1:31\n"
    )
    table.send_signal(signal.SIGINT)
    rest, complaints = table.communicate(timeout=20)
    assert table.returncode == 130
    assert complaints == "stopped by Ctrl-C after 1 log; the rest was not judged\n"
    assert rest.splitlines()[0] == BRIEF
    assert rest.splitlines()[-1].startswith("<stdin>: illegal: 1 hand, 2 plays, 2 bids, 1 score, 1 claim; 2 findings")


def test_a_live_table_is_told_when_judging_stops() -> None:
    text = "\n".join(map(json.dumps, [HEAD, {"bids": {"Ann": 2, "Ben": 0}}, {"trick": ["Mk1:11", "Mk1:31"]}]))
    said = run("validate", "-", given=text)
    assert said.code == 1
    assert said.err == (
        "<stdin>: judging stops here; what follows is a game that was not played (--as-played goes on)\n"
    )
    assert said.out.splitlines()[0].startswith("<stdin>:2:")
    assert said.out.count("illuminate/bid") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_what_there_is(games: list[str], jobs: str) -> None:
    corpus([games[0]] * 5000)
    with subprocess.Popen(
        [*PROGRAM, "validate", "games.jsonl", "--jobs", jobs, "--format", "jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run_:
        assert run_.stdout
        assert run_.stderr
        out = run_.stdout.readline()
        run_.send_signal(signal.SIGINT)
        out += run_.stdout.read()
        err = run_.stderr.read()
    lines_ = [json.loads(line)["line"] for line in out.splitlines()]
    assert run_.returncode == 130
    assert err == f"stopped by Ctrl-C after {counted_out(len(lines_), 'logs')}; the rest was not judged\n"
    assert lines_ == list(range(1, len(lines_) + 1))
    assert len(lines_) < 5000


def test_the_bar_says_how_far_and_how_long() -> None:
    assert bar(1234, 25, 100, 2.0) == "[######··················] 1,234 games, 617 games/s, 0:06 left"
    assert bar(10, 0, 100, 2.0) == "[························] 10 games, 5 games/s"
    assert bar(10, 300, 100, 1.0).endswith("0:00 left")


def test_a_terminal_sees_the_bar_and_a_file_does_not(games: list[str]) -> None:
    pty = pytest.importorskip("pty")
    corpus([games[0]] * 2500)
    first, second = pty.openpty()
    with subprocess.Popen([*PROGRAM, "validate", "games.jsonl"], stdout=subprocess.PIPE, stderr=second) as shown:
        os.close(second)
        seen = b""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                piece = os.read(first, 1000)
            except OSError:
                break
            if not piece:
                break
            seen += piece
        out = shown.stdout.read() if shown.stdout else b""
    assert b"games/s" not in out
    assert b" left" in seen
    assert seen.endswith(b"\r\x1b[K")


def test_remarks_keep_their_place(games: list[str]) -> None:
    assert list(parts(["nope.yaml"])) == [Part("nope.yaml", Source("nope.yaml"))]
