"""Questions that are asked without a log: a family answers them in its module `queries`, the command line asks and prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.events import Misread


class Unanswerable(Exception):  # noqa: N818 - what a question is
    """What is asked about cannot be set up or cannot be read, or too little is said about it."""


class Answer(NamedTuple):
    """The answer to a question, as `data` in the form of schemas/report.schema.json; what `aside` holds is for its text alone.

    `problems` are why what is asked about cannot be, and there may be no data then; an answer that is not `legal` says why
    itself. `words` are the paths of the words that mattered: a ruling about one of them might change the answer.
    """

    data: Mapping[str, Any]
    problems: Sequence[str] = ()
    words: Sequence[str] = ()
    legal: bool = True
    aside: Mapping[str, Any] = {}


def unreadable(misread: Misread) -> Unanswerable:
    """What to say of a question whose table cannot be set up."""
    return Unanswerable("; ".join(fault.message for fault in misread.faults))
