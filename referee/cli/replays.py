"""A page to step through for each log of a season, in a folder, and links to it from the season's page."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from referee.cli.out_file import file_for, folder_for
from referee.club.entry import Entry
from referee.core.places import Unjudgeable
from referee.corpus.paths import Source, logs_in
from referee.corpus.ruleset_cache import RulesetCache, RulesetOptions
from referee.judging.log import Log


class Replays:
    """The pages of logs in a folder. Those that are newer than their log are kept, unless `afresh`."""

    def __init__(
        self, folder: str, chosen: RulesetOptions, max_unpacked: int, *, as_played: bool, afresh: bool
    ) -> None:
        self.folder = folder_for(folder, "--replays")
        self._rules = RulesetCache(chosen)
        self._max_unpacked = max_unpacked
        self._as_played = as_played
        self._afresh = afresh
        self._names: dict[tuple[str, int], str] = {}
        self.written = 0

    def write(self, entries: Iterable[Entry]) -> None:
        """Writes the pages of these logs, file by file; a log that cannot be played through has none."""
        by_file: dict[str, set[int]] = {}
        for entry in entries:
            if entry.players:
                by_file.setdefault(entry.path, set()).add(entry.line)
        for path, lines in by_file.items():
            for log, line in _logs(path, lines, self._max_unpacked):
                page = self.folder / self._named(path, line)
                if self._afresh or not _younger(page, path):
                    try:
                        text = self._page(log)
                    except Unjudgeable:
                        continue
                    with file_for(str(page), "--replays") as part:
                        part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
                    self.written += 1
                self._names[path, line] = page.name

    def links_from(self, out: str) -> Callable[[Entry], str]:
        """The address of a log's page, relative to another page; empty if it has none."""
        way = os.path.relpath(self.folder, Path(out).parent)

        def link(entry: Entry) -> str:
            name = self._names.get((entry.path, entry.line))
            return "" if name is None else quote(f"{way}/{name}".replace(os.sep, "/").removeprefix("./"))

        return link

    def _page(self, log: Log) -> str:
        from referee.replay.page import page
        from referee.replay.steps import steps_of

        return page(steps_of(log, self._rules.ruleset(log), as_played=self._as_played))

    def _named(self, path: str, line: int) -> str:
        """A name for a log's page that no other log has."""
        stem = re.sub(r"[^\w.-]+", "-", path.rpartition(".")[0].lstrip("./")) + (f"-{line}" if line else "")
        taken = {*self._names.values()}
        return next(name for name in _numbered(stem) if name not in taken)


def _numbered(stem: str) -> Iterator[str]:
    yield f"{stem}.html"
    number = 2
    while True:
        yield f"{stem}-{number}.html"
        number += 1


def _logs(path: str, lines: set[int], max_unpacked: int) -> Iterator[tuple[Log, int]]:
    """The logs of a file that begin on these lines; 0 stands for the only log of a file."""
    for log in logs_in(Source(path, found=True), max_unpacked):
        if isinstance(log, Log):
            line = 0 if lines == {0} else log.line
            if line in lines:
                yield log, line


def _younger(page: Path, path: str) -> bool:
    """Whether a page was written after its log."""
    try:
        return page.stat().st_mtime > Path(path).stat().st_mtime
    except OSError:
        return False
