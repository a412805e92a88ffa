"""what-a-log-leaves-out.md: every log on the page is written to a file and judged, and that is what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_runner import played_back

PAGE = Path(__file__).resolve().parent.parent / "docs" / "explanation" / "what-a-log-leaves-out.md"
BLOCK = re.compile(r"```(console|yaml)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"# (\S+\.yaml)\n")
GAMES = {"whist", "gin-rummy", "crazy-eights", "illuminati", "big-two", "illimat"}
"""The games of the logs on the page, one of each family."""


def as_run(match: re.Match[str]) -> str:
    """A block of the page as it must be: a log, which is written to its file, or a command with what it prints."""
    kind = match[1]
    block = match[2]
    if kind == "console":
        return f"```console\n{played_back(block)}```"
    name = FILE.match(block)
    assert name, "a log on the page begins with the name of its file"
    Path(name[1]).write_text(block, encoding="utf-8")
    return match[0]


@pytest.mark.usefixtures("folder")
def test_the_page_shows_what_is_judged(update_golden: bool) -> None:
    text = PAGE.read_text(encoding="utf-8")
    wanted = BLOCK.sub(as_run, text)
    if update_golden:
        PAGE.write_text(wanted, encoding="utf-8")
    else:
        assert text == wanted


def test_there_is_an_example_of_each_family() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = set(re.findall(r"^game: (\S+)@", text, re.MULTILINE))
    assert shown == GAMES
