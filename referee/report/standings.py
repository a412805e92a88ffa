"""The scores of games as one table whatever the games are, for people and programs that analyse many: one
row per player and game, or one row per player and hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.verdict import Verdict
from referee.report import columns
from referee.report.paper import markdown_table
from referee.report.plain import as_csv

GAME = {
    "log": "the file that contains the game",
    "line": "the line on which it begins there, 0 in a file with one game",
    "game": "the ruleset",
    "verdict": "legal, illegal or unjudged: what is not legal is scored up to that point",
}
COLUMNS = GAME | {
    "over": "whether the game ended",
    "hands": "how many hands were scored",
    "seat": "the player's seat, from 1, clockwise",
    "player": "the player's name",
    "points": "the player's total",
    "winner": "whether the player won the game; several may",
}
"""What each column holds, with one row per player and game."""
HAND_COLUMNS = GAME | {
    "hand": "the number of the hand or round",
    "dealer": "who dealt it, if anybody did",
    "cards": "how many cards each player was dealt, if that is recorded",
    "seat": "the player's seat, from 1, clockwise",
    "player": "the player's name",
    "bid": "what the player bid, if players bid tricks",
    "won": "how many tricks the player won, if there are tricks",
    "points": "the points of the hand",
    "total": "the player's total after it",
    "details": "what else the score pad knows, such as `contract: 4S by Nell; pips: 62`",
}
"""What each column holds, with one row per player and hand."""
OWN = frozenset(("hand", "dealer", "cards", "bids", "won", "points", "totals"))
"""What has a column of its own in the table by hand; the rest are details."""
KINDS: dict[str, type] = {"line": int, "over": bool, "hands": int, "hand": int, "cards": int, "seat": int}
KINDS |= {"won": float, "points": float, "total": float, "winner": bool}
"""The type of a column in Parquet, if it is not text."""

Row = tuple[Any, ...]


class Shape(NamedTuple):
    """One of the two tables: its columns, and its rows from verdicts."""

    columns: Mapping[str, str]
    rows: Callable[[Iterable[Verdict]], Iterator[Row]]


def rows(verdicts: Iterable[Verdict]) -> Iterator[Row]:
    """One row per player of each game that could begin, in the order of COLUMNS."""
    for verdict, score in _scores(verdicts):
        over, hands = bool(score["over"]), len(score["hands"])
        for seat, player in enumerate(score["players"], 1):
            won = over and player in score["winners"]
            yield (*_game(verdict), over, hands, seat, player, score["totals"][player], won)


def hand_rows(verdicts: Iterable[Verdict]) -> Iterator[Row]:
    """One row per player of each hand that was scored, in the order of HAND_COLUMNS."""
    for verdict, score in _scores(verdicts):
        for hand in score["hands"]:
            for seat, player in enumerate(score["players"], 1):
                bid, won, points = ((hand.get(key) or {}).get(player) for key in ("bids", "won", "points"))
                before = (hand["hand"], hand.get("dealer"), hand.get("cards"), seat, player)
                after = (points, hand["totals"][player], _details(hand, player))
                yield (*_game(verdict), *before, None if bid is None else str(bid), won, *after)


def _scores(verdicts: Iterable[Verdict]) -> Iterator[tuple[Verdict, Mapping[str, Any]]]:
    for verdict in verdicts:
        if verdict.table is not None:
            yield verdict, verdict.table.score[0]


def _game(verdict: Verdict) -> Row:
    return verdict.path, verdict.line, verdict.game, verdict.status


def _details(hand: Mapping[str, Any], player: str) -> str:
    """What a score pad knows about a hand besides what has a column: 'contract: 4S by Nell; pips: 62'."""
    players, found = hand["totals"].keys(), dict[str, Any]()
    for key, value in hand.items():
        if key in OWN:
            continue
        if not isinstance(value, Mapping):
            found[key] = value
        elif not value.keys() <= players:
            found |= {f"{line} points": points[player] for line, points in value.items()}
        elif isinstance(value.get(player), Mapping):
            found |= value[player]
        else:
            found[key] = value.get(player)
    return "; ".join(f"{name}: {_told(value)}" for name, value in found.items() if _told(value) != "")


def _told(value: Any) -> str:
    """A value as shown in a table: cards and melds as a player writes them, nothing for a missing value."""
    if isinstance(value, Mapping):
        return _told(value.get("cards"))
    if isinstance(value, list):
        return (", " if any(isinstance(one, Mapping) for one in value) else " ").join(map(_told, value))
    return "" if value is None else str(value)


SHAPES = {"game": Shape(COLUMNS, rows), "hand": Shape(HAND_COLUMNS, hand_rows)}
"""The two tables, by what has one row per player."""


def csv(verdicts: Iterable[Verdict], by: str = "game") -> Iterator[str]:
    """The rows as CSV, the names of the columns first; truth values are written true and false."""
    shape = SHAPES[by]
    yield as_csv([tuple(shape.columns)])
    for row in shape.rows(verdicts):
        yield as_csv([_plain(row)])


def markdown(verdicts: Iterable[Verdict], by: str = "game") -> str:
    """The rows as a table in Markdown."""
    shape = SHAPES[by]
    return markdown_table(tuple(shape.columns), [_plain(row) for row in shape.rows(verdicts)])


def _plain(row: Row) -> list[Any]:
    return ["" if cell is None else str(cell).lower() if isinstance(cell, bool) else cell for cell in row]


def write_parquet(verdicts: Iterable[Verdict], path: str, by: str = "game") -> None:
    """Writes the rows into a Parquet file. Raises SourceError if the package pyarrow is missing."""
    shape = SHAPES[by]
    kinds = {name: KINDS.get(name, str) for name in shape.columns}
    columns.write_parquet(kinds, shape.rows(verdicts), path)
