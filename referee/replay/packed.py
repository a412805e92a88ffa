"""Steps as a page holds them: text packed into blocks, of which a browser unpacks only the one that it needs."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from referee.core.findings import Finding
from referee.core.harmless import visible
from referee.picture.drawing import Part
from referee.replay.steps import Move, Step

BLOCK = 400
"""How many steps are packed together."""
FLAGS = {"violation": 2, "accepted": 1, "doubt": 1, "reading": 1}


def packed(data: Any) -> str:
    """Data as small JSON, in letters that mean nothing in HTML."""
    text = json.dumps(_harmless(data), ensure_ascii=False, separators=(",", ":"))
    squeeze = zlib.compressobj(9, wbits=-15)
    return base64.b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode()


def _harmless(data: Any) -> Any:
    """The same data, with everything in its texts visible as what it is."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {key: _harmless(value) for key, value in data.items()}
    return list(map(_harmless, data)) if isinstance(data, (list, tuple)) else data


def blocks(steps: Sequence[Step]) -> list[str]:
    """The steps in blocks, each of which can be read by itself."""
    return [packed(_block(steps[start : start + BLOCK])) for start in range(0, len(steps), BLOCK)]


def _block(steps: Sequence[Step]) -> dict[str, Any]:
    """Steps, and the parts of their drawings, each only once, those in the same place together."""
    found: dict[Part, int] = {}
    for step in steps:
        for place, part in enumerate(step.drawn.parts):
            found.setdefault(part, place)
    parts = sorted(found, key=found.__getitem__)
    numbers = {part: number for number, part in enumerate(parts)}
    return {"parts": parts, "steps": list(map(partial(_step, numbers), [None, *steps], steps))}


def _step(numbers: Mapping[Part, int], before: Step | None, step: Step) -> dict[str, Any]:
    """A step; the number of each part is relative to that of the part in the same place before."""
    base = [numbers[part] for part in before.drawn.parts] if before else []
    base += [0] * (len(step.drawn.parts) - len(base))
    own = [move for move in step.moves if move.by == step.to_act]
    return {
        "parts": [numbers[part] - was for part, was in zip(step.drawn.parts, base, strict=False)],
        "title": step.scene.title,
        "lines": step.scene.lines,
        "doing": step.doing,
        "toAct": step.to_act,
        "moves": [move.notation for move in own if not move.rule],
        "out": _out(own),
        "others": _of_others(step),
        "found": [*map(_found, step.findings), *({"kind": "complaint", "says": text} for text in step.complaints)],
    }


def _of_others(step: Step) -> dict[str, list[Any]]:
    """What players who are not to act may do, such as playing a Special: for each what is legal, and what is forbidden."""
    players = dict.fromkeys(move.by for move in step.moves if move.by != step.to_act)
    theirs = {who: [move for move in step.moves if move.by == who] for who in players}
    return {who: [[move.notation for move in moves if not move.rule], _out(moves)] for who, moves in theirs.items()}


def _out(moves: Sequence[Move]) -> list[Any]:
    """The forbidden moves, by rule and sentence; sentences that differ only by the move have {} in its place."""
    out: dict[tuple[str, str], list[str]] = {}
    for notation, _, rule, why in moves:
        if rule:
            same = why if "{}" in why else why.replace(notation, "{}")
            out.setdefault((rule, same), []).append(notation)
    return [[rule, same, named] for (rule, same), named in out.items()]


def _found(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "rule": finding.rule,
        "says": finding.message,
        "legal": list(finding.legal),
        "text": finding.text,
        "source": finding.source,
        "setAt": finding.set_at,
        "stands": finding.reason,
        "line": finding.line,
    }


def index(steps: Sequence[Step]) -> str:
    """What the list of events, the jumps and the plot need from every step."""
    return packed([_entry(step) for step in steps])


def _entry(step: Step) -> list[Any]:
    """What happened, what others know of it, who did it, its line, whether something was found, its place, the scores."""
    said = step.telling
    flag = 2 if step.complaints else max((FLAGS[finding.kind] for finding in step.findings), default=0)
    spot = [f"{what.capitalize()} {number}" for what, number in step.spot.items() if number]
    return [said.said, said.told, said.who, said.line, flag, spot, [seat.total for seat in step.scene.seats]]
