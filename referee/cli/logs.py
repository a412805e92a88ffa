"""The logs that a command line names: files, folders, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.cli.chosen import Shelf
from referee.cli.output import warn
from referee.core.findings import Verdict
from referee.core.places import Complaint, Place, SourceError, Unjudgeable
from referee.judge import judge
from referee.log import Log, load_logs
from referee.report.verdicts import Judged

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")


class Source(NamedTuple):
    """A file of logs; `found` says that it was found in a folder, not named."""

    path: str
    found: bool = False


def judged_logs(
    paths: Iterable[str], shelf: Shelf, *, as_played: bool = False, strict: bool = False
) -> Iterator[Judged]:
    """A verdict on every log that the paths name, one after another; what cannot be read has one too."""
    for source in sources(paths):
        if isinstance(source, Unjudgeable):
            yield Judged(_unread(source.complaints[0].place.file, source))
            continue
        path = source.path
        many = path == "-" or path.endswith(".jsonl")
        for log in logs(path):
            if isinstance(log, Unjudgeable) and source.found and is_rules(path):
                warn(f"{path}: passed over; this is a ruleset, not a log (`referee check` judges it)")
            elif isinstance(log, Unjudgeable):
                yield Judged(_unread("<stdin>" if path == "-" else path, log), many * log.complaints[0].place.line)
            else:
                verdict = _verdict(log, shelf, as_played=as_played, strict=strict)
                yield Judged(verdict, many and log.place(()).line)


def _unread(path: str, why: Unjudgeable) -> Verdict:
    return Verdict(path, "", "unjudged", complaints=list(why.complaints))


def _verdict(log: Log, shelf: Shelf, *, as_played: bool, strict: bool) -> Verdict:
    try:
        rules = shelf.ruleset(log)
    except Unjudgeable as unjudgeable:
        return Verdict(log.path, log.game, "unjudged", complaints=list(unjudgeable.complaints))
    return judge(log, rules, as_played=as_played, strict=strict)


def sources(paths: Iterable[str]) -> Iterator[Source | Unjudgeable]:
    """The files that paths name: each file itself, and every log below a folder, sorted, but for hidden ones."""
    for path in paths:
        if not Path(path).is_dir():
            yield Source(path)
            continue
        found = sorted(below(path, SUFFIXES))
        yield from (Source(file, found=True) for file in found)
        if not found:
            message = f"there is no log in this folder; a log ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
            yield SourceError([Complaint(Place(path, 1, 1), message)])


def below(path: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The files below a folder that end so, hidden ones passed over."""
    for folder, folders, files in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.endswith(suffixes) and not name.startswith("."):
                yield os.path.join(folder, name)  # noqa: PTH118 - the path as the user began it, "./" kept


def logs(path: str) -> Iterator[Log | Unjudgeable]:
    """Every log in one file; a file that cannot be opened comes as a value too."""
    try:
        yield from load_logs(path)
    except Unjudgeable as unjudgeable:
        yield unjudgeable


def is_rules(path: str) -> bool:
    """Whether a file that is not a log is a ruleset, a house rule or a deck."""
    from referee import source

    if path == "-" or path.endswith(".jsonl"):
        return False
    try:
        data = source.load(path).data
    except Unjudgeable:
        return False
    if not isinstance(data, dict) or data.keys() & {"game", "events"}:
        return False
    return bool(data.keys() & {"extends", "family", "suits"})
