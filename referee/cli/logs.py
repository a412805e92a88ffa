"""The logs that a command line names: files, patterns, folders, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from referee.cli.exit_codes import ANSWERED, BUG, CODES, bug_line
from referee.cli.terminal import warn
from referee.core.findings import Finding
from referee.core.places import Complaint, Unjudgeable
from referee.core.verdict import Verdict
from referee.corpus.parts import Bug, Early
from referee.corpus.paths import Remark, Source, logs_in
from referee.corpus.paths import sources as named
from referee.corpus.ruleset_cache import RulesetOptions
from referee.judging.log import Log


def sources(paths: Iterable[str], *, out: bool = False) -> Iterator[Source | Unjudgeable]:
    """The files that paths name, including links that lead out of folders if `out`; remarks about the paths
    themselves are printed."""
    for item in named(paths, out=out):
        if isinstance(item, Remark):
            warn(item)
        else:
            yield item


class Intake:
    """Verdicts as they come, and their exit code; remarks are printed at once."""

    def __init__(self) -> None:
        self.bugs: list[Bug] = []
        self._worst = ANSWERED

    @property
    def code(self) -> int:
        """The exit code so far."""
        return BUG if self.bugs else self._worst

    def verdicts(self, items: Iterable[Verdict | Remark | Early]) -> Iterator[Verdict]:
        """The verdicts; findings and complaints are reported while their log still grows."""
        for item in items:
            if isinstance(item, Bug):
                self.note(item)
            elif isinstance(item, Remark):
                warn(item)
            elif isinstance(item, Early):
                self.tell(item.what)
            else:
                self._worst = max(self._worst, CODES[item.status])
                yield item

    def heed(self, statuses: Iterable[str]) -> None:
        """Counts earlier verdicts for the exit code."""
        self._worst = max([self._worst, *(CODES[status] for status in statuses)])

    def note(self, bug: Bug) -> None:
        """Reports a bug in referee."""
        self.bugs.append(bug)
        warn(bug_line(bug))

    def tell(self, what: Finding | Complaint) -> None:
        """Reports what is wrong with a log before its verdict."""


def inputs(out: str | None, paths: Iterable[str], chosen: RulesetOptions) -> Iterator[str]:
    """The files that an answer may not replace, if it would replace one: the logs, and house rules."""
    if out is not None and os.path.exists(out):
        yield from (item.path for item in named(paths, out=chosen.trust == "all") if isinstance(item, Source))
        yield from chosen.houses


def logs(source: Source, max_unpacked: int) -> Iterator[Log | Unjudgeable]:
    """Every log in one file; a file that cannot be opened comes as a value too."""
    try:
        yield from logs_in(source, max_unpacked)
    except Unjudgeable as unjudgeable:
        yield unjudgeable
