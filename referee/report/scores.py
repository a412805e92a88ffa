"""Score pads: a game at a time for people, and the scores of many games as one table for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.core.family import Block
from referee.core.harmless import markdown as markdown_text
from referee.core.harmless import one_line
from referee.core.verdict import Verdict
from referee.report.paper import PAPER, Paper, markdown_table
from referee.report.plain import as_json, csv_lines, drawn, json_list, marked_down, plain_cell, write_parquet


class Scored(NamedTuple):
    """The score pad of one log: its rules in one line, and the pad as data and as blocks."""

    label: str
    game: str
    brief: str
    data: Mapping[str, Any]
    blocks: Sequence[Block]
    occasion: Mapping[str, str] = {}
    """When and where it was played, as far as the log says."""


def scored(label: str, verdict: Verdict) -> Scored:
    """Return the score pad of a log that could begin."""
    played: Any = verdict.table
    data, blocks = played.score
    return Scored(label, verdict.game, verdict.brief, data, blocks, played.log.occasion.said)


def _with_many(scored: Iterable[Scored]) -> tuple[Iterator[Scored], bool]:
    """Return the same again, and whether there are several."""
    rest = iter(scored)
    first = [item for _, item in zip(range(2), rest, strict=False)]
    return chain(first, rest), len(first) > 1


def pad_text(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """Yield the rules in one line whenever they change, then one table per game; with several, the name of the log above
    each."""
    items, many = _with_many(scored)
    gap = brief = ""
    for item in items:
        if item.brief != brief:
            brief = item.brief
            yield gap + paper.paint(brief, "dim")
            gap = ""
        *pad, ending = drawn(_untitled(item.blocks), paper).split("\n")
        ending = paper.paint(ending, "good") if item.data["over"] else ending
        said = one_line(", ".join(item.occasion.values()))
        heading = f"{item.label}: {said}" if many and said else f"{item.label}:" if many else said
        yield gap + f"{heading}\n" * bool(heading) + "\n".join([*pad, ending])
        gap = "\n"


def _untitled(blocks: Sequence[Block]) -> list[Block]:
    """Blocks without the title that only repeats the command."""
    return [block._replace(title="") if block.title == "Score" else block for block in blocks]


def pad_json(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/score; a list of these for several games."""
    items, many = _with_many(scored)
    entries = (
        {**({"path": item.label} if many else {}), "game": item.game, **item.occasion, **item.data} for item in items
    )
    return json_list("[", entries, "]") if many else map(as_json, entries)


def pad_markdown(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """One Markdown table per game."""
    items, many = _with_many(scored)
    gap = ""
    for item in items:
        yield f"{gap}## {markdown_text(item.label)}\n\n" * many + marked_down(_untitled(item.blocks))
        gap = "\n"


FORMATS: dict[str, Callable[[Iterable[Scored], Paper], Iterator[str]]] = {
    "text": pad_text,
    "json": pad_json,
    "markdown": pad_markdown,
}


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
    """Return what a score pad knows about a hand besides what has a column: 'contract: 4S by Nell; pips: 62'."""
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
    return "; ".join(f"{name}: {_cell(value)}" for name, value in found.items() if _cell(value) != "")


def _cell(value: Any) -> str:
    """Return a value as shown in a table: cards and melds as a player writes them, nothing for a missing value."""
    if isinstance(value, Mapping):
        return _cell(value.get("cards"))
    if isinstance(value, list):
        return (", " if any(isinstance(one, Mapping) for one in value) else " ").join(map(_cell, value))
    return "" if value is None else str(value)


SHAPES = {"game": Shape(COLUMNS, rows), "hand": Shape(HAND_COLUMNS, hand_rows)}
"""The two tables, by what has one row per player."""


def table_csv(verdicts: Iterable[Verdict], by: str = "game") -> Iterator[str]:
    """Yield the rows as CSV, the names of the columns first."""
    return csv_lines(SHAPES[by].columns, SHAPES[by].rows(verdicts))


def table_markdown(verdicts: Iterable[Verdict], by: str = "game") -> str:
    """Return the rows as a table in Markdown."""
    rows = [["" if cell is None else plain_cell(cell) for cell in row] for row in SHAPES[by].rows(verdicts)]
    return markdown_table(tuple(SHAPES[by].columns), rows)


def table_parquet(verdicts: Iterable[Verdict], path: str, by: str = "game") -> None:
    """Write the rows into a Parquet file. Raises SourceError if the package pyarrow is missing."""
    kinds = {name: KINDS.get(name, str) for name in SHAPES[by].columns}
    write_parquet(kinds, SHAPES[by].rows(verdicts), path)
