"""A small run of the campaign, and that it would say so if something were wrong."""

from __future__ import annotations

import copy
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import campaign
import pytest
from mutants import CLAIMS, MUTANTS, Data, in_single_events, mutant
from recorded import at_most

import referee
from referee.core.verdict import Verdict
from referee.judging.judge import judge as truly
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

PROGRAM = Path(__file__).parents[1] / "campaigns/campaign.py"
GAMES = {
    "trick": ("hearts", 4),
    "meld": ("gin-rummy", 2),
    "shedding": ("mau-mau", 3),
    "fishing": ("cassino", 2),
    "conspiracy": ("illuminati", 3),
    "climbing": ("big-two", 4),
}
FIRST = 3
"""Games of seed 1 from here on are short ones of families whose other readings are few."""
NEED_AN_END = {"a game that goes on", "false winners"}


@pytest.mark.slow
def test_a_small_campaign_finds_every_mutant_and_nothing_else(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--games", "60", "--seed", "162", "--out", str(tmp_path / "wrong")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    *_, last = done.stdout.splitlines()
    judged, mutants = map(
        int, re.match(r"(\d+) games judged, (\d+) of them mutants; 0 wrong; the slowest took ", last).groups()
    )
    assert judged >= 60
    assert mutants > judged // 2
    assert not (tmp_path / "wrong").exists()
    assert {line.split()[0] for line in done.stdout.splitlines() if " a " in line} == set(MUTANTS)


@pytest.mark.parametrize("family", MUTANTS)
def test_every_mutant_can_be_made_and_leaves_the_log_as_it_was(family: str) -> None:
    game, players = GAMES[family]
    rng, made = random.Random(1), Counter[str]()
    for name in (game, "illuminate") if family == "trick" else (game,):
        rules = rulesets.load_ruleset(name)
        for number in range(4):
            for detail in details(rules):
                with at_most(family, campaign.LENGTHS[family]):
                    played = simulate_game(rules, campaign.NAMES[:players], detail, draw_of(3, number))
                log: Data = {"players": list(campaign.NAMES[:players]), "setup": played.setup, "events": played.items}
                log["expect"] = {"totals": played.score["totals"], "winners": played.score["winners"]}
                before = copy.deepcopy(log)
                for kind in MUTANTS[family]:
                    for cut in (True, False):
                        found = mutant(log, rules, kind, rng, cut=cut)
                        made[kind] += found is not None
                        assert log == before
                        assert found != before
    assert {kind for kind in MUTANTS[family] if not made[kind]} <= NEED_AN_END


def test_short_forms_are_written_event_by_event() -> None:
    trick = {"by": "Ann", "trick": ["2C", "3C!"], "expect": {"winner": "Ben"}}
    assert in_single_events([{"bids": {"Ann": 1, "Ben": 0}}, trick], "trick") == [
        {"by": "Ann", "bid": 1},
        {"by": "Ben", "bid": 0},
        {"by": "Ann", "play": "2C"},
        {"play": "3C!", "expect": {"winner": "Ben"}},
    ]
    assert in_single_events([{"pass": {"Ann": ["2C"]}}], "trick") == [{"by": "Ann", "pass": ["2C"]}]
    assert in_single_events([{"turn": ["pile", "2C"]}], "meld") == [{"take": "pile"}, {"discard": "2C"}]
    attack = {"control": "C.I.A.", "with": "The Network", "spend": {"The Network": 1}, "roll": [1, 2]}
    assert in_single_events([{"attack": attack}], "conspiracy") == [
        {"attack": {"control": "C.I.A.", "with": "The Network"}},
        {"spend": {"The Network": 1}},
        {"roll": [1, 2]},
    ]


def legal_for(log: Any, *_: Any, **__: Any) -> Verdict:
    """A referee that finds nothing."""
    return Verdict(log.path, log.game, "legal")


def blind_to_yaml(log: Any, *given: Any, **named: Any) -> Verdict:
    """A referee that judges right, but crashes at YAML."""
    if log.path.endswith(".yaml"):
        raise RuntimeError("no YAML")
    return truly(log, *given, **named)


@pytest.mark.parametrize(("judge", "said"), [(legal_for, " is legal: nothing is found"), (blind_to_yaml, "as YAML")])
def test_what_is_wrong_is_told(judge: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "judge", judge)
    came = campaign.batch(1, FIRST, 2)
    assert came.judged.total() == 8
    assert sum(said in why for why, _ in came.failures) == (6 if judge is legal_for else 8)


def test_a_game_that_cannot_be_played_and_a_slow_one_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "SLOWEST", -1.0)
    assert sum(bool(re.search(r" takes \d\.\d seconds", why)) for why, _ in campaign.batch(1, FIRST, 1).failures) == 4
    monkeypatch.setattr(campaign, "simulate_game", lambda *_: 1 // 0)
    ((why, log),) = campaign.batch(1, FIRST, 1).failures
    assert (why, log["number"]) == ("cannot be played: ZeroDivisionError('integer division or modulo by zero')", FIRST)


def test_a_failure_leaves_its_log_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    *_, trial = campaign.trials(1, 0)
    key = trial.rules.family, str(trial.sort), trial.kind
    came = campaign.Came(Counter([key]), Counter(), [("a reason", trial.log)], 0.5, 100)
    monkeypatch.setattr(campaign, "campaign", lambda *_: iter([came]))
    monkeypatch.setattr(sys, "argv", ["campaign.py", "--out", str(tmp_path / "wrong")])
    assert campaign.main() == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{tmp_path / 'wrong' / '1.yaml'}: {trial.log['game']}: a reason"
    assert told[-1] == "1 games judged, 1 of them mutants; 1 wrong; the slowest took 0.50 s, the largest process 100 MB"
    assert referee.judge(tmp_path / "wrong" / "1.yaml").status != "legal"
    assert set(CLAIMS) < set(MUTANTS["trick"])
