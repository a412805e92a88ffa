"""Points with decimals and without any, exactly: in text, in JSON and back, in positions, where hands are judged in columns.

What is expected comes from the fractions of the standard library.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_runner import run

from referee import load_ruleset
from referee.core.text import yaml_line
from referee.judging.judge import judge
from referee.judging.log import log_of
from referee.play.session import Table
from referee.play.simulate import draw_of, simulate_game
from referee.source import parse

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SCORES: dict[str, Callable[[int, int], Fraction]] = {
    "won / 3": lambda bid, won: Fraction(won, 3),
    "won / 10": lambda bid, won: Fraction(won, 10),
    "won * 0.5": lambda bid, won: Fraction(won, 2),
    "(won + bid) / 7 - 0.1": lambda bid, won: Fraction(won + bid, 7) - Fraction(1, 10),
}


@pytest.fixture(params=SCORES)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    path = tmp_path / "ours.yaml"
    path.write_text(f"extends: oh-hell\nwhy: a test\nscoring: {{bid: {{cases: [{{points: {request.param}}}]}}}}\n")
    return path, request.param


def true_totals(formula: str, results: list[Mapping[str, Any]]) -> dict[str, Fraction]:
    totals = dict.fromkeys(PLAYERS, Fraction())
    for result in results:
        for who in PLAYERS:
            totals[who] += SCORES[formula](result["bids"][who], result["won"][who])
    return totals


def shown(number: Fraction) -> str:
    """A number as people write it: by decimals if these say it."""
    decimals = next((digits for digits in range(5) if (number * 10**digits).denominator == 1), None)
    if decimals is None:
        return str(number)
    return f"{float(number):.{decimals}f}"


def test_a_game(house: tuple[Path, str]) -> None:
    path, formula = house
    rules = load_ruleset("oh-hell", houses=[str(path)])
    one = simulate_game(rules, PLAYERS, "results", draw_of(7, 0))
    head = {"game": "oh-hell", "house": [path.name], "players": list(PLAYERS), "setup": one.setup}
    totals = true_totals(formula, [item["result"] for item in one.items])
    log = {**head, "events": one.items, "expect": {"totals": one.score["totals"]}}
    assert {who: str(total) for who, total in one.score["totals"].items()} == {
        who: shown(total) for who, total in totals.items()
    }
    best = max(totals.values())
    assert set(one.score["winners"]) == {who for who in PLAYERS if totals[who] == best}

    assert judge(log_of(log), rules).status == "legal"
    for name, text in {"a.yaml": yaml_line(log), "a.json": json.dumps(log)}.items():
        again = parse(text, name).data
        assert judge(log_of(again), rules).status == "legal"
    wrong = {who: shown(total + Fraction(1, 10**9)) for who, total in totals.items()}
    claimed = {who: float(number) if "/" not in number else number for who, number in wrong.items()}
    assert judge(log_of({**log, "expect": {"totals": claimed}}), rules).status == "illegal"


def test_the_files(house: tuple[Path, str]) -> None:
    """Games from `simulate` are legal, where many hands are judged in columns, too, and so are their totals in a table."""
    path, formula = house
    totals: list[dict[str, float]] = []
    for detail in ("results", "deals"):
        games = run("simulate", "oh-hell", "--house", str(path), "--seed", "5", "-n", "3", "--detail", detail).out
        file = path.parent / f"{detail}.jsonl"
        file.write_text(games)
        assert run("validate", str(file), "--trust", "all").code == 0
        rows = csv.DictReader(run("score", str(file), "--trust", "all", "--format", "csv").out.splitlines())
        found = [float(row["points"]) for row in rows]
        for log in map(json.loads, games.splitlines()) if detail == "results" else ():
            of_players = true_totals(formula, [item["result"] for item in log["events"]])
            totals.append({who: float(total) for who, total in of_players.items()})
        assert found == [total for of_players in totals for total in of_players.values()]


def test_a_position(house: tuple[Path, str]) -> None:
    """A game that goes on from a written position ends as the whole game."""
    path, _ = house
    rules = load_ruleset("oh-hell", houses=[str(path)])
    table, chance = Table(rules, PLAYERS, setup={"dealer": "Ann"}), random.Random(3)
    for _ in range(200):
        table.draw(chance.randrange)
    position = json.loads(json.dumps(table._game.position(table._state)))
    again = Table(rules, PLAYERS, position=parse(json.dumps(position), "a.json").data)
    assert again.score().totals == table.score().totals
    assert {who: str(total) for who, total in again.score().totals.items()} == {
        who: str(total) for who, total in table.score().totals.items()
    }


def test_from_python() -> None:
    """Floats of Python code are the decimals that they are written with."""
    rules = load_ruleset("hearts")
    table = Table(
        rules, PLAYERS, position={"scores": {"Ann": 0.1, "Ben": 0.2, "Cyd": 1.5}, "phase": "deal", "dealer": "Dov"}
    )
    assert table.score().totals == {"Ann": 0.1, "Ben": 0.2, "Cyd": 1.5, "Dov": 0}
    assert str(table.score().totals["Ann"]) == "0.1"
    assert json.dumps(table.score().as_dict()["totals"]) == '{"Ann": 0.1, "Ben": 0.2, "Cyd": 1.5, "Dov": 0}'
