"""A project file beside logs: what the table plays by, what is not reported, and what is said about a wrong one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_runner import run, write

FRIDAY = Path(__file__).resolve().parent.parent.parent / "examples" / "illuminate" / "friday.yaml"


@pytest.fixture(autouse=True)
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("season/june").mkdir(parents=True)
    shutil.copy(FRIDAY, "season/june/friday.yaml")
    write("season/ours.yaml", "extends: illuminate\nbidding: {hook: false}\n")


def test_a_project_is_found_above_a_log() -> None:
    write("season/referee.yaml", "games: {illuminate: {house: [ours.yaml]}}\n")
    assert "house rule ours" in run("validate", "season/june/friday.yaml").out.splitlines()[0]
    said = run("validate", "season")
    assert said.code == 0
    assert "house rule ours" in said.out
    assert "season/referee.yaml: skipped; this is a project, not a log" in said.err
    assert "house rule" not in run("validate", str(FRIDAY)).out


def test_a_project_is_of_its_game_only() -> None:
    write("season/referee.yaml", "games: {hearts: {variants: [jack-of-diamonds]}}\n")
    assert run("validate", "season/june/friday.yaml").code == 0


def test_the_nearest_project_counts() -> None:
    write("season/referee.yaml", "games: {illuminate: {house: [ours.yaml]}}\n")
    write("season/june/referee.yaml", "games: {}\n")
    assert "house rule" not in run("validate", "season/june/friday.yaml").out


def test_what_a_log_says_comes_first() -> None:
    log = Path("season/june/friday.yaml")
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace("\nruling: {", "\nruling: {grace-said: said, "), encoding="utf-8")
    write("season/referee.yaml", "games: {illuminate: {ruling: {grace-said: silent}}}\n")
    assert "Grace must be said" in run("validate", "season/june/friday.yaml").out
    shutil.copy(FRIDAY, log)
    assert "Grace must be said" not in run("validate", "season/june/friday.yaml").out


def test_what_is_ignored_is_not_reported() -> None:
    reported = run("validate", "season/june/friday.yaml").out
    assert "illuminate/grace-said" in reported
    write("season/referee.yaml", "games: {illuminate: {ignore: [grace-said]}}\n")
    for said in (run("validate", "season/june/friday.yaml"), run("validate", str(FRIDAY), "--ignore", "grace-said")):
        assert "illuminate/grace-said" not in said.out
        assert "0 doubts" in said.out


@pytest.mark.parametrize("name", ["follow-suit", "unseen-play"])
def test_what_cannot_be_ignored_is_said(name: str) -> None:
    said = run("validate", str(FRIDAY), "--ignore", name)
    assert said.code == 0
    assert said.err == (
        f"--ignore {name}: no game judged here has a doubt or ruling of this name, and nothing else can be ignored\n"
    )
    assert run("validate", str(FRIDAY), "--ignore", "illuminate/unseen-plays").err == ""


@pytest.mark.parametrize(
    ("project", "column", "message"),
    [
        ("{house: [../ours.yaml]}", 30, "a project may use only house rules in its folder and below, not ours.yaml"),
        ("{variants: [longest]}", 33, "Illuminate has no variant 'longest'; did you mean 'longer'?"),
        ("{ruling: {grace-said: loud}}", 43,
         "the ruling 'grace-said' has no reading 'loud'; its readings: said, silent"),
        ("{ignore: [follow-suit]}", 31,
         "follow-suit is a rule, and what breaks it is reported; a house rule may allow it"),
        ("{ignore: [unseen-play]}", 31,
         "Illuminate has no doubt or ruling 'unseen-play'; did you mean 'unseen-plays'?"),
        ("{hause: [ours.yaml]}", 22, "unknown key 'hause'; did you mean 'house'?"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_project(project: str, column: int, message: str) -> None:
    write("season/referee.yaml", f"games: {{illuminate: {project}}}\n")
    said = run("validate", "season/june/friday.yaml")
    assert said.code == 3
    assert said.out.splitlines()[0] == f"season/referee.yaml:1:{column}: {message}"
    assert run("score", "season/june/friday.yaml").code == 3
