"""The points of rounds, or hands, that are scored seat by seat, and the end of a game of such rounds."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.core.parsing import Parser, define


def end_names(unit: str = "round") -> dict[str, str]:
    """Return what the end of a game may ask for, in words."""
    return {
        "total": f"score after this {unit}",
        "target": "the target",
        unit: f"number of the {unit} just ended, from 1",
        f"{unit}s": f"number of {unit}s in the game, 0 when open",
        "players": "number of players",
    }


def score_names(own: Mapping[str, str], unit: str = "round") -> dict[str, str]:
    """Return what the points of a player may ask for, in words: what only a family has, and the rest."""
    game = {name: says for name, says in end_names(unit).items() if name != "target"}
    return {**own, **game, "total": f"the player's score before this {unit}", unit: f"number of this {unit}, from 1"}


class RoundScoring:
    """The compiled `define:`, `scoring:` and `end:` of a ruleset, with the names that their formulas may use.

    `targeted` says whether anything asks for the target of the game; `unit` is what players call a round, and formulas, too.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        players: int,
        parser: Parser,
        score_names: Collection[str],
        *,
        targeted: bool,
        unit: str = "round",
    ) -> None:
        self.players = players
        self.unit = unit
        self.rounds: int = data["deal"].get(f"{unit}s", 0)
        names = set(score_names)
        self.defined = parser.definitions(data["define"], names)
        self.parts = list(parser.parts(("scoring",), data["scoring"], names).values())
        self.formulas = (*self.parts, *(formula for _, formula in self.defined))
        self.each_alone = not any(formula.over for formula in self.formulas)
        """Whether the points of a player depend on no other hand."""
        end = data["end"]
        self.target = parser.at(("end", "target"), end["target"], {"players"}).run if targeted else None
        known = end_names(unit).keys() - (set() if "target" in end else {"target"})
        when = parser.at(("end", "when"), end["when"], known) if "when" in end else None
        self.end_when = when.run if when else None
        self.lowest_wins = end["winner"] == "lowest"

    def points(self, round_: int, seats: Sequence[Any]) -> list[Any]:
        """Return the points of every player for one round, given how it ended for each, by name or as a tuple of names."""
        rows = [{**(seat if isinstance(seat, Mapping) else seat._asdict()), **self._game(round_)} for seat in seats]
        define(rows, self.defined)
        return [sum(part.run(row, rows) for part in self.parts) for row in rows]

    def over(self, totals: Sequence[Any], target: Any, round_: int) -> bool:
        """Return whether the game is over after this round."""
        if self.rounds and round_ >= self.rounds:
            return True
        rows = [{"target": target, "total": total, **self._game(round_)} for total in totals]
        return self.end_when is not None and bool(self.end_when(rows[0], rows))

    def _game(self, round_: int) -> dict[str, int]:
        return {self.unit: round_, f"{self.unit}s": self.rounds, "players": self.players}

    def best(self, points: Sequence[Any]) -> Any:
        """Return the points of whoever did best."""
        return min(points) if self.lowest_wins else max(points)

    def leaders(self, totals: Sequence[Any]) -> list[int]:
        """Return the seats with the best total."""
        return [seat for seat, total in enumerate(totals) if total == self.best(totals)]


def counts_target(data: Mapping[str, Any]) -> bool:
    """Return whether a game has a target, and its end asks for it."""
    return "target" in data["end"] and mention(data["end"].get("when"), "target")


def mention(texts: Any, name: str) -> bool:
    """Return whether some formulas ask for a name."""
    if isinstance(texts, Mapping):
        return any(mention(text, name) for text in texts.values())
    return name in re.findall(r"\w+", str(texts))
