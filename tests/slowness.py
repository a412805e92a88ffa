"""Which of a test's values are left to the slow half: `pytest -m slow` runs it, every night and before a release."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def slow_where(slow: Callable[[T], bool], values: Iterable[T]) -> list[Any]:
    """The values of a parameter, those of which the test would take long marked."""
    return [
        pytest.param(*(value if type(value) is tuple else (value,)), marks=pytest.mark.slow) if slow(value) else value
        for value in values
    ]
