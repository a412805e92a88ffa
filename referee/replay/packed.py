"""Steps as a page holds them: text packed into blocks, of which a browser unpacks only the one that it needs."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.core.findings import Finding
from referee.core.harmless import visible
from referee.core.scene import Scene
from referee.picture.drawing import Part
from referee.replay.sight import blind_to
from referee.replay.steps import Move, Step

BLOCK = 1_000
"""How many steps are packed together."""
_TAG = re.compile("(?<=>)(?=<)")
_PIECE = re.compile("(?<=;)")
_OPEN_AT_THE_END = re.compile("(?:</[a-z]+>)+$")
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
    """Steps, the moves they name and the tags of their drawings, each once; the parts of drawings, those in one place together.

    Steps name moves and parts by number, parts their tags.
    """
    found: dict[tuple[Part, bool], tuple[bool, int]] = {}
    for step in steps:
        for place, (part, held) in enumerate(_parts(step)):
            found.setdefault((part, held), (held, place))
    parts = sorted(found, key=found.__getitem__)
    numbers = {part: number for number, part in enumerate(parts)}
    tags: dict[str, int] = {}
    moves = _numbered(move.notation for step in steps for move in step.moves)
    return {
        "parts": [
            [_tags(part.inside, tags), _pieces(part.says, tags), part.x, part.y, part.owner, int(held)]
            for part, held in parts
        ],
        "tags": list(tags),
        "moves": list(moves),
        "steps": _columns(
            _step(numbers, moves, before, step) for before, step in zip([None, *steps], steps, strict=False)
        ),
    }


def _columns(steps: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    """The same of all steps together, which packs smaller than step by step."""
    columns: dict[str, list[Any]] = {}
    for step in steps:
        for what, value in step.items():
            columns.setdefault(what, []).append(value)
    return columns


def _parts(step: Step) -> list[tuple[Part, bool]]:
    """The parts of a drawing, each with whether it is what a player holds."""
    return [*((part, False) for part in step.drawn.table.parts), *((part, True) for part in step.drawn.held.parts)]


def _tags(inside: str, tags: dict[str, int]) -> list[int]:
    """The tags of a drawing by number, each new one in the table; a browser closes by itself what is open at the end."""
    return [tags.setdefault(one, len(tags)) for one in _TAG.split(_OPEN_AT_THE_END.sub("", inside))]


def _pieces(says: str, tags: dict[str, int]) -> list[int]:
    """What a part says, piece by piece, in the same table."""
    return [tags.setdefault(one, len(tags)) for one in _PIECE.split(says)] if says else []


def _numbered(moves: Iterable[str]) -> dict[str, int]:
    """Moves with numbers in the order of the alphabet, in which those that resemble each other lie together."""
    return {move: number for number, move in enumerate(sorted(set(moves)))}


def _step(
    numbers: Mapping[tuple[Part, bool], int], moves: Mapping[str, int], before: Step | None, step: Step
) -> dict[str, Any]:
    """A step; the number of each part is relative to that of the part in the same place before."""
    parts = [numbers[part] for part in _parts(step)]
    base = [numbers[part] for part in _parts(before)] if before else []
    base += [0] * (len(parts) - len(base))
    own = [move for move in step.moves if move.by == step.to_act]
    return {
        "parts": [part - was for part, was in zip(parts, base, strict=False)],
        "high": [round(step.drawn.table.high), round(step.drawn.held.high)],
        "title": step.scene.title,
        "lines": step.scene.lines,
        "doing": step.doing,
        "toAct": step.to_act,
        "moves": _differences(moves[move.notation] for move in own if not move.rule),
        "out": _out(own, moves),
        "others": _of_others(step, moves),
        "found": [
            *(_found(finding, step.scene) for finding in step.findings),
            *({"kind": "complaint", "says": text} for text in step.complaints),
        ],
    }


def _differences(numbers: Iterable[int]) -> list[int]:
    """Each number as the difference from the one before: what is alike in two lists becomes the same text."""
    listed = list(numbers)
    return [number - before for number, before in zip(listed, [0, *listed], strict=False)]


def _of_others(step: Step, numbers: Mapping[str, int]) -> dict[str, list[Any]]:
    """What players who are not to act may do, such as playing a Special: for each what is legal, and what is forbidden."""
    players = dict.fromkeys(move.by for move in step.moves if move.by != step.to_act)
    theirs = {who: [move for move in step.moves if move.by == who] for who in players}
    return {
        who: [_differences(numbers[move.notation] for move in moves if not move.rule), _out(moves, numbers)]
        for who, moves in theirs.items()
    }


def _out(moves: Sequence[Move], numbers: Mapping[str, int]) -> list[Any]:
    """The forbidden moves, by rule and sentence; sentences that differ only by the move have {} in its place."""
    out: dict[tuple[str, str], list[int]] = {}
    for notation, _, rule, why in moves:
        if rule:
            same = why if "{}" in why else why.replace(notation, "{}")
            out.setdefault((rule, same), []).append(numbers[notation])
    return [[rule, same, _differences(named)] for (rule, same), named in out.items()]


def _found(finding: Finding, scene: Scene) -> dict[str, Any]:
    """What was found; `blind` are the seats that get it without its cards."""
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
        "blind": blind_to(finding, scene),
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
