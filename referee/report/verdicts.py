"""Verdicts on logs as text and JSON, written as they come: a corpus is never held in memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.core.findings import Finding
from referee.core.harmless import one_line
from referee.core.places import Complaint, Place
from referee.core.verdict import Verdict
from referee.core.wording import counted
from referee.report import annotations as for_programs
from referee.report.excerpt import Lines, excerpt, no_lines
from referee.report.paper import PAPER, Paint, Paper
from referee.report.plain import as_json, complaints_data
from referee.report.tally import Tally
from referee.report.verdict_lines import (
    bad_line,
    complaint_line,
    finding_line,
    judged_to,
    labelled,
    proof_lines,
    verdict_line,
)

CROWD = 20
"""In text, the legal games of a file with more games than this are only counted."""

ALIKE = 20
"""In text, how many games of a crowd that cannot be judged for the same reason are shown; the others are counted."""
BY_OPTION = "; --"
"""What a complaint holds that an option settles, for all games at once: of such games one is shown."""

PARTICULARS = r"'[^']*'|[0-9]+"
"""What may differ between two complaints that count as the same: quoted text, and numbers."""


def text(verdicts: Iterable[Verdict], paper: Paper = PAPER, lines: Lines = no_lines) -> Iterator[str]:
    """One line per finding with its proof below, then doubts, then the verdict in one line; a summary for several logs.

    lines: those of the files, which are shown below the findings in them.
    For a file with a crowd of games, only the bad ones are shown, one line each, and tables say what was found in all.
    """
    tally = Tally()
    heard: set[str] = set()
    held: list[tuple[str, Verdict]] = []
    paint = paper.paint
    alike = _Alike(paint)
    crowd, crowds, path = False, False, ""
    for label, verdict in labelled(verdicts):
        tally.add(verdict)
        if verdict.path != path:
            for entry in held:
                yield from _report(*entry, heard, paper, lines)
            yield from alike.rest(path)
            held, crowd, path = [], False, verdict.path
        held.append((label, verdict))
        if len(held) > CROWD or crowd:
            crowd = crowds = True
            for _, each in held:
                yield from _heading(each, heard, paint)
                if unreported(each) and alike.told(each):
                    yield bad_line(each, paint)
            held = []
    for entry in held:
        yield from _report(*entry, heard, paper, lines)
    yield from alike.rest(path)
    if crowds:
        yield from tally.tables(paper)
    if tally.logs > 1:
        yield tally.line(paint)


class _Alike:
    """The games of a file that cannot be judged, by the reason."""

    def __init__(self, paint: Paint) -> None:
        self.paint = paint
        self.games: dict[str, tuple[int, str]] = {}

    def told(self, verdict: Verdict) -> bool:
        """Counts a bad game, and says whether it gets a line of its own."""
        if not verdict.complaints:
            return True
        message = verdict.complaints[0].message
        reason = re.sub(PARTICULARS, "", message)
        before, first = self.games.get(reason, (0, message))
        self.games[reason] = before + 1, first
        return before < _shown(first)

    def rest(self, path: str) -> Iterator[str]:
        """One line for each reason shared by more games than were shown."""
        for number, message in self.games.values():
            if number > _shown(message):
                more = f"{counted(number - _shown(message), 'more games')}, with the same complaint: {message}"
                yield one_line(f"{self.paint(f'{path}:', 'dim')} {self.paint('not judged:', 'bad')} {more}")
        self.games = {}


def _shown(message: str) -> int:
    """How many games with a complaint are shown."""
    return 1 if BY_OPTION in message else ALIKE


def unreported(verdict: Verdict) -> list[Finding | Complaint]:
    """What makes a log illegal or unjudged, and has not been reported yet."""
    found: list[Finding | Complaint] = [*verdict.violations, *verdict.complaints]
    return [what for what in found if what not in verdict.reported]


def _heading(verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    if verdict.brief and verdict.brief not in heard:
        heard.add(verdict.brief)
        yield paint(verdict.brief, "dim")


def _report(label: str, verdict: Verdict, heard: set[str], paper: Paper, lines: Lines) -> Iterator[str]:
    paint = paper.paint
    yield from _heading(verdict, heard, paint)
    seen: set[Place] = set()

    def shown(place: Place) -> Iterator[str]:
        if place not in seen:
            seen.add(place)
            yield from excerpt(lines(place.file), place.line, place.column, paper)

    for kind in ("violation", "accepted", "doubt", "reading"):
        for finding in verdict.findings:
            if finding.kind == kind and finding not in verdict.reported:
                yield from _finding(finding, paint, shown)
    for complaint in verdict.complaints:
        if complaint not in verdict.reported:
            yield complaint_line(complaint, paint)
            yield from shown(complaint.place)
    yield verdict_line(label, verdict, paint)


def _finding(finding: Finding, paint: Paint, shown: Callable[[Place], Iterator[str]]) -> Iterator[str]:
    yield finding_line(finding, paint)
    if finding.kind in ("violation", "accepted"):
        yield from shown(Place(finding.file, finding.line, finding.column))
    yield from proof_lines(finding)


def news_lines(what: Finding | Complaint, paper: Paper, lines: Lines) -> Iterator[str]:
    """A finding or complaint about a log whose verdict is still to come, with the line of the log."""

    def shown(place: Place) -> Iterator[str]:
        yield from excerpt(lines(place.file), place.line, place.column, paper)

    if isinstance(what, Complaint):
        yield complaint_line(what, paper.paint)
        yield from shown(what.place)
    else:
        yield from _finding(what, paper.paint, shown)


def concise(verdicts: Iterable[Verdict], paper: Paper = PAPER) -> Iterator[str]:
    """One line per finding, and the verdict in one line."""
    paint = paper.paint
    for label, verdict in labelled(verdicts):
        for kind in ("violation", "accepted", "doubt", "reading"):
            yield from (finding_line(finding, paint) for finding in verdict.findings if finding.kind == kind)
        yield from (complaint_line(complaint, paint) for complaint in verdict.complaints)
        yield verdict_line(label, verdict, paint)


def json(verdicts: Iterable[Verdict], paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/validate: a map with one list, one entry per log."""
    comma = ""
    yield '{"logs": ['
    for label, verdict in labelled(verdicts):
        if comma:
            yield comma
        yield as_json(verdict_data(label, verdict))
        comma = ","
    yield "]}"


