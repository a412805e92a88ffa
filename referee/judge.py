"""Log and ruleset to verdict: the only caller of the fold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee import book, source
from referee.core.events import Misread
from referee.core.family import Block, Foresight, Game
from referee.core.findings import Doubt, Fault, Finding, Kind, Verdict
from referee.core.fold import Flaw, Folded, go_on
from referee.core.formula import FormulaError
from referee.core.items import EXTRAS
from referee.core.merging import holds
from referee.core.near import did_you_mean
from referee.core.places import Complaint, LogError, Place, Pointer, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.watched import Watch, Watched
from referee.engines import family
from referee.finding import beside
from referee.log import Log, load_log


class Replay(NamedTuple):
    """A log played through: its game, the state that it reached, and where the fold ended."""

    log: Log
    game: Game
    folded: Folded

    @property
    def state(self) -> Any:
        """The state after the last event that was judged."""
        if self.folded.foreseen:
            again = replay(self.log, self.game.ruleset)
            self.folded.state, self.folded.foreseen = again.folded.state, False
        return self.folded.state

    @property
    def score(self) -> tuple[dict[str, Any], list[Block]]:
        """The score pad after the last event that was judged, as data and as blocks."""
        return self.game.score(self.folded.state)

    def place(self, event: int) -> Place:
        """Where event number `event` (from 1) stands in the log."""
        before = 0
        for position, item in enumerate(self.log.items):
            size = self.game.size(item)
            if event <= before + size:
                short = (verb for verb, value in item.items() if isinstance(value, list) and len(value) == size > 1)
                within = next(((verb, event - before - 1) for verb in short), ())
                return self.log.place(("events", position, *within))
            before += size
        return self.log.place(("events",))


def ruleset_of(
    log: Log,
    *,
    houses: Sequence[str] = (),
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
) -> Ruleset:
    """The rules that a log is judged by: its own game, house rules, variants and readings, and then these."""
    base_houses = [beside(house, log.path) for house in log.houses]
    return book.load_ruleset(
        beside(log.game, log.path),
        houses=[*base_houses, *houses],
        variants=[*log.variants, *variants],
        ruling={**log.ruling, **(ruling or {})},
        at=log.place,
    )


def replay(
    log: Log,
    ruleset: Ruleset | None = None,
    *,
    until: int | None = None,
    as_played: bool = False,
    watch: Watch | None = None,
) -> Replay:
    """Plays a log through, event by event with `watch` told of each. Raises LogError or RulesetError where it cannot begin."""
    played = _begin(log, ruleset or ruleset_of(log), watch)
    _go_on(played, until=until, as_played=as_played)
    return played


def _begin(log: Log, rules: Ruleset, watch: Watch | None = None) -> Replay:
    """A log of which no event has been judged yet. Raises LogError or RulesetError where it cannot begin."""
    try:
        game = book.table(rules, len(log.players), at=partial(log.place, ("players",)))
        if watch is not None:
            game = Watched(game, watch)
        return Replay(log, game, Folded(game.start(log.players, log.setup, log.position)))
    except Misread as misread:
        raise LogError(_head_complaints(log, rules, misread)) from None
    except FormulaError as error:
        raise rules.without_value(error) from None


def _go_on(played: Replay, *, until: int | None = None, as_played: bool = False) -> None:
    """Judges the events of a log that have not been judged yet. Raises RulesetError where a formula has no value."""
    log, game, folded = played
    try:
        go_on(game, folded, log.items, until=until, as_played=as_played)
    except FormulaError as error:
        raise game.ruleset.without_value(error) from None


def judge(log: Log | str, ruleset: Ruleset | None = None, *, as_played: bool = False, strict: bool = False) -> Verdict:
    """The verdict on a log, given as a path or loaded: every finding with its rule, its place and its proof.

    `as_played` lets illegal but possible events stand and goes on; `strict` makes every doubt a violation. Nothing is
    raised for bad input: a log that cannot be judged has the status 'unjudged' and says why in `complaints`.
    """
    path = log if isinstance(log, str) else log.path
    try:
        log = load_log(log) if isinstance(log, str) else log
        played = replay(log, ruleset, as_played=as_played)
    except Unjudgeable as unjudgeable:
        game = "" if isinstance(log, str) else log.game
        return unjudged(path, unjudgeable, game)
    return _verdict(played, strict)


def judge_together(
    logs: Iterable[tuple[Log, Ruleset] | Verdict], *, as_played: bool = False, strict: bool = False
) -> Iterator[Verdict]:
    """The verdict that `judge` gives on each of these logs, in order, with its line; a verdict among them is passed on.

    As much as can be is worked out for all of them at once. Logs that wait for that, or behind others, are put away.
    """
    waiting: deque[_Begun | Verdict] = deque()
    oracles: dict[int, Foresight | None] = {}
    for item in logs:
        found = item if isinstance(item, Verdict) else _noted(*item, oracles)
        if isinstance(found, _Begun) and found.ticket is None:
            found = _judge_begun(found, as_played, strict)
        if isinstance(found, Verdict) and not waiting:
            yield found
            continue
        if not isinstance(item, Verdict):
            item[0].put_away()
        waiting.append(found)
    for oracle in oracles.values():
        if oracle is not None:
            oracle.look()
    while waiting:
        found = waiting.popleft()
        yield found if isinstance(found, Verdict) else _judge_begun(found, as_played, strict)


class _Begun(NamedTuple):
    """A log before its first event: how many items it has, and who foresees some of them under which ticket, if anybody."""

    played: Replay
    size: int
    oracle: Foresight | None
    ticket: int | None


def _noted(log: Log, rules: Ruleset, oracles: dict[int, Foresight | None]) -> _Begun | Verdict:
    """A log at its beginning, shown to whoever may foresee it; a verdict where it cannot begin."""
    try:
        played = _begin(log, rules)
    except Unjudgeable as unjudgeable:
        return on_line(log, unjudged(log.path, unjudgeable, log.game))
    if id(played.game) not in oracles:
        oracles[id(played.game)] = played.game.foresight()
    oracle = oracles[id(played.game)]
    ticket = oracle.note(played.folded.state, log.items) if oracle else None
    return _Begun(played, len(log.items), oracle, ticket)


def _judge_begun(begun: _Begun, as_played: bool, strict: bool) -> Verdict:
    """The verdict on a log that was begun, by what is foreseen of it as far as that goes."""
    played, size, oracle, ticket = begun
    folded = played.folded
    try:
        if oracle is not None and ticket is not None:
            folded.items, folded.events, folded.claims = oracle.take_over(ticket, folded.state)
            folded.foreseen = 0 < size == folded.items
        if not folded.foreseen:
            _go_on(played, as_played=as_played)
    except Unjudgeable as unjudgeable:
        return on_line(played.log, unjudged(played.log.path, unjudgeable, played.log.game))
    return on_line(played.log, _verdict(played, strict))


def on_line(log: Log | Unjudgeable, verdict: Verdict) -> Verdict:
    """The verdict on one of several logs in a file, with the line that the log begins on."""
    verdict.line = log.line if isinstance(log, Log) else log.complaints[0].place.line
    return verdict


def unjudged(path: str, why: Unjudgeable, game: str = "") -> Verdict:
    """The verdict on what cannot be judged."""
    return Verdict(path, game, "unjudged", complaints=list(why.complaints))


class Live:
    """A log that is judged while it grows. Raises LogError or RulesetError where it cannot even begin."""

    def __init__(self, log: Log, ruleset: Ruleset, *, as_played: bool = False) -> None:
        self.log = log
        self._played = replay(log, ruleset)
        self._as_played = as_played
        self._told: list[Finding] = []

    @property
    def halted(self) -> bool:
        """Whether judging has stopped at an event that is not legal."""
        return self._played.folded.halted

    @property
    def events(self) -> int:
        """How many events have been judged."""
        return self._played.folded.events

    def view(self) -> dict[str, Any]:
        """The table as it is now."""
        return self._played.game.view(self._played.state)[0]

    def judge(self) -> list[Finding]:
        """What is wrong with the events that were added to the log since the last time, or was let stand.

        Raises RulesetError where a formula has no value.
        """
        _go_on(self._played, as_played=self._as_played)
        found = [_stamp(self._played, flaw) for flaw in self._played.folded.flaws[len(self._told) :]]
        self._told += found
        return found

    def verdict(self, *, strict: bool = False) -> Verdict:
        """The verdict on the whole log."""
        verdict = _verdict(self._played, strict)
        verdict.line, verdict.told = self.log.line, tuple(self._told)
        return verdict


def _verdict(played: Replay, strict: bool) -> Verdict:
    log, game, folded = played.log, played.game, played.folded
    rules = game.ruleset
    verdict = Verdict(
        log.path, rules.name, "legal", folded.events, brief=family(rules.family).brief(rules), table=played
    )
    verdict.counts = game.counts(folded.state)
    if folded.claims:
        verdict.counts["claims"] = folded.claims
    verdict.add([_stamp(played, flaw) for flaw in folded.flaws])
    if folded.shapeless is not None:
        position, item, faults = folded.shapeless
        verdict.complaints = _shape_complaints(log, rules, position, item, faults)
    if folded.halted:
        verdict.unjudged = sum(map(game.size, log.items)) - folded.events
    else:
        try:
            verdict.add(_final_claims(played))
        except Misread as misread:
            verdict.complaints = _claim_complaints(log, rules, misread)
        verdict.unfinished = game.awaited(folded.state)
    doubts = list(game.doubts(folded.state))
    if strict:
        found = [_doubt(played, doubt) for doubt in doubts]
        verdict.add([_as_violation(doubt) if doubt.kind == "doubt" else doubt for doubt in found])
    elif doubts:
        verdict.doubt(lambda: [_doubt(played, doubt) for doubt in doubts])
    if verdict.complaints:
        verdict.status = "unjudged"
    elif verdict.violations:
        verdict.status = "illegal"
    return verdict


def _stamp(played: Replay, flaw: Flaw) -> Finding:
    """A fault with its rule in words, its place and the places that it cites."""
    fault = flaw.fault
    kind: Kind = "violation" if flaw.reason is None else "accepted"
    return _finding(played, kind, fault, flaw.event, ("events", *flaw.pointer), reason=flaw.reason or "")


def _finding(played: Replay, kind: Kind, fault: Fault, event: int, pointer: Pointer, *, reason: str = "") -> Finding:
    log, rules = played.log, played.game.ruleset
    place = log.place(pointer)
    cited = [f"event {number}, line {played.place(number).line}" for number in fault.cites]
    text, source_, rule = "", "", fault.rule
    if rule in rules.get("rules", default={}):
        _, text, source_ = rules.rule(rule)
    changed = rules.origin_if_changed(fault.word) if fault.word else None
    return Finding(
        kind,
        f"{rules.name}/{rule}",
        fault.message.format(*cited) if cited else fault.message,
        event,
        place.file,
        place.line,
        place.column,
        None if fault.seat is None else log.players[fault.seat],
        fault.legal,
        text,
        source_,
        f"{changed.file}:{changed.line}" if changed else "",
        reason,
    )


def _doubt(played: Replay, doubt: Doubt) -> Finding:
    """A doubt, or a reading with the ruling that it took and the other readings."""
    rules = played.game.ruleset
    event = doubt.events[0] if doubt.events else 0
    pointer: Pointer = ()
    place = played.place(event) if event else played.log.place(pointer)
    rule, message = doubt.rule, doubt.message
    if doubt.kind == "reading":
        rule, message = read_ruling(rules, doubt.rule)
    where = _events(doubt.events)
    return Finding(doubt.kind, f"{rules.name}/{rule}", f"{message}{where}", event, place.file, place.line, place.column)


def read_ruling(rules: Ruleset, path: str) -> tuple[str, str]:
    """The ruling that decides the value at a dotted path: its id, and which reading was taken and which could be."""
    pointer = tuple(path.split("."))
    name = rules.ruling_about(pointer)
    if name is None:
        return path, f"the result hangs on `{path}: {rules.get(*path.split('.'))}`"
    ruling = rules.get("rulings", name)
    current = rules.get(*path.split("."))
    others = []
    taken = str(current)
    for reading, entry in ruling["readings"].items():
        if holds(entry.get("value"), current):
            taken = f"{reading} ({entry['text'].rstrip('.')})"
        elif "value" in entry:
            others.append(f"`ruling: {{{name}: {reading}}}`")
    return name, f"{ruling['question']} Taken here: {taken}; to judge otherwise write {' or '.join(others)}"


def _events(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return ""
    shown = ", ".join(map(str, numbers[:8])) + (f" and {len(numbers) - 8} more" if len(numbers) > 8 else "")
    return f" (event{'' if len(numbers) == 1 else 's'} {shown})"


def _as_violation(doubt: Finding) -> Finding:
    return Finding(
        "violation",
        doubt.rule,
        doubt.message,
        doubt.event,
        doubt.file,
        doubt.line,
        doubt.column,
        doubt.player,
    )


def _final_claims(played: Replay) -> list[Finding]:
    """What is false in the claims about the end of the log. Raises Misread."""
    if not played.log.expect:
        return []
    faults = played.game.claims(played.folded.state, played.log.expect)
    return [_finding(played, "violation", fault, played.folded.events, fault.at) for fault in faults]


def _head_complaints(log: Log, rules: Ruleset, misread: Misread) -> list[Complaint]:
    """Why the set-up or position of a log cannot be read: in the family's words, or else in the schema's."""
    if misread.faults:
        return [Complaint(log.place(fault.at), fault.message) for fault in misread.faults]
    complaints = []
    for part in ("setup", "position"):
        if part in log.data:
            complaints += _schema_complaints(log, rules, part, log.data[part], (part,))
    return complaints or [Complaint(log.place(("setup",)), "the set-up cannot be read")]


def _claim_complaints(log: Log, rules: Ruleset, misread: Misread) -> list[Complaint]:
    """Why the claims about the end of a log cannot be read."""
    if misread.faults:
        return [Complaint(log.place(fault.at), fault.message) for fault in misread.faults]
    return _schema_complaints(log, rules, "expect", log.expect, ("expect",)) or [
        Complaint(log.place(("expect",)), "these claims cannot be read")
    ]


def _shape_complaints(
    log: Log, rules: Ruleset, position: int, item: Mapping[str, Any], faults: Sequence[Fault]
) -> list[Complaint]:
    """Why an item is not an event: an unknown verb or key, or a value of the wrong form."""
    base: Pointer = ("events", position)
    if faults:
        return [Complaint(log.place((*base, *fault.at)), fault.message) for fault in faults]
    verbs = _verbs(rules)
    named = [key for key in item if key in verbs]
    unknown = [key for key in item if key not in verbs and key not in EXTRAS]
    if unknown and not named:
        hint = did_you_mean(unknown[0], verbs) or f"; verbs here: {', '.join(verbs)}"
        return [Complaint(log.place((*base, unknown[0]), key=True), f"unknown verb {unknown[0]!r}{hint}")]
    if len(named) != 1:
        has = f"this one has {' and '.join(named)}" if named else "this one has none"
        return [Complaint(log.place(base), f"an event has exactly one verb; {has} (verbs: {', '.join(verbs)})")]
    return _schema_complaints(log, rules, "event", item, base) or [
        Complaint(log.place((*base, named[0])), f"this {named[0]} cannot be read")
    ]


def _verbs(rules: Ruleset) -> list[str]:
    event = book.schema(family(rules.family).SCHEMA)["$defs"]["event"]
    return [verb for verb in event["properties"] if verb not in EXTRAS]


def _schema_complaints(log: Log, rules: Ruleset, part: str, data: Any, base: Pointer) -> list[Complaint]:
    name = family(rules.family).SCHEMA
    schema = {"$ref": f"{name}#/$defs/{part}"}
    faults = source.schema_faults(data, schema, store=book.SCHEMAS)
    return [Complaint(log.place((*base, *pointer), key=key), message) for pointer, key, message in faults]
