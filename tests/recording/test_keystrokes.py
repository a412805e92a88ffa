"""A card takes at most one and a half keys to record, over the first hands of the examples (benchmarks/keystrokes.py)."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / "benchmarks" / "keystrokes.py"
HANDS = 2


def script() -> Any:
    spec = importlib.util.spec_from_file_location("keystrokes", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["keystrokes"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_a_card_takes_at_most_one_and_a_half_keys() -> None:
    keystrokes = script()
    total = keystrokes.Keys()
    for path in keystrokes.logs():
        total = total.plus(keystrokes.typed(path, HANDS))
    assert total.cards > 1000
    assert total.by_trick / total.cards <= 1.5
    recorded = keystrokes.Keys()
    for path in keystrokes.logs():
        if path.endswith("friday.yaml"):
            recorded = recorded.plus(keystrokes.typed(path, HANDS))
    assert recorded.by_trick / recorded.cards <= 1.5
