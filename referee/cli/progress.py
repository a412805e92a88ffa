"""A long run as its user sees it: a progress bar, on a terminal only, and Ctrl-C, which ends it after the current game."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any, TypeVar

from referee.cli.terminal import is_terminal
from referee.corpus.parts import Part
from referee.corpus.paths import Source, sources
from referee.corpus.pool import Stop
from referee.source.lines import Batch

T = TypeVar("T")
WIDTH = 24
SLOWEST, OFTEN = 1.0, 0.1
"""The bar appears after a second, and is drawn at most ten times a second."""


class Watch:
    """What is known of a run: how many logs have been judged, and how much of the files has been read."""

    def __init__(self, total: int) -> None:
        self.stop = Stop()
        self.logs = 0
        self._total = total
        self._before = 0
        self._path, self._until = "", 0
        self._began = self._drawn = monotonic()
        self._shown = False

    def done(self, part: Part) -> None:
        """Notes that a part has been judged."""
        if part.path != self._path:
            self._before += self._until
            self._path = part.path
        self._until = part.what.until if isinstance(part.what, Batch) else _size(part.path)

    def passing(self, items: Iterable[T]) -> Iterator[T]:
        """The same items, counted."""
        for item in items:
            self.logs += 1
            self._draw()
            yield item

    def clear(self) -> None:
        """Removes the bar, so that something else can be written."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False

    def _draw(self) -> None:
        now = monotonic()
        if not self._total or now - self._drawn < OFTEN or now - self._began < SLOWEST:
            return
        self._drawn = now
        self._shown = True
        sys.stderr.write(f"\r{bar(self.logs, self._before + self._until, self._total, now - self._began)}\x1b[K")
        sys.stderr.flush()


def bar(logs: int, read: int, total: int, seconds: float) -> str:
    """'[######······] 1,234 games, 567 games/s, 0:12 left', after these seconds and bytes."""
    share = min(read / total, 1.0) if total else 0.0
    filled = int(share * WIDTH)
    said = f"[{'#' * filled}{'·' * (WIDTH - filled)}] {logs:,} games, {logs / seconds:,.0f} games/s"
    if not share:
        return said
    left = round(seconds * (1 - share) / share)
    return f"{said}, {left // 60}:{left % 60:02} left"


@contextlib.contextmanager
def watched(paths: Iterable[str]) -> Iterator[Watch]:
    """Watches over a run on the logs that these paths name."""
    total = _total(paths) if is_terminal(sys.stderr) else 0
    watch = Watch(total)

    def interrupted(*_: Any) -> None:
        if watch.stop.asked or watch.stop.waiting:
            watch.stop.asked = True
            raise KeyboardInterrupt
        watch.stop.asked = True

    before = None
    with contextlib.suppress(ValueError):  # not in the first thread, as when another program runs the command
        before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield watch
    finally:
        watch.clear()
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _total(paths: Iterable[str]) -> int:
    return sum(_size(item.path) for item in sources(paths) if isinstance(item, Source)) or 1


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0
