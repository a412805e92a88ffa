"""Answers that depend on a few small whole numbers, each found once and then looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import gt
from typing import Any

import numpy as np

from referee.engines.trick.columns.written import Numbers

MOST_ROWS = 2**20
"""The most different rows that are remembered."""


class NotWholeError(Exception):
    """The question or the answer is not a small whole number: the careful way must answer it."""


class Remembered:
    """A whole number for each row of small whole numbers, calculated for the first such row and then looked up."""

    def __init__(self) -> None:
        self._spans: tuple[int, ...] = ()
        self._found = np.zeros(0, np.int64)
        self._known = np.zeros(0, np.bool_)

    def values(self, columns: Sequence[Numbers], work_out: Callable[[int], Any]) -> Numbers:
        """The number for each row; `work_out` calculates it for the row at an index. Raises NotWholeError."""
        spans = tuple([1 << int(column.max()).bit_length() for column in columns])
        if any(column.min() < 0 for column in columns):
            raise NotWholeError
        if len(spans) != len(self._spans) or any(map(gt, spans, self._spans)):
            self._make_room(tuple(map(max, spans, self._spans or spans)))
        code = columns[0]
        for column, span in zip(columns[1:], self._spans[1:], strict=True):
            code = code * span + column
        new = np.flatnonzero(~self._known.take(code))
        if len(new):
            codes, first = np.unique(code.take(new), return_index=True)
            self._found[codes] = _whole(list(map(work_out, new[first].tolist())))
            self._known[codes] = True
        return self._found.take(code)

    def _make_room(self, spans: tuple[int, ...]) -> None:
        size = prod(spans)
        if size > MOST_ROWS:
            raise NotWholeError
        self._spans, self._found, self._known = spans, np.zeros(size, np.int64), np.zeros(size, np.bool_)


def _whole(values: Sequence[Any]) -> Numbers:
    if not {int, bool}.issuperset(map(type, values)):
        raise NotWholeError
    return np.array(values, dtype=np.int64)
