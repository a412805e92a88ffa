"""What may be wrong with a corpus: each costs its own line, the rest is judged, and nothing is written half."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command_runner import BRIEF, run
from corpus_games import HEAD, PROGRAM, corpus, games, packing
from slowness import one_in

import referee
from referee.cli import logs
from referee.corpus import parts, pool
from referee.corpus.parts import JudgeOptions, Part
from referee.source import lines, packed
from referee.source.lines import LineBatch
from referee.workers import pool as workers

GOOD = games()[:7]
CHANGED = "the file changed while it was read; judge it again when nobody writes to it"
pytestmark = pytest.mark.usefixtures("folder")


def complaints(name: str, *options: str) -> tuple[int, list[str], list[str]]:
    """The exit code, the verdicts in order, and what is said about those that could not be judged."""
    said = run("validate", name, "--format", "jsonl", *options)
    verdicts = [json.loads(line) for line in said.out.splitlines()]
    told = [
        f"{each['file']}:{each['line']}:{each['column']}: {each['message']}"
        for verdict in verdicts
        for each in verdict["complaints"]
    ]
    return said.code, [verdict["verdict"] for verdict in verdicts], told


BROKEN = {
    "cut off": (GOOD[3][:100].encode(), "4:99: the text that begins here is not closed; end it with '\"'"),
    "a NUL byte": (b'{"game":"hearts\0"}', "4:16: the character U+0000 is not allowed; remove it"),
    "bytes that are not text": (b'{"game":"\xff"}', "4:10: the byte 0xFF is not UTF-8; save the file as UTF-8"),
    "50 MB": (b'{"' + b"x" * (50 << 20) + b'":1}', "4:1: the line is longer than 16 MB; write one game per line"),
    "a repeated key": (b'{"game":"a","game":"b"}', "4:13: the key 'game' is already on line 4; keep one of the two"),
    "a long number": (
        b'{"game":1234567890123456789}',
        "4:9: the number 1234567890123456789 has 19 digits; write at most 18, or put it in quotes",
    ),
    "depth": (b"[" * 70 + b"]" * 70, "4:65: lists and maps are nested more than 64 deep here; at most 64 are allowed"),
    "no game": (b"[1, 2]", "4:1: a log is a map with `game:`, `players:` and `events:`"),
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("what", one_in(2, BROKEN))
def test_a_broken_line_in_the_middle_costs_itself_alone(what: str, jobs: str) -> None:
    raw, message = BROKEN[what]
    good = [line.encode() for line in GOOD]
    Path("games.jsonl").write_bytes(b"\n".join([*good[:3], raw, *good[3:], b""]))
    assert complaints("games.jsonl", "--jobs", jobs) == (
        3,
        ["legal"] * 3 + ["unjudged"] + ["legal"] * 4,
        [f"games.jsonl:{message}"],
    )


DEAL = '{"deal":{"Ann":["Mk1:11"],"Ben":["Mk1:31"]}}'
EVENTS = [DEAL, '{"bids":{"Ann":1,"Ben":0}}', '{"trick":["Mk1:11","Mk1:31"]}']
IN_A_GAME = {
    "cut off": (EVENTS[1][:6], "3:2: the text that begins here is not closed; end it with '\"'"),
    "a list": ("[]", '3:1: an event is a map with one verb, like {"bid": 1}'),
    "nothing": ("null", '3:1: an event is a map with one verb, like {"bid": 1}'),
    "too long": (f'{{"note":"{"x" * (17 << 20)}"}}', "3:1: the line is longer than 16 MB; write one game per line"),
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("what", IN_A_GAME)
def test_a_broken_line_among_its_events_cuts_a_game_off(what: str, jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 10)
    raw, message = IN_A_GAME[what]
    head = json.dumps(HEAD)
    corpus([head, DEAL, raw, *EVENTS[1:], GOOD[0], head, *EVENTS])
    assert complaints("games.jsonl", "--jobs", jobs) == (3, ["unjudged", "legal", "legal"], [f"games.jsonl:{message}"])
    (first, *_) = map(json.loads, run("validate", "games.jsonl", "--format", "jsonl").out.splitlines())
    assert (first["line"], first["events"], first["unfinished"]) == (1, 1, "")


BROKEN_HEADS = {
    "cut off": (json.dumps(HEAD)[:40], "expected ',' or ']' after a list item, not the end"),
    "without a game": (json.dumps({**HEAD, "game": 1}), "expected text, not the number 1; put it in quotes"),
    "forgotten": (json.dumps({"players": ["Ann", "Ben"]}), "key 'game' is missing"),
    "a list": ("[]", "a log is a map with `game:`, `players:` and `events:`"),
}


@pytest.mark.parametrize("what", BROKEN_HEADS)
def test_the_events_of_a_broken_head_are_passed_over(what: str) -> None:
    raw, message = BROKEN_HEADS[what]
    corpus([GOOD[0], raw, *EVENTS, GOOD[1]])
    code, verdicts, told = complaints("games.jsonl")
    assert (code, verdicts) == (3, ["legal", "unjudged", "legal"])
    assert [each.partition(": ")[2] for each in told] == [message]


def test_a_broken_head_costs_the_game_before_it_nothing() -> None:
    head = json.dumps(HEAD)
    corpus([head, *EVENTS, head[:40], *EVENTS, head, *EVENTS])
    assert complaints("games.jsonl")[:2] == (3, ["legal", "unjudged", "legal"])


def test_a_game_that_is_cut_off_is_no_whole_log() -> None:
    corpus([json.dumps(HEAD), DEAL, "[]"])
    verdict = referee.judge("games.jsonl")
    assert [str(each) for each in verdict.complaints] == [
        'games.jsonl:3:1: an event is a map with one verb, like {"bid": 1}'
    ]
    assert run("legal", "games.jsonl").code == 3


ODD = {
    "Windows line ends": lambda raw: raw.replace(b"\n", b"\r\n"),
    "a byte order mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "blank lines at the end": lambda raw: raw + b"\n \n\r\n",
    "no line end at the end": lambda raw: raw.rstrip(b"\n"),
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_odd_but_readable_changes_nothing(what: str) -> None:
    wanted = run("validate", corpus(games()))
    Path("games.jsonl").write_bytes(ODD[what](Path("games.jsonl").read_bytes()))
    assert run("validate", "games.jsonl") == wanted
    assert wanted.out.splitlines()[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged; ")


@pytest.mark.parametrize("name", ["games.jsonl.gz", "games.jsonl.bz2", "games.jsonl.xz", "games.jsonl.zst"])
def test_a_compressed_file_that_is_cut_off_or_damaged(name: str) -> None:
    pack = packing(name)
    text = "".join(f"{line}\n" for line in GOOD[:5]).encode()
    Path(name).write_bytes(pack(text) + pack(text)[:-20])
    code, verdicts, told = complaints(name)
    assert (code, verdicts[:5], verdicts[-1]) == (3, ["legal"] * 5, "unjudged")
    assert told == [f"{name}:{len(verdicts)}:1: the file cannot be read: its compressed data ends too early"]
    Path(name).write_bytes(pack(text)[:30])
    assert complaints(name)[2] == [f"{name}:1:1: the file cannot be read: its compressed data ends too early"]
    Path(name).write_bytes(b"this is not packed at all")
    assert complaints(name) == (
        3,
        ["unjudged"],
        [f"{name}:1:1: the file cannot be read: its compressed data is damaged"],
    )


@pytest.mark.parametrize("name", ["games.jsonl.gz", "games.jsonl.bz2", "games.jsonl.xz", "games.jsonl.zst"])
@pytest.mark.parametrize("end", ["\n", ""])
def test_something_else_behind_what_is_compressed(end: str, name: str) -> None:
    pack = packing(name)
    Path(name).write_bytes(pack(("\n".join(GOOD[:5]) + end).encode()) + b"and something else\n" * 9)
    assert complaints(name) == (
        3,
        ["legal"] * 5 + ["unjudged"],
        [f"{name}:6:1: the file cannot be read: something that is not compressed follows its compressed data"],
    )


def test_zeros_end_a_compressed_file_only_where_a_stream_may_begin() -> None:
    """gzip may pad a file with zeros; in the middle of a stream they are what it holds."""
    zeros = b"\0" * (3 * packed.GZIP_PIECE)
    inside = gzip.compress(f"{GOOD[0]}\n".encode() + zeros + f"\n{GOOD[1]}\n".encode(), compresslevel=0)  # as it is
    assert zeros[: 2 * packed.GZIP_PIECE] in inside
    Path("games.jsonl.gz").write_bytes(inside + zeros)
    assert complaints("games.jsonl.gz") == (
        3,
        ["legal", "unjudged", "legal"],
        ["games.jsonl.gz:2:1: the character U+0000 is not allowed; remove it"],
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", ["games.jsonl.gz", "games.jsonl.bz2", "games.jsonl.xz", "games.jsonl.zst"])
def test_a_compressed_file_unpacks_to_so_much_and_no_more(name: str, jobs: str) -> None:
    pack = packing(name)
    text = "".join(f"{line}\n" for line in GOOD[:2]).encode()
    Path(name).write_bytes(pack(text) + pack(b" " * (2 << 20)) + pack(b"\n"))
    code, verdicts, told = complaints(name, "--max-unpacked", "2MB", "--jobs", jobs)
    assert (code, verdicts) == (3, ["legal"] * 2 + ["unjudged"])
    more = "it unpacks to more than 2 MB; `referee validate` reads more with --max-unpacked 4MB"
    assert told == [f"{name}:3:1: the file cannot be read: {more}"]
    assert complaints(name, "--max-unpacked", "4MB", "--jobs", jobs) == (0, ["legal"] * 2, [])
    said = [str(why) for verdict in referee.judge_many(name, max_unpacked=1000) for why in verdict.complaints]
    more = "it unpacks to more than 1000 bytes; `referee validate` reads more with --max-unpacked 2000"
    assert said == [f"{name}:1:1: the file cannot be read: {more}"]
    for command in ("score", "coverage") if jobs == "1" else ():
        assert told == run(command, name, "--max-unpacked", "2MB").err.splitlines()


def test_how_far_a_compressed_file_has_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 1000)
    monkeypatch.setattr(packed, "GZIP_PIECE", 100)
    whole = gzip.compress("".join(f"{line}\n" for line in GOOD * 40).encode() + os.urandom(2000).hex().encode())
    Path("games.jsonl.gz").write_bytes(whole)
    until = [
        part.what.until
        for part in parts.parts(["games.jsonl.gz"], parts.JudgeOptions())
        if isinstance(part, Part) and isinstance(part.what, LineBatch)
    ]
    assert until == sorted(until)
    assert 0 < until[0] < until[-1] == len(whole)


@pytest.mark.slow
def test_two_hundred_thousand_violations_are_a_line_a_game() -> None:
    log = json.loads(run("simulate", "illuminate", "-n", "1", "--detail", "results").out)
    false = dict.fromkeys(log["players"], 999)
    for item in log["events"]:
        item["expect"] = {"score": false, "totals": false}
    number, each = 2084, 12 * 4 * 2
    corpus([json.dumps(log, separators=(",", ":"))] * number, "bad.jsonl")
    said = run("validate", "bad.jsonl", "--as-played")
    assert said.code == 1
    told = said.out.splitlines()
    first = log["players"][0]
    assert told[0] == BRIEF
    assert told[1].endswith(
        f" event 1: illuminate/claim: the score of {first} is claimed to be 999; it is 2; {each - 1} more findings"
    )
    assert sum(line.startswith("bad.jsonl:") for line in told) == number
    assert told[-3].split() == ["illuminate/claim", str(number), str(number * each)]
    assert number * each > 200_000
    assert told[-1].startswith(f"{number} logs: 0 legal, {number} illegal, 0 not judged; ")


@pytest.mark.posix
def test_folders_that_lead_back_into_themselves() -> None:
    for folder in ("logs/deep", "elsewhere", "logs/a", "logs/b"):
        Path(folder).mkdir(parents=True)
    corpus(GOOD[:2], "logs/deep/games.jsonl")
    corpus(GOOD[:1], "elsewhere/more.jsonl")
    corpus(GOOD[:1], "logs/a/one.jsonl")
    Path("logs/round.jsonl").symlink_to("round.jsonl")
    links = {"deep/round": Path("logs").absolute(), "aside": Path("elsewhere").absolute(), "here": Path()}
    for name, to in {**links, "a/to-b": Path("../b"), "b/to-a": Path("../a")}.items():
        Path("logs", name).symlink_to(to, target_is_directory=True)
    said = run("validate", "logs", "--trust", "all", "--format", "jsonl", "--quiet")
    assert [json.loads(line)["path"] for line in said.out.splitlines()] == [
        "logs/a/one.jsonl",
        "logs/aside/more.jsonl",
        "logs/b/to-a/one.jsonl",
        "logs/deep/games.jsonl",
        "logs/deep/games.jsonl",
        "logs/round.jsonl",
    ]
    loops = ["logs/a/to-b/to-a", "logs/b/to-a/to-b", "logs/deep/round", "logs/here"]
    assert said.err == "".join(f"{name}: skipped; this link leads back to a folder above it\n" for name in loops)
    (broken,) = json.loads(said.out.splitlines()[-1])["complaints"]
    assert broken["message"] == "the file cannot be read: too many levels of symbolic links"
    assert said.code == 3


@pytest.mark.posix
def test_a_link_that_is_skipped_is_told_once_on_a_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("logs").mkdir()
    corpus(GOOD[:1], "logs/games.jsonl")
    corpus(GOOD[:1], "elsewhere.jsonl")
    Path("logs/aside.jsonl").symlink_to(Path("elsewhere.jsonl").absolute())
    monkeypatch.setattr(logs, "is_terminal", lambda stream: True)
    remark = "logs/aside.jsonl: skipped; this link leads out of the folder (--trust all follows it)\n"
    assert run("validate", "logs").err == remark


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "github", "sarif"])
def test_a_file_whose_name_is_not_utf8(form: str) -> None:
    Path("logs").mkdir()
    Path(os.fsdecode(b"logs/odd\xff.jsonl")).write_text("{\n", encoding="utf-8")
    said = run("validate", "logs", "--format", form, "--out", "report")
    assert (said.code, said.err) == (3, "")
    name = "logs/odd%FF.jsonl" if form == "sarif" else "logs/odd\\udcff.jsonl"
    assert name in Path("report").read_text(encoding="utf-8")


@pytest.mark.posix
def test_a_pattern_finds_each_file_once() -> None:
    Path("lp/a/deep").mkdir(parents=True)
    Path("lp/b").mkdir()
    for name in ("lp/top.jsonl", "lp/a/one.jsonl", "lp/a/deep/two.jsonl"):
        corpus(GOOD[:1], name)
    for name, to in {"a/up": "..", "b/aside": "../a", "b/again": "../.."}.items():
        Path("lp", name).symlink_to(to, target_is_directory=True)
    wanted = ["lp/a/deep/two.jsonl", "lp/a/one.jsonl", "lp/top.jsonl"]
    for pattern in ("lp/**/*.jsonl", "**/*.jsonl", "lp/**", "lp*"):
        said = run("validate", pattern, "--format", "jsonl")
        assert sorted(json.loads(line)["path"] for line in said.out.splitlines()) == wanted, pattern
        assert said.code == 0
    assert run("validate", f"{Path.cwd()}/l?/**/t*.jsonl", "--format", "jsonl").out.count("\n") == 2
    assert "lp/a/up: skipped; this link leads back to a folder above it\n" in said.err


@pytest.mark.parametrize("path", ["logs", "logs/**/*.jsonl"])
def test_a_folder_that_cannot_be_read_is_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("logs/closed", "logs/gone", "logs/open"):
        Path(folder).mkdir(parents=True)
        corpus(GOOD[:1], f"{folder}/games.jsonl")
    scandir = os.scandir

    def refused(folder: Any = ".") -> Any:
        if folder in ("logs/closed", "logs/gone"):
            error = errno.EACCES if folder == "logs/closed" else errno.EIO
            raise OSError(error, os.strerror(error), folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refused)
    code, verdicts, told = complaints(path)
    assert (code, verdicts) == (3, ["unjudged", "unjudged", "legal"])
    assert told == [
        "logs/closed:1:1: you have no permission to read this folder",
        "logs/gone:1:1: the folder cannot be read: input/output error",
    ]


@pytest.mark.posix
def test_a_pipe_in_a_folder_is_passed_over() -> None:
    Path("logs").mkdir()
    corpus(GOOD[:1], "logs/games.jsonl")
    os.mkfifo("logs/pipe.jsonl")
    said = run("validate", "logs", "--format", "jsonl")
    assert (said.code, said.out.count("\n")) == (0, 1)
    assert said.err == "logs/pipe.jsonl: skipped; this is a pipe, which is read only if it is named itself\n"


def test_a_file_that_changes_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 1)
    corpus(GOOD)
    judge, changes = parts.judge, []

    def judge_slowly(*args: Any, **options: Any) -> Any:
        if not changes:
            with Path("games.jsonl").open("a", encoding="utf-8") as stream:
                changes.append(stream.write("{"))
        return judge(*args, **options)

    monkeypatch.setattr(parts, "judge", judge_slowly)
    code, verdicts, told = complaints("games.jsonl")
    assert (code, verdicts[:7]) == (3, ["legal"] * 7)
    assert told[-1] == f"games.jsonl:{len(verdicts)}:1: {CHANGED}"


def small_disk(command: list[str], out: Any = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Runs a command that can make no file larger than a kilobyte."""
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

    return subprocess.run(
        [*PROGRAM, *command],
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        preexec_fn=limit,
        env={
            **os.environ,
            "PYTHONDONTWRITEBYTECODE": "1",
        },  # or it would leave modules that are cut off after a kilobyte
    )


