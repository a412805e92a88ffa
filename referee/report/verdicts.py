"""Verdicts on logs as text and JSON, written as they come: a corpus never stands in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.core.findings import Finding, Verdict
from referee.core.harmless import one_line
from referee.core.places import Complaint
from referee.report.plain import Paint, as_json, checked, counted, no_paint
from referee.report.tally import Tally

CROWD = 20
"""In text, the legal games of a file with more games than this are only counted."""

HEADINGS = {"doubt": "doubt: ", "reading": "reading: ", "accepted": "accepted: ", "violation": ""}


def labelled(verdicts: Iterable[Verdict]) -> Iterator[tuple[str, Verdict]]:
    """Each verdict with the name of its log: the file, and the line too where the file holds several games."""
    held: Verdict | None = None  # the first of a file: whether more come is not known yet
    crowded = ""
    for verdict in verdicts:
        if held is not None:
            several = held.line > 0 and verdict.line > 0 and verdict.path == held.path
            yield f"{held.path}:{held.line}" if several else held.path, held
            crowded = held.path if several else ""
            held = None
        if verdict.line > 0 and verdict.path == crowded:
            yield f"{verdict.path}:{verdict.line}", verdict
        else:
            held, crowded = verdict, ""
    if held is not None:
        yield held.path, held


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
                if untold(each):
                    yield bad_line(each, paint)
            held = []
    for entry in held:
        yield from _report(*entry, heard, paint)
    if crowds:
        yield from tally.tables()
    if tally.logs > 1:
        yield tally.line(paint)


def untold(verdict: Verdict) -> list[Finding | Complaint]:
    """What makes a log illegal or unjudged, and has not been told yet."""
    found: list[Finding | Complaint] = [*verdict.violations, *verdict.complaints]
    return [what for what in found if what not in verdict.told]


def complaint_line(complaint: Complaint, paint: Paint = no_paint) -> str:
    """Why a log cannot be judged, in one line."""
    return paint(f"{one_line(str(complaint.place))}:", "bad") + f" {one_line(complaint.message)}"


def bad_line(verdict: Verdict, paint: Paint = no_paint) -> str:
    """A bad game in one line: 'games.jsonl:4:171: event 7: illuminate/follow-suit: Ben played …; 1 more finding'."""
    if verdict.complaints:
        place, message = verdict.complaints[0]
        line = f"{paint(f'{place}:', 'dim')} {paint('not judged:', 'bad')} {message}"
        more = len(verdict.complaints) - 1 + len(verdict.violations)
    else:
        first = verdict.violations[0]
        where = f"{first.file}:{first.line}:{first.column}:"
        line = f"{paint(where, 'dim')} event {first.event}: {paint(first.rule + ':', 'bad')} {first.message}"
        more = len(verdict.violations) - 1
    return one_line(f"{line}; {counted(more, 'more findings')}" if more else line)


def _heading(verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    if verdict.brief and verdict.brief not in heard:
        heard.add(verdict.brief)
        yield paint(verdict.brief, "dim")


def _report(label: str, verdict: Verdict, heard: set[str], paint: Paint) -> Iterator[str]:
    yield from _heading(verdict, heard, paint)
    for kind in ("violation", "accepted", "doubt", "reading"):
        for finding in verdict.findings:
            if finding.kind == kind and finding not in verdict.told:
                yield from finding_lines(finding, paint)
    for complaint in verdict.complaints:
        if complaint not in verdict.told:
            yield complaint_line(complaint, paint)
    yield verdict_line(label, verdict, paint)


def finding_line(finding: Finding, paint: Paint = no_paint) -> str:
    """A finding in one line: 'friday.yaml:41:9: illuminate/follow-suit: Dov played Lk6:31 …'."""
    where = f"{finding.file}:{finding.line}:{finding.column}:"
    colour = "bad" if finding.kind == "violation" else "doubt"
    return one_line(
        f"{paint(where, 'dim')} {HEADINGS[finding.kind]}{paint(finding.rule + ':', colour)} {finding.message}"
    )


def finding_lines(finding: Finding, paint: Paint = no_paint) -> Iterator[str]:
    """A finding and, indented, its proof: what was legal, the rule in words, where the rule was set."""
    yield finding_line(finding, paint)
    if finding.reason:
        yield one_line(f"    let stand: {finding.reason}")
    if finding.kind != "violation":
        return
    if finding.legal:
        between = ", " if any(" " in move for move in finding.legal) else " "
        yield f"    legal here: {between.join(finding.legal)}"
    if finding.text:
        yield one_line(f"    rule: {finding.text} ({finding.source})")
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
        return f"{one_line(label)}: {paint(word, colour)}: {counted(len(verdict.complaints), 'complaints')}"
    kinds = [finding.kind for finding in verdict.findings]
    found = [counted(kinds.count("violation"), "findings"), counted(kinds.count("doubt"), "doubts")]
    found += [f"{kinds.count('accepted')} accepted"] * ("accepted" in kinds)
    found += [counted(kinds.count("reading"), "readings")] * ("reading" in kinds)
    line = f"{one_line(label)}: {paint(word, colour)}: {checked(verdict.counts)}; {', '.join(found)}"
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


def github(verdicts: Iterable[Verdict], paint: Paint = no_paint) -> Iterator[str]:
    """Annotations, as a workflow of GitHub reads them from the output."""
    from referee.report.annotations import github as annotate

    return annotate(verdicts)


def sarif(verdicts: Iterable[Verdict], paint: Paint = no_paint) -> Iterator[str]:
    """SARIF 2.1.0, one run."""
    from referee.report.annotations import sarif as annotate

    return annotate(verdicts)


FORMATS: dict[str, Callable[[Iterable[Verdict], Paint], Iterator[str]]] = {
    "text": text,
    "json": json,
    "jsonl": jsonl,
    "github": github,
    "sarif": sarif,
}
