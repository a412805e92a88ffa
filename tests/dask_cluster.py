"""A Dask scheduler and workers on the loopback interface, as an administrator starts them."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PATIENCE = 60
"""Seconds for a process to start; reached only by a machine that does nothing else."""


class Running(NamedTuple):
    """The address of a scheduler, its process, and those of its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextlib.contextmanager
def running(folder: Path, workers: int) -> Iterator[Running]:
    """Started in a folder, where they write what they log; ended whatever happens."""
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *command: str) -> subprocess.Popen[bytes]:
        with (folder / f"{name}.log").open("wb") as log:
            dask = [sys.executable, "-m", "dask", *command]
            started.append(subprocess.Popen(dask, cwd=folder, stdout=log, stderr=log))
        return started[-1]

    known = folder / "scheduler.json"
    here = ("--host", "127.0.0.1", "--no-dashboard")
    alone = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    try:
        scheduler = start("scheduler", "scheduler", *here, "--port", "0", "--no-show", "--scheduler-file", str(known))
        address = _address(known, scheduler)
        yield Running(
            address,
            scheduler,
            [start(f"worker{number}", "worker", address, *here, *alone) for number in range(workers)],
        )
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()


def _address(known: Path, scheduler: subprocess.Popen[bytes]) -> str:
    import json

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and scheduler.poll() is None:
        with contextlib.suppress(OSError, ValueError):  # not there yet, or half written
            return str(json.loads(known.read_text(encoding="utf-8"))["address"])
        time.sleep(0.02)
    raise AssertionError("the scheduler has not started")
