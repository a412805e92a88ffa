"""Whole logs and what `referee` says of them: golden reports, rewritten only by `pytest --update-golden`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_runner import Said, run
from slowness import one_in

from referee import source
from referee.rules import rulesets

TESTS = Path(__file__).parent
FOLDER = TESTS / "logs"
EXAMPLES = TESTS.parent / "examples"
SHIPPED = TESTS.parent / "rulesets"
SUFFIXES = {".yaml", ".json", ".jsonl"}
VALIDATE, SCORE = ("validate",), ("score",)
AS_JSON, AS_LINE = ("validate", "--format", "json"), ("validate", "--format", "jsonl")
SHOWN = {
    "legal/grace-afterwards.yaml": 8,
    "legal/illuminati-staggered.yaml": 50,
    "legal/in-the-middle.yaml": 3,
    "legal/mercy-game-plays.json": 20,
    "legal/spades-game-deals.json": 30,
    "legal/stands.yaml": 12,
}
"""Logs of which `referee show --at` is golden too, and the event."""
IN_JSON = {
    "illegal/corpus.jsonl",
    "illegal/house-hook.yaml",
    "illegal/two-faults.yaml",
    "legal/grace-afterwards.yaml",
    "legal/stands.yaml",
}
"""Logs of which the verdict in JSON is golden too: each kind of finding."""
ON_A_LINE = {
    "illegal/gin-rummy-eleven-cards.yaml",
    "illegal/hearts-passing.yaml",
    "illegal/illimat-wrong-sum.yaml",
    "illegal/illuminati-out-of-turn.yaml",
}
"""The same on one line, of each family: whose fault it was."""
UNREADABLE = {"illegal/corpus.jsonl"}
"""Logs with games that cannot be judged at all."""
IMPOSSIBLE = {
    "after-the-end",
    "before-the-bids",
    "dealt-twice",
    "grace-too-late",
    "hearts-passing",
    "illuminati-act-before-drawing",
    "illuminati-aid-after-money",
    "illuminati-out-of-turn",
    "no-such-card",
    "played-twice",
    "short-trick",
    "two-faults",
}
"""Illegal logs with an event that could not have happened, so that even `--as-played` stops there."""


def is_house(path: Path) -> bool:
    """Whether a file is a house rule that a log of the folder names."""
    return path.suffix == ".yaml" and re.search("^extends:", path.read_text(encoding="utf-8"), re.M) is not None


def is_log(path: Path) -> bool:
    """Whether a file in the folder is a log: not a golden report, not a house rule."""
    return path.suffix in SUFFIXES and not is_house(path)


LOGS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*") if is_log(path))
LEGAL = [log for log in LOGS if log.startswith("legal/")]
ILLEGAL = [log for log in LOGS if log.startswith("illegal/")]


def commands(log: str) -> list[tuple[str, ...]]:
    """The commands whose answers about a log are golden."""
    shown = [("show", "--at", str(SHOWN[log]))] if log in SHOWN else []
    as_json = [AS_JSON] if log in IN_JSON else [AS_LINE] if log in ON_A_LINE else []
    return [VALIDATE, *as_json, *([] if log in ILLEGAL else [SCORE]), *shown]


def golden_of(log: str) -> Path:
    """The file with all golden reports on a log."""
    return Path(log + ".report")


def prompt(log: str, command: tuple[str, ...]) -> str:
    """The line above a report in its file."""
    return f"$ referee {' '.join((command[0], log, *command[1:]))}\n"


def said_of(log: str, command: str, *options: str) -> Said:
    """What a command says of a log, seen from the working folder; nothing goes to standard error."""
    said = run(command, log, *options)
    assert said.err == ""
    return said._replace(out=said.out.replace(f"{SHIPPED}/", "rulesets/"))


def code_of(log: str) -> int:
    """The exit code that a log is to have."""
    if log in UNREADABLE:
        return 3
    return 1 if log in ILLEGAL else 0


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.mark.parametrize("log", LOGS)
def test_report(log: str, update_golden: bool) -> None:
    said = {command: said_of(log, command[0], *command[1:]) for command in commands(log)}
    reports = "".join(prompt(log, command) + answer.out for command, answer in said.items())
    golden = golden_of(log)
    if update_golden:
        golden.write_text(reports, encoding="utf-8")
    assert golden.exists(), f"no golden report; `pytest --update-golden` writes {golden}"
    assert reports == golden.read_text(encoding="utf-8")
    assert {answer.code for answer in said.values()} == {code_of(log)}


@pytest.mark.parametrize("log", one_in(30, LOGS))
def test_judged_again_there_is_the_same_report(log: str) -> None:
    assert said_of(log, *VALIDATE) == said_of(log, *VALIDATE)


def test_no_golden_report_is_left_over() -> None:
    reports = {path.as_posix() for path in Path().glob("*/*") if not is_log(path) and not is_house(path)}
    assert reports == {str(golden_of(log)) for log in LOGS}


def test_the_logs_of_a_folder_are_judged_together() -> None:
    assert run("validate", *LEGAL[::5]).code == 0
    assert {log["verdict"] for log in run("validate", "--format", "json", *ILLEGAL).data["logs"]} == {
        "legal",  # one of the games of the corpus
        "illegal",
        "unjudged",
    }


@pytest.mark.parametrize("log", one_in(12, LOGS))
def test_a_report_keeps_the_contract(log: str) -> None:
    report = said_of(log, *AS_JSON).data
    shape = {"$ref": "report.schema.json#/$defs/validate"}
    assert source.schema_faults(report, shape, store=rulesets.SCHEMAS) == []


def closed(shape: Any) -> Any:
    """A schema that allows no keys but those that it describes."""
    if isinstance(shape, dict):
        only = {"additionalProperties": False} if "properties" in shape and "type" in shape else {}
        return {key: closed(value) for key, value in {**only, **shape}.items()}
    return [closed(entry) for entry in shape] if isinstance(shape, list) else shape


TOLD = {"report.schema.json": closed(rulesets.SCHEMAS["report.schema.json"])}


@pytest.mark.parametrize("command", ["score", "show"])
@pytest.mark.parametrize("log", one_in(10, [log for log in LEGAL if log != "legal/corpus.jsonl"]))
def test_what_is_told_of_a_log_is_described(log: str, command: str) -> None:
    told = run(command, log, "--format", "json").data
    assert source.schema_faults(told, {"$ref": f"report.schema.json#/$defs/{command}"}, store=TOLD) == []


def unplaced(report: Any) -> Any:
    """A report without its places: what is left is the same however the log was laid out."""
    if isinstance(report, dict):
        return {key: unplaced(value) for key, value in report.items() if key not in ("path", "file", "line", "column")}
    if isinstance(report, list):
        return [unplaced(entry) for entry in report]
    return re.sub(r"\bline \d+", "line", report) if isinstance(report, str) else report


@pytest.mark.parametrize("log", one_in(18, [log for log in LOGS if log.endswith(".yaml")]))
def test_yaml_and_json_have_one_verdict(log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = tmp_path / Path(log).with_suffix(".json")
    twin.parent.mkdir()
    twin.write_text(json.dumps(source.load(log).data, indent=1), encoding="utf-8")
    for house in filter(is_house, (FOLDER / log).parent.iterdir()):
        shutil.copy(house, twin.parent)
    in_yaml = said_of(log, *AS_JSON).data
    monkeypatch.chdir(tmp_path)
    in_json = said_of(twin.relative_to(tmp_path).as_posix(), *AS_JSON)
    assert unplaced(in_json.data) == unplaced(in_yaml)
    assert in_json.code == code_of(log)


@pytest.mark.parametrize("log", one_in(6, ILLEGAL))
def test_as_played_goes_on_or_says_why_it_cannot(log: str) -> None:
    said = said_of(log, "validate", "--as-played", "--format", "json")
    assert said.code == code_of(log)
    stopped = Path(log).stem in IMPOSSIBLE
    for verdict in said.data["logs"]:
        if verdict["verdict"] == "unjudged":
            assert verdict["complaints"] != []
        elif stopped:
            assert verdict["violations"][-1]["event"] == verdict["events"]
        else:
            assert verdict["unjudged"] == 0


def test_every_log_that_as_played_stops_at_is_here() -> None:
    assert {Path(log).stem for log in ILLEGAL} >= IMPOSSIBLE


PLUGIN = EXAMPLES / "plugin"
"""A package that must be installed before its logs can be judged (`test_plugins.py`)."""
EXAMPLE_LOGS = sorted(
    path.relative_to(EXAMPLES).as_posix()
    for path in EXAMPLES.rglob("*")
    if path.suffix in SUFFIXES and not path.is_relative_to(PLUGIN)
)


@pytest.mark.parametrize("log", one_in(9, EXAMPLE_LOGS))
def test_an_example_is_legal_or_broken_as_its_folder_says(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    said = said_of(log, "validate", "--format", "json")
    broken = log.startswith("broken/")
    assert [verdict["verdict"] for verdict in said.data["logs"]] == ["illegal" if broken else "legal"]
    assert said.code == int(broken)
