"""Verdicts on logs as text and JSON, written as they come: a corpus never stands in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from referee.core.findings import Finding, Verdict
from referee.report.plain import Paint, as_json, counted, no_paint

CROWD = 20
"""In text, the legal games of a file with more games than this are only counted."""

HEADINGS = {"doubt": "doubt: ", "reading": "reading: ", "accepted": "accepted: ", "violation": ""}


class Judged(NamedTuple):
    """A verdict, and the line where its game begins in a file that may hold a game a line (0: it does not)."""

    verdict: Verdict
    line: int = 0


def labelled(judged: Iterable[Judged]) -> Iterator[tuple[str, Verdict]]:
    """Each verdict with the name of its log: the file, and the line too where the file holds several games."""
    held: Judged | None = None
    several = False
    for item in judged:
        if held is not None:
            alike = held.line > 0 and item.line > 0 and item.verdict.path == held.verdict.path
            yield _label(held, several or alike), held.verdict
            several = alike
        held = item
    if held is not None:
        yield _label(held, several), held.verdict


def _label(item: Judged, several: bool) -> str:
    return f"{item.verdict.path}:{item.line}" if several else item.verdict.path


def text(judged: Iterable[Judged], paint: Paint = no_paint) -> Iterator[str]:
    """A line a finding with its proof below, then doubts, then the verdict in a line; a summary for several logs."""
    tally = Tally()
    heard: set[str] = set()
    held: list[tuple[str, Verdict]] = []
    crowd, path = False, ""
    for label, verdict in labelled(judged):
        tally.add(verdict)
        if verdict.path != path:
            for entry in held:
                yield from _report(*entry, heard, paint)
            held, crowd, path = [], False, verdict.path
        held.append((label, verdict))
        if len(held) > CROWD or crowd:
            crowd = True
            for entry in held:
                if entry[1].status != "legal":
                    yield from _report(*entry, heard, paint)
                else:
                    yield from _heading(entry[1], heard, paint)
            held = []
    for entry in held:
        yield from _report(*entry, heard, paint)
    if tally.logs > 1:
        yield tally.line(paint)


def _heading(verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    if verdict.brief and verdict.brief not in heard:
        heard.add(verdict.brief)
        yield paint(verdict.brief, "dim")


def _report(label: str, verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    yield from _heading(verdict, heard, paint)
    for kind in ("violation", "accepted", "doubt", "reading"):
        for finding in verdict.findings:
            if finding.kind == kind:
                yield from finding_lines(finding, paint)
    for complaint in verdict.complaints:
        yield paint(f"{complaint.place}:", "bad") + f" {complaint.message}"
    yield verdict_line(label, verdict, paint)


def finding_line(finding: Finding, paint: Paint = no_paint) -> str:
    """A finding in one line: 'friday.yaml:41:9: illuminate/follow-suit: Dov played Lk6:31 …'."""
    where = f"{finding.file}:{finding.line}:{finding.column}:"
    colour = "bad" if finding.kind == "violation" else "doubt"
    return f"{paint(where, 'dim')} {HEADINGS[finding.kind]}{paint(finding.rule + ':', colour)} {finding.message}"


def finding_lines(finding: Finding, paint: Paint = no_paint) -> Iterator[str]:
    """A finding and, indented, its proof: what was legal, the rule in words, where the rule was set."""
    yield finding_line(finding, paint)
    if finding.reason:
        yield f"    let stand: {finding.reason}"
    if finding.kind != "violation":
        return
    if finding.legal:
        yield f"    legal here: {' '.join(finding.legal)}"
    if finding.text:
        yield f"    rule: {finding.text} ({finding.source})"
    if finding.set_at:
        yield f"    set at {finding.set_at}"


def verdict_line(label: str, verdict: Verdict, paint: Paint = no_paint) -> str:
    """The verdict: 'friday.yaml: legal: 12 hands, 312 plays, 48 bids, 12 scores; 0 findings, 2 doubts'."""
    word, colour = {
        "legal": ("legal", "good"),
        "illegal": ("illegal", "bad"),
        "unjudged": ("not judged", "bad"),
    }[verdict.status]
    if not verdict.counts:
        return f"{label}: {paint(word, colour)}: {counted(len(verdict.complaints), 'complaints')}"
    kinds = [finding.kind for finding in verdict.findings]
    found = [counted(kinds.count("violation"), "findings"), counted(kinds.count("doubt"), "doubts")]
    found += [f"{kinds.count('accepted')} accepted"] * ("accepted" in kinds)
    found += [counted(kinds.count("reading"), "readings")] * ("reading" in kinds)
    line = f"{label}: {paint(word, colour)}: {_checked(verdict.counts)}; {', '.join(found)}"
    last, left = judged_to(verdict)
    if left:
        line += f"; judged to event {last}, {counted(left, 'events')} not judged"
    if verdict.unfinished:
        line += f"; unfinished: {verdict.unfinished}"
    return line


def judged_to(verdict: Verdict) -> tuple[int, int]:
    """The number of the last event that was judged, an illegal one included, and how many come after it."""
    last = max([verdict.events, *(finding.event for finding in verdict.violations)])
    return last, verdict.events + verdict.unjudged - last


def _checked(counts: dict[str, int]) -> str:
    return ", ".join(counted(number, what) for what, number in counts.items())


class Tally:
    """What was found over all logs."""

    def __init__(self) -> None:
        self.logs = 0
        self.status = {"legal": 0, "illegal": 0, "unjudged": 0}
        self.counts: dict[str, int] = {}

    def add(self, verdict: Verdict) -> None:
        """Counts one more log."""
        self.logs += 1
        self.status[verdict.status] += 1
        for what, number in verdict.counts.items():
            self.counts[what] = self.counts.get(what, 0) + number

    def line(self, paint: Paint = no_paint) -> str:
        """'3 logs: 2 legal, 1 illegal, 0 not judged; 36 hands, 936 plays'."""
        legal, illegal, unjudged = self.status.values()
        said = [
            paint(f"{legal} legal", "good") if legal else "0 legal",
            paint(f"{illegal} illegal", "bad") if illegal else "0 illegal",
            paint(f"{unjudged} not judged", "bad") if unjudged else "0 not judged",
        ]
        checked = f"; {_checked(self.counts)}" if self.counts else ""
        return f"{self.logs} logs: {', '.join(said)}{checked}"


def json(judged: Iterable[Judged], paint: Paint = no_paint) -> Iterator[str]:
    """schemas/report.schema.json, $defs/validate: a map with one list, an entry a log."""
    comma = ""
    yield '{"logs": ['
    for label, verdict in labelled(judged):
        if comma:
            yield comma
        yield as_json(verdict_data(label, verdict))
        comma = ","
    yield "]}"


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
        "complaints": [
            {"file": place.file, "line": place.line, "column": place.column, "message": message}
            for place, message in verdict.complaints
        ],
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


def github(judged: Iterable[Judged], paint: Paint = no_paint) -> Iterator[str]:
    """Annotations, as a workflow of GitHub reads them from the output."""
    from referee.report.annotations import github as annotate

    return annotate(judged)


def sarif(judged: Iterable[Judged], paint: Paint = no_paint) -> Iterator[str]:
    """SARIF 2.1.0, one run."""
    from referee.report.annotations import sarif as annotate

    return annotate(judged)


FORMATS: dict[str, Callable[[Iterable[Judged], Paint], Iterator[str]]] = {
    "text": text,
    "json": json,
    "github": github,
    "sarif": sarif,
}
