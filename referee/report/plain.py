"""What all reports have in common: counting words, blocks, JSON, YAML and CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.core.family import Block
from referee.core.harmless import csv_cell, markdown, visible, yaml_line
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.wording import counted
from referee.report.paper import PAPER, Paper, markdown_table, table

ROWS_AT_A_TIME = 20_000
"""How many rows of a Parquet file are written together."""


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


def forms(
    text: Callable[..., str], data: Callable[..., Any], **others: Callable[..., str]
) -> dict[str, Callable[..., str]]:
    """Return the forms of a report by name: text, the same as JSON from plain data, and others.

    All take what the command found, and then the paper, which data do not need.
    """
    return {
        "text": text,
        "json": lambda *found: as_json(data(*(part for part in found if not isinstance(part, Paper)))),
        **others,
    }


def streams(text: Callable[..., Iterator[str]], data: Callable[..., Any]) -> dict[str, Callable[..., Iterator[str]]]:
    """Return the forms of a report whose text is written as it comes."""
    json = forms(str, data)["json"]
    return {"text": text, "json": lambda *found: iter([json(*found)])}


def json_list(before: str, entries: Iterable[Any], after: str) -> Iterator[str]:
    """Yield a list as JSON, entry by entry as they come, between what comes before and after it."""
    comma = ""
    yield before
    for entry in entries:
        if comma:
            yield comma
        yield as_json(entry)
        comma = ","
    yield after


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


def as_yaml(log: Mapping[str, Any]) -> str:
    """Return a log as YAML: one key of the head per line, and one event per line."""
    lines = []
    for key, value in log.items():
        if key == "events" and value:
            lines += ["events:", *(f"  - {yaml_line(event)}" for event in value)]
        else:
            lines.append(f"{key}: {yaml_line(value)}")
    return "\n".join(lines) + "\n"


def csv_lines(columns: Iterable[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield rows as CSV, the names of the columns first; truth values are written true and false."""
    yield as_csv([tuple(columns)])
    for row in rows:
        yield as_csv([[plain_cell(cell) for cell in row]])


def plain_cell(cell: Any) -> Any:
    """Return a cell of a table for programs: truth values as words."""
    return str(cell).lower() if isinstance(cell, bool) else cell


def write_parquet(columns: Mapping[str, type], rows: Iterable[Sequence[Any]], path: str) -> None:
    """Write rows into a Parquet file. Raises SourceError if the package pyarrow is missing."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        message = "--format parquet needs the package pyarrow; install it with pip install 'referee[parquet]'"
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), message)]) from None
    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    found = iter(rows)
    with ParquetWriter(path, schema) as writer:
        while some := list(islice(found, ROWS_AT_A_TIME)):
            cells = [
                pyarrow.array([visible(cell) if isinstance(cell, str) else cell for cell in column], field.type)
                for column, field in zip(zip(*some, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(cells, schema=schema))
