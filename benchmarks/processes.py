"""Whole processes: wall time from start to end."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

ROUNDS = 20
REFEREE = str(Path(sys.executable).with_name("referee"))
RESOLVE = (
    REFEREE, "resolve", "trick", "illuminate", "Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2",
    "--roles", "doctor,neighbor,preacher,teacher",
)  # fmt: skip
IMPORTS = (sys.executable, "-c", "import click, yaml")
LOG = Path(__file__).parent.parent / "examples" / "illuminate" / "friday.yaml"
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


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
