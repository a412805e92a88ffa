"""Splits files into ranges of bytes, so that each part is read where it is judged, and only once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from referee import source
from referee.core.places import SourceError
from referee.corpus.parts import Part, Range, parts_of
from referee.corpus.paths import Remark, Source, sources
from referee.source.batches import BATCH, MANY_LINES, count_lines, worth_together
from referee.source.files import PACKED
from referee.source.lines import CHANGED, stamp
from referee.source.text import complaint


def ranges(
    paths: Iterable[str], size: int = 0, max_unpacked: int = source.UNPACKED, *, out: bool = False
) -> Iterator[Part | Remark]:
    """What the paths name, in parts to be read where they are judged: lines in ranges of this many bytes (0: as many as are
    worth judging together), everything else as usual; `out` as for `sources`."""
    for item in sources(paths, out=out):
        known = stamp(item.path) if isinstance(item, Source) and _can_be_split(item.path) else None
        if isinstance(item, Source) and isinstance(known, tuple) and known[0]:
            yield from _ranges_of(item.path, known, size or worth_together(item.path, known[0]))
        else:
            yield from parts_of(item, max_unpacked)


def _can_be_split(path: str) -> bool:
    # An empty file, or one that cannot be opened, is reported when it is read as a whole.
    return source.is_lines(path) and not path.endswith(PACKED) and os.access(path, os.R_OK)


def _ranges_of(path: str, known: tuple[int, int], span: int) -> Iterator[Part]:
    size, lines, end = known[0], 0, 0
    while end < size:
        begin, end = end, min(end + span, size)
        try:
            while (found := count_lines(path, begin, end)) > MANY_LINES and end - begin > BATCH:
                end = (begin + end) // 2
        except SourceError as error:
            yield Part(path, complaint(path, error.complaints[0].message, lines + 1))
            return
        yield Part(path, Range(begin, end, lines, known), end)
        lines += found
        if end < size and stamp(path) != known:  # a later change is noticed when it is read
            yield Part(path, complaint(path, CHANGED, lines + 1))
            return
