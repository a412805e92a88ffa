"""Killed at any moment, `referee record` leaves a sound log with all events but the one that was being typed.

`REFEREE_KILLS=1000` kills it a thousand times.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command_runner import run, write

from referee.judging.read import load_log

KILLS = int(os.environ.get("REFEREE_KILLS", "4"))
LONGEST = 0.15
"""The most seconds from when the program listens until it is killed."""
HEAD = "# ours\ngame: whist@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
HANDS = """\
2C 5C 9C JC KC 5D 8D JD 5H 9H 10H 2S 6S
8C 10C QC 2D 9D 10D 2H 8H KH 3S 5S 10S JS
6C AC 3D 7D QD KD AD 3H 6H JH QH 9S KS
3C 4C 7C 4D 6D 4H 7H AH 4S 7S 8S QS AS
AS
"""
TRICKS = ("2C QC AC 7C", "3D 4D 5D 2D", "8D 9D 7D 6D", "5S KS QS 6S", "9S AS 2S 3S", "3C KC 8C 6C", "JD 10D QD 4S")


def told(stream: object, lines: list[str], listening: threading.Event) -> None:
    """Collects what the program says."""
    for line in stream:  # type: ignore[attr-defined]
        lines.append(line)
        if "must lead to trick 1" in line:
            listening.set()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
@pytest.mark.parametrize("seed", range(KILLS))
def test_killed_at_any_moment(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("friday.yaml", HEAD)
    cards = [card for trick in TRICKS for card in trick.split()]
    program = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", "record", "friday.yaml", "--detail", "deals"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent.parent)},
    )
    assert program.stdin and program.stdout
    said: list[str] = []
    listening = threading.Event()
    reader = threading.Thread(target=told, args=(program.stdout, said, listening))
    reader.start()
    program.stdin.write(HANDS)
    program.stdin.flush()
    assert listening.wait(60)
    killing = threading.Timer(random.Random(seed).uniform(0, LONGEST), program.send_signal, (signal.SIGKILL,))
    killing.start()
    try:
        program.stdin.write("\n".join(cards) + "\n")
        program.stdin.flush()
    except BrokenPipeError:
        pass
    program.wait(60)
    reader.join()
    killing.join()
    program.stdout.close()
    confirmed = sum(line.startswith("Recorded: play") for line in said)
    log = load_log("friday.yaml")
    assert [verb for item in log.items[:2] for verb in item] == ["deal", "turn"]
    played = [item["play"] for item in log.items[2:]]
    assert played == cards[: len(played)]
    assert confirmed <= len(played) <= len(cards)
    assert Path("friday.yaml").read_text(encoding="utf-8").startswith(HEAD)
    assert run("validate", "friday.yaml").code == 0
    again = run("record", "friday.yaml", given=f"{cards[len(played)]}\n" if len(played) < len(cards) else "")
    assert again.code == 0
    assert len(load_log("friday.yaml").items) == 2 + min(len(played) + 1, len(cards))
