"""The workflows of a public host, which cannot run here, call steps of `.ci/run`, which can: what holds between them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
STEPS = {path.name for path in (ROOT / ".ci/steps").iterdir()}
WORKFLOWS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")}


def lists(name: str) -> list[str]:
    """The steps that `.ci/run` does in a row of this name."""
    (found,) = re.findall(rf"^{name}=\((.*)\)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    return str(found).split()


ALWAYS = {step for row in ("first", "one_row", "other_row") for step in lists(row)}


def called(workflow: str) -> set[str]:
    """The steps that a workflow calls, those of its matrix among them."""
    found = set(re.findall(r"\.ci/run ([a-z ]+)", WORKFLOWS[workflow]))
    for job in yaml.safe_load(WORKFLOWS[workflow])["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        found |= {*matrix.get("step", ()), *matrix.get("steps", ())}
    return {step for steps in found for step in steps.split()}


def jobs() -> list[tuple[str, dict[str, Any]]]:
    """Every job of every workflow."""
    return [
        (f"{name}-{job}", said)
        for name, text in WORKFLOWS.items()
        for job, said in yaml.safe_load(text)["jobs"].items()
    ]


def test_every_step_is_done_somewhere() -> None:
    assert {*ALWAYS, *lists("nightly"), "tests"} == STEPS


def test_what_must_hold_before_a_change_lands_is_asked_by_the_host_as_well() -> None:
    assert called("tests") == {*ALWAYS, "tests"} - {"extras"}
    assert called("nightly") == {*lists("nightly"), "conformance"}
    assert called("release") <= STEPS


def test_tests_run_on_every_system_with_every_python() -> None:
    matrix = yaml.safe_load(WORKFLOWS["tests"])["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert matrix["python"] == named == ["3.11", "3.12", "3.13", "3.14"]


@pytest.mark.parametrize(("name", "job"), jobs())
def test_a_job_may_do_little_and_ends(name: str, job: dict[str, Any]) -> None:
    assert job["timeout-minutes"] <= 300
    for step in job["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"]), f"pin {step['uses']} by its commit"
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"] == {"persist-credentials": False}
    allowed = {"publish": {"id-token"}, "attest": {"id-token", "attestations"}, "release": {"contents"}}
    assert set(job.get("permissions", ())) == allowed.get(name.partition("-")[2], set())


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read(name: str) -> None:
    assert yaml.safe_load(WORKFLOWS[name])["permissions"] == {"contents": "read"}


def test_the_tests_are_run_by_the_command_of_the_readme() -> None:
    script = (ROOT / ".ci/steps/readme").read_text(encoding="utf-8")
    assert "command=$(readme test)" in script
    command = subprocess.run(
        ["bash", "-c", '. .ci/environment; readme "$1"', "-", "test"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert command.startswith("python3 -m venv .venv && ")
    assert command in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with `.ci/run` and a few small steps, one of which fails."""
    (tmp_path / ".ci/steps").mkdir(parents=True)
    text = (ROOT / ".ci/run").read_text(encoding="utf-8")
    for row, steps in {"first": "good", "one_row": "bad last", "other_row": "other", "nightly": "slow"}.items():
        text = re.sub(rf"^{row}=.*$", f"{row}=({steps})", text, flags=re.MULTILINE)
    (tmp_path / ".ci/run").write_text(text, encoding="utf-8")
    for step, does in {
        "good": "echo fine",
        "bad": "false\necho not reached",
        "last": "echo reached",
        "other": "echo beside",
        "slow": "echo slow",
    }.items():
        (tmp_path / ".ci/steps" / step).write_text(f"#!/usr/bin/env bash\n# It is {step}.\n{does}\n", encoding="utf-8")
    return tmp_path


def ci(tree: Path, *args: str, nightly: str = "") -> tuple[int, list[str]]:
    environment = {**os.environ, "NIGHTLY": nightly}
    done = subprocess.run(
        ["bash", ".ci/run", *args], cwd=tree, capture_output=True, text=True, check=False, env=environment
    )
    said = [line for line in (done.stdout + done.stderr).splitlines() if line]
    return done.returncode, [line for line in said if not re.fullmatch(r"== \w+ took \d+ s", line)]


def test_a_step_that_fails_keeps_no_other_from_running(tree: Path) -> None:
    assert ci(tree) == (
        1,
        [
            *("== good: It is good.", "fine", "== other: It is other.", "beside"),
            *("== bad: It is bad.", "== last: It is last.", "reached", "failed: bad"),
        ],
    )


def test_steps_are_asked_for_by_name(tree: Path) -> None:
    assert ci(tree, "last") == (0, ["== last: It is last.", "reached", "all checks passed"])
    assert ci(tree, "lats") == (2, ["there is no step lats; .ci/run --list names them"])
    assert ci(tree, "--list") == (0, [f"{step:12} It is {step}." for step in ("bad", "good", "last", "other", "slow")])
    assert "slow" in ci(tree, nightly="1")[1]


def test_the_release_page_says_what_the_changelog_says(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci/release-notes").write_text((ROOT / ".ci/release-notes").read_text("utf-8"), encoding="utf-8")
    changes = "# Changelog\n\n## [Unreleased]\n\n- new\n\n## [1.0.0] - 2026-12-01\n\n- first\n\n## [0.9.0]\n\n- old\n"
    (tmp_path / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    said = [subprocess.run(["bash", ".ci/release-notes", tag], cwd=tmp_path, capture_output=True, text=True, check=False)
            for tag in ("v1.0.0", "v2.0.0")]  # fmt: skip
    assert (said[0].returncode, said[0].stdout.split()) == (0, ["-", "first"])
    assert (said[1].returncode, said[1].stderr) == (1, "CHANGELOG.md has no section about 2.0.0\n")


def packages(extra: str) -> set[str]:
    """The packages of an extra, as Python calls them, with those of the extras that it names."""
    found: set[str] = set()
    for need in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ][extra]:
        name, *extras = re.findall(
            r"[\w.-]+", need.partition("]")[0] if need.startswith("referee[") else re.split("[><;]", need)[0]
        )
        found |= {package for other in extras for package in packages(other)} or {name.lower().replace("-", "_")}
    return found


def test_the_tests_of_every_extra_run_where_it_is_installed() -> None:
    """A file with tests that are skipped without a package is named by a step, or the extra `test` has the package."""
    steps = " ".join((ROOT / ".ci/steps" / step).read_text(encoding="utf-8") for step in ALWAYS - {"oldest"})
    named = re.findall(r"tests/[\w./]+", steps)
    everywhere = {*sys.stdlib_module_names, *packages("test"), "referee"}
    lost = [
        path
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if {*re.findall(r'(?:importorskip|find_spec)\("(\w+)', path.read_text(encoding="utf-8"))} - everywhere
        and not {str(path.relative_to(ROOT)), *map(str, path.relative_to(ROOT).parents)} & {*named}
    ]
    assert lost == []