def jsonl(verdicts: Iterable[Verdict], paper: Paper = PAPER) -> Iterator[str]:
    """One verdict per line, as soon as it is known: $defs/verdict, with the line on which the game begins in its file."""
    from json import dumps

    for verdict in verdicts:
        data = {**verdict_data(verdict.path, verdict), "line": verdict.line}
        yield dumps(data, ensure_ascii=False, separators=(",", ":"))


def verdict_data(label: str, verdict: Verdict) -> dict[str, Any]:
    """One verdict as plain data."""
    last, left = judged_to(verdict)
    by_kind: dict[str, list[dict[str, Any]]] = {"violation": [], "doubt": [], "accepted": [], "reading": []}
    for finding in verdict.findings:
        by_kind[finding.kind].append(finding_data(finding))
    return {
        "path": label,
        "game": verdict.game,
        "verdict": verdict.status,
        "events": last,
        "unjudged": left,
        "counts": verdict.counts,
        "violations": by_kind["violation"],
        "doubts": by_kind["doubt"],
        "accepted": by_kind["accepted"],
        "readings": None if verdict.unasked else by_kind["reading"],
        "complaints": complaints_data(verdict.complaints),
        "unfinished": verdict.unfinished,
        "brief": verdict.brief,
    }


def finding_data(finding: Finding) -> dict[str, Any]:
    """One finding as plain data."""
    data = {
        "rule": finding.rule,
        "event": finding.event,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "player": finding.player,
        "message": finding.message,
        "legal": list(finding.legal),
    }
    more = {"text": finding.text, "source": finding.source, "set_at": finding.set_at, "reason": finding.reason}
    return data | {key: value for key, value in more.items() if value}


FORMATS: dict[str, Callable[[Iterable[Verdict], Paper], Iterator[str]]] = {
    "text": text,
    "concise": concise,
    "json": json,
    "jsonl": jsonl,
    "github": for_programs.github,
    "sarif": for_programs.sarif,
}
