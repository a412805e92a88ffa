"""The answers to `resolve play` and `resolve plays` as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.core.wording import counted, listed
from referee.report.answers import formats, reading_line
from referee.report.paper import PAPER, Paper


def text(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Legal or not, why, and what follows."""
    data = answer.data
    lines = [f"{'Legal' if answer.legal else 'Illegal'}: {data['play']}"]
    if data["outcomes"] is not None:
        lines += [f"  {line}" for line in _outcomes(data["outcomes"])]
    for violation in data["violations"]:
        lines += [f"  {violation['rule']}: {violation['message']}", _rule(violation)]
    lines += [f"  {rule['rule']}: {rule['text']} ({rule['source']})" for rule in data["rules"]]
    lines += [f"Doubt: {doubt}." for doubt in data["doubts"]]
    return "\n".join(
        [
            *lines,
            *(reading_line(other, f"the play is {_other(other.found['legal'], answer.legal)}") for other in others),
        ]
    )


def _rule(violation: dict[str, str]) -> str:
    return f"    rule: {violation['text']} ({violation['source']})"


def _other(legal: bool, before: bool) -> str:
    if legal == before:
        return "also legal, but with another outcome" if legal else "also illegal"
    return "legal" if legal else "illegal"


def _outcomes(follows: Mapping[str, Any]) -> list[str]:
    lines = []
    if follows["pile"]:
        counts = "".join(f", {number} of them for {name}" for name, number in follows["counts"].items())
        lines.append(
            f"{counted(len(follows['pile']), 'cards')} to the harvest pile{counts}: {' '.join(follows['pile'])}."
        )
    if follows["stockpile"]:
        lines.append(f"It makes {follows['stockpile']}.")
    if follows["field"]:
        lines.append(f"The field then holds {' '.join(follows['field'])}.")
    if follows["cleared"]:
        some = [f"the {name if name == 'table' else f'{name} field'}" for name in follows["cleared"]]
        lines.append(f"T{listed(some)[1:]} {_are(some)} cleared.")
    if follows["luminaries"]:
        lines.append(f"{listed(follows['luminaries'])} {_are(follows['luminaries'])} claimed.")
    if follows["seasons"]:
        turned = [f"{old} becomes {new}" for old, new in follows["seasons"].items()]
        lines.append(f"The box turns: {listed(turned)}.")
    if follows["choice"]:
        lines.append(f"The player names the new season of the field: {listed(follows['choice'], 'or')}.")
    lines += [f"Owed before the end of the turn to {owed}." for owed in follows["owed"]]
    return lines


def _are(some: Sequence[str]) -> str:
    return "is" if len(some) == 1 else "are"


FORMATS = formats(text)
"""The forms of the answer about one play."""


def listed_text(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """The plays of each card under its name, and how many there are."""
    lines = []
    for card in answer.data["cards"]:
        lines.append(f"{card['card']}:")
        lines += [f"  {entry['play']}{_turning(entry['seasons'])}" for entry in card["plays"]]
    number = answer.data["plays"]
    if not answer.data["whole"]:
        lines.append(f"The list stops here, at {counted(number, 'plays')}; there are more.")
    elif number:
        lines.append(f"{counted(number, 'legal plays')}.")
    else:
        lines.append("No play is legal here.")
    return "\n".join(lines)


def _turning(seasons: Sequence[str]) -> str:
    return f"; the field becomes {listed(seasons, 'or')}" if seasons else ""


LISTS = formats(listed_text)
"""The forms of a list of plays."""
