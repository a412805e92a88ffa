"""Parts of reports: the paper with its width, letters and colours, tables that fit it, blocks, JSON, YAML and CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from referee.core.data import Data, Entry
from referee.core.family import Block
from referee.core.text import columns, csv_cell, in_ascii, longest_word, markdown, visible, wrap, yaml_line, yaml_lines
from referee.core.wording import number_of

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
    """The columns of an output (None: no limit), whether there is only ASCII, and the colours."""

    width: int | None = None
    ascii: bool = False
    paint: Paint = no_paint

    def letters(self, text: str) -> str:
        """Return a text in the letters that the paper has."""
        if self.ascii:
            return in_ascii(text)
        return text

    def lines(self, text: str) -> Iterator[str]:
        """Yield prose in lines that fit."""
        for line in self.letters(text).split("\n"):
            if self.width is None:
                yield line
            else:
                yield from wrap(line, self.width)


PAPER = Paper()


def table(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    paper: Paper = PAPER,
    *,
    widest: int | None = None,
    looks: Mapping[int, str] | None = None,
) -> str:
    """A table as text; numbers are aligned right, unless the column contains text too.

    `looks` gives some rows, by number, the look that `paper.paint` knows. Text wider than `widest` columns wraps. If
    the paper is too narrow, long cells wrap, too; if that is not enough, the columns that do not fit go to another
    table below, which repeats the first column.
    """
    if not headers:
        return ""
    names = [paper.letters(visible(header)) for header in headers]
    cells = [[paper.letters(_cell(value)) for value in row] for row in rows]
    numbers = [_numeric(rows, place) for place in range(len(names))]
    # the widths of columns: of the widest cell, and as wide as the column may become
    by_column = [[row[place] for row in cells] for place in range(len(names))]
    wide = [max(map(columns, column), default=0) for column in by_column]
    full = [max(columns(name) + GAP, min(most, widest or most)) for name, most in zip(names, wide, strict=True)]

    def drawn(sheet: Mapping[int, int | None]) -> str:
        """The text of one table with these columns, by number, each folded to its width (None: as wide as it is)."""
        folds: Data = {}
        if any(sheet.values()):
            within = list(map(_width_of_header, sheet.values()))
            folds = {"maxcolwidths": list(sheet.values()), "maxheadercolwidths": within}
        shown = [[row[place] for place in sheet] for row in cells]
        if not cells:
            shown = [[""] * len(sheet)]  # without a row nothing folds
        text = _tabulate(
            [names[place] for place in sheet], shown, [numbers[place] for place in sheet], "simple", **folds
        )
        return "\n".join(_paint_lines(text, bool(cells), looks or {}, paper))

    if paper.width is None or sum(full) + GAP * (len(full) - 1) <= paper.width:
        return drawn(dict.fromkeys(range(len(names)), widest))
    least = []  # as narrow as a column can be: as wide as its longest word, if its cells are folded at all
    for name, column, most in zip(names, by_column, wide, strict=True):
        if most <= LONG:
            cell = most
        else:
            cell = max(longest_word(column), LONG)
        least.append(min(max(longest_word([name]) + GAP, cell), paper.width // 2))
    return "\n\n".join(map(drawn, _sheets(full, least, paper.width)))


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table; numbers are aligned right."""
    cells = [[markdown(_cell(value)) for value in row] for row in rows]
    numbers = [_numeric(rows, place) for place in range(len(headers))]
    return _tabulate([markdown(header) for header in headers], cells, numbers, "github").replace(CELL, "")


def _width_of_header(width: int | None) -> int | None:
    """The width to which a header is folded in a column of a width."""
    if not width:
        return width
    return max(width - GAP, 1)


def _paint_lines(text: str, has_rows: bool, looks: Mapping[int, str], paper: Paper) -> Iterator[str]:
    """Yield the lines of a table with their colours, and without the marks at the beginning of its cells.

    First the headers and the line of dashes below them, then the rows, each in its look from `looks`.
    """
    lines = iter(text.split("\n"))
    for line in lines:
        shown = line.replace(CELL, "").rstrip()
        if _is_rule(shown):
            yield paper.paint(shown, "dim")
            break
        yield paper.paint(shown, "head")
    if not has_rows:
        return
    row = -1
    for line in lines:
        row += CELL in line  # a row that is folded has several lines
        shown = line.replace(CELL, "").rstrip()
        if row in looks:
            shown = paper.paint(shown, looks[row])
        yield shown


def _is_rule(line: str) -> bool:
    return set(line) <= {"-", " "} and "-" in line


def _tabulate(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    form: str,
    **widths: Any,
) -> str:
    """A table made by the library, in one of its forms; `numbers` says which columns are aligned right, `widths` fold
    cells.

    Each cell begins with the mark `CELL`.
    """
    from tabulate import tabulate

    align = None
    if cells:
        align = [("left", "right")[right] for right in numbers]
    marked = list(map(_marked, cells))
    return tabulate(marked, _marked(names), tablefmt=form, disable_numparse=True, colalign=align, **widths)


