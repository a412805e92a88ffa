"""What `check` found, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.core.harmless import one_line
from referee.core.places import Complaint
from referee.core.wording import counted
from referee.report.paper import PAPER, Paper
from referee.report.plain import as_json, complaints_data


class Checked(NamedTuple):
    """A ruleset, house rule or deck with its faults: what it is called, what it is, and its rules in one line.

    `notes` are not faults, but worth a look.
    """

    label: str
    kind: str
    brief: str
    complaints: Sequence[Complaint]
    notes: Sequence[Complaint] = ()


def text(checked: Iterable[Checked], paper: Paper = PAPER) -> Iterator[str]:
    """One line each, such as 'illuminate: sound: …', after its faults with their places."""
    paint = paper.paint
    for label, _, brief, complaints, notes in checked:
        for place, message in notes:
            yield f"{place}: note: {message}"
        for place, message in complaints:
            yield one_line(f"{place}: {message}" if place.file[:1] != "<" else message)
        if complaints:
            yield f"{one_line(label)}: {paint('not sound', 'bad')}: {counted(len(complaints), 'faults')}"
        else:
            yield f"{one_line(label)}: {paint('sound', 'good')}: {brief}"


def json(checked: Iterable[Checked], paper: Paper = PAPER) -> Iterator[str]:
    """{"rulesets": [{"path", "kind", "sound", "brief", "complaints", "notes"}]}."""
    entries = [
        {
            "path": label,
            "kind": kind,
            "sound": not complaints,
            "brief": brief,
            "complaints": complaints_data(complaints),
            "notes": complaints_data(notes),
        }
        for label, kind, brief, complaints, notes in checked
    ]
    yield as_json({"rulesets": entries})


FORMATS: dict[str, Callable[[Iterable[Checked], Paper], Iterator[str]]] = {"text": text, "json": json}
