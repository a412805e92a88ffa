"""docs/how-to/club.md: its logs and names work as they stand, and its commands print what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_runner import played_back, run

from referee.club.season import load_people

PAGE = (Path(__file__).parent.parent / "docs" / "how-to" / "club.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r"```yaml\n# (\S+)\n(.*?)```", PAGE, re.DOTALL):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def test_the_log_of_the_page_is_legal() -> None:
    assert run("validate", "season/september.yaml").code == 0


def test_the_names_of_the_page_are_read() -> None:
    people = load_people("season/players.yaml")
    assert (people.name("A. Miller"), people.name("Ben")) == ("Ann", "Ben")
    assert people.different == {frozenset(("Jo", "JO"))}


def test_the_commands_of_the_page() -> None:
    blocks = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    assert [played_back(block) for block in blocks] == blocks
