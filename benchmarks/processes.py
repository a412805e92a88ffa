"""Whole processes: wall time from start to end, and peak memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import yaml

import referee

ROUNDS = 20
REFEREE = str(Path(sys.executable).with_name("referee"))
RESOLVE = (
    REFEREE, "resolve", "trick", "illuminate", "Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2",
    "--roles", "doctor,neighbor,preacher,teacher",
)  # fmt: skip
SCHEMA_IMPORTS = (sys.executable, "-c", "import click, yaml, jsonschema")
IMPORTS = (sys.executable, "-c", "import click, yaml")
LOG = Path(__file__).parent.parent / "examples" / "illuminate" / "friday.yaml"
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


class Validated(NamedTuple):
    """Median seconds of `referee validate` on a whole game and on its head without events, of `referee --version`, of
    judging the game in a process that has judged before, and of the bare parse; peak memory of two of them in KB."""

    whole: float
    head: float
    version: float
    warm: float
    parse: float
    peak: int
    version_peak: int


def resolve_and_imports() -> tuple[float, float]:
    """Median seconds of `referee resolve trick`, and of an interpreter that imports click and yaml."""
    with installed():
        ours, imports = _medians(lambda: _run(RESOLVE), lambda: _run(IMPORTS))
    return ours, imports


def check() -> tuple[float, float]:
    """Median seconds of `referee check` on everything that is shipped, and of an interpreter that imports what it needs."""
    with installed():
        ours, imports = _medians(lambda: _run((REFEREE, "check")), lambda: _run(SCHEMA_IMPORTS))
    return ours, imports


def hostile() -> float:
    """Median seconds of `referee check` on as large a house rule as there may be, wrong in every value."""
    text = "extends: illuminate\n" + "".join(f"key{number}: {number}\n" for number in range(5900))
    with tempfile.TemporaryDirectory() as folder, installed():
        path = Path(folder) / "ours.yaml"
        path.write_text(text, encoding="utf-8")
        (taken,) = _medians(
            lambda: subprocess.run((REFEREE, "check", str(path)), stdout=subprocess.DEVNULL, check=False)
        )
    return taken


def patched(keys: int = 50) -> tuple[float, float, float, float]:
    """Median seconds of `referee rules` and `referee validate` on a game, each with and without a patch of this many keys."""
    rules = [f"  rule-{number}: {{text: What we do about it, source: our table}}" for number in range(keys // 2 - 2)]
    text = "\n".join(["extends: illuminate", "bidding: {least: 1}", "deal: {next_dealer: same}", "rules:", *rules, ""])
    with tempfile.TemporaryDirectory() as folder, installed():
        path = Path(folder) / "ours.yaml"
        path.write_text(text, encoding="utf-8")
        head = Path(folder) / "friday.yaml"
        head.write_text(
            "game: illuminate\nplayers: [Ann, Ben]\nsetup: {dealer: Ann, roles: {Ann: doctor, Ben: teacher}}\n"
        )
        commands = [(REFEREE, "rules", "illuminate"), (REFEREE, "validate", str(head))]
        runs = [(*command, *more) for command in commands for more in ((), ("--house", str(path)))]
        rules_bare, rules_ours, validate_bare, validate_ours = _medians(*(partial(_run, run) for run in runs))
    return rules_bare, rules_ours, validate_bare, validate_ours


def validate() -> Validated:
    """What judging one Illuminate game in YAML takes: 12 hands, 312 plays, deals included."""
    text = LOG.read_bytes()
    whole, version = (REFEREE, "validate", str(LOG)), (REFEREE, "--version")
    with tempfile.TemporaryDirectory() as folder, installed():
        path = Path(folder) / "head.yaml"
        head = {key: value for key, value in yaml.safe_load(text).items() if key != "expect"}
        path.write_text(yaml.safe_dump({**head, "events": []}), encoding="utf-8")
        whole_game, head_only, start, warm, parse = _medians(
            lambda: _run(whole),
            lambda: _run((REFEREE, "validate", str(path))),
            lambda: _run(version),
            lambda: _judge(str(LOG)),
            lambda: yaml.load(text, Loader=yaml.CSafeLoader),
        )
        peak, version_peak = _peak(whole), _peak(version)
    return Validated(whole_game, head_only, start, warm, parse, peak, version_peak)


@contextmanager
def installed() -> Iterator[None]:
    """Lets every process that is started find compiled modules, as after an installation, whatever is set here."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _judge(path: str) -> None:
    if referee.judge(path).status != "legal":
        raise SystemExit(f"{path} is not legal")


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def _medians(*runs: Callable[[], object]) -> list[float]:
    """The median seconds of each, there and back in turns; one run of each before warms the caches."""
    taken: list[list[float]] = [[] for _ in runs]
    for run in runs:
        run()
    lanes = list(zip(runs, taken, strict=True))
    for _ in range(ROUNDS):
        for run, times in lanes:
            start = perf_counter()
            run()
            times.append(perf_counter() - start)
        lanes.reverse()
    return [statistics.median(times) for times in taken]


def _peak(command: Sequence[str]) -> int:
    # From a small process of its own: a child is charged with what its parent holds when it starts.
    done = subprocess.run((sys.executable, "-c", PEAK, *command), capture_output=True, text=True, check=True)
    return int(done.stdout)
