"""`simulate` and `compare` on several cores, and at a terminal."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_runner import run

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("number", [0, 1, 19])
def test_the_games_are_the_same_on_any_number_of_cores(number: int) -> None:
    asked = ("simulate", "hearts", "-n", str(number), "--seed", "7", "--detail", "results")
    one, two = (run(*asked, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    assert (one.code, one.out.count("\n")) == (0, number)
    assert run(*asked, "--jobs", "2", "--out", "games.jsonl").code == 0
    assert Path("games.jsonl").read_text(encoding="utf-8") == one.out


def test_a_comparison_is_the_same_on_any_number_of_cores() -> None:
    asked = ("compare", "illuminate", "no-sixes", "-n", "11", "--seed", "3", "--format", "json")
    assert run(*asked) == run(*asked, "--jobs", "2")


def test_a_terminal_sees_the_summary_only() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    asked = [sys.executable, "-m", "referee", "simulate", "hearts", "-n", "2", "--detail", "results"]
    with subprocess.Popen(asked, stdout=theirs, stderr=subprocess.PIPE, env={**os.environ, "TERM": "xterm"}) as running:
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while piece := os.read(ours, 10_000):
                said += piece
        assert running.stderr is not None
        lines = running.stderr.read().decode().splitlines()
    os.close(ours)
    assert said == b""
    assert lines[0].startswith("2 games of Hearts, seed 0: ")
    assert lines[-1] == "a terminal does not show the games; keep them with --out games.jsonl"
    assert run("simulate", "hearts", "-n", "2", "--detail", "results").out.count("\n") == 2
