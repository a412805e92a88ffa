"""The list of games as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.core.ruleset import Ruleset
from referee.report.plain import as_json

MOST_SENTENCES = 3
"""How many sentences of a house rule are listed."""


class HouseEntry(NamedTuple):
    """A house rule: the sentences that it adds to the rules, and why it is played."""

    name: str
    does: Sequence[str]
    why: str

    @property
    def line(self) -> str:
        """What it does, in its first sentences; or else why."""
        more = " …" if len(self.does) > MOST_SENTENCES else ""
        return f"{self.name}: {' '.join(self.does[:MOST_SENTENCES]) or self.why}{more}"


class GameEntry(NamedTuple):
    """A game, its rules in one line, and the house rules for it."""

    rules: Ruleset
    brief: str
    houses: Sequence[HouseEntry] = ()


def text(games: Sequence[GameEntry]) -> str:
    """One paragraph per game, with its variants and the house rules for it."""
    parts = []
    for rules, brief, houses in games:
        lines = [f"{rules.name}  {brief}"]
        if summary := rules.get("summary"):
            lines.append(f"  {summary}")
        if variants := rules.get("variants", default={}):
            lines.append(f"  variants: {', '.join(variants)}")
        if houses:
            lines += ["  house rules:", *(f"    {house.line}" for house in houses)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def json(games: Sequence[GameEntry]) -> str:
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
                    "houses": [{"name": house.name, "does": list(house.does), "why": house.why} for house in houses],
                }
                for rules, brief, houses in games
            ],
            "houses": sorted(house.name for entry in games for house in entry.houses),
        }
    )


FORMATS: dict[str, Callable[[Sequence[GameEntry]], str]] = {"text": text, "json": json}
