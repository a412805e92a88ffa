"""Findings for programs that show them next to the lines of a file: GitHub annotations and SARIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.core.findings import Finding
from referee.core.harmless import Command, annotation, annotation_property
from referee.core.places import Complaint, Place, with_slashes
from referee.core.verdict import Verdict
from referee.report.paper import PAPER, Paper
from referee.report.plain import as_json
from referee.report.verdict_lines import labelled, verdict_line

NOT_JUDGED = "referee/not-judged"
COMMANDS = {"violation": "error", "doubt": "warning", "reading": "notice", "accepted": "notice"}
LEVELS = {"violation": "error", "doubt": "warning", "reading": "note", "accepted": "note"}


def github(verdicts: Iterable[Verdict], paper: Paper = PAPER) -> Iterator[str]:
    """A GitHub workflow command per finding, and the verdict in a plain line."""
    for label, verdict in labelled(verdicts):
        for finding in verdict.findings:
            place = Place(finding.file, finding.line, finding.column)
            yield _command(COMMANDS[finding.kind], finding.rule, place, finding.message)
        for place, message in verdict.complaints:
            yield _command("error", NOT_JUDGED, place, message)
        yield verdict_line(label, verdict)


def _command(command: str, title: str, place: Place, message: str) -> str:
    properties = {"file": place.file, "line": str(place.line), "col": str(place.column), "title": title}
    joined = ",".join(f"{name}={annotation_property(value)}" for name, value in properties.items())
    return Command(f"::{command} {joined}::{annotation(message)}")


def sarif(verdicts: Iterable[Verdict], paper: Paper = PAPER) -> Iterator[str]:
    """SARIF 2.1.0, one run: the results as they come, then the rules that they cite."""
    from referee.version import __version__

    rules: dict[str, dict[str, Any]] = {}
    comma = ""
    yield '{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{'
    yield '"columnKind": "unicodeCodePoints", "results": ['
    for _, verdict in labelled(verdicts):
        for result in _results(verdict, rules):
            if comma:
                yield comma
            yield as_json(result)
            comma = ","
    driver = {"name": "referee", "version": __version__, "rules": list(rules.values())}
    yield '], "tool": {"driver":'
    yield as_json(driver)
    yield "}}]}"


def _results(verdict: Verdict, rules: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for finding in verdict.findings:
        rules.setdefault(finding.rule, _rule(finding))
        yield _result(finding)
    for complaint in verdict.complaints:
        rules.setdefault(NOT_JUDGED, {"id": NOT_JUDGED, "shortDescription": {"text": "The log could not be judged."}})
        yield _unjudged(complaint)


def _rule(finding: Finding) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": finding.rule}
    if finding.text:
        rule["shortDescription"] = {"text": finding.text}
        rule["help"] = {"text": f"{finding.text} ({finding.source})"}
    return rule


def _result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": LEVELS[finding.kind],
        "message": {"text": finding.message},
        "locations": [_location(finding.file, finding.line, finding.column)],
    }
    if finding.reason:
        result["suppressions"] = [{"kind": "inSource", "justification": finding.reason}]
    return result


def _unjudged(complaint: Complaint) -> dict[str, Any]:
    place, message = complaint
    return {
        "ruleId": NOT_JUDGED,
        "level": "error",
        "message": {"text": message},
        "locations": [_location(place.file, place.line, place.column)],
    }


def uri(file: str) -> str:
    """A path as a URI, relative if the path is; a path with a Windows drive is absolute."""
    from urllib.parse import quote

    path = quote(with_slashes(file), safe="/:" if file[1:2] == ":" else "/", errors="surrogateescape")
    return f"file:///{path}" if file[1:2] == ":" and file[:1].isalpha() else path


def _location(file: str, line: int, column: int) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri(file)},
            "region": {"startLine": max(line, 1), "startColumn": max(column, 1)},
        }
    }
