"""What all reports have in common: counting words, tables, JSON, and the seam for colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.core.family import Block
from referee.core.harmless import csv_cell, markdown, visible
from referee.core.places import Complaint
from referee.core.wording import counted

Paint = Callable[[str, str], str]
"""Colours a text by what it is ('good', 'bad', 'doubt', 'dim'); only the command line knows about terminals."""


def no_paint(text: str, what: str) -> str:
    """The text as it is."""
    return text


def counts_in_words(counts: Mapping[str, int]) -> str:
    """'12 hands, 312 plays', from {'hands': 12, 'plays': 312}."""
    return ", ".join(counted(number, what) for what, number in counts.items())


def as_json(data: Any) -> str:
    """Plain data as indented JSON."""
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


def complaints_data(complaints: Iterable[Complaint]) -> list[dict[str, str | int]]:
    """Complaints as plain data."""
    return [{**place._asdict(), "message": message} for place, message in complaints]


def as_csv(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV, without formulas, lines ended by a line feed; no line feed at the very end."""
    import csv
    import io

    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([csv_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue().removesuffix("\n")


def table(
    headers: Sequence[str], rows: Sequence[Sequence[Any]], form: str = "simple", *, widest: int | None = None
) -> str:
    """A table in one of tabulate's forms; numbers stand right, unless the column holds text too.

    Text that has more columns than `widest` goes on in the line below.
    """
    from tabulate import tabulate

    right = [
        bool(rows) and all(isinstance(row[place], int | float) or row[place] == "" for row in rows)
        for place in range(len(headers))
    ]
    align = ["right" if numbers else "left" for numbers in right]
    columns = align if rows else None
    shown = markdown if form == "github" else visible  # before the columns are made as wide as what stands in them
    headers = [shown(header) for header in headers]
    rows = [[shown(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    return tabulate(rows, headers, tablefmt=form, disable_numparse=True, colalign=columns, maxcolwidths=widest)


def drawn(blocks: Iterable[Block]) -> str:
    """Blocks as text, a blank line between them."""
    return "\n\n".join(filter(None, map(_drawn, blocks)))


def _drawn(block: Block) -> str:
    parts = [block.title] if block.title and block.lines and not block.headers else []
    if block.headers:
        if block.title:
            parts.append(block.title)
        parts.append(table(block.headers, block.rows))
    return "\n".join([*parts, *block.lines])


def marked_down(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown."""
    parts: list[str] = []
    for block in blocks:
        if block.title:
            parts.append(f"### {markdown(block.title)}")
        if block.headers:
            parts.append(table(block.headers, block.rows, "github"))
        parts += map(markdown, block.lines)
    return "\n\n".join(parts)
