"""docs/how-to/corpora.md: what it shows for Dask, Ray and Spark does what it says."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from corpus_games import corpus, games

PAGE = Path(__file__).resolve().parent.parent / "docs" / "how-to" / "corpora.md"
PATHS = ["one.jsonl", "two.jsonl"]


@pytest.fixture(autouse=True)
def _two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path, lines in zip(PATHS, (games()[:10], games()[20:]), strict=True):
        corpus(lines, path)


def shown(about: str, **names: Any) -> dict[str, Any]:
    """What the Python under a bold heading of the page leaves behind."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^\*\*{about}\.\*\*.*?```python\n(.*?)```", page, re.DOTALL | re.MULTILINE)
    assert found is not None
    names["paths"] = PATHS
    exec(found[1], names)
    return names


def carried(found: Any) -> Any:
    """What arrives at the other end, when it is sent from one process to another."""
    return pickle.loads(pickle.dumps(found))


def test_dask() -> None:
    config = pytest.importorskip("dask").config
    pytest.importorskip("dask.bag")
    with config.set(scheduler="synchronous"):
        assert shown("Dask")["counts"] == [(("illuminate", "illuminate/deal"), 1)]


def test_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in that calls a task at once and pickles what it answers."""

    def remote(task: Callable[[str], Any]) -> Any:
        return SimpleNamespace(remote=lambda path: carried(task(path)))

    ray = ModuleType("ray")
    ray.__dict__.update(remote=remote, get=list)
    monkeypatch.setitem(sys.modules, "ray", ray)
    first, second = shown("Ray")["found"]
    assert (first.count("legal"), first.count("illegal")) == (9, 1)
    assert (second.count("legal"), second.count("unjudged")) == (9, 1)


class Files:
    """A stand-in for files that Spark holds, each in a partition of its own."""

    def __init__(self, paths: list[str], number: int) -> None:
        assert len(paths) == number
        self.paths = paths
        self.rows: list[Any] = []

    def mapPartitions(self, rows: Callable[[Iterable[str]], Iterator[Any]]) -> Files:  # noqa: N802 - Spark's name
        self.rows = [carried(row) for path in self.paths for row in rows(iter([path]))]
        return self

    def toDF(self, columns: list[str]) -> list[dict[str, Any]]:  # noqa: N802 - Spark's name
        return [dict(zip(columns, row, strict=True)) for row in self.rows]


def test_spark() -> None:
    """With a stand-in that pickles every row."""
    table = shown("Spark", spark=SimpleNamespace(sparkContext=SimpleNamespace(parallelize=Files)))["table"]
    assert table[7] == {"log": "one.jsonl", "line": 8, "game": "illuminate", "verdict": "illegal", "violations": 1}
    assert [row["log"] for row in table] == ["one.jsonl"] * 10 + ["two.jsonl"] * 10
