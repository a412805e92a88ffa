"""A log judged while it is being typed, even with half an event; and the marks that an editor shows, each with its rule.

A keystroke changes one event; the others are not read again. What cannot be read costs only its own event, and judging goes as
far as that one, so that something is known about a log at every stage of writing it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple, cast

from referee.core.events import Finding, Weight
from referee.core.formula import FormulaError
from referee.core.places import Complaint, LogError, Place, SourceError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.editing.fixes import QUOTES, Edit, apply_edit, edit_for, offset_of
from referee.engines import family
from referee.judging.judge import judge
from referee.judging.log import Log, make_log
from referee.judging.read import begins, is_whole
from referee.judging.replay import Checkpoints, Replay
from referee.judging.rules import ruleset_of
from referee.rules import rulesets
from referee.rules.checking import soundness_of
from referee.source import Document, parse
from referee.source import yaml_text as yaml

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
        """The number of the event that contains an offset or comes before it; None before the first."""
        found = [index for index, piece in enumerate(self.pieces) if piece.start <= offset]
        if not found:
            return None
        return found[-1]


def read(text: str, path: str) -> Draft:
    """The log in the text of a file as far as it can be read. Events up to the first that cannot be read are added to
    it."""
    rest = text
    pieces = None
    if not path.lower().endswith(".json"):
        rest, pieces = _in_parts(text, path)
    try:
        log = make_log(parse(rest, path))
    except Unjudgeable as unjudgeable:
        return Draft(None, (), unjudgeable.complaints)
    if pieces is None:
        return Draft(log, (), ())
    log.trust = "folder"
    for piece in pieces:
        if piece.fault is not None:
            log.cut = LogError([piece.fault])
            break
        log.add(Document(path, piece.data, piece.text, _tree_of_item, piece.line))
    return Draft(log, tuple(pieces), tuple(piece.fault for piece in pieces if piece.fault))


def _tree_of_item(text: str) -> Any:
    """The places of an event in its text: those in the only item of a list."""
    return cast(Any, yaml.read(text, "")[1])[1][0]


@lru_cache(maxsize=50_000)
def _item(text: str, path: str) -> tuple[Any, Complaint | None]:
    """An event as plain data, or why its text cannot be read. It is kept, because a keystroke changes only one event.

    text: the event as the only item of a list. path: the file, for the place of the fault, whose lines count from the
    event's.
    """
    try:
        listed, tree = yaml.read(text, path)
    except SourceError as error:
        fault = error.complaints[0]
        lines = text.rstrip().split("\n")
        if fault.place.line > len(lines):  # the text ends too soon
            fault = fault._replace(place=fault.place._replace(line=len(lines), column=len(lines[-1]) + 1))
        return None, fault
    if not isinstance(listed, list) or len(listed) != 1 or not isinstance(listed[0], dict):
        document = Document(path, listed, text, lambda text: tree)
        return None, Complaint(document.place((0,)), "an event is a map with one verb, like `- bid: 1`")
    return listed[0], None


def _in_parts(text: str, path: str) -> tuple[str, list[Piece] | None]:
    """The text without its events, their lines left empty, and the events. If they are not a list with one or more
    lines for each, the whole text and None."""
    head = _EVENTS.search(text)
    if head is None:
        return text, None
    end = len(text)
    key_after = _BEYOND.search(text, head.end())
    if key_after:
        end = key_after.start()
    first = _ITEM.search(text, head.end(), end)
    if first is None or any(map(_says_something, text[head.end() : first.start()].splitlines())):
        return text, None
    begins = [each.start() for each in _ITEM.finditer(text, first.start(), end) if each[1] == first[1]]
    line = text.count("\n", 0, begins[0]) + 1
    pieces = []
    for start, next_start in zip(begins, begins[1:] + [end], strict=True):
        data, fault = _item(text[start:next_start], path)
        if fault is not None:
            fault = fault._replace(place=fault.place._replace(line=fault.place.line + line - 1))
        pieces.append(Piece(text[start:next_start], start, line, data, fault))
        line += text.count("\n", start, next_start)
    return text[: begins[0]] + "\n" * text.count("\n", begins[0], end) + text[end:], pieces


def _says_something(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return line.strip() != "" and not line.lstrip().startswith("#")


RulesOf = Callable[[Log], Ruleset]


class JudgedLog:
    """The text of a log as far as it can be read, with its findings and complaints."""

    def __init__(
        self,
        text: str,
        path: str,
        *,
        ask: bool = True,
        rules_of: RulesOf = ruleset_of,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Read and judge a text. If its rules are not sound, it is judged as far as that goes.

        ask: also look which rulings decide it, for which it is judged again. rules_of: returns the rules of a log.
        checkpoints: those of the text before the last change.
        """
        self.path = path
        self.draft = read(text, path)
        self.findings = list[Finding]()
        self.complaints = list(self.draft.faults)
        self._checkpoints = checkpoints or Checkpoints()
        self.rules: Ruleset | None = None
        """The rules by which it is judged; if they are not sound, those of its game and house rules."""
        log = self.draft.log
        if log is None:
            return
        try:
            self.rules = rules_of(log)
            verdict = judge(log, self.rules, checkpoints=self._checkpoints)
        except Unjudgeable:
            without_choices = copy(log)
            without_choices.variants = ()
            without_choices.ruling = {}
            with suppress(Unjudgeable):
                self.rules = rules_of(without_choices)
            verdict = judge(log)
        if not ask:
            verdict.leave_unasked()
        wrong = verdict.complaints
        try:
            self.findings = verdict.findings
        except FormulaError as error:
            assert self.rules is not None
            wrong = list(self.rules.without_value(error).complaints)
        self.complaints += [each for each in wrong if each not in self.complaints]

    def before(self, item: int) -> Replay | None:
        """The log played to just before an item; None if it does not go that far."""
        if self.draft.log is None or self.rules is None:
            return None
        try:
            played = self._checkpoints.replay(self.draft.log, self.rules, item)
        except (Unjudgeable, FormulaError):
            return None
        if played.folded.halted or played.folded.items < item:
            return None
        return played


