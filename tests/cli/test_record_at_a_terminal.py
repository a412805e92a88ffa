"""`referee record` in a real pseudo-terminal of 80 columns: with completion, without it, without colour and Unicode."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import write

from referee.judging.judge import judge

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

ROOT = Path(__file__).resolve().parent.parent.parent
LOG = """\
game: whist@1
players: [Ann, Ben, Cyd, Dov]
setup: {dealer: Dov}
events:
  - deal:
      Ann: [2C, 5C, 9C, JC, KC, 5D, 8D, JD, 5H, 9H, 10H, 2S, 6S]
      Ben: [8C, 10C, QC, 2D, 9D, 10D, 2H, 8H, KH, 3S, 5S, 10S, JS]
      Cyd: [6C, AC, 3D, 7D, QD, KD, AD, 3H, 6H, JH, QH, 9S, KS]
      Dov: [3C, 4C, 7C, 4D, 6D, 4H, 7H, AH, 4S, 7S, 8S, QS, AS]
  - turn: AS
"""
PROGRAM = "import sys; {before}; from referee.cli import main; sys.argv = ['referee', 'record', 'friday.yaml']; main()"
CONTROLS = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[()][A-B0-2]|[=>78])")
WHERE = "\x1b[6n"
"""Asks a terminal where its cursor stands."""
PATIENCE = 25


class Terminal:
    """A program in a pseudo-terminal, and what it has written there."""

    def __init__(self, before: str, **env: str) -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        given = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env}
        code = PROGRAM.format(before=before or "pass")
        self.program = subprocess.Popen(
            [sys.executable, "-c", code], stdin=theirs, stdout=theirs, stderr=theirs, env=given, start_new_session=True
        )
        os.close(theirs)
        self.ours, self.written = ours, ""

    def until(self, text: str) -> str:
        """What was written up to this text, without what only moves the cursor."""
        end = time.monotonic() + PATIENCE
        while text not in (seen := CONTROLS.sub("", self.written)):
            assert time.monotonic() < end, seen
            ready, _, _ = select.select([self.ours], [], [], 1)
            if ready:
                try:
                    new = os.read(self.ours, 65536).decode("utf-8", "replace")
                except OSError:
                    break
                self.written += new
                for _ in range(new.count(WHERE)):
                    os.write(self.ours, b"\x1b[1;1R")
        seen = CONTROLS.sub("", self.written)
        assert text in seen, seen
        return seen

    def type(self, text: str) -> None:
        """Types something; what was written before is forgotten."""
        self.written = ""
        os.write(self.ours, text.encode())

    def close(self) -> None:
        """Ends the program."""
        self.program.kill()
        self.program.wait()
        os.close(self.ours)


@pytest.fixture(autouse=True)
def _with_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("friday.yaml", LOG)


def opened(before: str = "", **env: str) -> Iterator[Terminal]:
    terminal = Terminal(before, **env)
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.mark.parametrize(
    "env", [{}, {"NO_COLOR": "1"}, {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}], ids=str
)
def test_completion_and_the_line_below(env: dict[str, str]) -> None:
    pytest.importorskip("prompt_toolkit")
    for terminal in opened(**env):
        terminal.until("Ann 0, Ben 0, Cyd 0, Dov 0")
        terminal.type("2")
        terminal.until("Two of Clubs")
        terminal.type("C\r")
        seen = terminal.until("Ben must play to trick 1   Ann 0")
        assert "Recorded: play 2C." in seen
        terminal.type("Q\t\r")
        assert "Recorded: play QC." in terminal.until("Cyd must play to trick 1   Ann 0")
        terminal.type("3D\r")
        assert "Legal here: 6C AC." in terminal.until("Cyd must play to trick 1   Ann 0")
        terminal.type("AC 7\r")
        assert "Recorded: play AC; play 7C." in terminal.until("Cyd must lead to trick 2   Ann 0")
        if "NO_COLOR" in env:
            assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", terminal.written)
        terminal.type("\x04")
        terminal.until("6 events recorded in friday.yaml; Cyd must lead to trick 2.")
        assert terminal.program.wait(PATIENCE) == 0
    assert judge("friday.yaml").status == "legal"


@pytest.mark.parametrize(
    ("before", "env"),
    [("sys.modules['prompt_toolkit'] = None", {}), ("pass", {"TERM": "dumb"})],
    ids=["missing", "dumb"],
)
def test_plain_lines_where_there_is_no_completion(before: str, env: dict[str, str]) -> None:
    for terminal in opened(before, **env):
        terminal.until("> ")
        assert "\x1b" not in terminal.written
        terminal.type("2C\n")
        terminal.until("Recorded: play 2C.")
        terminal.type("quit\n")
        terminal.until("3 events recorded in friday.yaml; Ben must play to trick 1.")
        assert terminal.program.wait(PATIENCE) == 0


def test_ctrl_c_puts_the_game_down() -> None:
    for terminal in opened():
        terminal.until("Legal: 2C")
        terminal.until("Ann 0")
        terminal.type("\x03")
        terminal.until("2 events recorded in friday.yaml; Ann must lead to trick 1.")
        assert terminal.program.wait(PATIENCE) == 0
