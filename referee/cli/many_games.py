"""Many random games, played one after another or on several cores: the same games in the same order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import click

from referee.cli.ruleset_options import progress

T = TypeVar("T")
Player = Callable[[int], Any]
"""Plays a game by its number, from 0; chance depends on that number alone."""

A_GO = 8
"""The games played in one batch, and the batches under way for each core."""

_playing: list[Player] = []
"""Plays the games of this process, if it is not the first one."""


def jobs_option(function: Any) -> Any:
    """`--jobs`."""
    return click.option(
        "--jobs",
        type=click.IntRange(min=0),
        default=1,
        metavar="N",
        help="Play on N cores; 0 for all of them. The games are the same.",
    )(function)


def played(begin: Callable[..., Callable[[int], T]], given: tuple[Any, ...], number: int, jobs: int) -> Iterator[T]:
    """`number` games, in order; `begin(*given)` makes what plays them, once in each process."""
    with progress(number) as numbers:
        if jobs == 1:
            yield from map(begin(*given), numbers)
            return
        from referee.corpus.pool import ahead, processes

        cores = jobs or os.cpu_count() or 1
        workers = processes(cores, _begin, begin, given)
        begun = (workers.submit(_play, first, min(first + A_GO, number)) for first in range(0, number, A_GO))
        try:
            for batch in ahead(begun, A_GO * cores):
                for game in batch.result():
                    if hasattr(numbers, "update"):
                        numbers.update(1)
                    yield game
        finally:
            with suppress(KeyboardInterrupt):
                workers.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., Player], given: tuple[Any, ...]) -> None:
    _playing[:] = [begin(*given)]


def _play(first: int, end: int) -> list[Any]:
    return [_playing[0](number) for number in range(first, end)]