_WORD = re.compile(r"[^\s,\[\]{}\"']+")
STANDS = "the table let it stand"
"""The reason that is written when somebody lets an event stand; the user may know a better one."""


class Mark(NamedTuple):
    """Something to report about characters of a text: what, how serious, what set it, and the finding."""

    start: int
    end: int
    weight: Weight
    message: str
    set_at: str = ""
    fix: Edit | None = None
    finding: Finding | None = None

    @property
    def rule(self) -> str:
        """The rule that it cites."""
        if not self.finding:
            return ""
        return self.finding.rule

    @property
    def in_full(self) -> str:
        """The message, the rule in words and what set it, in lines."""
        found = self.finding
        lines = []
        if self.message:
            lines.append(self.message)
        if found and found.text:
            rule = f"{found.rule}: {found.text}"
            if found.source:
                rule += f" ({found.source})"
            lines.append(rule)
        if self.set_at:
            lines.append(f"set at {self.set_at}")
        return "\n\n".join(lines)


def of_log(judged: JudgedLog, text: str) -> list[Mark]:
    """The marks of a log: its complaints, and then its findings."""
    marks = [_of_complaint(each, text, judged.path) for each in judged.complaints]
    for finding in judged.findings:
        message = finding.message
        if finding.reason:
            message = f"let stand ({finding.reason}): {message}"
        if finding.legal:
            message += f"; legal here: {' '.join(finding.legal)}"
        fix = edit_for(text, finding.place, finding.fix)
        marks.append(Mark(*_span(text, finding.place), finding.weight, message, finding.set_at, fix, finding))
    return marks


def of_rules(text: str, path: str) -> list[Mark]:
    """The marks of a ruleset, house rule or deck: its faults, and then what is only to be noted."""
    found = soundness_of(path)
    faults = [_of_complaint(each, text, path) for each in found.complaints]
    return faults + [_of_complaint(each, text, path)._replace(weight="note") for each in found.notes]


def _of_complaint(complaint: Complaint, text: str, path: str) -> Mark:
    """The mark of a complaint; one about another file stands on the first line."""
    if complaint.place.file != path:
        return Mark(0, len(text.partition("\n")[0]), "error", str(complaint), set_at=complaint.place.where)
    fix = edit_for(text, complaint.place, complaint.fix)
    return Mark(*_span(text, complaint.place), "error", complaint.message, fix=fix)


def _span(text: str, place: Place) -> tuple[int, int]:
    """The offsets at which the word at a place begins and ends: with its quotation marks, and without the colon after
    it. At least one character, unless the text has ended."""
    at = offset_of(text, place)
    if text[at : at + 1] in QUOTES:
        closing = text.find(text[at], at + 1)
        if closing < 0:
            return at, at + 1
        return at, closing + 1
    word = _WORD.match(text, at)
    if not word:
        return at, min(at + 1, len(text))
    end = word.end()
    if text[end - 1] == ":" and end - at > 1:
        end -= 1
    return at, end


def actions(judged: JudgedLog | None, text: str, mark: Mark) -> Iterator[tuple[str, Edit]]:
    """Yield what can be done about a mark, with its name."""
    if mark.fix is not None:
        yield f"Write {mark.fix.text!r}", mark.fix
    if judged is not None and mark.weight == "error" and mark.finding and mark.finding.event:
        edit = _stand(judged, text, mark.start, mark.finding.event)
        if edit is not None:
            yield "Let it stand", edit


