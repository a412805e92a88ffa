"""docs/how-to/write-a-plugin.md and write-a-family.md: their packages work, and print what the pages show."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import played_back, write
from installed import EXAMPLE, install, install_example, seen

HOW_TO = Path(__file__).resolve().parent.parent / "docs" / "how-to"
PLUGIN, FAMILY = (HOW_TO / name for name in ("write-a-plugin.md", "write-a-family.md"))


def blocks(page: Path, *languages: str) -> list[str]:
    """What stands in the blocks of a page in these languages."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"```(?:{'|'.join(languages)})\n(.*?)```", text, re.DOTALL)


def named(page: Path, *languages: str) -> Iterator[tuple[str, str]]:
    """The blocks of a page that begin with the name of a file, with the rest."""
    for block in blocks(page, *languages):
        name, _, rest = block.partition("\n")
        if name.startswith("# "):
            yield name.removeprefix("# "), rest


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_package_of_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    files = dict(named(PLUGIN, "toml", "python"))
    project = tomllib.loads(files["pyproject.toml"])["project"]
    install(site, project["name"], project["entry-points"])
    (site / "referee_evening.py").write_text(files["referee_evening.py"], encoding="utf-8")
    with seen(site, monkeypatch):
        shown = blocks(PLUGIN, "console")
        assert [played_back(block) for block in shown] == shown
    del sys.modules["referee_evening"]


def test_the_family_of_the_page_is_that_of_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in named(FAMILY, "yaml", "text"):
        write(name, text)
    install_example(tmp_path / "site")
    with seen(tmp_path / "site", monkeypatch):
        shown = blocks(FAMILY, "console")
        assert [played_back(block) for block in shown] == shown


def test_what_the_page_shows_of_the_code_is_there() -> None:
    excerpts = list(named(FAMILY, "python"))
    assert len(excerpts) == 4
    for name, text in excerpts:
        assert text in (EXAMPLE / "referee_gofish" / name).read_text(encoding="utf-8")
    words = json.loads((EXAMPLE / "referee_gofish" / "asking.schema.json").read_text(encoding="utf-8"))["properties"]
    (shown,) = blocks(FAMILY, "json")
    word = json.loads(f"{{{shown}}}")
    assert words["ask"]["properties"].items() >= word.items()


def test_the_page_names_every_file() -> None:
    listed = re.findall(r"(?m)^\| `([\w./]+)` \|", FAMILY.read_text(encoding="utf-8"))
    package = EXAMPLE / "referee_gofish"
    files = {path.name for path in package.rglob("*.*") if "__pycache__" not in path.parts}
    assert set(listed) == files
