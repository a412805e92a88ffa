"""Judging many logs: one after another in this process, or on several cores with the same answer in the same order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from referee.core.places import SourceError
from referee.core.trust import Trust
from referee.core.verdict import Verdict
from referee.corpus.parts import (
    Early,
    JudgeOptions,
    Part,
    Range,
    Stream,
    Unread,
    bugs_noted,
    garbage_left_longer,
    judge_part,
    parts,
)
from referee.corpus.paths import Remark
from referee.corpus.ranges import ranges
from referee.corpus.ruleset_cache import RulesetCache, RulesetOptions
from referee.corpus.stages import UNTIMED, Untimed
from referee.source.batches import LARGE_BATCH
from referee.source.files import UNPACKED

if TYPE_CHECKING:
    from referee.corpus.workers import Answer, Workers

WINDOW = 4
"""How many parts are under way for each process: enough that none waits, few enough to fit in memory."""

T = TypeVar("T")


class Stop:
    """A way to ask, for example from a signal, that judging end after the current game.

    `waiting` is true while something is read, which may never end: then an interruption may be raised at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False


def judge_many(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    *,
    jobs: int = 1,
    houses: Sequence[str] | str = (),
    variants: Sequence[str] | str = (),
    ruling: Mapping[str, str] | None = None,
    as_played: bool = False,
    strict: bool = False,
    max_unpacked: int = UNPACKED,
    trust: Trust | None = None,
) -> Iterator[Verdict]:
    """A verdict on every log that paths name (files, folders, patterns, "-" for standard input), in order, as they come.

    jobs: how many processes judge: 0 for one per core, at most eight per core. The verdicts are the same, except that `table`
    is None if another process judged. max_unpacked: how many bytes a compressed file may unpack to. trust: as for `judge`; the
    default is "names", except for a file named here that holds one log. Nothing is raised for bad input: see `judge`.
    """
    if jobs < 0:
        raise ValueError(f"jobs is how many processes judge, 0 for one per core, not {jobs}")
    houses, variants = ((one,) if isinstance(one, str) else tuple(one) for one in (houses, variants))
    chosen = RulesetOptions(houses, variants, dict(ruling or {}), trust)
    options = JudgeOptions(chosen, as_played, strict, max_unpacked=max_unpacked, debug=True)
    named = [paths] if isinstance(paths, str | os.PathLike) else paths
    for item in judged((os.fspath(path) for path in named), options, jobs=jobs):
        if isinstance(item, Verdict):
            yield item


def judged(
    paths: Iterable[str],
    options: JudgeOptions,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    stop: Stop | None = None,
    done: Callable[[Part], None] = lambda part: None,
    stages: Untimed = UNTIMED,
) -> Iterator[Verdict | Remark | Early]:
    """A verdict on every log that paths name, and remarks about the paths; `done` gets each part that has been judged.

    cluster: the address of a Dask scheduler, such as tcp://host:8786, whose workers then judge.
    stages: keeps the time of each stage of what is judged in this process.
    """
    stop = stop or Stop()
    options = options._replace(run=os.urandom(8).hex())
    out = options.chosen.trust == "all"
    if cluster is not None:
        from referee.corpus.cluster import RANGE, Cluster

        stop.waiting = True
        chosen = options.chosen._replace(trust=options.chosen.trust or "names")
        workers = Cluster(options._replace(chosen=chosen, folder=os.path.abspath("")), cluster)
        stop.waiting = False
        return _elsewhere(
            _until_stopped(
                _numbered(chain(workers.remarks, ranges(paths, RANGE, options.max_unpacked, out=out))), stop
            ),
            workers,
            stop,
            done,
        )
    if jobs == 1:
        todo = _until_stopped(_numbered(parts(paths, options.max_unpacked, out=out)), stop)
        return _one_by_one(stages.through("parse", todo), options, stop, done, stages)
    todo = _until_stopped(_numbered(ranges(paths, max_unpacked=options.max_unpacked, out=out)), stop)
    return _on_cores(todo, options, jobs, stop, done)


