"""The answer to `resolve trick` as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.report.plain import as_json, listed


class Otherwise(NamedTuple):
    """A ruling that mattered: the reading taken, another reading, and who would have won by that."""

    ruling: str
    taken: str
    reading: str
    text: str
    winner: str
    card: str


def text(answer: Mapping[str, Any], roles: Mapping[str, str] | None, otherwise: Sequence[Otherwise]) -> str:
    """Who wins and why, the roles where they moved, and what would have changed the winner."""
    lines = [f"{_capital(answer['winner'])} wins with {answer['card']}.", f"because {answer['because']}"]
    if answer["roles"] and answer["roles"] != roles:
        lines.append(f"Roles now: {listed([f'{player} {role}' for player, role in answer['roles'].items()])}.")
    lines += [
        f"Had Grace been said over {entry['card']}, {entry['winner']} would have won." for entry in answer["if_said"]
    ]
    lines += [
        f"Ruling {entry.ruling}: read here as {entry.taken}; read as {entry.reading}, "
        f"{entry.winner} would have won with {entry.card} (--ruling {entry.ruling}={entry.reading})."
        for entry in otherwise
    ]
    return "\n".join(lines)


def _capital(name: str) -> str:
    """A name at the start of a sentence: only 'player 1' changes."""
    return name.replace("player ", "Player ", 1) if name.startswith("player ") else name


def json(answer: Mapping[str, Any], roles: Mapping[str, str] | None, otherwise: Sequence[Otherwise]) -> str:
    """schemas/report.schema.json, $defs/resolve_trick."""
    readings = [
        {
            "ruling": entry.ruling,
            "taken": entry.taken,
            "reading": entry.reading,
            "text": entry.text,
            "winner": entry.winner,
            "card": entry.card,
        }
        for entry in otherwise
    ]
    return as_json({**answer, "readings": readings})


FORMATS: dict[str, Callable[[Mapping[str, Any], Mapping[str, str] | None, Sequence[Otherwise]], str]] = {
    "text": text,
    "json": json,
}
