"""Corpora: many games in one run, on one core or several, from any kind of file."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_runner import run, write
from corpus_games import PROGRAM, corpus, games

from referee.cli.output import counted_out
from referee.cli.watching import bar
from referee.corpus.parts import Part, Source, parts
from referee.source import lines


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "github", "sarif"])
def test_the_answer_is_the_same_on_any_number_of_cores(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 2000)
    corpus(games())
    corpus(games()[:3], "more.jsonl")
    write("one.yaml", "game: hearts\n")
    paths = ("games.jsonl", "one.yaml", "nope.jsonl", "more.jsonl")
    one = run("validate", *paths, "--format", form)
    assert one.code == 3
    for jobs in ("2", "3"):
        assert run("validate", *paths, "--format", form, "--jobs", jobs) == one


def test_a_bad_game_is_one_line_and_tables_sum_up() -> None:
    corpus(games())
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


def test_one_verdict_a_line() -> None:
    corpus(games())
    found = [json.loads(line) for line in run("validate", "games.jsonl", "--format", "jsonl").out.splitlines()]
    assert [(each["path"], each["line"]) for each in found] == [("games.jsonl", number) for number in range(1, 31)]
    assert [each["line"] for each in found if each["verdict"] != "legal"] == [8, 21]
    assert found[7]["violations"][0]["rule"] == "illuminate/deal"


def test_the_run_ends_after_enough_bad_games() -> None:
    corpus(games())
    for jobs in ("1", "2"):
        said = run("validate", "games.jsonl", "--max-errors", "1", "--format", "jsonl", "--jobs", jobs)
        assert (said.code, said.out.count("\n")) == (1, 8)
        assert said.err == "stopped after 1 bad log (--max-errors); what follows was not judged\n"


def test_compressed_files_and_patterns() -> None:
    zstandard = pytest.importorskip("zstandard")
    plain = Path(corpus(games())).read_bytes()
    Path("a.jsonl.gz").write_bytes(gzip.compress(plain[:5000]) + gzip.compress(plain[5000:]))
    Path("b.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(plain))
    last = run("validate", "games.jsonl").out.splitlines()[-1]
    for name in ("a.jsonl.gz", "b.jsonl.zst", "a*.gz"):
        assert run("validate", name).out.splitlines()[-1] == last
    assert run("validate", "?.jsonl*").out.splitlines()[-1].startswith("60 logs: 56 legal, 2 illegal, 2 not judged; ")
    assert run("validate", "x*.jsonl").out.splitlines()[0] == "x*.jsonl:1:1: no file fits this pattern"


def test_standard_input_is_judged_on_several_cores_too() -> None:
    text = "".join(f"{line}\n" for line in games())
    one, two = run("validate", "-", given=text), run("validate", "-", "--jobs", "2", given=text)
    assert one == two
    assert one.out.splitlines()[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged; ")


def test_a_batch_ends_only_between_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 10)
    game = json.loads(games()[0])
    events = game.pop("events")
    stream = [json.dumps(game), *map(json.dumps, events)]
    corpus([*stream, games()[1], *stream, "{", *stream[1:3]])
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


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_what_there_is(jobs: str) -> None:
    corpus([games()[0]] * 5000)
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


def test_a_terminal_sees_the_bar_and_a_file_does_not() -> None:
    pty = pytest.importorskip("pty")
    corpus([games()[0]] * 2500)
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


def test_remarks_keep_their_place() -> None:
    assert list(parts(["nope.yaml"])) == [Part("nope.yaml", Source("nope.yaml"))]
