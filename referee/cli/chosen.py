"""The rules that the command line asks for, and the logs that it names, ready to be judged by them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.cli.endings import COMMAND_LINE
from referee.core.places import Complaint, Place, SourceError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.log import Log

TYPED = Place(COMMAND_LINE, 1, 1)


class Chosen(NamedTuple):
    """House rules, variants and readings from the command line; they come after those of a log."""

    houses: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    ruling: Mapping[str, str] = {}


def ruleset(game: str, chosen: Chosen) -> Ruleset:
    """The rules of a game as chosen. Raises Unjudgeable."""
    from referee import book

    return book.load_ruleset(
        game, houses=chosen.houses, variants=chosen.variants, ruling=chosen.ruling, at=TYPED
    )


class Shelf:
    """The rulesets of the logs of one run, each loaded once."""

    def __init__(self, chosen: Chosen) -> None:
        self.chosen = chosen
        self._loaded: dict[tuple[object, ...], Ruleset] = {}

    def ruleset(self, log: Log) -> Ruleset:
        """The rules of a log, with what was chosen on top. Raises Unjudgeable."""
        from referee.judge import ruleset_of

        key = (log.game, log.houses, log.variants, tuple(sorted(log.ruling.items())), str(Path(log.path).parent))
        if key not in self._loaded:
            houses, variants, ruling = self.chosen
            self._loaded[key] = ruleset_of(log, houses=houses, variants=variants, ruling=ruling)
        return self._loaded[key]


SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")


class Source(NamedTuple):
    """A file of logs; `found` says that it was found in a folder, not named."""

    path: str
    found: bool = False


def sources(paths: tuple[str, ...]) -> Iterator[Source | Unjudgeable]:
    """The files that paths name: each file itself, and every log below a folder, sorted; hidden ones are passed over."""
    for path in paths:
        if not os.path.isdir(path):  # noqa: PTH112 - "" is the working folder to pathlib
            yield Source(path)
            continue
        found = False
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                if name.endswith(SUFFIXES) and not name.startswith("."):
                    found = True
                    yield Source(str(Path(folder) / name), found=True)
        if not found:
            message = f"there is no log in this folder; a log ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
            yield SourceError([Complaint(Place(path, 1, 1), message)])


def logs(path: str) -> Iterator[Log | Unjudgeable]:
    """Every log in one file; a file that cannot be opened comes as a value too."""
    from referee.log import load_logs

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
    return isinstance(data, dict) and not data.keys() & {"game", "events"} and bool(
        data.keys() & {"extends", "family", "suits"}
    )
