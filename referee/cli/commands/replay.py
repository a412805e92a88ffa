"""`referee replay`: a page that steps through a log, or one for every bad game of a corpus."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from referee.cli import options
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import folder_for, write_whole
from referee.cli.terminal import ANSWERED, Misuse, counted_out, say, warn
from referee.club.season import ClubGame
from referee.core.places import Unjudgeable
from referee.corpus.parts import JudgeOptions
from referee.corpus.paths import LogFile, logs_in
from referee.corpus.pool import judge_paths
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
    cache = RulesetCache(judging.chosen)
    if out is None:
        return _bad_games(log, bad or "", judging, cache)
    read = inputs(out, (log.rpartition(":")[0], log), judging.chosen)
    say(f"{out}: {write_whole(_page(load_log(log), judging, cache), out, inputs=read):,} bytes")
    return ANSWERED


def _page(log: Log, judging: JudgeOptions, cache: RulesetCache) -> str:
    """Return the page of a log. Raises Unjudgeable."""
    from referee.replay.page import page
    from referee.replay.steps import steps_of

    return page(steps_of(log, cache.ruleset(log), as_played=judging.as_played))


def _bad_games(path: str, folder: str, judging: JudgeOptions, cache: RulesetCache) -> int:
    """Write an index of the games of a file that are not legal, and a page for each that can be stepped through."""
    from referee.replay.page import index_page

    intake = Intake()
    verdicts = intake.verdicts(judge_paths((path,), judging))
    bad = {verdict.line: verdict for verdict in verdicts if verdict.status != "legal"}
    target, pages = folder_for(folder, "--bad"), dict.fromkeys(bad, "")
    for log in load_logs(path) if bad else ():
        if isinstance(log, Log) and log.line in bad:
            with suppress(Unjudgeable):
                write_whole(_page(log, judging, cache), str(target / f"{log.line}.html"), inputs=(path,))
                pages[log.line] = f"{log.line}.html"
    listed = [(bad[line], pages[line]) for line in sorted(bad)]
    write_whole(index_page(path.rpartition("/")[2], listed), str(target / "index.html"), inputs=(path,))
    say(f"{folder}: {counted_out(len(listed), 'bad games')}; begin with index.html")
    return intake.code


def write_replays(
    folder: str, entries: Iterable[ClubGame], judging: JudgeOptions, out: str, *, afresh: bool
) -> dict[tuple[str, int], str]:
    """Write the pages of logs into a folder, and return the address of each, relative to the page `out`, by file and line.

    Pages that are newer than their log are kept, unless `afresh`; a log that cannot be played through has none.
    """
    target, cache = folder_for(folder, "--replays"), RulesetCache(judging.chosen)
    names, written = dict[tuple[str, int], str](), 0
    by_file: dict[str, set[int]] = {}
    for entry in entries:
        if entry.players:
            by_file.setdefault(entry.path, set()).add(entry.line)
    for path, lines in by_file.items():
        alone = lines == {0}  # the only log of a file
        for log in logs_in(LogFile(path, found=True), judging.max_unpacked):
            if not isinstance(log, Log) or not (alone or log.line in lines):
                continue
            stem = re.sub(r"[^\w.-]+", "-", path.rpartition(".")[0].lstrip("./")) + f"-{log.line}" * (not alone)
            free = chain([f"{stem}.html"], (f"{stem}-{number}.html" for number in count(2)))
            page = target / next(name for name in free if name not in names.values())
            with suppress(Unjudgeable):
                if afresh or not page.exists() or page.stat().st_mtime <= Path(path).stat().st_mtime:
                    write_whole(_page(log, judging, cache), str(page), "--replays")
                    written += 1
                names[path, 0 if alone else log.line] = page.name
    warn(f"{target}: {counted_out(written, 'pages')} written")
    way = os.path.relpath(target, Path(out).parent)
    return {log: quote(f"{way}/{name}".replace(os.sep, "/").removeprefix("./")) for log, name in names.items()}
