"""The answer to `resolve attack` as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.columns import columns, left
from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.report.answers import formats, reading_line
from referee.report.paper import PAPER, Paper, table


def text(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """The sum line by line, the chance, what one more megabuck changes, the outcome of a roll, what forbids the attack.

    `set_by` is the Special that set the roll, if one did: then nothing is left to chance. From `fails_from` on, all rolls fail.
    """
    data, fails_from, set_by = answer.data, answer.aside["fails_from"], answer.aside["set_by"]
    width = max(columns(term["what"]) for term in [*data["terms"], {"what": "number"}])
    lines = [answer.aside["title"]]
    for place, term in enumerate(data["terms"]):
        lines.append(f"  {left(term['what'], width)}  {_points(term['value'], place):>4}")
    lines.append(f"  {'number'.ljust(width)}  {data['number']:>4}")
    if set_by:
        lines.append(f"{set_by} makes the roll {data['roll']}: {data['outcome']}.")
    else:
        lines += [_chance(data, fails_from), _more(data, fails_from)]
        if data["roll"] is not None:
            lines.append(f"Rolled {data['roll']}: {data['outcome']}.")
    for violation in data["violations"]:
        lines += [f"Not legal: {violation['message']}.", f"  {violation['rule']}: {violation['text']}"]
    lines += [reading_line(other, _otherwise(data, other.found)) for other in others]
    if "table" in data:
        lines += ["", _tabled(data["table"], paper)]
    return "\n".join(lines)


def _otherwise(data: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """What another reading changes: the number, what forbids the attack."""
    said = [f"the number would be {found['number']}"] if found["number"] != data["number"] else []
    before, after = ([violation["message"] for violation in by["violations"]] for by in (data, found))
    if after and after != before:
        said.append(f"the attack would not be legal: {'; '.join(after)}")
    elif before and not after:
        said.append("the attack would be legal")
    return " and ".join(said)


def _points(value: int, place: int) -> str:
    """A value of the sum; those after the first with their sign."""
    return f"{value:+d}" if value and place else f"{value}"


def _percent(ways: int) -> str:
    return f"{100 * ways / 36:.1f}%"


def _chance(data: Mapping[str, Any], fails_from: int) -> str:
    ways = data["ways"]
    if not ways:
        return f"The number is {data['number']}: it cannot succeed."
    most = next(roll for roll in range(2, 13) if _at_most(roll) >= ways)
    said = f"Rolls of {most} or less succeed: {ways} in 36, {_percent(ways)}."
    return f"{said} {fails_from} and more always fail." if data["number"] >= fails_from else said


def _at_most(roll: int) -> int:
    """In how many of 36 ways two dice show this or less."""
    return sum(6 - abs(7 - shown) for shown in range(2, roll + 1))


def _more(data: Mapping[str, Any], fails_from: int) -> str:
    ways = data["one_more"]["ways"]
    if ways != data["ways"]:
        return f"One more MB from the attacker: {ways} in 36, {_percent(ways)}."
    if data["number"] >= fails_from - 1:
        return "One more MB from the attacker only adds to what a defender must wear down first."
    return "One more MB from the attacker changes nothing yet."


def _tabled(chances: Mapping[str, Any], paper: Paper) -> str:
    headers = ["MB for \\ against", *map(str, chances["against"])]
    rows = [
        [str(spent), *(f"{100 * cell / 36:.0f}%" for cell in row)]
        for spent, row in zip(chances["for"], chances["ways"], strict=True)
    ]
    about = "Chance by the extra MB spent for the attack (down) and against it from an Illuminati (across):"
    return f"{about}\n{table(headers, rows, paper)}"


FORMATS = formats(text)
