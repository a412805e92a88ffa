"""Unsettled rulings that decide a log are told, and no others: by another of their readings the log has another verdict.

A verdict is whether the log is legal and what is wrong where, what is in doubt, the totals, who won and whether the game is
over, or, if it goes on, the table. What the table itself has chosen (`ruling:`, a variant, a house rule) is not told.

DECISIVE_GAMES in the environment plays more games of each game: `DECISIVE_GAMES=20 pytest …` takes an hour.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from mutants import MUTANTS, mutant
from slowness import one_in

import referee
from referee import source
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import Log, make_log
from referee.judging.read import load_logs
from referee.judging.rules import ruleset_of
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets, shipped

GAMES = int(os.environ.get("DECISIVE_GAMES", "1"))
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Flo", "Gus", "Hal")
PLAIN = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]
LOGS = sorted(
    path for path in (Path(__file__).parents[1] / "logs").glob("*/*") if path.suffix in (".yaml", ".json", ".jsonl")
)


def verdict_of(verdict: Verdict) -> tuple[Any, ...] | None:
    """What a verdict comes to; None if the log cannot be judged by these rules at all."""
    if verdict.table is None:
        return None
    game, state = verdict.table.game, verdict.table.state
    score = game.score(state)[0]
    wrong = {(one.rule, one.line, one.column) for one in verdict.irregularities}
    goes_on = verdict.status == "legal" and not score.get("over")
    return (
        wrong,
        {one.rule for one in verdict.doubts},
        bool(verdict.complaints),
        [score.get(key) for key in ("totals", "winners", "over")],
        game.position(game.settle(state)) if goes_on else None,
    )


def require_told(log: Log) -> None:
    rules = ruleset_of(log)
    verdict = judge(log)
    if verdict.table is None:
        return
    told = {finding.rule.partition("/")[2] for finding in verdict.findings if finding.kind == "reading"}
    plainly, decide = verdict_of(verdict), set()
    for name, ruling in rules.get("rulings", default={}).items():
        about = tuple(ruling["about"].split("."))
        for reading, entry in ruling["readings"].items() if rules.origin_if_changed(about) is None else ():
            if "value" in entry and entry["value"] != rules.get(*about):
                try:
                    other = verdict_of(judge(log, ruleset_of(log, ruling={name: reading})))
                except referee.RulesetError:
                    continue
                if other not in (None, plainly):
                    decide.add(name)
    assert told - {"hook-special"} == decide


@pytest.mark.parametrize("path", one_in(8, LOGS), ids=lambda path: path.stem)
def test_of_a_log_that_is_told_which_decides_it(path: Path) -> None:
    for log in load_logs(str(path)):
        if isinstance(log, Log) and len(log.items) < 200:
            log.trust = "folder"
            try:
                ruleset_of(log)
            except referee.RulesetError:
                continue
            require_told(log)


@pytest.mark.parametrize("game", one_in(6, PLAIN))
def test_of_a_random_game_that_is_told_which_decides_it(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    for number in range(GAMES):
        players = NAMES[: rules.get("players")[number % len(rules.get("players"))]]
        played = simulate_game(rules, players, details(rules)[0], draw_of(1, number))
        data = {"game": game, "players": players, "setup": played.setup, "events": played.items}
        require_told(make_log(source.parse(json.dumps(data), "log.json")))
        spoiled = mutant(data, rules, next(iter(MUTANTS[rules.family])), random.Random(number), cut=True)
        if spoiled is not None:
            require_told(make_log(source.parse(json.dumps(spoiled), "log.json")))
