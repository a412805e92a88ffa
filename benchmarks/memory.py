"""The most memory that judging a corpus takes, for few games and for many."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from processes import PEAK, REFEREE

FEW, MANY = 10_000, 200_000
KINDS = {
    "validate": ("validate", "games.jsonl"),
    "validate --jobs 2": ("validate", "games.jsonl", "--jobs", "2"),
    "validate --format jsonl": ("validate", "games.jsonl", "--format", "jsonl"),
    "validate, every game illegal": ("validate", "illegal.jsonl"),
    "score --format csv": ("score", "games.jsonl", "--format", "csv"),
}


def measure() -> Iterator[tuple[str, int, int]]:
    """For each kind of run: its name, and its peak in KB for few games and for many. A peak is that of the largest process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = _hands(folder)
        peaks: dict[str, list[int]] = {kind: [] for kind in KINDS}
        for number in (FEW, MANY):
            _write(folder / "games.jsonl", games, number)
            _write(folder / "illegal.jsonl", [_spoiled(game) for game in games], number)
            for kind, command in KINDS.items():
                peaks[kind].append(_peak(folder, command))
        for kind, (few, many) in peaks.items():
            yield kind, few, many


def _hands(folder: Path) -> list[str]:
    """A hundred games of three kinds, a hand or two of each, so that many of them are judged in a minute."""
    found = []
    for game in ("illuminate", "hearts", "spades"):
        command = (REFEREE, "simulate", game, "-n", "33", "--detail", "results")
        for line in subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines():
            log = json.loads(line)
            del log["expect"]
            found.append(json.dumps({**log, "events": log["events"][:2]}, separators=(",", ":")))
    return found


def _spoiled(game: str) -> str:
    log = json.loads(game)
    return json.dumps({**log, "expect": {"totals": dict.fromkeys(log["players"], 9999)}}, separators=(",", ":"))


def _write(path: Path, games: list[str], number: int) -> None:
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(f"{game}\n" for game in islice(cycle(games), number))


def _peak(folder: Path, command: tuple[str, ...]) -> int:
    watch = PEAK.replace("check=True", "check=False")  # illegal games end with exit code 1
    done = subprocess.run(
        (sys.executable, "-c", watch, REFEREE, *command), cwd=folder, capture_output=True, text=True, check=True
    )
    return int(done.stdout)
