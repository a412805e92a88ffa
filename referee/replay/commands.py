"""`referee replay`: a page that steps through a log, or one for every bad game of a corpus or club."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from referee.cli import options
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import folder_for, write_whole
from referee.cli.terminal import ANSWERED, Misuse, say, warn
from referee.core.places import Unjudgeable
from referee.corpus.parts import JudgeOptions, RulesetCache, raise_gc_threshold
from referee.corpus.paths import LogFile, logs_in
from referee.corpus.pool import judge_paths
from referee.judging.log import Log
from referee.judging.read import load_log, load_logs
from referee.report import html
from referee.report.paper import counted_out


@options.command(
    "referee simulate illuminate -n 9 --seed 7 --out games.jsonl",
    "referee replay games.jsonl:3",
    "referee replay games.jsonl --bad disputes",
)
@options.log
@options.value("--out", "FILE.html", "The page: a single file that needs nothing else.  [friday.html for friday.yaml]")
@options.value("--bad", "FOLDER", "Write a page for each bad game of a file with many, and an index.")
@options.judging()
def replay_log(log: str, out: str | None, bad: str | None, judging: JudgeOptions) -> int:
    """Make a page that steps through a log: every table and move, what was legal, and what the referee found.

    It is a single file for any browser, and needs no network. It opens at the first fault, or else at the turn of the game.
    Links such as friday.html#event-41 lead to a step. In a file with many games, name one by its line: games.jsonl:17.
    """
    cache = RulesetCache(judging.chosen)
    if out is not None and bad is not None:
        raise Misuse("replay needs either --out FILE.html, for one game, or --bad FOLDER, for the bad games of a file")
    if bad is not None:
        return _bad_games(log, bad, judging, cache)
    named = out is not None
    if out is None:
        out = _page_for(log)
    read = inputs(out, (log.rpartition(":")[0], log), judging.chosen)
    size = write_whole(_page(load_log(log), judging, cache, Intake()), out, inputs=read, named=named)
    say(f"{out}: {size:,} bytes; open it in a browser")
    return ANSWERED


def _page_for(log: str) -> str:
    """The name of the page on a log, in the current folder: friday.html for friday.yaml, games-17.html for
    games.jsonl:17.

    A page of ours that has this name already is replaced. Raises Misuse if anything else has it, or if the log comes
    from standard input.
    """
    # the name up to its first dot, without one at its beginning, and the number of a line
    stem = re.sub(r"(?s)^\.?([^.:]*).*?(:\d+)?$", r"\1\2", Path(log).name).replace(":", "-")
    if log == "-" or not stem:
        raise Misuse("this log has no name to call its page by; name one with --out FILE.html")
    page = f"{stem}.html"
    if os.path.lexists(page) and not _is_ours(page):
        raise Misuse(f"{page} exists and is not a page of referee, so it is not replaced; name another with --out")
    return page


def _is_ours(page: str) -> bool:
    """Whether a file is a page that referee wrote, by its first lines."""
    if not Path(page).is_file():
        return False
    with Path(page).open(encoding="utf-8", errors="replace") as file:
        return html.IS_OURS in file.read(1_000)


def _page(log: Log, judging: JudgeOptions, cache: RulesetCache, run: Intake) -> str:
    """The page that steps through a log. Its project file is named on standard error. Raises Unjudgeable."""
    from referee.replay.page import page
    from referee.replay.steps import steps_of

    rules = cache.ruleset(log)
    run.name_project(rules.project)
    with raise_gc_threshold():
        return page(steps_of(log, rules, as_played=judging.as_played))


def _bad_games(path: str, folder: str, judging: JudgeOptions, cache: RulesetCache) -> int:
    """Write pages for the games of a file that are not legal, as far as they can be played through, and an index; the
    exit code."""
    from referee.replay.page import index_page

    intake = Intake()
    verdicts = intake.verdicts(judge_paths((path,), judging))
    bad = {verdict.line: verdict for verdict in verdicts if verdict.status != "legal"}
    target = folder_for(folder, "--bad")
    pages = dict.fromkeys(bad, "")
    logs: Iterable[Any] = ()
    if bad:
        logs = load_logs(path)
    for log in logs:
        if isinstance(log, Log) and log.line in bad:
            name = f"{log.line}.html"
            with suppress(Unjudgeable):
                write_whole(_page(log, judging, cache, intake), str(target / name), "--bad", (path,), named=False)
                pages[log.line] = name
    listed = [(bad[line], pages[line]) for line in sorted(bad)]
    index = index_page(path.rpartition("/")[2], listed)
    write_whole(index, str(target / "index.html"), "--bad", (path,), named=False)
    say(f"{folder}: {counted_out(len(listed), 'bad games')}; begin with index.html")
    return intake.code


def _is_newer(page: Path, files: Iterable[str]) -> bool:
    """Whether a page is there and was written after all of these files."""
    if not page.exists():
        return False
    written = page.stat().st_mtime
    return all(Path(file).stat().st_mtime < written for file in files)


def _free_name(stem: str, taken: Collection[str]) -> str:
    """The name for a page, 'friday.html', or 'friday-2.html' and so on if it is among the names `taken`."""
    name = f"{stem}.html"
    for number in count(2):
        if name not in taken:
            break
        name = f"{stem}-{number}.html"
    return name


class GameToReplay(Protocol):
    """A game of a club: its file and its line there, who played, and the files that its verdict rests on."""

    @property
    def path(self) -> str:
        """The file."""
        ...

    @property
    def line(self) -> int:
        """The line on which it begins, 0 for the only game of a file."""
        ...

    @property
    def players(self) -> Sequence[str]:
        """Who played; nobody if the game could not be judged."""
        ...

    @property
    def rests_on(self) -> Iterable[str]:
        """The files of rules by which it was judged."""
        ...


def write_replays(
    folder: str,
    entries: Iterable[GameToReplay],
    judging: JudgeOptions,
    out: str,
    *,
    afresh: Set[tuple[str, int]],
    run: Intake,
) -> dict[tuple[str, int], str]:
    """Write the pages of logs into a folder; the address of each, relative to the page `out`, by file and line of the
    game.

    Pages that are newer than their log and its rules are kept, except those of games that were judged `afresh`, by
    file and line; a log that cannot be played through has none.
    """
    target = folder_for(folder, "--replays")
    cache = RulesetCache(judging.chosen)
    names = dict[tuple[str, int], str]()
    written = 0
    by_file: dict[str, set[int]] = {}
    rests_on: dict[str, set[str]] = {}
    for entry in entries:
        if entry.players:
            by_file.setdefault(entry.path, set()).add(entry.line)
            rests_on.setdefault(entry.path, {entry.path}).update(entry.rests_on)
    # two files with one name but different endings keep these in the names of their pages
    stems = Counter(path.rpartition(".")[0] for path in by_file)
    for path, lines in by_file.items():
        alone = lines == {0}  # the only log of a file
        file = path.rpartition(".")[0]
        if stems[file] > 1:
            file = path
        stem = re.sub(r"[^\w.-]+", "-", file.lstrip("./"))
        for log in logs_in(LogFile(path, found=True), judging.max_unpacked):
            if not isinstance(log, Log):
                continue
            line = log.line
            name = f"{stem}-{line}"
            if alone:
                line = 0
                name = stem
            if line not in lines:
                continue
            page = target / _free_name(name, names.values())
            with suppress(Unjudgeable):
                if (path, line) in afresh or not _is_newer(page, rests_on[path]):
                    write_whole(_page(log, judging, cache, run), str(page), "--replays", named=False)
                    written += 1
                names[path, line] = page.name
    warn(f"{target}: {counted_out(written, 'pages')} written")
    way = os.path.relpath(target, Path(out).parent)
    return {log: quote(f"{way}/{name}".replace(os.sep, "/").removeprefix("./")) for log, name in names.items()}
