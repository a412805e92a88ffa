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
    lines = [f"{_worth(answer, answer)}{' declared' if answer['declared'] else ''}."]
    lines += _melds(answer)
    if answer["idle"]:
        costs = -answer["idle_points"] if "counted" in answer else answer["idle_points"]
        lines.append(f"  {answer.get('counted', 'idle')}  {' '.join(answer['idle'])} = {costs or 0:g}")
    if answer["bonus"]:
        lines.append(f"  declared = {answer['bonus']:g}")
    if "better" in answer:
        lines += [
            f"A better arrangement was there, of {_worth(answer, answer['better'])}:",
            *_melds(answer["better"]),
        ]
    if "discard" in answer:
        best = answer["discard"]
        lines.append(f"Discarding {best['card']} leaves the best hand, of {_worth(answer, best)}:")
        lines += _melds(best)
        lines += [f"  {answer.get('counted', 'idle')}  {' '.join(best['idle'])}"] if best["idle"] else []
    lines += [f"Doubt: {doubt}." for doubt in answer["doubts"]]
    lines += [
        f"Ruling {entry.ruling}: read here as {entry.taken}; read as {entry.reading}, the hand scores {entry.score:g} "
        f"(--ruling {entry.ruling}={entry.reading})."
        for entry in otherwise
    ]
    return "\n".join(lines)


def _worth(answer: Mapping[str, Any], arranged: Mapping[str, Any]) -> str:
    """What an arrangement scores, or how many points of idle cards it has where these are all that counts."""
    if "counted" in answer and not arranged.get("bonus"):
        return f"{_points(abs(arranged['score']))} of {answer['counted']}"
    return _points(arranged["score"])


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
