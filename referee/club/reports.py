"""A season in the other formats: text, Markdown, JSON, CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from referee.club import tables
from referee.club.ratings import Change
from referee.club.season import Season
from referee.club.tables import TABLES, Sheet, Table
from referee.core.harmless import markdown as markdown_text
from referee.core.harmless import one_line, visible
from referee.report import plain
from referee.report.paper import PAPER, Paper, markdown_table, table

Changes = Sequence[Change] | None
WIDEST = 60
"""Longer cells wrap."""
MOST = 300
"""The most disputes and complaints that are shown to readers, latest first."""


def _sheets(season: Season, changes: Changes) -> Iterator[Sheet]:
    yield tables.standings(season, changes)
    for _, sheets in tables.game_sheets(season):
        yield from sheets
    disputed = [
        [entry.occasion.date, entry.where, found.player, found.reason or found.kind, f"{found.rule}: {found.message}"]
        for entry, found in season.disputes[::-1][:MOST]
    ]
    if disputed:
        yield Sheet("Disputes", ["date", "log", "player", "what", "ruling"], disputed)
    unjudged = [[entry.where, why] for entry in season.unjudged[:MOST] for why in entry.complaints[:1]]
    if unjudged:
        yield Sheet("Not judged", ["log", "why"], unjudged)


def text(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Tables for a terminal."""
    yield paper.paint(one_line(title), "head")
    for sheet in _sheets(season, changes):
        rows = [[one_line(cell) for cell in row] for row in sheet.rows]
        heading = paper.paint(one_line(sheet.title), "head")
        yield f"\n{heading}\n\n{table(sheet.headers, rows, paper, widest=WIDEST)}"


def markdown(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """The same tables for a page in Markdown."""
    yield f"# {markdown_text(title)}"
    for sheet in _sheets(season, changes):
        said = f"\n\n{markdown_text(sheet.says)}" if sheet.says else ""
        yield f"\n## {markdown_text(sheet.title)}\n\n{markdown_table(sheet.headers, sheet.rows)}{said}"


def json(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/club: every table, one map per row."""
    found = {name: _rows(make(season, changes)) for name, make in TABLES.items()}
    yield plain.as_json({"club": title, "from": season.days[0], "to": season.days[1], **found})


def _rows(found: Table) -> list[dict[str, object]]:
    return [
        {name: visible(cell) if isinstance(cell, str) else cell for name, cell in zip(found.columns, row, strict=True)}
        for row in found.rows
    ]


FORMATS: dict[str, Callable[[str, Season, Changes, Paper], Iterator[str]]] = {
    "text": text,
    "markdown": markdown,
    "json": json,
}
