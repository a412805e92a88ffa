"""The answer to `resolve hand` as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.core.wording import counted
from referee.report.answers import formats, reading_line
from referee.report.paper import PAPER, Paper


def text(answered: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """The points, one line per meld, what is idle and what it costs, and what would have been better."""
    answer = answered.data
    lines = [f"{_worth(answer, answer)}{' declared' if answer['declared'] else ''}."]
    lines += _melds(answer)
    if answer["idle"]:
        costs = -answer["idle_points"] if "counted" in answer else answer["idle_points"]
        lines.append(f"  {answer.get('counted', 'idle')}  {' '.join(answer['idle'])} = {costs or 0:g}")
    if answer["bonus"]:
        lines.append(f"  declared = {answer['bonus']:g}")
    if "better" in answer:
        lines += [
            f"A better arrangement was possible, of {_worth(answer, answer['better'])}:",
            *_melds(answer["better"]),
        ]
    if "discard" in answer:
        best = answer["discard"]
        lines.append(f"Discarding {best['card']} leaves the best hand, of {_worth(answer, best)}:")
        lines += _melds(best)
        lines += [f"  {answer.get('counted', 'idle')}  {' '.join(best['idle'])}"] if best["idle"] else []
    lines += [f"Doubt: {doubt}." for doubt in answer["doubts"]]
    lines += [reading_line(other, f"the hand scores {other.found['score']:g}") for other in others]
    return "\n".join(lines)


def _worth(answer: Mapping[str, Any], arranged: Mapping[str, Any]) -> str:
    """What an arrangement scores, or the points of its idle cards if only those count."""
    if "counted" in answer and not arranged.get("bonus"):
        return f"{_points(abs(arranged['score']))} of {answer['counted']}"
    return _points(arranged["score"])


def _points(score: Any) -> str:
    return counted(int(score), "points") if score == int(score) and score != -1 else f"{score:g} points"


def _melds(arranged: Mapping[str, Any]) -> list[str]:
    return [f"  {meld['kind']}  {' '.join(meld['cards'])} = {meld['points']:g}" for meld in arranged["melds"]]


FORMATS = formats(text)
