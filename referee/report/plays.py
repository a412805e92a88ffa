"""The answers to `resolve play` and `resolve plays` as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.report.plain import as_json, counted, listed

if TYPE_CHECKING:
    from referee.engines.fishing.answers import Answer, Outcome, Plays


class Otherwise(NamedTuple):
    """A ruling that mattered: the reading taken, another reading, and whether the play would have been legal by that."""

    ruling: str
    taken: str
    reading: str
    text: str
    legal: bool


class Judged(NamedTuple):
    """A play with its verdict: violations and the rules it rests on, each with its words and source."""

    answer: Answer
    violations: list[dict[str, str]]
    rules: list[dict[str, str]]
    otherwise: Sequence[Otherwise]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.violations


def text(judged: Judged) -> str:
    """Legal or not, why, and what follows."""
    answer = judged.answer
    lines = [f"{'Legal' if judged.legal else 'Illegal'}: {answer.play}"]
    if answer.outcome is not None:
        lines += [f"  {line}" for line in _outcome(answer.outcome)]
    for violation in judged.violations:
        lines += [f"  {violation['rule']}: {violation['message']}", _rule(violation)]
    lines += [f"  {rule['rule']}: {rule['text']} ({rule['source']})" for rule in judged.rules]
    lines += [f"Doubt: {doubt}." for doubt in answer.doubts]
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


def _outcome(outcome: Outcome) -> list[str]:
    lines = []
    if outcome.pile:
        counts = "".join(f", {number} of them for {name}" for name, number in outcome.counts.items())
        lines.append(f"{counted(len(outcome.pile), 'cards')} to the harvest pile{counts}: {' '.join(outcome.pile)}.")
    if outcome.stockpile:
        lines.append(f"It makes {outcome.stockpile}.")
    if outcome.field:
        lines.append(f"In the field {'lies' if len(outcome.field) == 1 else 'lie'} {' '.join(outcome.field)}.")
    if outcome.cleared:
        some = [f"the {name if name == 'table' else f'{name} field'}" for name in outcome.cleared]
        lines.append(f"T{listed(some)[1:]} {'is' if len(some) == 1 else 'are'} cleared.")
    if outcome.luminaries:
        lines.append(f"{listed(outcome.luminaries)} {'is' if len(outcome.luminaries) == 1 else 'are'} claimed.")
    if outcome.seasons:
        turned = [f"{old} becomes {new}" for old, new in outcome.seasons.items()]
        lines.append(f"The box turns: {listed(turned)}.")
    if outcome.choice:
        lines.append(f"The player names the new season of the field: {listed(outcome.choice, 'or')}.")
    lines += [f"Owed before the end of the turn to {owed}." for owed in outcome.owed]
    return lines


def json(judged: Judged) -> str:
    """schemas/report.schema.json, $defs/resolve_play."""
    answer = judged.answer
    data: dict[str, Any] = {
        "legal": judged.legal,
        "play": answer.play,
        "violations": judged.violations,
        "outcomes": None if answer.outcome is None else answer.outcome._asdict(),
        "rules": judged.rules,
        "doubts": answer.doubts,
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
