"""What many hands are worth, each different row of results worked out once by the ruleset's own formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from referee.core.formula import FormulaError
from referee.engines.trick.columns.written import Numbers, Sheet, Truths
from referee.engines.trick.score_lane import ScoreLane, Worths
from referee.engines.trick.scoring import ADDED_UP, Scoring

MERGED: dict[str, Callable[..., Numbers]] = {"sum": np.sum, "max": np.max, "min": np.min}
MOST_ROWS = 2**62


class Points:
    """The scores of the hands of one ruleset. `possible` says that they hang on nothing but the hand itself."""

    def __init__(self, scoring: Scoring, *, bids: bool) -> None:
        self._scoring = scoring
        self._names = scoring.columns
        self.possible = scoring.lane is not None and not {"total", "bags", *([] if bids else ["bid"])} & {*self._names}

    def scores(self, sheet: Sheet, won: Numbers, counts: Sequence[Numbers]) -> tuple[list[Any], list[Any]] | None:
        """The score of each side hand by hand, and the bags that it counts; None where a formula gives no whole number."""
        lane = self._scoring.lane
        if lane is None or not self.possible:
            return None
        columns = [*(self._column(name, sheet, won) for name in self._names), *counts] or [np.zeros_like(won)]
        players = np.stack(columns, axis=-1).swapaxes(0, 1)
        try:
            sides = players if lane.alone else self._of_sides(lane, players)
            score = np.zeros(sides.shape[:2], np.int64)
            for by_side, worths in lane.parts:
                if by_side or lane.alone:
                    score += _worth(worths, sides)
                else:
                    of_players = _worth(worths, players)
                    score += np.stack([of_players[:, list(seats)].sum(axis=1) for seats in lane.sides], axis=1)
            bags = _worth(lane.bags, sides).tolist() if lane.bags else [()] * len(score)
        except (FormulaError, _NotWholeError):
            return None
        return score.tolist(), bags

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

    def _of_sides(self, lane: ScoreLane, players: Numbers) -> Numbers:
        added = [name in ADDED_UP or name in self._scoring.counts for name in (*self._names, *self._scoring.counts)]
        found = []
        for seats in lane.sides:
            members = players[:, list(seats)]
            dealer = members.max(axis=1) if "dealer" in self._names else members[:, 0]
            found.append(np.where(added, members.sum(axis=1), dealer))
        return np.stack(found, axis=1)


class _NotWholeError(Exception):
    """Points that are no whole numbers are left to the careful way."""


def _worth(worths: Worths, values: Numbers) -> Numbers:
    """What a part comes to for every row of every hand, from their values: hand, row, name."""
    hands, many, names = values.shape
    all_rows = values.reshape(-1, names)
    which, examples = _different(all_rows)
    different = list(map(tuple, all_rows[examples].tolist()))
    if not worths.over:
        return _whole([worths.beside((), [row], 0) for row in different])[which].reshape(hands, many)
    of_row = which.reshape(hands, many)
    known = []
    for place, aggregate in enumerate(worths.over):
        of_one = _whole([worths.of_one(place, row) for row in different])
        known.append(np.repeat(MERGED[aggregate.merged](of_one[of_row], axis=1), many))
    which, examples = _different(np.stack([of_row.ravel(), *known], axis=1))
    over = list(zip(*(of_all[examples].tolist() for of_all in known), strict=True))
    everybody = [[different[row] for row in rows] for rows in of_row[examples // many].tolist()]
    return _whole(list(map(worths.beside, over, everybody, (examples % many).tolist())))[which].reshape(hands, many)


def _different(rows: Numbers) -> tuple[Numbers, Numbers]:
    """Which of the different rows each row is, and where the first of each stands."""
    least = rows.min(axis=0)
    spans = [int(span) + 1 for span in rows.max(axis=0) - least]
    code = np.zeros(len(rows), np.int64)
    size = 1
    for column, span in enumerate(spans):
        code = code * span + (rows[:, column] - least[column])
        size *= span
    if size > MOST_ROWS:
        raise _NotWholeError
    _, examples, which = np.unique(code, return_index=True, return_inverse=True)
    return which, examples


def _whole(values: Sequence[Any]) -> Numbers:
    if not {int, bool}.issuperset(map(type, values)):
        raise _NotWholeError
    return np.array(values, dtype=np.int64)
