"""`referee validate --watch`: a real process that sees real saves."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runner import BRIEF, LEGAL, REVOKE, run, write
from corpus_games import PROGRAM

from referee.cli.commands import validate

pytest.importorskip("watchfiles")

HOUSE = "extends: illuminate\nwhy: Ours.\nbidding: {least: 0}\n"
LOG = LEGAL.replace("events:", "house: [rules/ours.yaml]\nevents:")
SOUND = "a.yaml: legal; 8 events"
SAVED = "was saved: judged again"
pytestmark = pytest.mark.usefixtures("folder")


class Watcher:
    """A process that watches, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def says(self, *until: str) -> list[str]:
        """Its lines up to one that begins so: it is waited for, and nothing else."""
        lines: list[str] = []
        assert self.process.stdout
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(until):
                return lines
        raise AssertionError(f"it ended, having said {lines}")

    def stopped(self) -> tuple[int, str, str]:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@contextlib.contextmanager
def watching(*args: str) -> Iterator[Watcher]:
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, "validate", "--watch", *args], stdout=pipe, stderr=pipe, text=True) as process:
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        try:
            yield Watcher(process)
        finally:
            watchdog.cancel()
            process.kill()


def saved(name: str, text: str) -> None:
    """Saves as editors do: a new file takes the place of the old one."""
    write(f"{name}.new", text)
    Path(f"{name}.new").replace(name)


def test_a_log_is_judged_at_the_start_and_at_every_save() -> None:
    write("a.yaml", LEGAL)
    with watching("a.yaml") as watcher:
        start = watcher.says("watching")
        assert start[0] == BRIEF
        assert start[-1] == "watching a.yaml; Ctrl-C ends it"
        write("a.yaml", REVOKE)
        told = watcher.says("a.yaml: illegal")
        assert told[0] == f"a.yaml {SAVED}"
        assert any("illuminate/follow-suit" in line for line in told)
        saved("a.yaml", f"{REVOKE}# nothing but a remark\n")
        assert watcher.says("a.yaml was") == ["a.yaml was saved: judged again, nothing changed"]
        saved("a.yaml", LEGAL)
        assert watcher.says("a.yaml: legal")[0] == f"a.yaml {SAVED}"
        assert watcher.stopped() == (0, "", "")


@pytest.mark.slow
def test_a_house_rule_that_a_log_uses_is_watched_too_and_one_that_it_begins_to_use() -> None:
    write("rules/ours.yaml", HOUSE)
    write("a.yaml", LEGAL)
    write("b.yaml", LEGAL)
    with watching("a.yaml", "b.yaml") as watcher:
        assert watcher.says("watching")[-1] == "watching a.yaml and b.yaml; Ctrl-C ends it"
        saved("a.yaml", LOG)
        watcher.says("a.yaml: legal")
        write("rules/ours.yaml", HOUSE.replace("least: 0", "least: 1"))
        told = watcher.says("a.yaml: illegal")
        assert told[0] == "rules/ours.yaml was saved: judged a.yaml again"
        Path("rules/ours.yaml").unlink()
        told = watcher.says("a.yaml: not judged")
        assert told[:2] == ["rules/ours.yaml is gone: judged a.yaml again", "a.yaml:5:9: rules/ours.yaml: no such file"]
        write("rules/ours.yaml", HOUSE)
        watcher.says("a.yaml: legal")
        code, out, err = watcher.stopped()
        assert (code, out, err) == (0, "", "")


def test_a_project_that_appears_and_goes_is_noticed() -> None:
    write("a.yaml", LEGAL)
    with watching("a.yaml") as watcher:
        assert watcher.says("watching")[-1] == "watching a.yaml; Ctrl-C ends it"
        saved("referee.yaml", "games: {illuminate: {ruling: {grace-said: said}}}\n")
        told = watcher.says("a.yaml: ")
        assert told[0] == "referee.yaml was saved: judged a.yaml again"
        assert "referee.yaml sets: ruling grace-said=said" in told
        Path("referee.yaml").unlink()
        assert watcher.says("a.yaml: ")[:2] == ["referee.yaml is gone: judged a.yaml again", BRIEF]