FILLING = {
    "validate games.jsonl --quiet --format jsonl --out": "report.jsonl",
    "simulate hearts -n 5 --out": "games.jsonl.new",
    "score games.jsonl --format csv --out": "scores.csv",
    "score games.jsonl --plot": "plot.svg",
}


@pytest.mark.parametrize("command", FILLING)
def test_a_disk_that_is_full_leaves_nothing_half_behind(command: str) -> None:
    corpus(GOOD)
    out = FILLING[command]
    done = small_disk([*command.split(), out])
    option = command.split()[-1]
    assert (done.returncode, done.stderr) == (3, f"{option} {out} cannot be written: file too large\n")
    assert [path.name for path in Path().iterdir()] == ["games.jsonl"]
    Path(out).write_text("from before", encoding="utf-8")
    assert small_disk([*command.split(), out]).returncode == 3
    assert Path(out).read_text(encoding="utf-8") == "from before"


@pytest.mark.posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_device_that_is_full(jobs: str) -> None:
    corpus(games())
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [*PROGRAM, "validate", "games.jsonl", "--jobs", jobs]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "the output cannot be written: no space left on device\n")
    assert run("validate", "games.jsonl", "--out", "/dev/full") == (
        3,
        "",
        "--out /dev/full cannot be written: no space left on device\n",
    )
    assert Path("/dev/full").is_char_device()