def judged_anew(
    paths: Iterable[str],
    options: JudgeOptions,
    known: Callable[[Part], bool],
    *,
    jobs: int = 1,
    stop: Stop | None = None,
    done: Callable[[Part], None] = lambda part: None,
) -> Iterator[Verdict | Remark | Early]:
    """As `judged`, but without the parts that are `known`; that function is called with each part once it has been read.

    The parts of a file of many games stay the same when more games are added to it.
    """
    stop = stop or Stop()
    options = options._replace(run=os.urandom(8).hex())
    read = parts(paths, options.max_unpacked, out=options.chosen.trust == "all", size=LARGE_BATCH // 2)
    todo = _until_stopped((part for part in read if isinstance(part, Remark) or not known(part)), stop)
    if jobs == 1:
        return _one_by_one(todo, options, stop, done, UNTIMED)
    return _on_cores(todo, options, jobs, stop, done)


def _on_cores(
    todo: Iterator[Part | Remark], options: JudgeOptions, jobs: int, stop: Stop, done: Callable[[Part], None]
) -> Iterator[Verdict | Remark | Early]:
    from referee.corpus.workers import Cores  # not at the top: a tenth of the start-up time of `validate`

    return _elsewhere(todo, Cores(options, jobs or os.cpu_count() or 1), stop, done)


def _numbered(todo: Iterable[Part | Remark]) -> Iterator[Part | Remark]:
    """The same, each part with how many files came before its own."""
    path, before = None, -1
    for part in todo:
        if isinstance(part, Part):
            before += part.path != path
            path = part.path
            part = part._replace(file=before)
        yield part


def _until_stopped(todo: Iterator[T], stop: Stop) -> Iterator[T]:
    """The same, until a stop is asked for; an interruption while waiting for the next item counts as such."""
    while not stop.asked:
        stop.waiting = True
        try:
            item = next(todo)
        except (StopIteration, KeyboardInterrupt):
            return
        finally:
            stop.waiting = False
        yield item


def _one_by_one(
    todo: Iterator[Part | Remark], options: JudgeOptions, stop: Stop, done: Callable[[Part], None], stages: Untimed
) -> Iterator[Verdict | Remark | Early]:
    cache = RulesetCache(options.chosen)
    with garbage_left_longer():
        for part in todo:
            if isinstance(part, Remark):
                yield part
                continue
            with bugs_noted(part):
                for item in judge_part(_stoppable(part, stop), options, cache, stages):
                    yield item
                    if stop.asked and not isinstance(part.what, Stream):
                        return
            done(part)


def _stoppable(part: Part, stop: Stop) -> Part:
    """A part that ends at a stop, if it might never end by itself."""
    if isinstance(part.what, Stream):
        return part._replace(what=Stream(_until_stopped(part.what.documents, stop)))
    return part


def _elsewhere(
    todo: Iterator[Part | Remark], workers: Workers, stop: Stop, done: Callable[[Part], None]
) -> Iterator[Verdict | Remark | Early]:
    begun: deque[tuple[Part | Remark, Any]] = deque()
    unread = ""  # the file with a range that could not be read: reported once, not again for the rest of it

    def answer(part: Part, ticket: Any) -> Answer:
        stop.waiting = workers.lets_go
        try:
            return workers.answer(part, ticket)
        except KeyboardInterrupt:
            stop.asked = True
            return []
        finally:
            stop.waiting = False

    def oldest() -> Iterator[Verdict | Remark | Early]:
        nonlocal unread
        part, ticket = begun.popleft()
        if isinstance(part, Remark):
            yield part
            return
        if isinstance(part.what, Range) and not part.what.begin:
            unread = ""
        if isinstance(part.what, SourceError) and part.path == unread:
            return
        with bugs_noted(part):
            here = ticket is None
            for item in judge_part(_stoppable(part, stop), workers.options) if here else answer(part, ticket):
                if not isinstance(item, Unread) or part.path != unread:
                    yield item
                if isinstance(item, Unread):
                    unread = part.path
        done(part)

    try:
        for part in todo:
            if isinstance(part, Remark) or isinstance(part.what, Stream):
                begun.append((part, None))
            else:
                begun.append((part, workers.submit(part)))
            if len(begun) >= WINDOW * workers.width:
                yield from oldest()
        while begun and not stop.asked:
            yield from oldest()
    finally:
        with suppress(KeyboardInterrupt):  # a second one must not cost the final report
            workers.close()
