"""A bug in referee costs the log or ruleset at hand: it is reported, the exit code is 4, and the others are judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runner import LEGAL, REVOKE, run, write

from referee import __version__, judge
from referee.cli.commands import check as checking
from referee.corpus import parts, pool
from referee.judging import replay
from referee.judging.log import Log

GAME = {"game": "hearts", "players": ["Ann", "Ben", "Cyd", "Dov"], "setup": {"dealer": "Dov"}, "events": []}
REPORT = "please report it with this log; --debug shows the traceback"
pytestmark = pytest.mark.usefixtures("folder")


def trip_over(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the judge fail at every log in which a player has this name, alone and among others."""

    def fail(log: Log) -> None:
        if name in log.players:
            raise KeyError("a bug")

    def alone(log: Log, *args: Any, **options: Any) -> Any:
        fail(log)
        return judge(log, *args, **options)

    def together(logs: Any, **options: Any) -> Any:
        for item in logs:
            if not isinstance(item, parts.Verdict):
                fail(item[0])
            yield from real_together([item], **options)

    real_together = parts.judge_together
    monkeypatch.setattr(parts, "judge", alone)
    monkeypatch.setattr(parts, "judge_together", together)


def statuses(said: Any) -> list[str]:
    return [log["verdict"] for log in said.data["logs"]]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_other_files_are_judged(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trip_over("Eve", monkeypatch)
    write("a.yaml", REVOKE)
    write("b.yaml", LEGAL.replace("Ann", "Eve"))
    write("c.yaml", LEGAL)
    said = run("validate", "a.yaml", "b.yaml", "c.yaml", "--jobs", jobs, "--format", "json")
    assert (said.code, statuses(said)) == (4, ["illegal", "unjudged", "legal"])
    complaint = said.data["logs"][1]["complaints"][0]
    assert complaint["file"] == "b.yaml"
    assert complaint["message"].startswith("this is not judged, because referee has a bug at corpus/parts.py:")
    assert complaint["message"].endswith(" (KeyError: 'a bug')")
    (line,) = said.err.splitlines()
    assert line.startswith(f"referee {__version__} has a bug at corpus/parts.py:")
    assert line.endswith(f", judging b.yaml from line 1 on (KeyError: 'a bug'); {REPORT}")


@pytest.mark.parametrize("many", [0, 10**9], ids=["together", "one by one"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_other_games_of_a_file_are_judged(jobs: str, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    trip_over("Eve", monkeypatch)
    monkeypatch.setattr(parts, "MANY", many)
    other = {**GAME, "players": ["Eve", "Ben", "Cyd", "Dov"]}
    write("games.jsonl", "".join(f"{json.dumps(game)}\n" for game in (GAME, other, GAME, {"game": "harts"}, other)))
    write("more.jsonl", f"{json.dumps(GAME)}\n")
    said = run("validate", "games.jsonl", "more.jsonl", "--jobs", jobs, "--format", "json")
    assert (said.code, statuses(said)) == (4, ["legal", "unjudged", "legal", "unjudged", "unjudged", "legal"])
    assert [log["path"] for log in said.data["logs"]] == [
        *(f"games.jsonl:{line}" for line in range(1, 6)),
        "more.jsonl",
    ]
    told = [line.partition(", judging ")[2].partition(" ")[0] for line in said.err.splitlines()]
    assert told == ["games.jsonl:2", "games.jsonl:5"]


def test_a_bug_that_only_many_games_meet_is_reported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def together(logs: Any, **options: Any) -> Any:
        raise KeyError("a bug")

    monkeypatch.setattr(parts, "MANY", 0)
    monkeypatch.setattr(parts, "judge_together", together)
    write("games.jsonl", f"{json.dumps(GAME)}\n" * 2)
    said = run("validate", "games.jsonl", "--format", "json")
    assert (said.code, statuses(said)) == (4, ["legal", "legal"])
    assert said.err.count(", judging games.jsonl from line 1 on (KeyError: 'a bug')") == 1


def test_with_debug_the_first_bug_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    trip_over("Ann", monkeypatch)
    write("a.yaml", LEGAL)
    said = run("--debug", "validate", "a.yaml")
    assert (said.code, said.out) == (4, "")
    assert said.err.startswith("Traceback")
    with pytest.raises(KeyError):
        [*pool.judge_many("a.yaml")]


def test_the_other_games_are_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    trip_over("Eve", monkeypatch)
    write("logs/a.yaml", LEGAL.replace("Ann", "Eve"))
    write("logs/b.yaml", LEGAL)
    said = run("score", "logs", "--format", "json")
    assert (said.code, said.data["path"] if "path" in said.data else said.data["game"]) == (4, "illuminate")
    assert "has a bug at corpus/parts.py:" in said.err


def test_a_score_that_fails_costs_its_own_game(monkeypatch: pytest.MonkeyPatch) -> None:
    real = replay.Replay.score.fget

    def failing(played: Any) -> Any:
        if "Eve" in played.log.players:
            raise KeyError("a bug")
        return real(played)

    monkeypatch.setattr(replay.Replay, "score", property(failing))
    write("logs/a.yaml", LEGAL.replace("Ann", "Eve"))
    write("logs/b.yaml", LEGAL)
    said = run("score", "logs")
    assert said.code == 4
    assert "Ben" in said.out
    assert ", judging logs/a.yaml:1 (KeyError: 'a bug')" in said.err


def test_the_other_rulesets_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    real = checking._check

    def failing(label: str, path: Any, *, examples: bool) -> Any:
        if label == "spades":
            raise KeyError("a bug")
        return real(label, path, examples=examples)

    monkeypatch.setattr(checking, "_check", failing)
    said = run("check", "hearts", "spades", "queen-breaks", "--no-examples")
    assert said.code == 4
    assert [line.split(":")[1] for line in said.out.splitlines() if not line.startswith("/")] == [
        " sound", " not sound", " sound"
    ]  # fmt: skip
    assert f"referee {__version__} has a bug at cli/commands/check.py:" in said.err
    assert run("--debug", "check", "spades").err.startswith("Traceback")


@pytest.mark.posix
def test_a_working_folder_that_was_deleted_is_no_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    said = run("new", "log", "hearts", "--out", "friday.yaml")
    monkeypatch.chdir(tmp_path)
    assert (said.code, said.err) == (3, "the folder that you are in is gone; change to one that exists\n")
