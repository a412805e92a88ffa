"""Whole processes: wall time from start to end, and peak memory."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import yaml
from corpora import PLAYERS, SETUPS, draw_corpus

ROUNDS = 20
REFEREE = str(Path(sys.executable).with_name("referee"))
RESOLVE = (
    REFEREE, "resolve", "trick", "illuminate", "Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2",
    "--roles", "doctor,neighbor,preacher,teacher",
)  # fmt: skip
IMPORTS = (sys.executable, "-c", "import click, yaml")
PEAK = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); " + (
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)


class Validated(NamedTuple):
    """Median seconds of `referee validate` on a full log, on the same without events, of `--version`, and of the bare parse;
    peak memory of validate and of --version in KB."""

    validate: float
    empty: float
    version: float
    parse: float
    peak: int
    bare: int


def resolve_and_imports() -> tuple[float, float]:
    """Median seconds of `referee resolve trick`, and of an interpreter that imports click and yaml."""
    ours, imports = _medians(lambda: _run(RESOLVE), lambda: _run(IMPORTS))
    return ours, imports


def validate() -> Validated:
    """How long a full Illuminate game in YAML takes: 12 hands, 312 plays, deals included."""
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder) / "game.yaml", Path(folder) / "empty.yaml"
        head = {"game": "illuminate@1", "players": list(PLAYERS), "setup": SETUPS["illuminate"]}
        events = draw_corpus("illuminate", 1).by_trick[0]
        full.write_text(_written({**head, "events": events}), encoding="utf-8")
        empty.write_text(_written({**head, "events": []}), encoding="utf-8")
        commands = ((REFEREE, "validate", str(full)), (REFEREE, "validate", str(empty)), (REFEREE, "--version"))
        text = full.read_bytes()
        times = _medians(*[lambda command=command: _run(command) for command in commands], lambda: _parse(text))
        return Validated(*times, _peak(commands[0]), _peak(commands[2]))


def _written(log: dict[str, Any]) -> str:
    """A log as people write it: an event a line."""
    return yaml.safe_dump(log, default_flow_style=None, sort_keys=False, width=1000, allow_unicode=True)


def _parse(text: bytes) -> None:
    yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: S506


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def _medians(*runs: Callable[[], None]) -> list[float]:
    """The median seconds of each, one after another in every round; a first round warms the caches."""
    taken: list[list[float]] = [[] for _ in runs]
    for run in runs:
        run()
    for _ in range(ROUNDS):
        for run, times in zip(runs, taken, strict=True):
            start = perf_counter()
            run()
            times.append(perf_counter() - start)
    return [statistics.median(times) for times in taken]


def _peak(command: Sequence[str]) -> int:
    # From a small process of its own: a child is charged with what its parent holds when it starts.
    done = subprocess.run((sys.executable, "-S", "-c", PEAK, *command), capture_output=True, text=True, check=True)
    return int(done.stdout)
