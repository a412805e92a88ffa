"""The lines of a file that a finding is about, with a mark under the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from referee.core.columns import columns
from referee.core.harmless import one_line, visible
from referee.report.paper import PAPER, Paper

Lines = Callable[[str], Sequence[str]]
"""The lines of a file by its displayed path; none if they are not available."""

ABOVE = 2
"""The most lines of the event that are shown above the marked one."""
WIDEST = 100
"""The most letters of a line that are shown around the mark; fewer on narrower paper."""
NARROWEST = 20

_MARKED = r"""(?x) "(?:[^"\\]|\\.)*"? | '(?:[^']|'')*'? | [\[{] | [^\s,\[\]{}]+ """
_INDENT = r"[ ]*"


def no_lines(file: str) -> Sequence[str]:
    """No lines of any file."""
    return ()


def excerpt(lines: Sequence[str], line: int, column: int, paper: Paper = PAPER) -> Iterator[str]:
    """A line of a file, above it the lines of its event, below it a mark under what is at the column; both count from 1."""
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return
    paint, marked = paper.paint, lines[line - 1]
    start = min(column - 1, len(marked))
    found = re.match(_MARKED, marked[start : start + 2 * WIDEST])
    end = start + len(found[0].removesuffix(":")) if found else start + 1
    first = _first_of_event(lines, line - 1)
    margin = len(str(line))
    room = None if paper.width is None else paper.width - margin - len("     | ")
    for number in range(max(first, line - 1 - ABOVE), line - 1):
        shown, _, _ = _window(lines[number], 0, 0, paper, room)
        yield f"    {paint(f'{number + 1:>{margin}} |', 'dim')} {shown}".rstrip()
    shown, before, under = _window(marked, start, end, paper, room)
    yield f"    {paint(f'{line} |', 'dim')} {shown}".rstrip()
    yield f"    {paint(f'{chr(32) * margin} |', 'dim')} {' ' * before}{paint('^' * under, 'bad')}"


def _first_of_event(lines: Sequence[str], at: int) -> int:
    """The first line of the YAML list item that contains a line; the line itself if it is in none."""
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
    found = re.match(_INDENT, line)
    return len(found[0]) if found else 0


def _window(line: str, start: int, end: int, paper: Paper, room: int | None) -> tuple[str, int, int]:
    """The part of a line that is shown, and the start and width of the mark in terminal columns."""
    widest = _letters(line[max(0, start - WIDEST) : start + WIDEST], paper, room)
    left = 0 if len(line) <= widest or end <= widest - 10 else max(0, start - widest // 3)
    right = min(len(line), left + widest)
    before, marked, after = (
        paper.letters(one_line(visible(line[here:there])))
        for here, there in ((left, start), (start, min(end, right)), (min(end, right), right))
    )
    cut_left = left > 0 or len(before) > widest  # what must be escaped takes more room
    before, marked = before[-widest:], marked[:widest]
    free = max(0, widest - len(before) - len(marked))
    cut_right = right < len(line) or len(after) > free
    dots = paper.letters("…")
    shown = dots * cut_left + before + marked + after[:free] + dots * cut_right
    return shown, len(dots) * cut_left + columns(before), max(1, columns(marked))


def _letters(line: str, paper: Paper, room: int | None) -> int:
    """How many letters of a line are shown: as many as fit, judging by the width of the letters in this piece."""
    if room is None:
        return WIDEST
    shown = paper.letters(line)
    room = max(room - 2 * len(paper.letters("…")), NARROWEST)
    return min(WIDEST, room if columns(shown) <= len(shown) else room * len(shown) // columns(shown))
