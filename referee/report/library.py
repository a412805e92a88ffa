"""The list of games as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.core.ruleset import Ruleset
from referee.report.plain import as_json


class GameEntry(NamedTuple):
    """A game, and its rules in one line."""

    rules: Ruleset
    brief: str


def text(games: Sequence[GameEntry], houses: Sequence[str]) -> str:
    """A paragraph a game; the house rules that come along in the last line."""
    parts = []
    for rules, brief in games:
        lines = [f"{rules.name}  {brief}"]
        if summary := rules.get("summary"):
            lines.append(f"  {summary}")
        if variants := rules.get("variants", default={}):
            lines.append(f"  variants: {', '.join(variants)}")
        parts.append("\n".join(lines))
    if houses:
        parts.append(f"house rules: {', '.join(houses)}")
    return "\n\n".join(parts)


def json(games: Sequence[GameEntry], houses: Sequence[str]) -> str:
    """schemas/report.schema.json, $defs/games."""
    return as_json(
        {
            "games": [
                {
                    "name": rules.name,
                    "title": rules.title,
                    "family": rules.family,
                    "version": rules.version,
                    "players": rules.get("players", default=[]),
                    "brief": brief,
                    "summary": rules.get("summary", default=""),
                    "variants": list(rules.get("variants", default={})),
                }
                for rules, brief in games
            ],
            "houses": list(houses),
        }
    )


FORMATS: dict[str, Callable[[Sequence[GameEntry], Sequence[str]], str]] = {"text": text, "json": json}
