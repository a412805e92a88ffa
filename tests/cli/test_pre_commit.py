"""The hooks for pre-commit, run by pre-commit itself on a small club's repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_runner import LEGAL, REVOKE, write

ROOT = Path(__file__).resolve().parents[2]
BESIDE = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
PROGRAM = shutil.which("pre-commit", path=BESIDE)
pytestmark = [
    pytest.mark.posix,
    pytest.mark.skipif(PROGRAM is None, reason="pre-commit is not installed; `pip install -e '.[test]'`"),
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]

HOUSE = "extends: illuminate\nwhy: nobody should hide\nbidding:\n  least: 1\n"
CONFIG = """\
repos:
  - repo: {hooks}
    rev: {rev}
    hooks:
      - {{id: referee-check, language: system}}
      - {{id: referee-validate, language: system}}
"""
"""`language: system` takes the referee that is installed here; left out, pre-commit installs one of its own."""


def git(*args: str) -> str:
    identity = ("-c", "user.name=club", "-c", "user.email=club@example.org", "-c", "init.defaultBranch=main")
    return subprocess.run(["git", *identity, *args], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(autouse=True)
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository with a log and a house rule, and the hooks as a repository of their own."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "cache"))
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "referee"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "bin"), BESIDE]))
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    monkeypatch.chdir(hooks)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "hooks")
    rev = git("rev-parse", "HEAD")
    (tmp_path / "club").mkdir()
    monkeypatch.chdir(tmp_path / "club")
    git("init", "-q")
    write(".pre-commit-config.yaml", CONFIG.format(hooks=hooks, rev=rev))
    write("rules/ours.yaml", HOUSE)
    write("logs/friday.yaml", LEGAL)
    git("add", "-A")


def committed() -> tuple[int, list[str]]:
    """What pre-commit says of what is staged."""
    done = subprocess.run([str(PROGRAM), "run", "--color=never"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def outcomes(lines: list[str]) -> list[str]:
    return [line.rsplit(".", 1)[-1] for line in lines if "......" in line]


def test_a_sound_repository_passes() -> None:
    code, lines = committed()
    assert (code, outcomes(lines)) == (0, ["Passed", "Passed"]), lines


def test_a_repository_without_house_rules_passes() -> None:
    git("rm", "-rqf", "rules")
    code, lines = committed()
    assert (code, outcomes(lines)) == (0, ["Passed", "Passed"]), lines


def test_a_folder_that_is_named_must_be_there() -> None:
    config = Path(".pre-commit-config.yaml").read_text(encoding="utf-8")
    write(".pre-commit-config.yaml", config.replace("id: referee-check,", "id: referee-check, args: [ruels],"))
    git("add", "-A")
    code, lines = committed()
    assert (code, outcomes(lines)) == (1, ["Failed", "Passed"]), lines
    assert any(line.startswith("there is no folder 'ruels' here, and no ruleset, house rule or deck") for line in lines)


def test_an_illegal_log_is_not_committed() -> None:
    write("logs/saturday.yaml", REVOKE)
    git("add", "-A")
    code, lines = committed()
    assert (code, outcomes(lines)) == (1, ["Passed", "Failed"]), lines
    assert any(
        line.startswith("logs/saturday.yaml:8:21: illuminate/follow-suit: Ben played Mt5:6 on a Mark lead")
        for line in lines
    ), lines


def test_an_unsound_house_rule_is_not_committed() -> None:
    write("rules/ours.yaml", HOUSE.replace("least: 1", "laest: 1"))
    git("add", "-A")
    code, lines = committed()
    assert (code, outcomes(lines)) == (1, ["Failed", "Passed"]), lines
    assert "rules/ours.yaml:4:3: unknown key 'laest'; did you mean 'least'?" in lines


def test_a_house_rule_that_makes_an_old_log_illegal_is_found() -> None:
    write("logs/friday.yaml", LEGAL.replace("players:", "house: ../rules/ours.yaml\nplayers:", 1))
    git("add", "-A")
    code, lines = committed()
    assert (code, outcomes(lines)) == (1, ["Passed", "Failed"]), lines
    assert "    set at rules/ours.yaml:4" in lines


def test_what_is_no_log_and_no_ruleset_asks_for_nothing() -> None:
    git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "first")
    write("README.md", "our club\n")
    git("add", "-A")
    code, lines = committed()
    assert (code, sum("Skipped" in line for line in lines)) == (0, 2), lines
