"""Formulas under `define:` may use one another in any order; those that use each other in a circle are refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from command_runner import run, write

from referee.core.formula import Parser

UNDERCUT = """\
game: gin-rummy
house: [./ours.yaml]
players: [Ann, Ben]
position:
  phase: show
  declared: Ann
  dealer: Ben
  shown: {Ann: [AC 2C 3C, 4D 4H 4S, 5S 6S 7S, KC]}
  hands: {Ben: [5C, 5D, 5H, 9H, 10H, JH, 8C, 8D, 8H, 2D]}
  unseen: {}
events:
  - {by: Ben, show: [5C 5D 5H, 9H 10H JH, 8C 8D 8H, 2D], expect: {score: {Ann: 0, Ben: SCORE}}}
"""
QUEEN = """\
game: hearts
house: [./ours.yaml]
players: [Ann, Ben, Cyd, Dov]
position: {phase: deal, hand: 4, dealer: Dov}
events:
  - result: {won: {Ann: 13, Ben: 0, Cyd: 0, Dov: 0}, captured: {Ann: [2H, 3H, QS]}}
    expect: {score: {Ann: SCORE}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("log", "define", "score"),
    [
        # here two Hearts and the Queen are all
        (QUEEN, "{moon: hearts == all_hearts and queen == 1, all_hearts: less - 11, less: 13}", 0),
        (QUEEN, "{less: 13, all_hearts: less - 11, moon: hearts == all_hearts and queen == 1}", 0),
        # deadwood of 10 against 2, and 10 for the undercut
        (UNDERCUT, "{undercut_bonus: half + half, half: 5}", 18),
        (UNDERCUT, "{half: 5, undercut_bonus: half + half}", 18),
    ],
)
def test_an_inherited_formula_may_use_a_new_name(log: str, define: str, score: int) -> None:
    game = log.splitlines()[0].removeprefix("game: ")
    write("ours.yaml", f"extends: {game}\nwhy: x\ndefine: {define}\n")
    assert run("check", "ours.yaml").code == 0
    write("log.yaml", log.replace("SCORE", str(score)))
    assert run("validate", "log.yaml").code == 0
    write("log.yaml", log.replace("SCORE", str(score - 1)))
    assert run("validate", "log.yaml").code == 1


@pytest.mark.parametrize("game", ["hearts", "gin-rummy", "dou-dizhu", "scopa", "crazy-eights"])
@pytest.mark.parametrize(
    ("define", "column", "message"),
    [
        ("{one: one + 1}", 15, "`one` is defined by itself; write a formula without it"),
        ("{one: two, two: 2 * three, three: one}", 15,
         "`one` is defined by itself: one → two → three → one; write one of these formulas without the next"),
        ("{zero: one, one: two + three, two: one, three: zero}", 26,
         "`one` is defined by itself: one → two → one; write one of these formulas without the next"),
    ],
)  # fmt: skip
def test_a_circle_is_refused_in_one_line(game: str, define: str, column: int, message: str) -> None:
    write("ours.yaml", f"extends: {game}\nwhy: x\ndefine: {define}\n")
    said = run("check", "ours.yaml")
    assert (said.code, said.out.splitlines()) == (
        3,
        [f"ours.yaml:3:{column}: {message}", "ours.yaml: not sound: 1 fault"],
    )


def test_each_comes_after_those_that_it_uses() -> None:
    chance = random.Random(7)
    for _ in range(300):
        names = [f"name{number}" for number in range(chance.randint(1, 12))]
        texts = {}
        for number, name in enumerate(names):
            used = chance.sample(names[:number], chance.randint(0, min(number, 3)))
            texts[name] = " + ".join(["1", *used])
        mixed = dict(chance.sample(list(texts.items()), len(texts)))
        parser = Parser()
        order = [name for name, _ in parser.in_order(mixed)]
        assert sorted(order) == sorted(names)
        assert parser.faults == []
        for place, name in enumerate(order):
            assert not set(texts[name].split(" + ")) & set(order[place:])
        assert [name for name, _ in parser.in_order(texts)] == names  # what is in order stays so


def test_a_function_before_a_bracket_is_not_a_name() -> None:
    parser = Parser()
    assert [name for name, _ in parser.in_order({"max": "max(1, 2)", "low": "max"})] == ["max", "low"]
    assert parser.faults == []
