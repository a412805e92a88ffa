"""`--cluster`: a real Dask scheduler and two workers on the loopback interface, one of which is killed half-way."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import run

from referee.core.findings import Verdict
from referee.corpus import cluster, pool
from referee.corpus.parts import How, Part, Range, judge_part
from referee.source import lines

distributed = pytest.importorskip("distributed")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    games = [run("simulate", game, "-n", "60", "--detail", "plays").out for game in ("illuminate", "mercy")]
    found = "".join(games).splitlines()
    found[11] = found[11][:200]
    found[77] = found[77].replace('"trick":["', '"trick":["Mt1:1","', 1)
    Path("games.jsonl").write_text("\n".join(found) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def workers(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler and its two workers, as an administrator starts them."""
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    started: list[subprocess.Popen[str]] = []

    def start(*command: str) -> subprocess.Popen[str]:
        started.append(subprocess.Popen([sys.executable, "-m", "dask", *command], **quiet))  # type: ignore[call-overload]
        return started[-1]

    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    address = ""
    assert scheduler.stderr
    while not address:
        line = scheduler.stderr.readline()
        assert line, "the scheduler has not started"
        if found := re.search(r"tcp://127\.0\.0\.1:\d+", line):
            address = found.group()
    options = (
        "--nthreads",
        "1",
        "--no-dashboard",
        "--no-nanny",
        "--host",
        "127.0.0.1",
        "--local-directory",
        str(folder),
    )
    two = [start("worker", address, *options) for _ in range(2)]
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    yield address, two
    for process in started:
        process.kill()
    for process in started:
        process.communicate()


def test_a_lost_worker_costs_nothing(
    workers: tuple[str, list[subprocess.Popen[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, two = workers
    monkeypatch.setattr(cluster, "RANGE", 3000)
    wanted = [verdict for verdict in pool.judged(["games.jsonl"], How()) if isinstance(verdict, Verdict)]
    found: list[Verdict] = []
    for verdict in pool.judged(["games.jsonl", "no.jsonl"], How(), cluster=address):
        assert isinstance(verdict, Verdict)
        found.append(verdict)
        if len(found) == 30:
            two[0].kill()
    assert found.pop().complaints[0].message == "no such file"
    assert [verdict.line for verdict in found] == list(range(1, 121))
    for one, other in zip(wanted, found, strict=True):
        one.table = None
        assert other == one
    two[1].poll()
    said = run("validate", "games.jsonl", "--cluster", address)
    assert said == run("validate", "games.jsonl")
    assert said.code == 3


def test_a_scheduler_that_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    said = run("validate", "games.jsonl", "--cluster", "tcp://127.0.0.1:1")
    assert (said.code, said.out) == (3, "")
    assert said.err.endswith("no Dask scheduler answers at tcp://127.0.0.1:1 (OSError)\n")


@pytest.mark.parametrize("size", [1, 7, 100, 999, 5000])
def test_ranges_part_a_file_without_a_gap(folder: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = [
        '{"game":"mercy","players":["Ann","Ben"],"setup":{"dealer":"Ben","roles":{"Ann":"doctor","Ben":"teacher"}}}',
        "",
        '{"bid":1}',
        '{"play":"Mt1:1"}',
    ]
    raw = "\n".join([*stream, "{", *stream[2:], "", *stream, '{"game":1}']).encode()
    monkeypatch.setattr(lines, "LINE_LIMIT", 110)
    raw += b"\n" + b"x" * 300 + b"\r\n" + b"\n".join(line.encode() for line in stream)
    Path("odd.jsonl").write_bytes(raw)
    monkeypatch.setattr(cluster, "RANGE", size)
    parts = list(cluster.ranges(["odd.jsonl"]))
    found = [item for part in parts if isinstance(part, Part) for item in judge_part(part, How())]
    wanted = list(pool.judged(["odd.jsonl"], How()))
    assert len(wanted) == 8
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, Verdict)
        assert isinstance(other, Verdict)
        one.table = other.table = None
        assert other == one
    if size < len(raw):
        assert all(isinstance(part.what, Range) for part in parts if isinstance(part, Part))


def test_a_file_that_changes_while_it_is_shared_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RANGE", 3000)
    parts = cluster.ranges(["games.jsonl"])
    next(parts)
    with Path("games.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    last = list(parts)[-1]
    assert isinstance(last, Part)
    assert str(last.what) == f"games.jsonl:121:1: {lines.CHANGED}"
