"""What an editor shows for a text: marks with their rule, what can be done about each, and what a word means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from referee.core.findings import Finding
from referee.core.places import Complaint, Place
from referee.core.ruleset import Ruleset
from referee.core.suggest import Fix
from referee.editing.fixes import Edit, changed, edit_for, offset_of
from referee.editing.judged import JudgedLog
from referee.editing.offers import keys_of
from referee.engines import family
from referee.judging.log import begins, is_whole
from referee.rules.checking import soundness_of

Weight = Literal["error", "doubt", "note"]
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
        return self.finding.rule if self.finding else ""

    @property
    def in_full(self) -> str:
        """The message, the rule in words and what set it, in lines."""
        found, rule = self.finding, ""
        if found and found.text:
            rule = f"{found.rule}: {found.text} ({found.source})" if found.source else f"{found.rule}: {found.text}"
        lines = [self.message, rule, self.set_at and f"set at {self.set_at}"]
        return "\n\n".join(filter(None, lines))


class Action(NamedTuple):
    """Something that can be done about a mark, and the edit for it."""

    title: str
    edit: Edit


def of_log(judged: JudgedLog, text: str) -> list[Mark]:
    """Return the marks of a log."""
    marks = [_of_complaint(each, text, judged.path) for each in judged.complaints]
    for finding in judged.findings:
        place = Place(finding.file, finding.line, finding.column)
        start, end = _span(text, place)
        weight: Weight = "error" if finding.kind == "violation" else "doubt" if finding.kind == "doubt" else "note"
        message = f"let stand ({finding.reason}): {finding.message}" if finding.reason else finding.message
        if finding.legal:
            message += f"; legal here: {' '.join(finding.legal)}"
        fix = _edit(text, place, finding.fix)
        marks.append(Mark(start, end, weight, message, finding.set_at, fix, finding))
    return marks


def of_rules(text: str, path: str) -> list[Mark]:
    """Return the marks of a ruleset, house rule or deck."""
    found = soundness_of(path)
    faults = [_of_complaint(each, text, path) for each in found.complaints]
    return faults + [_of_complaint(each, text, path)._replace(weight="note") for each in found.notes]


def _of_complaint(complaint: Complaint, text: str, path: str) -> Mark:
    if complaint.place.file != path:
        return Mark(0, len(text.partition("\n")[0]), "error", str(complaint), set_at=complaint.place.where)
    start, end = _span(text, complaint.place)
    return Mark(start, end, "error", complaint.message, fix=_edit(text, complaint.place, complaint.fix))


def _edit(text: str, place: Place, fix: Fix | None) -> Edit | None:
    return edit_for(text, place, fix) if fix else None


def _span(text: str, place: Place) -> tuple[int, int]:
    """Return the word at a place."""
    at = offset_of(text, place)
    if text[at : at + 1] in ("'", '"'):
        end = text.find(text[at], at + 1)
        return at, (end + 1 if end > 0 else at + 1)
    found = _WORD.match(text, at)
    end = found.end() if found else at + 1
    return at, min(end - (found is not None and text[end - 1] == ":" and end - at > 1), len(text))


def actions(judged: JudgedLog | None, text: str, mark: Mark) -> Iterator[Action]:
    """Yield what can be done about a mark."""
    if mark.fix is not None:
        yield Action(f"Write {mark.fix.text!r}", mark.fix)
    if judged is not None and mark.weight == "error" and mark.finding and mark.finding.event:
        edit = _stand(judged, text, mark.start, mark.finding.event)
        if edit is not None:
            yield Action("Let it stand", edit)


def _stand(judged: JudgedLog, text: str, start: int, event: int) -> Edit | None:
    """Return the edit that lets an illegal event stand; None if it could not stand."""
    index = judged.draft.piece_at(start)
    if index is None:
        return None
    piece = judged.draft.pieces[index]
    if not isinstance(piece.data, Mapping) or "stands" in piece.data:
        return None
    dash = piece.text.index("-")
    body = piece.text[dash + 1 :]
    if body.lstrip()[:1] == "{":
        at = piece.start + piece.text.rindex("}")
        edit = Edit(at, at, f", stands: {STANDS}")
    else:
        lines = piece.text.split("\n")
        last = max(number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#"))
        at = piece.start + len("\n".join(lines[: last + 1]))
        indent = " " * (dash + 1 + len(body) - len(body.lstrip()))
        edit = Edit(at, at, f"\n{indent}stands: {STANDS}")
    other = JudgedLog(judged.path)
    other.change(changed(text, edit))
    stands = any(found.kind == "accepted" and found.event == event for found in other.findings)
    return edit if stands else None


def meaning(rules: Ruleset | None, text: str, offset: int) -> str:
    """Return what the word at an offset of a log means: a card of its game, or a key."""
    found = next((each for each in _WORD.finditer(text) if each.start() <= offset <= each.end()), None)
    if rules is None or found is None:
        return ""
    word = found[0].rstrip(":")
    if found[0][-1] == ":":
        known: dict[str, Any] = {}
        for part in ("expect", "position", "setup", "event"):
            known |= keys_of(rules, part)
        entry = known.get(word, {})
        return str(entry.get("description", "")) if isinstance(entry, Mapping) else ""
    number = rules.deck.find(word)
    if number is None:
        return ""
    row = next((row for row in family(rules.family).cards(rules, None) if row["card"] == rules.deck.ids[number]), None)
    return (
        "\n".join(f"{key}: {_shown(value)}" for key, value in row.items() if value not in ("", None, [])) if row else ""
    )


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class JudgedLines:
    """The marks of each line. The lines of a log that is spread over several lines are not judged."""

    def __init__(self, path: str) -> None:
        self._log = JudgedLog(path)  # one for all lines, because most of them have the same rules
        self._text = ""
        self._known: dict[str, tuple[Ruleset | None, list[Mark]]] = {}
        self._starts: list[tuple[int, str]] = []

    def change(self, text: str) -> list[Mark]:
        """Return the marks of a text; the same text is judged again from the start, since its rules may have changed."""
        known = {} if text == self._text else self._known
        self._text, self._known, self._starts = text, {}, []
        marks: list[Mark] = []
        start, spread = 0, False
        for line in text.split("\n"):
            if line.strip() and line not in known and line not in self._known:
                raw = line.encode()
                spread = (begins(raw) and not is_whole(raw)) or (spread and not begins(raw))
                if not spread:
                    known[line] = self._judged(line)
            if line in known:
                spread = False
                self._known[line] = known[line]
                self._starts.append((start, line))
                marks += [
                    mark._replace(start=mark.start + start, end=mark.end + start, fix=None) for mark in known[line][1]
                ]
            start += len(line) + 1
        return marks

    def _judged(self, line: str) -> tuple[Ruleset | None, list[Mark]]:
        self._log.change(line)
        return self._log.rules(), of_log(self._log, line)

    def at(self, offset: int) -> tuple[Ruleset | None, str, int]:
        """Return the rules and the text of the line at an offset, and the offset within it."""
        for start, line in self._starts:
            if start <= offset <= start + len(line):
                return self._known[line][0], line, offset - start
        return None, "", 0
