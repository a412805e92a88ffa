"""Every fuzz target holds for each file of its corpus, and for those files changed a little: what was found stays mended."""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from slowness import tries
from small_games import MORE

FOLDER = Path(__file__).resolve().parent.parent / "fuzz"
sys.path.append(str(FOLDER))

import target  # noqa: E402 - lies in the folder of the fuzz targets

FILES = [
    pytest.param(name, path, id=f"{name}-{path.name}")
    for name in target.TARGETS
    for path in sorted((target.CORPUS / name).iterdir())
]
SLOW = ("rules",)
"""Targets of which one input may take a second."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # targets go to folders of their own


def called(name: str) -> Callable[[bytes], None]:
    """The function of a target."""
    found: Callable[[bytes], None] = importlib.import_module(f"fuzz_{name}").TestOneInput
    return found


def test_every_target_has_a_corpus_and_every_corpus_a_target() -> None:
    assert {path.name for path in target.CORPUS.iterdir()} == set(target.TARGETS)


@pytest.mark.parametrize(("name", "path"), FILES)
def test_a_file_of_the_corpus(name: str, path: Path) -> None:
    called(name)(path.read_bytes())


@pytest.mark.parametrize("name", [name for name in target.TARGETS if name not in SLOW])
def test_files_of_the_corpus_changed_a_little(name: str) -> None:
    rng = random.Random(name)
    seeds = [path.read_bytes() for path in sorted((target.CORPUS / name).iterdir())]
    run = called(name)
    for _ in range(tries(60 * MORE)):
        run(spoilt(rng.choice(seeds), rng))


def spoilt(raw: bytes, rng: random.Random) -> bytes:
    """An input changed by a step of its data, where it is JSON, or by a few bytes."""
    try:
        data = json.loads(raw)
    except ValueError:
        data = None
    if isinstance(data, dict | list) and data and rng.random() < 0.7:
        target.spoil(data, rng)
        return json.dumps(data).encode()
    changed = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(changed) + 1)
        changed[at : at + rng.randint(0, 3)] = rng.choice(
            (b"", b"\n", b'"', b"{", b"]", b": ", b"-1", b"\xc3\xa9", b"A")
        )
    return bytes(changed)
