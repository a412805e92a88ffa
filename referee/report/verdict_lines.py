"""Verdicts and findings as lines, the same wherever they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from referee.core.findings import Finding
from referee.core.harmless import one_line
from referee.core.places import Complaint
from referee.core.wording import counted
from referee.report.paper import Paint, counts_in_words, no_paint

if TYPE_CHECKING:
    from referee.core.verdict import Verdict

STATUS = {"legal": "legal", "illegal": "illegal", "unjudged": "not judged"}
HEADINGS = {"doubt": "doubt: ", "reading": "reading: ", "accepted": "accepted: ", "violation": ""}


def labelled(verdicts: Iterable[Verdict]) -> Iterator[tuple[str, Verdict]]:
    """Yield each verdict with the name of its log: the file, and the line if the file has several games."""
    held: Verdict | None = None  # the first of a file: there may be more
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


def bad_line(verdict: Verdict, paint: Paint = no_paint) -> str:
    """Return a bad game in one line: 'games.jsonl:4:171: event 7: illuminate/follow-suit: Ben played …; 1 more finding'."""
    found: list[Complaint | Finding] = [*verdict.complaints, *verdict.violations]
    first = found[0]
    what = paint("not judged:", "bad")
    if isinstance(first, Finding):
        what = f"event {first.event}: {paint(f'{first.rule}:', 'bad')}"
    line = f"{paint(f'{first.place}:', 'dim')} {what} {first.message}"
    return one_line(f"{line}; {counted(len(found) - 1, 'more findings')}" if found[1:] else line)


def news_line(what: Finding | Complaint, paint: Paint = no_paint) -> str:
    """Return a finding in one line, 'friday.yaml:41:9: illuminate/follow-suit: Dov played Lk6:31 …'; or why a log cannot be
    judged."""
    if isinstance(what, Complaint):
        return paint(f"{one_line(str(what.place))}:", "bad") + f" {one_line(what.message)}"
    rule = paint(what.rule + ":", "bad" if what.kind == "violation" else "doubt")
    return one_line(f"{paint(f'{what.place}:', 'dim')} {HEADINGS[what.kind]}{rule} {what.message}")


def proof_lines(finding: Finding) -> Iterator[str]:
    """Yield the proof of a finding, indented: what was legal, the rule in words, where the rule was set."""
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


def verdict_line(label: str, verdict: Verdict, paint: Paint = no_paint, *, brief: bool = False) -> str:
    """Return the verdict: 'friday.yaml: legal: 12 hands, 312 plays, 48 bids, 12 scores; 0 findings, 2 doubts'.

    brief: only what was found, 'friday.yaml: legal; 2 doubts'.
    """
    word, complaints = STATUS[verdict.status], counted(len(verdict.complaints), "complaints")
    line = f"{one_line(label)}: {paint(word, 'good' if word == 'legal' else 'bad')}"
    if not verdict.counts:
        return f"{line}: {complaints}"
    kinds = [finding.kind for finding in verdict.findings]
    found = [counted(kinds.count("violation"), "findings"), *[complaints] * bool(verdict.complaints)]
    found += [counted(kinds.count("doubt"), "doubts"), *[f"{kinds.count('accepted')} accepted"] * ("accepted" in kinds)]
    found += [counted(kinds.count("reading"), "readings")] * ("reading" in kinds)
    if brief:
        found = [one for one in found if one[:2] != "0 "]
    else:
        line += f": {counts_in_words(verdict.counts)}"
    line += f"; {', '.join(found)}" if found else ""
    last, left = judged_to(verdict)
    if left:
        line += f"; judged to event {last}, {counted(left, 'events')} not judged"
    if verdict.unfinished:
        line += f"; unfinished: {verdict.unfinished}"
    return line


def judged_to(verdict: Verdict) -> tuple[int, int]:
    """Return the number of the last judged event, including an illegal one, and how many come after it."""
    refused = any(finding.event > verdict.events for finding in verdict.violations)
    last = verdict.events + refused  # what cannot be read after it was not judged
    return last, verdict.events + verdict.unjudged - last
