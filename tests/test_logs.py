"""Whole logs and what `referee validate` says of them: golden reports, written anew by `pytest --update-golden` alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee import book, source
from referee.cli import cli

TESTS = Path(__file__).parent
FOLDER = TESTS / "logs"
EXAMPLES = TESTS.parent / "examples"
SHIPPED = TESTS.parent / "rulesets"
SUFFIXES = {".yaml", ".json", ".jsonl"}
REPORTS = {"text": ".report.txt", "json": ".report.json"}
CODES = {"legal": {0}, "illegal": {1, 3}}


def is_log(path: Path) -> bool:
    """Whether a file in the folder is a log: not a report, not a house rule that a log names."""
    return path.suffix in SUFFIXES and ".report." not in path.name and "game" in path.read_text(encoding="utf-8")[:200]


LOGS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*") if is_log(path))


def validated(path: str, form: str) -> tuple[str, int]:
    """What `referee validate` prints about a log, and its exit code."""
    done = CliRunner().invoke(cli, ["validate", path, "--format", form])
    assert done.stderr == ""
    return done.stdout.replace(f"{SHIPPED}/", "rulesets/"), done.exit_code


@pytest.mark.parametrize("form", REPORTS)
@pytest.mark.parametrize("log", LOGS)
def test_report(log: str, form: str, update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    report, code = validated(log, form)
    golden = Path(log + REPORTS[form])
    if update_golden:
        golden.write_text(report, encoding="utf-8")
    assert golden.exists(), f"no golden report; `pytest --update-golden` writes {golden}"
    assert report == golden.read_text(encoding="utf-8")
    assert code in CODES[golden.parts[0]]


def test_no_golden_report_is_left_over() -> None:
    wanted = {log + suffix for log in LOGS for suffix in REPORTS.values()}
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.report.*")} == wanted


@pytest.mark.parametrize("log", LOGS)
def test_a_report_keeps_the_contract(log: str) -> None:
    report = json.loads((FOLDER / (log + REPORTS["json"])).read_text(encoding="utf-8"))
    shape = {"$ref": "report.schema.json#/$defs/validate"}
    assert source.schema_faults(report, shape, store=book.SCHEMAS) == []


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_example_is_legal_or_broken_as_its_folder_says(path: Path) -> None:
    report: dict[str, Any] = json.loads(validated(str(path), "json")[0])
    expected = "illegal" if path.parent.name == "broken" else "legal"
    assert report["logs"][0]["verdict"] == expected
