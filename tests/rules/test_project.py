"""A project file beside logs: what the table plays by, what is not reported, and what is said about a wrong one."""

from __future__ import annotations

import json
import os
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


def test_a_project_is_named_with_what_it_sets() -> None:
    write(
        "season/referee.yaml",
        "games: {illuminate: {house: [ours.yaml], ruling: {grace-said: silent}, ignore: [unseen-plays]}}\n",
    )
    line = (
        "season/referee.yaml sets: house rule season/ours.yaml, ruling grace-said=silent, unseen-plays is not reported"
    )
    shutil.copy("season/june/friday.yaml", "season/june/monday.yaml")
    told = run("validate", "season/june")
    assert told.out.splitlines()[1] == line
    assert told.out.count(line) == 1
    data = {"file": "season/referee.yaml", "house": ["season/ours.yaml"], "variants": []}
    data |= {"ruling": {"grace-said": "silent"}, "ignore": ["unseen-plays"], "passed": []}
    for command in ("validate", "score", "show"):
        said = run(command, "season/june/friday.yaml", "--format", "json")
        assert said.err.splitlines().count(line) == 1, command
        answer = json.loads(said.out)
        assert (answer["logs"][0] if command == "validate" else answer)["project"] == data, command
    for command in (("validate", "--format", "concise"), ("club", "--format", "csv"), ("coverage",)):
        said = run(command[0], "season/june/friday.yaml", *command[1:])
        assert said.err.splitlines().count(line) == 1, command
        assert line not in said.out, command
    assert json.loads(run("club", "season/june", "--format", "json").out)["projects"] == [line]
    (ran,) = json.loads(run("validate", "season/june", "--format", "sarif").out)["runs"]
    assert ran["properties"] == {"projects": [line]}
    (covered,) = json.loads(run("coverage", "season/june", "--format", "json").out)["games"]
    assert covered["project"] == data
    write("season/referee.yaml", "games: {hearts: {variants: [jack-of-diamonds]}}\n")
    said = run("validate", "season/june/friday.yaml", "--format", "json")
    assert (said.err, "project" in json.loads(said.out)["logs"][0]) == ("", False)


@pytest.mark.posix
def test_a_project_of_another_user_counts_only_if_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    write("season/referee.yaml", "games: {illuminate: {house: [ours.yaml]}}\n")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    said = run("validate", "season/june/friday.yaml")
    passed = "season/referee.yaml belongs to another user and is not used; --project season/referee.yaml uses it"
    assert said.out.splitlines()[1] == passed
    assert "house rule" not in said.out
    named = run("validate", "season/june/friday.yaml", "--project", "season/referee.yaml").out.splitlines()
    assert "house rule ours" in named[0]
    assert named[1] == "season/referee.yaml sets: house rule season/ours.yaml"


def test_a_project_that_is_named_counts_for_every_log() -> None:
    write("other/plain.yaml", "games: {}\n")
    write("season/referee.yaml", "games: {illuminate: {house: [ours.yaml]}}\n")
    for command in ("validate", "score", "coverage"):
        assert "house rule" not in run(command, "season/june/friday.yaml", "--project", "other/plain.yaml").out
    said = run("validate", "season/june/friday.yaml", "--project", "nowhere.yaml")
    assert (said.code, said.out.splitlines()[0]) == (3, "nowhere.yaml:1:1: no such file")


def test_what_a_project_names_stays_in_its_folder() -> None:
    """Also what its house rules extend, whatever the log may load."""
    write("secret.yaml", "password: [hunter2\n")
    write("season/far.yaml", "extends: ../secret.yaml\n")
    write("season/referee.yaml", "games: {illuminate: {house: [far.yaml]}}\n")
    for trust in ("names", "folder"):
        said = run("validate", "season", "--trust", trust)
        assert said.code == 3
        refused = "this project may load only files of its own folder, not secret.yaml; --trust all allows it"
        assert said.out.splitlines()[0] == f"season/far.yaml:1:10: {refused}"
        assert "password" not in said.out + said.err
    assert "secret.yaml:2:1: " in run("validate", "season", "--trust", "all").out


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
        ("{house: [../ours.yaml]}", 30,
         "this project may load only files of its own folder, not ours.yaml; --trust all allows it"),
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
