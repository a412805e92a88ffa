"""Questions without a log: a family answers them in its module `queries`, and the command line asks and prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.findings import Finding
from referee.core.ruleset import Ruleset


class Unanswerable(Exception):  # noqa: N818 - what a question is
    """The question describes something impossible or unreadable, or not enough."""


class Answer(NamedTuple):
    """The answer to a question, as `data` in the form of schemas/report.schema.json; `aside` is only for its text.

    `problems` are why the question is about something impossible, and there may be no data then; an answer that is not `legal`
    says why itself.
    """

    data: Mapping[str, Any]
    problems: Sequence[str] = ()
    legal: bool = True
    aside: Mapping[str, Any] = {}


def unreadable(misread: Misread) -> Unanswerable:
    """Return what to say about a question whose table cannot be set up."""
    return Unanswerable("; ".join(fault.message for fault in misread.faults))


def answer_of_play(
    play: str,
    faults: Sequence[Finding],
    rules: Ruleset,
    *,
    outcomes: Mapping[str, Any] | None = None,
    met: Sequence[str] = (),
    doubts: Sequence[str] = (),
) -> Answer:
    """Return the answer about one play: what is wrong with it, or else what follows and by which rules."""

    def rule(name: str) -> dict[str, str]:
        known = rules.get("rules", name, default={})
        return {"rule": f"{rules.name}/{name}", "text": known.get("text", ""), "source": known.get("source", "")}

    data = {
        "legal": not faults,
        "play": play,
        "violations": [{**rule(fault.rule), "message": fault.message} for fault in faults],
        "outcomes": outcomes,
        "rules": [rule(name) for name in met],
        "doubts": [*doubts],
        "readings": [],
    }
    return Answer(data, legal=not faults)
