"""A log judged while it is written, even with half an event: from the last event that did not change.

A keystroke changes one event; the others are not read again. What cannot be read costs only its own event, and judging goes as
far as that one, so that something is known about a log at every stage of writing it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

from referee.core.findings import Finding
from referee.core.formula import FormulaError
from referee.core.places import Complaint, LogError, SourceError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.judging.judge import verdict_on
from referee.judging.log import Log, make_log
from referee.judging.replay import Folded, Replay, begin, ruleset_of
from referee.rules.find import beside, is_path, is_shipped
from referee.source import Document, parse
from referee.source import yaml_text as yaml
from referee.source.files import unsaved_stamp
from referee.source.lines import stamp
from referee.source.text import Node

MOST_KEPT = 50_000
"""How many events are remembered."""
_EVENTS = re.compile(r"^events:[ \t]*(?:#.*)?$", re.MULTILINE)
_BEYOND = re.compile(r"^[^\s#-]", re.MULTILINE)
_ITEM = re.compile(r"^([ \t]*)-(?=\s|$)", re.MULTILINE)


class Piece(NamedTuple):
    """The text of one event, the offset and line at which it begins, and what it says, or why it cannot be read."""

    text: str
    start: int
    line: int
    data: Any
    fault: Complaint | None


class Draft(NamedTuple):
    """A log as far as it can be read: the log, if it has a head, its pieces, and what cannot be read."""

    log: Log | None
    pieces: tuple[Piece, ...]
    faults: tuple[Complaint, ...]

    def piece_at(self, offset: int) -> int | None:
        """Return the number of the event that contains an offset or comes before it."""
        found = [index for index, piece in enumerate(self.pieces) if piece.start <= offset]
        return found[-1] if found else None


class Reader:
    """Reads the drafts of one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._kept: dict[str, tuple[Any, Complaint | None]] = {}

    def read(self, text: str) -> Draft:
        """Return the draft for a text."""
        parted = None if self.path.endswith(".json") else _parted(text)
        try:
            if parted is None:
                return Draft(make_log(parse(text, self.path)), (), ())
            head, found = parted
            pieces = tuple(self._piece(each, start, line) for each, start, line in found)
            log = make_log(parse(head, self.path))
        except Unjudgeable as unjudgeable:
            return Draft(None, (), unjudgeable.complaints)
        log.trust = "folder"
        for piece in pieces:
            if piece.fault is not None:
                log.cut = LogError([piece.fault])
                break
            log.add(Document(self.path, piece.data, piece.text, _of_item, piece.line))
        return Draft(log, pieces, tuple(piece.fault for piece in pieces if piece.fault))

    def _piece(self, text: str, start: int, line: int) -> Piece:
        known = self._kept.get(text)
        if known is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            known = self._kept[text] = self._read_item(text)
        data, fault = known
        if fault is not None:
            place = fault.place
            fault = fault._replace(place=place._replace(line=place.line + line - 1))
        return Piece(text, start, line, data, fault)

    def _read_item(self, text: str) -> tuple[Any, Complaint | None]:
        try:
            listed, tree = yaml.read(text, self.path)
        except SourceError as error:
            return None, _at_the_end(error.complaints[0], text)
        document = Document(self.path, listed, text, lambda text: tree)
        if not isinstance(listed, list) or len(listed) != 1 or not isinstance(listed[0], dict):
            return None, Complaint(document.place((0,)), "an event is a map with one verb, like `- bid: 1`")
        return listed[0], None


def _at_the_end(fault: Complaint, text: str) -> Complaint:
    """Return what is wrong with the text of an event; at its last line if the text ends too soon."""
    lines = text.rstrip().split("\n")
    if fault.place.line <= len(lines):
        return fault
    return fault._replace(place=fault.place._replace(line=len(lines), column=len(lines[-1]) + 1))


def _of_item(text: str) -> Node:
    """Return the places in the only item of a list."""
    listed: Any = yaml.read(text, "")[1]
    node: Node = listed[1][0]
    return node


