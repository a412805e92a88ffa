"""Logs judged again at every save: of a log itself, or of a ruleset or house rule that it uses."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.cli.exit_codes import ANSWERED, CODES, Misuse
from referee.cli.logs import Intake, sources
from referee.cli.source_lines import SourceLines
from referee.cli.terminal import paper, say, warn
from referee.core.places import Unjudgeable
from referee.core.verdict import Verdict
from referee.core.wording import listed
from referee.corpus.parts import JudgeOptions, Part, judge_part, parts_of
from referee.corpus.paths import Remark, Source, logs_in
from referee.corpus.ruleset_cache import RulesetCache
from referee.judging.log import Log
from referee.report.verdicts import text
from referee.rules.files_read import files_of
from referee.rules.find import beside, is_path, is_shipped
from referee.source.lines import Stamp, stamp

PATIENCE = 1000
"""The most milliseconds until a save is noticed that the system did not report."""
MISSING = "--watch needs the package watchfiles; install it with pip install 'referee[watch]'"
Saves = Callable[[set[str]], object]
"""Waits until something may have been saved in one of these folders."""


class Judged(NamedTuple):
    """What was said about a file of logs, its exit code, and the files that it depends on."""

    lines: tuple[str, ...]
    code: int
    uses: frozenset[str]


def judge_at_every_save(paths: tuple[str, ...], options: JudgeOptions) -> int:
    """Judges the logs that paths name now and whenever they change, until Ctrl-C; the exit code of the last time."""
    if "-" in paths:
        raise Misuse("--watch needs files; without it, standard input is judged as it arrives")
    try:
        import watchfiles
    except ImportError:
        raise Misuse(MISSING) from None
    seen: dict[str, Judged] = {}

    def wait(folders: set[str]) -> object:
        found = watchfiles.watch(*folders, recursive=False, rust_timeout=PATIENCE, yield_on_timeout=True, debounce=100)
        return next(found, None)

    try:
        watch(paths, options, seen, wait)
    except KeyboardInterrupt:
        sys.stdout.flush()
    return max((judged.code for judged in seen.values()), default=ANSWERED)


def watch(paths: tuple[str, ...], options: JudgeOptions, seen: dict[str, Judged], wait: Saves) -> None:
    """Judges again whatever `wait` says may have been saved; `seen` holds what was said last. Never ends by itself."""
    before: dict[str, Stamp] = {}
    while True:
        files = {item.path: item for item in _named(paths, options, first=not before)}
        for gone in seen.keys() - files.keys():
            del seen[gone]
        now = {path: stamp(path) for path in {*files, *(used for judged in seen.values() for used in judged.uses)}}
        saved = [path for path in now if path in before and before[path] != now[path]]
        for path, item in files.items():
            met = seen.get(path)
            if met is None or met.uses.intersection(saved):
                seen[path] = judged = _judged(item, options)
                if judged.uses - now.keys():  # they may have been saved just now; from here on a save is seen
                    now |= {used: stamp(used) for used in judged.uses - now.keys()}
                    seen[path] = _judged(item, options)
                _tell(path, [file for file in saved if met and file in met.uses], met, seen[path])
        used = {*files, *(used for judged in seen.values() for used in judged.uses)}
        if not before:
            say(f"watching {listed(sorted(used))}; Ctrl-C ends it")
        sys.stdout.flush()
        before = {path: now.get(path, stamp(path)) for path in used}
        wait({str(folder) for path in used if (folder := Path(path).parent).is_dir()} or {os.curdir})


def _named(paths: Iterable[str], options: JudgeOptions, *, first: bool) -> Iterator[Source]:
    for item in sources(paths, out=options.chosen.trust == "all"):
        if isinstance(item, Source):
            yield item
        elif first:
            warn(str(item))


def _tell(path: str, saved: list[str], before: Judged | None, now: Judged) -> None:
    """Says what was judged again, and the result."""
    if before is not None:
        again = _befallen(saved)
        what = "" if saved == [path] else f" {path}"
        if before.lines == now.lines:
            say(f"{again}: judged{what} again, nothing changed")
            return
        say(f"{again}: judged{what} again")
    for line in now.lines:
        say(line)


def _befallen(files: list[str]) -> str:
    """'a.yaml was saved', 'a.yaml and b.yaml are gone'."""
    one = len(files) == 1
    if all(stamp(file) == "gone" for file in files):
        return f"{listed(sorted(files))} {'is' if one else 'are'} gone"
    return f"{listed(sorted(files))} {'was' if one else 'were'} saved"


def _judged(item: Source, options: JudgeOptions) -> Judged:
    intake, cache = Intake(), RulesetCache(options.chosen)
    found = (each for part in parts_of(item, options.max_unpacked) for each in _of_part(part, options, cache))
    verdicts = list(intake.verdicts(found))
    code = max([intake.code, *(CODES[verdict.status] for verdict in verdicts)])
    return Judged(
        tuple(text(verdicts, paper(), SourceLines(options.max_unpacked))),
        code,
        frozenset(_uses(item, options, verdicts)),
    )


def _of_part(part: Part | Remark, options: JudgeOptions, cache: RulesetCache) -> Iterator[Verdict | Remark]:
    found = [part] if isinstance(part, Remark) else judge_part(part, options, cache)
    return (each for each in found if isinstance(each, Verdict | Remark))


def _uses(item: Source, options: JudgeOptions, verdicts: Iterable[Verdict]) -> Iterator[str]:
    """The files that the verdicts on a file depend on, including missing and unsound ones; shipped files do not change."""
    yield item.path
    yield from filter(is_path, options.chosen.houses)
    rules = {id(verdict.table.game.ruleset): verdict.table.game.ruleset for verdict in verdicts if verdict.table}
    yield from (os.path.normpath(file) for each in rules.values() for file in files_of(each) if not is_shipped(file))
    for verdict in verdicts:
        yield from (os.path.normpath(complaint.place.file) for complaint in verdict.complaints)
    if any(verdict.table is None for verdict in verdicts):
        yield from _names(item, options)


def _names(item: Source, options: JudgeOptions) -> Iterator[str]:
    """The files named by the heads of logs whose rules could not be read."""
    try:
        logs = [log for log in logs_in(item, options.max_unpacked) if isinstance(log, Log)]
    except Unjudgeable:
        return
    for log in logs:
        yield from (beside(name, log.path) for name in (log.game, *log.houses) if is_path(name))