def _stand(judged: JudgedLog, text: str, start: int, event: int) -> Edit | None:
    """The edit that lets an illegal event stand; None if it could not stand, for which the text is judged with it.

    start: an offset in the item. event: the number of the event in the log.
    """
    number = judged.draft.piece_at(start)
    if number is None:
        return None
    piece = judged.draft.pieces[number]
    if not isinstance(piece.data, Mapping) or "stands" in piece.data:
        return None
    dash = piece.text.index("-")
    body = piece.text[dash + 1 :]
    if body.lstrip()[:1] == "{":
        at = piece.start + piece.text.rindex("}")
        edit = Edit(at, at, f", stands: {STANDS}")
    else:
        lines = piece.text.split("\n")
        while not _says_something(lines[-1]):
            lines.pop()
        at = piece.start + len("\n".join(lines))
        indent = " " * (dash + 1 + len(body) - len(body.lstrip()))
        edit = Edit(at, at, f"\n{indent}stands: {STANDS}")
    for found in JudgedLog(apply_edit(text, edit), judged.path).findings:
        if found.kind == "accepted" and found.event == event:
            return edit
    return None


def meaning(rules: Ruleset | None, text: str, offset: int) -> str:
    """The meaning of the word at an offset of a log: a card of its game, or a key; empty if it has none."""
    with_colon = _word_at(text, offset)
    if rules is None or not with_colon:
        return ""
    word = with_colon.rstrip(":")
    if with_colon.endswith(":"):
        return _meaning_of_key(rules, word)
    card = rules.deck.find(word)
    if card is None:
        return ""
    cards = family(rules.family).cards(rules, None)
    for row in cards:
        if row["card"] == rules.deck.ids[card]:
            return "\n".join(_facts(row))
    return ""


def _word_at(text: str, offset: int) -> str:
    """The word at an offset, with a colon after it; empty if there is none."""
    for found in _WORD.finditer(text):
        if found.start() <= offset <= found.end():
            return found[0]
    return ""


def _meaning_of_key(rules: Ruleset, key: str) -> str:
    """The meaning of a key of a log, as its schema describes it; empty if there is no such key."""
    for part in ("event", "setup", "position", "expect"):
        words = rulesets.log_words(rules.family, part)
        if key in words:
            return words[key].description
    return ""


def _facts(row: Mapping[str, object]) -> Iterator[str]:
    """Yield each thing that is known about a card in words.

    row: what the family says about it, by heading; empty values are left out.
    """
    for key, values in row.items():
        if not isinstance(values, list | tuple):
            values = [values]
        if values not in ([""], [None], []):
            yield f"{key}: {', '.join(map(str, values))}"


class JudgedLines:
    """The marks of each line of a file with a log a line. The lines of a log that is spread over several lines are
    not judged."""

    def __init__(self, path: str) -> None:
        """Begin with an empty text."""
        self._path = path
        self._text = ""
        self._known: dict[str, tuple[Ruleset | None, list[Mark]]] = {}

    def change(self, text: str) -> list[Mark]:
        """The marks of a new text; only lines that have changed are judged. The same text is judged again
        from the start, since its rules may have changed."""
        earlier = self._known
        if text == self._text:
            earlier = {}
        self._text = text
        self._known = {}
        loaded: dict[str, Ruleset] = {}

        def rules_of(log: Log) -> Ruleset:
            key = repr((log.game, log.houses, log.variants, log.ruling, log.pinned))
            if key not in loaded:
                loaded[key] = ruleset_of(log)
            return loaded[key]

        marks: list[Mark] = []
        start = 0
        spread = False
        for line in text.split("\n"):
            known = self._known.get(line) or earlier.get(line)
            if known is None and line.strip():
                raw = line.encode()
                if begins(raw):
                    spread = not is_whole(raw)
                if not spread:
                    judged = JudgedLog(line, self._path, rules_of=rules_of)
                    known = judged.rules, of_log(judged, line)
            if known is not None:
                spread = False
                self._known[line] = known
                for mark in known[1]:
                    marks.append(mark._replace(start=mark.start + start, end=mark.end + start, fix=None))
            start += len(line) + 1
        return marks

    def at(self, offset: int) -> tuple[Ruleset | None, str, int]:
        """The rules and the text of the line at an offset, and the offset within it; no rules and an empty text if
        the line was not judged."""
        start = self._text.rfind("\n", 0, offset) + 1
        line = self._text[start:].partition("\n")[0]
        if line in self._known:
            return self._known[line][0], line, offset - start
        return None, "", 0
