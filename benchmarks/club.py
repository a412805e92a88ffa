"""A club's season as whole processes: the first time, and again when nothing has changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import files
from processes import installed

GAMES = ("illuminate", "hearts", "gin-rummy", "luminars", "scopa", "illimat", "illuminati")
MANY = 10_000


class Season(NamedTuple):
    """Seconds that `MANY` games take: two cores the first time, one core when nothing has changed, and to parse their lines."""

    first: float
    again: float
    parse: float


def seasons(games: int) -> dict[str, Season]:
    """A season of each game.

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
            parse = _parse(logs / "season.jsonl")
            found[game] = Season(*(each * MANY / games for each in (first / 2, again, parse)))
    return found


def _parse(path: Path) -> float:
    """The processor's time to parse every line with the standard library, and nothing else."""
    before = time.process_time()
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line)
    return time.process_time() - before


def _processor(command: tuple[str, ...]) -> float:
    """The processor's time of a process and of all that it begins."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
