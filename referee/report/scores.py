"""Score pads as text, JSON, CSV and Markdown, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.core.family import Block
from referee.core.harmless import markdown as markdown_text
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.report.paper import PAPER, Paper
from referee.report.plain import as_csv, as_json, drawn, marked_down


class Scored(NamedTuple):
    """The score pad of one log: its rules in one line, and the pad as data and as blocks."""

    label: str
    game: str
    brief: str
    data: Mapping[str, Any]
    blocks: Sequence[Block]


def _with_many(scored: Iterable[Scored]) -> tuple[Iterator[Scored], bool]:
    """The same again, and whether there are several."""
    rest = iter(scored)
    first = [item for _, item in zip(range(2), rest, strict=False)]
    return chain(first, rest), len(first) > 1


def text(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """The rules in one line where they change, then a table a game; with several, the name of the log above each."""
    items, many = _with_many(scored)
    gap = brief = ""
    for item in items:
        if item.brief != brief:
            brief = item.brief
            yield gap + paper.paint(brief, "dim")
            gap = ""
        *pad, ending = drawn(_untitled(item.blocks), paper).split("\n")
        ending = paper.paint(ending, "good") if item.data["over"] else ending
        yield f"{gap}{item.label}:\n" * many + "\n".join([*pad, ending])
        gap = "\n"


def _untitled(blocks: Sequence[Block]) -> list[Block]:
    """Blocks without the title that only repeats the command."""
    return [Block("" if block.title == "Score" else block.title, *block_rest(block)) for block in blocks]


def block_rest(block: Block) -> tuple[Any, ...]:
    """A block but for its title."""
    return block.headers, block.rows, block.lines


def json(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/score; a list of these for several games."""
    items, many = _with_many(scored)
    comma = ""
    if many:
        yield "["
    for item in items:
        if comma:
            yield comma
        named = {"path": item.label} if many else {}
        yield as_json({**named, "game": item.game, **item.data})
        comma = ","
    if many:
        yield "]"


def csv(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """A line a hand: its number, cards and dealer, then bids, tricks, points and running totals player by player.

    With several games the log's name comes first. Raises SourceError at one whose columns are not those of the first: its
    players or its game are others, and there would be two tables.
    """
    items, many = _with_many(scored)
    known: list[str] | None = None
    for item in items:
        if many and not item.data["hands"]:
            continue
        headers = ["log"] * many + _headers(item.data)
        if known is None:
            known = headers
            yield as_csv([headers])
        elif headers != known:
            message = "its hands have other columns than those before; --by player makes one table of all games"
            raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), f"{item.label}: {message}")])
        rows = [[item.label] * many + _cells(hand, headers[many:]) for hand in item.data["hands"]]
        if rows:
            yield as_csv(rows)


def _headers(data: Mapping[str, Any]) -> list[str]:
    hands = data["hands"]
    if not hands:
        return ["hand", *(f"{player} points" for player in data["players"])]
    return list(dict.fromkeys(name for hand in hands for name, _ in _columns(hand)))


def _cells(hand: Mapping[str, Any], headers: Sequence[str]) -> list[Any]:
    values = dict(_columns(hand))
    return [values.get(name, "") for name in headers]


def _columns(hand: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A hand's values, each with its header; what is kept by player, or by line of the score, is spread out."""
    players = list(hand["totals"])
    for key, value in hand.items():
        if key == "points" and value is None:
            yield from ((f"{player} points", "") for player in players)
        elif not isinstance(value, Mapping):
            yield key, value
        elif not value.keys() <= set(players):
            for line, points in value.items():
                yield from ((f"{player} {line} points", points[player]) for player in players)
        elif any(isinstance(entry, Mapping) for entry in value.values()):
            names = dict.fromkeys(name for entry in value.values() for name in entry)
            for name in names:
                yield from ((f"{player} {name}", _cell(value.get(player, {}).get(name))) for player in players)
        else:
            yield from ((f"{player} {key}", _cell(value.get(player))) for player in players)


def _cell(value: Any) -> Any:
    """A value as it stands in a table: cards and melds as a player writes them, nothing for what is not there."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return _cell(value.get("cards"))
    if isinstance(value, list):
        return (", " if any(isinstance(one, Mapping) for one in value) else " ").join(str(_cell(one)) for one in value)
    return value


def markdown(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """A Markdown table a game."""
    items, many = _with_many(scored)
    gap = ""
    for item in items:
        yield f"{gap}## {markdown_text(item.label)}\n\n" * many + marked_down(_untitled(item.blocks))
        gap = "\n"


FORMATS: dict[str, Callable[[Iterable[Scored], Paper], Iterator[str]]] = {
    "text": text,
    "json": json,
    "csv": csv,
    "markdown": markdown,
}
