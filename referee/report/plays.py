"""The answers to `resolve play` and `resolve plays` as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.report.plain import as_json, counted, listed


class Otherwise(NamedTuple):
    """A ruling that mattered: the reading taken, another reading, and whether the play would have been legal by that."""

    ruling: str
    taken: str
    reading: str
    text: str
    legal: bool


class Judged(NamedTuple):
    """A play with its verdict: violations and the rules it rests on, each with its words and source, and what follows.

    `outcomes` as in schemas/report.schema.json, $defs/resolve_play; None for an illegal play.
    """

    play: str
    violations: list[dict[str, str]]
    outcomes: Mapping[str, Any] | None
    rules: list[dict[str, str]]
    doubts: Sequence[str]
    otherwise: Sequence[Otherwise] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.violations


class Plays(NamedTuple):
    """Legal plays by the cards that they play, each with the seasons it may lead to; whether these are all."""

    cards: Mapping[str, Sequence[tuple[str, Sequence[str]]]]
    whole: bool

    @property
    def number(self) -> int:
        """How many are listed."""
        return sum(map(len, self.cards.values()))


def text(judged: Judged) -> str:
    """Legal or not, why, and what follows."""
    lines = [f"{'Legal' if judged.legal else 'Illegal'}: {judged.play}"]
    if judged.outcomes is not None:
        lines += [f"  {line}" for line in _outcomes(judged.outcomes)]
    for violation in judged.violations:
        lines += [f"  {violation['rule']}: {violation['message']}", _rule(violation)]
    lines += [f"  {rule['rule']}: {rule['text']} ({rule['source']})" for rule in judged.rules]
    lines += [f"Doubt: {doubt}." for doubt in judged.doubts]
    lines += [
        f"Ruling {entry.ruling}: read here as {entry.taken}; read as {entry.reading}, the play is "
        f"{_other(entry.legal, judged.legal)} (--ruling {entry.ruling}={entry.reading})."
        for entry in judged.otherwise
    ]
    return "\n".join(lines)


def _rule(violation: dict[str, str]) -> str:
    return f"    rule: {violation['text']} ({violation['source']})"


def _other(legal: bool, before: bool) -> str:
    if legal == before:
        return "legal, too, but something else follows" if legal else "illegal, too"
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
        lines.append(f"In the field {'lies' if len(follows['field']) == 1 else 'lie'} {' '.join(follows['field'])}.")
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


def json(judged: Judged) -> str:
    """schemas/report.schema.json, $defs/resolve_play."""
    data: dict[str, Any] = {
        "legal": judged.legal,
        "play": judged.play,
        "violations": judged.violations,
        "outcomes": judged.outcomes,
        "rules": judged.rules,
        "doubts": judged.doubts,
        "readings": [entry._asdict() for entry in judged.otherwise],
    }
    return as_json(data)


FORMATS: dict[str, Callable[[Judged], str]] = {"text": text, "json": json}
"""The forms of the answer about one play."""


def listed_text(plays: Plays) -> str:
    """The plays of each card under its name, and how many there are."""
    lines = []
    for card, found in plays.cards.items():
        lines.append(f"{card}:")
        lines += [f"  {play}{_turning(seasons)}" for play, seasons in found]
    if not plays.whole:
        lines.append(f"The list stops here, at {counted(plays.number, 'plays')}; there are more.")
    elif plays.number:
        lines.append(f"{counted(plays.number, 'legal plays')}.")
    else:
        lines.append("No play is legal here.")
    return "\n".join(lines)


def _turning(seasons: Sequence[str]) -> str:
    return f"; the field becomes {listed(seasons, 'or')}" if seasons else ""


def listed_json(plays: Plays) -> str:
    """schemas/report.schema.json, $defs/resolve_plays."""
    cards = [
        {"card": card, "plays": [{"play": play, "seasons": seasons} for play, seasons in found]}
        for card, found in plays.cards.items()
    ]
    return as_json({"cards": cards, "plays": plays.number, "whole": plays.whole})


LISTS: dict[str, Callable[[Plays], str]] = {"text": listed_text, "json": listed_json}
"""The forms of a list of plays."""
