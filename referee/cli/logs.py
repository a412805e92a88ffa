"""The logs that a command line names: files, patterns, folders, standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from referee.cli.exit_codes import bug_line
from referee.cli.output import warn
from referee.cli.ruleset_options import RulesetOptions
from referee.core.findings import Finding, Verdict
from referee.core.places import Complaint, Unjudgeable
from referee.corpus.parts import Bug, Early
from referee.corpus.paths import Remark, Source, below, is_rules, logs_in
from referee.corpus.paths import sources as named
from referee.judging.log import Log

__all__ = ["below", "heard", "inputs", "is_rules", "logs", "sources"]


def sources(paths: Iterable[str], *, out: bool = False) -> Iterator[Source | Unjudgeable]:
    """The files that paths name, by links that lead out of folders too if so wanted; what is to be said about the paths
    themselves is said."""
    for item in named(paths, out=out):
        if isinstance(item, Remark):
            warn(item)
        else:
            yield item


def heard(
    items: Iterable[Verdict | Remark | Early],
    bugs: list[Bug],
    tell: Callable[[Finding | Complaint], None] = lambda what: None,
) -> Iterator[Verdict]:
    """The verdicts; remarks are said as they come, findings and complaints told while their log still grows.

    What errors of referee's own there were is added to `bugs`.
    """
    for item in items:
        if isinstance(item, Bug):
            bugs.append(item)
            warn(bug_line(item))
        elif isinstance(item, Remark):
            warn(item)
        elif isinstance(item, Early):
            tell(item.what)
        else:
            yield item


def inputs(out: str | None, paths: Iterable[str], chosen: RulesetOptions) -> Iterator[str]:
    """The files that an answer may not replace, where it would replace one: the logs, and house rules."""
    if out is not None and Path(out).exists():
        yield from (item.path for item in named(paths, out=chosen.trust == "all") if isinstance(item, Source))
        yield from chosen.houses


def logs(source: Source, max_unpacked: int) -> Iterator[Log | Unjudgeable]:
    """Every log in one file; a file that cannot be opened comes as a value too."""
    try:
        yield from logs_in(source, max_unpacked)
    except Unjudgeable as unjudgeable:
        yield unjudgeable
