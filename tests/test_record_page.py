"""docs/tutorials/record-tonight.md: every line is typed, and what is answered is what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from command_runner import run

from referee.judging.judge import judge

PAGE = Path(__file__).resolve().parent.parent / "docs" / "tutorials" / "record-tonight.md"
BLOCK = re.compile(r"```record\n(.*?)```", re.DOTALL)


def sittings() -> list[tuple[str, list[str], list[str]]]:
    """Each run of the program on the page: the command, the lines that are typed, and all that is answered."""
    found: list[tuple[str, list[str], list[str]]] = []
    for line in "".join(BLOCK.findall(PAGE.read_text(encoding="utf-8"))).splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), [], []))
        elif line.startswith("> "):
            found[-1][1].append(line.removeprefix("> "))
        else:
            found[-1][2].append(line)
    return found


def test_the_page_is_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command, typed, told in sittings():
        said = run(*shlex.split(command)[1:], given="".join(f"{line}\n" for line in typed))
        assert said.code == 0
        assert said.out.splitlines()[: len(told)] == told
    assert judge("friday.yaml").status == "legal"
    assert judge("cassino.yaml").status == "legal"
