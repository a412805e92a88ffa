"""The fast lane of scoring: what a formula was given once is remembered, for a player or a side by itself.

Hands with all the same results are rare where bids count, but a player who bids three and wins four is not. So each part
is remembered by its own row and by the aggregates in its formulas, such as `count(moon)`: all that it knows of the
others. Where a definition looks at everybody, or a formula has no value, `Scoring` works the hand out from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from referee.core.formula import Formula, aggregates

Values = tuple[Any, ...]
Row = dict[str, Any]
Run = Callable[..., Any]
REMEMBERED = 50_000


class Rows:
    """Rows by the values of their columns, definitions worked out. A row is shared: never change one."""

    def __init__(self, names: Sequence[str], defined: Sequence[tuple[str, Run]]) -> None:
        self._names = names
        self._defined = defined
        self._known: dict[Values, Row] = {}

    def row(self, values: Values) -> Row:
        """The row of a player or a side with these values. Raises FormulaError."""
        row = self._known.get(values)
        if row is None:
            row = dict(zip(self._names, values, strict=True))
            for name, run in self._defined:
                row[name] = run(row, ())
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[values] = row
        return row


class Worths:
    """What one formula, or the cases of one part, come to for each of several rows."""

    def __init__(self, rows: Rows, worth: Run, formulas: Collection[Formula]) -> None:
        self._row = rows.row
        self._worth = worth
        self._over = aggregates(formulas)
        self._known: dict[tuple[Values, Values], Any] = {}

    def of(self, everybody: Sequence[Values]) -> list[Any]:
        """The value for each row, of which the values are given. Raises FormulaError."""
        over: Values = ()
        if self._over:
            rows = [self._row(values) for values in everybody]
            over = tuple([run(rows[0], rows) for run in self._over])
        known = self._known
        try:
            return [known[values, over] for values in everybody]
        except KeyError:
            return self._work_out(everybody, over)

    def _work_out(self, everybody: Sequence[Values], over: Values) -> list[Any]:
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        rows = [self._row(values) for values in everybody]
        found = [self._worth(row, rows) for row in rows]
        for values, worth in zip(everybody, found, strict=True):
            self._known[values, over] = worth
        return found
