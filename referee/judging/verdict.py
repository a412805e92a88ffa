"""Verdict: what the referee says of a log that was played through, each finding with its rule in words and its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import groupby, islice

from referee.core.events import Finding, Misread, doubt
from referee.core.places import Complaint
from referee.core.text import look_of
from referee.core.verdict import Verdict
from referee.core.wording import abridge
from referee.engines import NAMES_ALIKE, family
from referee.judging.complaints import cut, part_complaints, shape_complaints
from referee.judging.fold import Folded
from referee.judging.replay import Replay
from referee.judging.unreadable import unreadable
from referee.source import MOST_FAULTS
from referee.source.text import quote

FEW = 4
"""The most events of a doubt that are named one by one; of more, only the first is named."""


def verdict_of(played: Replay, *, strict: bool) -> Verdict:
    """The verdict on a log that was played through as far as possible, without the rulings that decided it.

    The doubts are put into words only when they are asked for, unless judging is `strict`: then they are violations.
    """
    log = played.log
    game = played.game
    folded = played.folded
    rules = game.ruleset
    verdict = Verdict(log.path, rules.name, "legal", folded.events, table=played, project=rules.project)
    verdict.judged_by(partial(family(rules.family).brief, rules))
    verdict.counts = game.counts(folded.state)
    if folded.claims:
        verdict.counts["claims"] = folded.claims
    verdict.add(findings_in(played, folded.faults))
    verdict.complaints = complaints_in(played)
    awaited = game.next_step(folded.state)
    # faults of the set-up are found with the first event; without one they must be asked for
    if not folded.halted and not folded.events:
        wrong = game.at_start(folded.state)
        if wrong:
            verdict.add([_complete(played, fault) for fault in wrong])
            awaited = ""
    # the event since which nothing was judged, as too many courses of the game were possible
    stop = _stop(folded)
    if stop is not None:
        verdict.events = stop.event - 1
    is_whole = not folded.halted and log.cut is None
    if is_whole:
        _add_last_claims(verdict, played)
    if is_whole and stop is None:
        verdict.unfinished = awaited
    else:
        verdict.unjudged = sum(map(game.size, log.items)) - verdict.events
    _add_left_open(verdict, played, goes_on=bool(awaited), strict=strict)
    if stop is not None and not (verdict.violations or verdict.complaints):
        verdict.complaints = [Complaint(played.place(stop.event), stop.message)]
    if verdict.complaints:
        verdict.status = "unjudged"
    elif verdict.violations:
        verdict.status = "illegal"
    if folded.halted:
        _add_unreadable(verdict, played)
    return verdict


def findings_in(played: Replay, faults: Iterable[Finding]) -> list[Finding]:
    """The faults of a fold with their rules and places in words; at most `MOST_FAULTS` for each event."""
    found: list[Finding] = []
    for _, of_one in groupby(faults, _event_of):
        found += [_complete(played, fault) for fault in abridge(of_one, MOST_FAULTS, _and_more)]
    return found


def complaints_in(played: Replay) -> list[Complaint]:
    """Why a log cannot be judged to its end: an item that is not an event, or a line that cannot be read."""
    found: list[Complaint] = []
    if played.folded.shapeless:
        found += shape_complaints(played.log, played.game.ruleset, *played.folded.shapeless)
    if played.log.cut is not None:
        found += played.log.cut.complaints
    return found


def _stop(folded: Folded) -> Finding | None:
    """Since which event nothing was judged, and why; None if the last event was judged."""
    stop = folded.game.unjudged(folded.state)
    if stop is None or stop.event > folded.events:
        return None
    return stop


def _event_of(fault: Finding) -> int:
    return fault.event


def _add_last_claims(verdict: Verdict, played: Replay) -> None:
    """Add a finding for each false claim under `expect:` at the end of a log."""
    log = played.log
    folded = played.folded
    if not log.expect or folded.holds:
        return
    try:
        claims = (fault._replace(event=folded.events) for fault in played.game.claims(folded.state, log.expect))
        verdict.add([_complete(played, fault) for fault in abridge(claims, MOST_FAULTS, _and_more)])
    except Misread as misread:
        verdict.complaints = part_complaints(log, played.game.ruleset, misread, "expect")


def _add_left_open(verdict: Verdict, played: Replay, *, goes_on: bool, strict: bool) -> None:
    """Add the doubts about a log: as violations if judging is `strict`, otherwise to be put into words when they are
    needed.

    `goes_on` says that the game is not over.
    """
    doubts = list(played.game.doubts(played.folded.state, goes_on=goes_on))
    doubts += names_alike(played.log.players)
    if strict:
        verdict.add([one._replace(kind="violation") for one in _left_open(played, doubts)])
    elif doubts or played.log.unsure:
        verdict.doubt(partial(_left_open, played, doubts))


def _left_open(played: Replay, doubts: Iterable[Finding]) -> list[Finding]:
    """The doubts of a game, and those of whoever wrote the log, at their places."""
    found = [as_left_open(played, one) for one in doubts]
    for index, text in enumerate(played.log.unsure):
        unsure = doubt(f"{played.game.ruleset.name}/unsure", cut(text))
        found.append(unsure._replace(**played.log.place(("unsure", index))._asdict()))
    return found


def _add_unreadable(verdict: Verdict, played: Replay) -> None:
    """Add everything else that cannot be read, so that one run reports all of it."""
    room = MOST_FAULTS - len(verdict.violations) - len(verdict.complaints)
    for fault in islice(unreadable(played), max(room, 0)):
        if isinstance(fault, Finding):
            verdict.add([_complete(played, fault)])
        elif fault not in verdict.complaints:
            verdict.complaints.append(fault)


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


def _and_more(last: Finding, more: str) -> Finding:
    """The last finding, which says that more is wrong with an event than is reported."""
    return last._replace(message=more, seat=None, legal=(), word=(), cites=(), after="")


def _complete(played: Replay, fault: Finding) -> Finding:
    """A fault with everything that a reader needs: its rule in words with the source, its place, its player, and the
    lines cited.

    `set_at` is the file and line of a house rule, variant or reading that set the rule.
    """
    log = played.log
    rules = played.game.ruleset
    message = cut(fault.message)
    if fault.cites:
        cited = "; ".join(f"event {number}, line {played.place(number).line}" for number in fault.cites)
        message = f"{message} ({cited}){fault.after}"
    text = fault.text
    source = fault.source
    set_at = fault.set_at
    if not text:
        rule = rules.cited(fault.rule)
        text = rule.text
        source = rule.source
        changed = None
        if fault.word:
            changed = rules.origin_if_changed(fault.word)
        if changed:
            set_at = changed.where
    player = None
    if fault.seat is not None:
        player = log.players[fault.seat]
    return fault._replace(
        rule=f"{rules.name}/{fault.rule}",
        message=message,
        player=player,
        text=text,
        source=source,
        set_at=set_at,
        **log.place(fault.at)._asdict(),
    )


def as_left_open(played: Replay, left: Finding) -> Finding:
    """A doubt or a reading as it is reported: with the name of the game, at the first event that it cites or the top
    of the log."""
    place = played.log.place(())
    event = 0
    where = ""
    if left.cites:
        event = left.cites[0]
        place = played.place(event)
        where = f" ({_events(left.cites)})"
    rule = f"{played.game.ruleset.name}/{left.rule}"
    return left._replace(rule=rule, message=f"{left.message}{where}", event=event, **place._asdict())


def _events(numbers: Sequence[int]) -> str:
    """Events in words: 'event 3', 'events 3, 7', 'in 30 events, first in event 3'."""
    if len(numbers) > FEW:
        return f"in {len(numbers)} events, first in event {numbers[0]}"
    if len(numbers) == 1:
        return f"event {numbers[0]}"
    return f"events {', '.join(map(str, numbers))}"
