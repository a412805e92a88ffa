"""What a log may load: files of strangers are neither read nor quoted, whichever way a log names them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runner import LEGAL, Said, run

import referee
from referee.core.places import CHOICES, Trust

pytestmark = pytest.mark.posix

HOUSE = "extends: illuminate\nwhy: we like it\ntrick: {grace: silent}\n"
SECRET = "password: [hunter2\n"
PATCH = "{text: x, source: x, patch: {deck: ../secret/secret.yaml}}"
NAMES = "this log may load only games and house rules by name, not"
FOLDER = "this log may load only files of its own folder, not"

opened: list[str] | None = None


def _opens(event: str, given: tuple[Any, ...]) -> None:
    if opened is not None and event == "open" and isinstance(given[0], str | bytes | os.PathLike):
        opened.append(os.path.realpath(os.fsdecode(given[0])))


sys.addaudithook(_opens)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of logs, with house rules in it, beside it, and behind links; every file that is opened is noted."""
    monkeypatch.chdir(tmp_path)
    for folder in ("logs/deep", "secret/logs", "club"):
        Path(folder).mkdir(parents=True)
    for path, text in {
        "logs/ours.yaml": HOUSE,
        "logs/deep/ours.yaml": HOUSE,
        "logs/extends.yaml": "extends: ../secret/secret.yaml\nwhy: to see it\n",
        "logs/deck.yaml": "extends: illuminate\nwhy: to see it\ndeck: ../secret/secret.yaml\n",
        "logs/variant.yaml": f"extends: illuminate\nwhy: to see it\nvariants:\n  x:\n    {PATCH}\n",
        "logs/builds.yaml": "extends: ./deep/ours.yaml\nwhy: more of it\ntitle: Ours\n",
        "secret/secret.yaml": SECRET,
        "secret/house.yaml": HOUSE,
        "secret/logs/friday.yaml": SECRET,
        "club/base.yaml": HOUSE,
    }.items():
        Path(path).write_text(text, encoding="utf-8")
    Path("logs/link.yaml").symlink_to("../secret/secret.yaml")
    Path("logs/way").symlink_to("../secret", target_is_directory=True)
    Path("logs/inside.yaml").symlink_to("deep/ours.yaml")
    global opened
    opened = []
    yield
    opened = None


def log(head: str) -> str:
    """A legal log with more in its head; a `game` of its own where that names one."""
    return head + (LEGAL.partition("\n")[2] if "game:" in head else LEGAL)


def outside() -> list[str]:
    """The files outside the folder of logs that were opened since the last time."""
    assert opened is not None
    found = sorted({os.path.relpath(path) for path in opened if os.path.relpath(path).startswith("secret")})
    opened.clear()
    return found


WAYS_OUT = {
    "game: ../secret/secret.yaml\n": "logs/friday.yaml:1:7",
    "game: ../secret/secret.yaml@1\n": "logs/friday.yaml:1:7",
    "game: link.yaml\n": "logs/friday.yaml:1:7",
    "game: way/secret.yaml\n": "logs/friday.yaml:1:7",
    "house: ../secret/secret.yaml\n": "logs/friday.yaml:1:8",
    "house: [no-sixes, ./deep/../../secret/house.yaml]\n": "logs/friday.yaml:1:19",
    "house: [link.yaml]\n": "logs/friday.yaml:1:9",
    "house: [nowhere/../../secret/nothing.yaml]\n": "logs/friday.yaml:1:9",
    "house: [extends.yaml]\n": "logs/extends.yaml:1:10",
    "house: [deck.yaml]\n": "logs/deck.yaml:3:7",
    "house: [variant.yaml]\nvariants: [x]\n": "logs/variant.yaml:5:40",
}
"""Heads that lead out of the folder of the log, and where that is told."""

COMMANDS = ("validate", "score", "legal", "show", "coverage")


