"""The answer to `resolve hand` as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.report.plain import as_json, counted


class Otherwise(NamedTuple):
    """A ruling that mattered: the reading taken, another reading, and what the hand would score by that."""

    ruling: str
    taken: str
    reading: str
    text: str
    score: Any


def text(title: str, answer: Mapping[str, Any], otherwise: Sequence[Otherwise]) -> str:
    """The points, a line a meld, what is idle and what it costs, and what would have been better."""
    lines = [f"{_points(answer['score'])}{' declared' if answer['declared'] else ''}."]
    lines += _melds(answer)
    if answer["idle"]:
        costs = f" {answer['idle_points']:g}" if answer["idle_points"] else " 0"
        lines.append(f"  idle  {' '.join(answer['idle'])} ={costs}")
    if answer["bonus"]:
        lines.append(f"  declared = {answer['bonus']:g}")
    if "better" in answer:
        lines += [
            f"A better arrangement was there, of {_points(answer['better']['score'])}:",
            *_melds(answer["better"]),
        ]
    if "discard" in answer:
        best = answer["discard"]
        lines.append(f"Discarding {best['card']} leaves the best hand, of {_points(best['score'])}:")
        lines += _melds(best) + ([f"  idle  {' '.join(best['idle'])}"] if best["idle"] else [])
    lines += [f"Doubt: {doubt}." for doubt in answer["doubts"]]
    lines += [
        f"Ruling {entry.ruling}: read here as {entry.taken}; read as {entry.reading}, the hand scores {entry.score:g} "
        f"(--ruling {entry.ruling}={entry.reading})."
        for entry in otherwise
    ]
    return "\n".join(lines)


def _points(score: Any) -> str:
    return counted(int(score), "points") if score == int(score) and score != -1 else f"{score:g} points"


def _melds(arranged: Mapping[str, Any]) -> list[str]:
    return [f"  {meld['kind']}  {' '.join(meld['cards'])} = {meld['points']:g}" for meld in arranged["melds"]]


def json(title: str, answer: Mapping[str, Any], otherwise: Sequence[Otherwise]) -> str:
    """schemas/report.schema.json, $defs/resolve_hand."""
    readings = [entry._asdict() for entry in otherwise]
    return as_json({**answer, "readings": readings})


FORMATS: dict[str, Callable[[str, Mapping[str, Any], Sequence[Otherwise]], str]] = {"text": text, "json": json}
"""The forms of the answer."""
