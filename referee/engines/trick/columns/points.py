"""What many hands are worth, each different row of results worked out once by the ruleset's own formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from referee.core.formula import FormulaError
from referee.engines.trick.columns.remembered import NotWholeError, Remembered
from referee.engines.trick.columns.written import Numbers, Sheet, Truths
from referee.engines.trick.words.score_lane import Worths
from referee.engines.trick.words.scoring import ADDED_UP, Scoring

MERGED: dict[str, Callable[..., Numbers]] = {"sum": np.sum, "max": np.max, "min": np.min}


class Points:
    """The scores of the hands of one ruleset."""

    def __init__(self, scoring: Scoring, *, bids: bool) -> None:
        self._scoring = scoring
        self._names = (*scoring.columns, *scoring.counts)
        beyond = {"total", "bags", *([] if bids else ["bid"])}
        self._lane = scoring.lane if self._names and not beyond & {*self._names} else None
        if self._lane is not None:
            self._parts = [(by_side, _Part(worths)) for by_side, worths in self._lane.parts]
            self._bags = _Part(self._lane.bags) if self._lane.bags else None

    def scores(self, sheet: Sheet, won: Numbers, counts: Sequence[Numbers]) -> tuple[list[Any], list[Any]] | None:
        """The score of each side hand by hand, and the bags that it counts; None where they hang on more than the hand, or a
        formula gives no whole number."""
        lane = self._lane
        if lane is None:
            return None
        players = [*(self._column(name, sheet, won) for name in self._scoring.columns), *counts]
        sides = players if lane.alone else list(map(self._of_sides, self._names, players))
        score = np.zeros(sides[0].shape, np.int64)
        try:
            for by_side, part in self._parts:
                if by_side or lane.alone:
                    score += part.worth(sides)
                else:
                    score += self._added(part.worth(players))
            bags = self._bags.worth(sides).T.tolist() if self._bags else [()] * score.shape[1]
        except (FormulaError, NotWholeError):
            return None
        return list(zip(*score.tolist(), strict=True)), bags

    def _column(self, name: str, sheet: Sheet, won: Numbers) -> Numbers:
        """The value of a name in every hand, seat by seat, as `scoring.COLUMNS` has it."""
        players = self._scoring.players
        if name in ("bid", "won"):
            return sheet.bids if name == "bid" else won
        if name == "dealer":
            dealer: Truths = np.arange(players)[:, None] == sheet.dealer
            return dealer.astype(np.int64)
        of_hand = {"cards": sheet.cards, "hand": sheet.number}.get(name)
        if of_hand is None:
            of_hand = np.full(won.shape[1], players if name == "players" else self._scoring.hands)
        return np.repeat(of_hand[None], players, axis=0)

    def _of_sides(self, name: str, column: Numbers) -> Numbers:
        """The value of a name side by side, from those seat by seat."""
        if name in ADDED_UP or name in self._scoring.counts:
            return self._added(column)
        merged = np.max if name == "dealer" else np.min
        return np.stack([merged(column[list(seats)], axis=0) for seats in self._scoring.sides])

    def _added(self, column: Numbers) -> Numbers:
        return np.stack([column[list(seats)].sum(axis=0) for seats in self._scoring.sides])


class _Part:
    """What one part of the score comes to, for rows of results in columns."""

    def __init__(self, worths: Worths) -> None:
        self._worths = worths
        self._of_one = [Remembered() for _ in worths.over]
        self._worth = Remembered()

    def worth(self, results: Sequence[Numbers]) -> Numbers:
        """The worth of each row, by seat or side and hand, from the values of its names."""
        worths, many = self._worths, len(results[0])
        columns = [column.ravel() for column in results]
        hands = len(columns[0]) // many

        def row(example: int) -> tuple[Any, ...]:
            return tuple([int(column[example]) for column in columns])

        over = []
        for place, (aggregate, of_one) in enumerate(zip(worths.over, self._of_one, strict=True)):
            by_itself = of_one.values(columns, lambda example, place=place: worths.of_one(place, row(example)))  # type: ignore[misc]
            over.append(np.tile(MERGED[aggregate.merged](by_itself.reshape(many, hands), axis=0), many))

        def beside(example: int) -> Any:
            place, hand = divmod(example, hands)
            everybody = [row(seat * hands + hand) for seat in range(many)]
            return worths.beside(tuple([int(column[example]) for column in over]), everybody, place)

        return self._worth.values([*columns, *over], beside).reshape(many, hands)