@pytest.mark.parametrize("head", WAYS_OUT)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_reads_a_file_outside_the_folder_of_a_log(command: str, head: str) -> None:
    Path("logs/friday.yaml").write_text(log(head), encoding="utf-8")
    outside()
    said = run(command, "logs/friday.yaml")
    assert (said.code, outside()) == (3, [])
    told = said.out if command == "validate" else said.err
    place = WAYS_OUT[head]
    assert told.startswith(f"{place}: {FOLDER} "), told
    assert told.splitlines()[0].endswith("; --trust all allows it")
    assert "hunter2" not in said.out + said.err
    assert "password" not in said.out + said.err


def plain(head: str, folder: str = "logs") -> dict[str, Any]:
    """The same log as plain data, seen from the working folder, with all paths led from there."""
    data: dict[str, Any] = referee.parse_log(log(head)).data | {}
    for key in ("game", "house"):
        if key in data:
            named = [data[key]] if isinstance(data[key], str) else data[key]
            data[key] = [f"{folder}/{name}" if name.partition("@")[0].endswith(".yaml") else name for name in named]
    return data | ({"game": data["game"][0]} if "game" in data else {})


def piped(data: dict[str, Any]) -> Said:
    return run("validate", "-", given=json.dumps(data))


def live(data: dict[str, Any]) -> Said:
    events = data.pop("events")
    return run("validate", "-", given="\n".join(map(json.dumps, [data, *events])))


def in_lines(*options: str) -> Callable[[dict[str, Any]], Said]:
    def said(data: dict[str, Any]) -> Said:
        Path("games.jsonl").write_text(json.dumps(data) + "\n", encoding="utf-8")
        return run(*options)

    return said


def found(*options: str) -> Callable[[dict[str, Any]], Said]:
    def said(data: dict[str, Any]) -> Said:
        Path("corpus").mkdir()
        ours = {**data, "house": [f"../{name}" if "/" in name else name for name in data["house"]]}
        Path("corpus/friday.yaml").write_text(json.dumps(ours), encoding="utf-8")
        return run(*options)

    return said


STRICT: dict[str, Callable[[dict[str, Any]], Said]] = {
    "standard input": piped,
    "a live table": live,
    "lines": in_lines("validate", "games.jsonl"),
    "the score of lines": in_lines("score", "games.jsonl"),
    "lines on two cores": in_lines("validate", "games.jsonl", "--jobs", "2"),
    "the coverage of lines": in_lines("coverage", "games.jsonl"),
    "one log in lines": in_lines("legal", "games.jsonl"),
    "a folder": found("validate", "corpus"),
    "a pattern": found("validate", "corpus/f*.yaml"),
    "the coverage of a folder": found("coverage", "corpus"),
}


@pytest.mark.parametrize("way", STRICT)
def test_many_logs_and_live_tables_may_load_no_file_at_all(way: str) -> None:
    said = STRICT[way](plain("house: [ours.yaml]\n"))
    assert said.code == 3
    assert f"{NAMES} logs/ours.yaml; --trust " in said.out + said.err
    assert opened is not None
    assert os.path.realpath("logs/ours.yaml") not in opened


def complaints(verdicts: Iterable[referee.Verdict]) -> list[str]:
    return [complaint.message for verdict in verdicts for complaint in verdict.complaints]


@pytest.mark.parametrize("head", WAYS_OUT)
def test_no_data_reads_a_file(head: str) -> None:
    data = plain(head)
    outside()
    refused = complaints([referee.judge(referee.log_of(data)), referee.judge(referee.parse_log(json.dumps(data)))])
    with pytest.raises(referee.RulesetError) as error:
        next(referee.walk(referee.log_of(data)))
    refused += [complaint.message for complaint in error.value.complaints]
    assert (outside(), len(refused)) == ([], 3)
    assert {message.startswith(NAMES) for message in refused} == {True}


def test_data_may_load_what_it_is_trusted_with() -> None:
    inside, out = plain("house: [ours.yaml]\n"), plain("house: [../secret/house.yaml]\n")
    for data, allowed in ((inside, ("folder", "all")), (out, ("folder", "all"))):
        for trust in CHOICES:
            verdict = referee.judge(referee.log_of(data), trust=trust)
            assert verdict.status == ("legal" if trust in allowed else "unjudged")
    assert len(list(referee.walk(referee.log_of(inside), trust="folder"))) == 3
    assert referee.judge(referee.log_of(out), referee.load_ruleset("illuminate")).status == "legal"


