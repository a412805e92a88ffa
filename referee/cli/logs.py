"""A run over many logs: the files that a command line names, their verdicts as they come, and how far the run is.

A progress bar is drawn on a terminal only, and Ctrl-C ends a run after the current game.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from time import monotonic
from typing import TypeVar

from referee import source
from referee.cli.terminal import ANSWERED, BUG, CODES, RUNS, bug_line, complain, is_terminal, warn
from referee.core.events import Finding
from referee.core.places import COMMAND_LINE, Complaint, RulesetOptions, SourceError, Unjudgeable
from referee.core.ruleset import ProjectUse
from referee.core.verdict import Verdict
from referee.corpus.parts import Bug, JudgeOptions, Part, Report
from referee.corpus.paths import LogFile, PathRemark, logs_in, no_log
from referee.corpus.paths import sources as named
from referee.corpus.pool import Stop
from referee.judging.log import Log
from referee.source.files import STDIN, real_path, require_own_file
from referee.source.lines import HEARD, MOST_HEARD, LineBatch, heard

T = TypeVar("T")
WIDTH = 24
SLOWEST, OFTEN = 1.0, 0.1
"""The bar appears after a second, and is drawn at most ten times a second."""


def sources(paths: Iterable[str], *, out: bool = False) -> Iterator[LogFile | Unjudgeable]:
    """Yield the files that paths name, if `out` also by links that lead out of folders; print remarks about the paths."""
    for item in named(paths, out=out):
        if isinstance(item, PathRemark):
            warn(item)
        else:
            yield item


def every_log(paths: Iterable[str], judging: JudgeOptions) -> Iterator[tuple[LogFile | None, Log | Unjudgeable]]:
    """Yield every log in the files that paths name, with its file; in place of one that cannot be read, the error."""
    for item in sources(paths, out=judging.chosen.trust == "all"):
        if isinstance(item, Unjudgeable):
            yield None, item
            continue
        try:
            for log in logs_in(item, judging.max_unpacked):
                yield item, log
        except Unjudgeable as unjudgeable:
            yield item, unjudgeable


def inputs(out: str | None, paths: Iterable[str], chosen: RulesetOptions) -> Iterator[str]:
    """Yield the files that an answer may not replace, if it would replace one: the logs, and house rules."""
    if out is not None and os.path.exists(out):
        for item in named(paths, out=chosen.trust == "all"):
            if isinstance(item, LogFile):
                yield item.path
        yield from chosen.houses


class Intake:
    """Verdicts as they come, and the exit `code` so far; remarks are printed at once."""

    code = ANSWERED

    def __init__(self) -> None:
        self._remarked = set[str]()

    def verdicts(self, items: Iterable[Report]) -> Iterator[Verdict]:
        """Yield the verdicts among the reports of a run; everything else, such as bugs and remarks, is reported at
        once."""
        for item in items:
            if isinstance(item, Bug):
                self.report(item)
            elif isinstance(item, PathRemark):
                warn(item)
            elif isinstance(item, Finding | Complaint):
                self.announce(item)
            else:
                self.count([item.status])
                if isinstance(item, Verdict):  # and not a game that a club remembers
                    self.name_project(item.project)
                yield item

    def name_project(self, project: ProjectUse | None) -> None:
        """Name the project file by which logs are judged, once, and files that are not used."""
        if project:
            self.remark_once(project.lines)

    def remark_once(self, lines: Iterable[str]) -> None:
        """Print those remarks that have not been printed yet."""
        for line in lines:
            if line not in self._remarked:
                self._remarked.add(line)
                warn(line)

    def count(self, statuses: Iterable[str]) -> None:
        """Count verdicts for the exit code."""
        for status in statuses:
            self.code = max(self.code, CODES[status])

    @contextlib.contextmanager
    def excuse(self, file: LogFile | None = None) -> Iterator[None]:
        """Report, within a `with` block, what cannot be judged, which counts for the exit code.

        A `file` that was found in a folder and is no log is only skipped.
        """
        try:
            yield
        except Unjudgeable as unjudgeable:
            why = ""
            if file and file.found:
                why = no_log(file.path)
            if file and why:
                warn(f"{file.path}: skipped; {why}")
            else:
                complain(unjudgeable.complaints)
                self.count(["unjudged"])

    def report(self, bug: Bug) -> None:
        """Report a bug in referee."""
        self.code = BUG
        warn(bug_line(bug))

    def announce(self, what: Finding | Complaint) -> None:
        """Report what is wrong with a log before its verdict."""


class Watch:
    """Progress of a run: how many logs have been judged, and how much of the files has been read."""

    def __init__(self, total: int) -> None:
        """Begin to watch a run; `total` is the number of bytes of all files, 0 if no bar is to be drawn."""
        self.stop = Stop()
        self.logs = 0
        self._total = total
        self._read = dict[str, int]()
        self._began = self._drawn = monotonic()
        self._visible = False
        RUNS[-1].bar = total > 0

    def done(self, part: Part) -> None:
        """Note that a part has been judged."""
        if not self._total:
            return
        if isinstance(part.what, LineBatch):
            self._read[part.path] = part.what.until
        else:
            self._read[part.path] = _size(part.path)

    def passing(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the same items; each is counted, and the bar is drawn if it is due."""
        for item in items:
            self.logs += 1
            RUNS[-1].done = self.logs
            now = monotonic()
            if self._total and now - self._drawn >= OFTEN and now - self._began >= SLOWEST:
                self._drawn = now
                self._visible = True
                so_far = bar(self.logs, sum(self._read.values()), self._total, now - self._began)
                sys.stderr.write(f"\r{so_far}\x1b[K")
                sys.stderr.flush()
            yield item

    def to_the_end(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the same items; if Ctrl-C has ended them, the program ends after what there is."""
        yield from items
        if self.stop.asked:
            warn("stopped by Ctrl-C; the rest was not judged")
            raise KeyboardInterrupt

    def clear(self) -> None:
        """Remove the bar, so that something else can be written."""
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False


def bar(logs: int, read: int, total: int, seconds: float) -> str:
    """A bar and how far a run is: '[######······] 1,234 games, 567 games/s, 0:12 left'; `read` and `total` are bytes."""
    share = 0.0
    if total:
        share = min(read / total, 1.0)
    filled = int(share * WIDTH)
    text = f"[{'#' * filled}{'·' * (WIDTH - filled)}] {logs:,} games, {logs / seconds:,.0f} games/s"
    if not share:
        return text
    left = round(seconds * (1 - share) / share)
    return f"{text}, {left // 60}:{left % 60:02} left"


@contextlib.contextmanager
def watch_logs(paths: Iterable[str]) -> Iterator[Watch]:
    """Watch, within a `with` block, over a run on the logs that these paths name.

    The first Ctrl-C asks the run to stop after the current game; a second one, or one while it waits for input, ends
    it at once.
    """
    total = 0
    if is_terminal(sys.stderr):
        total = max(1, sum(_size(item.path) for item in named(paths) if isinstance(item, LogFile)))
    watch = Watch(total)

    def interrupt(*_: object) -> None:
        if watch.stop.asked or watch.stop.waiting:
            watch.stop.asked = True
            raise KeyboardInterrupt
        watch.stop.asked = True

    before = None
    with contextlib.suppress(ValueError):  # not in the first thread, as when another program runs the command
        before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield watch
    finally:
        watch.clear()
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _size(path: str) -> int:
    """The bytes of a file, 0 if it cannot be read."""
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0


def source_lines(paths: Iterable[str], judging: JudgeOptions) -> Callable[[str], Sequence[str]]:
    """A function that gives the lines of a file by its path, for showing them below findings; it keeps those of the
    latest file.

    It gives none for a very large file, nor for one that is neither among the `paths` that were named nor in its own
    folder; of standard input it gives what was kept.
    """
    named = set(paths)

    @lru_cache(1)
    def read(path: str, kept: int) -> Sequence[str]:
        """The lines of a file; `kept` is the number of bytes kept of standard input, so that more of them are read
        anew."""
        if path == STDIN:
            return source.lines_of(heard())
        if path == COMMAND_LINE or _size(real_path(path)) > MOST_HEARD:
            return ()
        try:
            if not os.path.isfile(real_path(path)):
                return ()
            if path not in named and judging.chosen.trust != "all":
                require_own_file(path)
            return source.lines_of(source.read_text(path, min(judging.max_unpacked, MOST_HEARD)))
        except SourceError:  # it is gone, or cannot be read, and its complaint says so
            return ()

    def lines_of(path: str) -> Sequence[str]:
        if path == STDIN:
            return read(path, len(HEARD))
        return read(path, 0)

    return lines_of
