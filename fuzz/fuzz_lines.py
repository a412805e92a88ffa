"""A file of JSON Lines, plain or compressed: it is judged, and in however many parts it is judged the same is said.

The first byte says how the rest lies in a file: as it is, packed by gzip or by zstd; or, for packed files that are broken, as
a packed file byte by byte.
"""

from __future__ import annotations

import gzip
import importlib.util
import os
import tempfile
from pathlib import Path

from target import fuzz, instrumented, require_lines

with instrumented():
    from referee.core.places import SourceError
    from referee.core.verdict import Verdict
    from referee.corpus import pool
    from referee.corpus.parts import JudgeOptions, Part, judge_part, parts
    from referee.judging.read import load_logs
    from referee.source import lines

FOLDER = Path(tempfile.mkdtemp(prefix="referee-fuzz-"))
ZSTD = importlib.util.find_spec("zstandard") is not None
MOST = 1 << 20
lines.GAME_LINES = 200


def TestOneInput(data: bytes) -> None:
    kind, rest = data[:1], data[1:]
    if kind == b"g":
        _read(gzip.compress(rest, 1), "games.jsonl.gz")
    elif kind == b"G":
        _read(rest, "games.jsonl.gz")
    elif kind == b"Z" and ZSTD:
        _read(rest, "games.jsonl.zst")
    else:
        _judged(rest)


def _read(raw: bytes, name: str) -> None:
    """A packed file is unpacked so far and no further."""
    path = FOLDER / name
    path.write_bytes(raw)
    try:
        for log in load_logs(str(path), MOST):
            require_lines(str(complaint) for complaint in getattr(log, "complaints", ()))
    except SourceError as error:
        require_lines(map(str, error.complaints))


def _judged(raw: bytes) -> None:
    os.chdir(FOLDER)
    Path("games.jsonl").write_bytes(raw)
    whole = [_said(item) for item in pool.judge_paths(["games.jsonl"], JudgeOptions())]
    for size in (len(raw) // 2 + 1, len(raw) // 7 + 1):
        parted = [
            _said(item)
            for part in parts(["games.jsonl"], JudgeOptions(), size)
            if isinstance(part, Part)
            for item in judge_part(part, JudgeOptions())
        ]
        assert parted == whole, f"read in parts of {size} bytes it says something else"


def _said(item: object) -> object:
    if not isinstance(item, Verdict):
        return str(item)
    told = [str(each) for each in (*item.complaints, *(finding.message for finding in item.findings))]
    require_lines(told)
    return item.status, item.line, told


if __name__ == "__main__":
    fuzz(TestOneInput)