@pytest.mark.parametrize(
    ("head", "allowed"),
    {
        "house: no-sixes\n": ("names", "folder", "all"),
        "house: [club]\n": ("names", "folder", "all"),
        "house: [ours.yaml, ./deep/ours.yaml]\n": ("folder", "all"),
        "house: [inside.yaml]\n": ("folder", "all"),
        "house: [builds.yaml]\n": ("folder", "all"),
        "house: [../secret/house.yaml]\n": ("all",),
        "house: [way/house.yaml]\n": ("all",),
    }.items(),
)
def test_what_a_log_is_trusted_with(head: str, allowed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("club/club.yaml").write_text("extends: ./base.yaml\nwhy: ours\n", encoding="utf-8")
    monkeypatch.setenv("REFEREE_PATH", "club")
    Path("logs/friday.yaml").write_text(log(head), encoding="utf-8")
    Path("logs/games.jsonl").write_text(json.dumps(referee.load_log("logs/friday.yaml").data) + "\n", encoding="utf-8")
    for trust in CHOICES:
        for path in ("logs/friday.yaml", "logs/games.jsonl"):
            assert run("validate", path, "--trust", trust).code == (0 if trust in allowed else 3), (trust, path)
            (verdict,) = referee.judge_many(path, trust=trust)
            assert (verdict.status == "legal") == (trust in allowed)
    defaults: dict[str, Trust] = {"logs/friday.yaml": "folder", "logs/games.jsonl": "names"}
    for path, trust in defaults.items():
        assert run("validate", path).code == (0 if trust in allowed else 3)
        assert referee.judge("logs/friday.yaml").status == ("legal" if "folder" in allowed else "unjudged")


def test_what_the_user_names_is_trusted_with_all_that_it_builds_on() -> None:
    Path("games.jsonl").write_text(json.dumps(plain("house: [no-sixes]\n")) + "\n", encoding="utf-8")
    assert run("validate", "games.jsonl", "--house", "secret/house.yaml").code == 0
    outside()
    said = run("validate", "games.jsonl", "--house", "logs/extends.yaml")
    assert said.out.startswith("secret/secret.yaml:2:1: expected ',' or ']'")
    assert outside() == ["secret/secret.yaml"]


def test_a_folder_is_not_left_by_links() -> None:
    for name in ("ours", "extends", "builds", "deck", "variant"):
        Path(f"logs/{name}.yaml").unlink()
    Path("logs/deep/ours.yaml").unlink()
    Path("logs/inside.yaml").unlink()
    Path("logs/deep/friday.yaml").write_text(LEGAL, encoding="utf-8")
    Path("logs/again.yaml").symlink_to("deep/friday.yaml")
    Path("logs/gone.yaml").symlink_to("../secret/nothing.yaml")
    outside()
    passed = "".join(
        f"{name}: skipped; this link leads out of the folder (--trust all follows it)\n"
        for name in ("logs/gone.yaml", "logs/link.yaml", "logs/way")
    )
    for command, options in {"validate": (), "score": (), "coverage": ()}.items():
        said = run(command, "logs", *options)
        assert (said.code, said.err, outside()) == (0, passed, [])
        assert "hunter2" not in said.out
    assert run("validate", "logs", "--jobs", "2").err == passed
    for pattern in ("logs/**/*.yaml", "logs/*", "l*/**"):
        said = run("validate", pattern)
        assert (said.code, outside()) == (0, []), pattern
        assert "this link leads out of the folder" in said.err
    verdicts = list(referee.judge_many("logs"))
    assert ([verdict.path for verdict in verdicts], outside()) == (["logs/again.yaml", "logs/deep/friday.yaml"], [])
    followed = run("validate", "logs", "--trust", "all")
    assert "logs/way/secret.yaml:" in followed.out
    assert outside() == ["secret/house.yaml", "secret/logs/friday.yaml", "secret/secret.yaml"]
    Path("to-logs").symlink_to("logs", target_is_directory=True)
    assert [verdict.path for verdict in referee.judge_many("to-logs")] == [
        "to-logs/again.yaml",
        "to-logs/deep/friday.yaml",
    ]
