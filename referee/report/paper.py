"""What an answer is written on: how wide it is, which letters it has, and in which colours; and tables that fit on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from referee.core.ascii import in_ascii
from referee.core.columns import columns, folded, left, longest_word, right, wrapped
from referee.core.harmless import markdown, visible

Paint = Callable[[str, str], str]
"""Colours a text by what it is ('good', 'bad', 'doubt', 'dim', 'head'); only the command line knows about terminals."""

GAP = 2
"""Columns between those of a table."""
LONG = 14
"""Cells that are wider than this are folded where a table is too wide."""


def no_paint(text: str, what: str) -> str:
    """The text as it is."""
    return text


class Paper(NamedTuple):
    """How many columns there are (None: as many as it takes), whether there is nothing but ASCII, and the colours."""

    width: int | None = None
    ascii: bool = False
    paint: Paint = no_paint

    def letters(self, text: str) -> str:
        """A text in the letters that there are."""
        return in_ascii(text) if self.ascii else text

    def lines(self, text: str) -> Iterator[str]:
        """Prose, in lines that fit."""
        for line in self.letters(text).split("\n"):
            if self.width is None:
                yield line
            else:
                yield from wrapped(line, self.width)


PAPER = Paper()


def table(
    headers: Sequence[str],
    rows: Sequence[Sequence[Any]],
    paper: Paper = PAPER,
    *,
    widest: int | None = None,
    looks: Mapping[int, str] | None = None,
) -> str:
    """A table; numbers stand right, unless the column holds text too. `looks` are rows by number, and what they are.

    Text that has more columns than `widest` goes on in the line below. Where the paper is too narrow, long cells do, too; and
    where that is not enough, the columns that have no room stand in another table below, with the first of all before them.
    """
    names = [paper.letters(visible(header)) for header in headers]
    cells = [[paper.letters(_cell(value)) for value in row] for row in rows]
    aligned = [right if _numeric(rows, place) else left for place in range(len(names))]
    known = [[row[place] for row in cells] for place in range(len(names))]
    wide = [max(columns(name) + GAP, *_widths(column, widest)) for name, column in zip(names, known, strict=True)]
    if paper.width is None or sum(wide) + GAP * (len(wide) - 1) <= paper.width:
        sheets = [dict(enumerate(wide))]
    else:
        sheets = list(_sheets(names, known, widest, paper.width))
    return "\n\n".join("\n".join(_drawn(sheet, names, cells, aligned, paper.paint, looks or {})) for sheet in sheets)


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of Markdown; numbers stand right."""
    names = [markdown(header) for header in headers]
    cells = [[markdown(_cell(value)) for value in row] for row in rows]
    aligned = [right if _numeric(rows, place) else left for place in range(len(names))]
    wide = [max([columns(name) + GAP, *(columns(row[place]) for row in cells)]) for place, name in enumerate(names)]
    lines = [_row(names, wide, aligned), f"|{'|'.join('-' * (width + 2) for width in wide)}|"]
    return "\n".join([*lines, *(_row(row, wide, aligned) for row in cells)])


def _row(cells: Sequence[str], wide: Sequence[int], aligned: Sequence[Callable[[str, int], str]]) -> str:
    return f"| {' | '.join(align(cell, width) for align, cell, width in zip(aligned, cells, wide, strict=True))} |"


def _cell(value: Any) -> str:
    return "" if value is None else visible(str(value)).strip()


def _numeric(rows: Sequence[Sequence[Any]], place: int) -> bool:
    return bool(rows) and all(isinstance(row[place], int | float) or row[place] == "" for row in rows)


def _widths(column: Sequence[str], widest: int | None) -> Iterator[int]:
    """How wide the cells of a column are, folded where they are wider than that."""
    yield 0
    for cell in column:
        if widest is None:
            yield from map(columns, cell.split("\n"))
        else:
            yield from map(columns, folded(cell, widest))


def _least(column: Sequence[str]) -> int:
    """How narrow a column can be: as its longest word, where its cells are folded at all."""
    most = max(_widths(column, None))
    return most if most <= LONG else max(longest_word(column), LONG)


def _sheets(
    names: Sequence[str], known: Sequence[Sequence[str]], widest: int | None, width: int
) -> Iterator[dict[int, int]]:
    """The columns of a table that is too wide, by number, with their widths: as many tables as it takes."""
    full = [max(columns(name), *_widths(column, widest)) for name, column in zip(names, known, strict=True)]
    least = [max(longest_word([name]), _least(column)) for name, column in zip(names, known, strict=True)]
    first, *rest = range(len(names))
    begun = False
    while rest or not begun:
        sheet, begun = [first], True
        while rest and (
            len(sheet) == 1 or sum(least[place] for place in (*sheet, rest[0])) + GAP * len(sheet) <= width
        ):
            sheet.append(rest.pop(0))
        room = width - GAP * (len(sheet) - 1)
        wide = {place: full[place] for place in sheet}
        while sum(wide.values()) > room:
            place = max(sheet, key=lambda place: (wide[place] > least[place], wide[place]))
            if wide[place] <= least[place]:
                break
            wide[place] -= 1
        yield wide


def _drawn(
    wide: Mapping[int, int],
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    aligned: Sequence[Callable[[str, int], str]],
    paint: Paint,
    looks: Mapping[int, str],
) -> Iterator[str]:
    """The lines of one table, of these columns."""

    def lines(row: Sequence[str]) -> Iterator[str]:
        parts = [folded(row[place], width) for place, width in wide.items()]
        for line in zip_longest(*parts, fillvalue=""):
            padded = [aligned[place](part, width) for (place, width), part in zip(wide.items(), line, strict=True)]
            yield (" " * GAP).join(padded).rstrip()

    yield from (paint(line, "head") for line in lines(names))
    yield paint((" " * GAP).join("-" * width for width in wide.values()), "dim")
    for number, row in enumerate(cells):
        yield from (paint(line, looks[number]) if number in looks else line for line in lines(row))
