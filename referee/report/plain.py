"""What all reports have in common: counting words, blocks, JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.core.family import Block
from referee.core.harmless import csv_cell, markdown
from referee.core.places import Complaint
from referee.core.wording import counted
from referee.report.paper import PAPER, Paper, markdown_table, table


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
    """Rows as CSV, without formulas, with line feeds between lines but not at the end."""
    import csv
    import io

    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([csv_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue().removesuffix("\n")


def drawn(blocks: Iterable[Block], paper: Paper = PAPER) -> str:
    """Blocks as text, a blank line between them."""
    return "\n\n".join(filter(None, (_drawn(block, paper) for block in blocks)))


def _drawn(block: Block, paper: Paper) -> str:
    parts = [paper.paint(block.title, "head")] if block.title and (block.lines or block.headers) else []
    if block.headers:
        totals = {number: "head" for number, row in enumerate(block.rows) if row[0] == "total"}
        parts.append(table(block.headers, block.rows, paper, looks=totals))
    return "\n".join([*parts, *block.lines])


def marked_down(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown."""
    parts: list[str] = []
    for block in blocks:
        if block.title:
            parts.append(f"### {markdown(block.title)}")
        if block.headers:
            parts.append(markdown_table(block.headers, block.rows))
        parts += map(markdown, block.lines)
    return "\n\n".join(parts)
