"""How each game ended for each player: a row a player and game, for tables that people analyse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.core.verdict import Verdict
from referee.report import columns

COLUMNS = {
    "log": "the file that the game stands in",
    "line": "the line on which it begins there, 0 in a file that holds one game",
    "game": "the ruleset",
    "verdict": "legal, illegal or unjudged: what is not legal is scored up to there",
    "over": "whether the game came to its end",
    "hands": "how many hands were scored",
    "seat": "the player's seat, from 1, clockwise",
    "player": "the player's name",
    "points": "the player's total",
    "winner": "whether the player won the game; several may",
}
"""What each column holds."""

KINDS: dict[str, type] = {"line": int, "over": bool, "hands": int, "seat": int, "points": float, "winner": bool}
"""What is no text."""
Row = tuple[Any, ...]


def rows(verdicts: Iterable[Verdict]) -> Iterator[Row]:
    """The rows of the games that could be begun, in the order of COLUMNS."""
    for verdict in verdicts:
        if verdict.table is None:
            continue
        score, _ = verdict.table.score
        over, hands = bool(score["over"]), len(score["hands"])
        for seat, player in enumerate(score["players"], 1):
            yield (
                verdict.path,
                verdict.line,
                verdict.game,
                verdict.status,
                over,
                hands,
                seat,
                player,
                score["totals"][player],
                over and player in score["winners"],
            )


def csv(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """The rows as CSV."""
    return columns.csv(COLUMNS, rows(verdicts))


def write_parquet(verdicts: Iterable[Verdict], path: str) -> None:
    """Writes the rows into a Parquet file. Raises SourceError where the package pyarrow is missing."""
    columns.write_parquet({name: KINDS.get(name, str) for name in COLUMNS}, rows(verdicts), path)