def test_ctrl_c_ends_with_the_code_of_the_last_time() -> None:
    write("a.yaml", REVOKE)
    with watching("a.yaml") as watcher:
        watcher.says("watching")
        assert watcher.stopped() == (1, "", "")


def test_what_is_ignored_is_not_reported_again() -> None:
    write(
        "a.yaml",
        "game: hearts\nplayers: [A, B, C, D]\nsetup: {dealer: D}\nevents:\n  - result: {score: {A: 5, B: 8, C: 13, D: 0}}\n",
    )
    write("referee.yaml", "ignore: [unseen-score]\n")
    with watching("a.yaml", "--ignore", "unseen-plays") as watcher:
        assert not any("doubt:" in line for line in watcher.says("watching"))


def test_logs_that_come_into_a_folder_are_judged() -> None:
    write("logs/a.yaml", LEGAL)
    with watching("logs") as watcher:
        watcher.says("watching")
        write("logs/b.yaml", REVOKE)
        watcher.says("logs/b.yaml: illegal")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["-"], "--watch needs files; without it, standard input is judged as it arrives"),
        (
            ["a.yaml", "--jobs", "2"],
            "--watch cannot be combined with --format, --out, --jobs, --cluster, --profile, --quiet, --max-errors or "
            "--certificate",
        ),
    ],
)
def test_what_does_not_go_with_it(args: list[str], says: str) -> None:
    answer = run("validate", "--watch", *args)
    assert answer.code == 2
    assert says in answer.err


def test_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    answer = run("validate", "--watch", "a.yaml")
    assert (answer.code, answer.out) == (2, "")
    needs = "--watch needs the package watchfiles; install it with pip install 'referee[watch]'"
    assert needs in answer.err


def watched(monkeypatch: pytest.MonkeyPatch, looks: int, after: Callable[[int], object] = id) -> tuple[int, int]:
    """Return how often a.yaml was judged, and the exit code, when saves were looked for so many times; `after` is called after
    every judgement with its number."""
    judged, judge_part = 0, validate.judge_part

    def judge(*args: Any) -> Any:
        nonlocal judged
        verdicts = list(judge_part(*args))
        judged += 1
        after(judged)
        return verdicts

    def watch(*_: str, **__: object) -> Iterator[set[str]]:
        nonlocal looks
        looks -= 1
        if looks < 0:
            raise KeyboardInterrupt
        yield set()

    with monkeypatch.context() as patch:
        patch.setattr(validate, "judge_part", judge)
        patch.setattr("watchfiles.watch", watch)
        code = run("validate", "--watch", "a.yaml").code
    return judged, code


def test_a_log_that_cannot_be_judged_is_judged_again_only_after_a_save(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.yaml", LOG)
    assert watched(monkeypatch, 5) == watched(monkeypatch, 0)
    assert watched(monkeypatch, 0)[1] == 3


def test_a_rule_that_is_saved_while_it_is_read_for_the_first_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.yaml", LOG)
    write("rules/ours.yaml", HOUSE)

    def save(judged: int) -> None:
        if judged == 1:
            write("rules/ours.yaml", f"{HOUSE}nonsense: 1\n")

    assert watched(monkeypatch, 0)[1] == 0
    assert watched(monkeypatch, 2, save)[1] == 3


def test_the_file_of_a_project_is_watched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.yaml", LEGAL)
    write("rules/ours.yaml", HOUSE)
    write("referee.yaml", "games: {illuminate: {house: [rules/ours.yaml]}}\n")

    def save(judged: int) -> None:
        if judged == 2:
            write("referee.yaml", "games: {illuminate: {house: [rules/none.yaml]}}\n")

    assert watched(monkeypatch, 0)[1] == 0
    assert watched(monkeypatch, 2, save)[1] == 3
