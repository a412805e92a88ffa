"""`referee replay`: a page that steps through a log, or one for every bad game of a corpus."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from referee.cli import options
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import file_for, folder_for
from referee.cli.terminal import ANSWERED, Misuse, counted_out, say
from referee.club.season import ClubGame
from referee.core.places import Unjudgeable
from referee.corpus.parts import JudgeOptions
from referee.corpus.paths import LogFile, logs_in
from referee.corpus.pool import judged
from referee.corpus.ruleset_cache import RulesetCache
from referee.judging.log import Log, load_log, load_logs


@options.command(
    "referee simulate illuminate -n 9 --seed 7 --out games.jsonl",
    "referee replay games.jsonl:3 --out game.html",
    "referee replay games.jsonl --bad disputes",
)
@options.log
@options.value("--out", "FILE.html", "The page: a single file that needs nothing else.")
@options.value("--bad", "FOLDER", "Write a page for each bad game of a file with many, and an index.")
@options.judging()
def command(log: str, out: str | None, bad: str | None, judging: JudgeOptions) -> int:
    """Make a page that steps through a log: every table and move, what was legal, and what the referee found.

    It is a single file for any browser, and needs no network. Links such as friday.html#event-41 lead to a step. In a file with
    many games, name one by its line: games.jsonl:17.
    """
    if (out is None) == (bad is None):
        raise Misuse("replay needs either --out FILE.html, for one game, or --bad FOLDER, for the bad games of a file")
    if find_spec("jinja2") is None:
        raise Misuse("replay needs Jinja2; install it with pip install 'referee[replay]'")
    cache = RulesetCache(judging.chosen)
    if bad is not None:
        return _bad_games(log, bad, judging, cache)
    assert out is not None
    read = inputs(out, (log.rpartition(":")[0], log), judging.chosen)
    say(f"{out}: {_save(_page(load_log(log), judging, cache), out, inputs=read):,} bytes")
    return ANSWERED


def _save(text: str, out: str, option: str = "--out", inputs: Iterable[str] = ()) -> int:
    """Write a page; return its size."""
    content = text.encode("utf-8", "backslashreplace")
    with file_for(out, option, inputs) as part:
        part.write_bytes(content)
    return len(content)


def _page(log: Log, judging: JudgeOptions, cache: RulesetCache) -> str:
    """Return the page of a log. Raises Unjudgeable."""
    from referee.replay.page import page
    from referee.replay.steps import steps_of

    return page(steps_of(log, cache.ruleset(log), as_played=judging.as_played))


def _bad_games(path: str, folder: str, judging: JudgeOptions, cache: RulesetCache) -> int:
    """Write an index of the games of a file that are not legal, and a page for each that can be stepped through."""
    from referee.replay.page import index_page

    intake = Intake()
    bad = {verdict.line: verdict for verdict in intake.verdicts(judged((path,), judging)) if verdict.status != "legal"}
    target, pages = folder_for(folder, "--bad"), dict.fromkeys(bad, "")
    for log in load_logs(path) if bad else ():
        if isinstance(log, Log) and log.line in bad:
            with suppress(Unjudgeable):
                _save(_page(log, judging, cache), str(target / f"{log.line}.html"), inputs=(path,))
                pages[log.line] = f"{log.line}.html"
    listed = [(bad[line], pages[line]) for line in sorted(bad)]
    _save(index_page(path.rpartition("/")[2], listed), str(target / "index.html"), inputs=(path,))
    say(f"{folder}: {counted_out(len(listed), 'bad games')}; begin with index.html")
    return intake.code


class Replays:
    """The pages of logs in a folder. Those that are newer than their log are kept, unless `afresh`."""

    def __init__(self, folder: str, judging: JudgeOptions, *, afresh: bool) -> None:
        self.folder = folder_for(folder, "--replays")
        self._judging, self._cache, self._afresh = judging, RulesetCache(judging.chosen), afresh
        self._names: dict[tuple[str, int], str] = {}
        self.written = 0

    def write(self, entries: Iterable[ClubGame]) -> None:
        """Write the pages of these logs, file by file; a log that cannot be played through has none."""
        by_file: dict[str, set[int]] = {}
        for entry in entries:
            if entry.players:
                by_file.setdefault(entry.path, set()).add(entry.line)
        for path, lines in by_file.items():
            for log in logs_in(LogFile(path, found=True), self._judging.max_unpacked):
                if isinstance(log, Log) and (lines == {0} or log.line in lines):  # 0 is that of the only log of a file
                    with suppress(Unjudgeable):
                        self._write(log, path, 0 if lines == {0} else log.line)

    def _write(self, log: Log, path: str, line: int) -> None:
        """Write the page of a log of a file, if need be. Raises Unjudgeable."""
        page = self.folder / self._new_name(path, line)
        newer = page.exists() and page.stat().st_mtime > Path(path).stat().st_mtime
        if self._afresh or not newer:
            _save(_page(log, self._judging, self._cache), str(page), "--replays")
            self.written += 1
        self._names[path, line] = page.name

    def links_from(self, out: str) -> Callable[[ClubGame], str]:
        """Return what gives the address of a log's page, relative to another page; empty if it has none."""
        way = os.path.relpath(self.folder, Path(out).parent)

        def link(entry: ClubGame) -> str:
            name = self._names.get((entry.path, entry.line))
            return "" if name is None else quote(f"{way}/{name}".replace(os.sep, "/").removeprefix("./"))

        return link

    def _new_name(self, path: str, line: int) -> str:
        """Return a name for a log's page that no other log has."""
        stem = re.sub(r"[^\w.-]+", "-", path.rpartition(".")[0].lstrip("./")) + (f"-{line}" if line else "")
        names = chain([f"{stem}.html"], (f"{stem}-{number}.html" for number in count(2)))
        return next(name for name in names if name not in self._names.values())