def _marked(row: Sequence[str]) -> list[str]:
    """The cells of a row, each with a mark before it."""
    return [f"{CELL}{cell}" for cell in row]


def _cell(value: object) -> str:
    if value is None:
        return ""
    return visible(str(value))


def _numeric(rows: Sequence[Sequence[object]], place: int) -> bool:
    return bool(rows) and all(_is_number_or_empty(row[place]) for row in rows)


def _is_number_or_empty(value: object) -> bool:
    return isinstance(value, int | float) or value == ""


def _sheets(full: Sequence[int], least: Sequence[int], width: int) -> Iterator[dict[int, int | None]]:
    """Yield the columns of each table into which one that is too wide is divided, by number, with the width of each.

    `full` are the widths that columns would have, `least` the smallest they can have; the first column is in every
    table.
    """
    first, *rest = range(len(full))
    while True:
        sheet = [first]
        while rest and (len(sheet) == 1 or sum(least[n] for n in (*sheet, rest[0])) + GAP * len(sheet) <= width):
            sheet.append(rest.pop(0))
        wide = {n: full[n] for n in sheet}
        # the widest column that can still be narrower becomes narrower, until all fit
        while sum(wide.values()) + GAP * (len(sheet) - 1) > width and any(wide[n] > least[n] for n in sheet):
            wide[max(sheet, key=lambda n: (wide[n] > least[n], wide[n]))] -= 1
        yield {**wide}
        if not rest:
            return


def counted_out(number: int, plural: str) -> str:
    """Return '1 log' or '12,345 logs', from the plural."""
    if number == 1:
        return number_of(number, plural)
    return f"{number:,} {plural}"


def as_json(data: object) -> str:
    """Return plain data as indented JSON."""
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


def json_line(data: object) -> str:
    """Return plain data as JSON on one line."""
    import json

    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def forms(
    text: Callable[..., str], data: Callable[..., object], **others: Callable[..., str]
) -> dict[str, Callable[..., str]]:
    """The forms of a report by name: 'text', 'json' made of plain data, and others.

    All are functions of what the command found, and then of the paper, which data do not need.
    """
    return {
        "text": text,
        "json": lambda *found: as_json(data(*(part for part in found if not isinstance(part, Paper)))),
        **others,
    }


def json_list(before: str, entries: Iterable[object], after: str) -> Iterator[str]:
    """Yield a list as JSON, entry by entry as they come, between what comes before and after it."""
    comma = ""
    yield before
    for entry in entries:
        if comma:
            yield comma
        yield as_json(entry)
        comma = ","
    yield after


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV, without formulas, with line feeds between lines but not at the end."""
    import csv
    import io

    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([csv_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue().removesuffix("\n")


def as_text(blocks: Iterable[Block], paper: Paper = PAPER) -> str:
    """Return blocks as text, a blank line between them."""
    return "\n\n".join(filter(None, (_block(block, paper) for block in blocks)))


def _block(block: Block, paper: Paper) -> str:
    """A block as text: its title, its table and its lines."""
    parts = []
    if block.title and (block.lines or block.headers):
        parts.append(paper.paint(block.title, "head"))
    if block.headers:
        totals = {number: "head" for number, row in enumerate(block.rows) if row[0] == "total"}
        parts.append(table(block.headers, block.rows, paper, looks=totals))
    parts += block.lines
    return "\n".join(parts)


def as_markdown(blocks: Iterable[Block]) -> str:
    """Return blocks as Markdown."""
    parts: list[str] = []
    for block in blocks:
        if block.title:
            parts.append(f"### {markdown(block.title)}")
        if block.headers:
            parts.append(markdown_table(block.headers, block.rows))
        parts += map(markdown, block.lines)
    return "\n\n".join(parts)


def as_yaml(log: Entry) -> str:
    """Return a log as YAML: its head, and one event per line."""
    head = {key: value for key, value in log.items() if key != "events"}
    lines = list(yaml_lines(head))
    lines.append("events:")
    lines += [f"  - {yaml_line(event)}" for event in log["events"]]
    lines.append("")
    return "\n".join(lines)


def csv_lines(columns: Iterable[str], rows: Iterator[Sequence[object]]) -> Iterator[str]:
    """Yield rows as CSV, the names of the columns first; truth values are written true and false. If not even the first row can
    be had, there is nothing."""
    first = list(islice(rows, 1))
    yield as_csv([tuple(columns)])
    for row in chain(first, rows):
        yield as_csv([[plain_cell(cell) for cell in row]])


def plain_cell(cell: object) -> Any:
    """Return a cell of a table for programs: truth values as words."""
    if isinstance(cell, bool):
        return str(cell).lower()
    return cell
