"""Signals at every stage of judging with several processes: none is left behind, and the exit code says what ended the run."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from corpus_games import corpus, games

pytestmark = pytest.mark.posix

PATIENCE = 60
"""Seconds for a process to end; reached only by one that would never end."""

HELD = """
import sys
from pathlib import Path

from referee.cli import main, terminal
from referee.source import lines
from referee.workers import pool

stage = sys.argv.pop(1)
terminal.PATIENCE = 3600.0  # however slow a machine is, there is no line about progress
judge_part, close = pool.judge_part, pool.Cores.close
lines.BATCH = lines.LARGE_BATCH = 1000


def hold():
    Path("here").write_text("")
    Path("go").read_text()


def held_at(part, how):
    if stage == {1: "first", 2: "amid"}.get(part.what.first):
        hold()
    return judge_part(part, how)


def held_closing(self):
    if stage == "last":
        hold()
    close(self)


pool.judge_part, pool.Cores.close = held_at, held_closing
main()
"""
"""The program, which stops at a stage, says so through the pipe `here`, and goes on when somebody opens the pipe `go`."""

STAGES = {"first": "a process judges the first part", "amid": "it judges the second", "last": "all have been judged"}
ENDINGS = {"SIGINT": 130, **{name: -getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGKILL")}}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", [name for name in ENDINGS if name != "SIGKILL"])
def test_no_part_is_left_behind(name: str, stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("report").write_text("from before", encoding="utf-8")
    _ended(name, stage, "--out", "report")
    assert Path("report").read_text(encoding="utf-8") == "from before"
    left = {path.name for path in Path().iterdir()} - {"games.jsonl", "here", "go", "report"}
    kept = {"report.partial"} if name == "SIGINT" else set()
    assert left == kept or (stage == "first" and not left)  # perhaps nothing was judged by then


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", ENDINGS)
def test_no_process_is_left_behind(name: str, stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first process is signalled; the end of its output is seen when all that share it have ended."""
    monkeypatch.chdir(tmp_path)
    out, err = _ended(name, stage)
    if name == "SIGINT":
        told = len(out.splitlines())
        assert err.endswith(f"stopped by Ctrl-C after {told} log{'s' * (told != 1)}; the rest was not judged\n")
        assert (told == len(games())) == (stage == "last")
    else:
        assert err == ""


def _ended(name: str, stage: str, *options: str) -> tuple[str, str]:
    """What a run says that a signal ends at a stage, with the exit code that belongs to it."""
    corpus(games())
    for name_of_pipe in ("here", "go"):
        os.mkfifo(name_of_pipe)
    command = [
        sys.executable,
        "-c",
        HELD,
        stage,
        "validate",
        "games.jsonl",
        "--jobs",
        "2",
        "--format",
        "jsonl",
        *options,
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as program:
        try:
            Path("here").read_text(encoding="utf-8")
            program.send_signal(getattr(signal, name))
            if name == "SIGINT":
                Path("go").write_text("", encoding="utf-8")
            out, err = program.communicate(timeout=PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    assert program.returncode == ENDINGS[name]
    return out, err
