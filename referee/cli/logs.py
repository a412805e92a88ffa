"""The logs that a command line names: files, patterns, folders, standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.cli.output import warn
from referee.core.findings import Finding, Verdict
from referee.core.places import Complaint, Unjudgeable
from referee.corpus.parts import Early
from referee.corpus.paths import Remark, Source, below, is_rules
from referee.corpus.paths import sources as named
from referee.log import Log, load_logs

__all__ = ["below", "heard", "is_rules", "logs", "sources"]


def sources(paths: Iterable[str]) -> Iterator[Source | Unjudgeable]:
    """The files that paths name; what is to be said about the paths themselves is said."""
    for item in named(paths):
        if isinstance(item, Remark):
            warn(item)
        else:
            yield item


def heard(
    items: Iterable[Verdict | Remark | Early], tell: Callable[[Finding | Complaint], None] = lambda what: None
) -> Iterator[Verdict]:
    """The verdicts; remarks are said as they come, findings and complaints told while their log still grows."""
    for item in items:
        if isinstance(item, Remark):
            warn(item)
        elif isinstance(item, Early):
            tell(item.what)
        else:
            yield item


def logs(path: str, max_unpacked: int) -> Iterator[Log | Unjudgeable]:
    """Every log in one file; a file that cannot be opened comes as a value too."""
    try:
        yield from load_logs(path, max_unpacked)
    except Unjudgeable as unjudgeable:
        yield unjudgeable