@pytest.mark.posix
def test_an_output_file_is_whole_or_not_there() -> None:
    corpus(games())
    assert run("validate", "games.jsonl", "--out", "report.txt") == (3, "", "")
    assert Path("report.txt").read_text(encoding="utf-8") == run("validate", "games.jsonl").out
    Path("link.txt").symlink_to("report.txt")
    assert run("validate", "games.jsonl", "--max-errors", "1", "--out", "link.txt").code == 1
    assert Path("link.txt").is_symlink()
    assert "\n8 logs: 7 legal, 1 illegal, 0 not judged; " in Path("report.txt").read_text(encoding="utf-8")
    Path("folder").mkdir()
    for name, why in (("no/report.txt", "no such file or directory"), ("folder", "is a directory")):
        assert run("validate", "games.jsonl", "--out", name) == (
            2,
            "",
            f"referee validate: --out {name} cannot be written: {why} (see `referee validate --help`)\n",
        )
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "games.jsonl", "link.txt", "report.txt"]


def test_a_process_that_dies_costs_its_part_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.jsonl", "deadly.jsonl", "c.jsonl"):
        corpus(GOOD[:2], name)
    real = workers.judge_part

    def judge_part(part: Part, how: JudgeOptions) -> Any:
        return os._exit(1) if part.path == "deadly.jsonl" else real(part, how)

    monkeypatch.setattr(workers, "judge_part", judge_part)
    said = run("validate", "a.jsonl", "deadly.jsonl", "c.jsonl", "--jobs", "2", "--format", "jsonl")
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [each["verdict"] for each in found] == ["legal", "legal", "unjudged", "legal", "legal"]
    assert found[2]["complaints"][0]["message"] == (
        "the process that was judging this and what follows it here has died; is there enough memory?"
    )


