"""The formulas of a fishing ruleset: points of a round from what each side has, and when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.formula import FormulaError, of_cases
from referee.core.parsing import Parser

SCORE_NAMES = {
    "okus": "okus of the player (or of the side together)",
    "luminaries": "Luminaries claimed",
    "sweeps": "fields emptied",
    "last_capture": "1 for whoever captured last, 0 for the others",
    "total": "score before this round",
    "round": "number of this round, from 1",
    "players": "number of players",
    "dealer": "true for the dealer (or for the dealer's side)",
}
END_NAMES = {
    "total": "score after this round",
    "target": "the score that the game is played to",
    "round": "number of the round just ended, from 1",
    "players": "number of players",
}
Row = dict[str, Any]


class Ended(NamedTuple):
    """What formulas know of the round that ends, besides what sides have: its number, the players, the side that dealt."""

    number: int
    players: int
    dealer: int


class Formulas:
    """The compiled formulas of a ruleset; `lines` are the names of the lines of its score."""

    def __init__(self, data: Mapping[str, Any], lines: Sequence[str], players: int, parser: Parser) -> None:
        names = {*SCORE_NAMES, *map(as_name, lines)}
        self.defined = []
        for name, text in data["define"].items():
            self.defined.append((name, parser.at(("define", name), text, names)))
            names.add(name)
        self.parts: dict[str, Callable[..., Any]] = {}
        for name, part in data["scoring"]["parts"].items():
            cases = []
            for place, case in enumerate(part["cases"]):
                at = ("scoring", "parts", name, "cases", place)
                when = parser.at((*at, "when"), case["when"], names) if "when" in case else None
                cases.append((when, parser.at((*at, "points"), case["points"], names)))
            self.parts[name] = of_cases(cases).run
        end = data["end"]
        target = parser.at(("end", "target"), end["target"], {"players"}) if "target" in end else None
        self.target = None if target is None else whole(target.run({"players": players}, ()), target.text)
        self.when = parser.at(("end", "when"), end["when"], END_NAMES) if "when" in end else None
        self.won = parser.at(("end", "won"), end["won"], names) if "won" in end else None

    def rows(self, held: Sequence[Mapping[str, int]], totals: Sequence[int], ended: Ended) -> list[Row]:
        """What the formulas know of each side."""
        rows: list[Row] = [
            {
                **{as_name(name): number for name, number in one.items()},
                "total": totals[side],
                "round": ended.number,
                "players": ended.players,
                "dealer": side == ended.dealer,
            }
            for side, one in enumerate(held)
        ]
        for name, formula in self.defined:
            values = [formula.run(row, rows) for row in rows]
            for row, value in zip(rows, values, strict=True):
                row[name] = value
        return rows

    def points(self, rows: Sequence[Row]) -> dict[str, tuple[int, ...]]:
        """What each part of the score gives the sides. Raises FormulaError."""
        return {name: tuple([whole(run(row, rows), name) for row in rows]) for name, run in self.parts.items()}

    def over(self, totals: Sequence[int], target: int | None, ended: Ended) -> bool | None:
        """Whether `end: when` holds; None where the rules do not have it."""
        if self.when is None:
            return None
        game = {"target": target or 0, "round": ended.number, "players": ended.players}
        rows = [{**game, "total": total} for total in totals]
        return bool(self.when.run(rows[0], rows))


def as_name(line: str) -> str:
    """The name that formulas use for a line of the score."""
    return line.replace("-", "_")


def whole(value: Any, text: str) -> int:
    """A number of points. Raises FormulaError if it is not a whole number."""
    if value != int(value):
        raise FormulaError(f"{text} comes to {value}; points are whole numbers", text)
    return int(value)