def _parted(text: str) -> tuple[str, list[tuple[str, int, int]]] | None:
    """Return the text without its events, their lines left empty, and the text of each event with its offset and line.

    None if the events are not a list with one or more lines for each.
    """
    found = _EVENTS.search(text)
    if found is None:
        return None
    beyond = _BEYOND.search(text, found.end())
    end = beyond.start() if beyond else len(text)
    first = _ITEM.search(text, found.end(), end)
    if first is None or not _only_remarks(text[found.end() : first.start()]):
        return None
    begins = [each.start() for each in _ITEM.finditer(text, first.start(), end) if each[1] == first[1]]
    line = text.count("\n", 0, begins[0]) + 1
    pieces = []
    for start, stop in zip(begins, [*begins[1:], end], strict=True):
        pieces.append((text[start:stop], start, line))
        line += text.count("\n", start, stop)
    gap = "\n" * text.count("\n", begins[0], end)
    return text[: begins[0]] + gap + text[end:], pieces


def _only_remarks(text: str) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def common(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> int:
    """Return how many events at the beginning are the same in two drafts."""
    return next((index for index, same in enumerate(_equal(before, now)) if not same), min(len(before), len(now)))


def _equal(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> Iterator[bool]:
    return (one.text == other.text for one, other in zip(before, now, strict=False))


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

    def change(self, text: str, *, ask: bool = True) -> None:
        """Judge the log in a text, and `ask` which rulings decide it, for which it is judged again."""
        self.draft = self._reader.read(text)
        self.findings, self.complaints = [], list(self.draft.faults)
        if self.draft.log is None:
            return
        try:
            self._judge(self.draft.log, ask=ask)
        except Unjudgeable as unjudgeable:
            self._kept, self.played = [], None
            self.complaints += unjudgeable.complaints

    def before(self, item: int) -> Replay | None:
        """Return the log played to just before an item; None if it does not go that far."""
        if self.played is None or self.draft.log is None:
            return None
        kept = [each for each in self._kept if each.items <= item]
        if not kept:
            return None
        folded = _copied(kept[-1].folded)
        folded.go_on(self.draft.log.items[:item])
        return None if folded.halted or folded.items < item else Replay(self.draft.log, self.played.game, folded)

    def rules(self) -> Ruleset | None:
        """Return the rules by which the log is judged; if they are not sound, those of its game and house rules."""
        log = self.draft.log
        if self._rules is None and log is not None:
            plain = copy(log)
            plain.variants, plain.ruling = (), {}
            try:
                return ruleset_of(plain)
            except Unjudgeable:
                return None
        return self._rules

    def _judge(self, log: Log, *, ask: bool) -> None:
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
            self._go_on(folded, log, same)
            verdict = verdict_on(self.played, False)
            if not ask:
                verdict.leave_unasked()
        except FormulaError as error:
            raise self._rules.without_value(error) from None
        self.findings = verdict.findings
        self.complaints += [each for each in verdict.complaints if each not in self.complaints]

    def _as_before(self, log: Log) -> int:
        """Return how many events at the beginning say what they said before, where the text is not read event by event."""
        before, self._said = self._said, list(map(repr, log.items))  # 1 is not true here
        different = (
            number for number, (one, other) in enumerate(zip(before, self._said, strict=False)) if one != other
        )
        return next(different, min(len(before), len(self._said)))

    def _go_on(self, folded: Folded, log: Log, same: int) -> None:
        """Judges the rest, and keeps the state now and then, and where the text began to change."""
        items = log.items
        stops = {*range(0, len(items), STRETCH), *([same] if same <= len(items) else [])}
        for stop in sorted(each for each in stops if each > folded.items):
            folded.go_on(items[:stop])
            if folded.halted:
                return
            self._kept.append(Kept(stop, _copied(folded)))
        folded.go_on(items)

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
    """Return a copy of a fold that can continue by itself."""
    other = copy(folded)
    other.state = folded.state.copy()
    other.faults = list(folded.faults)
    return other
