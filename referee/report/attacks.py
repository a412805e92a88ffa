"""The answer to `resolve attack` as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.report.plain import as_json, table


class Otherwise(NamedTuple):
    """A ruling that mattered: the reading taken, another reading, and the number by that."""

    ruling: str
    taken: str
    reading: str
    text: str
    number: int


class Answer(NamedTuple):
    """An attack: its sum, the number to roll, the ways to succeed (as it is, and with a megabuck more), and what forbids it.

    `tabled` are megabucks down, megabucks across and the ways out of 36; `fails_from` is the roll from which on all fail;
    `set_by` is the Special that set the roll, if one did: nothing is left to chance then.
    """

    title: str
    lines: Sequence[tuple[str, int]]
    number: int
    fails_from: int
    ways: Sequence[int]
    roll: int | None
    outcome: bool | None
    violations: Sequence[Mapping[str, str]]
    tabled: tuple[Sequence[int], Sequence[int], Sequence[Sequence[int]]] | None
    otherwise: Sequence[Otherwise] = ()
    set_by: str = ""


def text(answer: Answer) -> str:
    """The sum line by line, the chance, what a megabuck more changes, the outcome of a roll, what forbids the attack."""
    width = max(len(what) for what, _ in [*answer.lines, ("number", 0)])
    lines = [answer.title]
    for place, (what, value) in enumerate(answer.lines):
        lines.append(f"  {what.ljust(width)}  {_points(value, place):>4}")
    lines.append(f"  {'number'.ljust(width)}  {answer.number:>4}")
    came = "success" if answer.outcome else "failure"
    if answer.set_by:
        lines.append(f"{answer.set_by} makes the roll {answer.roll}: {came}.")
    else:
        lines += [_chance(answer), _more(answer)]
        if answer.roll is not None:
            lines.append(f"Rolled {answer.roll}: {came}.")
    for violation in answer.violations:
        lines += [f"Not legal: {violation['message']}.", f"  {violation['rule']}: {violation['text']}"]
    for entry in answer.otherwise:
        lines.append(
            f"Ruling {entry.ruling}: read here as {entry.taken}; read as {entry.reading}, "
            f"the number would be {entry.number} (--ruling {entry.ruling}={entry.reading})."
        )
    if answer.tabled is not None:
        lines += ["", _tabled(*answer.tabled)]
    return "\n".join(lines)


def _points(value: int, place: int) -> str:
    """A value of the sum; those after the first with their sign."""
    return f"{value:+d}" if value and place else f"{value}"


def _percent(ways: int) -> str:
    return f"{100 * ways / 36:.1f} %"


def _chance(answer: Answer) -> str:
    ways = answer.ways[0]
    if not ways:
        return f"The number is {answer.number}: it cannot succeed."
    most = next(roll for roll in range(2, 13) if _at_most(roll) >= ways)
    said = f"Rolls of {most} or less succeed: {ways} in 36, {_percent(ways)}."
    return f"{said} {answer.fails_from} and more always fail." if answer.number >= answer.fails_from else said


def _at_most(roll: int) -> int:
    """In how many of 36 ways two dice show this or less."""
    return sum(6 - abs(7 - shown) for shown in range(2, roll + 1))


def _more(answer: Answer) -> str:
    now, then = answer.ways
    if then != now:
        return f"One MB more of the attacker: {then} in 36, {_percent(then)}."
    if answer.number >= answer.fails_from - 1:
        return "One MB more of the attacker changes nothing but what a defender must wear down first."
    return "One MB more of the attacker changes nothing yet."


def _tabled(down: Sequence[int], across: Sequence[int], ways: Sequence[Sequence[int]]) -> str:
    headers = ["MB for \\ against", *map(str, across)]
    rows = [[str(spent), *(f"{100 * cell / 36:.0f} %" for cell in row)] for spent, row in zip(down, ways, strict=True)]
    return f"Chance by what is spent more for it (down) and against it from an Illuminati (across):\n{table(headers, rows)}"


def json(answer: Answer) -> str:
    """schemas/report.schema.json, $defs/resolve_attack."""
    data: dict[str, Any] = {
        "number": answer.number,
        "chance": round(answer.ways[0] / 36, 4),
        "ways": answer.ways[0],
        "terms": [{"what": what, "value": value} for what, value in answer.lines],
        "roll": answer.roll,
        "outcome": None if answer.outcome is None else "success" if answer.outcome else "failure",
        "violations": list(answer.violations),
        "one_more": {"ways": answer.ways[1], "chance": round(answer.ways[1] / 36, 4)},
        "readings": [entry._asdict() for entry in answer.otherwise],
    }
    if answer.tabled is not None:
        down, across, ways = answer.tabled
        data["table"] = {"for": list(down), "against": list(across), "ways": [list(row) for row in ways]}
    return as_json(data)


FORMATS: dict[str, Callable[[Answer], str]] = {"text": text, "json": json}
