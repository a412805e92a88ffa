"""A club's season as whole processes: the first time, and again when nothing has changed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import files
from processes import installed

GAMES = ("illuminate", "hearts", "gin-rummy", "luminars", "scopa", "illimat", "illuminati")
MANY = 10_000


def seasons(games: int) -> dict[str, tuple[float, float]]:
    """Seconds of two cores that a season of `MANY` games takes, by game: the first time, and when nothing has changed.

    Measured is the processor's time for `games` of them, pages and ratings included, which a busy machine hardly changes.
    """
    found = {}
    with tempfile.TemporaryDirectory() as folder, installed():
        for game in GAMES:
            logs = Path(folder) / game
            logs.mkdir()
            files.write(game, games, logs / "season.jsonl")
            asked = (sys.executable, "-m", "referee", "club", str(logs), "--jobs", "2", "--out", f"{logs}.html")
            first, again = (_processor(asked) for _ in range(2))
            found[game] = first / 2 * MANY / games, again * MANY / games
    return found


def _processor(command: tuple[str, ...]) -> float:
    """The processor's time of a process and of all that it begins."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
