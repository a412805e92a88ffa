"""Log and ruleset to verdict."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import groupby, islice
from os import PathLike, fspath
from typing import Any

from referee.core.events import Finding, Misread, doubt
from referee.core.game import Game
from referee.core.places import Complaint, LogError, Trust, Unjudgeable
from referee.core.ruleset import Ruleset, Ruling
from referee.core.text import look_of
from referee.core.verdict import Verdict
from referee.core.wording import abridge
from referee.engines import NAMES_ALIKE, family
from referee.judging import replay as replaying
from referee.judging.log import Log, load_log
from referee.judging.otherwise import AGAIN, Allowance, decisive, unsettled_rulings
from referee.judging.replay import Checkpoints, Folded, Replay, replay, ruleset_of
from referee.rules import rulesets
from referee.source import MOST_FAULTS
from referee.source.text import quote

FEW = 4
"""The most events of a doubt that are named one by one; of more, only the first is named."""


def judge(
    log: Log | str | PathLike[str],
    ruleset: Ruleset | None = None,
    *,
    as_played: bool = False,
    strict: bool = False,
    trust: Trust | None = None,
    checkpoints: Checkpoints | None = None,
) -> Verdict:
    """Return the verdict on a log, given as a path or loaded: every finding with its rule, its place and its proof.

    `as_played` lets illegal but possible events stand and continues; `strict` makes every doubt a violation; `trust` says which
    files the log may load: "names" (none), "folder" or "all"; by default "folder" for a file with one log. `checkpoints` of an
    earlier state of the same log spare judging what has not changed since.
    Nothing is raised for bad input: a log that cannot be judged has the status 'unjudged' and says why in `complaints`.
    """
    if isinstance(log, PathLike):
        log = fspath(log)
    path = log if isinstance(log, str) else log.path
    try:
        if isinstance(log, str):
            log = load_log(log)
        rules = ruleset or ruleset_of(log, trust=trust)
        try:
            if checkpoints is None:
                played = replay(log, rules, as_played=as_played)
            else:
                played = checkpoints.replay(log, rules)
        except LogError as error:
            more = islice(replaying.beside_the_head(log, rules), max(MOST_FAULTS - len(error.complaints), 0))
            raise LogError(dict.fromkeys([*error.complaints, *more])) from None
    except Unjudgeable as unjudgeable:
        game = "" if isinstance(log, str) else log.game
        return no_verdict(path, unjudgeable, game)
    return verdict_on(played, strict)


def judge_together(
    logs: Iterable[tuple[Log, Ruleset] | Verdict], *, as_played: bool = False, strict: bool = False
) -> Iterator[Verdict]:
    """Yield the verdict that `judge` gives on each of these logs, in order, with its line; a verdict among them is passed on.

    As much as possible is worked out for all of them at once. Logs that wait for that, or for others before them, are put away.
    """
    waiting: deque[Verdict | Callable[[], Verdict]] = deque()
    batches: dict[tuple[int, int], tuple[Game, Any]] = {}

    def add_to_batch(log: Log, rules: Ruleset) -> Callable[[], Verdict] | None:
        """Put a log into the batch of its game; return what its verdict is then, or None if it must be judged by itself."""
        key = id(rules), len(log.players)
        if key not in batches:
            try:
                game = rulesets.table(rules, len(log.players))
            except Unjudgeable:
                return None
            batches[key] = game, game.batch()
        game, batch = batches[key]
        number = None
        if batch:
            number = batch.add(log.players, log.setup, log.position, log.items)
        if number is None:
            return None
        return partial(in_batch, log, rules, game, batch, number)

    def alone(log: Log, rules: Ruleset) -> Verdict:
        return on_line(log, judge(log, rules, as_played=as_played, strict=strict))

    def in_batch(log: Log, rules: Ruleset, game: Game, batch: Any, number: int) -> Verdict:
        judged = batch.result_of(number, log.expect)
        if judged is None or (log.expect and not judged.holds):  # a batch does not know why a claim is false
            return alone(log, rules)
        folded = Folded(game, judged.state)
        folded.events = judged.events
        folded.items = judged.items
        folded.claims = judged.claims
        folded.in_batch = True
        folded.holds = judged.holds
        return on_line(log, verdict_on(Replay(log, game, folded), strict))

    for item in logs:
        verdict = item if isinstance(item, Verdict) else add_to_batch(*item) or alone(*item)
        if isinstance(verdict, Verdict) and not waiting:
            yield verdict
            continue
        if not isinstance(item, Verdict):
            item[0].put_away()
        waiting.append(verdict)
    for _, batch in batches.values():
        if batch is not None:
            batch.work_out()
    while waiting:
        verdict = waiting.popleft()
        yield verdict if isinstance(verdict, Verdict) else verdict()


def on_line(log: Log | Unjudgeable, verdict: Verdict) -> Verdict:
    """Return the verdict on one of several logs in a file, with the line on which the log begins."""
    if isinstance(log, Log):
        verdict.line = log.line
    else:
        verdict.line = log.complaints[0].place.line
    return verdict


def no_verdict(path: str, why: Unjudgeable, game: str = "", ruleset: Callable[[Log], Ruleset] = ruleset_of) -> Verdict:
    """Return the verdict on what cannot be judged: every complaint, also about what follows a wrong head."""
    complaints = list(why.complaints)
    if isinstance(why, LogError) and (log := why.rest) is not None:
        try:
            rules = ruleset(log)
            if log.players:
                rest = judge(log, rules)
            else:
                rest = Verdict(path, game, "unjudged")
        except Unjudgeable as unjudgeable:
            rest = Verdict(path, game, "unjudged", complaints=list(unjudgeable.complaints))
        complaints += [*rest.complaints, *(Complaint(each.place, each.message) for each in rest.violations)]
    most = max(len(why.complaints), MOST_FAULTS)
    in_order = sorted(dict.fromkeys(complaints[:most]), key=lambda complaint: complaint.order)
    return Verdict(path, game, "unjudged", complaints=in_order)


class Live:
    """A log that is judged while it grows, and how far it has been `played`. Raises LogError or RulesetError if it cannot even
    begin."""

    def __init__(self, log: Log, ruleset: Ruleset, *, as_played: bool = False) -> None:
        self.log = log
        self.played = replay(log, ruleset)
        self._as_played = as_played
        self._judged = 0
        self._reported: list[Finding | Complaint] = []

    def judge(self) -> list[Finding | Complaint]:
        """Return what is wrong with the events added since the last time, or what the table let stand, and why the last one
        cannot be judged, if so; nothing is reported twice. Raises RulesetError if a formula has no value."""
        replaying.advance(self.played, as_played=self._as_played)
        faults = self.played.folded.faults
        news: list[Finding | Complaint] = [
            *(_complete(self.played, fault) for fault in _first_of_each(faults[self._judged :])),
            *(complaint for complaint in _complaints(self.played) if complaint not in self._reported),
        ]
        self._judged = len(faults)
        self._reported += news
        return news

    def verdict(self, *, strict: bool = False) -> Verdict:
        """Return the verdict on the whole log."""
        verdict = verdict_on(self.played, strict)
        verdict.line = self.log.line
        verdict.reported = tuple(self._reported)
        return verdict


def verdict_on(played: Replay, strict: bool) -> Verdict:
    """Return the verdict on a log that was played through as far as possible."""
    log = played.log
    game = played.game
    folded = played.folded
    rules = game.ruleset
    verdict = Verdict(log.path, rules.name, "legal", folded.events, table=played, project=rules.project)
    verdict.judged_by(partial(family(rules.family).brief, rules))
    verdict.counts = game.counts(folded.state)
    if folded.claims:
        verdict.counts["claims"] = folded.claims
    verdict.add([_complete(played, fault) for fault in _first_of_each(folded.faults)])
    verdict.complaints = _complaints(played)
    awaited = game.next_step(folded.state)
    wrong = () if folded.halted or folded.events else game.at_start(folded.state)
    if wrong:
        verdict.add([_complete(played, fault) for fault in wrong])
        awaited = ""
    stop = _stop(folded)
    if stop is not None:
        verdict.events = stop.event - 1
    whole = not folded.halted and log.cut is None
    if whole:
        _check_expected(verdict, played)
    if whole and stop is None:
        verdict.unfinished = awaited
    else:
        verdict.unjudged = sum(map(game.size, log.items)) - verdict.events
    doubts = list(game.doubts(folded.state, goes_on=bool(awaited)))
    doubts += names_alike(log.players)

    def left_open() -> list[Finding]:
        unsure = [doubt(f"{rules.name}/unsure", replaying.cut(text)) for text in log.unsure]  # as whoever wrote it was
        places = [log.place(("unsure", index))._asdict() for index in range(len(unsure))]
        more = [one._replace(**place) for one, place in zip(unsure, places, strict=True)]
        return [_doubt(played, one) for one in doubts] + more

    if strict:
        verdict.add([one._replace(kind="violation") for one in left_open()])
    elif doubts or log.unsure:
        verdict.doubt(left_open)
    if rules.rulings:
        verdict.rest_on(partial(_readings, verdict, played))
    if stop is not None and not (verdict.violations or verdict.complaints):
        verdict.complaints = [Complaint(played.place(stop.event), stop.message)]
    if verdict.complaints:
        verdict.status = "unjudged"
    elif verdict.violations:
        verdict.status = "illegal"
    if folded.halted:  # everything else that cannot be read, so that one run reports all of it
        room = MOST_FAULTS - len(verdict.violations) - len(verdict.complaints)
        for fault in islice(replaying.unreadable(played), max(room, 0)):
            if isinstance(fault, Finding):
                verdict.add([_complete(played, fault)])
            elif fault not in verdict.complaints:
                verdict.complaints.append(fault)
    return verdict


def _stop(folded: Folded) -> Finding | None:
    """Return since which event nothing was judged, and why; None if the last event was judged."""
    stop = folded.game.unjudged(folded.state)
    if stop is None or stop.event > folded.events:
        return None
    return stop


def _check_expected(verdict: Verdict, played: Replay) -> None:
    """Add to a verdict what is false in what a log expects at its end, or why that cannot be read."""
    log = played.log
    folded = played.folded
    if not log.expect or folded.holds:
        return
    try:
        claims = [fault._replace(event=folded.events) for fault in played.game.claims(folded.state, log.expect)]
    except Misread as misread:
        verdict.complaints = replaying.part_complaints(log, played.game.ruleset, misread, "expect")
        return
    verdict.add([_complete(played, fault) for fault in abridge(claims, MOST_FAULTS, _and_more)])


def _readings(verdict: Verdict, played: Replay) -> list[Finding]:
    """Return the rulings that decide a log, and note in its verdict of how many that was not asked."""
    allowance = Allowance(AGAIN)
    if verdict.in_full:
        allowance = Allowance(math.inf)
    rulings = unsettled_rulings(played.game.ruleset)
    found = []
    for one, events in decisive(played, rulings, allowance):
        found.append(_doubt(played, Finding(one.name, read_ruling(one), cites=events, kind="reading")))
    verdict.rulings_unasked = len(allowance.unasked)
    return found


@lru_cache(maxsize=1024)
def names_alike(players: tuple[str, ...]) -> list[Finding]:
    """Doubts about names that look alike, one for each pair in a row."""
    seen: dict[str, str] = {}
    found = []
    for name in players:
        other = seen.setdefault(look_of(name), name)
        if other != name:
            found.append(doubt(NAMES_ALIKE, f"{quote(other)} and {quote(name)} look alike, and are two players here"))
    return found


def _first_of_each(faults: Iterable[Finding]) -> Iterator[Finding]:
    """Yield what is wrong with each event, up to what a reader will read."""
    for _, of_one in groupby(faults, lambda fault: fault.event):
        yield from abridge(of_one, MOST_FAULTS, _and_more)


def _and_more(last: Finding, more: str) -> Finding:
    """Return the last finding, which says that more is wrong with an event than is reported."""
    return last._replace(message=more, seat=None, legal=(), word=(), cites=(), after="")


def _complaints(played: Replay) -> list[Complaint]:
    """Return why a log cannot be judged to its end: an item that is not an event, or a line that cannot be read."""
    log = played.log
    folded = played.folded
    if folded.shapeless:
        shape = replaying.shape_complaints(log, played.game.ruleset, *folded.shapeless)
    else:
        shape = []
    return [*shape, *(log.cut.complaints if log.cut is not None else ())]


def _complete(played: Replay, fault: Finding) -> Finding:
    """Return a fault with its rule in words, its place and the places that it cites."""
    log = played.log
    rules = played.game.ruleset
    cited = "; ".join(f"event {number}, line {played.place(number).line}" for number in fault.cites)
    message = replaying.cut(fault.message)
    text, source = (fault.text, fault.source) if fault.text else rules.cited(fault.rule)[1:]
    changed = None
    if fault.word and not fault.text:
        changed = rules.origin_if_changed(fault.word)
    return fault._replace(
        rule=f"{rules.name}/{fault.rule}",
        message=f"{message} ({cited}){fault.after}" if cited else message,
        player=None if fault.seat is None else log.players[fault.seat],
        text=text,
        source=source,
        set_at=changed.where if changed else fault.set_at,
        **log.place(fault.at)._asdict(),
    )


def _doubt(played: Replay, left: Finding) -> Finding:
    """Return what is left open, at the place of its first event."""
    cites = left.cites
    where = ""
    event = (*left.cites, 0)[0]
    if len(cites) > FEW:
        where = f" (in {len(cites)} events, first in event {event})"
    elif cites:
        where = f" (event{'' if len(cites) == 1 else 's'} {', '.join(map(str, cites))})"
    if cites:
        place = played.place(event)
    else:
        place = played.log.place(())
    rule = f"{played.game.ruleset.name}/{left.rule}"
    message = f"{left.message}{where}"
    return left._replace(rule=rule, message=message, event=event, **place._asdict())


def read_ruling(ruling: Ruling) -> str:
    """Return what a ruling asks, which reading was taken and which could be."""
    taken = str(ruling.current)
    if ruling.taken is not None:
        taken = f"{ruling.taken} ({ruling.readings[ruling.taken]['text'].rstrip('.')})"
    others = " or ".join(map(ruling.choice, ruling.others))
    return f"{ruling.question} Taken here: {taken}; to judge otherwise write {others}"
