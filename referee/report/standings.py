"""How each game ended for each player: a row a player and game, for tables that people analyse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from referee.core.harmless import visible
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.verdict import Verdict
from referee.report.plain import as_csv

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

AT_A_TIME = 20_000
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
    """The rows as CSV, the names of the columns first; true and false are written so."""
    yield as_csv([tuple(COLUMNS)])
    for row in rows(verdicts):
        yield as_csv([[str(cell).lower() if isinstance(cell, bool) else cell for cell in row]])


def write_parquet(verdicts: Iterable[Verdict], path: str) -> None:
    """Writes the rows into a Parquet file. Raises SourceError where the package pyarrow is missing."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        message = (
            "--format parquet needs the package pyarrow, which the extra brings along: pip install 'referee[parquet]'"
        )
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), message)]) from None
    kinds = {"line": pyarrow.int64(), "over": pyarrow.bool_(), "hands": pyarrow.int64(), "seat": pyarrow.int64()}
    kinds |= {"points": pyarrow.float64(), "winner": pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])
    found = rows(verdicts)
    with ParquetWriter(path, schema) as writer:
        while some := list(islice(found, AT_A_TIME)):
            columns = [
                pyarrow.array([visible(cell) if isinstance(cell, str) else cell for cell in column], field.type)
                for column, field in zip(zip(*some, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(columns, schema=schema))
