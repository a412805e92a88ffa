"""The fast lane of scoring: what a formula was given once is remembered, for a player or a side by itself.

Hands with all the same results are rare where bids count, but a player who bids three and wins four is not. So each part
is remembered by its own row and by the aggregates in its formulas, such as `count(moon)`: all that it knows of the
others. Where a definition looks at everybody, or a formula has no value, `Scoring` works the hand out from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import add, itemgetter
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
        self.over = aggregates(formulas)
        self._known: dict[tuple[Values, Values], Any] = {}
        self._of_one: dict[tuple[Values, int], Any] = {}

    def of(self, everybody: Sequence[Values]) -> list[Any]:
        """The value for each row, of which the values are given. Raises FormulaError."""
        over: Values = ()
        if self.over:
            rows = [self._row(values) for values in everybody]
            over = tuple([aggregate.run(rows[0], rows) for aggregate in self.over])
        known = self._known
        try:
            return [known[values, over] for values in everybody]
        except KeyError:
            return self._work_out(everybody, over)

    def beside(self, over: Values, everybody: Sequence[Values], place: int) -> Any:
        """The value for the row at `place`, where the aggregates over everybody's come to `over`. Raises FormulaError."""
        key = everybody[place], over
        if key not in self._known:
            self._work_out(everybody, over)
        return self._known[key]

    def of_one(self, place: int, values: Values) -> Any:
        """What the aggregate at `place` comes to for a row all by itself. Raises FormulaError."""
        key = values, place
        if key not in self._of_one:
            row = self._row(values)
            self._of_one = _room(self._of_one)
            self._of_one[key] = self.over[place].run(row, [row])
        return self._of_one[key]

    def _work_out(self, everybody: Sequence[Values], over: Values) -> list[Any]:
        self._known = _room(self._known)
        rows = [self._row(values) for values in everybody]
        found = [self._worth(row, rows) for row in rows]
        for values, worth in zip(everybody, found, strict=True):
            self._known[values, over] = worth
        return found


class ScoreLane:
    """The score of a hand, side by side, and the bags that the sides count in it.

    `gather` makes the value of a side from those of its players, column by column; `parts` are by side or by player.
    """

    def __init__(
        self,
        sides: Sequence[tuple[int, ...]],
        gather: Sequence[Callable[[Any], Any]],
        parts: Sequence[tuple[bool, Worths]],
        bags: Worths | None,
    ) -> None:
        self.sides = sides
        self.alone = all(len(seats) == 1 for seats in sides)
        self._players = sum(map(len, sides))
        self._members = [itemgetter(*seats) for seats in sides]
        self._gather = gather
        self.parts = parts
        self.bags = bags
        self._apart = not any(worths.over for _, worths in parts) and not (bags and bags.over)
        self._sides_known: dict[Any, tuple[Any, Any]] = {}
        self._counts_known: dict[Any, list[Any]] = {}

    def score(
        self, columns: Sequence[Sequence[Any]], counts: tuple[tuple[int, ...], ...]
    ) -> tuple[list[Any], Sequence[Any]]:
        """The score of each side, from the values seat by seat. Raises FormulaError."""
        if columns or self.bags:
            players = list(zip(*columns, *counts)) or [()] * self._players  # noqa: B905
            return self._apart_from_others(players) if self._apart else self._together(players)
        score = self._counts_known.get(counts)
        if score is None:
            score, _ = self._together(list(zip(*counts, strict=True)) or [()] * self._players)
            self._counts_known = _room(self._counts_known)
            self._counts_known[counts] = score
        return list(score), ()

    def _apart_from_others(self, players: Sequence[Values]) -> tuple[list[Any], Sequence[Any]]:
        """The score where no formula looks at everybody: each side's hangs on its own players."""
        score, counted = [], []
        for members in self._members:
            own = members(players)
            known = self._sides_known.get(own)
            if known is None:
                self._sides_known = _room(self._sides_known)
                known = self._sides_known[own] = self._one_side([own] if self.alone else list(own))
            score.append(known[0])
            counted.append(known[1])
        return score, counted

    def _one_side(self, players: Sequence[Values]) -> tuple[Any, Any]:
        side = [self._side(players)]
        score: Any = 0
        for by_side, worths in self.parts:
            score += worths.of(side)[0] if by_side else sum(worths.of(players))
        return score, self.bags.of(side)[0] if self.bags else 0

    def _together(self, players: Sequence[Values]) -> tuple[list[Any], Sequence[Any]]:
        sides = players if self.alone else [self._side(members(players)) for members in self._members]
        score: list[Any] = [0] * len(sides)
        for by_side, worths in self.parts:
            if by_side or self.alone:
                score = list(map(add, score, worths.of(sides)))
            else:
                found = worths.of(players)
                for side, seats in enumerate(self.sides):
                    score[side] += sum([found[seat] for seat in seats])
        return score, self.bags.of(sides) if self.bags else ()

    def _side(self, players: Sequence[Values]) -> Values:
        """The values of a side, from those of its players."""
        if self.alone:
            return players[0]
        columns = zip(*players, strict=True)
        return tuple([gather(column) for gather, column in zip(self._gather, columns, strict=True)])


def _room(known: dict[Any, Any]) -> dict[Any, Any]:
    """What is remembered, or nothing where that has become too much."""
    return known if len(known) < REMEMBERED else {}
