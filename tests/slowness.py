"""Which of a test's values are left to the slow half: `pytest -m slow` runs it, every night and before a release."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


NIGHTLY = bool(os.environ.get("NIGHTLY"))
"""Whether the slow half is run as well, so that a property may look further."""


def tries(number: int) -> int:
    """Return how many draws of something random to try: this many at night, a sixth of them by day."""
    return number if NIGHTLY else -(-number // 6)


def one_in(number: int, values: Iterable[T]) -> list[Any]:
    """The values of a parameter; every nth is tried every time, and the others are left to the slow half."""
    listed = list(values)
    fast = {id(value) for value in listed[::number]}
    return slow_where(lambda value: id(value) not in fast, listed)


def slow_where(slow: Callable[[T], bool], values: Iterable[T]) -> list[Any]:
    """The values of a parameter, those of which the test would take long marked."""
    return [
        pytest.param(*(value if type(value) is tuple else (value,)), marks=pytest.mark.slow) if slow(value) else value
        for value in values
    ]
