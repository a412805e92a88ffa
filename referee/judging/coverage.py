"""What logs exercise in the rules that they are judged by, as `coverage` reports it for code."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.core.game import Game
from referee.core.points import Point
from referee.core.ruleset import Ruleset
from referee.engines import family
from referee.judging.log import Log
from referee.judging.otherwise import words_at_work
from referee.judging.replay import replay

ENOUGH = 10
"""For how many logs a point is counted; asking about one means judging the log again."""


class Coverage:
    """The points of one game that its logs exercised: `fired` counts logs by point, no further than `ENOUGH`.

    The logs may play variants; `held` has the rules that each point came from.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.logs = 0
        self.points: dict[str, Point] = {}
        self.held: dict[str, Ruleset] = {}
        self.fired: Counter[str] = Counter()

    def add(self, log: Log, rules: Ruleset, *, as_played: bool = False) -> None:
        """Counts a log. Its rules are this game, perhaps with other variants. Raises LogError or RulesetError."""
        points = family(rules.family).points(rules)
        asked = {name: point for name, point in points.items() if self.fired[name] < ENOUGH}
        self.fired.update(exercised(log, rules, asked, as_played=as_played))
        self.points |= points
        self.held |= dict.fromkeys(points.keys() - self.held.keys(), rules)
        self.logs += 1

    def never(self) -> list[str]:
        """Return the points that no log exercised."""
        return [name for name in self.points if not self.fired[name]]

    def silent(self) -> list[str]:
        """Return the rules that are only for readers: no word and no fault cites them, so they cannot fire."""
        return [rule for rule in self.rules.get("rules", default={}) if f"rules.{rule}" not in self.points]


def exercised(log: Log, rules: Ruleset, points: dict[str, Point], *, as_played: bool = False) -> set[str]:
    """Return which of these points a log exercises.

    A word fires when it forbids what was done, or what a player to move would otherwise look for, or when the log comes to
    something else without it; a rule when a word that cites it fires, or forbids something.
    """
    faults: list[Fault] = []

    def watch(game: Game, state: Any, event: Event) -> None:
        faults.extend(game.forbidding(state))

    played = replay(log, rules, as_played=as_played, watch=watch)
    faults += [flaw.fault for flaw in played.folded.flaws]
    try:
        faults += played.game.claims(played.state, log.expect)
    except Misread as misread:
        faults += misread.faults
    fired = {
        name for fault in faults for name in (".".join(map(str, fault.word)), f"rules.{fault.rule}")
    } & points.keys()
    asked = [point.pointer for name, point in points.items() if name not in fired and point.pointer[0] != "rules"]
    fired |= {".".join(map(str, word)) for word in words_at_work(played, asked)}
    return (fired | {f"rules.{points[name].cites}" for name in fired}) & points.keys()
