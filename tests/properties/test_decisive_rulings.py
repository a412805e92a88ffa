"""No unsettled rule decides in silence: what another reading would make of a game is reported with the verdict on it.

A ruling decides a log when the same log comes to something else by another of its readings: it is legal or not, has other
totals or other winners, or is over or not. A log that only fits one reading, as it says who dealt next or which card was
drawn first, was decided by it as well. What the table itself has chosen (`ruling:`, a variant, a house rule) is not told.

The same holds of what is illegal: games played by another reading, and games that were spoiled.

DECISIVE_GAMES in the environment plays more games of each game and variant: `DECISIVE_GAMES=20 pytest …` takes an hour.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mutants import MUTANTS, mutant
from slowness import one_in, slow_where

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
DOUBTED = {"grace": "grace-said"}
"""Doubts that say how to choose the other reading of a ruling."""


def tables() -> list[tuple[str, str]]:
    """Every game, plainly and with each of its variants."""
    found = []
    for path in shipped.rulesets():
        data = source.load(str(path)).data
        if not data.get("abstract"):
            variants = [name for name, entry in (data.get("variants") or {}).items() if entry is not None]
            found += [(path.stem, variant) for variant in ("", *variants)]
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


@pytest.mark.parametrize(
    ("game", "variant"), slow_where(lambda table: bool(table[1]), tables()), ids=lambda name: Path(name).name or "plain"
)
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


def allows_more(other: Verdict, plainly: Verdict) -> bool:
    """Whether by another reading a log goes on longer, or less is wrong with it where it stops; or whether it stops earlier."""
    wrong, right = ({(finding.rule, finding.event) for finding in verdict.violations} for verdict in (plainly, other))
    return other.events != plainly.events or not wrong <= right


def told_of(verdict: Verdict) -> set[str]:
    """The rulings that a verdict tells of."""
    told = {finding.rule.partition("/")[2] for finding in verdict.findings if finding.kind != "violation"}
    return told | {DOUBTED[name] for name in told & DOUBTED.keys()}


PLAIN = [game for game, variant in tables() if not variant]


@pytest.mark.parametrize("game", one_in(24, PLAIN[::-1]))
def test_a_game_that_only_another_reading_allows_tells_that_reading(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    silent = []
    for name, reading in readings(rules):
        otherwise = rulesets.load_ruleset(game, ruling={name: reading})
        for number in range(GAMES):
            players = NAMES[: rules.get("players")[number % len(rules.get("players"))]]
            played = simulated(otherwise, players, details(rules)[0], draw_of(len(name), number))
            data = {"game": game, "players": players, "setup": played.setup, "events": played.items}
            verdict = judge(log_of(data, {}))
            shown = SHOWN.get(name, "no sign") in json.dumps(played.items)
            if verdict.status == "illegal" and not shown and name not in told_of(verdict):
                silent.append(f"{name}: {reading} in game {number}: {verdict.violations[0].message}")
    assert not silent


@pytest.mark.parametrize("game", one_in(24, PLAIN[::-1]))
def test_what_another_reading_would_make_of_a_spoiled_game_is_told(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    silent = []
    for number in range(GAMES):
        players = NAMES[: rules.get("players")[number % len(rules.get("players"))]]
        played = simulated(rules, players, details(rules)[0], draw_of(1, number))
        data = {"game": game, "players": players, "setup": played.setup, "events": played.items}
        for kind in MUTANTS[rules.family]:
            spoiled = mutant(data, rules, kind, random.Random(number), cut=True)
            if spoiled is None:
                continue
            verdict = judge(log_of(spoiled, {}))
            for name, reading in readings(rules):
                if name in told_of(verdict) or SHOWN.get(name, "no sign") in json.dumps(played.items):
                    continue
                other = judge(log_of(spoiled, {name: reading}))
                if allows_more(other, verdict):
                    silent.append(f"{kind}, {name}: {reading} in game {number}: {verdict.violations[0].message}")
    assert not silent


@pytest.mark.parametrize("game", one_in(24, PLAIN[::-1]))
def test_what_another_reading_would_make_of_a_claimed_dealer_is_told(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    players = NAMES[: rules.get("players")[0]]
    played = simulated(rules, players, details(rules)[0], draw_of(2, 0))
    silent = []
    ends = [at for at, item in enumerate(played.items) if item.get("expect", {}).keys() & {"score", "totals"}]
    for number in sorted({*ends[:6], *ends[-6:]}):  # all hands of a long game would take as many squared
        data = {"game": game, "players": players, "setup": played.setup, "events": played.items[: number + 1]}
        at = replay(log_of(data, {}))
        dealer = at.game.view(at.state)[0].get("dealer")
        if dealer is None or judge(claimed := log_of({**data, "expect": {"dealer": dealer}}, {})).complaints:
            continue
        verdict = judge(claimed)
        assert verdict.status == "legal"
        for name, reading in readings(rules):
            other = judge(log_of({**data, "expect": {"dealer": dealer}}, {name: reading}))
            if name not in told_of(verdict) and other.status != "legal":
                silent.append(f"{name}: {reading} after item {number + 1}")
    assert not silent
