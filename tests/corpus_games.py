"""A small corpus that the tests of corpora share, with a game that is dealt wrongly and a line that is broken."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from command_runner import run

from referee.core.verdict import Verdict
from referee.corpus.parts import JudgeOptions, Part, judge_part, parts

PROGRAM = (sys.executable, "-m", "referee")
HEAD = {
    "game": "illuminate",
    "players": ["Ann", "Ben"],
    "setup": {"dealer": "Ben", "roles": {"Ann": "doctor", "Ben": "teacher"}},
}


@cache
def games() -> tuple[str, ...]:
    """Thirty lines of three games: in line 8 a hand is dealt wrongly, line 21 is broken."""
    found = []
    for game in ("illuminate", "hearts", "mercy"):
        found += run("simulate", game, "-n", "10", "--detail", "results").out.splitlines()
    found[7] = found[7].replace('"cards":1,', '"cards":2,')
    found[20] = found[20][:100]
    return tuple(found)


def packing(name: str) -> Callable[[bytes], bytes]:
    """Return what packs the content of a file of this name."""
    if name.endswith(".zst"):
        pack: Callable[[bytes], bytes] = pytest.importorskip("zstandard").ZstdCompressor().compress
        return pack
    return {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[name.rpartition(".")[2]]


def corpus(lines: tuple[str, ...] | list[str], name: str = "games.jsonl") -> str:
    """Writes lines into a file; its name."""
    Path(name).write_bytes("".join(f"{line}\n" for line in lines).encode())
    return name


def judged_apart(path: str, size: int) -> list[Verdict]:
    """Return the verdicts on a file in batches of this many bytes."""
    found: list[Verdict] = []
    for part in parts([path], JudgeOptions(), size):
        assert isinstance(part, Part)
        found += [item for item in judge_part(part, JudgeOptions()) if isinstance(item, Verdict)]
    return found
