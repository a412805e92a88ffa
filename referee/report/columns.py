"""Tables for programs: columns with the type of each, and rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.core.harmless import visible
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.report.plain import as_csv

AT_A_TIME = 20_000


def csv(columns: Iterable[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """The rows as CSV, the names of the columns first; truth values are written true and false."""
    yield as_csv([tuple(columns)])
    for row in rows:
        yield as_csv([[str(cell).lower() if isinstance(cell, bool) else cell for cell in row]])


def write_parquet(columns: Mapping[str, type], rows: Iterable[Sequence[Any]], path: str) -> None:
    """Writes the rows into a Parquet file. Raises SourceError if the package pyarrow is missing."""
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
        while some := list(islice(found, AT_A_TIME)):
            cells = [
                pyarrow.array([visible(cell) if isinstance(cell, str) else cell for cell in column], field.type)
                for column, field in zip(zip(*some, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(cells, schema=schema))
