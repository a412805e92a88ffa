"""No unsettled rule decides in silence: what another reading would make of a game is told with the verdict on it.

A ruling decides a log when the same log comes to something else by another of its readings: it is legal or not, has other
totals or other winners, or is over or not. A log that only fits one reading, as it says who dealt next or which card was
drawn first, was decided by it as well. What the table itself has chosen (`ruling:`, a variant, a house rule) is not told.

DECISIVE_GAMES in the environment plays more games of each game and variant: `DECISIVE_GAMES=20 pytest …` takes an hour.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import source
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import Log, make_log
from referee.judging.replay import replay
from referee.play.simulate import details, draw_of, simulated
from referee.rules import rulesets, shipped

GAMES = int(os.environ.get("DECISIVE_GAMES", "1"))
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Flo", "Gus", "Hal")
SHOWN = {"grace-said": "!"}
"""Rulings that a log may declare by how it is written: who marks Grace as said plays by saying it."""


def tables() -> list[tuple[str, str]]:
    """Every game, plainly and with each of its variants."""
    found = []
    for path in shipped.rulesets():
        data = source.load(str(path)).data
        if not data.get("abstract"):
            found += [(path.stem, variant) for variant in ("", *data.get("variants", {}))]
    return found


def log_of(data: dict[str, Any], ruling: dict[str, str]) -> Log:
    return make_log(source.parse(json.dumps({**data, "ruling": ruling}), "log.json"))


def outcome(log: Log, verdict: Verdict) -> tuple[Any, ...]:
    """What a log comes to: whether it is legal, the totals, who won, whether it is over."""
    played = replay(log)
    score = played.game.score(played.state)[0]
    messages = [finding.message for finding in verdict.violations]
    return verdict.status, messages, score.get("totals"), score.get("winners"), score.get("over"), verdict.unfinished


def readings(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The readings that a table has not taken, of the rulings that nobody but the game decided."""
    for name, ruling in rules.get("rulings", default={}).items():
        about = tuple(ruling["about"].split("."))
        if rules.origin_if_changed(about) is None:
            for reading, entry in ruling["readings"].items():
                if "value" in entry and entry["value"] != rules.get(*about):
                    yield name, reading


@pytest.mark.parametrize(("game", "variant"), tables(), ids=lambda name: Path(name).name or "plain")
def test_what_another_reading_would_change_is_told(game: str, variant: str) -> None:
    variants = [variant] if variant else []
    rules = rulesets.load_ruleset(game, variants=variants)
    for number in range(GAMES):
        players = NAMES[: rules.get("players")[number % len(rules.get("players"))]]
        played = simulated(rules, players, details(rules)[0], draw_of(len(variant), number))
        data = {"game": game, "players": players, "setup": played.setup, "events": played.items, "variants": variants}
        log = log_of(data, {})
        verdict = judge(log)
        plainly = outcome(log, verdict)
        told = {finding.rule.partition("/")[2] for finding in verdict.findings if finding.kind != "violation"}
        for name, reading in readings(rules):
            if name in told or SHOWN.get(name, "no sign") in json.dumps(played.items):
                continue
            otherwise = log_of(data, {name: reading})
            assert outcome(otherwise, judge(otherwise)) == plainly, f"{name}: {reading} in game {number}"
