"""Verdicts on logs as text and JSON, written as they come: a corpus never stands in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.core.findings import Finding
from referee.core.places import Complaint
from referee.core.verdict import Verdict
from referee.report import annotations as for_programs
from referee.report.plain import Paint, as_json, complaints_data, no_paint
from referee.report.tally import Tally
from referee.report.verdict_lines import bad_line, complaint_line, finding_lines, judged_to, labelled, verdict_line

CROWD = 20
"""In text, the legal games of a file with more games than this are only counted."""


def text(verdicts: Iterable[Verdict], paint: Paint = no_paint) -> Iterator[str]:
    """A line a finding with its proof below, then doubts, then the verdict in a line; a summary for several logs.

    Of a file that holds a crowd of games only the bad ones are shown, in a line each, and tables say what was found in all.
    """
    tally = Tally()
    heard: set[str] = set()
    held: list[tuple[str, Verdict]] = []
    crowd, crowds, path = False, False, ""
    for label, verdict in labelled(verdicts):
        tally.add(verdict)
        if verdict.path != path:
            for entry in held:
                yield from _report(*entry, heard, paint)
            held, crowd, path = [], False, verdict.path
        held.append((label, verdict))
        if len(held) > CROWD or crowd:
            crowd = crowds = True
            for _, each in held:
                yield from _heading(each, heard, paint)
                if unreported(each):
                    yield bad_line(each, paint)
            held = []
    for entry in held:
        yield from _report(*entry, heard, paint)
    if crowds:
        yield from tally.tables()
    if tally.logs > 1:
        yield tally.line(paint)


def unreported(verdict: Verdict) -> list[Finding | Complaint]:
    """What makes a log illegal or unjudged, and has not been reported yet."""
    found: list[Finding | Complaint] = [*verdict.violations, *verdict.complaints]
    return [what for what in found if what not in verdict.reported]


def _heading(verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    if verdict.brief and verdict.brief not in heard:
        heard.add(verdict.brief)
        yield paint(verdict.brief, "dim")


def _report(label: str, verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    yield from _heading(verdict, heard, paint)
    for kind in ("violation", "accepted", "doubt", "reading"):
        for finding in verdict.findings:
            if finding.kind == kind and finding not in verdict.reported:
                yield from finding_lines(finding, paint)
    for complaint in verdict.complaints:
        if complaint not in verdict.reported:
            yield complaint_line(complaint, paint)
    yield verdict_line(label, verdict, paint)


def json(verdicts: Iterable[Verdict], paint: Paint = no_paint) -> Iterator[str]:
    """schemas/report.schema.json, $defs/validate: a map with one list, an entry a log."""
    comma = ""
    yield '{"logs": ['
    for label, verdict in labelled(verdicts):
        if comma:
            yield comma
        yield as_json(verdict_data(label, verdict))
        comma = ","
    yield "]}"


def jsonl(verdicts: Iterable[Verdict], paint: Paint = no_paint) -> Iterator[str]:
    """One verdict a line, as soon as it is known: $defs/verdict, with the line on which the game begins in its file."""
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
        "readings": by_kind["reading"],
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


FORMATS: dict[str, Callable[[Iterable[Verdict], Paint], Iterator[str]]] = {
    "text": text,
    "json": json,
    "jsonl": jsonl,
    "github": for_programs.github,
    "sarif": for_programs.sarif,
}
