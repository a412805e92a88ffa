"""Judging, from a log to its verdict: it is read, its head and items are found sound, its rules loaded; it is folded, and the
verdict made. Each stage is a file, and none calls one before it.

    read ──► log (heads) ──► rules ──► fold (replay) ──► verdict
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from operator import attrgetter
from os import PathLike, fspath
from typing import Any, NamedTuple

from referee.core.events import Finding
from referee.core.game import Game
from referee.core.places import Complaint, LogError, Place, Trust, Unjudgeable
from referee.core.ruleset import Ruleset, Ruling
from referee.core.verdict import Verdict
from referee.judging.fold import Folded, Glance
from referee.judging.log import DATA, Log, log_of
from referee.judging.otherwise import AGAIN, Allowance, decisive, unsettled_rulings
from referee.judging.read import load_log
from referee.judging.replay import Checkpoints, Replay, advance, begin, replay
from referee.judging.rules import ruleset_of
from referee.judging.unreadable import beside_the_head
from referee.judging.verdict import as_left_open, complaints_in, findings_in, verdict_of
from referee.rules.tables import table
from referee.source import MOST_FAULTS


def judge(
    log: Log | str | PathLike[str] | Mapping[str, object],
    ruleset: Ruleset | None = None,
    *,
    as_played: bool = False,
    strict: bool = False,
    trust: Trust | None = None,
    checkpoints: Checkpoints | None = None,
) -> Verdict:
    """Return the verdict on a log, given as a path, plain data or loaded: each finding with its rule, place and proof.

    `as_played` lets illegal but possible events stand and continues; `strict` makes every doubt a violation; `trust` says which
    files the log may load: "names" (none), "folder" or "all"; by default "folder" for a file with one log. `checkpoints` of an
    earlier state of the same log spare judging what has not changed since.
    Nothing is raised for bad input: a log that cannot be judged has the status 'unjudged' and says why in `complaints`.
    """
    path = DATA
    if isinstance(log, PathLike):
        log = fspath(log)
    if isinstance(log, str):
        path = log
    try:
        log = _loaded(log)
    except Unjudgeable as unjudgeable:
        return no_verdict(path, unjudgeable)
    try:
        rules = ruleset or ruleset_of(log, trust=trust)
        played = _played(log, rules, as_played, checkpoints)
    except Unjudgeable as unjudgeable:
        return no_verdict(log.path, unjudgeable, log.game)
    return verdict_on(played, strict)


def _loaded(given: object) -> Log:
    """The log that is given: loaded, as a path, or as plain data. Raises SourceError or LogError, also for what is none of
    these."""
    if isinstance(given, Log):
        return given
    if isinstance(given, str):
        return load_log(given)
    if isinstance(given, Mapping):
        return log_of(given)
    what = f"a log is a path, plain data with `game:`, `players:` and `events:`, or a loaded Log, not {type(given).__name__}"
    raise LogError.at(Place(DATA, 1, 1), what)


def _played(log: Log, rules: Ruleset, as_played: bool, checkpoints: Checkpoints | None) -> Replay:
    """A log played through. Raises RulesetError, or LogError with everything that cannot be read, if it cannot begin."""
    try:
        if checkpoints is None:
            return replay(log, rules, as_played=as_played)
        return checkpoints.replay(log, rules)
    except LogError as error:
        room = max(MOST_FAULTS - len(error.complaints), 0)
        complaints = list(error.complaints)
        complaints += islice(beside_the_head(log, rules), room)
        raise LogError(dict.fromkeys(complaints)) from None


def verdict_on(played: Replay, strict: bool) -> Verdict:
    """The verdict on a log that was played through as far as possible.

    Which rulings decided it is found out only when its findings are asked for.
    """
    verdict = verdict_of(played, strict=strict)
    if played.game.ruleset.rulings:
        verdict.rest_on(partial(_readings, verdict, played))
    return verdict


class _Batches:
    """Logs that are judged together, in a batch for each game and number of players."""

    def __init__(self, *, as_played: bool, strict: bool) -> None:
        self._as_played = as_played
        self._strict = strict
        self._batches: dict[tuple[int, int], _Batch] = {}

    def verdict(self, log: Log, rules: Ruleset) -> Verdict | Callable[[], Verdict]:
        """The verdict on a log, or, if the log was put into a batch, a function that gives it once all batches are
        worked out."""
        batch = self._batch(log, rules)
        number = None
        if batch is not None and batch.logs:
            number = batch.logs.add(log.players, log.setup, log.position, log.items)
        if batch is None or number is None:
            return self._alone(log, rules)
        return partial(self._in_batch, log, rules, batch, number)

    def work_out(self) -> None:
        """Judge everything that was put into batches."""
        for batch in self._batches.values():
            if batch.logs is not None:
                batch.logs.work_out()

    def _batch(self, log: Log, rules: Ruleset) -> _Batch | None:
        """The batch for the game of a log and its number of players; None if the game cannot be played by so many."""
        key = (id(rules), len(log.players))
        if key not in self._batches:
            try:
                game = table(rules, len(log.players))
            except Unjudgeable:
                return None
            self._batches[key] = _Batch(game, game.batch())
        return self._batches[key]

    def _alone(self, log: Log, rules: Ruleset) -> Verdict:
        return on_line(log, judge(log, rules, as_played=self._as_played, strict=self._strict))

    def _in_batch(self, log: Log, rules: Ruleset, batch: _Batch, number: int) -> Verdict:
        judged = batch.logs.result_of(number, log.expect)
        if judged is None or (log.expect and not judged.holds):  # a batch does not know why a claim is false
            return self._alone(log, rules)
        return on_line(log, verdict_on(Replay(log, batch.game, Folded.of_batch(batch.game, judged)), self._strict))


class _Batch(NamedTuple):
    """The logs of one game; None if they can only be judged one by one."""

    game: Game
    logs: Any


def judge_together(
    logs: Iterable[tuple[Log, Ruleset] | Verdict], *, as_played: bool = False, strict: bool = False
) -> Iterator[Verdict]:
    """Yield the verdicts of `judge` on many logs, in order; an item that is a verdict already is passed on.

    Logs of one game are judged in a batch, all at once. Logs that wait for that keep only their head in memory.
    """
    waiting: deque[Verdict | Callable[[], Verdict]] = deque()
    batches = _Batches(as_played=as_played, strict=strict)
    for log_or_verdict in logs:
        verdict: Verdict | Callable[[], Verdict]
        if isinstance(log_or_verdict, Verdict):
            verdict = log_or_verdict
        else:
            verdict = batches.verdict(*log_or_verdict)
        if isinstance(verdict, Verdict) and not waiting:
            yield verdict
            continue
        if not isinstance(log_or_verdict, Verdict):
            log_or_verdict[0].put_away()
        waiting.append(verdict)
    batches.work_out()
    while waiting:
        verdict = waiting.popleft()
        if not isinstance(verdict, Verdict):
            verdict = verdict()
        yield verdict


def on_line(log: Log | Unjudgeable, verdict: Verdict) -> Verdict:
    """The verdict on one of several logs in a file, with the line on which that log begins."""
    if isinstance(log, Log):
        verdict.line = log.line
    else:
        verdict.line = log.complaints[0].place.line
    return verdict


def no_verdict(path: str, why: Unjudgeable, game: str = "", ruleset: Callable[[Log], Ruleset] = ruleset_of) -> Verdict:
    """The verdict 'unjudged' on a log that cannot be read or begun, with every complaint.

    `why` is the error. If only the head is wrong, the rest of the log is looked at, too; `ruleset` loads the rules
    for that.
    """
    complaints = list(why.complaints)
    if isinstance(why, LogError) and why.rest is not None:
        rest = _verdict_on_rest(why.rest, path, game, ruleset)
        complaints += rest.complaints
        complaints += [Complaint(each.place, each.message) for each in rest.violations]
    most = max(len(why.complaints), MOST_FAULTS)
    in_order = sorted(dict.fromkeys(complaints[:most]), key=attrgetter("order"))
    return Verdict(path, game, "unjudged", complaints=in_order)


def _verdict_on_rest(log: Log, path: str, game: str, ruleset: Callable[[Log], Ruleset]) -> Verdict:
    """The verdict on a log without the wrong parts of its head; its status does not count, only its complaints and
    violations."""
    rest = Verdict(path, game, "unjudged")
    try:
        rules = ruleset(log)
    except Unjudgeable as unjudgeable:
        rest.complaints = list(unjudgeable.complaints)
        return rest
    if not log.players:
        return rest
    return judge(log, rules)


class Live:
    """A log that is judged while it grows, and how far it has been `played`. Raises LogError or RulesetError if it cannot even
    begin."""

    def __init__(self, log: Log, ruleset: Ruleset, *, as_played: bool = False) -> None:
        """Begin to judge a log that may have some events already; with `as_played` illegal but possible events stand."""
        self.log = log
        self._news = News()
        self.played = begin(log, ruleset, self._news)
        self._as_played = as_played
        self._reported: list[Finding | Complaint] = []
        advance(self.played)

    def judge(self) -> list[Finding | Complaint]:
        """Judge the events added since the last time; the new findings, and why the last event cannot be judged, if
        so.

        Nothing is reported twice. Raises RulesetError if a formula has no value.
        """
        advance(self.played, as_played=self._as_played)
        news: list[Finding | Complaint] = list(findings_in(self.played, self._news.take()))
        news += [complaint for complaint in complaints_in(self.played) if complaint not in self._reported]
        self._reported += news
        return news

    def verdict(self, *, strict: bool = False) -> Verdict:
        """Return the verdict on the whole log."""
        verdict = verdict_on(self.played, strict)
        verdict.line = self.log.line
        verdict.reported = tuple(self._reported)
        return verdict


class News(Glance):
    """A visitor who keeps the faults that nobody has asked for yet."""

    def __init__(self) -> None:
        self._faults: list[Finding] = []

    def fault(self, fault: Finding) -> None:
        self._faults.append(fault)

    def take(self) -> list[Finding]:
        """The faults since the last time that somebody asked."""
        faults = self._faults
        self._faults = []
        return faults


def _readings(verdict: Verdict, played: Replay) -> list[Finding]:
    """The findings that name the rulings that decide a log; the verdict gets the number of those that were not tried.

    Judging again is limited to `AGAIN` events, unless the verdict is wanted `in_full`.
    """
    allowance = Allowance(AGAIN)
    if verdict.in_full:
        allowance = Allowance(math.inf)
    rulings = unsettled_rulings(played.game.ruleset)
    found = []
    for one, events in decisive(played, rulings, allowance):
        found.append(as_left_open(played, Finding(one.name, read_ruling(one), cites=events, kind="reading")))
    verdict.rulings_unasked = len(allowance.unasked)
    return found


def read_ruling(ruling: Ruling) -> str:
    """A ruling in words: its question, the reading taken here, and how a log chooses another."""
    taken = str(ruling.current)
    if ruling.taken is not None:
        taken = f"{ruling.taken} ({ruling.readings[ruling.taken]['text'].rstrip('.')})"
    others = " or ".join(map(ruling.choice, ruling.others))
    return f"{ruling.question} Taken here: {taken}; to judge otherwise write {others}"
