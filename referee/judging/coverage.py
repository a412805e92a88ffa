"""What logs exercise in the rules that they are judged by, as `coverage` reports it for code."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.core.events import Event, Misread
from referee.core.family import Point
from referee.core.findings import Fault
from referee.core.game import Game
from referee.core.ruleset import Ruleset
from referee.engines import covering
from referee.judging.decisive_rulings import decisive
from referee.judging.log import Log
from referee.judging.replay import replay


class Coverage:
    """The points of one game that its logs exercised, and how often: `fired` counts events by point.

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
        points = covering(rules.family).points(rules)
        self.fired += exercised(log, rules, points, as_played=as_played)
        self.points |= points
        self.held |= dict.fromkeys(points.keys() - self.held.keys(), rules)
        self.logs += 1

    def never(self) -> list[str]:
        """The points that no log exercised."""
        return [name for name in self.points if not self.fired[name]]

    def silent(self) -> list[str]:
        """The rules that are only for readers: no word and no fault cites them, so they cannot fire."""
        return [rule for rule in self.rules.get("rules", default={}) if f"rules.{rule}" not in self.points]


def exercised(log: Log, rules: Ruleset, points: dict[str, Point], *, as_played: bool = False) -> Counter[str]:
    """How many events of a log fired each of these points."""
    fired: Counter[str] = Counter()
    module = covering(rules.family)

    def watch(game: Game, state: Any, event: Event) -> None:
        fired.update(_with_rules(module.fired(game, state, event), points))

    played = replay(log, rules, as_played=as_played, watch=watch)
    about = {".".join(ruling.about): ruling for ruling in rules.rulings.values()}
    unseen = [ruling for path, ruling in about.items() if path in points and not fired[path]]
    for ruling, events in decisive(played, unseen):
        for _ in events or (0,):
            fired.update(_with_rules({".".join(ruling.about)}, points))
    for fault in [*(flaw.fault for flaw in played.folded.flaws), *_false_claims(log, played.game, played.state)]:
        fired.update(_with_rules({".".join(map(str, fault.word)), f"rules.{fault.rule}"}, points))
    return fired


def _with_rules(names: set[str], points: dict[str, Point]) -> set[str]:
    """The points among these names, and the rules that they cite."""
    known = {name for name in names if name in points}
    return known | {f"rules.{points[name].cites}" for name in known if points[name].cites}


def _false_claims(log: Log, game: Game, state: Any) -> list[Fault]:
    """What is false in the claims at the end of a log."""
    try:
        return list(game.claims(state, log.expect))
    except Misread as misread:
        return misread.faults
