"""Parting files by ranges of their bytes, so that who judges a part reads it, and nobody reads it twice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from referee import source
from referee.core.places import SourceError
from referee.corpus.parts import Part, Range, Remark, Source, parts_of, sources
from referee.source.files import PACKED
from referee.source.lines import CHANGED, count_lines, stamp, worth_together
from referee.source.text import complaint


def ranges(paths: Iterable[str], size: int = 0) -> Iterator[Part | Remark]:
    """What the paths name, in parts that whoever judges them reads: lines by ranges of so many bytes (0: as many as are worth
    judging together), all else as anywhere."""
    for item in sources(paths):
        if isinstance(item, Source) and _can_be_split(item.path):
            yield from _ranges_of(item.path, size)
        else:
            yield from parts_of(item)


def _can_be_split(path: str) -> bool:
    # What is empty or cannot be opened is told by whoever reads it in one go.
    if not source.is_lines(path) or path.endswith(PACKED) or not os.path.isfile(path):
        return False
    return os.access(path, os.R_OK) and os.path.getsize(path) > 0


def _ranges_of(path: str, span: int) -> Iterator[Part]:
    before, lines = stamp(path), 0
    size = os.path.getsize(path)
    span = span or worth_together(path)
    try:
        for begin in range(0, size, span):
            end = min(begin + span, size)
            yield Part(path, Range(begin, end, lines), end)
            if end < size or stamp(path) != before:
                lines += count_lines(path, begin, end)
    except SourceError as error:
        yield Part(path, error)
        return
    if stamp(path) != before:
        yield Part(path, complaint(path, CHANGED, lines + 1))
