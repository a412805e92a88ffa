"""The lines of a file that a finding is about, with a mark under the place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from referee.core.harmless import one_line, visible
from referee.report.plain import Paint, no_paint

Lines = Callable[[str], Sequence[str]]
"""The lines of a file by its path as people see it; none where they cannot be had."""

ABOVE = 2
"""So many lines of the event are shown above the one that is marked, at most."""
WIDEST = 100
"""So many columns of a line are shown, around the mark."""

_MARKED = re.compile(r""" "(?:[^"\\]|\\.)*" | '(?:[^']|'')*' | [\[{] | [^\s,\[\]{}]+ """, re.X)
_INDENT = re.compile(r"[ ]*")


def no_lines(file: str) -> Sequence[str]:
    """No lines of any file."""
    return ()


def excerpt(lines: Sequence[str], line: int, column: int, paint: Paint = no_paint) -> Iterator[str]:
    """A line of a file, above it the lines of its event, below it a mark under what stands at the column; both from 1."""
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return
    marked = lines[line - 1]
    start = min(column - 1, len(marked))
    found = _MARKED.match(marked, start)
    end = start + len(found[0].removesuffix(":")) if found else start + 1
    first = _first_of_event(lines, line - 1)
    margin = len(str(line))
    for number in range(max(first, line - 1 - ABOVE), line - 1):
        shown, _, _ = _window(lines[number], 0, 0)
        yield f"    {paint(f'{number + 1:>{margin}} |', 'dim')} {shown}".rstrip()
    shown, before, under = _window(marked, start, end)
    yield f"    {paint(f'{line} |', 'dim')} {shown}".rstrip()
    yield f"    {paint(f'{chr(32) * margin} |', 'dim')} {' ' * before}{paint('^' * under, 'bad')}"


def _first_of_event(lines: Sequence[str], at: int) -> int:
    """The line with which the item of a YAML list begins that holds a line; the line itself where it is in none."""
    if lines[at].lstrip().startswith("- "):
        return at
    depth = _depth(lines[at])
    for number in range(at - 1, max(at - 1 - ABOVE, 0) - 1, -1):
        if lines[number].lstrip().startswith("- ") and _depth(lines[number]) < depth:
            return number
        if _depth(lines[number]) < depth:
            break
    return at


def _depth(line: str) -> int:
    found = _INDENT.match(line)
    return len(found[0]) if found else 0


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a line that is shown, and in columns of a terminal where the mark begins in it and how wide it is."""
    left = 0 if len(line) <= WIDEST or end <= WIDEST - 10 else max(0, start - WIDEST // 3)
    right = min(len(line), left + WIDEST)
    cut_left, cut_right = "…" * (left > 0), "…" * (right < len(line))
    before, marked = one_line(visible(line[left:start])), one_line(visible(line[start : min(end, right)]))
    shown = cut_left + before + marked + one_line(visible(line[min(end, right) : right])) + cut_right
    return shown, len(cut_left) + _columns(before), max(1, _columns(marked))


def _columns(text: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else unicodedata.combining(letter) == 0 for letter in text
    )
