"""What answers to questions without a log have in common: the rulings that decide them, and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.report.paper import PAPER, Paper
from referee.report.plain import as_json

Form = Callable[[Answer, Sequence[OtherReading], Paper], str]
"""An answer as printed, with the readings that would change it."""


def reading_line(other: OtherReading, otherwise: str) -> str:
    """'Ruling tie: read here as first; read as last, Ann would have won (--ruling tie=last).'"""
    switch = f"--ruling {other.ruling}={other.reading}"
    return f"Ruling {other.ruling}: read here as {other.taken}; read as {other.reading}, {otherwise} ({switch})."


def json(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """schemas/report.schema.json, $defs/resolve_…: an answer that a ruling can change has a key for readings."""
    data = dict(answer.data)
    if "readings" in data:
        data["readings"] = [{**_switch(other), **other.found} for other in others]
    return as_json(data)


def _switch(other: OtherReading) -> Mapping[str, str]:
    return {"ruling": other.ruling, "taken": other.taken, "reading": other.reading, "text": other.text}


def formats(text: Form) -> dict[str, Form]:
    """The forms of an answer."""
    return {"text": text, "json": json}