def test_a_process_that_dies_is_told_at_the_line_it_had_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, rest = (Part("games.jsonl", LineBatch("games.jsonl", first, [])) for first in (1, 2))
    assert [workers.worker_death(part).line for part in (whole, rest)] == [1, 2]
    assert str(workers.worker_death(rest).complaints[0]).startswith(
        "games.jsonl:2:1: the process that was judging this"
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bug_is_reported_with_its_line_and_the_games_at_hand(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus(GOOD[:3])

    def judge_part(*_: Any, **__: Any) -> Any:
        raise IndexError("a bug")

    for module in (pool, workers):
        monkeypatch.setattr(module, "judge_part", judge_part)
    said = run("validate", "games.jsonl", "--jobs", jobs)
    assert said.code == 4
    assert re.search(
        r"has a bug at (?:corpus|workers)/pool\.py:\d+, judging games\.jsonl from line 1 on \(", said.err
    ), said.err


def test_a_game_that_nobody_knows_costs_its_line_alone() -> None:
    corpus([GOOD[0], json.dumps({**HEAD, "game": "iluminate", "events": []}), GOOD[1]])
    code, verdicts, told = complaints("games.jsonl")
    assert (code, verdicts) == (3, ["legal", "unjudged", "legal"])
    assert told == ["games.jsonl:2:10: no game is called 'iluminate'; did you mean 'illuminate'?"]
