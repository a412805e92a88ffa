"""What many hands are worth. The ruleset's own formulas calculate each different row of results once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from referee.core.formula import Formula, FormulaError, aggregates
from referee.engines.trick.columns.remembered import NotWholeError, Remembered
from referee.engines.trick.columns.written import Numbers, Sheet, Truths
from referee.engines.trick.words.ended_hands import ADDED_UP, OF_ANYBODY, Row, Run
from referee.engines.trick.words.scoring import Scoring

MERGED: dict[str, Callable[..., Numbers]] = {"sum": np.sum, "max": np.max, "min": np.min}


class Points:
    """The scores of the hands of one ruleset."""

    def __init__(self, scoring: Scoring, *, bids: bool) -> None:
        self._scoring = scoring
        self._names = (*scoring.columns, *scoring.counts)
        beyond = {"total", "bags", *([] if bids else ["bid"])}
        by_hand = scoring.defined_apart and not scoring.looks_around
        self._alone = len(scoring.sides) == scoring.players
        self._known_by_hand = bool(self._names) and not beyond & {*self._names} and by_hand
        self._parts = [(part.by_side, _Part(scoring, self._names, part.worth, part.formulas)) for part in scoring.parts]
        count = scoring.bags.counted if scoring.bags else None
        self._bags = _Part(scoring, self._names, count.run, [count]) if count else None

    def scores(
        self, sheet: Sheet, won: Numbers, counts: Sequence[Numbers], last: Numbers
    ) -> tuple[list[Any], list[Any]] | None:
        """The score of each side hand by hand, and the bags that it counts; None if they depend on more than the hand, or a
        formula does not give a whole number. `last`: who took the last trick of each hand."""
        if not self._known_by_hand:
            return None
        players = [*(self._column(name, sheet, won, last) for name in self._scoring.columns), *counts]
        sides = players if self._alone else list(map(self._of_sides, self._names, players))
        score = np.zeros(sides[0].shape, np.int64)
        try:
            for by_side, part in self._parts:
                if by_side or self._alone:
                    score += part.worth(sides)
                else:
                    score += self._added(part.worth(players))
            bags = self._bags.worth(sides).T.tolist() if self._bags else [()] * score.shape[1]
        except (FormulaError, NotWholeError):
            return None
        return list(zip(*score.tolist(), strict=True)), bags

    def _column(self, name: str, sheet: Sheet, won: Numbers, last: Numbers) -> Numbers:
        """The value of a name in every hand, seat by seat, as `scoring.COLUMNS` has it."""
        players = self._scoring.players
        if name in ("bid", "won"):
            return sheet.bids if name == "bid" else won
        if name in OF_ANYBODY:
            true: Truths = np.arange(players)[:, None] == (sheet.dealer if name == "dealer" else last)
            return true.astype(np.int64)
        of_hand = {"cards": sheet.cards, "hand": sheet.number}.get(name)
        if of_hand is None:
            of_hand = np.full(won.shape[1], players if name == "players" else self._scoring.hands)
        return np.repeat(of_hand[None], players, axis=0)

    def _of_sides(self, name: str, column: Numbers) -> Numbers:
        """The value of a name side by side, from those seat by seat."""
        if name in ADDED_UP or name in self._scoring.counts:
            return self._added(column)
        merged = np.max if name in OF_ANYBODY else np.min
        return np.stack([merged(column[list(seats)], axis=0) for seats in self._scoring.sides])

    def _added(self, column: Numbers) -> Numbers:
        return np.stack([column[list(seats)].sum(axis=0) for seats in self._scoring.sides])


class _Part:
    """One part of the score, for rows of results in columns. It knows other rows only by the aggregates in its
    formulas, so each different row is calculated once for each set of their values."""

    def __init__(self, scoring: Scoring, names: Sequence[str], worth: Run, formulas: Iterable[Formula]) -> None:
        self._names, self._defined, self._of_row = names, scoring.defined, worth
        self._over = aggregates(formulas)
        self._of_one = [Remembered() for _ in self._over]
        self._worth = Remembered()

    def worth(self, results: Sequence[Numbers]) -> Numbers:
        """The worth of each row, by seat or side and hand, from the values of its names."""
        many = len(results[0])
        columns = [column.ravel() for column in results]
        hands = len(columns[0]) // many

        def row(example: int) -> Row:
            values: Row = {name: int(column[example]) for name, column in zip(self._names, columns, strict=True)}
            for name, run in self._defined:
                values[name] = run(values, ())
            return values

        over = []
        for aggregate, of_one in zip(self._over, self._of_one, strict=True):

            def by_itself(example: int, run: Run = aggregate.run) -> Any:
                return run(row(example), [row(example)])

            of_rows = of_one.values(columns, by_itself).reshape(many, hands)
            over.append(np.tile(MERGED[aggregate.merged](of_rows, axis=0), many))

        def beside(example: int) -> Any:
            everybody = [row(other) for other in range(example % hands, many * hands, hands)]
            return self._of_row(everybody[example // hands], everybody)

        return self._worth.values([*columns, *over], beside).reshape(many, hands)
