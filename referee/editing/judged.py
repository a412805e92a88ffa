"""A log judged while it is written: from the last event that did not change."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.findings import Finding
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.places import Complaint, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.editing.draft import Draft, Piece, Reader, common
from referee.judging.fold import Folded, go_on
from referee.judging.judge import verdict_on
from referee.judging.log import Log
from referee.judging.replay import Replay, begin, ruleset_of
from referee.rules.find import beside, is_path, is_shipped
from referee.source.files import unsaved_stamp
from referee.source.lines import stamp

STRETCH = 25
"""The state is kept after every this many events."""


class Kept(NamedTuple):
    """What is known after some items, to continue from."""

    items: int
    folded: Folded


class JudgedLog:
    """The text of a log with what is wrong with it; `change` gets each new text."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.draft = Draft(None, (), ())
        self.played: Replay | None = None
        self.findings: list[Finding] = []
        self.complaints: list[Complaint] = []
        self._reader = Reader(path)
        self._kept: list[Kept] = []
        self._pieces: tuple[Piece, ...] = ()
        self._said: list[str] = []
        self._head: object = None
        self._rules: Ruleset | None = None
        self._uses: object = None

    def change(self, text: str) -> None:
        """Judges the log in a text."""
        self.draft = self._reader.read(text)
        self.findings, self.complaints = [], list(self.draft.faults)
        if self.draft.log is None:
            return
        try:
            self._judge(self.draft.log)
        except Unjudgeable as unjudgeable:
            self._kept, self.played = [], None
            self.complaints += unjudgeable.complaints

    def before(self, item: int) -> Replay | None:
        """The log played to just before an item; None if it does not go that far."""
        if self.played is None or self.draft.log is None:
            return None
        kept = [each for each in self._kept if each.items <= item]
        if not kept:
            return None
        folded = _copied(kept[-1].folded)
        go_on(self.played.game, folded, self.draft.log.items[:item])
        return None if folded.halted or folded.items < item else Replay(self.draft.log, self.played.game, folded)

    def rules(self) -> Ruleset | None:
        """The rules by which the log is judged; if they are not sound, those of its game and house rules."""
        log = self.draft.log
        if self._rules is None and log is not None:
            plain = copy(log)
            plain.variants, plain.ruling = (), {}
            try:
                return ruleset_of(plain)
            except Unjudgeable:
                return None
        return self._rules

    def _judge(self, log: Log) -> None:
        self._settle_rules(log)
        assert self._rules is not None
        head = _head(log, self._rules)
        if head != self._head:
            self._kept = []
        same = common(self._pieces, self.draft.pieces) if self.draft.pieces else self._as_before(log)
        self._pieces, self._head = self.draft.pieces, head
        self._kept = [each for each in self._kept if each.items <= same]
        if not self._kept:
            start = begin(log, self._rules)
            self.played = start
            self._kept = [Kept(0, _copied(start.folded))]
        assert self.played is not None
        folded = _copied(self._kept[-1].folded)
        self.played = Replay(log, self.played.game, folded)
        try:
            self._go_on(self.played.game, folded, log, same)
            verdict = verdict_on(self.played, False)
        except FormulaError as error:
            raise self._rules.without_value(error) from None
        self.findings = verdict.findings
        self.complaints += [each for each in verdict.complaints if each not in self.complaints]

    def _as_before(self, log: Log) -> int:
        """How many events at the beginning say what they said before, where the text is not read event by event."""
        before, self._said = self._said, list(map(repr, log.items))  # 1 is not true here
        different = (
            number for number, (one, other) in enumerate(zip(before, self._said, strict=False)) if one != other
        )
        return next(different, min(len(before), len(self._said)))

    def _go_on(self, game: Game, folded: Folded, log: Log, same: int) -> None:
        """Judges the rest, and keeps the state now and then, and where the text began to change."""
        items = log.items
        stops = {*range(0, len(items), STRETCH), *([same] if same <= len(items) else [])}
        for stop in sorted(each for each in stops if each > folded.items):
            go_on(game, folded, items[:stop])
            if folded.halted:
                return
            self._kept.append(Kept(stop, _copied(folded)))
        go_on(game, folded, items)

    def _settle_rules(self, log: Log) -> None:
        """Reads the rules, unless they are the same as before and none of their files has changed."""
        named = (log.game, log.houses, log.variants, tuple(log.ruling.items()))
        if self._rules is not None and self._uses == (named, _stamps(log, self._rules)):
            return
        self._rules, self._kept = None, []
        self._rules = ruleset_of(log)
        self._uses = (named, _stamps(log, self._rules))


def _head(log: Log, rules: Ruleset) -> object:
    return log.players, repr(log.setup), repr(log.position), id(rules)


def _stamps(log: Log, rules: Ruleset) -> object:
    files = {layer.place(()).file for layer in rules.layers}
    files |= {beside(name, log.path) for name in (log.game, *log.houses) if is_path(name)}
    return [(file, stamp(file), unsaved_stamp(file)) for file in sorted(files) if not is_shipped(file)]


def _copied(folded: Folded) -> Folded:
    """A copy of a fold that can continue by itself."""
    other = copy(folded)
    other.state = folded.state.copy()
    other.flaws = list(folded.flaws)
    return other


def played_on(game: Game, state: Any, item: Mapping[str, Any]) -> Any:
    """The state after as much of an item as is legal; the same state if it cannot be read."""
    after = state.copy()
    try:
        done = game.take(after, game.read(after, item))
    except (Misread, FormulaError):
        return state
    return after if done else state
