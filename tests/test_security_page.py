"""What SECURITY.md says is there: every test that it names, every issue template that asks for what is needed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent


def test_every_file_that_is_named_is_there() -> None:
    named = set()
    for page in (
        "SECURITY.md",
        "CODE_OF_CONDUCT.md",
        "CONTRIBUTING.md",
        "fuzz/README.md",
        ".github/pull_request_template.md",
    ):
        text = (ROOT / page).read_text(encoding="utf-8")
        named |= set(re.findall(r"`((?:tests|fuzz|docs)/[\w./-]+\.(?:py|md|yaml|txt|json))`", text))
        named |= {
            str((ROOT / page).parent.relative_to(ROOT) / link) for link in re.findall(r"\]\(([\w./-]+\.md)\)", text)
        }
    assert len(named) > 12
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", ["wrong-verdict", "bug"])
def test_an_issue_asks_for_the_log_and_the_version(name: str) -> None:
    form = yaml.safe_load((ROOT / f".github/ISSUE_TEMPLATE/{name}.yml").read_text(encoding="utf-8"))
    fields = {field["id"]: field for field in form["body"]}
    assert {"log", "version"} <= fields.keys()
    assert fields["version"]["validations"]["required"]
    assert "`referee --version`" in fields["version"]["attributes"]["label"]


def test_a_group_of_dependencies_is_an_extra() -> None:
    """The extras are what everything that installs knows; groups only point to them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for group, needs in project["dependency-groups"].items():
        assert needs == [f"referee[{group}]"]
        assert group in project["project"]["optional-dependencies"]


PROGRAM = shutil.which("pre-commit", path=str(Path(sys.executable).parent))


@pytest.mark.skipif(PROGRAM is None, reason="pre-commit is not installed")
def test_the_hooks_for_contributors_can_be_read() -> None:
    done = subprocess.run(
        [str(PROGRAM), "validate-config", ".pre-commit-config.yaml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
