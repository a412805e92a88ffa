"""What an answer is written on: its width, letters and colours; and tables that fit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.ascii import in_ascii
from referee.core.columns import columns, longest_word, wrapped
from referee.core.harmless import markdown, visible

Paint = Callable[[str, str], str]
"""Colours a text by what it is ('good', 'bad', 'doubt', 'dim', 'head'); only the command line knows about terminals."""

GAP = 2
"""Columns between those of a table, and after a header."""
CELL = "\u200b"
"""Marks the beginning of a cell until it is drawn, so that no library takes its text for a number, and a row begins in the line
that has it. It takes no room, and is never in a text, which would escape it."""
LONG = 14
"""Cells that are wider than this are folded if a table is too wide."""


def no_paint(text: str, what: str) -> str:
    """Return the text unchanged."""
    return text


class Paper(NamedTuple):
    """How many columns there are (None: no limit), whether there is only ASCII, and the colours."""

    width: int | None = None
    ascii: bool = False
    paint: Paint = no_paint

    def letters(self, text: str) -> str:
        """Return a text in the letters that the paper has."""
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
    """Return a table; numbers are aligned right, unless the column contains text too. `looks` says what some rows are, by
    number.

    Text wider than `widest` columns wraps. If the paper is too narrow, long cells wrap, too; if that is not enough, the columns
    that do not fit go to another table below, which repeats the first column.
    """
    if not headers:
        return ""
    names = [paper.letters(visible(header)) for header in headers]
    cells = [[paper.letters(_cell(value)) for value in row] for row in rows]
    numbers = [_numeric(rows, place) for place in range(len(names))]
    full = [_wide(name, [row[place] for row in cells], widest) for place, name in enumerate(names)]
    if paper.width is None or sum(full) + GAP * (len(full) - 1) <= paper.width:
        sheets = [dict.fromkeys(range(len(names)), widest)]
    else:
        least = [_least(name, [row[place] for row in cells], paper.width) for place, name in enumerate(names)]
        sheets = list(_sheets(full, least, paper.width))
    return "\n\n".join(_drawn(sheet, names, cells, numbers, paper.paint, looks or {}) for sheet in sheets)


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return a Markdown table; numbers are aligned right."""
    cells = [[markdown(_cell(value)) for value in row] for row in rows]
    numbers = [_numeric(rows, place) for place in range(len(headers))]
    return _tabulated([markdown(header) for header in headers], cells, numbers, "github").replace(CELL, "")


def _tabulated(
    names: Sequence[str], cells: Sequence[Sequence[str]], numbers: Sequence[bool], form: str, **widths: Any
) -> str:
    from tabulate import tabulate

    align = ["right" if right else "left" for right in numbers] if cells else None
    marked = [[f"{CELL}{cell}" for cell in row] for row in (names, *cells)]
    return tabulate(marked[1:], marked[0], tablefmt=form, disable_numparse=True, colalign=align, **widths)


def _cell(value: Any) -> str:
    return "" if value is None else visible(str(value))


def _numeric(rows: Sequence[Sequence[Any]], place: int) -> bool:
    return bool(rows) and all(isinstance(row[place], int | float) or row[place] == "" for row in rows)


def _wide(name: str, column: Sequence[str], widest: int | None) -> int:
    """Return how wide a column is, with room after its header."""
    most = max([0, *map(columns, column)])
    return max(columns(name) + GAP, most if widest is None else min(most, widest))


def _least(name: str, column: Sequence[str], most: int) -> int:
    """Return how narrow a column can be: as wide as its longest word, if its cells are folded at all."""
    wide = max([0, *map(columns, column)])
    cell = wide if wide <= LONG else max(longest_word(column), LONG)
    return min(max(longest_word([name]) + GAP, cell), most // 2)


def _sheets(full: Sequence[int], least: Sequence[int], width: int) -> Iterator[dict[int, int | None]]:
    """Yield the columns of a table that is too wide, by number, with their widths: as many tables as needed."""
    first, *rest = range(len(full))
    begun = False
    while rest or not begun:
        sheet, begun = [first], True
        while rest and (len(sheet) == 1 or sum(least[n] for n in (*sheet, rest[0])) + GAP * len(sheet) <= width):
            sheet.append(rest.pop(0))
        wide = {place: full[place] for place in sheet}
        while sum(wide.values()) + GAP * (len(sheet) - 1) > width:
            place = max(sheet, key=lambda place: (wide[place] > least[place], wide[place]))
            if wide[place] <= least[place]:
                break
            wide[place] -= 1
        yield dict(wide)


def _drawn(
    sheet: Mapping[int, int | None],
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    paint: Paint,
    looks: Mapping[int, str],
) -> str:
    """One table of these columns, by number, folded to these widths."""
    widths = list(sheet.values())
    folds = {} if widths == [None] * len(widths) else {
        "maxcolwidths": widths,
        "maxheadercolwidths": [None if width is None else max(width - GAP, 1) for width in widths],
    }  # fmt: skip
    picked = [
        [row[place] for place in sheet] for row in cells or [[""] * len(names)]
    ]  # without a row tabulate 0.9 folds nothing
    text = _tabulated([names[place] for place in sheet], picked, [numbers[place] for place in sheet], "simple", **folds)
    lines = text.split("\n")
    rule = next(number for number, line in enumerate(lines) if set(line) <= {"-", " "} and "-" in line)
    shown = [*(paint(line.replace(CELL, "").rstrip(), "head") for line in lines[:rule]), paint(lines[rule], "dim")]
    row = -1
    for line in lines[rule + 1 :] if cells else ():
        row += CELL in line
        plain = line.replace(CELL, "").rstrip()
        shown.append(paint(plain, looks[row]) if row in looks else plain)
    return "\n".join(shown)
